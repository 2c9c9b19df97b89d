"""Counting a hand in Québec classical, the winner's or another player's, and finding the waits of thirteen tiles."""

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from tournament.hand.completing import completing_sets
from tournament.hand.game_problems import first_discard_problems, no_bonus_problems
from tournament.hand.player_hand import COMPLETE, WAITING, PlayerHand
from tournament.hand.problem import HandPart, HandProblem, HandProblems
from tournament.language import mark
from tournament.rules.item import CountedItem, CountedWait, HandCount, Item, ReplacedItem, Unit
from tournament.rules.own_hands import own_count, own_items, own_members
from tournament.rules.score import NotComplete
from tournament.rulesets.quebec_classical.facts import Holding, lost_holding, won_holdings
from tournament.rulesets.quebec_classical.items import MAH_JONG, SPECIALS
from tournament.rulesets.quebec_classical.options import BY_DOCUMENT, Options
from tournament.rulesets.quebec_classical.predicates import (
    Case,
    case_of,
    doubles_of,
    groups_of,
    other_specials,
    points_of,
    regular_specials,
)
from tournament.rulesets.quebec_classical.situation import FIRST_DISCARD, PLAIN, Situation
from tournament.tiles.packed import UNITS, fours, pack
from tournament.tiles.tile import TILES, Tile

_FOUR_WINDS, _THREE_SCHOLARS = SPECIALS[1], SPECIALS[3]
_BLESSING = 10


def count(hand: PlayerHand, situation: Situation = PLAIN, options: Options = BY_DOCUMENT) -> HandCount:
    """Return the highest count of a hand.

    Raise HandProblems for an impossible hand, and NotComplete if a winner's tiles do not win.
    """
    problems = tuple(_problems(hand, situation))
    if problems:
        raise HandProblems(problems)
    return _won(hand, situation, options) if hand.won else _lost(hand, situation, options)


def waits(
    hand: PlayerHand,
    situation: Situation = PLAIN,
    options: Options = BY_DOCUMENT,
) -> tuple[CountedWait, ...]:
    """Return every tile that completes thirteen tiles, in tile order, with its count by discard and by self-draw.

    A tile of which the player holds all four copies is included, but has no count.
    """
    held = fours(pack(hand.tiles))
    formal = completing_sets(pack(hand.held)) & held
    found = []
    for tile in TILES:
        if held & UNITS[tile]:
            if formal & UNITS[tile]:
                found.append(CountedWait(tile, None, None))
            continue
        by_discard = _worth(hand, tile, situation, options, drawn=False)
        by_self_draw = _worth(hand, tile, situation, options, drawn=True)
        if by_discard or by_self_draw:
            found.append(CountedWait(tile, by_discard, by_self_draw))
    return tuple(found)


def _worth(hand: PlayerHand, tile: Tile, situation: Situation, options: Options, *, drawn: bool) -> HandCount | None:
    if drawn and situation.first:
        return None
    try:
        won = replace(hand, winning=tile, self_drawn=drawn, kong=False, last_of_kind=False)
        return count(won, situation, options)
    except NotComplete:
        return None


def _problems(hand: PlayerHand, situation: Situation) -> Iterator[HandProblem]:
    wanted = COMPLETE if hand.won else WAITING
    if hand.size != wanted:
        text = mark(
            "The hand has {held} tiles, counting a kong as three; it needs {wanted}.", held=hand.size, wanted=wanted
        )
        yield HandProblem("tile-count", text, HandPart.CONCEALED, max(len(hand.held) - 1, 0))
    yield from no_bonus_problems(hand)
    if situation.first == FIRST_DISCARD and hand.won:
        yield from first_discard_problems(hand)
    elif situation.first not in {None, FIRST_DISCARD}:
        yield HandProblem("first-unknown", mark("These rules do not have this kind of win."), HandPart.SITUATION)


def _won(hand: PlayerHand, situation: Situation, options: Options) -> HandCount:
    if own := own_count(situation.own_hand, own_items(options.own_worth, len(SPECIALS)), hand):
        return own
    holdings = tuple(won_holdings(hand))
    only_tile = bool(holdings) and _only_tile(hand)
    cases = [case_of(hand, situation, options, holding, only_tile=only_tile) for holding in holdings]
    ordinary = max((_counted(case, options.limit) for case in cases), key=_dearness, default=None)
    special = _special(hand, situation, options, cases)
    if special is None:
        if ordinary is None:
            raise NotComplete
        return ordinary
    # Possible if the event plays without a limit, or with a lower value for special hands.
    if ordinary is not None and ordinary.points > special.points:
        return ordinary
    by = special.counted[0].item
    left_out = () if ordinary is None else tuple(ReplacedItem(each.item, by) for each in ordinary.counted)
    return special._replace(replaced=special.replaced + left_out)


def _dearness(counted: HandCount) -> tuple[int, int]:
    return counted.points, counted.before_limit


def _only_tile(hand: PlayerHand) -> bool:
    """Return whether only one kind of tile could complete four sets and a pair.

    A kind of which the player held all four copies is ignored.
    """
    before = completing_sets(pack(hand.concealed)) & ~fours(pack(hand.tiles) - UNITS[hand.held[-1]])
    return not before & (before - 1)


def _lost(hand: PlayerHand, situation: Situation, options: Options) -> HandCount:
    holding = lost_holding(hand)
    counted = _counted(case_of(hand, situation, options, holding), options.limit if options.losers_capped else None)
    held = (options.plays(_FOUR_WINDS.slug) and holding.four_winds) or (
        options.plays(_THREE_SCHOLARS.slug) and holding.three_scholars
    )
    return counted._replace(limit_loser=options.losers_receive_limit and held)


def _counted(case: Case, limit: int | None) -> HandCount:
    points, doubles = tuple(points_of(case)), tuple(doubles_of(case))
    base, times = sum(each.worth for each in points), prod(each.worth for each in doubles)
    reached = limit is not None and base * times > limit
    return HandCount(
        limit if reached and limit is not None else base * times,
        base,
        times,
        points + doubles,
        groups=case.holding.groups,
        limit=limit if reached else None,
    )


def _special(hand: PlayerHand, situation: Situation, options: Options, cases: list[Case]) -> HandCount | None:
    """Return the count of the special hand with the lowest number, which replaces the others that the tiles form."""
    worth = options.special_worth
    by_reading = [(tuple(regular_specials(case)), case.holding) for case in cases]
    numbers = {number for found, _ in by_reading for number in found} | set(other_specials(hand))
    # A win on East's first discard needs a winning hand, of four sets and a pair or a special one.
    if situation.first == FIRST_DISCARD and (cases or numbers & _played(options)):
        numbers.add(_BLESSING)
    found = sorted(numbers & _played(options))
    if worth is None or not found:
        return None
    rows = [_valued(SPECIALS[number - 1], worth) for number in found]
    return HandCount(
        worth,
        worth,
        1,
        (CountedItem(rows[0]),),
        tuple(ReplacedItem(row, rows[0]) for row in rows[1:]),
        _groups(hand, found[0], by_reading),
    )


def _groups(
    hand: PlayerHand, number: int, by_reading: list[tuple[tuple[int, ...], Holding]]
) -> tuple[tuple[Tile, ...], ...]:
    """Return the tiles as the special hand ``number`` reads them.

    If it is not read in sets, all concealed tiles are one group.
    """
    for found, holding in by_reading:
        if number in found or number > 5:
            return holding.groups
    return groups_of(hand)


def _played(options: Options) -> set[int]:
    return {number for number, item in enumerate(SPECIALS, 1) if options.plays(item.slug)}


def _valued(item: Item, worth: int) -> Item:
    return item._replace(value=worth, unit=Unit.FLAT)


_NUMBERS = {item.slug: number for number, item in enumerate(SPECIALS, 1)}


def score_members(count: HandCount, situation: Situation, _options: Options) -> dict[str, object]:
    """Return the members for JSON. Those of a losing hand also contain ``limit_loser``."""
    special = [_NUMBERS[each.item.slug] for each in count.counted if each.item.slug in _NUMBERS]
    own = own_members(count, situation.own_hand)
    others = [_NUMBERS[each.item.slug] for each in count.replaced if each.item.unit is Unit.FLAT]
    won = bool(special or own) or any(each.item is MAH_JONG for each in count.counted)
    members: dict[str, object] = {
        "points": count.points,
        "base": count.base,
        "times": count.times,
        "special": special[0] if special else None,
        "specials": special + others,
        "flat": None,
        "items": [_member(each, "points") for each in count.counted if each.item.unit is Unit.POINTS],
        "doubles": [_member(each, "times") for each in count.counted if each.item.unit is Unit.TIMES],
        **own,
    }
    return members if won else members | {"limit_loser": count.limit_loser}


def _member(each: CountedItem, unit: str) -> dict[str, object]:
    return {"slug": each.item.slug, "count": each.repeated, unit: each.item.value}
