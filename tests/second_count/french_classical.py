"""French classical counted a second time, from the text of its rules alone: plain, slow, by trying everything.

The dearest of all readings stands; a Grand Jeu is found by writing down every way in which the tiles at hand could
make it, and looking whether one of them is the hand.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, permutations, product
from typing import Any, NamedTuple

from tests.second_count.tiles import ALL, DRAGONS, HONOURS, OUTER, WINDS, Declared, HandRead, read, regular

SUIT_DRAGONS = {"m": "C", "s": "F", "p": "P"}
GRANDS_JEUX = {
    "main-de-paires": 500, "7-lanternes-du-palais": 500, "chow-venteux": 500, "chow-royal": 600,
    "main-chinoise": 700, "joueur-maladroit": 700, "main-pleine-de-9-pieces": 700, "pung-venteux": 800,
    "petit-serpent": 1000, "paires-venteuses": 1000, "jardin-de-gretos": 1100, "grands-freres": 1200,
    "main-d-opaline": 1300, "main-de-jade": 1300, "main-de-corail": 1300, "paires-de-shozum": 1300,
    "main-de-diamant": 1400, "main-d-emeraude": 1400, "main-de-rubis": 1400, "serpentin-des-4-vents": 1400,
    "triangle-venteux": 1400, "serpentin-royal": 1500, "treize-lanternes-merveilleuses": 1600,
    "7-muses-du-poete-chinois": 1700, "pung-royal": 1800, "quatre-bonheurs-domestiques": 2000,
    "3-grands-apotres": 2000, "3-fils-adoptifs-du-dragon": 2200, "triangle-eternel": 2500, "ennemis": 2500,
    "tempete": 3000, "grande-main-verte": 3500, "souffle-du-dragon": 4000, "mah-jong-imperial": 5000,
}  # fmt: skip
PRECIOUS = {"p": "main-d-opaline", "s": "main-de-jade", "m": "main-de-corail"}
GREAT_SERPENTS = {"p": "main-de-diamant", "s": "main-d-emeraude", "m": "main-de-rubis"}


class Part(NamedTuple):
    """Tiles that belong together; a set on the table may be a whole pung, or a chow of a run."""

    kind: str
    tiles: tuple[str, ...]


class SetRead(NamedTuple):
    """A set of the hand: its first tile, its size, and whether it is a chow, exposed."""

    tile: str
    size: int
    chow: bool
    exposed: bool


def count(line: dict[str, Any]) -> dict[str, Any]:
    """What a legal line of ``score`` is worth: a hand, or the four hands of a table."""
    if "hands" in line:
        return _table(line)
    hand = read(line["hand"], lost=line.get("lost", False))
    limit = line.get("limit", 1000)
    if line.get("lost"):
        return _answer(_lost(line, hand), limit)
    jeux = [] if limit is None else _grands_jeux(hand)
    flat = {"deal": 900, "discard": 800}.get(line.get("first") or "")
    ordinary = max(_ordinary(line, hand), key=lambda counted: counted[0] * counted[1], default=(0, 1))
    answer = _answer(ordinary, limit)
    if flat is not None:
        answer["points"] = flat if limit is None else flat * limit // 1000
    answer |= {"grand_jeu": None, "grands_jeux": jeux}
    if jeux and GRANDS_JEUX[jeux[0]] * limit // 1000 > answer["points"]:
        answer |= {"points": GRANDS_JEUX[jeux[0]] * limit // 1000, "grand_jeu": jeux[0]}
    return answer


def wins(line: dict[str, Any]) -> bool:
    """Whether the tiles of a winner make anything: four sets and a pair, or a Grand Jeu where there are any."""
    hand = read(line["hand"])
    return next(_ordinary(line, hand), None) is not None or (
        line.get("limit", 1000) is not None and bool(_grands_jeux(hand))
    )


def settle(line: dict[str, Any]) -> dict[str, Any]:
    """What each gains by the four values, by wind."""
    values, winner = line["values"], line["winner"]
    net = dict.fromkeys(WINDS, 0)

    def pays(payer: str, receiver: str, points: int) -> None:
        net[payer] -= points
        net[receiver] += points

    if winner is None and not line.get("pay_draws"):
        return {"net": net}
    if line["rules"] == "french-classical-simple":
        for payer, receiver in permutations(WINDS, 2):
            pays(payer, receiver, values[receiver] * (2 if receiver == "E" else 1))
        return {"net": net}
    for payer, receiver in permutations(WINDS, 2):
        times = 2 if "E" in (payer, receiver) else 1
        dearer = values[receiver] - values[payer]
        if receiver == winner:
            pays(payer, receiver, times * values[winner])
        elif payer == winner:
            if dearer > 0 and line.get("winner_pays_dearer", True):
                pays(payer, receiver, 2 * times * dearer)
        elif dearer > 0:
            pays(payer, receiver, times * dearer)
    return {"net": net}


def _table(line: dict[str, Any]) -> dict[str, Any]:
    winner = line["winner"]
    values = {}
    for wind, hand in line["hands"].items():
        about: dict[str, Any] = {
            name: line[name]
            for name in ("dominant", "limit", "pure_with_honours", "plum_blossom_on_hill")
            if name in line
        }
        counted = count({**about, **hand, "lost": wind != winner, "drawn": winner is None})
        values[wind] = counted["points"]
    return {"values": values, **settle({**line, "values": values})}


def _answer(counted: tuple[int, int], limit: int | None) -> dict[str, Any]:
    base, times = counted
    return {"points": base * times if limit is None else min(limit, base * times), "base": base, "times": times}


def _bonus(hand: HandRead) -> tuple[int, int]:
    """Points and doubles of flowers and seasons, whoever holds them."""
    own = WINDS.index(hand.seat)
    doubles = [letters[own] in hand.flowers for letters in ("abcd", "efgh")]
    doubles += [set(letters) <= set(hand.flowers) for letters in ("abcd", "efgh")]
    return 4 * len(hand.flowers), 2 ** sum(doubles)


def _declared(hand: HandRead) -> list[SetRead]:
    return [
        SetRead(declared.tiles[0], len(declared.tiles), len(set(declared.tiles)) > 1, declared.source != 0)
        for declared in hand.declared
    ]


def _set_points(of: SetRead) -> int:
    if of.chow:
        return 0
    points = 8 if of.tile in DRAGONS else 4 if of.tile in OUTER else 2
    return points * (4 if of.size == 4 else 1) * (1 if of.exposed else 2)


def _pair_points(tile: str, hand: HandRead, dominant: str | None, *, exposed: bool) -> int:
    points = 2 * (tile == hand.seat) + 2 * (tile == dominant)
    return points if exposed else points + 2 * (tile == hand.round_wind) + 2 * (tile in DRAGONS)


def _set_doubles(of: SetRead, hand: HandRead, dominant: str | None) -> int:
    if of.chow:
        return 1
    found = [of.tile == hand.seat, of.tile == dominant, of.tile == hand.round_wind, of.tile in DRAGONS]
    return int(2 ** sum(found))


def _lost(line: dict[str, Any], hand: HandRead) -> tuple[int, int]:
    base, times = _bonus(hand)
    nothing_else = line.get("void") or (line.get("ready") and not line.get("drawn"))
    if nothing_else or 3 * len(hand.declared) + len(hand.concealed) > 13:
        return base, times
    dominant = line.get("dominant")
    sets = _declared(hand)
    for tile, held in Counter(hand.concealed).items():
        if held >= 3:
            sets.append(SetRead(tile, 3, chow=False, exposed=False))
        elif held == 2:
            base += _pair_points(tile, hand, dominant, exposed=False)
    for each in sets:
        base += _set_points(each)
        times *= _set_doubles(each, hand, dominant)
    return base, times


def _ordinary(line: dict[str, Any], hand: HandRead) -> Iterator[tuple[int, int]]:
    """Points and doubles of every reading as four sets and a pair."""
    dominant = line.get("dominant")
    for groups, pair in regular([*hand.concealed, hand.winning]):
        if len(groups) + len(hand.declared) != 4:
            continue
        places: list[int | None] = [place for place, group in enumerate(groups) if hand.winning in group]
        if pair == hand.winning:
            places.append(None)
        for place in places:
            claimed = not hand.self_drawn
            sets = _declared(hand) + [
                SetRead(group[0], 3, len(set(group)) > 1, claimed and place == number)
                for number, group in enumerate(groups)
            ]
            base, times = _bonus(hand)
            base += 20 + _pair_points(pair, hand, dominant, exposed=claimed and place is None)
            for each in sets:
                base += _set_points(each)
                times *= _set_doubles(each, hand, dominant)
            base += 10 * all(each.chow for each in sets)
            yield base + _winner_points(line, hand), times * 2 ** _winner_doubles(line, hand, sets)


def _winner_points(line: dict[str, Any], hand: HandRead) -> int:
    points = 100 if line.get("ready") == "served" else 0
    if hand.self_drawn:
        points += 0 if hand.kong else 2
        on_wall = not hand.kong or line.get("plum_blossom_on_hill", True)
        points += 100 if hand.winning == "5p" and on_wall else 0
    return points


def _winner_doubles(line: dict[str, Any], hand: HandRead, sets: list[SetRead]) -> int:
    tiles = set(hand.tiles)
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    pure = len(suits) == 1 and (line.get("pure_with_honours", True) or not tiles & set(HONOURS))
    found = [
        not any(each.chow for each in sets),
        bool(line.get("ready")),
        hand.kong,  # robbed, or on a replacement
        hand.self_drawn and all(declared.source == 0 for declared in hand.declared),
        tiles <= set(OUTER),
        hand.self_drawn and hand.last_of_wall,
    ]
    return sum(found) + 3 * pure


def _within(declared: tuple[Declared, ...], way: list[Part]) -> bool:
    """Whether each set on the table stands wholly within one part."""
    pungs = [part.tiles[0] for part in way if part.kind == "pung"]
    in_runs = [tile for part in way if part.kind == "run" for tile in part.tiles]
    for each in declared:
        if len(set(each.tiles)) == 1 and each.tiles[0] in pungs:
            pungs.remove(each.tiles[0])
        elif len(set(each.tiles)) > 1 and set(each.tiles) <= set(in_runs):
            for tile in each.tiles:
                in_runs.remove(tile)
        else:
            return False
    return True


def _run(suit: str, first: int, last: int) -> Part:
    return Part("run", tuple(f"{rank}{suit}" for rank in range(first, last + 1)))


def _pung(tile: str) -> Part:
    return Part("pung", (tile,) * 3)


def _pair(tile: str) -> Part:
    return Part("pair", (tile,) * 2)


def _singles(tiles: str | list[str]) -> Part:
    return Part("singles", tuple(tiles))


class Held(NamedTuple):
    """The tiles of a hand, by how many there are."""

    seat: str
    pairs: list[str]
    threes: list[str]
    kongs: set[str]


Ways = Iterator[tuple[str, list[Part]]]
FIFTH_WINDS = [[_singles(WINDS), _singles([wind])] for wind in WINDS]
THREE_DRAGONS = [_pung(dragon) for dragon in DRAGONS]
THREE_ALIKE = [[_pung(f"{rank}{suit}") for suit in "msp"] for rank in range(1, 10)]


def _grands_jeux(hand: HandRead) -> list[str]:
    """All that the hand is, dearest first."""
    tiles = Counter(hand.tiles)
    held = Held(
        hand.seat,
        [tile for tile in ALL if tiles[tile] >= 2],
        [tile for tile in ALL if tiles[tile] >= 3],
        {declared.tiles[0] for declared in hand.declared if len(declared.tiles) == 4},
    )
    ways = chain(
        _of_pairs(held, tiles),
        _of_a_run(held),
        _of_a_great_run(held),
        _of_alternating_runs(held),
        _of_chows(held, tiles),
        _of_pungs(held),
        _of_pungs_alike(held),
        _of_one_suit(held),
        _of_honours(held),
    )
    fourteen = sorted([*hand.concealed, hand.winning, *(tile for each in hand.declared for tile in each.tiles[:3])])
    found = {
        slug
        for slug, way in ways
        if sorted(tile for part in way for tile in part.tiles) == fourteen and _within(hand.declared, way)
    }
    return sorted(found, key=lambda slug: (-GRANDS_JEUX[slug], list(GRANDS_JEUX).index(slug)))


def _of_pairs(held: Held, tiles: Counter[str]) -> Ways:
    twos = [tile for tile in held.pairs for _ in range(tiles[tile] // 2)]
    yield "main-de-paires", [_pair(tile) for tile in twos]
    yield "7-muses-du-poete-chinois", [_pair(tile) for tile in twos if tile in OUTER]
    yield "triangle-eternel", [_pair(honour) for honour in HONOURS]
    of_suit = {suit: [tile for tile in held.pairs if tile[1:] == suit] for suit in "msp"}
    for three in product(*of_suit.values()):
        yield "paires-venteuses", [*map(_pair, WINDS), *map(_pair, three)]
    for suit, dragon in SUIT_DRAGONS.items():
        for six in combinations(of_suit[suit], 6):
            yield "paires-de-shozum", [*map(_pair, six), _pair(dragon)]


def _of_a_run(held: Held) -> Ways:
    """A run of seven in one suit, and something."""
    for suit in "msp":
        seven = _run(suit, 1, 7)
        yield "jardin-de-gretos", [seven, _singles(DRAGONS), _singles(WINDS)]
        for dragon in DRAGONS:
            yield "joueur-maladroit", [seven, _singles(WINDS), _pung(dragon)]
            for tile in seven.tiles:
                yield "7-lanternes-du-palais", [seven, _singles([tile]), _pung(dragon), _pung(held.seat)]
        between = _run(suit, 2, 8)
        ends = [f"1{suit}", f"9{suit}"]
        name = "main-pleine-de-9-pieces" if held.kongs >= set(ends) else "main-chinoise"
        for tile in between.tiles:
            yield name, [between, _singles([tile]), *map(_pung, ends)]


def _of_a_great_run(held: Held) -> Ways:
    """All nine tiles of one suit, and something."""
    for suit, dragon in SUIT_DRAGONS.items():
        nine = _run(suit, 1, 9)
        for honour in HONOURS:
            if honour in DRAGONS:
                yield "petit-serpent", [nine, _singles(WINDS), _singles([honour])]
            yield "grands-freres", [nine, _pung(honour), _pair(held.seat)]
            yield GREAT_SERPENTS[suit], [nine, _pung(dragon), _pair(honour)]


def _of_alternating_runs(held: Held) -> Ways:
    """One to nine, the three suits in turn."""
    for suits in permutations("msp"):
        nine = _singles([f"{rank}{suits[rank % 3]}" for rank in range(1, 10)])
        yield "serpentin-royal", [nine, _singles(DRAGONS), _pair(held.seat)]
        for honour in HONOURS:
            yield "serpentin-des-4-vents", [nine, _singles(WINDS), _singles([honour])]


def _of_chows(held: Held, tiles: Counter[str]) -> Ways:
    """A chow in each suit."""
    for starts in product(range(1, 8), repeat=3):
        chows = [_run(suit, start, start + 2) for suit, start in zip("msp", starts, strict=True)]
        if all(tiles[tile] for chow in chows for tile in chow.tiles):
            yield "chow-royal", [*chows, _singles(DRAGONS), _pair(held.seat)]
            for winds in FIFTH_WINDS:
                yield "chow-venteux", [*chows, *winds]


def _of_pungs(held: Held) -> Ways:
    """A pung in each suit, or of winds."""
    for three in product(*([tile for tile in held.threes if tile[1:] == suit] for suit in "msp")):
        for winds in FIFTH_WINDS:
            yield "pung-venteux", [*map(_pung, three), *winds]
    for tile in held.pairs:
        yield "quatre-bonheurs-domestiques", [*map(_pung, WINDS), _pair(tile)]
    for (opposite, others), suit in product((("EW", "SN"), ("SN", "EW")), "msp"):
        yield "ennemis", [*map(_pung, opposite), _pung(f"1{suit}"), _pung(f"9{suit}"), _singles(others)]


def _of_pungs_alike(held: Held) -> Ways:
    """Pungs of one number in the three suits."""
    for pungs in THREE_ALIKE:
        yield "pung-royal", [*pungs, _singles(DRAGONS), _pair(held.seat)]
        for wind, winds in zip(WINDS, FIFTH_WINDS, strict=True):
            yield "triangle-venteux", [*pungs, *winds]
            yield "3-fils-adoptifs-du-dragon", [*pungs, _pung("C"), _pair(wind)]


def _of_one_suit(held: Held) -> Ways:
    """Three pungs and a pair of one suit, with the pung of its dragon."""
    for suit, dragon in SUIT_DRAGONS.items():
        for *three, tile in product(*[[tile for tile in held.threes if tile[1:] == suit]] * 3, held.pairs):
            if tile[1:] == suit:
                yield PRECIOUS[suit], [*map(_pung, three), _pung(dragon), _pair(tile)]
                if suit == "s" and all(each[0] in "2468" for each in (*three, tile)):
                    yield "grande-main-verte", [*map(_pung, three), _pung(dragon), _pair(tile)]


def _of_honours(held: Held) -> Ways:
    """Little but winds and dragons; the thirteen lanterns."""
    for tile in OUTER:
        yield "treize-lanternes-merveilleuses", [_singles(OUTER), _singles([tile])]
    for suit, start, rank in product("msp", range(1, 8), range(1, 10)):
        yield "3-grands-apotres", [*THREE_DRAGONS, _run(suit, start, start + 2), _pair(f"{rank}{suit}")]
    for two in combinations(DRAGONS, 2):
        yield "tempete", [*map(_pung, two), *map(_pair, WINDS)]
    for wind, winds in zip(WINDS, FIFTH_WINDS, strict=True):
        yield "souffle-du-dragon", [*THREE_DRAGONS, *winds]
        yield "mah-jong-imperial", [*THREE_DRAGONS, _singles(DRAGONS), _pair(wind)]
