"""How a complete hand is read, and which of its sets make a yaku or fu."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from tournament.hand.elements import CHOW, first_tile, tiles_of
from tournament.hand.meld import Meld
from tournament.hand.player_hand import PlayerHand
from tournament.hand.readings import PAIR, divisions, element_of
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem
from tournament.rulesets.riichi.items import BY_SLUG, FU
from tournament.tiles.packed import ORPHANS, UNITS, pack
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, TILES

_BASE = "base"
_WAITS = ("penchan", "kanchan", "pair_wait")
_SLUGS = {
    _BASE: "fu-base",
    **dict.fromkeys(_WAITS, "fu-wait"),
    "tsumo": "fu-self-draw",
    "hand_without_fu": "fu-open",
    "valued_pair": "fu-pair",
    "double_valued_pair": "fu-double-pair",
    "open_pon": "fu-open-triplet",
    "closed_pon": "fu-concealed-triplet",
    "open_terminal_pon": "fu-open-outer-triplet",
    "closed_terminal_pon": "fu-concealed-outer-triplet",
    "open_kan": "fu-open-kan",
    "closed_kan": "fu-concealed-kan",
    "open_terminal_kan": "fu-open-outer-kan",
    "closed_terminal_kan": "fu-concealed-outer-kan",
}
"""By the engine's reason."""
_CONCEALED_DISCARD, _SEVEN_PAIRS = 30, 25
"""The engine's base of these hands."""


class RiichiReading(NamedTuple):
    """Four sets and a pair."""

    hand: PlayerHand
    sets: tuple[int, ...]
    """Elements, declared sets first."""
    pair: int
    """The kind of the pair."""

    @property
    def concealed(self) -> tuple[int, ...]:
        """The sets that were not declared."""
        return self.sets[len(self.hand.melds) :]

    @property
    def groups(self) -> tuple[Group, ...]:
        """The tiles of each set, then of the pair."""
        declared = (meld.tiles for meld in self.hand.melds)
        return (*declared, *map(tiles_of, self.concealed), (TILES[self.pair],) * 2)


def readings(hand: PlayerHand) -> Iterator[RiichiReading]:
    """Every way to read a complete hand as four sets and a pair."""
    melds = tuple([element_of(meld) for meld in hand.melds])
    for sets, pair in divisions(pack(hand.held)):
        if len(melds) + len(sets) == PAIR:
            yield RiichiReading(hand, melds + sets, pair)


def special_groups(hand: PlayerHand) -> tuple[Group, ...]:
    """The seven pairs, or the thirteen kinds as one group."""
    tiles = hand.tiles
    return tuple(tiles[place : place + 2] for place in range(0, len(tiles), 2)) if len({*tiles}) == 7 else (tiles,)


def is_special(packed: int) -> bool:
    """Whether fourteen packed tiles are seven different pairs, or the thirteen terminals and honours with a twin."""
    pairs = packed >> 1 & ~packed & sum(UNITS)
    if packed == 2 * pairs and pairs.bit_count() == 7:
        return True
    return packed - ORPHANS in [UNITS[tile] for tile in TILES if UNITS[tile] & ORPHANS]


def places_of(slug: str, reading: RiichiReading) -> tuple[int, ...]:
    """The sets, and the pair, that make a yaku; none where it is the hand as a whole."""
    sets, hand = reading.sets, reading.hand
    match slug:
        case "yakuhai-dragon":
            return _of_kinds(sets, range(FIRST_DRAGON, CHOW))
        case "yakuhai-seat-wind":
            return _of_kinds(sets, (FIRST_WIND + hand.own,))
        case "yakuhai-round-wind":
            return () if hand.prevalent is None else _of_kinds(sets, (FIRST_WIND + hand.prevalent,))
        case "shousangen":
            return (*_of_kinds(sets, range(FIRST_DRAGON, CHOW)), PAIR)
        case "iipeikou":
            return next((pair for pair in combinations(range(PAIR), 2) if sets[pair[0]] == sets[pair[1]] >= CHOW), ())
        case "sanshoku-doujun" | "sanshoku-doukou":
            return _three(sets, (0, 9, 18))
        case "ittsuu":
            return _three(sets, (0, 3, 6))
        case "sankantsu":
            return tuple(place for place, meld in enumerate(hand.melds) if meld.kong)
        case _:
            return ()


def fu_items(details: Iterable[tuple[str, int]], reading: RiichiReading | None) -> tuple[CountedItem, ...]:
    """The fu as items; ``details``: the engine's reasons, each with its fu."""
    found: Counter[str] = Counter()
    for reason, fu in details:
        seven = reason == _BASE and fu == _SEVEN_PAIRS
        found["fu-chiitoitsu" if seven else _SLUGS[reason]] += 1
        if reason == _BASE and fu == _CONCEALED_DISCARD:
            found["fu-concealed-discard"] += 1
    made = {} if reading is None else _made(found, reading)
    return tuple(CountedItem(item, made.get(item.slug, ()), found[item.slug]) for item in FU if found[item.slug])


def _made(found: Counter[str], reading: RiichiReading) -> dict[str, tuple[Group, ...]]:
    """The groups that give the fu that were ``found``: sets of like tiles, and the pair."""
    made: dict[str, list[Group]] = {}
    left = found.copy()
    open_first = sorted(reading.concealed, key=lambda element: element == reading.hand.winning)
    groups = [(_slug_of(meld), meld.tiles) for meld in reading.hand.melds if meld.kind]
    groups += [(_slug(element, "concealed", "triplet"), tiles_of(element)) for element in open_first if element < CHOW]
    for slug, group in groups:
        if not left[slug]:  # the winning tile was a discard, and opened this triplet
            slug = slug.replace("concealed", "open")
        left[slug] -= 1
        made.setdefault(slug, []).append(group)
    pair = (TILES[reading.pair],) * 2
    made |= {slug: [pair] for slug in ("fu-pair", "fu-double-pair") if found[slug]}
    return {slug: tuple(groups) for slug, groups in made.items() if slug in BY_SLUG}


def _slug_of(meld: Meld) -> str:
    return _slug(meld.tile, "open" if meld.claimed else "concealed", "kan" if meld.kong else "triplet")


def _slug(tile: int, openness: str, kind: str) -> str:
    outer = "outer-" if UNITS[tile] & ORPHANS else ""
    return f"fu-{openness}-{outer}{kind}"


def _of_kinds(sets: tuple[int, ...], kinds: Iterable[int]) -> tuple[int, ...]:
    return tuple(place for place, element in enumerate(sets) if element in kinds)


def _three(sets: tuple[int, ...], steps: tuple[int, int, int]) -> tuple[int, ...]:
    """Three sets of one kind that lie so many tiles apart."""
    for places in combinations(range(PAIR), 3):
        elements = sorted((sets[place] for place in places), key=lambda element: (element >= CHOW, first_tile(element)))
        low = elements[0]
        if [element - low for element in elements] == list(steps) and (steps[1] == 9 or first_tile(low) % 9 == 0):
            return places
    return ()
