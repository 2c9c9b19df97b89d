"""Faults and their sanctions (EMA, Riichi Competition Rules 2025, 3.4.6 and 5); numbers as in docs/rules.md."""

from tournament.language import integer_text, mark
from tournament.rules.fault import Fault, Measure
from tournament.rulesets.riichi.options import RiichiOptions

_DEAD = mark("Dead hand: no win, no claim, not tenpai")
_NOTED = mark("Noted, no points")


def faults(options: RiichiOptions) -> tuple[Fault, ...]:
    """The rows for an event: a chombo is taken after uma, and the hand is played again in the same row."""
    sanction = mark("{points} after uma, hand replayed", points=integer_text(options.chombo))
    return (
        Fault("chombo", "RI1", mark("Chombo: false win, false riichi, false kan after riichi"), sanction,
              Measure.FIXED, points=options.chombo, after_places=True),
        *_OTHERS,
    )  # fmt: skip


_OTHERS = (
    Fault("tile-count", "RI2", mark("Too few or too many tiles"), _DEAD, Measure.NONE, no_hu=True),
    Fault("invalid-set", "RI2", mark("Invalid chii, pon or kan"), _DEAD, Measure.NONE, no_hu=True),
    Fault("swap-call", "RI2", mark("Swap-calling (kuikae)"), _DEAD, Measure.NONE, no_hu=True),
    Fault("tiles-exposed", "RI2", mark("Tiles of another hand or of the dead wall exposed"), _DEAD, Measure.NONE,
          no_hu=True),
    Fault("minor", "RI3", mark("Minor irregularity"), _NOTED, Measure.NONE),
)  # fmt: skip
