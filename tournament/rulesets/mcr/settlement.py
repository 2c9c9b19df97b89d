"""Who pays whom in MCR."""

from tournament.language import Text, mark
from tournament.rules.payment import Outcome, Stakes, Transfer, opponents

BASE = 8
"""What every loser pays besides the points of the hand."""


def settle(outcome: Outcome, _stakes: Stakes) -> tuple[Transfer, ...]:
    """Pay for one hand; ``points`` include flowers.

    Self-draw: each of the three pays the points and 8. Discard or robbed kong: the discarder pays
    the points and 8, the two others 8 each. A drawn hand moves nothing. Nobody doubles for East.
    Source: FFMJ, "Païement" (after WMO 2006).
    """
    if outcome.winner is None:
        return ()
    winner, points = outcome.winner, outcome.points
    return tuple(
        Transfer(payer, winner, BASE + (points if outcome.discarder in (None, payer) else 0))
        for payer in opponents(winner)
    )


def payment_text(outcome: Outcome, discarder: str) -> Text:
    """The points, and the base beside them."""
    values = {"points": outcome.points, "base": BASE}
    if outcome.discarder is None:
        return mark("{points} + {base} from\neach of the three", **values)
    return mark("{points} + {base} from {player}\n{base} from each other", player=discarder, **values)
