"""The text notation of hands (that of GB-Mahjong), read and written.

``[456s,1][EEEE]45s55m6s|EE1000|2``: claimed sets in brackets, concealed tiles, the winning tile last;
then, both optional, the situation (prevalent wind, seat wind, and four 0/1: self-drawn, last of its
kind, last of the wall, kong) and the flowers (a number 0 to 8, or letters a to h, each once).
Digits may share the letter of their suit; ``m s p`` are characters, bamboos, dots, ``E S W N`` the
winds, ``C F P`` the red, green and white dragon. In a bracket the number after the comma says which
tile of a chow was claimed (1 to 3) or from whom a pung or kong came (1 previous, 2 opposite, 3 next
player; 5, 6, 7 for a pung from there, later promoted); a kong without number, or with 0, is concealed.
"""

from collections.abc import Iterable
from itertools import groupby

from tournament.hand.hand import Hand, Waiting
from tournament.hand.legality import flower_problems, situation_problems, tile_problems
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.player_hand import COMPLETE, WAITING, PlayerHand
from tournament.hand.problem import HandPart, HandProblem, HandProblems
from tournament.hand.reader import Reader
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import mark
from tournament.tiles.bonus import BonusTile
from tournament.tiles.tile import FIRST_WIND, TILES, Tile


def parse(text: str) -> Hand:
    """Read a won hand. Raise :class:`HandProblems`, with every fault and its column, if it is impossible."""
    reader = Reader(text)
    if not reader.tiles:
        _refuse(reader, [*reader.problems, *_tile_faults(reader, 14), *flower_problems(reader.flowers)])
    *before, winning = reader.tiles
    if reader.problems:
        found = situation_problems(reader.melds, before, winning, reader.situation)
        _refuse(reader, [*reader.problems, *_tile_faults(reader, 14), *found, *flower_problems(reader.flowers)])
    try:
        return Hand(tuple(reader.melds), tuple(before), winning, reader.situation, reader.flowers)
    except HandProblems as error:
        raise _placed(reader, error.problems) from None


def parse_waiting(text: str) -> Waiting:
    """Read thirteen tiles that wait. Raise :class:`HandProblems`, with every fault and its column, if impossible."""
    reader = Reader(text)
    _refuse(reader, [*reader.problems, *_tile_faults(reader, 13), *flower_problems(reader.flowers)])
    return Waiting(tuple(reader.melds), tuple(reader.tiles), reader.situation, reader.flowers)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read single tiles in the order of the text. Raise :class:`HandProblems` for anything else than tiles."""
    body, bar, _ = text.partition("|")
    reader = Reader(body)
    problems = list(reader.problems)
    if reader.melds or bar:
        problems.append(HandProblem("not-tiles", mark("Only tiles are written here."), HandPart.TEXT, 0))
    _refuse(reader, problems)
    return tuple(reader.tiles)


def parse_player_hand(text: str, *, won: bool = True, any_size: bool = False) -> PlayerHand:
    """Read the tiles of one player. Raise :class:`HandProblems`, with every fault and its column, if impossible.

    If the hand ``won``, its last tile is the winning tile. ``any_size`` is for games that count a hand with too many
    tiles or too few. The prevalent wind may be ``-``; flowers have owners and are named by their letters.
    """
    reader = Reader(text, any_round=True)
    wanted = None if any_size else COMPLETE if won else WAITING
    faults = [*reader.problems, *_tile_faults(reader, wanted), *_unnamed_flowers(reader)]
    before = reader.tiles[:-1] if won else reader.tiles
    winning = reader.tiles[-1] if won and reader.tiles else None
    if winning is not None:
        found = situation_problems(reader.melds, before, winning, reader.situation)
        named = bool(reader.flower_letters)
        faults += (each for each in found if not (named and each.code == "replacement-without-kong"))
    _refuse(reader, faults)
    seen = reader.situation
    return PlayerHand(
        tuple(reader.melds),
        tuple(before),
        winning,
        seen.seat,
        None if reader.no_round else seen.prevalent,
        self_drawn=seen.self_drawn,
        last_of_kind=seen.last_of_kind,
        last_of_wall=seen.last_of_wall,
        kong=seen.kong,
        bonus=frozenset(BonusTile("abcdefgh".index(letter)) for letter in reader.flower_letters),
    )


def _unnamed_flowers(reader: Reader) -> list[HandProblem]:
    """Return a fault if flowers are given by number.

    It is for games in which each flower belongs to a player, so that their letters are needed.
    """
    if reader.flowers and not reader.flower_letters:
        text = mark("Enter flowers by their letters, a to h: each flower belongs to a player.")
        return [HandProblem("flowers-unnamed", text, HandPart.FLOWERS)]
    return []


def _tile_faults(reader: Reader, wanted: int | None) -> list[HandProblem]:
    """Return the faults of the tiles. Their number is checked only if all of them could be read."""
    found = list(tile_problems(reader.melds, reader.tiles, wanted))
    return [problem for problem in found if problem.code != "tile-count" or not reader.tiles_lost]


def _refuse(reader: Reader, problems: list[HandProblem]) -> None:
    if problems:
        raise _placed(reader, problems)


def _placed(reader: Reader, problems: Iterable[HandProblem]) -> HandProblems:
    """Return the problems with their columns, in order of column."""
    placed = [problem.placed(reader.column(problem)) for problem in problems]
    return HandProblems(tuple(sorted(placed, key=lambda problem: problem.column)))


def format_hand(hand: Hand) -> str:
    """Return the hand as text, without a default situation and without zero flowers. :func:`parse` reads it back."""
    return _text(hand.melds, hand.concealed) + hand.winning.text + _rest(hand.situation, hand.flowers)


def format_waiting(waiting: Waiting) -> str:
    """Return thirteen tiles as text."""
    return _text(waiting.melds, waiting.concealed) + _rest(waiting.situation, waiting.flowers)


def format_tiles(tiles: tuple[Tile, ...]) -> str:
    """Return tiles as text in tile order. The digits of a suit share its letter."""
    written = []
    for suit, group in groupby(sorted(tiles), key=lambda tile: tile // 9 if tile < FIRST_WIND else 3):
        if suit == 3:
            written.append("".join(TILES[tile].text for tile in group))
        else:
            written.append("".join(str(tile % 9 + 1) for tile in group) + "msp"[suit])
    return "".join(written)


def format_meld(meld: Meld) -> str:
    """Return a declared set as text in brackets."""
    source = "" if meld.kind is MeldKind.CONCEALED_KONG else f",{meld.source}"
    return f"[{format_tiles(meld.tiles)}{source}]"


def format_player_hand(hand: PlayerHand) -> str:
    """Return the tiles of one player as text, always with the winds."""
    flags = (hand.self_drawn, hand.last_of_kind, hand.last_of_wall, hand.kong)
    winds = (hand.prevalent.letter if hand.prevalent is not None else "-") + hand.own.letter
    tiles = _text(hand.melds, hand.concealed) + (hand.winning.text if hand.winning is not None else "")
    letters = "".join(tile.letter for tile in sorted(hand.bonus))
    return f"{tiles}|{winds}{''.join('01'[flag] for flag in flags)}" + (f"|{letters}" if letters else "")


def _text(melds: tuple[Meld, ...], concealed: tuple[Tile, ...]) -> str:
    return "".join(map(format_meld, melds)) + format_tiles(concealed)


def _rest(situation: Situation, flowers: int) -> str:
    flags = (situation.self_drawn, situation.last_of_kind, situation.last_of_wall, situation.kong)
    winds = situation.prevalent.letter + situation.seat.letter
    text = "|" + winds + "".join("01"[flag] for flag in flags) if situation != EAST_BY_DISCARD or flowers else ""
    return f"{text}|{flowers}" if flowers else text


__all__ = [
    "HandPart",
    "HandProblem",
    "HandProblems",
    "format_hand",
    "format_meld",
    "format_player_hand",
    "format_tiles",
    "format_waiting",
    "parse",
    "parse_player_hand",
    "parse_tiles",
    "parse_waiting",
]
