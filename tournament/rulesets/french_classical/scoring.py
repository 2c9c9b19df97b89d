"""Counting a hand: points, doubles and the limit, or a Grand Jeu (Poilbarbe, Annexes 1 and 2)."""

from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import NamedTuple

from tournament.hand.elements import tiles_of
from tournament.hand.game_problems import dealt_problems, first_discard_problems, no_bonus_problems
from tournament.hand.meld import MeldKind
from tournament.hand.player_hand import COMPLETE, WAITING, PlayerHand
from tournament.hand.problem import HandPart, HandProblem, HandProblems
from tournament.hand.readings import divisions
from tournament.language import Text, mark
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem, CountedWait, HandCount, Item, ReplacedItem, Unit
from tournament.rules.own_hands import own_count, own_items, own_members
from tournament.rules.score import NotComplete
from tournament.rulesets.french_classical import items
from tournament.rulesets.french_classical.grands_jeux import BY_SLUG, GRANDS_JEUX, FoundJeu, found_in
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.situation import DEAL, DISCARD, SERVED, FrenchSituation
from tournament.tiles.bonus import FLOWERS, SEASONS
from tournament.tiles.packed import ORPHANS, UNITS, pack
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, TILES, Tile
from tournament.tiles.wind import Wind

_Found = tuple[Item, Group]
"""An item that is present once, with the tiles that make it: none if the hand as a whole makes it."""
_WHOLE: Group = ()
_PLACES = {item.slug: place for place, item in enumerate(items.ITEMS)}


class _TileSet(NamedTuple):
    """A set as it is counted, with whether it counts as concealed."""

    tiles: Group
    concealed: bool

    @property
    def chow(self) -> bool:
        """Whether it is a chow, which is worth nothing."""
        return self.tiles[0] is not self.tiles[1]


class _Win(NamedTuple):
    """A winner's hand in one reading, as the conditions of the winner's items examine it."""

    sets: tuple[_TileSet, ...]
    hand: PlayerHand
    situation: FrenchSituation
    options: FrenchOptions


class _FrenchReading(NamedTuple):
    """One way to divide a winner's tiles into sets and a pair."""

    sets: tuple[_TileSet, ...]
    pair: Tile
    pair_concealed: bool

    @property
    def groups(self) -> tuple[Group, ...]:
        """Its sets, then the pair."""
        return (*(each.tiles for each in self.sets), (self.pair, self.pair))


def count(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> HandCount:
    """Count the tiles of a player, the winner or another one.

    Raise :class:`HandProblems` for an impossible hand, and :class:`NotComplete` if a winner's tiles do not win.
    """
    if problems := _hand_problems(hand, situation, options):
        raise HandProblems(problems)
    return _won(hand, situation, options) if hand.won else _lost(hand, situation, options)


def waits(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> tuple[CountedWait, ...]:
    """Return every tile that completes thirteen tiles, with the counts by discard and by self-draw."""
    asked = FrenchSituation(situation.dominant, situation.ready)
    problems = tuple(_dominant_problems(asked)) if any(wind in hand.tiles for wind in WINDS) else ()
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
    """Count every set and pair that has a value.

    A void hand, and a hand declared ready that lost to another one, only count flowers and seasons.
    """
    bonus = list(_of_bonus(hand))
    if situation.void or hand.size > WAITING or (situation.ready and not situation.drawn):
        return _counted(bonus, (), options)
    sets = list(_declared(hand))
    groups = [each.tiles for each in sets]
    found: list[_Found] = []
    for kind in sorted(set(hand.concealed)):
        held = hand.concealed.count(kind)
        if held >= 3:
            sets.append(_TileSet((kind,) * 3, concealed=True))
            groups.append((kind,) * 3)
        elif held == 2:
            pair = list(_of_pair(kind, hand, situation, concealed=True))
            found += pair
            groups += [group for _, group in pair[:1]]
    return _counted([*found, *_of_sets(sets, hand, situation), *bonus], tuple(groups), options)


# A hand that won


def _won(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> HandCount:
    # The players agreed on the value of such a hand, so its tiles are not examined.
    if own := own_count(situation.own_hand, own_items(options.own_worth, len(GRANDS_JEUX)), hand):
        return own
    jeux = sorted(_jeux(hand, options), key=lambda jeu: -jeu.item.value)
    readings = tuple(_readings(hand))
    if not readings and not jeux:
        raise NotComplete
    candidates = [_fixed(jeu.item, jeu.groups) for jeu in jeux[:1]]
    if situation.first is not None:
        # A win at once has no ordinary count. It comes first in the list, so that it is kept if a Grand Jeu has the
        # same value.
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
    """Return the count of an item whose value replaces everything else."""
    return HandCount(item.value, item.value, 1, (CountedItem(item),), groups=groups)


def _jeux(hand: PlayerHand, options: FrenchOptions) -> Iterator[FoundJeu]:
    """Yield the Grands Jeux that the hand forms and the event plays, with the values of the event."""
    for jeu in found_in(hand) if options.grands_jeux else ():
        if value := options.value_of(BY_SLUG[jeu.item.slug]):
            yield FoundJeu(jeu.item._replace(value=value), jeu.groups)


def _readings(hand: PlayerHand) -> Iterator[_FrenchReading]:
    """Yield every way to divide the tiles into sets and a pair.

    A claimed winning tile may have completed any set or the pair that contains it. Each is a separate reading, in which
    that one is exposed.
    """
    if hand.size != COMPLETE:
        return
    declared = tuple(_declared(hand))
    claimed = None if hand.self_drawn else hand.winning
    for elements, pair in divisions(pack(hand.held)):
        sets = [tiles_of(element) for element in elements]
        completed = {each: place for place, each in enumerate(sets) if claimed in each}.values()
        for place in completed:
            concealed = (_TileSet(each, concealed=index != place) for index, each in enumerate(sets))
            yield _FrenchReading((*declared, *concealed), TILES[pair], pair_concealed=True)
        if claimed is None or claimed == pair:
            concealed = (_TileSet(each, concealed=True) for each in sets)
            yield _FrenchReading((*declared, *concealed), TILES[pair], pair_concealed=claimed is None)


def _ordinary(
    reading: _FrenchReading, hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions
) -> HandCount:
    found = [
        *_of_pair(reading.pair, hand, situation, concealed=reading.pair_concealed),
        *_of_sets(reading.sets, hand, situation),
        *_of_bonus(hand),
        *((item, _WHOLE) for item, counts in _WINNER_ITEMS if counts(_Win(reading.sets, hand, situation, options))),
    ]
    return _counted(found, reading.groups, options)


# What every hand counts


def _declared(hand: PlayerHand) -> Iterator[_TileSet]:
    for meld in hand.melds:
        yield _TileSet(meld.tiles, meld.kind is MeldKind.CONCEALED_KONG)


def _of_pair(tile: Tile, hand: PlayerHand, situation: FrenchSituation, *, concealed: bool) -> Iterator[_Found]:
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


def _of_sets(sets: Iterable[_TileSet], hand: PlayerHand, situation: FrenchSituation) -> Iterator[_Found]:
    """Yield the points and doubles of the pungs and kongs among ``sets``."""
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
    """Return the group by which a set of this tile is valued: 0 for 2 to 8, 1 for 1, 9 and winds, 2 for dragons."""
    if tile >= FIRST_DRAGON:
        return 2
    return int(tile >= FIRST_WIND or tile.rank in {1, 9})


def _of_bonus(hand: PlayerHand) -> Iterator[_Found]:
    for tile in hand.bonus:
        yield items.BONUS_TILE, _WHOLE
        if tile.owner is hand.own:
            yield items.OWN_FLOWER if tile in FLOWERS else items.OWN_SEASON, _WHOLE
    if hand.bonus >= FLOWERS:
        yield items.FOUR_FLOWERS, _WHOLE
    if hand.bonus >= SEASONS:
        yield items.FOUR_SEASONS, _WHOLE


def _counted(found: Iterable[_Found], groups: tuple[Group, ...], options: FrenchOptions) -> HandCount:
    """Return the count of the items ``found``: points added, multiplied by the doubles and cut to the limit."""
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


def _mah_jong(_win: _Win) -> bool:
    """Return True, since every reading is a Mah-Jong of four sets and a pair."""
    return True


def _four_chows(win: _Win) -> bool:
    """Whether all four sets are chows. The pair does not matter."""
    return all(each.chow for each in win.sets)


def _from_wall(win: _Win) -> bool:
    """Whether the winning tile was drawn from the wall. A tile of the hill only counts so by option."""
    return win.hand.self_drawn and (win.options.wall_points_on_hill or not win.hand.replacement)


def served(win: _Win) -> bool:
    """Whether the hand was declared ready after the first draw."""
    return win.situation.ready == SERVED


def _plum_blossom(win: _Win) -> bool:
    """Whether the winning tile is a drawn 5 of circles.

    It may come from the hill too, unless the event takes “from the wall” (5.3) literally.
    """
    drawn = win.hand.self_drawn and (win.options.plum_blossom_on_hill or not win.hand.replacement)
    return drawn and win.hand.winning is Tile.P5


def _no_chow(win: _Win) -> bool:
    """Whether all sets are pungs and kongs."""
    return not any(each.chow for each in win.sets)


def ready(win: _Win) -> bool:
    """Whether the hand was declared ready, after the first draw or later."""
    return win.situation.ready is not None


def _pure(win: _Win) -> bool:
    """Whether the hand is of one suit, with honours if the event allows them. Honours alone do not count."""
    suits = {tile.suit for tile in win.hand.tiles}
    return len(suits - {None}) == 1 and (win.options.pure_with_honours or None not in suits)


def _robbed_kong(win: _Win) -> bool:
    """Whether the winning tile is the one with which another player promoted a pung to a kong."""
    return win.hand.robbed


def hill(win: _Win) -> bool:
    """Whether the winning tile is a replacement tile of any kind."""
    return win.hand.replacement


def concealed(win: _Win) -> bool:
    """Whether the winning tile was drawn and no set was claimed. Concealed kongs are allowed."""
    return win.hand.self_drawn and not win.hand.exposed


def outer(win: _Win) -> bool:
    """Whether every tile is a 1, a 9 or an honour."""
    return all(UNITS[tile] & ORPHANS for tile in win.hand.tiles)


def _moon(win: _Win) -> bool:
    """Whether the winner drew the last tile of the wall. Winning on its discard does not count."""
    return win.hand.last_of_wall and win.hand.self_drawn


_WINNER_ITEMS: tuple[tuple[Item, Callable[[_Win], bool]], ...] = (
    (items.MAH_JONG, _mah_jong),
    (items.FOUR_CHOWS, _four_chows),
    (items.FROM_WALL, _from_wall),
    (items.SERVED, served),
    (items.PLUM_BLOSSOM, _plum_blossom),
    (items.NO_CHOW, _no_chow),
    (items.READY, ready),
    (items.PURE, _pure),
    (items.ROBBED_KONG, _robbed_kong),
    (items.HILL, hill),
    (items.CONCEALED, concealed),
    (items.OUTER, outer),
    (items.MOON, _moon),
)


WINDS = TILES[FIRST_WIND:FIRST_DRAGON]


def _hand_problems(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> tuple[HandProblem, ...]:
    """Return what is impossible by these rules although the tiles are possible."""
    found = [*_general_problems(hand, situation, options)]
    found += _winner_problems(hand, situation) if hand.won else _loser_problems(situation)
    return tuple(found)


def _problem(code: str, text: Text) -> HandProblem:
    return HandProblem(code, text, HandPart.ANSWERS)


def _dominant_problems(situation: FrenchSituation) -> Iterator[HandProblem]:
    """Yield the problem that the dominant wind is missing.

    It is only needed for pairs and pungs of winds. Other tiles are worth the same under any dominant wind.
    """
    if situation.dominant_wind is None:
        yield _problem("dominant-missing", mark("The dominant wind is missing: East's dice choose it."))


def _general_problems(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> Iterator[HandProblem]:
    if any(hand.tiles.count(wind) > 1 for wind in WINDS):
        yield from _dominant_problems(situation)
    if situation.ready == SERVED and hand.exposed:
        yield _problem("served-exposed", mark("A served hand has claimed no set."))
    if not options.bonus_tiles:
        yield from no_bonus_problems(hand)


def _loser_problems(situation: FrenchSituation) -> Iterator[HandProblem]:
    if situation.first is not None:
        yield _problem("first-without-win", mark("Only the winner can have won at once."))


def _winner_problems(hand: PlayerHand, situation: FrenchSituation) -> Iterator[HandProblem]:
    if situation.void:
        yield _problem("void-wins", mark("A void hand cannot win."))
    if situation.drawn:
        yield _problem("drawn-wins", mark("Someone won: the hand is not drawn."))
    if situation.first == DEAL:
        yield from dealt_problems(hand)
    elif situation.first == DISCARD:
        yield from first_discard_problems(hand)


def score_members(count: HandCount, situation: FrenchSituation, _options: FrenchOptions) -> dict[str, object]:
    """Return the members for JSON: points, base and factor, the Grand Jeu that replaces them, each item and double."""
    fixed = [each.item for each in count.counted if each.item.unit is Unit.FLAT]
    own = situation.own_hand
    jeux = [item for item in (*fixed, *(each.item for each in count.replaced)) if item.slug in BY_SLUG]
    return {
        "points": count.points,
        "base": count.base,
        "times": count.times,
        "grand_jeu": next((item.slug for item in fixed if item.slug in BY_SLUG), None),
        "grands_jeux": [item.slug for item in sorted(jeux, key=lambda item: -item.value)],
        "flat": next((item.slug for item in fixed if item.slug not in {*BY_SLUG, own}), None),
        "items": [
            {"slug": each.item.slug, "count": each.repeated, "points": each.item.value}
            for each in count.counted
            if each.item.unit is Unit.POINTS
        ],
        "doubles": [
            {"slug": each.item.slug, "count": each.repeated, "times": each.item.value}
            for each in count.counted
            if each.item.unit is Unit.TIMES
        ],
        **own_members(count, own),
    }
