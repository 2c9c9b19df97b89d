"""Mahjong Competition Rules (WMO 2006) in two profiles: as FFMJ and EMA play it, and the Chinese practice.

The profiles differ in how a hand is counted (docs/rules.md, C1–C25), not in settlement, seats or faults.
"""

from dataclasses import replace
from functools import partial

from tournament.language import mark
from tournament.rules.rotation import SEATS_CHANGED
from tournament.rules.ruleset import RuleSet
from tournament.rules.worth import Seated, Worth
from tournament.rulesets.mcr.faults import FAULTS, LADDER
from tournament.rulesets.mcr.settlement import settle


def _worth(profile: str, text: str, seated: Seated) -> Worth:
    """Count tiles; the scorer is loaded when the first hand is counted."""
    from tournament.rulesets.mcr.hand_value import worth

    return worth(text, seated, profile=profile)


MCR = RuleSet(
    id="mcr",
    name=mark("Mahjong Competition Rules"),
    minimum=8,
    improbable=88,
    most=500,
    rotation=SEATS_CHANGED,
    settle=settle,
    place_points=(4, 2, 1, 0),
    ladder=LADDER,
    faults=FAULTS,
    value=partial(_worth, "mcr"),
)
GUOBIAO = replace(MCR, id="guobiao", name=mark("Guobiao (Chinese practice)"), value=partial(_worth, "guobiao"))
