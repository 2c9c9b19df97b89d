"""The predicates that find points, doubles and special hands."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tournament.hand.elements import CHOWS, MASKS, tiles_of
from tournament.hand.player_hand import PlayerHand
from tournament.hand.readings import element_of
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem, Item
from tournament.rulesets.quebec_classical import items
from tournament.rulesets.quebec_classical.facts import HeldSet, Holding
from tournament.rulesets.quebec_classical.options import NO_CHOW_AT_ALL, NONE_EXPOSED, Options
from tournament.rulesets.quebec_classical.situation import Situation
from tournament.tiles.packed import DRAGONS, HONOURS, ORPHANS, SUITED, SUITS, TERMINALS, UNITS, WINDS, pack, present
from tournament.tiles.tile import FIRST_WIND, TILES
from tournament.tiles.wind import Wind


class Case(NamedTuple):
    """One way to divide a hand, with everything on which its value depends."""

    hand: PlayerHand
    situation: Situation
    options: Options
    holding: Holding
    present: int
    """The mask of the kinds in the hand."""
    only_tile: bool
    """Whether only one kind of tile could complete it."""


def case_of(
    hand: PlayerHand, situation: Situation, options: Options, holding: Holding, *, only_tile: bool = False
) -> Case:
    """Return the case of a hand divided in one way."""
    kinds = sum(map(UNITS.__getitem__, {*hand.held, *(tile for meld in hand.melds for tile in meld.tiles)}))
    return Case(hand, situation, options, holding, kinds, only_tile)


# points


def points_of(case: Case) -> Iterator[CountedItem]:
    """Yield the items that give points, in the order of the document."""
    for key, item in items.SETS.items():
        groups = tuple(held.group for held in case.holding.sets if not held.chow and _key(held) == key)
        if groups:
            yield CountedItem(item, groups, len(groups))
    for item, mask in () if _pair_exposed(case) else _valued_pairs(case):
        groups = tuple((TILES[kind],) * 2 for kind in case.holding.pairs if UNITS[kind] & mask)
        if groups:
            yield CountedItem(item, groups, len(groups))
    if case.hand.won:
        yield CountedItem(items.MAH_JONG)
        if case.hand.self_drawn:
            yield CountedItem(items.FROM_THE_WALL)
        if case.only_tile:
            yield CountedItem(items.ONLY_TILE)


def _key(held: HeldSet) -> tuple[bool, bool, bool]:
    return held.kong, held.major, held.exposed


def _pair_exposed(case: Case) -> bool:
    return case.options.claimed_pair_exposed and case.holding.pair_claimed


def _valued_pairs(case: Case) -> tuple[tuple[Item, int], ...]:
    return (
        (pair_item(items.DRAGON_PAIR, case.options), DRAGONS),
        (pair_item(items.OWN_PAIR, case.options), _wind(case.hand.own)),
        (items.ROUND_PAIR, _wind(case.hand.prevalent) if case.options.round_wind_pair else 0),
    )


def pair_item(item: Item, options: Options) -> Item:
    """Return the item of a pair with the condition under which the event counts it."""
    return item._replace(description=items.CLAIMED_PAIR_IS_WORTHLESS) if options.claimed_pair_exposed else item


def _wind(wind: Wind | None) -> int:
    return 0 if wind is None else UNITS[FIRST_WIND + wind]


# doubles


def doubles_of(case: Case) -> Iterator[CountedItem]:
    """Yield the items that double, in the order of the document."""
    for item, is_there in ALL_HANDS:
        if is_there(case):
            yield CountedItem(item)
    for item, mask in _doubled_sets(case):
        groups = tuple(held.group for held in case.holding.sets if not held.chow and UNITS[held.element] & mask)
        if groups:
            yield CountedItem(item, groups, len(groups))
    if case.hand.won:
        for item, is_there in WINNER:
            if is_there(case):
                yield CountedItem(item)


def _one_suit_with_honours(case: Case) -> bool:
    return bool(case.present & HONOURS) and _suits(case.present) == 1


def _outer_with_honours(case: Case) -> bool:
    return not case.present & ~ORPHANS and bool(case.present & HONOURS) and bool(case.present & TERMINALS)


def _no_chow(case: Case) -> bool:
    if case.hand.won:
        return not case.holding.chows
    rule = case.options.no_chow
    shown = case.holding.chows
    return not shown and (rule == NONE_EXPOSED or (rule == NO_CHOW_AT_ALL and not case.holding.row_of_three))


def _one_suit(case: Case) -> bool:
    return not case.present & HONOURS and _suits(case.present) == 1


def _suits(kinds: int) -> int:
    return sum(bool(kinds & suit) for suit in SUITS)


ALL_HANDS: tuple[tuple[Item, Callable[[Case], bool]], ...] = (
    (items.ONE_SUIT_WITH_HONOURS, _one_suit_with_honours),
    (items.OUTER_WITH_HONOURS, _outer_with_honours),
    (items.NO_CHOW, _no_chow),
    (items.ONE_SUIT, _one_suit),
)


def _doubled_sets(case: Case) -> tuple[tuple[Item, int], ...]:
    """Return the items that double for pungs and quongs, each with the mask of the kinds for which it does."""
    traditional = case.options.traditional_doubles
    return (
        (items.ROUND_WIND, _wind(case.hand.prevalent)),
        (items.OWN_WIND, _wind(case.hand.own) if traditional else 0),
        (items.DRAGONS, DRAGONS if traditional else 0),
    )


def _only_chows(case: Case) -> bool:
    valued = any(mask & case.holding.paired for _, mask in _valued_pairs(case))
    return not case.holding.pungs and not valued


WINNER: tuple[tuple[Item, Callable[[Case], bool]], ...] = (
    (items.ONLY_CHOWS, _only_chows),
    (items.LOOSE_TILE, lambda case: case.hand.replacement),
    (items.ROBBED_QUONG, lambda case: case.hand.robbed),
    (items.LAST_TILE, lambda case: case.hand.last_of_wall and case.hand.self_drawn),
    (items.MAIN_FIXE, lambda case: case.situation.ready),
)


# special hands


def regular_specials(case: Case) -> Iterator[int]:
    """Yield the numbers of the special hands that this division into four sets and a pair forms."""
    holding, kinds = case.holding, case.present
    if not kinds & ~HONOURS:
        yield 1
    if holding.four_winds:
        yield 2
    if not kinds & ~TERMINALS:
        yield 3
    if holding.three_scholars:
        yield 4
    exposed = _pair_exposed(case) or any(held.exposed for held in holding.sets)
    if not holding.chows and not exposed:
        yield 5


def other_specials(hand: PlayerHand) -> Iterator[int]:
    """Yield the numbers of the special hands that depend on the tiles alone. A quong counts as three tiles."""
    melded = [tile for meld in hand.melds for tile in tiles_of(element_of(meld))]
    packed = pack((*hand.held, *melded))
    if not hand.melds and present(packed) == ORPHANS:
        yield 6
    if packed in _FULL_HOUSES and not any(element_of(meld) in _OUTER_CHOWS for meld in hand.melds):
        yield 7
    run, honours = packed & _ALL_SUITED, packed & ~_ALL_SUITED
    if run in SUITS:
        counts = sorted(count for kind in range(FIRST_WIND, len(TILES)) if (count := honours >> 4 * kind & 7))
        if present(honours) & WINDS == WINDS:
            yield 8
        if counts == [2, 3]:
            yield 9


_ALL_SUITED = SUITED * 15
_OUTER_CHOWS = frozenset(chow for chow in CHOWS if MASKS[chow] & ORPHANS)
"""Chows with a 1 or a 9. The run of special hand 7 goes from 2 to 8, so they cannot be declared there."""
_FULL_HOUSES = frozenset(
    pack([9 * suit + rank for rank in (0, 0, *range(9), 8, 8, extra)]) for suit in range(3) for extra in range(9)
)


def groups_of(hand: PlayerHand) -> tuple[Group, ...]:
    """Return the groups of a special hand without sets: the declared sets, and the other tiles as one group."""
    return (*(meld.tiles for meld in hand.melds), tuple(sorted(hand.held)))
