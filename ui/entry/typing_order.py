"""The fields of a hand, and in which order they are typed; nothing is loaded for it."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never


class HandField(Enum):
    """What is typed of a hand by every rule set."""

    WINNER = "winner"
    SOURCE = "source"
    POINTS = "points"
    REASON = "reason"
    """Of a correction."""


@dataclass(frozen=True, slots=True)
class ValueField:
    """What the hand of one player is worth, where all four are paid."""

    column: int


@dataclass(frozen=True, slots=True)
class AnswerField:
    """A question of the rules, by its name."""

    name: str


TypedField = HandField | ValueField | AnswerField
"""Whatever can be typed of a hand."""


class TypingOrder(Enum):
    """In which order a hand is typed, top to bottom of the form; the winner is first where four hands are paid."""

    WINNER_FIRST = "winner-first"
    """Winner, from whom, points."""
    POINTS_FIRST = "points-first"
    """Points, winner, from whom: as the columns of the paper."""

    @property
    def fields(self) -> tuple[HandField, HandField, HandField]:
        """The three fields of most rule sets in this order."""
        match self:
            case TypingOrder.WINNER_FIRST:
                return HandField.WINNER, HandField.SOURCE, HandField.POINTS
            case TypingOrder.POINTS_FIRST:
                return HandField.POINTS, HandField.WINNER, HandField.SOURCE
            case _:
                assert_never(self)
