"""Read the notation of hands: its parts, every fault, and the column of each part."""

from functools import lru_cache

from tournament.hand.meld import Meld, MeldKind, sources_of
from tournament.hand.problem import HandPart, HandProblem
from tournament.hand.situation import Situation
from tournament.language import Text, mark
from tournament.tiles.tile import FIRST_WIND, HONOUR_LETTERS, TILES, Tile
from tournament.tiles.wind import Wind

_DIGITS, _SUITS, _FLOWER_LETTERS = "0123456789", "msp", "abcdefgh"
_WINDS, _FLAGS, _NO_ROUND = "ESWN", "01", "-"
_TILES = {tile.text: tile for tile in TILES}


class Reader:
    """Reads the parts of one text and collects its faults.

    A fault does not stop the reading. With ``any_round`` the prevalent wind may be ``-``, for games that have none.
    """

    def __init__(self, text: str, *, any_round: bool = False) -> None:
        self.problems: list[HandProblem] = []
        self.melds: list[Meld] = []
        self.tiles: list[Tile] = []
        """Concealed tiles as written, the winning tile last."""
        self.situation = Situation()
        self.no_round = False
        """Whether the prevalent wind is ``-``."""
        self.flowers = 0
        self.flower_letters = ""
        """The letters of the flowers if they were named; otherwise empty."""
        self.tiles_lost = False
        """Whether something that may be a tile could not be read."""
        self._text, self._any_round = text, any_round
        self._meld_columns: list[int] = []
        self._tile_columns: list[int] = []
        body, _, rest = text.partition("|")
        situation, _, flowers = rest.partition("|")
        self._situation_start = len(body) + 1
        self._flowers_start = self._situation_start + len(situation) + 1
        self._read_body(len(body))
        self._read_situation(situation)
        self._read_flowers(flowers)

    def column(self, problem: HandProblem) -> int:
        """Return the column of a fault, from 1."""
        index = problem.index
        if problem.part is HandPart.MELD:
            return self._meld_columns[index]
        if problem.part is HandPart.CONCEALED:
            return self._tile_columns[index] if self._tile_columns else 1
        if problem.part is HandPart.SITUATION:
            return self._situation_start + index + 1
        return (self._flowers_start if problem.part is HandPart.FLOWERS else 0) + index + 1

    def _fault(self, code: str, message: Text, offset: int) -> None:
        self.problems.append(HandProblem(code, message, HandPart.TEXT, offset))

    def _read_body(self, end: int) -> None:
        offset, start = 0, 0
        while offset < end:
            if self._text[offset] != "[":
                offset += 1
                continue
            self._read_single_tiles(start, offset)
            close = self._text.find("]", offset, end)
            if close < 0:
                self._lose("unclosed-bracket", mark("The bracket is not closed."), offset)
                return
            self._read_meld(offset, close)
            offset = start = close + 1
        self._read_single_tiles(start, end)

    def _lose(self, code: str, message: Text, offset: int) -> None:
        self.tiles_lost = True
        self._fault(code, message, offset)

    def _read_single_tiles(self, start: int, end: int) -> None:
        for tile, offset in self._read_tiles(start, end):
            self.tiles.append(tile)
            self._tile_columns.append(offset + 1)

    def _read_tiles(self, start: int, end: int) -> list[tuple[Tile, int]]:
        found: list[tuple[Tile, int]] = []
        digits: list[int] = []
        text = self._text
        for offset in range(start, end):
            letter = text[offset]
            if letter in _DIGITS:
                digits.append(offset)
            elif letter in _SUITS:
                found += self._suited(letter, digits, offset)
                digits = []
            elif letter in HONOUR_LETTERS:
                if digits:
                    self._refuse_digits(digits)
                    digits = []
                found.append((_TILES[letter], offset))
            elif not letter.isspace():
                self._lose("unknown-letter", mark("“{letter}” is not a tile.", letter=letter), offset)
        if digits:
            self._refuse_digits(digits)
        return found

    def _suited(self, suit: str, digits: list[int], offset: int) -> list[tuple[Tile, int]]:
        if not digits:
            self._lose("suit-without-digit", mark("The suit has no number before it."), offset)
        found = []
        for place in digits:
            tile = _TILES.get(self._text[place] + suit)
            if tile is None:
                self._lose("no-zero", mark("Suits run from 1 to 9."), place)
            else:
                found.append((tile, place))
        return found

    def _refuse_digits(self, digits: list[int]) -> None:
        self._lose("digit-without-suit", mark("The number has no suit (m, s or p) after it."), digits[0])

    def _read_meld(self, start: int, close: int) -> None:
        comma = self._text.find(",", start, close)
        tiles_end = comma if comma >= 0 else close
        lost_before = len(self.problems)
        tiles = [tile for tile, _ in self._read_tiles(start + 1, tiles_end)]
        if len(self.problems) > lost_before:
            return
        kind = self._kind(tiles, start)
        if kind is None:
            return
        number = self._text[comma + 1 : close].strip() if comma >= 0 else ""
        if kind is MeldKind.KONG and number in ("", "0"):
            kind, number = MeldKind.CONCEALED_KONG, "0"
        source = int(number or 1) if not number or (len(number) == 1 and number in _DIGITS) else -1
        if source not in sources_of(kind):
            shown = number or str(source)
            message = mark("“{number}” does not say where this set comes from.", number=shown)
            self._fault("meld-source", message, comma + 1)
            source = sources_of(kind)[0]
        self.melds.append(Meld(kind, tiles[0], source))
        self._meld_columns.append(start + 1)

    def _kind(self, tiles: list[Tile], start: int) -> MeldKind | None:
        """Return the kind of set that the tiles of a bracket form. Note the fault and return None if they form none."""
        if len(set(tiles)) == 1 and len(tiles) in (3, 4):
            return MeldKind.PUNG if len(tiles) == 3 else MeldKind.KONG
        if len(tiles) == 3 and tiles[0] >= FIRST_WIND:
            self._lose("chow-of-honors", mark("Honours do not form chows."), start)
        elif len(tiles) == 3 and sorted(tiles) != tiles and _run(sorted(tiles)):
            self._lose("chow-not-ascending", mark("The tiles of a chow are written in ascending order."), start)
        elif len(tiles) == 3 and _run(tiles):
            return MeldKind.CHOW
        else:
            self._lose("not-a-set", mark("These tiles do not form a chow, pung or kong."), start)
        return None

    def _read_situation(self, text: str) -> None:
        text = text.strip()
        if not text:
            return
        if self._any_round and text.startswith(_NO_ROUND):
            self.no_round, text = True, text.replace(_NO_ROUND, _WINDS[0], 1)
        situation = _situation(text)
        if situation is None:
            self._note_situation(text)
        else:
            self.situation = situation

    def _note_situation(self, text: str) -> None:
        """Note the faults of a text that is not a valid situation."""
        for index, letter in enumerate(text[:2]):
            if letter not in _WINDS:
                self._note("wind", mark("“{letter}” is not a wind: E, S, W or N.", letter=letter), index)
        for index, letter in enumerate(text[2:6], start=2):
            if letter not in _FLAGS:
                self._note("flag", mark("“{letter}” is neither 0 nor 1.", letter=letter), index)
        if len(text) != 6:
            message = mark("The situation is two winds followed by four digits 0 or 1, such as EE0000.")
            self._note("situation", message, min(len(text), 6))

    def _note(self, code: str, message: Text, index: int) -> None:
        self.problems.append(HandProblem(code, message, HandPart.SITUATION, index))

    def _read_flowers(self, text: str) -> None:
        text = text.strip()
        if text.isascii() and text.isdigit() and len(text) < 6:
            self.flowers = int(text)
            return
        seen: set[str] = set()
        for index, letter in enumerate(text):
            if letter not in _FLOWER_LETTERS:
                message = mark("Flowers are written as a number from 0 to 8, or as letters a to h.")
                self.problems.append(HandProblem("flowers", message, HandPart.FLOWERS, index))
                return
            if letter in seen:
                message = mark("The flower “{letter}” appears twice.", letter=letter)
                self.problems.append(HandProblem("flower-twice", message, HandPart.FLOWERS, index))
            seen.add(letter)
        self.flowers, self.flower_letters = len(seen), text


def _run(tiles: list[Tile]) -> bool:
    """Return whether three tiles are consecutive numbers of one suit."""
    low, middle, high = tiles
    return high < FIRST_WIND and low // 9 == high // 9 and low + 1 == middle == high - 1


@lru_cache(256)
def _situation(text: str) -> Situation | None:
    """Return the situation of two winds and four flags; None if the text is anything else."""
    winds, flags = text[:2], text[2:]
    if len(text) != 6 or not (set(winds) <= set(_WINDS) and set(flags) <= set(_FLAGS)):
        return None
    prevalent, seat = (Wind(_WINDS.index(letter)) for letter in winds)
    return Situation(prevalent, seat, *(flag == "1" for flag in flags))
