"""What a hand is worth in riichi, and why."""

from collections import Counter
from dataclasses import replace

from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku_config import YakuConfig

from tournament.hand.completing import completing_sets
from tournament.hand.player_hand import COMPLETE, WAITING, PlayerHand
from tournament.hand.problem import HandProblems
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem, CountedWait, HandCount, Item, Unit
from tournament.rules.score import NotComplete
from tournament.rulesets.riichi.engine import NO_YAKU, NOT_WINNING, ask, last_replacement
from tournament.rulesets.riichi.items import DORA_ITEMS, SAME_UNLESS_TWICE, YAKU, YakuRow
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.points import received, yakuman_in
from tournament.rulesets.riichi.reading import (
    RiichiReading,
    fu_items,
    is_special,
    places_of,
    readings,
    special_groups,
)
from tournament.rulesets.riichi.settlement import YAKUMAN_HAN, base_points
from tournament.rulesets.riichi.situation import RiichiSituation
from tournament.rulesets.riichi.tile_legality import hand_problems, indicators
from tournament.tiles.packed import UNITS, pack
from tournament.tiles.tile import TILES, Tile
from tournament.tiles.wind import Wind

_ORDINARY, _DEFAULTS = RiichiSituation(), RiichiOptions()
_BY_SLUG = {row.item.slug: row for row in YAKU}
_NUMBERS = {name: yaku.yaku_id for name, yaku in vars(YakuConfig()).items()}
_ROWS = {_NUMBERS[name]: row for row in YAKU for name in row.engine}
_DORA = {_NUMBERS[name]: item for name, item in DORA_ITEMS.items() if name in _NUMBERS}


def count(hand: PlayerHand, situation: RiichiSituation = _ORDINARY, options: RiichiOptions = _DEFAULTS) -> HandCount:
    """The count of a winner's hand by the reading that is paid most.

    :class:`NotComplete` when the tiles make nothing, :class:`HandProblems` for what cannot be. A hand without yaku is
    worth nothing: ``minimum_met`` says that it may not win.
    """
    problems = tuple(hand_problems(hand, situation, options))
    if problems:
        raise HandProblems(problems)
    if not hand.won or hand.size != COMPLETE:
        raise NotComplete
    counted = _counted(hand, situation, options)
    if situation.first and not hand.self_drawn and options.renhou == "mangan":
        return max(counted, _renhou(hand, options), key=lambda each: (each.paid or 0, each.points, each.base))
    return counted


def waits(
    hand: PlayerHand, situation: RiichiSituation = _ORDINARY, options: RiichiOptions = _DEFAULTS
) -> tuple[CountedWait, ...]:
    """Every tile that completes thirteen, in tile order, with its count by discard and by self-draw.

    How it will be won is not known yet: riichi, dora and red fives are kept, and that the wall is at its end.
    """
    if hand.size != WAITING:
        return ()
    packed = pack(hand.concealed)
    later = replace(situation, ippatsu=False, first=False, ura=None)
    sets = completing_sets(packed)
    completed = [tile for tile in TILES if sets & UNITS[tile] or (not hand.melds and is_special(packed + UNITS[tile]))]
    return tuple(_wait(hand, tile, later, options) for tile in completed)


def _wait(hand: PlayerHand, tile: Tile, situation: RiichiSituation, options: RiichiOptions) -> CountedWait:
    if hand.tiles.count(tile) + indicators(situation.dora).count(tile) >= 4:
        return CountedWait(tile, None, None)
    by_discard, by_self_draw = (
        count(replace(hand, winning=tile, self_drawn=drawn, kong=False, last_of_kind=False), situation, options)
        for drawn in (False, True)
    )
    return CountedWait(tile, by_discard, by_self_draw)


def _counted(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> HandCount:
    response = ask(hand, situation, options)
    if response.error == NOT_WINNING:
        raise NotComplete
    if response.error == NO_YAKU:
        return HandCount(0, 0, 1, (), minimum_met=False, paid=0)
    assert response.error is None, f"the engine refused what was examined before: {response.error}"
    reading = _reading(response, hand, situation, options)
    groups = special_groups(hand) if reading is None else reading.groups
    found = _yaku(response, hand, situation, options)
    items = [_made(item, times, reading, groups) for item, times in found]
    yakuman = yakuman_in(items, options)
    if yakuman:
        return _paid(hand, options, YAKUMAN_HAN, 0, yakuman, items, groups)
    han = sum(each.worth for each in items)
    details = [(each["reason"], each["fu"]) for each in response.fu_details or ()]
    items += fu_items(details, reading)
    return _paid(hand, options, han, response.fu or 0, 0, items, groups)


def _paid(
    hand: PlayerHand,
    options: RiichiOptions,
    han: int,
    fu: int,
    yakuman: int,
    items: list[CountedItem],
    groups: tuple[Group, ...],
) -> HandCount:
    base = base_points(han, fu, yakuman, options)
    paid = received(base, dealer=hand.own is Wind.EAST, self_drawn=hand.self_drawn)
    return HandCount(han, fu, 1, tuple(items), groups=groups, paid=paid)


def _renhou(hand: PlayerHand, options: RiichiOptions) -> HandCount:
    """A win before the first turn alone: no other yaku and no dora is added to it."""
    item = _BY_SLUG["renhou"].item
    first = next(readings(hand), None)
    groups = special_groups(hand) if first is None else first.groups
    return _paid(hand, options, item.value, 0, 0, [CountedItem(item)], groups)


def _yaku(
    response: HandResponse, hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions
) -> list[tuple[Item, int]]:
    """What counts, each with how often, in the order of our list; dora last."""
    found: Counter[str] = Counter()
    dora: list[tuple[Item, int]] = []
    for yaku in response.yaku or ():
        if yaku.yaku_id in _DORA:
            dora.append((_DORA[yaku.yaku_id], yaku.han_closed))
            continue
        slug = _ROWS[yaku.yaku_id].item.slug
        found[slug if options.double_yakuman else SAME_UNLESS_TWICE.get(slug, slug)] += 1
    if found["rinshan-kaihou"] and last_replacement(hand, options):
        found["haitei"] += 1
    counted = [(_item(row, hand, options), found[row.item.slug]) for row in YAKU if found[row.item.slug]]
    red = [(DORA_ITEMS["red"], situation.red)] if situation.red and counted[0][0].unit is Unit.HAN else []
    return [*counted, *dora, *red]


def _item(row: YakuRow, hand: PlayerHand, options: RiichiOptions) -> Item:
    """The item with its worth in this hand."""
    if row.item.unit is Unit.YAKUMAN:
        return row.item._replace(value=2 if row.twice and options.double_yakuman else 1)
    return row.item._replace(value=row.open_han) if hand.exposed else row.item


def _made(item: Item, times: int, reading: RiichiReading | None, groups: tuple[Group, ...]) -> CountedItem:
    places = () if reading is None else places_of(item.slug, reading)
    return CountedItem(item, tuple(groups[place] for place in places), times)


def _reading(
    response: HandResponse, hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions
) -> RiichiReading | None:
    """The reading that the engine counted; None where it is not four sets and a pair.

    The engine does not say how it read the tiles. Where there are several ways, each is asked for alone.
    """
    ways = list(readings(hand))
    if len(ways) < 2:
        return ways[0] if ways else None
    wanted = _told(response)
    return next((way for way in ways if _told(ask(hand, situation, options, way.concealed)) == wanted), ways[0])


def _told(response: HandResponse) -> tuple[object, ...]:
    yaku = [(each.yaku_id, each.han_closed) for each in response.yaku or ()]
    return response.han, response.fu, yaku, response.fu_details
