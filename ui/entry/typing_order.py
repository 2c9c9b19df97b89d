"""The fields of a hand, and in which order they are typed; nothing is loaded for it."""

from enum import Enum
from typing import assert_never


class HandField(Enum):
    """What is typed of a hand."""

    WINNER = "winner"
    SOURCE = "source"
    POINTS = "points"
    REASON = "reason"
    """Of a correction."""


class TypingOrder(Enum):
    """In which order a hand is typed, from top to bottom of the form."""

    WINNER_FIRST = "winner-first"
    """Winner, from whom, points."""
    POINTS_FIRST = "points-first"
    """Points, winner, from whom: as the columns of the paper."""

    @property
    def fields(self) -> tuple[HandField, HandField, HandField]:
        """The three fields in this order."""
        match self:
            case TypingOrder.WINNER_FIRST:
                return HandField.WINNER, HandField.SOURCE, HandField.POINTS
            case TypingOrder.POINTS_FIRST:
                return HandField.POINTS, HandField.WINNER, HandField.SOURCE
            case _:
                assert_never(self)

    @property
    def first(self) -> HandField:
        """Where a hand begins."""
        return self.fields[0]

    @property
    def last(self) -> HandField:
        """Where it is complete."""
        return self.fields[2]

    def before(self, field: HandField) -> HandField | None:
        """The field above; None above the first."""
        index = self.fields.index(field)
        return self.fields[index - 1] if index else None
