"""The published engine riichienv 0.4.11, asked with the same hand.

Its author compares it with records of games on Tenhou and Mahjong Soul. It has their rules: red fives, counted
yakuman, yakuman that add up and some that count twice, four fu for a pair of double wind, haitei by a replacement tile,
no kiriage and no renhou.
"""

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

from tests.second_count.tiles import DRAGONS, WINDS, Declared, HandRead, read
from tests.second_counter.text import tiles_in

THERE = find_spec("riichienv") is not None
OPTIONS = {
    "kiriage": False,
    "double_wind_fu": 4,
    "rinshan_haitei": True,
    "renhou": "none",
    "counted_yakuman": True,
    "yakuman_add": True,
    "double_yakuman": True,
    "red_fives": 3,
}
YAKU = {
    1: "menzen-tsumo", 2: "riichi", 3: "chankan", 4: "rinshan-kaihou", 5: "haitei", 6: "houtei", 7: "yakuhai-dragon",
    8: "yakuhai-dragon", 9: "yakuhai-dragon", 10: "yakuhai-seat-wind", 11: "yakuhai-round-wind", 12: "tanyao",
    13: "iipeikou", 14: "pinfu", 15: "chanta", 16: "ittsuu", 17: "sanshoku-doujun", 18: "double-riichi",
    19: "sanshoku-doukou", 20: "sankantsu", 21: "toitoi", 22: "sanankou", 23: "shousangen", 24: "honroutou",
    25: "chiitoitsu", 26: "junchan", 27: "honitsu", 28: "ryanpeikou", 29: "chinitsu", 30: "ippatsu", 31: "dora",
    32: "red-five", 33: "ura-dora", 35: "tenhou", 36: "chiihou", 37: "daisangen", 38: "suuankou", 39: "tsuuiisou",
    40: "ryuuiisou", 41: "chinroutou", 42: "kokushi-musou", 43: "shousuushii", 44: "suukantsu", 45: "chuuren-poutou",
    47: "junsei-chuuren", 48: "suuankou-tanki", 49: "kokushi-13", 50: "daisuushii",
}  # fmt: skip
RED = {"5m": 16, "5p": 52, "5s": 88}
YAKUMAN = 12
"""With more han a hand is paid as one."""
SUITS = "mps"
_WINDS = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))
HONOURS = WINDS + DRAGONS[::-1]
"""In its order: winds, white, green, red."""


def answer(line: dict[str, Any]) -> dict[str, Any]:
    """What it says of a line of ``score``, under the options above."""
    from riichienv import Wind
    from riichienv._riichienv import Conditions, HandEvaluator  # what is around it adds a tile to hands with two kans

    hand = read(line["hand"])
    pool = _Pool(hand, line.get("red", 0))
    melds = [_meld(declared, pool) for declared in hand.declared]
    held = [pool.take(tile) for tile in hand.concealed]
    won = pool.take(hand.winning)
    drawn, last = hand.self_drawn, hand.last_of_wall
    conditions = Conditions(
        tsumo=drawn,
        riichi=line.get("riichi") is not None,
        double_riichi=line.get("riichi") == "double",
        ippatsu=line.get("ippatsu", False),
        haitei=last and drawn,
        houtei=last and not drawn,
        rinshan=hand.kong and drawn,
        chankan=hand.kong and not drawn,
        tsumo_first_turn=line.get("first", False) and drawn,
        player_wind=getattr(Wind, _WINDS[hand.seat]),
        round_wind=getattr(Wind, _WINDS[hand.round_wind]),
    )
    dora, ura = ([pool.take(tile) for tile in tiles_in(line.get(name) or "")] for name in ("dora", "ura"))
    found = HandEvaluator(sorted([*held, won]), melds).calc(won, dora, ura, conditions)
    if not found.is_win:
        return {"han": 0, "fu": None, "yakuman": 0, "points": 0, "yaku": set()}
    paid = found.ron_agari
    if drawn:
        paid = 3 * found.tsumo_agari_ko if hand.seat == "E" else found.tsumo_agari_oya + 2 * found.tsumo_agari_ko
    yaku = {YAKU[number] for number in found.yaku}
    return {
        "han": 13 if found.yakuman else found.han,
        "fu": None if found.yakuman else found.fu,
        "yakuman": found.han // 13 if found.yakuman else 0,
        "points": paid,
        "yaku": yaku,
    }


class _Pool:
    """Its numbers of the single tiles: the red five of a suit is the first, if the hand has it."""

    def __init__(self, hand: HandRead, red: int) -> None:
        tiles = hand.tiles
        self._left = {number: list(range(4 * number, 4 * number + 4)) for number in range(34)}
        fives = [tile for tile in RED if tile in tiles]
        for tile in fives[red:] + [tile for tile in RED if tile not in tiles]:
            left = self._left[RED[tile] // 4]
            left.append(left.pop(0))

    def take(self, tile: str) -> int:
        """One of these tiles."""
        return self._left[_number(tile)].pop(0)


def _number(tile: str) -> int:
    return 27 + HONOURS.index(tile) if tile in HONOURS else 9 * SUITS.index(tile[1]) + int(tile[0]) - 1


def _meld(declared: Declared, pool: _Pool) -> Any:
    from riichienv import Meld, MeldType

    tiles: Iterable[str] = declared.tiles
    numbers = [pool.take(tile) for tile in tiles]
    if len(numbers) == 4:
        kind = MeldType.Ankan if declared.source == 0 else MeldType.Kakan if declared.source > 4 else MeldType.Daiminkan
    else:
        kind = MeldType.Chi if declared.tiles[0] != declared.tiles[1] else MeldType.Pon
    return Meld(kind, numbers, declared.source != 0)


def asked(line: dict[str, Any]) -> dict[str, Any]:
    """The line under the options above; it counts a red five wherever the hand has all four fives of a suit."""
    tiles = read(line["hand"]).tiles
    fives = [tiles.count(tile) for tile in RED]
    red = sum(map(bool, fives)) if 4 in fives else line.get("red", 0)
    return {**line, "options": OPTIONS, "red": red}


def settled(line: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """Why two answers differ that are both right, as docs/rules.md says; nothing where they are not."""
    if line.get("first") and theirs["yaku"] - ours["yaku"] == {"kokushi-13"}:
        return "Kokushi with the tiles dealt, where some yakuman count twice: it takes any tile for the last"
    if ours["points"] == theirs["points"] and ours["yakuman"] == 1 and theirs["han"] > YAKUMAN and theirs["fu"]:
        return "A yakuman and a reading of so many han that it is paid as much: it takes the han"
    return ""
