"""Faults of French classical (Poilbarbe, 6): East pays and receives fines double."""

from tournament.language import mark
from tournament.rules.fault import Fault, Measure, Receiver
from tournament.rules.payment import Transfer, opponents
from tournament.rulesets.french_classical.options import FrenchOptions

_NOT_WIN = mark("Cannot win, counts the hand")
_VOID = mark("Void: only flowers and seasons count")

_TILE_SAID_POINTS = 10
TILE_SAID = Fault(
    "tile-said",
    "FC1",
    mark("Drawn tile said aloud"),
    mark("{points} to each, double for East", points=_TILE_SAID_POINTS),
    Measure.FIXED,
    Receiver.OPPONENTS,
    _TILE_SAID_POINTS,
    east_twice=True,
)
SHORT_HAND = Fault("short-hand", "FC3", mark("Replacement tile forgotten"), _NOT_WIN, Measure.NONE, no_hu=True)
TOO_MANY_TILES = Fault("too-many-tiles", "FC4", mark("Too many tiles"), _VOID, Measure.NONE, no_hu=True)
READY_CHANGED = Fault("ready-changed", "FC5", mark("Ready hand changed"), _VOID, Measure.NONE, no_hu=True)


def false_mah_jong(options: FrenchOptions) -> Fault:
    """A Mah-Jong declared wrongly: its fine is agreed before the game."""
    points = options.false_mah_jong_fine
    sanction = mark("{points} to each, double for East", points=points)
    return Fault("false-mah-jong", "FC2", mark("False Mah-Jong"), sanction, Measure.FIXED, Receiver.OPPONENTS, points,
                 east_twice=True)  # fmt: skip


def faults(options: FrenchOptions) -> tuple[Fault, ...]:
    """Every fault, with the fine of the event."""
    return TILE_SAID, false_mah_jong(options), SHORT_HAND, TOO_MANY_TILES, READY_CHANGED


def fine(points: int, offender: int, dealer: int) -> tuple[Transfer, ...]:
    """``points`` to each opponent, twice where East pays or receives them."""
    return tuple(
        Transfer(offender, other, points * (2 if dealer in {offender, other} else 1)) for other in opponents(offender)
    )
