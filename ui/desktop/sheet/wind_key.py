"""The keys that name players by their own wind in a hand."""

from tournament.tiles.wind import Wind
from ui.desktop.keys import Key
from ui.desktop.translation import translator


class WindKey:
    """The key of an own wind, in the language in which it is said."""

    def __init__(self, wind: Wind) -> None:
        self._wind = wind

    def __str__(self) -> str:
        return str(Key(translator.translate(self._wind.short)))
