"""The free form in which users type a hand, and its conversion to the strict notation.

Sets and tiles may come in any order, with spaces anywhere. ``!`` marks the winning tile after it, round brackets a
claimed set whose source nobody noted, and ``f`` a number of flowers before it: ``234m 23456s 88p !7s (234p) 1f`` stands
for ``[234p,1]234m23456s88p7s||1``. The tiles of Unicode, 🀀 to 🀩, stand for their letters. The strict notation is also
accepted, and stands for itself.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.hand.hand import Hand
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import format_tiles
from tournament.tiles.tile import FIRST_WIND, HONOUR_LETTERS, TILES

_CLOSING = {"[": "]", "(": ")"}
_DIGITS = "0123456789"
_UNICODE = dict(zip(map(chr, range(0x1F000, 0x1F022)), (*TILES[FIRST_WIND:], *TILES[:FIRST_WIND]), strict=True))
"""Winds, dragons, characters, bamboos, dots: 🀀 to 🀡."""
_UNICODE_FLOWERS = "".join(map(chr, range(0x1F022, 0x1F02A)))
_VARIATIONS = "\ufe0e\ufe0f"
"""Variation selectors of Unicode. They choose between a picture and a letter, and do not change the tile."""


class StrictCharacter(NamedTuple):
    """One character of the strict notation."""

    letter: str
    column: int
    """The column of what was typed for it, from 1."""


class Strict(NamedTuple):
    """A typed hand in the strict notation."""

    text: str
    """The strict notation. Faults of the typed text are left in it, so that the reader of the notation finds them."""
    columns: tuple[int, ...]
    """For each character of ``text``, and for its end: the column in what was typed, from 1."""
    winning_named: bool
    """Whether the winning tile was marked, so that it is known before the hand is complete."""

    def column(self, position: int) -> int:
        """Return the column in what was typed for column ``position`` of ``text``, both from 1."""
        return self.columns[min(max(position, 1), len(self.columns)) - 1]


def strict(typed: str) -> Strict:
    """Return the strict notation of what was typed.

    Nothing is refused here: whatever reads the result finds the faults.
    """
    written, bar, rest = typed.partition("|")
    reading = _TypedParts(_in_letters(written))
    signs = [*reading.melds, *reading.tiles, *reading.winning]
    tail = [StrictCharacter(letter, len(written) + 1 + index) for index, letter in enumerate(bar + rest)]
    if reading.flowers:
        column, count = reading.flowers
        bars = sum(sign.letter == "|" for sign in tail)
        tail += [StrictCharacter(letter, column) for letter in "|" * (2 - bars) + str(count)]
    signs += tail
    columns = (*(sign.column for sign in signs), len(typed) + 1)
    return Strict("".join(sign.letter for sign in signs), columns, bool(reading.winning))


class _TypedParts:
    """The tiles, sets and flowers that were typed, each as characters of the strict notation."""

    def __init__(self, body: Sequence[StrictCharacter]) -> None:
        self.melds: list[StrictCharacter] = []
        self.tiles: list[StrictCharacter] = []
        self.winning: list[StrictCharacter] = []
        self.flowers: tuple[int, int] | None = None
        """The column and the number of the flowers."""
        self._digits: list[StrictCharacter] = []
        self._marked: StrictCharacter | None = None
        """A ``!`` that was read, if its tile has not been read yet."""
        self._won: StrictCharacter | None = None
        """The digit of the winning tile, if its suit has not been read yet."""
        text = "".join(sign.letter for sign in body)
        position = 0
        while position < len(body):
            close = text.find(_CLOSING[text[position]], position) if text[position] in _CLOSING else -1
            if close > 0:
                self._flush()
                self.melds += _meld(body[position : close + 1])
                position = close + 1
            else:
                sign = body[position]
                self._take(sign._replace(letter="[") if sign.letter == "(" else sign)
                position += 1
        self._flush()

    def _take(self, sign: StrictCharacter) -> None:
        if sign.letter == "!" and not (self._marked or self._won or self.winning):
            self._marked = sign
        elif sign.letter in _DIGITS:
            if self._marked:
                self._marked, self._won = None, sign
            else:
                self._digits.append(sign)
        elif sign.letter in "msp":
            self._end_run(sign)
        elif sign.letter == "f":
            self._add_flowers(sign)
        elif sign.letter in HONOUR_LETTERS and self._marked:
            self._flush(keep_mark=True)
            self._marked, self.winning = None, [sign]
        elif not sign.letter.isspace():
            self._flush(keep_mark=True)
            self.tiles.append(sign)

    def _end_run(self, suit: StrictCharacter) -> None:
        """Make tiles of the digits before the letter of a suit. One of them may be the winning tile."""
        if self._won:
            self.winning, self._won = [self._won, suit], None
            self.tiles += [*self._digits, suit] if self._digits else []
        else:
            self.tiles += [*self._digits, suit]
        self._digits = []

    def _add_flowers(self, sign: StrictCharacter) -> None:
        if self.flowers is not None:
            self._flush()
            self.tiles.append(sign)
            return
        written = "".join(digit.letter for digit in self._digits)
        self.flowers = (sign.column, int(written[:4] or "1"))
        self._digits = []

    def _flush(self, *, keep_mark: bool = False) -> None:
        """Keep digits without a suit and a ``!`` without a tile, so that the reader reports what is missing."""
        waiting = [self._won] if self._won else []
        self.tiles += [*self._digits, *waiting]
        self._digits, self._won = [], None
        if self._marked and not keep_mark:
            self.tiles.append(self._marked)
            self._marked = None


def _in_letters(written: str) -> list[StrictCharacter]:
    """Return the characters with each tile of Unicode written in letters; neighbours share the letter of a suit."""
    signs: list[StrictCharacter] = []
    flowers: list[int] = []
    for column, character in enumerate(written, 1):
        tile = _UNICODE.get(character)
        if character in _UNICODE_FLOWERS:
            flowers.append(column)
        elif tile is not None:
            _add_tile(signs, tile.text, column)
        elif character not in _VARIATIONS:
            signs.append(StrictCharacter(character, column))
    return signs + [StrictCharacter(letter, flowers[0]) for letter in (f"{len(flowers)}f" if flowers else "")]


def _add_tile(signs: list[StrictCharacter], tile: str, column: int) -> None:
    """Append a tile to ``signs``. It shares the letter of the suit with a Unicode tile of the same suit before it."""
    beside = signs[-1] if len(signs) > 1 and len(tile) == 2 else None
    if beside is not None and beside.letter == tile[1] and signs[-2].column == beside.column:
        del signs[-1]
    signs.extend(StrictCharacter(letter, column) for letter in tile)


def _meld(body: Sequence[StrictCharacter]) -> list[StrictCharacter]:
    """Return a bracket in the strict notation. Round ones are claimed sets; the digits of a chow are sorted."""
    opening, closing = body[0], body[-1]
    inside = [sign for sign in body[1:-1] if not sign.letter.isspace()]
    source = next((position for position, sign in enumerate(inside) if sign.letter == ","), len(inside))
    tiles, number = inside[:source], inside[source:]
    digits = sorted(sign.letter for sign in tiles if sign.letter in _DIGITS)
    if opening.letter == "(":
        ordered = iter(digits)
        tiles = [sign._replace(letter=next(ordered)) if sign.letter in _DIGITS else sign for sign in tiles]
        number = number or [closing._replace(letter=","), closing._replace(letter="1")]
    return [opening._replace(letter="["), *tiles, *number, closing._replace(letter="]")]


def format_typed(hand: Hand) -> str:
    """Return the hand in the order in which it is read aloud: concealed tiles, winning tile, claimed sets, flowers."""
    parts = [*_by_suit(hand), "!" + hand.winning.text, *map(_bracketed, hand.melds)]
    return " ".join([*parts, *([f"{hand.flowers}f"] if hand.flowers else [])])


def _by_suit(hand: Hand) -> list[str]:
    groups = [tuple(tile for tile in hand.concealed if min(tile // 9, 3) == suit) for suit in range(4)]
    return [format_tiles(group) for group in groups if group]


def _bracketed(meld: Meld) -> str:
    written = format_tiles(meld.tiles)
    return f"[{written}]" if meld.kind is MeldKind.CONCEALED_KONG else f"({written})"
