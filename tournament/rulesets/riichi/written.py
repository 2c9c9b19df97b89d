"""What players write of a hand: han and fu, or how many yakuman."""

from tournament.language import Text, mark
from tournament.rules.payment import Outcome, WrittenWin
from tournament.rulesets.riichi.questions import MOST_FU_HAN
from tournament.rulesets.riichi.settlement import RiichiWin, wins_of

WRITTEN_NAME = mark("Han / fu")


def written_wins(outcome: Outcome) -> tuple[WrittenWin, ...]:
    """Each winner of ``outcome``, in the order in which they are written down."""
    return tuple(WrittenWin(win.winner, _value(win), _short(win), win.liable) for win in wins_of(outcome))


def _value(win: RiichiWin) -> Text:
    if win.yakuman:
        return mark("yakuman") if win.yakuman == 1 else mark("{count} yakuman", count=win.yakuman)
    if _needs_fu(win):
        return mark("{han} han {fu} fu", han=win.han, fu=win.fu)
    return mark("{han} han", han=win.han)


def _short(win: RiichiWin) -> Text | str:
    if win.yakuman:
        return _value(win)
    return f"{win.han}/{win.fu}" if _needs_fu(win) else str(win.han)


def _needs_fu(win: RiichiWin) -> bool:
    return win.fu is not None and win.han <= MOST_FU_HAN
