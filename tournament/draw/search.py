"""What all searches for a draw have in common: seeded random numbers, the acceptance of worse steps, and progress."""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class SeededRandom:
    """Random choices that depend on the seed alone.

    Python guarantees the sequence of ``Random(seed).random()`` for every version and platform, and nothing else of that
    module, so everything here is built on it.
    """

    __slots__ = ("next",)

    def __init__(self, seed: int) -> None:
        self.next = Random(seed).random
        """A new float in [0, 1)."""

    def below(self, count: int) -> int:
        """Return a whole number from 0 to count − 1."""
        return int(self.next() * count)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in random order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


WORST = 24
"""The cost above which a step is never accepted. Its probability would be less than one in ten million."""


def acceptance(done: float, *, warm: float = 0.45, cold: float = 0.02) -> list[float]:
    """Return the probabilities of accepting a step that costs 0, 1, 2 … when ``done`` (0 … 1) of the search is over.

    This is simulated annealing with a power instead of the exponential: a step that costs d is accepted with
    probability p^d, where p falls from ``warm`` to ``cold``. It only multiplies, so every platform computes the same
    bits.
    """
    base = warm + (cold - warm) * done
    chances = [1.0]
    for _ in range(WORST):
        chances.append(chances[-1] * base)
    return chances


class SearchProgress:
    """A part of the whole search, from ``start`` to ``end`` (0 … 1), whose progress is reported to a listener."""

    __slots__ = ("_end", "_listener", "_start", "_state")

    def __init__(
        self,
        listener: Callable[[float], bool] | None = None,
        *,
        start: float = 0.0,
        end: float = 1.0,
        state: list[bool] | None = None,
    ) -> None:
        self._listener = listener
        self._start = start
        self._end = end
        self._state = [True] if state is None else state

    def goes_on(self, done: float = 0.0) -> bool:
        """Report that ``done`` (0 … 1) of this part is finished.

        Return whether to continue: False once the listener stopped it.
        """
        if self._listener and self._state[0]:
            self._state[0] = self._listener(self._start + (self._end - self._start) * min(1.0, done))
        return self._state[0]

    def stretch(self, start: float, end: float) -> "SearchProgress":
        """Return a part of this part; a stop applies to all of them."""
        width = self._end - self._start
        return SearchProgress(
            self._listener,
            start=self._start + width * start,
            end=self._start + width * end,
            state=self._state,
        )
