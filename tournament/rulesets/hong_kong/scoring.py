"""Count the fan of a hand in its best reading, each fan with the tiles that make it."""

from collections.abc import Iterator

from tournament.hand.game_problems import no_bonus_problems
from tournament.hand.player_hand import COMPLETE, PlayerHand
from tournament.hand.problem import HandPart, HandProblem, HandProblems
from tournament.hand.readings import Shape, divisions, element_of
from tournament.language import mark
from tournament.rules.item import CountedItem, CountedWait, HandCount, ReplacedItem
from tournament.rules.score import NotComplete
from tournament.rulesets.hong_kong.facts import HongKongHand, HongKongReading, facts_of
from tournament.rulesets.hong_kong.items import LIMIT, FanRow, fans_of
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.predicates import Places
from tournament.rulesets.hong_kong.settlement import base_points
from tournament.rulesets.hong_kong.situation import Situation, first_problems
from tournament.tiles.packed import ORPHANS, UNITS, pack, present
from tournament.tiles.tile import TILES, Tile

_Reading = tuple[Shape, tuple[int, ...], int]
"""A shape, its elements (declared sets first) and the kind of its pair."""
_Found = list[tuple[FanRow, Places]]


def count(hand: PlayerHand, situation: Situation, options: Options) -> HandCount:
    """Return the count of a winner's hand in its best reading.

    Raise :class:`NotComplete` if the tiles do not win, and :class:`HandProblems` for an impossible hand.
    """
    problems = tuple(_hand_problems(hand, situation, options))
    if problems:
        raise HandProblems(problems)
    if not hand.won or hand.size != COMPLETE:
        raise NotComplete
    of = facts_of(hand, situation, options)
    melds = tuple([element_of(meld) for meld in hand.melds])
    counts = [_counted(facts) for facts in _facts(of, melds, pack(hand.held))]
    if not counts:
        raise NotComplete
    return max(counts, key=lambda counted: counted.base)


def waits(hand: PlayerHand, situation: Situation, options: Options) -> tuple[CountedWait, ...]:  # noqa: ARG001
    """Return every tile that completes thirteen tiles, in tile order, with its count by discard and by self-draw.

    How the hand will be won is not known yet. So of ``situation`` and the flags of the hand, only the one for the last
    tile of the wall is used.
    """
    held, melds = pack(hand.concealed), tuple([element_of(meld) for meld in hand.melds])
    all_tiles = pack(hand.tiles)
    found = []
    for tile in TILES:
        if any(_readings(melds, held + UNITS[tile])):
            if all_tiles >> 4 * tile & 7 >= 4:
                found.append(CountedWait(tile, None, None))
            else:
                by_discard, by_self_draw = (
                    count(_with(hand, tile, self_drawn=self_drawn), Situation(), options)
                    for self_drawn in (False, True)
                )
                found.append(CountedWait(tile, by_discard, by_self_draw))
    return tuple(found)


def _hand_problems(hand: PlayerHand, situation: Situation, options: Options) -> Iterator[HandProblem]:
    """Yield what is impossible under these rules although the tiles are possible."""
    if hand.prevalent is None:
        text = mark("The wind of the round is missing; it is needed because its pung counts.")
        yield HandProblem("round-wind-missing", text, HandPart.SITUATION, 0)
    if not options.bonus_tiles:
        yield from no_bonus_problems(hand)
    if situation.first is not None:
        yield from first_problems(hand, situation.first)


def _facts(of: HongKongHand, melds: tuple[int, ...], concealed: int) -> Iterator[HongKongReading]:
    for shape, sets, pair in _readings(melds, concealed):
        yield HongKongReading(of, shape, sets, pair)


def _readings(melds: tuple[int, ...], concealed: int) -> Iterator[_Reading]:
    """Yield every way to read the packed concealed tiles (with the winning tile) together with declared sets."""
    for sets, pair in divisions(concealed):
        if len(melds) + len(sets) == 4:
            yield Shape.SETS, melds + sets, pair
    if melds:
        return
    kinds = present(concealed)
    if concealed == 2 * kinds and kinds.bit_count() == 7:
        yield Shape.SEVEN_PAIRS, (), -1
    if kinds == ORPHANS and concealed - kinds in UNITS:
        yield Shape.ORPHANS, (), -1


def _counted(facts: HongKongReading) -> HandCount:
    found: _Found = []
    options = facts.of.options
    for fan in fans_of(options):
        places = fan.found(facts)
        if places is not None:
            found.append((fan, places))
    struck = {
        slug: fan
        for fan, _ in found
        if fan.replaces and not (fan.added is not None and fan.added(options))
        for slug in fan.replaces
    }
    groups = facts.groups
    counted, replaced = [], []
    total = without_bonus = 0
    for fan, places in found:
        by = struck.get(fan.item.slug)
        if by is not None:
            replaced.append(ReplacedItem(fan.item, by.item))
            continue
        item = CountedItem(fan.item, tuple([groups[place] for place in places]), len(places) if fan.each else 1)
        counted.append(item)
        total += item.worth
        without_bonus += 0 if fan.bonus else item.worth
    reached = total if options.bonus_in_minimum else without_bonus
    return HandCount(
        min(total, LIMIT),
        total,
        1,
        tuple(counted),
        tuple(replaced),
        groups,
        LIMIT if total > LIMIT else None,
        reached >= options.minimum,
    )


def _with(hand: PlayerHand, tile: Tile, *, self_drawn: bool) -> PlayerHand:
    return PlayerHand(
        hand.melds,
        hand.concealed,
        tile,
        hand.own,
        hand.prevalent,
        self_drawn=self_drawn,
        last_of_wall=hand.last_of_wall,
        bonus=hand.bonus,
    )


def score_members(count: HandCount, situation: Situation, options: Options) -> dict[str, object]:  # noqa: ARG001
    """Return the JSON members: ``points`` (fan, at most 10), ``base`` (base points), and the points of each fan."""
    return {
        "points": count.points,
        "sum": count.base,
        "base": base_points(count.points),
        "minimum_met": count.minimum_met,
        "fans": [
            {"slug": counted.item.slug, "count": counted.repeated, "points": counted.item.value}
            for counted in count.counted
        ],
    }
