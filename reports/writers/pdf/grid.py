"""The positions of the lines of the score sheet on its page, in points from the lower left corner."""

from dataclasses import dataclass
from functools import cached_property

MARGIN = 34.0
"""12 mm."""
ROW = 23.9
"""Height of a row to write in: 8.4 mm."""
_TOP = 112.0
"""From the upper edge of the page to the table."""
_PLAN, _HAND, _POINTS, _WON = 52.0, 18.5, 28.0, 49.0
"""Widths of the first four columns."""


@dataclass(frozen=True)
class Grid:
    """The score sheet on one paper size."""

    page_wide: float
    page_high: float
    tight: bool
    """True on paper shorter than A4: rows that are not written in are lower."""

    @cached_property
    def left(self) -> float:
        """Left edge."""
        return MARGIN

    @cached_property
    def right(self) -> float:
        """Right edge."""
        return self.page_wide - MARGIN

    @cached_property
    def wide(self) -> float:
        """Between the edges."""
        return self.right - self.left

    @cached_property
    def top(self) -> float:
        """Upper edge of the table."""
        return self.page_high - _TOP

    @cached_property
    def hand(self) -> float:
        """Left edge of the column of hand numbers."""
        return self.left + _PLAN

    @cached_property
    def number(self) -> float:
        """Right edge of the column of hand numbers."""
        return self.hand + _HAND

    @cached_property
    def points(self) -> float:
        """Right edge of the column of points."""
        return self.number + _POINTS

    @cached_property
    def won(self) -> float:
        """Right edge of the column of the winner."""
        return self.points + _WON

    @cached_property
    def columns(self) -> tuple[float, ...]:
        """Edges of the four players' columns, five of them."""
        step = (self.right - self.won) / 4
        return tuple(self.won + step * number for number in range(5))

    @cached_property
    def winds(self) -> tuple[float, ...]:
        """Right edges of the own winds in the players' columns."""
        return tuple(edge + 16.5 for edge in self.columns[:4])

    @cached_property
    def nets(self) -> tuple[float, ...]:
        """Right edges of + / − in the players' columns."""
        return tuple(wind + (self.columns[1] - self.columns[0] - 16.5) * 0.47 for wind in self.winds)

    @cached_property
    def players_high(self) -> float:
        """Height of the heads with the players' names."""
        return 63.0 if self.tight else 66.0

    @cached_property
    def band(self) -> float:
        """Height of the band over a round."""
        return 13.0 if self.tight else 15.5

    @cached_property
    def block(self) -> float:
        """Height of a round with its band."""
        return self.band + 4 * ROW

    @cached_property
    def rounds_top(self) -> float:
        """Upper edge of the first round."""
        return self.top - self.players_high

    def sums_top(self, rounds: int) -> float:
        """Upper edge of the penalties, under ``rounds`` rounds."""
        return self.rounds_top - rounds * self.block

    @cached_property
    def sign_high(self) -> float:
        """Height of the row of signatures."""
        return 26.0 if self.tight else 36.0

    @cached_property
    def foot(self) -> float:
        """Base line of the foot."""
        return 22.0 if self.tight else 30.0
