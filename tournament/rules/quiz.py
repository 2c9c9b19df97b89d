"""Practice in counting: a random winning hand, and the numbers that a player calculates for it."""

from typing import NamedTuple

from tournament.hand.player_hand import PlayerHand
from tournament.language import Text, mark
from tournament.rules.item import HandCount
from tournament.rules.question import Chosen


class RandomWin(NamedTuple):
    """A legal hand that may win, with how it was won."""

    hand: PlayerHand
    answers: Chosen
    """What the rules ask of it besides its tiles."""


class Figure(NamedTuple):
    """One number that the user is asked for."""

    name: Text
    right: int | None
    """None if any number is right, because it does not matter in this hand; only the solution may show that."""
    label: Text | None = None
    """What is said at its field; None: its name."""
    optional: bool = False
    """It may be left empty, and is not compared then."""
    passed_from: int | None = None
    """It need not be answered where the answer before it is at least this."""
    least: int = 0
    times: int = 1
    """What a number below ``least`` is multiplied by when it is typed: 4 for 40."""


def points_alone(_hand: PlayerHand, count: HandCount) -> tuple[Figure, ...]:
    """The figures of rules under which a hand has points only."""
    return (Figure(mark("Points"), count.points, mark("Your count")),)
