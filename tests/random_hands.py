"""Random legal winning hands as text, rare fan over-represented; it knows nothing of the engine.

Themes narrow the tiles (one suit, terminals, 789 …) or build the sets from one another (same number,
shifted, straights); special shapes, kongs of all kinds, every flag and both ways to win occur often.
"""

import random
from collections import Counter

HONOURS = "ESWNCFP"
SUITS = "msp"
ALL = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + list(HONOURS)
GREEN = ["2s", "3s", "4s", "6s", "8s", "F"]
REVERSIBLE = [f"{r}p" for r in (1, 2, 3, 4, 5, 8, 9)] + [f"{r}s" for r in (2, 4, 5, 6, 8, 9)] + ["P"]
KNITTED = ("147", "258", "369")

Set = tuple[str, ...]


def hands(seed: int | str, count: int) -> list[str]:
    """``count`` hands; the same for the same seed."""
    return [hand(random.Random(f"{seed}/{number}")) for number in range(count)]


def hand(chance: random.Random) -> str:
    """One hand."""
    while True:
        make = chance.choices(
            (_sets, _planned, _plain, _pairs, _loose, _orphans, _gates, _knitted), (62, 10, 4, 8, 4, 2, 3, 7)
        )[0]
        text = make(chance)
        if text:
            return text


def _ranked(*wanted: int) -> list[str]:
    return [f"{rank}{suit}" for suit in SUITS for rank in wanted]


def _theme(chance: random.Random) -> list[str]:
    """The tiles that a hand may use."""
    suit, other = chance.sample(SUITS, 2)
    one = [f"{rank}{suit}" for rank in range(1, 10)]
    return chance.choice(
        [
            ALL, ALL, ALL, ALL[:27], ALL[:27], one, one, one + list(HONOURS),
            one + [f"{rank}{other}" for rank in range(1, 10)], _ranked(1, 9), _ranked(1, 9) + list(HONOURS),
            list(HONOURS), GREEN, REVERSIBLE, _ranked(7, 8, 9), _ranked(4, 5, 6), _ranked(1, 2, 3),
            _ranked(6, 7, 8, 9), _ranked(1, 2, 3, 4), _ranked(2, 4, 6, 8), _ranked(2, 3, 4, 5, 6, 7, 8),
            _ranked(3, 4, 5, 6, 7), _ranked(1, 2, 3, 7, 8, 9) + list(HONOURS),
            _ranked(1, 2, 3, 5, 7, 8, 9), list("ESWN") + one, list("CFP") + one,
        ]
    )  # fmt: skip


def _chow(rank: int, suit: str) -> Set:
    return tuple(f"{rank + step}{suit}" for step in range(3))


def _possible(pool: list[str], pungs: float, chance: random.Random) -> Set | None:
    """A set of tiles of the pool."""
    if chance.random() < pungs:
        return (chance.choice(pool),) * 3
    starts = [tile for tile in pool if len(tile) == 2 and int(tile[0]) < 8]
    chows = [_chow(int(tile[0]), tile[1]) for tile in starts]
    chows = [chow for chow in chows if set(chow) <= set(pool)]
    return chance.choice(chows) if chows else (chance.choice(pool),) * 3


def _related(sets: list[Set], chance: random.Random) -> Set:
    """A set that goes with an earlier one: the same, same number, shifted, end to end."""
    model = chance.choice(sets)
    if len(model[0]) == 1:
        return (chance.choice("ESWN" if model[0] in "ESWN" else "CFP"),) * 3
    rank = int(model[0][0]) + chance.choice((0, 0, 1, -1, 2, -2, 3, -3, 6, -6))
    suit = chance.choice((model[0][1], model[0][1], *SUITS))
    if model[0] == model[1]:
        return (f"{min(max(rank, 1), 9)}{suit}",) * 3
    return _chow(min(max(rank, 1), 7), suit)


def _sets(chance: random.Random) -> str:
    pool, pungs = _theme(chance), chance.choice((0.05, 0.3, 0.6, 0.95))
    sets: list[Set] = []
    relation = chance.choice((0, 0.4, 0.9))
    while len(sets) < 4:
        found = _related(sets, chance) if sets and chance.random() < relation else _possible(pool, pungs, chance)
        if found:
            sets.append(found)
    pair = chance.choice(pool if chance.random() < 0.8 else ALL)
    return _declare(sets, [pair, pair], chance)


def _planned(chance: random.Random) -> str:
    """Sets that make a rare fan together, the rest at random."""
    a, b, c = chance.sample(SUITS, 3)
    low, step = chance.randint(1, 7), chance.choice((1, 2))
    winds, dragons = chance.sample("ESWN", 4), chance.sample("CFP", 3)
    pungs = chance.sample(ALL, 2)
    plans: list[tuple[list[Set], str]] = [
        ([_chow(1, a), _chow(1, a), _chow(7, a), _chow(7, a)], f"5{a}"),
        ([_chow(1, a), _chow(7, a), _chow(1, b), _chow(7, b)], f"5{c}"),
        ([_chow(1, a), _chow(4, b), _chow(7, c)], ""),
        ([_chow(min(low, 5) + n, suit) for n, suit in enumerate((a, b, c))], ""),
        ([_chow(low, a), _chow(low, b), _chow(low, c)], ""),
        ([_chow(min(low, 7 - 3 * step) + n * step, a) for n in range(4)] if step == 1 or low == 1 else [], ""),
        ([(f"{min(low, 6) + n}{a}",) * 3 for n in range(4)], ""),
        ([(f"{low + n}{suit}",) * 3 for n, suit in enumerate((a, b, c))], ""),
        ([(wind,) * 3 for wind in winds], ""),
        ([(wind,) * 3 for wind in winds[:3]], winds[3]),
        ([(wind,) * 3 for wind in winds[:3]], ""),
        ([(dragon,) * 3 for dragon in dragons], ""),
        ([(dragon,) * 3 for dragon in dragons[:2]], dragons[2]),
        ([_chow(chance.randint(3, 5), suit) for suit in (a, b, c, a)], f"5{b}"),
        ([(pung,) * 3 for pung in pungs], ""),
    ]
    sets, pair = chance.choice(plans)
    while len(sets) < 4:
        sets.append(_possible(ALL, 0.4, chance) or (chance.choice(ALL),) * 3)
    pair = pair or chance.choice(ALL)
    return _declare(sets, [pair, pair], chance)


def _plain(chance: random.Random) -> str:
    """Chows of three suits and a pair of honours, won on a discard: often worth nothing."""
    suits = [*SUITS, chance.choice(SUITS)]
    sets = [_chow(chance.randint(1, 7), suit) for suit in suits]
    honour = chance.choice(HONOURS)
    counts = Counter(tile for found in sets for tile in found)
    if max(counts.values()) > 4:
        return ""
    concealed = [tile for found in sets[1:] for tile in found] + [honour, honour]
    chance.shuffle(concealed)
    return f"[{_written(sets[0])},1]{''.join(concealed)}|{chance.choice('ESWN')}E0000|{chance.randint(0, 8)}"


def _knitted(chance: random.Random) -> str:
    suits = chance.sample(SUITS, 3)
    nine = [f"{rank}{suit}" for suit, ranks in zip(suits, KNITTED, strict=True) for rank in ranks]
    pool = chance.choice((ALL, ALL[:27], list(HONOURS), nine))
    found = _possible(pool, chance.choice((0.2, 0.8)), chance)
    pair = chance.choice(chance.choice((ALL, nine, list(HONOURS))))
    return _declare([found] if found else [], [*nine, pair, pair], chance)


def _declare(sets: list[Set], loose: list[str], chance: random.Random) -> str:
    """Declare some sets, some as kongs; the rest is concealed."""
    counts = Counter(tile for found in sets for tile in found) + Counter(loose)
    if max(counts.values()) > 4:
        return ""
    claims, kongs = chance.choice((0, 0, 0.3, 0.6, 1)), chance.choice((0, 0, 0.2, 0.5, 1))
    brackets, concealed = [], list(loose)
    for found in sets:
        pung = found[0] == found[1]
        if pung and counts[found[0]] == 3 and chance.random() < kongs:
            counts[found[0]] = 4
            tile, source = found[0], chance.choice(("", "", "", "1", "2", "3", "5", "6", "7"))
            brackets.append(f"[{_written([tile] * 4)}{',' if source else ''}{source}]")
        elif chance.random() < claims:
            brackets.append(f"[{_written(found)},{chance.choice('123')}]")
        else:
            concealed += found
    return _win(brackets, concealed, chance)


def _written(tiles: list[str] | Set) -> str:
    if len(tiles[0]) == 1:
        return "".join(tiles)
    return "".join(tile[0] for tile in tiles) + tiles[0][1]


def _win(brackets: list[str], concealed: list[str], chance: random.Random) -> str:
    """Choose the winning tile, the situation and the flowers."""
    chance.shuffle(concealed)
    winning = concealed[-1]
    return _finish(brackets, concealed[:-1], winning, chance)


def _finish(brackets: list[str], before: list[str], winning: str, chance: random.Random) -> str:
    self_drawn = chance.random() < 0.5
    claimed = "".join(brackets)
    held = before.count(winning)
    last_of_kind = held == 0 and chance.random() < 0.15
    last_of_wall = chance.random() < 0.15
    kong_held = any(_tiles_in(bracket) == 4 for bracket in brackets)
    in_brackets = any(_holds(bracket, winning) for bracket in brackets)
    robbed = not self_drawn and not held and not in_brackets and not last_of_wall and chance.random() < 0.2
    kong = robbed or (self_drawn and kong_held and chance.random() < 0.2)
    flags = "".join(str(int(flag)) for flag in (self_drawn, last_of_kind, last_of_wall, kong))
    flowers = chance.choice((0, 0, 0, 1, 2, 8))
    situation = f"{chance.choice('ESWN')}{chance.choice('ESWN')}{flags}"
    return f"{claimed}{''.join(before)}{winning}|{situation}|{flowers}"


def _tiles_in(bracket: str) -> int:
    inner = bracket.strip("[]").partition(",")[0]
    return len(inner) if inner[0] in HONOURS else len(inner) - 1


def _holds(bracket: str, tile: str) -> bool:
    inner = bracket.strip("[]").partition(",")[0]
    return tile in inner if len(tile) == 1 else inner[-1] == tile[1] and tile[0] in inner


def _pairs(chance: random.Random) -> str:
    if chance.random() < 0.2:
        start, suit = chance.randint(1, 3), chance.choice(SUITS)
        return _win([], [f"{start + step}{suit}" for step in range(7)] * 2, chance)
    pool = _theme(chance)
    twice = pool * 2 if chance.random() < 0.7 else pool
    if len(twice) < 7:
        return ""
    return _win([], chance.sample(twice, 7) * 2, chance)


def _loose(chance: random.Random) -> str:
    suits = chance.sample(SUITS, 3)
    nine = [f"{rank}{suit}" for suit, ranks in zip(suits, KNITTED, strict=True) for rank in ranks]
    honours = chance.choice((5, 6, 7))
    return _win([], chance.sample(HONOURS, honours) + chance.sample(nine, 14 - honours), chance)


def _orphans(chance: random.Random) -> str:
    thirteen = _ranked(1, 9) + list(HONOURS)
    return _win([], [*thirteen, chance.choice(thirteen)], chance)


def _gates(chance: random.Random) -> str:
    suit = chance.choice(SUITS)
    before = [f"{rank}{suit}" for rank in "1112345678999"]
    winning = f"{chance.randint(1, 9)}{suit}"
    if chance.random() < 0.5:
        return _win([], [*before, winning], chance)
    return _finish([], before, winning, chance)
