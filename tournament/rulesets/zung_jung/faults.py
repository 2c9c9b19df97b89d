"""Faults in Zung Jung (World Series v1.03, "Tuiles de pénalité", in the French text of Mahjong Time)."""

from tournament.language import mark
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rulesets.zung_jung.options import ZungJungOptions

_NO_WIN = mark("No win in this hand")
_NOTED = mark("Noted, no points")


def faults(options: ZungJungOptions) -> tuple[Fault, ...]:
    """The rows for an event: what a false win costs is its own affair (docs/rules.md, Z3)."""
    false_win = options.false_win
    sanction = mark("{points} to each, no win in this hand", points=false_win)
    return (
        Fault(
            "false-win", "ZJ1", mark("False win"), sanction, Measure.FIXED, Receiver.OPPONENTS, false_win, no_hu=True
        ),
        *_NOTED_FAULTS,
    )


_NOTED_FAULTS = (
    Fault("too-few-tiles", "ZJ2", mark("Too few tiles"), _NO_WIN, Measure.NONE, no_hu=True),
    Fault("too-many-tiles", "ZJ2", mark("Too many tiles"), mark("No win, claim or kong in this hand"), Measure.NONE,
          no_hu=True),
    Fault("tile-shown", "ZJ3", mark("Tile shown: penalty tile, live"), mark("Stays open, discarded now or next turn"),
          Measure.NONE),
    Fault("penalty-tile-dead", "ZJ3", mark("Penalty tile, dead"), mark("Stays open, may not be discarded"),
          Measure.NONE),
    Fault("penalty-tile-claimed-with", "ZJ4", mark("Claim made with a penalty tile"), mark("False claim"),
          Measure.NONE),
    Fault("false-claim", "ZJ4", mark("False claim"), _NOTED, Measure.NONE),
    Fault("wrong-set-shown", "ZJ5", mark("Wrong set shown, corrected at once"), mark("Its tiles are penalty tiles"),
          Measure.NONE),
)  # fmt: skip
