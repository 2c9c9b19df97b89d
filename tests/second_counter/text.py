"""Hands as plain text values: a tile is ``5m`` or ``E``."""

from typing import NamedTuple

WINDS, DRAGONS = "ESWN", "CFP"


class Declared(NamedTuple):
    """A set on the table."""

    tiles: tuple[str, ...]
    source: int
    """0 for a concealed kong."""


class Won(NamedTuple):
    """A won hand."""

    declared: tuple[Declared, ...]
    before: tuple[str, ...]
    """Concealed tiles before the win."""
    winning: str
    prevalent: str
    seat: str
    self_drawn: bool
    last_of_kind: bool
    last_of_wall: bool
    kong: bool
    flowers: int


def tiles_in(text: str) -> list[str]:
    """``12mE`` as ``1m 2m E``."""
    found: list[str] = []
    pending = ""
    for letter in text:
        if letter.isdigit():
            pending += letter
        elif letter in "msp":
            found += [digit + letter for digit in pending]
            pending = ""
        else:
            found.append(letter)
    return found


def read(text: str) -> Won:
    """Read a hand that is known to be well written."""
    body, situation, flowers = (*text.split("|"), "", "")[:3]
    declared = []
    while "[" in body:
        before, _, rest = body.partition("[")
        inner, _, after = rest.partition("]")
        tiles, _, source = inner.partition(",")
        found = tuple(tiles_in(tiles))
        declared.append(Declared(found, int(source or ("0" if len(found) == 4 else "1"))))
        body = before + after
    *before_tiles, winning = tiles_in(body)
    situation = situation or "EE0000"
    return Won(
        tuple(declared), tuple(before_tiles), winning, situation[0], situation[1],
        situation[2] == "1", situation[3] == "1", situation[4] == "1", situation[5] == "1", int(flowers or 0),
    )  # fmt: skip
