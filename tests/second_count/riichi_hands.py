"""Riichi counted a second time, straight from the rules of EMA (2025, 4.1 and 4.2), by trying every reading.

Every way to make sets, and every set or pair that the winning tile may have completed, is counted; the one that is
paid most stands.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, NamedTuple

from tests.second_count.tiles import DRAGONS, HONOURS, OUTER, WINDS, Group, HandRead, read, regular
from tests.second_counter.text import tiles_in

EDITIONS = {
    "riichi-ema-2025": {"kiriage": True, "double_wind_fu": 2, "rinshan_haitei": False},
    "riichi-ema-2016": {"kiriage": False, "double_wind_fu": 4, "rinshan_haitei": True},
}
GREEN = {"2s", "3s", "4s", "6s", "8s", "F"}
ROUND_OF_DRAGONS = "PFC"
"""White, green, red: 5-4-3 of a dora."""
ONLY_TWICE = {
    "kokushi-13": "kokushi-musou",
    "junsei-chuuren": "chuuren-poutou",
    "suuankou-tanki": "suuankou",
}


class Sets(NamedTuple):
    """Four sets and a pair, with the place of the winning tile."""

    sets: tuple[Group, ...]
    """Declared ones first."""
    pair: str
    won: int
    """The set that the winning tile completed; 4 for the pair."""
    closed: tuple[bool, ...]
    """Which of the sets are concealed."""


def count(line: Mapping[str, Any]) -> dict[str, Any]:
    """The members of ``score`` for a line that is known to be in order; nothing where the tiles make nothing."""
    hand = read(line["hand"])
    rules = {**EDITIONS[line.get("rules", "riichi-ema-2025")], **line.get("options", {})}
    found = [_answer(hand, line, rules, *each) for each in _ways(hand, line, rules)]
    return max(found, key=_rank) if found else {}


def _rank(answer: dict[str, Any]) -> tuple[int, ...]:
    """What is paid; of equal answers the one that says more."""
    return answer["points"], answer["yakuman"], answer["han"], answer["fu"] or 0, sum(answer["yaku"].values())


def _ways(
    hand: HandRead, line: Mapping[str, Any], rules: Mapping[str, Any]
) -> Iterator[tuple[dict[str, int], dict[str, int], int]]:
    """Each way to count: yaku with their han, yakuman with their number, and fu."""
    held = [*hand.concealed, hand.winning]
    if len(held) + 3 * len(hand.declared) != 14:
        return
    around = _around(hand, line, rules)
    if line.get("first") and not hand.self_drawn and rules.get("renhou") == "added":
        around = {**around, "renhou": 5}
    before = _before_play(hand, line, rules)
    renhou = line.get("first") and not hand.self_drawn and rules.get("renhou", "mangan") == "mangan"
    complete = False
    for way in _sets(hand, held):
        complete = True
        yakuman = {**before, **_yakuman_of_sets(hand, way)}
        yaku, fu = _of_sets(hand, way, rules)
        yield {**around, **yaku, **_of_tiles(hand, rules)}, {**yakuman, **_yakuman_of_tiles(hand)}, fu
    pairs = Counter(held)
    if not hand.declared and len(pairs) == 7 and set(pairs.values()) == {2}:
        complete = True
        yaku = {**around, "chiitoitsu": 2, **_of_tiles(hand, rules)}
        yield yaku, {**before, **_yakuman_of_tiles(hand)}, 25
    if not hand.declared and set(held) == set(OUTER):
        complete = True
        slug = "kokushi-13" if hand.winning in hand.concealed else "kokushi-musou"
        yield around, {**before, slug: 1}, 0
    if complete and renhou:
        yield {"renhou": 5}, {}, 0


def _answer(
    hand: HandRead, line: Mapping[str, Any], rules: Mapping[str, Any], yaku: dict[str, int], yakuman: dict[str, int],
    fu: int,
) -> dict[str, Any]:  # fmt: skip
    twice = rules.get("double_yakuman", False)
    names = {slug if twice else ONLY_TWICE.get(slug, slug) for slug in yakuman}
    values = {slug: 2 if twice and slug in {*ONLY_TWICE, "daisuushii"} else 1 for slug in names}
    times = sum(values.values()) if rules.get("yakuman_add", False) else max(values.values(), default=0)
    if times:
        return {"han": 13, "fu": None, "yakuman": times, "points": _paid(hand, 8000 * times), "yaku": values}
    if not yaku:
        return {"han": 0, "fu": None, "yakuman": 0, "points": 0, "yaku": {}}
    if "renhou" not in yaku or rules.get("renhou") == "added":
        yaku = {**yaku, **_dora(hand, line)}
    han = sum(yaku.values())
    return {"han": han, "fu": fu or None, "yakuman": 0, "points": _paid(hand, _base(han, fu, rules)), "yaku": yaku}


# payment


def _base(han: int, fu: int, rules: Mapping[str, Any]) -> int:
    if han >= 13 and rules.get("counted_yakuman", False):
        return 8000
    if han >= 5:
        return 2000 if han == 5 else 3000 if han < 8 else 4000 if han < 11 else 6000
    base = fu << han + 2
    if base > 1900 and (rules["kiriage"] or base > 2000):
        return 2000
    return base


def _paid(hand: HandRead, base: int) -> int:
    east = hand.seat == "E"
    parts = ([2, 2, 2] if east else [2, 1, 1]) if hand.self_drawn else [6 if east else 4]
    return sum(100 * ceil(base * part / 100) for part in parts)


def _dora(hand: HandRead, line: Mapping[str, Any]) -> dict[str, int]:
    tiles = hand.tiles
    found = {}
    for slug, member in (("dora", "dora"), ("ura-dora", "ura")):
        found[slug] = sum(tiles.count(_next(indicator)) for indicator in tiles_in(line.get(member) or ""))
    found["red-five"] = line.get("red", 0)
    return {slug: han for slug, han in found.items() if han}


def _next(tile: str) -> str:
    for circle in (WINDS, ROUND_OF_DRAGONS):
        if tile in circle:
            return circle[(circle.index(tile) + 1) % len(circle)]
    return f"{int(tile[0]) % 9 + 1}{tile[1]}"


# readings


def _sets(hand: HandRead, held: list[str]) -> Iterator[Sets]:
    declared = tuple(each.tiles for each in hand.declared)
    hidden = tuple(each.source == 0 for each in hand.declared)
    for concealed, pair in regular(held):
        sets = (*declared, *concealed)
        if len(sets) != 4:
            continue
        for place in range(len(declared), 5):
            if hand.winning in (sets[place] if place < 4 else (pair,)):
                closed = [*hidden, *(True for _ in concealed)]
                if place < 4 and not hand.self_drawn:
                    closed[place] = False
                yield Sets(sets, pair, place, tuple(closed))


def _is_run(group: Group) -> bool:
    return group[0] != group[1]


def _open(hand: HandRead) -> bool:
    return any(each.source != 0 for each in hand.declared)


# yaku and fu


def _around(hand: HandRead, line: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, int]:
    """What the way of winning gives."""
    found = {
        "riichi": line.get("riichi") == "riichi",
        "double-riichi": 2 * (line.get("riichi") == "double"),
        "ippatsu": bool(line.get("ippatsu")) and rules.get("ippatsu_counts", True),
        "menzen-tsumo": hand.self_drawn and not _open(hand),
        "rinshan-kaihou": hand.self_drawn and hand.kong,
        "chankan": hand.kong and not hand.self_drawn,
        "haitei": hand.last_of_wall and hand.self_drawn and (not hand.kong or rules["rinshan_haitei"]),
        "houtei": hand.last_of_wall and not hand.self_drawn,
    }
    return {slug: int(han) for slug, han in found.items() if han}


def _before_play(hand: HandRead, line: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, int]:
    if not line.get("first"):
        return {}
    if hand.self_drawn:
        return {"tenhou" if hand.seat == "E" else "chiihou": 1}
    return {"renhou-yakuman": 1} if rules.get("renhou") == "yakuman" else {}


def _of_tiles(hand: HandRead, rules: Mapping[str, Any]) -> dict[str, int]:
    """What the kinds of the tiles give, however they are read."""
    kinds, closed = set(hand.tiles), not _open(hand)
    suits = {tile[1] for tile in kinds if tile not in HONOURS}
    honours = bool(kinds & set(HONOURS))
    found = {
        "tanyao": not kinds & set(OUTER) and (closed or rules.get("open_tanyao", True)),
        "honitsu": (3 if closed else 2) * (len(suits) == 1 and honours),
        "chinitsu": (6 if closed else 5) * (len(suits) == 1 and not honours),
        "honroutou": 2 * (kinds <= set(OUTER)),
    }
    return {slug: int(han) for slug, han in found.items() if han}


def _yakuman_of_tiles(hand: HandRead) -> dict[str, int]:
    kinds = set(hand.tiles)
    found = {
        "tsuuiisou": kinds <= set(HONOURS),
        "chinroutou": kinds <= set(OUTER) - set(HONOURS),
        "ryuuiisou": kinds <= GREEN,
    }
    return {slug: 1 for slug, there in found.items() if there}


def _yakuman_of_sets(hand: HandRead, way: Sets) -> dict[str, int]:
    triplets = [group[0] for group in way.sets if not _is_run(group)]
    winds = sum(tile in WINDS for tile in triplets)
    dragons = sum(tile in DRAGONS for tile in triplets)
    concealed = sum(closed and not _is_run(group) for group, closed in zip(way.sets, way.closed, strict=True))
    found = {
        "daisangen": dragons == 3,
        "shousuushii": winds == 3 and way.pair in WINDS,
        "daisuushii": winds == 4,
        "suukantsu": sum(len(group) == 4 for group in way.sets) == 4,
        "suuankou": concealed == 4 and way.won != 4,
        "suuankou-tanki": concealed == 4 and way.won == 4,
        **_gates(hand),
    }
    return {slug: 1 for slug, there in found.items() if there}


def _gates(hand: HandRead) -> dict[str, bool]:
    held = [*hand.concealed, hand.winning]
    if hand.declared or len({tile[1:] for tile in held}) != 1 or held[0] in HONOURS:
        return {}
    wanted = Counter("1112345678999")
    ranks = Counter(tile[0] for tile in held)
    if any(ranks[rank] < wanted[rank] for rank in wanted):
        return {}
    pure = Counter(tile[0] for tile in hand.concealed) == wanted
    return {"junsei-chuuren" if pure else "chuuren-poutou": True}


def _of_sets(hand: HandRead, way: Sets, rules: Mapping[str, Any]) -> tuple[dict[str, int], int]:
    closed = not _open(hand)
    runs = Counter(group for group in way.sets if _is_run(group))
    triplets = [group[0] for group in way.sets if not _is_run(group)]
    twins = sum(times // 2 for times in runs.values())
    groups = [*way.sets, (way.pair,)]
    outer = all(set(group) & set(OUTER) for group in groups)
    honours = bool(set(hand.tiles) & set(HONOURS))
    lows = {group[0] for group in runs}
    dragons = sum(tile in DRAGONS for tile in triplets)
    concealed = sum(hidden and not _is_run(group) for group, hidden in zip(way.sets, way.closed, strict=True))
    minor, two = _fu_of_sets(hand, way, rules), 2 if closed else 1
    pinfu = closed and len(runs) > 0 and sum(runs.values()) == 4 and minor == 0
    found = {
        "pinfu": pinfu,
        "iipeikou": closed and twins == 1,
        "ryanpeikou": 3 * (closed and twins == 2),
        "yakuhai-dragon": dragons,
        "yakuhai-seat-wind": hand.seat in triplets,
        "yakuhai-round-wind": hand.round_wind in triplets,
        "sanshoku-doujun": two * any({f"{rank}{suit}" for suit in "msp"} <= lows for rank in range(1, 8)),
        "sanshoku-doukou": 2 * any({f"{rank}{suit}" for suit in "msp"} <= set(triplets) for rank in range(1, 10)),
        "ittsuu": two * any({f"{rank}{suit}" for rank in (1, 4, 7)} <= lows for suit in "msp"),
        "chanta": two * (outer and honours and bool(runs)),
        "junchan": (3 if closed else 2) * (outer and not honours and bool(runs)),
        "toitoi": 2 * (len(triplets) == 4),
        "sanankou": 2 * (concealed == 3),
        "sankantsu": 2 * (sum(len(group) == 4 for group in way.sets) == 3),
        "shousangen": 2 * (dragons == 2 and way.pair in DRAGONS),
    }  # fmt: skip
    return {slug: int(han) for slug, han in found.items() if han}, _fu(hand, minor, pinfu=pinfu)


def _fu(hand: HandRead, minor: int, *, pinfu: bool) -> int:
    """The fu of the hand, given those of its sets, pair and wait."""
    total = 20 + minor
    if hand.self_drawn:
        total += 0 if pinfu else 2
    elif not _open(hand):
        total += 10
    if _open(hand) and total == 20:
        total += 2
    return 10 * ceil(total / 10)


def _fu_of_sets(hand: HandRead, way: Sets, rules: Mapping[str, Any]) -> int:
    total = 0
    for group, closed in zip(way.sets, way.closed, strict=True):
        if not _is_run(group):
            worth = 4 if group[0] in OUTER else 2
            worth *= 4 if len(group) == 4 else 1
            total += worth * (2 if closed else 1)
    if way.pair in DRAGONS:
        total += 2
    roles = (way.pair == hand.seat) + (way.pair == hand.round_wind)
    total += rules["double_wind_fu"] if roles == 2 else 2 * roles
    return total + _fu_of_wait(hand, way)


def _fu_of_wait(hand: HandRead, way: Sets) -> int:
    if way.won == 4:
        return 2
    group = way.sets[way.won]
    if not _is_run(group):
        return 0
    middle = hand.winning == group[1]
    edge = (hand.winning[0] == "3" and group[0][0] == "1") or (hand.winning[0] == "7" and group[0][0] == "7")
    return 2 if middle or edge else 0
