"""What declared sets are called: read by eyes in captions, by ears from a screen reader."""

from tournament.hand.meld import Meld, MeldKind
from tournament.language import Text, mark

_KINDS = {
    MeldKind.CHOW: mark("Chow"),
    MeldKind.PUNG: mark("Pung"),
    MeldKind.KONG: mark("Kong"),
    MeldKind.CONCEALED_KONG: mark("Concealed kong"),
}
PLACES = (mark("the left"), mark("opposite"), mark("the right"))
"""From whom a tile came, where no names are known."""
Sources = tuple[Text | str, Text | str, Text | str]
"""The previous player, the one opposite, the next one."""


def meld_name(meld: Meld, sources: Sources = PLACES) -> Text:
    """``Pung claimed from …``: what was declared, and whose tile is in it."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return _KINDS[meld.kind]
    source = 1 if meld.kind is MeldKind.CHOW else meld.source
    player = sources[(source - 1) % 4]
    if source > 4:
        return mark("Pung from {player}, promoted", player=player)
    said = {
        MeldKind.CHOW: mark("Chow from {player}", player=player),
        MeldKind.PUNG: mark("Pung from {player}", player=player),
        MeldKind.KONG: mark("Kong from {player}", player=player),
    }
    return said[meld.kind]
