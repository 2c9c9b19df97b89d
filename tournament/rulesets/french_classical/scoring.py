"""What a hand is worth: points, doubles and the limit, or a Grand Jeu (Poilbarbe, Annexes 1 and 2)."""

from collections.abc import Iterable, Iterator
from math import prod
from typing import NamedTuple

from tournament.hand.elements import tiles_of
from tournament.hand.meld import MeldKind
from tournament.hand.player_hand import COMPLETE, WAITING, PlayerHand
from tournament.hand.problem import HandProblems
from tournament.hand.readings import divisions
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem, CountedWait, HandCount, Item, ReplacedItem, Unit
from tournament.rules.own_hands import own_count, own_items
from tournament.rules.score import NotComplete
from tournament.rulesets.french_classical import items
from tournament.rulesets.french_classical.grands_jeux import BY_SLUG, GRANDS_JEUX, FoundJeu, found_in
from tournament.rulesets.french_classical.legality import WINDS, dominant_problems, hand_problems
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.predicates import WINNER_ITEMS, TileSet, Win
from tournament.rulesets.french_classical.situation import DEAL, FrenchSituation
from tournament.tiles.bonus import FLOWERS, SEASONS
from tournament.tiles.packed import pack
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, TILES, Tile
from tournament.tiles.wind import Wind

Found = tuple[Item, Group]
"""An item that is there once, and the tiles that make it; none when it is the hand as a whole."""
WHOLE: Group = ()
_PLACES = {item.slug: place for place, item in enumerate(items.ITEMS)}


class FrenchReading(NamedTuple):
    """One way to read a winner's tiles."""

    sets: tuple[TileSet, ...]
    pair: Tile
    pair_concealed: bool

    @property
    def groups(self) -> tuple[Group, ...]:
        """Its sets, then the pair."""
        return (*(each.tiles for each in self.sets), (self.pair, self.pair))


def count(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> HandCount:
    """What the tiles of a player are worth.

    :class:`HandProblems` for what cannot be, :class:`NotComplete` when a winner's tiles make nothing.
    """
    if problems := hand_problems(hand, situation, options):
        raise HandProblems(problems)
    return _won(hand, situation, options) if hand.won else _lost(hand, situation, options)


def waits(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> tuple[CountedWait, ...]:
    """Every tile that completes thirteen tiles, and what it would make of them on a discard and self-drawn."""
    asked = FrenchSituation(situation.dominant, situation.ready)
    problems = tuple(dominant_problems(asked)) if any(wind in hand.tiles for wind in WINDS) else ()
    if problems:
        raise HandProblems(problems)
    held = pack(hand.tiles)
    found = []
    for tile in TILES:
        if held >> 4 * tile & 7 < 4:
            counts = tuple(_completed(hand, tile, asked, options, self_drawn=drawn) for drawn in (False, True))
            if any(counts):
                found.append(CountedWait(tile, *counts))
    return tuple(found)


def _completed(
    hand: PlayerHand, tile: Tile, situation: FrenchSituation, options: FrenchOptions, *, self_drawn: bool
) -> HandCount | None:
    won = PlayerHand(
        hand.melds, hand.concealed, tile, hand.own, hand.prevalent, self_drawn=self_drawn, bonus=hand.bonus
    )
    try:
        return count(won, situation, options)
    except NotComplete:
        return None


# A hand that lost


def _lost(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> HandCount:
    """Every valued set and pair; flowers and seasons alone where another won against a ready hand, or it is void."""
    bonus = list(_of_bonus(hand))
    if situation.void or hand.size > WAITING or (situation.ready and not situation.drawn):
        return _counted(bonus, (), options)
    sets = list(_declared(hand))
    groups = [each.tiles for each in sets]
    found: list[Found] = []
    for kind in sorted(set(hand.concealed)):
        held = hand.concealed.count(kind)
        if held >= 3:
            sets.append(TileSet((kind,) * 3, concealed=True))
            groups.append((kind,) * 3)
        elif held == 2:
            pair = list(_of_pair(kind, hand, situation, concealed=True))
            found += pair
            groups += [group for _, group in pair[:1]]
    return _counted([*found, *_of_sets(sets, hand, situation), *bonus], tuple(groups), options)


# A hand that won


def _won(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> HandCount:
    if own := own_count(situation.own_hand, own_items(options.own_worth, len(GRANDS_JEUX)), hand):
        return own
    jeux = sorted(_jeux(hand, options), key=lambda jeu: -jeu.item.value)
    readings = tuple(_readings(hand))
    if not readings and not jeux:
        raise NotComplete
    candidates = [_fixed(jeu.item, jeu.groups) for jeu in jeux[:1]]
    if situation.first is not None:
        flat = items.GRACES if situation.first == DEAL else items.BENEDICTION
        flat = flat._replace(value=options.in_proportion(flat.value))
        candidates.insert(0, _fixed(flat, readings[0].groups if readings else jeux[0].groups))
    elif readings:
        ordinary = (_ordinary(reading, hand, situation, options) for reading in readings)
        candidates.append(max(ordinary, key=lambda counted: counted.before_limit))
    best = max(candidates, key=lambda counted: counted.points)
    by = next((each.item for each in best.counted if each.item.unit is Unit.FLAT), items.MAH_JONG)
    replaced = tuple(ReplacedItem(jeu.item, by) for jeu in jeux if jeu.item.slug != by.slug)
    return best._replace(replaced=replaced)


def _fixed(item: Item, groups: tuple[Group, ...]) -> HandCount:
    """A value that stands in place of everything else."""
    return HandCount(item.value, item.value, 1, (CountedItem(item),), groups=groups)


def _jeux(hand: PlayerHand, options: FrenchOptions) -> Iterator[FoundJeu]:
    """The Grands Jeux that are there and that the event plays, at its values."""
    for jeu in found_in(hand) if options.grands_jeux else ():
        if value := options.value_of(BY_SLUG[jeu.item.slug]):
            yield FoundJeu(jeu.item._replace(value=value), jeu.groups)


def _readings(hand: PlayerHand) -> Iterator[FrenchReading]:
    """Every way to read the tiles, and to see which set a claimed tile completed: that one is exposed."""
    if hand.size != COMPLETE:
        return
    declared = tuple(_declared(hand))
    claimed = None if hand.self_drawn else hand.winning
    for elements, pair in divisions(pack(hand.held)):
        sets = [tiles_of(element) for element in elements]
        completed = {each: place for place, each in enumerate(sets) if claimed in each}.values()
        for place in completed:
            concealed = (TileSet(each, concealed=index != place) for index, each in enumerate(sets))
            yield FrenchReading((*declared, *concealed), TILES[pair], pair_concealed=True)
        if claimed is None or claimed == pair:
            concealed = (TileSet(each, concealed=True) for each in sets)
            yield FrenchReading((*declared, *concealed), TILES[pair], pair_concealed=claimed is None)


def _ordinary(
    reading: FrenchReading, hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions
) -> HandCount:
    found = [
        *_of_pair(reading.pair, hand, situation, concealed=reading.pair_concealed),
        *_of_sets(reading.sets, hand, situation),
        *_of_bonus(hand),
        *((item, WHOLE) for item, counts in WINNER_ITEMS if counts(Win(reading.sets, hand, situation, options))),
    ]
    return _counted(found, reading.groups, options)


# What every hand counts


def _declared(hand: PlayerHand) -> Iterator[TileSet]:
    for meld in hand.melds:
        yield TileSet(meld.tiles, meld.kind is MeldKind.CONCEALED_KONG)


def _of_pair(tile: Tile, hand: PlayerHand, situation: FrenchSituation, *, concealed: bool) -> Iterator[Found]:
    pair = (tile, tile)
    if tile.wind is not None:
        if tile.wind is hand.own:
            yield items.OWN_WIND_PAIR, pair
        if tile.wind is situation.dominant_wind:
            yield items.DOMINANT_WIND_PAIR, pair
        if tile.wind is hand.prevalent and concealed:
            yield items.ROUND_WIND_PAIR, pair
    elif tile.dragon is not None and concealed:
        yield items.DRAGON_PAIR, pair


def _of_sets(sets: Iterable[TileSet], hand: PlayerHand, situation: FrenchSituation) -> Iterator[Found]:
    """Points and doubles of pungs and kongs."""
    doubling: tuple[tuple[Item, Wind | None], ...] = (
        (items.OWN_WIND, hand.own),
        (items.DOMINANT_WIND, situation.dominant_wind),
        (items.ROUND_WIND, hand.prevalent),
    )
    for each in sets:
        if each.chow:
            continue
        tile = each.tiles[0]
        yield items.SETS[len(each.tiles) == 4, each.concealed, _tile_group(tile)], each.tiles
        if tile.dragon is not None:
            yield items.DRAGONS, each.tiles
        for item, wind in doubling:
            if wind is not None and tile.wind is wind:
                yield item, each.tiles


def _tile_group(tile: Tile) -> int:
    """The place of its group: 2 to 8, then 1, 9 and winds, then dragons."""
    if tile >= FIRST_DRAGON:
        return 2
    return int(tile >= FIRST_WIND or tile.rank in {1, 9})


def _of_bonus(hand: PlayerHand) -> Iterator[Found]:
    for tile in hand.bonus:
        yield items.BONUS_TILE, WHOLE
        if tile.owner is hand.own:
            yield items.OWN_FLOWER if tile in FLOWERS else items.OWN_SEASON, WHOLE
    if hand.bonus >= FLOWERS:
        yield items.FOUR_FLOWERS, WHOLE
    if hand.bonus >= SEASONS:
        yield items.FOUR_SEASONS, WHOLE


def _counted(found: Iterable[Found], groups: tuple[Group, ...], options: FrenchOptions) -> HandCount:
    """The items in the order of the score sheet, added and multiplied, within the limit."""
    times: dict[str, list[Group]] = {}
    rows: dict[str, Item] = {}
    for item, group in found:
        rows[item.slug] = item
        times.setdefault(item.slug, []).append(group)
    counted = tuple(
        CountedItem(rows[slug], tuple(group for group in times[slug] if group), len(times[slug]))
        for slug in sorted(rows, key=_PLACES.__getitem__)
    )
    base = sum(each.worth for each in counted if each.item.unit is Unit.POINTS)
    factor = prod(each.worth for each in counted if each.item.unit is Unit.TIMES)
    limit = options.limit if options.limit is not None and base * factor > options.limit else None
    return HandCount(limit if limit is not None else base * factor, base, factor, counted, groups=groups, limit=limit)
