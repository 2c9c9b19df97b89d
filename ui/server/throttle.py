"""Delays after wrong PINs or tickets, and limits on what a desk asks for. Times are in seconds.

``now`` is a reading of a clock that never goes back, such as ``time.monotonic``.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Generic, TypeVar

FREE_FAILURES = 3
"""Failures after which an address must wait."""
LONGEST_WAIT = 60.0
FAILURES_A_MINUTE = 30
"""Failures of all addresses together; if there are more, everybody must wait a little."""
WAIT_OF_ALL = 2.0
MOST_ADDRESSES = 10_000

_Value = TypeVar("_Value")


class _Latest(Generic[_Value]):
    """The values of the latest addresses, at most ``most``."""

    def __init__(self, most: int) -> None:
        self._values: OrderedDict[str, _Value] = OrderedDict()
        self._most = most

    def get(self, who: str) -> _Value | None:
        return self._values.get(who)

    def put(self, who: str, value: _Value) -> None:
        self._values[who] = value
        self._values.move_to_end(who)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, who: str) -> None:
        self._values.pop(who, None)


@dataclass(frozen=True, slots=True)
class _Tries:
    """What is known of one address."""

    failures: int = 0
    free_at: float = 0.0
    """When the address may try again, counting only its own failures."""
    waiting_since: float | None = None
    """When it first asked while all addresses must wait."""


class Throttle:
    """Slows down guesses of PINs: those of each address, and those of all together.

    It locks nobody out: an address can try again after the wait that it was given.
    An address makes one try at a time: call `allowed`; if it returns 0, check the PIN and report the result before the
    next call. A try that has to wait is neither checked nor reported.
    """

    def __init__(self, most: int = MOST_ADDRESSES) -> None:
        self._tries = _Latest[_Tries](most)
        self._failures = deque[float](maxlen=FAILURES_A_MINUTE)

    def allowed(self, address: str, now: float) -> float:
        """The seconds until ``address`` may try; 0 if it may try at once."""
        tries = self._tries.get(address) or _Tries()
        own = max(0.0, tries.free_at - now)
        if not self._is_busy(now):
            return own
        since = now if tries.waiting_since is None else tries.waiting_since
        if tries.waiting_since is None:
            self._tries.put(address, _Tries(tries.failures, tries.free_at, now))
        return max(own, since + WAIT_OF_ALL - now, 0.0)

    def failed(self, address: str, now: float) -> None:
        """Note that the PIN was wrong."""
        self._failures.append(now)
        failures = (self._tries.get(address) or _Tries()).failures + 1
        excess = min(failures - FREE_FAILURES, 16)
        wait = min(2.0**excess, LONGEST_WAIT) if excess >= 0 else 0.0
        self._tries.put(address, _Tries(failures, now + wait))

    def succeeded(self, address: str) -> None:
        """Note that the PIN was right, and forget the failures of this address."""
        self._tries.drop(address)

    def _is_busy(self, now: float) -> bool:
        return len(self._failures) == FAILURES_A_MINUTE and now - self._failures[0] < 60


class Rate:
    """A token bucket for each desk: ``burst`` requests at once, and ``per_second`` in the long run."""

    def __init__(self, per_second: float, burst: int, most: int = MOST_ADDRESSES) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets = _Latest[tuple[float, float]](most)
        """The tokens left in each bucket, and the time of that count."""

    def taken(self, who: str, now: float) -> float:
        """Take one request of ``who``: 0 if it is let through, otherwise the seconds until one may be."""
        left, then = self._buckets.get(who) or (float(self._burst), now)
        left = min(float(self._burst), left + (now - then) * self._per_second)
        if left < 1 - 1e-9:  # what a wait of just the right length leaves out
            return (1 - left) / self._per_second
        self._buckets.put(who, (max(0.0, left - 1), now))
        return 0.0


class Allowance:
    """What each desk may use: ``burst`` at once, and ``per_second`` in the long run.

    Unlike with a `Rate`, the amount is known only afterwards. Who has used more must wait until that is made up for.
    """

    def __init__(self, per_second: float, burst: float, most: int = MOST_ADDRESSES) -> None:
        self._per_second, self._burst = per_second, burst
        self._left = _Latest[tuple[float, float]](most)
        """What is left to each desk, below 0 if it has used too much, and the time of that count."""

    def wait(self, who: str, now: float) -> float:
        """The seconds until ``who`` may use something; 0 if at once."""
        return max(0.0, -self._left_to(who, now) / self._per_second)

    def use(self, who: str, amount: float, now: float) -> None:
        """Note what ``who`` has used."""
        if amount:
            self._left.put(who, (self._left_to(who, now) - amount, now))

    def _left_to(self, who: str, now: float) -> float:
        left, then = self._left.get(who) or (self._burst, now)
        return min(self._burst, left + (now - then) * self._per_second)
