"""Mahjong Competition Rules (WMO 2006) in two profiles: as FFMJ and EMA play it, and the Chinese practice.

The profiles differ in how a hand is counted (docs/rules.md, C1–C25), not in settlement, seats or faults.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from tournament.language import Text, mark
from tournament.rules.fault import FalseWin, Fault
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.reference import Reference, ReferenceRow, ReferenceTable
from tournament.rules.rotation import SEATS_CHANGED, fixed_seats
from tournament.rules.ruleset import POINTS, RuleSet
from tournament.rules.table_points import BY_PLACE
from tournament.rulesets.mcr.faults import FALSE_HU_INVALID, FALSE_HU_SHORT, FAULTS, LADDER
from tournament.rulesets.mcr.settlement import payment_text, settle

if TYPE_CHECKING:
    from random import Random

    from tournament.hand.hand import Hand, Waiting
    from tournament.rules.explanation import Explanation
    from tournament.rules.score import Score
    from tournament.rules.wait import Wait

MINIMUM = 8
"""Points without flowers that win a hand."""


def _scorer(profile: str, name: Text) -> HandScorer:
    """Count by a profile; the modules that count are loaded when they are first called."""

    def score(hand: "Hand") -> "Score":
        from tournament.rulesets.mcr import scoring

        return scoring.score(hand, profile=profile)

    def explain(hand: "Hand") -> "Explanation":
        from tournament.rulesets.mcr import explaining

        return explaining.explain(hand, profile=profile)

    def waits(waiting: "Waiting") -> "tuple[Wait, ...]":
        from tournament.rulesets.mcr import waiting as waiting_tiles

        return waiting_tiles.waits(waiting, profile=profile)

    def random_win(chance: "Random") -> "Hand":
        from tournament.rulesets.mcr import dealing

        return dealing.random_win(chance, profile=profile)

    return HandScorer(
        name,
        minimum=MINIMUM,
        score=score,
        explain=explain,
        waits=waits,
        random_win=random_win,
        below_minimum=_false_hu(FALSE_HU_SHORT),
        no_win=_false_hu(FALSE_HU_INVALID),
    )


def _false_hu(fault: Fault) -> FalseWin:
    """Both kinds cost each opponent's points and the right to win the hand."""
    warning = mark("If it is declared anyway, it is a false Hu: {points} to each opponent, no Hu in " "this hand.",
                   points=fault.points)  # fmt: skip
    return FalseWin(fault, warning, mark("Penalty: {points} to each, no Hu", points=fault.points))


def _reference(profile: str) -> Reference:
    """The fan of a profile by their numbers; their rows are loaded when they are looked up."""

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
    minimum=MINIMUM,
    improbable=88,
    most=500,
    value_bands=(8, 12, 16, 24, 32, 64),
    table=fixed_seats(SEATS_CHANGED),
    settle=settle,
    payment_text=payment_text,
    table_points=BY_PLACE,
    flowers=True,
    ladder=LADDER,
    faults=FAULTS,
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
