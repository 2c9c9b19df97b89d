"""How much room the columns of players want, in the list and in the preview of an import."""

from collections.abc import Iterable, Mapping

from tournament.event.player import Player
from tournament.language import Text
from ui.desktop.pages.players import columns
from ui.desktop.pages.players.columns import COLUMNS
from ui.desktop.theme import Type
from ui.desktop.translation import translator
from ui.desktop.widgets.sharing import Wish, room_for

_LEAST_NAME, _LEAST = 96, 60
_REMARKS = 120
"""What remarks want; at least the sign of one is seen, under the head. It is a tooltip too, and counted beside."""


def list_wishes(players: Iterable[Player]) -> Mapping[int, Wish]:
    """By column of the list, in order, those that share what the columns of figures leave."""
    everybody = tuple(players)
    typed = (at for at, column in enumerate(COLUMNS) if column.field and not column.width)
    found = {at: wish_of(COLUMNS[at].title, (getattr(each, COLUMNS[at].field) for each in everybody),
                         name=at in (columns.FIRST_NAME, columns.LAST_NAME)) for at in typed}  # fmt: skip
    least = wish_of(COLUMNS[columns.REMARKS].title, ()).least
    return found | {columns.REMARKS: Wish(least, max(least, _REMARKS))}


def wish_of(head: Text, texts: Iterable[str], *, name: bool = False) -> Wish:
    """What a column with this ``head`` and these ``texts`` wants."""
    least = room_for([translator.translate(head)], Type.HEAD, least=_LEAST_NAME if name else _LEAST)
    return Wish(least, room_for(texts, Type.NAME if name else Type.BODY, least=least), name)
