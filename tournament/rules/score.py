"""The value of a hand, as a list of patterns."""

from typing import Any, NamedTuple

from tournament.language import Text, mark
from tournament.rules.pattern import Pattern


class NotComplete(ValueError):
    """Raised for tiles that do not form a winning hand."""

    text: Text = mark("These tiles are not a winning hand.")

    def __init__(self) -> None:
        super().__init__(self.text.message)


class CountedPattern(NamedTuple):
    """A pattern that counts, with the number of times."""

    pattern: Pattern[Any]
    times: int

    @property
    def points(self) -> int:
        """The points of all counts together."""
        return self.pattern.points * self.times


class Score(NamedTuple):
    """The value of a hand, with the patterns that make it."""

    points: int
    """The points, including those of flowers."""
    basic: int
    """The points without flowers, which must reach the minimum."""
    minimum_met: bool
    fans: tuple[CountedPattern, ...]
    """The patterns, the most valuable first, equal ones by number."""
    rules: str
    """The id of the rules that counted."""
