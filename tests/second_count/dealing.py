"""Legal hands by chance, for every system: complete ones of all kinds, losing ones, and those one change from another.

The same ``Random`` gives the same hands. What one system alone has (its options, its first win) its own lines add.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from random import Random

from tests.second_count.tiles import ALL, DRAGONS, HONOURS, OUTER, WINDS, Declared, Group, HandRead, regular

GREEN = ("2s", "3s", "4s", "6s", "8s", "F")
TRIES = 200
Shape = Callable[[Random], list[str]]
"""Deals the fourteen concealed tiles of a special hand."""


def seven_pairs(chance: Random) -> list[str]:
    """Seven pairs, now and then two of one kind."""
    pool = _pool(chance)
    kinds = chance.choices(pool, k=7) if len(pool) < 7 or chance.random() < 0.1 else chance.sample(pool, 7)
    return [tile for kind in kinds for tile in (kind, kind)]


def thirteen_orphans(chance: Random) -> list[str]:
    """One of each 1, 9 and honour, and one more."""
    return [*OUTER, chance.choice(OUTER)]


def nine_gates(chance: Random) -> list[str]:
    """1112345678999 of one suit and one more of it."""
    suit = chance.choice("msp")
    return [rank + suit for rank in "1112345678999" + chance.choice("123456789")]


def deal_won(
    chance: Random, *, round_winds: str = WINDS, bonus_tiles: bool = False, shapes: Sequence[Shape] = ()
) -> HandRead:
    """A legal complete hand: regular, or one time in ten of the given special shapes."""
    while True:
        if shapes and chance.random() < 0.1:
            declared, concealed = list[Declared](), chance.choice(shapes)(chance)
        else:
            declared, concealed = _regular(chance)
        winning = chance.choice(concealed)
        concealed.remove(winning)
        hand = HandRead(
            declared=tuple(declared),
            concealed=tuple(sorted(concealed, key=ALL.index)),
            winning=winning,
            round_wind=chance.choice(round_winds),
            seat=chance.choice(WINDS),
            self_drawn=chance.random() < 0.5,
            last_of_kind=False,
            last_of_wall=chance.random() < 0.1,
            kong=chance.random() < 0.2,
            flowers=_bonus(chance) if bonus_tiles else "",
        )
        if legal(hand):
            return hand


def deal_lost(chance: Random, *, round_winds: str = WINDS, bonus_tiles: bool = False) -> HandRead:
    """A legal hand of thirteen tiles that won nothing: some sets shown, the rest tiles, pairs and triplets."""
    while True:
        pool, chows = _pool(chance), chance.random()
        declared = [_shown(chance, _part(chance, pool, chows)) for _ in range(chance.choice((0, 0, 0, 1, 2, 3, 4)))]
        size = 13 - 3 * len(declared)
        concealed: list[str] = []
        while len(concealed) < size:
            kind = chance.random()
            concealed += _part(chance, pool, chows) if kind < 0.5 else (chance.choice(pool),) * chance.choice((1, 2))
        hand = HandRead(
            declared=tuple(declared),
            concealed=tuple(sorted(concealed[:size], key=ALL.index)),
            winning="",
            round_wind=chance.choice(round_winds),
            seat=chance.choice(WINDS),
            self_drawn=False,
            last_of_kind=False,
            last_of_wall=False,
            kong=False,
            flowers=_bonus(chance) if bonus_tiles else "",
        )
        if legal(hand):
            return hand


def alter(chance: Random, hand: HandRead) -> HandRead:
    """The hand after one change that leaves it legal: one set or tile, one flag, one set shown or taken back."""
    for _ in range(TRIES):
        other = chance.choice(CHANGES)(chance, hand)
        if other != hand and legal(other):
            return other
    raise ValueError(f"nothing can be changed: {written(hand)}")


def legal(hand: HandRead) -> bool:
    """Whether tiles and flags can be; a won hand need not be complete."""
    held = Counter(hand.tiles)
    if max(held.values()) > 4 or len(hand.concealed) + bool(hand.winning) + 3 * len(hand.declared) not in {13, 14}:
        return False
    if hand.last_of_kind and hand.winning in hand.concealed:
        return False
    robbed = hand.kong and not hand.self_drawn
    if robbed and (hand.last_of_wall or held[hand.winning] > 1):
        return False
    return not (hand.kong and hand.self_drawn) or any(len(declared.tiles) == 4 for declared in hand.declared)


def written(hand: HandRead) -> str:
    """The hand in the notation of the lines."""
    shown = "".join(f"[{_short(one.tiles)}{f',{one.source}' if one.source else ''}]" for one in hand.declared)
    flags = "".join(str(int(flag)) for flag in (hand.self_drawn, hand.last_of_kind, hand.last_of_wall, hand.kong))
    text = f"{shown}{_short(hand.concealed)}{hand.winning}|{hand.round_wind}{hand.seat}{flags}"
    return f"{text}|{hand.flowers}" if hand.flowers else text


def _short(tiles: Sequence[str]) -> str:
    return "".join("".join(tile[0] for tile in run) + suit for suit, run in groupby(tiles, key=lambda tile: tile[1:]))


def _pool(chance: Random) -> list[str]:
    """The tiles a hand is made of: all, or few enough that rare things happen."""
    suit, other = chance.sample("msp", 2)
    low = chance.randint(1, 6)
    ranks = [str(rank) for rank in range(low, low + chance.randint(3, 4))]
    return list(
        chance.choice(
            (
                ALL,
                ALL,
                [tile for tile in ALL if tile not in OUTER],
                [tile for tile in ALL if tile.endswith(suit)],
                [tile for tile in ALL if tile.endswith((suit, *HONOURS))],
                [tile for tile in ALL if tile.endswith((suit, other))],
                [rank + each for each in "msp" for rank in ranks],
                [*(rank + suit for rank in ranks), *HONOURS],
                [*(rank + suit for rank in ranks), chance.choice("123456789") + other],
                HONOURS,
                OUTER,
                [tile for tile in OUTER if tile not in HONOURS],
                [tile for tile in ALL if tile in HONOURS or tile[0] in "123789"],
                [tile for tile in ALL if tile[0] in "123789"],
                [*WINDS, chance.choice(ALL), chance.choice(ALL)],
                [*DRAGONS, *chance.sample(ALL, 4)],
                GREEN,
            )
        )
    )


def _part(chance: Random, pool: Sequence[str], chows: float) -> Group:
    """A chow or a triplet of the pool."""
    if chance.random() < chows:
        held = set(pool)
        runs = [tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3)) for tile in pool if tile[0] in "1234567"]
        if possible := [run for run in runs if held.issuperset(run)]:
            return chance.choice(possible)
    return (chance.choice(pool),) * 3


def _regular(chance: Random) -> tuple[list[Declared], list[str]]:
    """Four sets and a pair, some of them shown."""
    pool, chows = _pool(chance), chance.choice((0.0, 0.4, 0.8, 1.0))
    shown, kongs = chance.choice((0.0, 0.3, 1.0)), chance.choice((0.0, 0.2, 0.8))
    declared: list[Declared] = []
    concealed = [chance.choice(pool)] * 2
    for _ in range(4):
        part = _part(chance, pool, chows)
        if part[0] == part[1] and chance.random() < kongs:
            declared.append(_kong(chance, part[0]))
        elif chance.random() < shown:
            declared.append(_shown(chance, part))
        else:
            concealed += part
    return declared, concealed


def _shown(chance: Random, part: Group) -> Declared:
    return Declared(part, chance.randint(1, 3))


def _kong(chance: Random, tile: str) -> Declared:
    return Declared((tile,) * 4, chance.choice((0, 0, 0, 1, 2, 3, 5, 6, 7)))


def _bonus(chance: Random) -> str:
    """Bonus tiles: none, some, or a whole row."""
    likely = chance.choice((0.0, 0.2, 0.9))
    return "".join(letter for letter in "abcdefgh" if chance.random() < likely)


def _another_part(chance: Random, hand: HandRead) -> HandRead:
    """One concealed set or the pair replaced by another near it."""
    ways = list(regular([*hand.concealed, hand.winning])) if hand.winning else []
    if not ways:
        return _another_tile(chance, hand)
    sets, pair = chance.choice(ways)
    parts = [*sets, (pair, pair)]
    place = chance.randrange(len(parts))
    if len(parts[place]) == 2:
        parts[place] = (chance.choice(_near(pair)),) * 2
    else:
        tile = chance.choice(parts[place])
        parts[place] = _part(chance, _near(tile), 0.5)
    tiles = [tile for part in parts for tile in part]
    winning = hand.winning if hand.winning in tiles else chance.choice(parts[place])
    tiles.remove(winning)
    return hand._replace(concealed=tuple(sorted(tiles, key=ALL.index)), winning=winning)


def _another_tile(chance: Random, hand: HandRead) -> HandRead:
    tiles = list(hand.concealed)
    if not tiles:
        return hand
    place = chance.randrange(len(tiles))
    tiles[place] = chance.choice(_near(tiles[place]))
    return hand._replace(concealed=tuple(sorted(tiles, key=ALL.index)))


def _near(tile: str) -> list[str]:
    """Tiles that are easily taken for it: one or two off, the same rank elsewhere, another honour."""
    if tile in HONOURS:
        return [*HONOURS, "1m", "9s"]
    rank = int(tile[0])
    return [f"{each}{tile[1]}" for each in range(max(1, rank - 2), min(9, rank + 2) + 1)] + [
        f"{rank}{suit}" for suit in "msp"
    ]


def _another_wait(chance: Random, hand: HandRead) -> HandRead:
    """The same tiles, won on another of them."""
    if not hand.winning or not hand.concealed:
        return hand
    tiles = [*hand.concealed, hand.winning]
    winning = chance.choice(tiles)
    tiles.remove(winning)
    return hand._replace(concealed=tuple(sorted(tiles, key=ALL.index)), winning=winning)


def _another_flag(chance: Random, hand: HandRead) -> HandRead:
    if not hand.winning:
        return hand
    flag = chance.randrange(3)
    return hand._replace(
        self_drawn=hand.self_drawn ^ (flag == 0),
        last_of_wall=hand.last_of_wall ^ (flag == 1),
        kong=hand.kong ^ (flag == 2),
    )


def _another_seat(chance: Random, hand: HandRead) -> HandRead:
    return hand._replace(seat=chance.choice(WINDS))


def _one_shown(chance: Random, hand: HandRead) -> HandRead:
    """One concealed set claimed, or a concealed triplet made a kong."""
    ways = [sets for sets, _ in regular([*hand.concealed, hand.winning]) if sets] if hand.winning else []
    if not ways:
        return hand
    part = chance.choice(chance.choice(ways))
    tiles = list(hand.concealed)
    if any(tiles.count(tile) < part.count(tile) for tile in part):
        return hand
    for tile in part:
        tiles.remove(tile)
    declared = _kong(chance, part[0]) if part[0] == part[1] and chance.random() < 0.4 else _shown(chance, part)
    return hand._replace(declared=(*hand.declared, declared), concealed=tuple(tiles))


def _one_taken_back(chance: Random, hand: HandRead) -> HandRead:
    """One set on the table concealed, or its kong a triplet, or its kong of another kind."""
    if not hand.declared:
        return hand
    place = chance.randrange(len(hand.declared))
    declared = hand.declared[place]
    others = hand.declared[:place] + hand.declared[place + 1 :]
    if len(declared.tiles) == 4 and chance.random() < 0.5:
        return hand._replace(declared=(*others, _kong(chance, declared.tiles[0])))
    if chance.random() < 0.3:
        return hand._replace(declared=(*others, _shown(chance, declared.tiles[:3])))
    tiles = sorted([*hand.concealed, *declared.tiles[:3]], key=ALL.index)
    return hand._replace(declared=others, concealed=tuple(tiles))


CHANGES: tuple[Callable[[Random, HandRead], HandRead], ...] = (
    _another_part,
    _another_part,
    _another_wait,
    _another_flag,
    _another_seat,
    _one_shown,
    _one_taken_back,
)
