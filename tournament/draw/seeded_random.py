"""The only source of chance in a draw."""

from collections.abc import Iterable
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
        """A whole number in 0 … count − 1."""
        return int(self.next() * count)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in random order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
