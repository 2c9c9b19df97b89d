"""Counting a hand in Zung Jung, with the patterns that make its value."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from tournament.hand.game_problems import dealt_problems, first_discard_problems, no_bonus_problems
from tournament.hand.player_hand import WAITING, PlayerHand
from tournament.hand.problem import HandPart, HandProblem, HandProblems
from tournament.language import mark
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem, CountedWait, HandCount, ReplacedItem
from tournament.rules.score import NotComplete
from tournament.rulesets.zung_jung.facts import ZungJungReading, complete, look, readings
from tournament.rulesets.zung_jung.items import LIMIT, PATTERNS, PatternRow
from tournament.rulesets.zung_jung.options import ZungJungOptions
from tournament.rulesets.zung_jung.predicates import Found
from tournament.rulesets.zung_jung.situation import DEAL, DISCARD, ZungJungSituation
from tournament.tiles.packed import UNITS, pack
from tournament.tiles.tile import TILES, Tile

NOTHING = 1
"""The value of a hand without a pattern."""
_ORDER = {pattern.item.number: place for place, pattern in enumerate(PATTERNS)}
_FIRST = {DEAL: dealt_problems, DISCARD: first_discard_problems}
_ORDINARY, _DEFAULTS = ZungJungSituation(), ZungJungOptions()


def count(
    hand: PlayerHand, situation: ZungJungSituation = _ORDINARY, options: ZungJungOptions = _DEFAULTS
) -> HandCount:
    """Return the count of a hand in its best reading; among equal ones the first in the order of patterns.

    Raise :class:`NotComplete` if the tiles do not win, and :class:`HandProblems` for an impossible hand. A hand without
    a pattern is counted nevertheless: ``minimum_met`` says whether it may win.
    """
    problems = tuple(_hand_problems(hand, situation))
    if problems:
        raise HandProblems(problems)
    if hand.winning is None:
        raise NotComplete
    counted = [_counted(facts, options) for facts in readings(look(hand, hand.winning, situation))]
    if not counted:
        raise NotComplete
    return min(counted, key=_preference)


def _hand_problems(hand: PlayerHand, situation: ZungJungSituation) -> Iterator[HandProblem]:
    """Yield what is impossible in this game."""
    yield from no_bonus_problems(hand)
    if situation.first in _FIRST:
        yield from _FIRST[situation.first](hand)
    elif situation.first is not None:
        text = mark("In Zung Jung, a hand can be won at once with the tiles dealt or on East's first discard.")
        yield HandProblem("first-unknown", text, HandPart.SITUATION)


def waits(
    hand: PlayerHand, situation: ZungJungSituation = _ORDINARY, options: ZungJungOptions = _DEFAULTS
) -> tuple[CountedWait, ...]:
    """Return every tile that completes thirteen tiles, in tile order, with its count; empty if they are not ready.

    Patterns of a win at once are left out: a player who waits did not win at once.
    """
    if hand.size != WAITING:
        return ()
    packed = pack(hand.concealed)
    later = replace(situation, first=None)
    found = [tile for tile in TILES if complete(packed + UNITS[tile], melds=bool(hand.melds))]
    return tuple(_wait(hand, tile, later, options) for tile in found)


def _wait(hand: PlayerHand, tile: Tile, situation: ZungJungSituation, options: ZungJungOptions) -> CountedWait:
    if hand.tiles.count(tile) == 4:
        return CountedWait(tile, None, None)
    by_discard, by_self_draw = (
        count(replace(hand, winning=tile, self_drawn=drawn, kong=False, last_of_kind=False), situation, options)
        for drawn in (False, True)
    )
    return CountedWait(tile, by_discard, by_self_draw)


def _counted(facts: ZungJungReading, options: ZungJungOptions) -> HandCount:
    """Return the count of one reading, with the most valuable pattern of each series."""
    there = [
        (pattern, found) for pattern in PATTERNS if facts.shape in pattern.shapes and (found := pattern.found(facts))
    ]
    counted, replaced = [], []
    groups = facts.groups
    for _, series in groupby(there, key=lambda each: each[0].series):
        *lesser, (pattern, found) = sorted(series, key=lambda each: each[0].item.value)
        counted.append(_item(pattern, found, groups))
        replaced += [ReplacedItem(other.item, pattern.item) for other, _ in lesser]
    total = sum(each.worth for each in counted)
    limit = _limit(counted, total)
    points = total if limit is None else limit
    return HandCount(
        points or NOTHING,
        total,
        1,
        tuple(counted),
        tuple(replaced),
        groups,
        limit,
        minimum_met=(points or NOTHING) >= options.minimum,
    )


def _item(pattern: PatternRow, found: Found, groups: tuple[Group, ...]) -> CountedItem:
    made = tuple(groups[place] for places in found for place in places)
    return CountedItem(pattern.item, made, len(found))


def _limit(counted: list[CountedItem], total: int) -> int | None:
    """Return the value of a pattern at or above the limit, which counts alone; else the limit if the sum exceeds it."""
    dearest = max((each.item.value for each in counted), default=0)
    if dearest >= LIMIT:
        return dearest
    return LIMIT if total > LIMIT else None


def _preference(count: HandCount) -> tuple[int, list[int]]:
    """Return the sort key of counts.

    Counts are compared by value and then by their patterns: the one with the earlier pattern, or with more patterns, is
    preferred.
    """
    places = [_ORDER[each.item.number] for each in count.counted for _ in range(each.repeated)]
    return -count.points, [*places, len(PATTERNS)]


def score_members(count: HandCount, _situation: ZungJungSituation, _options: ZungJungOptions) -> dict[str, object]:
    """Return the JSON members of a count: patterns by their numbers, each as often as it counts."""
    return {
        "points": count.points,
        "sum": count.base,
        "limit": count.limit is not None,
        "minimum_met": count.minimum_met,
        "patterns": [each.item.number for each in count.counted for _ in range(each.repeated)],
    }
