"""What a hand is worth, as a list of patterns."""

from typing import Any, NamedTuple

from tournament.language import Text, mark
from tournament.rules.pattern import Pattern


class NotComplete(ValueError):
    """The tiles make no winning shape."""

    text: Text = mark("These tiles are not a winning hand.")

    def __init__(self) -> None:
        super().__init__(self.text.message)


class CountedPattern(NamedTuple):
    """A pattern of the list."""

    pattern: Pattern[Any]
    times: int

    @property
    def points(self) -> int:
        """Its points, all counts together."""
        return self.pattern.points * self.times


class Score(NamedTuple):
    """The value of a hand."""

    points: int
    """With flowers."""
    basic: int
    """Without flowers: what the minimum asks for."""
    minimum_met: bool
    fans: tuple[CountedPattern, ...]
    """Dearest first, then by number."""
    rules: str
    """The profile that counted."""
