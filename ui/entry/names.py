"""Names inside messages."""

from dataclasses import dataclass

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
