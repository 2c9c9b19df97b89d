"""Practice in counting: a random winning hand, and the numbers that a player calculates for it."""

from typing import NamedTuple

from tournament.hand.player_hand import PlayerHand
from tournament.language import Text, mark
from tournament.rules.item import HandCount
from tournament.rules.question import Chosen


class RandomWin(NamedTuple):
    """A legal winning hand, with how it was won."""

    hand: PlayerHand
    answers: Chosen
    """The answers to what the rules ask about it besides its tiles."""


class Figure(NamedTuple):
    """One number that the user is asked for."""

    name: Text
    right: int | None
    """The correct number; None if the number does not matter in this hand, so that any answer is accepted.

    The form does not reveal which of the two it is; only the solution does.
    """
    label: Text | None = None
    """The label of its field; None if it is the name."""
    optional: bool = False
    """Whether the field may be left empty. It is then not compared."""
    passed_from: int | None = None
    """If the answer before it is at least this, it need not be answered; None if it always must."""
    least: int = 0
    times: int = 1
    """The factor of a typed number below ``least``, such as 10 if 4 stands for 40."""


def points_alone(_hand: PlayerHand, count: HandCount) -> tuple[Figure, ...]:
    """Return the only figure under rules in which a hand has nothing but points: the points."""
    return (Figure(mark("Points"), count.points, mark("Your count")),)
