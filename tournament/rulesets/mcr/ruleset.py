"""Mahjong Competition Rules (WMO 2006) in two profiles: as FFMJ and EMA play it, and the Chinese practice.

The profiles differ in how a hand is counted (docs/rules.md, C1–C25), not in settlement, seats or faults.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from tournament.language import Text, mark
from tournament.rules.fault import FalseWin, Fault, LateStep, Measure, Receiver
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.payment import Outcome, Stakes, Transfer, opponents
from tournament.rules.reference import Reference, ReferenceRow, ReferenceTable
from tournament.rules.rotation import SEATS_CHANGED, fixed_seats
from tournament.rules.ruleset import POINTS, RuleSet
from tournament.rules.table_points import BY_PLACE

if TYPE_CHECKING:
    from random import Random

    from tournament.hand.hand import Hand, Waiting
    from tournament.rules.explanation import Explanation
    from tournament.rules.score import Score
    from tournament.rules.wait import Wait


_LADDER = (0, 5, 10, 20, 30, 40, 50, 60)
"""A warning, then points, for the repeated fault of one player in one session (docs/rules.md, M3)."""

# "No Hu": the player may not win this hand any more, and plays on.

_LATE = (LateStep(most=9, points=10), LateStep(most=15, points=20))
"""The points for being late (FFMJ, "Retard"; docs/rules.md, M4)."""
_STEPS = mark("Ladder")
_STEPS_NO_HU = mark("Ladder, No Hu")
_NO_HU = mark("No Hu")
_VOID_NO_HU = mark("Hu void, No Hu")

_FALSE_HU_SHORT = Fault("false-hu-short", "P9", mark("False Hu, fewer than 8 points"), mark("10 to each, No Hu"),
                       Measure.FIXED, Receiver.OPPONENTS, 10, no_hu=True)  # fmt: skip
_FALSE_HU_INVALID = Fault("false-hu-invalid", "P10", mark("False Hu, not a winning hand"), mark("20 to each, No Hu"),
                         Measure.FIXED, Receiver.OPPONENTS, 20, no_hu=True)  # fmt: skip
_FAULTS = (
    Fault("infraction", "P1", mark("Other infraction"), mark("Referee decides"), Measure.CHOSEN),
    Fault("late", "P2", mark("Late"), mark("10 or 20"), Measure.MINUTES,
          late=_LATE, of_session=True),
    Fault("claim-error", "P5", mark("Error in a chow, pung, kong or flower"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("claim-changed", "P6", mark("Claim changed or late"), _STEPS, Measure.LADDER),
    Fault("wall-touched", "P7", mark("Wall tile touched too early"), _STEPS, Measure.LADDER),
    Fault("wall-tile-seen", "P7", mark("Wall tile touched too early and seen"), _STEPS_NO_HU, Measure.LADDER,
          no_hu=True),
    Fault("tile-count", "P8", mark("Wrong number of tiles"), _NO_HU, Measure.NONE, no_hu=True),
    _FALSE_HU_SHORT,
    _FALSE_HU_INVALID,
    Fault("winning-tile-not-taken", "P11", mark("Winning tile not picked up"), mark("Hu void"), Measure.NONE),
    Fault("claim-then-hu", "P12", mark("Chow, pung or kong, then Hu"), mark("Must discard"), Measure.NONE),
    Fault("claim-then-hu-shown", "P12", mark("Chow, pung or kong, then Hu, hand shown"), _NO_HU, Measure.NONE,
          no_hu=True),
    Fault("hand-shown-before-hu", "P13", mark("Hand shown before saying Hu"), _VOID_NO_HU, Measure.NONE, no_hu=True),
    Fault("tile-revealed", "P14", mark("Tile revealed by accident"), mark("Next discard"), Measure.NONE),
    Fault("hand-shown-after-valid-hu", "P15", mark("Hand shown after a valid Hu"), mark("Warning"), Measure.NONE),
    Fault("hand-shown-after-invalid-hu", "P16", mark("Hand shown after a false Hu"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("tile-knocked", "P17", mark("Another player's tile knocked over"), mark("5 to 60, to them"),
          Measure.FREE, Receiver.VICTIM),
    Fault("wall-broken", "P18", mark("Hand or wall broken"), mark("30 to each"),
          Measure.FIXED, Receiver.OPPONENTS, 30, closes_hand=True),
    Fault("helping", "P19", mark("Help or information given"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("claimed-tile-not-taken", "P20", mark("Claimed tile never taken"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("wall-then-discard", "P21", mark("Reached for the wall, then claimed"), mark("Refused"), Measure.NONE),
    Fault("tiles-mixed", "P22", mark("Tiles mixed while counting"), _VOID_NO_HU, Measure.NONE, no_hu=True),
    Fault("late-question", "P23", mark("Question asked too late"), mark("Refused"), Measure.NONE),
)  # fmt: skip


_BASE = 8
"""The points that every loser pays in addition to the points of the hand."""


def settle(outcome: Outcome, _stakes: Stakes) -> tuple[Transfer, ...]:
    """Return the payments for one hand; ``points`` include flowers.

    Self-draw: each of the three pays the points and 8. Discard or robbed kong: the discarder pays the points and 8, the
    two others 8 each. A drawn hand is not paid. East pays and receives like the others. Source: FFMJ, "Païement" (after
    WMO 2006).
    """
    if outcome.winner is None:
        return ()
    winner, points = outcome.winner, outcome.points
    return tuple(
        Transfer(payer, winner, _BASE + (points if outcome.discarder in (None, payer) else 0))
        for payer in opponents(winner)
    )


def payment_text(outcome: Outcome, discarder: str) -> Text:
    """Return the points and the base, and who pays them."""
    values = {"points": outcome.points, "base": _BASE}
    if outcome.discarder is None:
        return mark("{points} + {base} from\neach of the three", **values)
    return mark("{points} + {base} from {player}\n{base} from each other", player=discarder, **values)


_MINIMUM = 8
"""The least points, without flowers, that win a hand."""


def _scorer(profile: str, name: Text) -> HandScorer:
    """Return the scorer of a profile. The modules that count are imported when they are first needed."""

    def score(hand: "Hand") -> "Score":
        from tournament.rulesets.mcr import scoring

        return scoring.score(hand, profile=profile)

    def explain(hand: "Hand") -> "Explanation":
        from tournament.rulesets.mcr import explaining

        return explaining.explain(hand, profile=profile)

    def waits(waiting: "Waiting") -> "tuple[Wait, ...]":
        from tournament.rulesets.mcr import scoring

        return scoring.waits(waiting, profile=profile)

    def random_win(chance: "Random") -> "Hand":
        from tournament.rulesets.mcr import dealing

        return dealing.random_win(chance, profile=profile)

    return HandScorer(
        name,
        minimum=_MINIMUM,
        score=score,
        explain=explain,
        waits=waits,
        random_win=random_win,
        below_minimum=_false_hu(_FALSE_HU_SHORT),
        no_win=_false_hu(_FALSE_HU_INVALID),
    )


def _false_hu(fault: Fault) -> FalseWin:
    """Return a false win.

    Both kinds cost points to each opponent and the right to win the hand.
    """
    warning = mark("If it is declared anyway, it is a false Hu: {points} to each opponent, no Hu in " "this hand.",
                   points=fault.points)  # fmt: skip
    return FalseWin(fault, warning, mark("Penalty: {points} to each, no Hu", points=fault.points))


def _reference(profile: str) -> Reference:
    """Return the function that makes the table of fan of a profile. It imports the rows when it is called."""

    def tables() -> tuple[ReferenceTable, ...]:
        from tournament.rulesets.mcr.profiles import PROFILES

        rows = (
            ReferenceRow(fan.name, (fan.points,), fan.description, "" if fan.number is None else str(fan.number))
            for fan in PROFILES[profile].fans
        )
        return (ReferenceTable(mark("Fan, dearest first"), tuple(rows), (POINTS,)),)

    return tables


MCR = RuleSet(
    id="mcr",
    name=mark("Mahjong Competition Rules"),
    minimum=_MINIMUM,
    improbable=88,
    most=500,
    value_bands=(8, 12, 16, 24, 32, 64),
    table=fixed_seats(SEATS_CHANGED),
    settle=settle,
    payment_text=payment_text,
    table_points=BY_PLACE,
    flowers=True,
    ladder=_LADDER,
    faults=_FAULTS,
    scorer=_scorer("mcr", mark("rules of 2006")),
    payment_rule=mark(
        "On a discard, the discarder pays the points of the hand and 8, and the two others pay 8 "
        "each. On a self-draw, each of the three pays the points and 8. Nothing is paid for a drawn "
        "hand."
    ),
    reference=_reference("mcr"),
)
GUOBIAO = replace(
    MCR,
    id="guobiao",
    name=mark("Guobiao (Chinese practice)"),
    scorer=_scorer("guobiao", mark("Chinese practice")),
    reference=_reference("guobiao"),
)
