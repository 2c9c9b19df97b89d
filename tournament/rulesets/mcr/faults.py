"""Faults of MCR and their sanctions (FFMJ, "Fautes", after WMO 2006); numbers as in docs/rules.md."""

from tournament.language import mark
from tournament.rules.fault import Fault, Measure, Receiver

LADDER = (0, 5, 10, 20, 30, 40, 50, 60)
"""Warning, then points: for one fault of one player in one session (docs/rules.md, M3)."""

_STEPS = mark("Warning, then 5, 10, 20, 30, 40, 50, 60")
_STEPS_NO_HU = mark("Warning, then 5, 10, 20, 30, 40, 50, 60; may not win this hand")
_NO_HU = mark("May not win this hand")

FAULTS = (
    Fault("infraction", "P1", mark("Infraction"), mark("The referee decides: a warning or 5 to 60"), Measure.CHOSEN),
    Fault("late", "P2", mark("Late"), mark("Under 10 minutes 10, up to 15 minutes 20, then a substitute plays"),
          Measure.MINUTES),
    Fault("claim-error", "P5", mark("Error in a chow, pung, kong or flower replacement"), _NO_HU, Measure.NONE,
          no_hu=True),
    Fault("claim-changed", "P6", mark("Changed a claim, or called pung too late"), _STEPS, Measure.LADDER),
    Fault("wall-touched", "P7", mark("Touched a wall tile too early, tile not seen"), _STEPS, Measure.LADDER),
    Fault("wall-tile-seen", "P7", mark("Touched a wall tile too early, tile seen"), _STEPS_NO_HU, Measure.LADDER,
          no_hu=True),
    Fault("tile-count", "P8", mark("Wrong number of tiles"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("false-hu-short", "P9", mark("False Hu, fewer than 8 points"),
          mark("10 to each opponent; may not win this hand"), Measure.FIXED, Receiver.OPPONENTS, 10, no_hu=True),
    Fault("false-hu-invalid", "P10", mark("False Hu, not a winning hand"),
          mark("20 to each opponent; may not win this hand"), Measure.FIXED, Receiver.OPPONENTS, 20, no_hu=True),
    Fault("winning-tile-not-taken", "P11", mark("Winning discard not picked up before counting"),
          mark("This Hu is void"), Measure.NONE),
    Fault("claim-then-hu", "P12", mark("Said chow, pung or kong, then Hu; hand not shown"),
          mark("Must discard; may win later"), Measure.NONE),
    Fault("claim-then-hu-shown", "P12", mark("Said chow, pung or kong, then Hu; hand shown"), _NO_HU, Measure.NONE,
          no_hu=True),
    Fault("hand-shown-before-hu", "P13", mark("Showed the hand before saying Hu"),
          mark("This Hu is void; may not win this hand"), Measure.NONE, no_hu=True),
    Fault("tile-revealed", "P14", mark("Revealed a tile by accident"), mark("That tile is the next discard"),
          Measure.NONE),
    Fault("hand-shown-after-valid-hu", "P15", mark("Showed the hand after a valid Hu"), mark("Warning"), Measure.NONE),
    Fault("hand-shown-after-invalid-hu", "P16", mark("Showed the hand after an invalid Hu"),
          mark("May not win this hand; discards the tiles shown first"), Measure.NONE, no_hu=True),
    Fault("tile-knocked", "P17", mark("Knocked over another player's tile"),
          mark("5 to 60 to that player: the referee decides"), Measure.FREE, Receiver.VICTIM),
    Fault("wall-broken", "P18", mark("Broke a hand or the wall: the hand cannot go on"),
          mark("30 to each opponent; the hand ends without a winner"), Measure.FIXED, Receiver.OPPONENTS, 30,
          closes_hand=True),
    Fault("helping", "P19", mark("Helped or passed information"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("claimed-tile-not-taken", "P20", mark("Claimed tile not taken in time"), _NO_HU, Measure.NONE, no_hu=True),
    Fault("wall-then-discard", "P21", mark("Reached for the wall, then wanted the discard"),
          mark("May not take that discard"), Measure.NONE),
    Fault("tiles-mixed", "P22", mark("Mixed own tiles with others while counting"),
          mark("This win is void; may not win this hand"), Measure.NONE, no_hu=True),
    Fault("late-question", "P23", mark("Question asked after play went on"), mark("Not admissible"), Measure.NONE),
)  # fmt: skip
