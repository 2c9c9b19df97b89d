"""Wrong PINs are slow, right ones come through, and nothing grows without end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.server.throttle import (
    FAILURES_A_MINUTE,
    FREE_FAILURES,
    LONGEST_WAIT,
    MOST_ADDRESSES,
    WAIT_OF_ALL,
    Allowance,
    Rate,
    Throttle,
)

ADDRESSES = st.sampled_from(["a", "b", "c"])
steps = st.lists(st.tuples(ADDRESSES, st.sampled_from(["ask", "fail", "succeed"]), st.floats(0, 90)), max_size=80)


def after(history) -> tuple[Throttle, float]:
    """A throttle after ``history``, in which only who was allowed to tried."""
    throttle, now = Throttle(), 0.0
    for address, what, pause in history:
        now += pause
        if throttle.allowed(address, now) == 0:
            if what == "fail":
                throttle.failed(address, now)
            elif what == "succeed":
                throttle.succeeded(address)
    return throttle, now


@given(steps, ADDRESSES, st.booleans())
def test_who_waits_as_long_as_asked_comes_through(history, address: str, attacked: bool) -> None:
    """Also while somebody floods the server from other addresses."""
    throttle, now = after(history)
    wait = throttle.allowed(address, now)
    assert 0 <= wait <= LONGEST_WAIT
    if attacked:
        for number in range(200):
            throttle.failed(f"attacker {number}", now + wait * number / 200)
        now, wait = now + wait, throttle.allowed(address, now + wait)
        assert wait <= WAIT_OF_ALL + 1e-6  # sums of seconds are rounded
        for number in range(200):
            throttle.failed(f"attacker {number}", now + wait * number / 200)
    assert throttle.allowed(address, now + wait) == pytest.approx(0, abs=1e-6)


def test_each_failure_after_the_third_doubles_the_wait() -> None:
    throttle, now, waits = Throttle(), 0.0, []
    for _ in range(12):
        throttle.failed("a", now)
        waits.append(throttle.allowed("a", now))
        now += 100
    assert waits == [0] * (FREE_FAILURES - 1) + [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    assert throttle.allowed("b", now) == 0
    throttle.succeeded("a")
    throttle.failed("a", now)
    assert throttle.allowed("a", now) == 0


@given(steps)
def test_a_right_pin_forgets_what_was_wrong(history) -> None:
    throttle, now = after(history)
    throttle.succeeded("a")
    assert throttle.allowed("a", now) <= WAIT_OF_ALL
    assert throttle.allowed("a", now + 60) == 0


def test_many_addresses_together_are_slow() -> None:
    """A thousand of them, each of which tries as often as it may, for ten minutes."""
    throttle, tried = Throttle(), 0
    for tick in range(600):
        for number in range(100):
            if throttle.allowed(str(number), tick) == 0:
                throttle.failed(str(number), tick)
                tried += 1
    assert tried < 100 * 20
    assert throttle.allowed("new", 600) == WAIT_OF_ALL
    assert throttle.allowed("new", 700) == 0


def test_everybody_is_fast_again_after_a_quiet_minute() -> None:
    throttle = Throttle()
    for number in range(FAILURES_A_MINUTE):
        assert throttle.allowed(str(number), 0) == 0
        throttle.failed(str(number), 0)
    assert throttle.allowed("a", 59) == WAIT_OF_ALL
    assert throttle.allowed("a", 60) == 0


def test_what_is_older_than_a_minute_does_not_count_any_more() -> None:
    throttle = Throttle()
    for number in range(FAILURES_A_MINUTE):
        throttle.failed(str(number), 0 if number == 0 else 30)
    assert throttle.allowed("a", 59) == WAIT_OF_ALL
    assert throttle.allowed("b", 60) == 0, "the first of them was a minute ago"


def test_the_memory_is_bounded() -> None:
    throttle, rate = Throttle(), Rate(1, 1)
    for number in range(MOST_ADDRESSES + 500):
        throttle.failed(str(number), number)
        throttle.allowed(f"ask {number}", number)
        rate.taken(str(number), number)
    assert len(throttle._tries._values) == len(rate._buckets._values) == MOST_ADDRESSES
    assert len(throttle._failures) == FAILURES_A_MINUTE


@settings(max_examples=50)
@given(st.lists(st.floats(0, 3), min_size=1, max_size=80), st.floats(0.5, 20), st.integers(1, 10))
def test_a_desk_makes_no_more_requests_than_its_rate(pauses, per_second: float, burst: int) -> None:
    rate, now, times = Rate(per_second, burst), 0.0, []
    for pause in pauses:
        now += pause
        wait = rate.taken("desk", now)
        assert 0 <= wait <= 1 / per_second + 1e-6
        if wait:
            now += wait
            assert rate.taken("desk", now) == 0
        times.append(now)
    for first, begin in enumerate(times):
        for last in range(first, len(times)):
            assert last - first + 1 <= burst + (times[last] - begin) * per_second + 1e-6
    assert rate.taken("another", now) == 0


def test_a_bucket_loses_one_token_for_each_request_and_gains_them_with_time() -> None:
    """Three at once, two a second: exact fractions, so that nothing is rounded."""
    rate = Rate(2, 3)
    for now, wait in (
        *((0, 0), (0, 0), (0, 0), (0, 0.5), (0, 0.5)),  # who must wait loses nothing
        *((0.25, 0.25), (0.5, 0), (0.5, 0.5), (0.75, 0.25)),
        *((1.5, 0), (1.5, 0), (1.5, 0.5)),
        *((99, 0), (99, 0), (99, 0), (99, 0.5)),  # no more than three are ever left
    ):
        assert rate.taken("desk", now) == wait, now
    assert [rate.taken("another", 99) for _ in range(4)] == [0, 0, 0, 0.5]


def test_who_used_too_much_waits_until_that_is_made_up_for() -> None:
    """Ten at once, two a second."""
    allowance = Allowance(2, 10)
    assert allowance.wait("a", 0) == 0
    allowance.use("a", 10, 0)
    assert allowance.wait("a", 0) == 0, "whoever has nothing left, but owes nothing, may ask once more"
    allowance.use("a", 6, 0)
    assert (allowance.wait("a", 0), allowance.wait("a", 1), allowance.wait("a", 3)) == (3, 2, 0)
    assert allowance.wait("b", 0) == 0
    allowance.use("a", 10, 99)
    allowance.use("a", 2, 99)
    assert allowance.wait("a", 99) == 1, "no more than ten are ever left"
