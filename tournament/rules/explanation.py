"""Why a hand is worth its points: what counts, made of which tiles, and what does not count."""

from enum import Enum
from typing import Any, NamedTuple

from tournament.language import Text, mark
from tournament.rules.pattern import Pattern
from tournament.rules.score import Score
from tournament.tiles.tile import Tile

Group = tuple[Tile, ...]
"""The tiles of a set, a pair or another part of a hand."""
Instance = tuple[Group, ...]
"""What makes one count of a pattern; nothing when it is the hand as a whole."""


class Reason(Enum):
    """Why a pattern that is there does not count."""

    IMPLIED = "implied"
    """It is contained in, or excluded by, one that counts."""
    USED_UP = "used-up"
    """Its sets are already linked: account once."""
    SAME_AGAIN = "same-again"
    """One of its sets is already used by the same pattern: non-identical."""

    @property
    def label(self) -> Text:
        """The reason in words, for players."""
        return _LABELS[self]


_LABELS = {
    Reason.IMPLIED: mark("Included in a combination worth more"),
    Reason.USED_UP: mark("Its sets are already combined; each remaining set counts only once"),
    Reason.SAME_AGAIN: mark("A set cannot be used twice for the same combination"),
}


class Present(NamedTuple):
    """A pattern that counts."""

    pattern: Pattern[Any]
    instances: tuple[Instance, ...]
    """One for each count."""


class LeftOut(NamedTuple):
    """A pattern that is there and does not count."""

    pattern: Pattern[Any]
    instance: Instance
    reason: Reason
    by: Pattern[Any] | None
    """The pattern because of which it does not count, if there is one."""


class ReadAs(NamedTuple):
    """One way to read the hand, and its worth."""

    groups: tuple[Group, ...]
    """Declared sets, concealed sets, then the pair or the special part."""
    completed: int
    """Which group the winning tile completed."""
    score: Score


class Explanation(NamedTuple):
    """A hand, explained."""

    score: Score
    reading: ReadAs
    counted: tuple[Present, ...]
    left_out: tuple[LeftOut, ...]
    lesser: tuple[ReadAs, ...]
    """Every other reading, dearest first."""

    @property
    def next_best(self) -> ReadAs | None:
        """The dearest of the other readings, or None when there is none."""
        return self.lesser[0] if self.lesser else None
