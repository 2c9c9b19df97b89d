"""What the entry says under a field: the reason, and the ways out with their keys."""

from typing import NamedTuple

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.rules.payment import Outcome
from ui.desktop.keys import Key
from ui.desktop.sheet.lines import result_of
from ui.desktop.sheet.names import plain
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.translation import translator

_X, _P, _ENTER, _ESC = Key("X"), Key("P"), Key("Return"), Key("Esc")


class Words(NamedTuple):
    """Bold line and what to do."""

    title: Text | str
    body: Text | str = ""


def confirming() -> Text:
    """The two keys of a question."""
    return mark("{yes} it is, record   {no} type again", yes=_ENTER, no=_ESC)


def words_of(problem: Problem, at: TableSheet, outcome: Outcome | None, hand: int) -> Words:
    """Say ``problem`` met with ``outcome`` as ``hand``, with players by name."""
    if problem.gravity is Gravity.ASKS:
        return Words(problem.text, confirming())
    winner = at.names[outcome.winner] if outcome is not None and outcome.winner is not None else ""
    values = dict(problem.text.values)
    fixed = {
        "points-below-minimum": Words(
            mark("{points} is below {minimum}, the least that wins", **values),
            _below_minimum(at),
        ),
        "points-above-most": Words(
            mark("{points} is above {most}, the most that is accepted", **values), mark("Read the sheet again.")
        ),
        "winner-is-discarder": own_tile(winner),
        "no-hu": Words(
            mark("{player} lost the right to win hand {hand}", player=winner, hand=hand),
            mark("A penalty took it. Check the winner, or go to the penalty with {up} and cancel it.", up=Key("Up")),
        ),
        "hand-closed": Words(
            mark("Hand {hand} ended when the wall was broken", hand=hand), mark("It is a drawn hand: {x}.", x=_X)
        ),
        "hand-recorded": already_there(at, hand),
    }
    return fixed.get(problem.code, Words(problem.text))


def _below_minimum(at: TableSheet) -> Text:
    if not at.rules.faults:
        return mark("Read the sheet again. Without a winner it is a drawn hand: {x}.", x=_X)
    return mark("Read the sheet again. Without a winner it is a drawn hand: {x}. A false Hu is a penalty: {p}.", x=_X,
                p=_P)  # fmt: skip


def nobody(typed: str) -> Words:
    """A key that names no player."""
    return Words(
        mark("“{typed}” names nobody at this table", typed=typed),
        mark("Press a number, 1 to 4, or an own wind of this hand."),
    )


def own_tile(winner: str) -> Words:
    """The winner is named as who gave the tile."""
    return Words(
        mark("{player} is the winner", player=winner),
        mark("Press the number of who gave the tile, or {d} for a self-draw.", d=Key("D")),
    )


def already_there(at: TableSheet, hand: int) -> Words:
    """Somebody recorded this hand meanwhile: what is there now."""
    outcome = at.sheet.hands[hand - 1].outcome
    if outcome is None:
        return changed_meanwhile()
    there = result_of(outcome, at.names)
    said = mark(
        "Hand {hand} is already recorded: {what}, {points}", hand=hand, what=Plain(there), points=outcome.points
    )
    return Words(said, mark("Correct it, with a reason: {key}. Leave it: {no}.", key=Key("Up"), no=_ESC))


def changed_meanwhile() -> Words:
    """Somebody wrote on the sheet since it was shown."""
    return Words(
        mark("Somebody else wrote on this sheet meanwhile"),
        mark("The sheet now shows it. {yes} records your hand, {no} starts again.", yes=_ENTER, no=_ESC),
    )


def not_a_number(typed: str, *, flowers: bool) -> Words:
    """The points hold something else."""
    return Words(
        mark("“{typed}” is not a number of points", typed=typed),
        mark("Type the digits on the sheet, flowers included, then {enter}.", enter=_ENTER)
        if flowers
        else mark("Type the digits on the sheet, then {enter}.", enter=_ENTER),
    )


class Plain:
    """A message inside another, without the marks of its names."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __str__(self) -> str:
        return plain(translator.translate(self._text))
