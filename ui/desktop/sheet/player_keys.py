"""The keys that name players: their number, or their own wind in the language in use."""

from tournament.language import Text, mark
from tournament.tiles.wind import Wind
from ui.desktop.keys import Key
from ui.desktop.translation import translator


class WindKey:
    """The key of an own wind, in the language in use when it is rendered."""

    def __init__(self, wind: Wind) -> None:
        self._wind = wind

    def __str__(self) -> str:
        return str(Key(translator.translate(self._wind.key)))


def player_keys() -> Text:
    """All keys that name a player."""
    e, s, w, n = (WindKey(wind) for wind in Wind)
    return mark("{a}–{b} or {e} {s} {w} {n}", a=Key("1"), b=Key("4"), e=e, s=s, w=w, n=n)
