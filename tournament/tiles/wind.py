"""The four winds: of a player in a hand, and of a round."""

from enum import IntEnum

from tournament.language import Text, mark, mark_in


class Wind(IntEnum):
    """A wind in the order of turns, East first. The next player sits to the right (WMO 2006)."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """Its letter in files and in the notation, ``E``, ``S``, ``W`` or ``N``, whatever the language."""
        return "ESWN"[self]

    @property
    def short(self) -> Text:
        """The one letter or character that is printed: French has O for West, Chinese 西."""
        return _SHORT[self]

    @property
    def key(self) -> Text:
        """The letter to type: the printed one, but in Chinese, where no key has it, that of the notation."""
        return _KEYS[self]

    @property
    def label(self) -> Text:
        """The name in full."""
        return _NAMES[self]


_SHORT = (mark_in("wind", "E"), mark_in("wind", "S"), mark_in("wind", "W"), mark_in("wind", "N"))
_KEYS = (
    mark_in("wind key", "E"),
    mark_in("wind key", "S"),
    mark_in("wind key", "W"),
    mark_in("wind key", "N"),
)
_NAMES = (mark("East"), mark("South"), mark("West"), mark("North"))
