"""The keys that name players, by number or by own wind in the current language, and the field that shows a player."""

from tournament.language import Text, mark
from tournament.tiles.wind import Wind
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import EntryField
from ui.desktop.widgets.keys import Key
from ui.entry.table_sheet import TableSheet


class WindKey:
    """The key of an own wind, in the current language when rendered."""

    def __init__(self, wind: Wind) -> None:
        self._wind = wind

    def __str__(self) -> str:
        return str(Key(translator.translate(self._wind.key)))


def player_keys() -> Text:
    """All keys that name a player."""
    e, s, w, n = (WindKey(wind) for wind in Wind)
    return mark("{a}–{b} or {e} {s} {w} {n}", a=Key("1"), b=Key("4"), e=e, s=s, w=w, n=n)


def show_player(field: EntryField, table: TableSheet, player: int | None, *, hand: int | None) -> None:
    """Show the player in ``column`` (0–3) as the answer, with the own wind in ``hand``; None if there is none yet."""
    if player is None:
        field.set_answer("")
        field.set_aside("")
    else:
        field.set_answer(table.players[player].name, number=player + 1)
        field.set_aside(table.winds(hand)[player].label if hand is not None else "")
