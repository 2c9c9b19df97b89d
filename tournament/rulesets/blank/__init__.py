"""The smallest rule set that can be played: a template to copy, and a fixture for tests.

The winner gets the points of the hand from the discarder, or from each of the three on a self-draw.
"""

from tournament.language import Text, mark
from tournament.rules.payment import Outcome, Stakes, Transfer, opponents
from tournament.rules.rotation import SEATS_KEPT, fixed_seats
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_points import BY_PLACE


def settle(outcome: Outcome, _stakes: Stakes) -> tuple[Transfer, ...]:
    """Return who pays the points: the discarder, or everybody on a self-draw."""
    if outcome.winner is None:
        return ()
    payers = opponents(outcome.winner) if outcome.discarder is None else (outcome.discarder,)
    return tuple(Transfer(payer, outcome.winner, outcome.points) for payer in payers)


def payment_text(outcome: Outcome, discarder: str) -> Text:
    """Return the points and who pays them, in words."""
    if outcome.discarder is None:
        return mark("{points} from\neach of the three", points=outcome.points)
    return mark("{points} from {player}", points=outcome.points, player=discarder)


BLANK = RuleSet(
    id="blank",
    name=mark("Blank rules"),
    minimum=1,
    improbable=100,
    most=1000,
    value_bands=(1, 10, 25, 50, 100),
    table=fixed_seats(SEATS_KEPT),
    settle=settle,
    payment_text=payment_text,
    payment_rule=mark(
        "On a discard, the discarder pays the points of the hand. On a self-draw, each of the three others does."
    ),
    table_points=BY_PLACE,
)
