"""The time that is left of a session, even if the computer's clock is changed."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournament.ledger.facts import ClockFact, ClockPaused, ClockResumed, ClockStarted, ClockStopped, MinutesAdded
from tournament.ledger.session_clock import ClockState, SessionClock, clock_after

TEN = datetime(2026, 6, 13, 10, tzinfo=UTC)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def clock(*done: tuple[float, ClockFact]) -> SessionClock:
    """Return the clock after facts, each given with its minutes after ten o'clock."""
    clocks: dict[int, SessionClock] = {}
    for after, fact in done:
        clocks[1] = clock_after(clocks, fact, TEN + minutes(after))
    return clocks[1]


def left(found: SessionClock, after: float, table: int | None = None) -> float:
    return found.remaining(TEN + minutes(after), table) / minutes(1)


STARTED = (0, ClockStarted(1, 90))


def test_it_runs_to_its_gong() -> None:
    found = clock(STARTED)
    assert [left(found, after) for after in (0, 30, 89.5, 90, 200)] == [90, 60, 0.5, 0, 0]
    assert found.gong() == TEN + minutes(90)
    assert [found.state(TEN + minutes(after)) for after in (0, 90)] == [ClockState.RUNNING, ClockState.OVER]


def test_the_last_fifteen_minutes_are_a_warning() -> None:
    found = clock(STARTED)
    assert [found.is_warning(TEN + minutes(after)) for after in (74, 75, 89, 90)] == [False, True, True, False]
    assert not clock(STARTED, (80, ClockPaused(1))).is_warning(TEN + minutes(80))


def test_nothing_passes_in_a_pause() -> None:
    paused = clock(STARTED, (10, ClockPaused(1)))
    assert [left(paused, after) for after in (10, 500)] == [80, 80]
    assert paused.state(TEN + minutes(500)) is ClockState.PAUSED
    assert paused.gong() is None
    resumed = clock(STARTED, (10, ClockPaused(1)), (25, ClockResumed(1)))
    assert left(resumed, 35) == 70
    assert resumed.gong() == TEN + minutes(105)


def test_a_table_has_minutes_of_its_own() -> None:
    found = clock(STARTED, (20, MinutesAdded(1, 7, (3,), "wall rebuilt")), (30, MinutesAdded(1, 2)))
    assert [left(found, 92), left(found, 92, 3), left(found, 92, 4)] == [0, 7, 0]
    assert (found.added, found.added_to(3), found.added_to(4)) == (2, 7, 0)
    assert found.gong(3) == TEN + minutes(99)


def test_minutes_given_after_the_gong_begin_when_they_are_given() -> None:
    assert left(clock(STARTED, (110, MinutesAdded(1, 5))), 110) == 5
    assert left(clock(STARTED, (110, MinutesAdded(1, 5, (3,), "wall"))), 112, 3) == 3
    assert left(clock(STARTED, (110, MinutesAdded(1, 5, (3,), "wall"))), 112) == 0


def test_what_a_table_had_left_after_the_gong_is_kept_when_all_get_more() -> None:
    its_own = clock(STARTED, (20, MinutesAdded(1, 10, (3,), "wall")), (95, MinutesAdded(1, 3)))
    assert [left(its_own, 95), left(its_own, 95, 3)] == [3, 8]
    later = clock(STARTED, (100, MinutesAdded(1, 5, (3,), "wall")), (102, MinutesAdded(1, 3)))
    assert [left(later, 102), left(later, 102, 3)] == [3, 6]
    over = clock(STARTED, (20, MinutesAdded(1, 10, (3,), "wall")), (120, MinutesAdded(1, 3)))
    assert [left(over, 120), left(over, 120, 3)] == [3, 3]


def test_minutes_given_by_mistake_are_taken_back() -> None:
    found = clock(STARTED, (5, MinutesAdded(1, 30)), (6, MinutesAdded(1, -27)))
    assert left(found, 10) == 83
    assert left(clock(STARTED, (5, MinutesAdded(1, -120))), 5) == 0


def test_a_clock_is_stopped_and_restarted() -> None:
    stopped = clock(STARTED, (40, MinutesAdded(1, 9, (2,), "wall")), (50, ClockStopped(1)))
    assert [left(stopped, 50), left(stopped, 50, 2)] == [0, 0]
    assert stopped.gong() == stopped.gong(2) == TEN + minutes(50)
    again = clock(STARTED, (50, ClockStopped(1)), (60, ClockStarted(1, 30)))
    assert left(again, 65) == 25


def test_a_clock_set_back_or_forward_gives_neither_negative_nor_endless_time() -> None:
    found = clock(STARTED)
    assert left(found, -500) == 90
    assert left(found, 10_000_000) == 0
    back = clock(STARTED, (30, ClockPaused(1)), (-60, ClockResumed(1)))
    assert left(back, -50) == 50
    paused_before_it_began = clock(STARTED, (-60, ClockPaused(1)))
    assert left(paused_before_it_began, 0) == 90


FACTS = st.one_of(
    st.just(ClockStarted(1, 90)),
    st.just(ClockPaused(1)),
    st.just(ClockResumed(1)),
    st.builds(MinutesAdded, st.just(1), st.integers(-120, 120), st.sampled_from(((), (1,), (1, 2)))),
    st.just(ClockStopped(1)),
)


@given(st.lists(st.tuples(st.integers(-500, 500), FACTS), max_size=8), st.integers(-900, 900))
def test_whatever_happens_what_is_left_lies_between_nothing_and_the_whole(done: list, now: int) -> None:
    found = clock(STARTED, *done)
    for table in (None, 1, 2, 3):
        remaining = found.remaining(TEN + minutes(now), table)
        assert timedelta() <= remaining <= found.length(table)
        assert (found.state(TEN + minutes(now), table) is ClockState.OVER) == (not remaining)


@given(st.lists(st.tuples(st.integers(0, 60), FACTS), max_size=6), st.integers(0, 100), st.integers(0, 100))
def test_it_never_runs_backwards(done: list, now: int, later: int) -> None:
    after, written = 0, [STARTED]
    for wait, fact in done:
        after += wait
        written.append((after, fact))
    found = clock(*written)
    for table in (None, 1, 2):
        assert left(found, after + now + later, table) <= left(found, after + now, table)


def test_every_table_has_at_least_what_all_have() -> None:
    found = clock(STARTED, (92, MinutesAdded(1, 5, (3,), "wall")), (96, MinutesAdded(1, 4)))
    assert left(found, 97, 3) >= left(found, 97) == 3
