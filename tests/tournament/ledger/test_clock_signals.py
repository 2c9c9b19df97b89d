"""When warnings and gongs are due, for everybody and for tables with extra minutes of their own.

The results are compared with a clock that is read every second.
"""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournament.ledger.facts import ClockFact, ClockPaused, ClockResumed, ClockStarted, ClockStopped, MinutesAdded
from tournament.ledger.session_clock import WARNING, ClockSignal, ClockState, SessionClock, SignalKind, clock_after

TEN = datetime(2026, 6, 13, 10, tzinfo=UTC)
GONG, WARNED = SignalKind.GONG, SignalKind.WARNING


def clock(*done: tuple[float, ClockFact]) -> SessionClock:
    """Return the clock after facts, each given with its minutes after ten o'clock."""
    clocks: dict[int, SessionClock] = {}
    for after, fact in done:
        clocks[1] = clock_after(clocks, fact, TEN + timedelta(minutes=after))
    return clocks[1]


def due(found: SessionClock, until: float) -> list[tuple[SignalKind, int | None, float]]:
    signals = found.signals_until(TEN + timedelta(minutes=until))
    return [(each.kind, each.table, (each.time - TEN) / timedelta(minutes=1)) for each in signals]


STARTED = (0, ClockStarted(1, 90))


def test_a_warning_and_a_gong() -> None:
    found = clock(STARTED)
    assert due(found, 74.9) == []
    assert due(found, 75) == [(WARNED, None, 75)]
    assert due(found, 300) == [(WARNED, None, 75), (GONG, None, 90)]
    assert found.next_signal(TEN) == ClockSignal(1, WARNED, None, TEN + timedelta(minutes=75))


def test_what_was_due_stays_when_it_pauses_and_goes_on() -> None:
    found = clock(STARTED, (80, ClockPaused(1)), (100, ClockResumed(1)))
    assert due(found, 300) == [(WARNED, None, 75), (GONG, None, 110)]
    assert clock(STARTED, (80, ClockPaused(1))).next_signal(TEN) is None


def test_minutes_given_after_the_gong_bring_another() -> None:
    found = clock(STARTED, (95, MinutesAdded(1, 5)))
    assert due(found, 300) == [(WARNED, None, 75), (GONG, None, 90), (GONG, None, 100)]


def test_minutes_taken_back_may_end_it_at_once_and_only_once() -> None:
    found = clock(STARTED, (80, MinutesAdded(1, -20)), (81, MinutesAdded(1, -5)))
    assert due(found, 300) == [(WARNED, None, 75), (GONG, None, 80)]


def test_a_gong_by_hand_is_one_and_none_after_the_end() -> None:
    assert due(clock(STARTED, (60, ClockStopped(1))), 300) == [(GONG, None, 60)]
    assert due(clock(STARTED, (95, ClockStopped(1))), 300) == [(WARNED, None, 75), (GONG, None, 90)]


def test_a_table_with_minutes_of_its_own_has_its_own() -> None:
    found = clock(STARTED, (20, MinutesAdded(1, 7, (3,), "wall")))
    assert due(found, 300) == [(WARNED, None, 75), (WARNED, 3, 82), (GONG, None, 90), (GONG, 3, 97)]
    stopped = clock(STARTED, (20, MinutesAdded(1, 7, (3,), "wall")), (92, ClockStopped(1)))
    assert due(stopped, 300) == [(WARNED, None, 75), (WARNED, 3, 82), (GONG, None, 90), (GONG, 3, 92)]
    taken_back = clock(STARTED, (20, MinutesAdded(1, 7, (3,), "wall")), (30, MinutesAdded(1, -7, (3,), "wrong")))
    assert due(taken_back, 300) == [(WARNED, None, 75), (GONG, None, 90)]


def test_a_restarted_clock_gives_all_signals_again() -> None:
    assert due(clock(STARTED, (95, ClockStarted(1, 20))), 300) == [(WARNED, None, 100), (GONG, None, 115)]


FACTS = st.one_of(
    st.just(ClockPaused(1)),
    st.just(ClockResumed(1)),
    st.builds(MinutesAdded, st.just(1), st.integers(-25, 25).filter(bool), st.sampled_from(((), (1,), (1, 2)))),
    st.just(ClockStopped(1)),
)


def fits(clock: SessionClock, fact: ClockFact, time: datetime) -> bool:
    """Whether the use cases would allow the fact."""
    if clock.stopped is not None:
        return False
    if isinstance(fact, ClockResumed):
        return clock.running_since is None
    return not isinstance(fact, ClockPaused) or (clock.running_since is not None and bool(clock.remaining(time)))


def begins_to_warn(clock: SessionClock, now: datetime, table: int | None) -> bool:
    return clock.state(now, table) is ClockState.RUNNING and clock.remaining(now, table) == WARNING


@given(st.lists(st.tuples(st.integers(1, 20), FACTS), max_size=7))
def test_every_signal_is_seen_by_who_reads_the_clock_at_each_minute(done: list[tuple[int, ClockFact]]) -> None:
    """Facts and ends are at whole minutes, so the clock is read before and after each fact and at each minute."""
    seen: set[tuple[SignalKind, int | None, datetime]] = set()
    found, now = clock((0, ClockStarted(1, 30))), TEN
    before = {table: found.state(now, table) for table in (None, 1, 2)}

    def read() -> None:
        for table in (None, 1, 2):
            state = found.state(now, table)
            if state is ClockState.OVER and before[table] is not ClockState.OVER:
                seen.add((GONG, table, now))
            before[table] = state

    def pass_minute() -> None:
        nonlocal now
        now += timedelta(minutes=1)
        read()
        seen.update((WARNED, table, now) for table in (None, 1, 2) if begins_to_warn(found, now, table))

    for after, fact in done:
        for _ in range(after):
            pass_minute()
        if fits(found, fact, now):
            found = clock_after({1: found}, fact, now)
            read()
    for _ in range(200):
        pass_minute()
    of_all = {(kind, time) for kind, table, time in seen if table is None}
    seen = {each for each in seen if each[1] is None or (each[0], each[2]) not in of_all}
    assert {(each.kind, each.table, each.time) for each in found.signals_until(now)} == seen
