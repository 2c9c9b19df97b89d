"""The fields of a hand, and the order of typing them. The module imports nothing of the program."""

from dataclasses import dataclass
from enum import Enum


class HandField(Enum):
    """The fields that a hand has under every rule set."""

    WINNER = "winner"
    SOURCE = "source"
    POINTS = "points"
    REASON = "reason"
    """The reason for a correction."""


@dataclass(frozen=True, slots=True)
class ValueField:
    """The value of one player's hand, in rules that pay all four hands."""

    column: int


@dataclass(frozen=True, slots=True)
class AnswerField:
    """A question of the rules, by its name."""

    name: str


TypedField = HandField | ValueField | AnswerField
"""Any field of a hand."""


class Marked(Enum):
    """A field whose text is marked, so that it is typed over."""

    POINTS = "points"


HandPlace = TypedField | Marked
"""Where typing continues in the form of a hand."""


class TypingOrder(Enum):
    """The order of typing a hand. Rules that pay all four hands always begin with the winner."""

    WINNER_FIRST = "winner-first"
    """Winner, from whom, points."""
    POINTS_FIRST = "points-first"
    """Points, winner, from whom: as the columns of the paper."""

    fields: tuple[HandField, HandField, HandField]
    """The three fields of most rule sets in this order."""


TypingOrder.WINNER_FIRST.fields = HandField.WINNER, HandField.SOURCE, HandField.POINTS
TypingOrder.POINTS_FIRST.fields = HandField.POINTS, HandField.WINNER, HandField.SOURCE
