"""How the four players of a table are called on its sheet, and names inside messages."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.event.player import Player

OPEN, CLOSE = "\ue010", "\ue011"
"""Private-use characters around a name inside a message: whoever paints it may write a number in its place."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name that fills a message."""

    name: str
    number: int
    """Of the player's column, 1 to 4: it stands for the name where that has no room."""
    winner: bool = False
    """Painted stronger."""

    def __str__(self) -> str:
        return f"{OPEN}{'*' if self.winner else ' '}{self.number}{self.name}{CLOSE}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rendered message."""

    text: str
    number: str = ""
    """Of a name: that of its column."""
    strong: bool = False


def pieces(text: str) -> list[Piece]:
    """Part a rendered message into names and the words between them."""
    found: list[Piece] = []
    for part in text.split(OPEN):
        name, closed, words = part.partition(CLOSE)
        if closed:
            found.append(Piece(name[2:], name[1], strong=name.startswith("*")))
        else:
            words = part
        if words:
            found.append(Piece(words))
    return found


def without_marks(text: str) -> str:
    """A rendered message as it is read."""
    return "".join(piece.text for piece in pieces(text))


def short_names(players: Sequence[Player]) -> tuple[str, ...]:
    """First names; of those that share one with the initial, or the whole name where that is shared too."""
    made = list(map(_first, players))
    for form in (_initial, _whole):
        shared = Counter(made)
        made = [form(player) if shared[name] > 1 else name for player, name in zip(players, made, strict=True)]
    return tuple(made)


def _first(player: Player) -> str:
    return player.first_name or player.last_name


def _whole(player: Player) -> str:
    return player.name


def _initial(player: Player) -> str:
    return f"{player.first_name} {player.last_name[:1]}." if player.last_name else player.first_name
