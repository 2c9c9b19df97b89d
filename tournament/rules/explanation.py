"""Why a hand has its value: what counts, with the tiles that make it, and what does not count."""

from enum import Enum
from typing import Any, NamedTuple

from tournament.hand.notation import format_tiles
from tournament.language import Text, mark
from tournament.rules.pattern import Pattern
from tournament.rules.score import Score
from tournament.tiles.tile import Tile

Group = tuple[Tile, ...]
"""The tiles of a set, a pair or another part of a hand."""
Instance = tuple[Group, ...]
"""The groups that make one count of a pattern; empty if the hand as a whole makes it."""


class Reason(Enum):
    """Why a pattern that the hand contains does not count."""

    IMPLIED = "implied"
    """It is contained in, or excluded by, a pattern that counts."""
    USED_UP = "used-up"
    """Its sets are already combined (the account-once principle)."""
    SAME_AGAIN = "same-again"
    """One of its sets is already used for the same pattern (the non-identical principle)."""
    OTHER_TILES = "other-tiles"
    """It is a wait for a single kind of tile, but other tiles complete the hand too."""

    @property
    def label(self) -> Text:
        """The reason in words, for players."""
        return _LABELS[self]


_LABELS = {
    Reason.IMPLIED: mark("Included in a combination worth more"),
    Reason.USED_UP: mark("Its sets are already combined; each remaining set counts only once"),
    Reason.SAME_AGAIN: mark("A set cannot be used twice for the same combination"),
    Reason.OTHER_TILES: mark("Other tiles complete the hand too"),
}


class Present(NamedTuple):
    """A pattern that counts."""

    pattern: Pattern[Any]
    instances: tuple[Instance, ...]
    """One instance for each time that it counts."""


class LeftOut(NamedTuple):
    """A pattern that the hand contains but that does not count."""

    pattern: Pattern[Any]
    instance: Instance
    reason: Reason
    by: Pattern[Any] | None
    """The pattern that prevents it from counting; None if there is no single one."""
    waits: tuple[Tile, ...] = ()
    """The other tiles that complete the hand, in tile order."""

    @property
    def reason_text(self) -> Text:
        """The reason in words, with the other tiles that complete the hand; without the pattern ``by``."""
        if self.waits:
            return mark("{tiles} would complete it too", tiles=format_tiles(self.waits))
        return self.reason.label


class ReadAs(NamedTuple):
    """One way to read the hand, and its score."""

    groups: tuple[Group, ...]
    """Declared sets, concealed sets, then the pair or the special part."""
    completed: int
    """The index of the group that the winning tile completed."""
    score: Score


class Explanation(NamedTuple):
    """The explanation of a hand's value."""

    score: Score
    reading: ReadAs
    counted: tuple[Present, ...]
    left_out: tuple[LeftOut, ...]
    lesser: tuple[ReadAs, ...]
    """All other readings, the most valuable first."""

    @property
    def next_best(self) -> ReadAs | None:
        """The most valuable reading with other sets; None if there is none.

        Readings that only differ in the set which the winning tile completed are no others to a player.
        """
        own = sorted(self.reading.groups)
        return next((each for each in self.lesser if sorted(each.groups) != own), None)
