"""Faults of MCR and their sanctions (FFMJ, "Fautes", after WMO 2006); numbers as in docs/rules.md."""

from tournament.language import mark
from tournament.rules.fault import Fault, LateStep, Measure, Receiver

LADDER = (0, 5, 10, 20, 30, 40, 50, 60)
"""Warning, then points: for one fault of one player in one session (docs/rules.md, M3)."""

# "No Hu": the player may not win this hand any more, and plays on.

_LATE = (LateStep(most=9, points=10), LateStep(most=15, points=20))
"""FFMJ, "Retard" (docs/rules.md, M4)."""
_STEPS = mark("Ladder")
_STEPS_NO_HU = mark("Ladder, No Hu")
_NO_HU = mark("No Hu")
_VOID_NO_HU = mark("Hu void, No Hu")

FALSE_HU_SHORT = Fault("false-hu-short", "P9", mark("False Hu, fewer than 8 points"), mark("10 to each, No Hu"),
                       Measure.FIXED, Receiver.OPPONENTS, 10, no_hu=True)  # fmt: skip
FALSE_HU_INVALID = Fault("false-hu-invalid", "P10", mark("False Hu, not a winning hand"), mark("20 to each, No Hu"),
                         Measure.FIXED, Receiver.OPPONENTS, 20, no_hu=True)  # fmt: skip
FAULTS = (
    Fault("infraction", "P1", mark("Other infraction"), mark("Referee decides"), Measure.CHOSEN),
    Fault("late", "P2", mark("Late"), mark("10 or 20"), Measure.MINUTES,
          late=_LATE, of_session=True),
    Fault("claim-error", "P5", mark("Error in a chow, pung, kong or flower"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("claim-changed", "P6", mark("Claim changed or late"), _STEPS, Measure.LADDER),
    Fault("wall-touched", "P7", mark("Wall tile touched too early"), _STEPS, Measure.LADDER),
    Fault("wall-tile-seen", "P7", mark("Wall tile touched too early and seen"), _STEPS_NO_HU, Measure.LADDER,
          no_hu=True),
    Fault("tile-count", "P8", mark("Wrong number of tiles"), _NO_HU, Measure.NONE, no_hu=True),
    FALSE_HU_SHORT,
    FALSE_HU_INVALID,
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
