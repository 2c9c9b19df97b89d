"""Faults and their sanctions (EMA, Riichi Competition Rules 2016, 3.4.6–3.4.8 and 5); numbers as in docs/rules.md."""

from collections.abc import Iterator

from tournament.language import Text, integer_text, mark
from tournament.rules.fault import Fault, Measure
from tournament.rulesets.riichi.options import RiichiOptions

_DEAD = mark("Dead hand: no win, no claim, not tenpai")
_NOTED = mark("Noted, no points")
_REFEREE = mark("Referee’s discretion")


def faults(options: RiichiOptions) -> tuple[Fault, ...]:
    """The rows for an event: a chombo is taken after uma, and the hand is played again in the same row."""
    return (*_chombos(options), *_DEAD_HANDS, *_OTHERS)


def _chombos(options: RiichiOptions) -> Iterator[Fault]:
    sanction = mark("{points} after uma, hand replayed", points=integer_text(options.chombo))
    for slug, number, name in _CHOMBOS:
        yield Fault(slug, number, name, sanction, Measure.FIXED, points=options.chombo, after_places=True)


def _dead(slug: str, number: str, name: Text) -> Fault:
    return Fault(slug, number, name, _DEAD, Measure.NONE, no_hu=True)


_CHOMBOS = (
    ("false-win", "RI1", mark("False win, tiles shown")),
    ("noten-riichi", "RI2", mark("Riichi without tenpai, seen in a drawn hand")),
    ("false-kan", "RI3", mark("False concealed kan after riichi")),
    ("many-tiles-exposed", "RI4", mark("More than five tiles exposed")),
    ("claim-with-dead-hand", "RI5", mark("Claim with a dead hand")),
    ("invalid-word", "RI6", mark("Tiles shown after a word that calls no win")),
    ("chombo", "RI7", mark("Chombo for another reason")),
)
_DEAD_HANDS = (
    _dead("tile-count", "RI8", mark("Too few or too many tiles")),
    _dead("invalid-set", "RI9", mark("Invalid chii, pon or kan")),
    _dead("claimed-tile-not-taken", "RI10", mark("Claimed tile not taken in time")),
    _dead("win-not-shown", "RI11", mark("False win, tiles not shown")),
    _dead("open-riichi", "RI12", mark("Riichi with an open hand")),
    _dead("riichi-form", "RI13", mark("Riichi not called, or the discard not turned")),
    _dead("swap-call", "RI14", mark("Swap-calling (kuikae)")),
    _dead("tiles-exposed", "RI15", mark("Tiles of another hand or of the dead wall exposed")),
)
_OTHERS = (
    Fault("claim-order", "RI16", mark("Claim in the wrong order"), _NOTED, Measure.NONE),
    Fault("empty-call", "RI17", mark("Chii, pon or kan called and taken back"), _NOTED, Measure.NONE),
    Fault("call-changed", "RI18", mark("Call changed"), _NOTED, Measure.NONE),
    Fault("win-misnamed", "RI19", mark("“Ron” and “tsumo” confused"), mark("Win valid; repeated: referee’s discretion"),
          Measure.NONE),
    Fault("wall-exposed", "RI20", mark("Up to five tiles of the wall exposed"), mark("Tiles put back"), Measure.NONE),
    Fault("wrong-wall-tile", "RI21", mark("Tile drawn from a wrong part of the wall"), _REFEREE, Measure.NONE),
    Fault("information", "RI22", mark("Help or information given"), _REFEREE, Measure.NONE),
    Fault("obstruction", "RI23", mark("Cheating or obstruction"), _REFEREE, Measure.NONE),
    Fault("telephone", "RI24", mark("Telephone"), _REFEREE, Measure.NONE),
    Fault("late", "RI25", mark("Late"), _REFEREE, Measure.NONE, of_session=True),
    Fault("minor", "RI26", mark("Minor irregularity"), _NOTED, Measure.NONE),
)  # fmt: skip
