"""The fields of a hand, and in which order they are typed; nothing is loaded for it."""

from dataclasses import dataclass
from enum import Enum


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

    fields: tuple[HandField, HandField, HandField]
    """The three fields of most rule sets in this order."""


TypingOrder.WINNER_FIRST.fields = HandField.WINNER, HandField.SOURCE, HandField.POINTS
TypingOrder.POINTS_FIRST.fields = HandField.POINTS, HandField.WINNER, HandField.SOURCE
