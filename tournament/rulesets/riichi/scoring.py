"""The value of a hand in riichi, and why.

The package ``mahjong`` (the engine) finds yaku and fu. This module decides how much a reading is paid, and the engine
then chooses among readings by that: kiriage, counted and double yakuman, and yakuman that do not add up. It also adds
what the engine does not know or refuses: red fives (a suit may have two), the fu of a pair of double wind, and haitei
by a replacement tile (docs/rules.md).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator, ScoresResult
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.meld import Meld as EngineMeld

from tournament.hand.completing import completing_sets
from tournament.hand.elements import CHOW, first_tile, tiles_of
from tournament.hand.game_problems import begun_problems, no_bonus_problems
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import parse_tiles
from tournament.hand.player_hand import COMPLETE, WAITING, PlayerHand
from tournament.hand.problem import HandPart, HandProblem, HandProblems
from tournament.hand.readings import PAIR, divisions, element_of
from tournament.language import Text, mark
from tournament.rules.explanation import Group
from tournament.rules.item import CountedItem, CountedWait, HandCount, Item, Unit
from tournament.rules.player_counter import TableHand
from tournament.rules.question import answered
from tournament.rules.score import NotComplete
from tournament.rulesets.riichi.items import BY_SLUG, DORA_ITEMS, FU, SAME_UNLESS_TWICE, YAKU, YakuRow
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.settlement import YAKUMAN_HAN, base_points, limit_of, received, yakuman_in, yakuman_of
from tournament.rulesets.riichi.situation import DOUBLE, RIICHI, RiichiSituation
from tournament.tiles.packed import ORPHANS, UNITS, pack
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, TILES, Suit, Tile
from tournament.tiles.wind import Wind

_ORDINARY, _DEFAULTS = RiichiSituation(), RiichiOptions()
_YAKU_BY_SLUG = {row.item.slug: row for row in YAKU}
_ENGINE_NUMBERS = {name: yaku.yaku_id for name, yaku in vars(YakuConfig()).items()}
_ROWS = {_ENGINE_NUMBERS[name]: row for row in YAKU for name in row.engine}
_DORA = {_ENGINE_NUMBERS[name]: item for name, item in DORA_ITEMS.items() if name in _ENGINE_NUMBERS}


class _RiichiReading(NamedTuple):
    """One way to read a hand as four sets and a pair."""

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


def count(hand: PlayerHand, situation: RiichiSituation = _ORDINARY, options: RiichiOptions = _DEFAULTS) -> HandCount:
    """Return the count of a winner's hand in the reading that is paid most.

    Raise :class:`NotComplete` if the tiles do not win, and :class:`HandProblems` for an impossible hand. A hand without
    yaku is worth nothing: ``minimum_met`` says that it may not win.
    """
    problems = tuple(_hand_problems(hand, situation, options))
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
    """Return every tile that completes thirteen tiles, in tile order, with its count by discard and by self-draw.

    How the hand will be won is not known yet. Riichi, dora, red fives and the flag for the last tile of the wall are
    used, other answers are not.
    """
    if hand.size != WAITING:
        return ()
    packed = pack(hand.concealed)
    later = replace(situation, ippatsu=False, first=False, ura=None)
    sets = completing_sets(packed)
    completed = [tile for tile in TILES if sets & UNITS[tile] or (not hand.melds and _is_special(packed + UNITS[tile]))]
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
    response = _estimate(hand, situation, options)
    if response.error == _NOT_WINNING:
        raise NotComplete
    if response.error == _NO_YAKU:
        return HandCount(0, 0, 1, (), minimum_met=False, paid=0)
    assert response.error is None, f"the engine refused what was examined before: {response.error}"
    reading = _reading(response, hand, situation, options)
    groups = _special_groups(hand) if reading is None else reading.groups
    found = _yaku(response, hand, situation, options)
    items = [_counted_item(item, times, reading, groups) for item, times in found]
    yakuman = yakuman_in(items, options)
    if yakuman:
        return _paid(hand, options, YAKUMAN_HAN, 0, yakuman, items, groups)
    han = sum(each.worth for each in items)
    details = [(each["reason"], each["fu"]) for each in response.fu_details or ()]
    items += _fu_items(details, reading)
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
    """Return the count of a win before the player's first turn. No other yaku and no dora is added to it."""
    item = _YAKU_BY_SLUG["renhou"].item
    first = next(_readings(hand), None)
    groups = _special_groups(hand) if first is None else first.groups
    return _paid(hand, options, item.value, 0, 0, [CountedItem(item)], groups)


def _yaku(
    response: HandResponse, hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions
) -> list[tuple[Item, int]]:
    """Return the items that count, each with how often, in the order of our list; dora come last."""
    found: Counter[str] = Counter()
    dora: list[tuple[Item, int]] = []
    for yaku in response.yaku or ():
        if yaku.yaku_id in _DORA:
            dora.append((_DORA[yaku.yaku_id], yaku.han_closed))
            continue
        slug = _ROWS[yaku.yaku_id].item.slug
        found[slug if options.double_yakuman else SAME_UNLESS_TWICE.get(slug, slug)] += 1
    if found["rinshan-kaihou"] and _last_replacement(hand, options):
        found["haitei"] += 1
    counted = [(_item(row, hand, options), found[row.item.slug]) for row in YAKU if found[row.item.slug]]
    red = [(DORA_ITEMS["red"], situation.red)] if situation.red and counted[0][0].unit is Unit.HAN else []
    return [*counted, *dora, *red]


def _item(row: YakuRow, hand: PlayerHand, options: RiichiOptions) -> Item:
    """Return the item of ``row`` with its value in this hand."""
    if row.item.unit is Unit.YAKUMAN:
        return row.item._replace(value=2 if row.twice and options.double_yakuman else 1)
    return row.item._replace(value=row.open_han) if hand.exposed else row.item


def _counted_item(item: Item, times: int, reading: _RiichiReading | None, groups: tuple[Group, ...]) -> CountedItem:
    places = () if reading is None else _places_of(item.slug, reading)
    return CountedItem(item, tuple(groups[place] for place in places), times)


def _reading(
    response: HandResponse, hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions
) -> _RiichiReading | None:
    """Return the reading that the engine counted; None if the hand is not four sets and a pair.

    The engine does not say how it read the tiles. So if there are several ways, the engine counts each of them alone,
    and the one with the same result is taken.
    """
    ways = list(_readings(hand))
    if len(ways) < 2:
        return ways[0] if ways else None
    wanted = _findings(response)
    return next(
        (way for way in ways if _findings(_estimate(hand, situation, options, way.concealed)) == wanted), ways[0]
    )


def _findings(response: HandResponse) -> tuple[object, ...]:
    yaku = [(each.yaku_id, each.han_closed) for each in response.yaku or ()]
    return response.han, response.fu, yaku, response.fu_details


_NO_YAKU, _NOT_WINNING = HandCalculator.ERR_NO_YAKU, HandCalculator.ERR_HAND_NOT_WINNING
_DOTS_AND_BAMBOOS = {**{9 + rank: 18 + rank for rank in range(9)}, **{18 + rank: 9 + rank for rank in range(9)}}
_DRAGONS = {31: 33, 32: 32, 33: 31}
_KINDS = tuple({**_DOTS_AND_BAMBOOS, **_DRAGONS}.get(tile, tile) for tile in range(34))
"""The engine's number of each kind of tile. The engine has dots before bamboos, and the dragons as white, green,
red."""
_MELDS = {
    MeldKind.CHOW: EngineMeld.CHI,
    MeldKind.PUNG: EngineMeld.PON,
    MeldKind.KONG: EngineMeld.KAN,
    MeldKind.CONCEALED_KONG: EngineMeld.KAN,
}


class _Config(HandConfig):
    """The engine's settings for a hand, with what our calculation of payments needs in addition."""

    rules: RiichiOptions
    extra: int
    """The han that the engine does not know: red fives, and haitei by a replacement tile."""


class _OurPayments(ScoresCalculator):
    """Makes the engine choose among readings by what they are paid under our options."""

    @staticmethod
    def calculate_scores(han: int, fu: int, config: HandConfig, is_yakuman: bool = False) -> ScoresResult:
        """Return a result like the engine's, of which only ``total`` is used."""
        assert isinstance(config, _Config)
        yakuman = han // YAKUMAN_HAN if is_yakuman else 0
        base = base_points(han + config.extra, fu, yakuman, config.rules)
        total = received(base, dealer=config.is_dealer, self_drawn=config.is_tsumo)
        return ScoresResult(
            main=total, additional=0, main_bonus=0, additional_bonus=0, kyoutaku_bonus=0, total=total, yaku_level=""
        )


def _estimate(
    hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions, sets: Sequence[int] = ()
) -> HandResponse:
    """Return what the engine finds in a legal hand.

    With ``sets``, which are concealed elements, it only looks at the reading with these sets.
    """
    assert hand.winning is not None, "a hand that did not win is not counted"
    assert hand.prevalent is not None, "a hand without round wind is refused"
    tiles = _ids(hand.tiles)
    won = next(tile for tile in tiles if tile // 4 == _KINDS[hand.winning])
    melds = [*map(_meld, hand.melds), *map(_concealed, sets)]
    dora, ura = (_ids(indicators(text)) for text in (situation.dora, situation.ura))
    return HandCalculator.estimate_hand_value(
        tiles, won, melds, dora, _config(hand, situation, options), _OurPayments, ura if options.ura_dora else None
    )


def _config(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> HandConfig:
    own, prevalent = EAST + hand.own, None if hand.prevalent is None else EAST + hand.prevalent
    single = own == prevalent and hand.tiles.count(FIRST_WIND + hand.own) == 2 and options.double_wind_fu == 2
    robbed, drawn, last = hand.robbed, hand.self_drawn, hand.last_of_wall
    config = _Config(
        is_tsumo=drawn,
        is_riichi=situation.riichi == RIICHI,
        is_daburu_riichi=situation.riichi == DOUBLE,
        is_ippatsu=situation.ippatsu and options.ippatsu_counts,
        is_rinshan=hand.replacement,
        is_chankan=robbed,
        is_haitei=last and drawn and not hand.replacement,
        is_houtei=last and not drawn,
        is_tenhou=situation.first and drawn and hand.own is Wind.EAST,
        is_chiihou=situation.first and drawn and hand.own is not Wind.EAST,
        is_renhou=situation.first and not drawn and options.renhou in ("yakuman", "added"),
        player_wind=own,
        # Without a round wind, the engine counts the pair once, as the own wind.
        round_wind=None if single else prevalent,
        options=OptionalRules(
            has_open_tanyao=options.open_tanyao,
            has_double_yakuman=options.double_yakuman,
            renhou_as_yakuman=options.renhou == "yakuman",
        ),
    )
    config.rules, config.extra = options, situation.red + _last_replacement(hand, options)
    return config


def _last_replacement(hand: PlayerHand, options: RiichiOptions) -> bool:
    """Return whether haitei is added to rinshan kaihou, since the replacement tile is the last tile of the wall."""
    return options.rinshan_haitei and hand.replacement and hand.last_of_wall


def _ids(tiles: Collection[int]) -> list[int]:
    """Return the engine's numbers of single tiles: four for each kind."""
    counts: dict[int, int] = {}
    found = []
    for tile in tiles:
        kind = _KINDS[tile]
        found.append(4 * kind + counts.get(kind, 0))
        counts[kind] = counts.get(kind, 0) + 1
    return found


def _meld(meld: Meld) -> EngineMeld:
    return EngineMeld(_MELDS[meld.kind], _ids(meld.tiles), opened=meld.claimed)


def _concealed(element: int) -> EngineMeld:
    """Return a concealed set as a meld, by which the engine is forced to a reading."""
    return EngineMeld(EngineMeld.CHI if element >= CHOW else EngineMeld.PON, _ids(tiles_of(element)), opened=False)


_FU_BASE = "base"
_WAITS = ("penchan", "kanchan", "pair_wait")
_SLUGS = {
    _FU_BASE: "fu-base",
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
"""The items of fu by the reason that the engine gives."""
_CONCEALED_DISCARD, _SEVEN_PAIRS = 30, 25
"""The fu with which the engine begins: for a concealed hand won by discard, and for seven pairs."""


def _readings(hand: PlayerHand) -> Iterator[_RiichiReading]:
    """Yield every way to read a complete hand as four sets and a pair."""
    melds = tuple([element_of(meld) for meld in hand.melds])
    for sets, pair in divisions(pack(hand.held)):
        if len(melds) + len(sets) == PAIR:
            yield _RiichiReading(hand, melds + sets, pair)


def _special_groups(hand: PlayerHand) -> tuple[Group, ...]:
    """Return the groups of a hand without sets: the seven pairs, or thirteen orphans as one group."""
    tiles = hand.tiles
    return tuple(tiles[place : place + 2] for place in range(0, len(tiles), 2)) if len({*tiles}) == 7 else (tiles,)


def _is_special(packed: int) -> bool:
    """Return whether fourteen packed tiles are seven different pairs or thirteen orphans."""
    pairs = packed >> 1 & ~packed & sum(UNITS)
    if packed == 2 * pairs and pairs.bit_count() == 7:
        return True
    return packed - ORPHANS in [UNITS[tile] for tile in TILES if UNITS[tile] & ORPHANS]


def _places_of(slug: str, reading: _RiichiReading) -> tuple[int, ...]:
    """Return the places of the sets (and of the pair) that make a yaku; empty if the hand as a whole makes it."""
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
            return _spaced_sets(sets, (0, 9, 18))
        case "ittsuu":
            return _spaced_sets(sets, (0, 3, 6))
        case "sankantsu":
            return tuple(place for place, meld in enumerate(hand.melds) if meld.kong)
        case _:
            return ()


def _fu_items(details: Iterable[tuple[str, int]], reading: _RiichiReading | None) -> tuple[CountedItem, ...]:
    """Return the fu as items. ``details`` are the engine's reasons, each with its fu."""
    found: Counter[str] = Counter()
    for reason, fu in details:
        seven = reason == _FU_BASE and fu == _SEVEN_PAIRS
        found["fu-chiitoitsu" if seven else _SLUGS[reason]] += 1
        if reason == _FU_BASE and fu == _CONCEALED_DISCARD:
            found["fu-concealed-discard"] += 1
    made = {} if reading is None else _groups_of_fu(found, reading)
    return tuple(CountedItem(item, made.get(item.slug, ()), found[item.slug]) for item in FU if found[item.slug])


def _groups_of_fu(found: Counter[str], reading: _RiichiReading) -> dict[str, tuple[Group, ...]]:
    """Return the groups that make the items of fu in ``found``: sets of equal tiles, and the pair."""
    made: dict[str, list[Group]] = {}
    left = found.copy()
    # The triplet of the winning tile comes last: if one of several equal items is open, it is this one.
    open_first = sorted(reading.concealed, key=lambda element: element == reading.hand.winning)
    groups = [(_fu_slug_of(meld), meld.tiles) for meld in reading.hand.melds if meld.kind]
    groups += [
        (_fu_slug(element, "concealed", "triplet"), tiles_of(element)) for element in open_first if element < CHOW
    ]
    for slug, group in groups:
        if not left[slug]:  # the winning discard completed this triplet, which therefore counts as open
            slug = slug.replace("concealed", "open")
        left[slug] -= 1
        made.setdefault(slug, []).append(group)
    pair = (TILES[reading.pair],) * 2
    made |= {slug: [pair] for slug in ("fu-pair", "fu-double-pair") if found[slug]}
    return {slug: tuple(groups) for slug, groups in made.items() if slug in BY_SLUG}


def _fu_slug_of(meld: Meld) -> str:
    return _fu_slug(meld.tile, "open" if meld.claimed else "concealed", "kan" if meld.kong else "triplet")


def _fu_slug(tile: int, openness: str, kind: str) -> str:
    outer = "outer-" if UNITS[tile] & ORPHANS else ""
    return f"fu-{openness}-{outer}{kind}"


def _of_kinds(sets: tuple[int, ...], kinds: Iterable[int]) -> tuple[int, ...]:
    return tuple(place for place, element in enumerate(sets) if element in kinds)


def _spaced_sets(sets: tuple[int, ...], steps: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the places of three sets of one kind whose first tiles are ``steps`` apart; empty if there are none."""
    for places in combinations(range(PAIR), 3):
        elements = sorted((sets[place] for place in places), key=lambda element: (element >= CHOW, first_tile(element)))
        low = elements[0]
        if [element - low for element in elements] == list(steps) and (steps[1] == 9 or first_tile(low) % 9 == 0):
            return places
    return ()


_FIVE = 4
"""The rank of a five, counted from 0."""
_MOST_RED_OF_SUITS = {3: (1, 1, 1), 4: (1, 1, 2)}
"""Red fives of characters, bamboos and dots, by their total number. Under other numbers each suit has one or two."""


def _hand_problems(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> Iterator[HandProblem]:
    """Yield every problem of a hand, won or waiting."""
    if hand.prevalent is None:
        text = mark("The wind of the round is missing; it is needed because its triplet counts.")
        yield HandProblem("round-wind-missing", text, HandPart.SITUATION, 0)
    yield from no_bonus_problems(hand)
    yield from _riichi_problems(hand, situation)
    yield from _indicator_problems(hand, situation)
    yield from _red_problems(hand, situation, options)
    if situation.first:
        yield from _first_problems(hand, situation)


def _fault(code: str, text: Text) -> HandProblem:
    return HandProblem(code, text, HandPart.ANSWERS)


def _riichi_problems(hand: PlayerHand, situation: RiichiSituation) -> Iterator[HandProblem]:
    if situation.riichi is not None and hand.exposed:
        text = mark("A hand with a claimed set cannot have declared riichi.")
        yield HandProblem("riichi-open", text, HandPart.MELD, next(_claimed(hand)))
    if situation.ippatsu and situation.riichi is None:
        yield _fault("ippatsu-without-riichi", mark("Ippatsu needs a riichi."))
    if situation.ippatsu and hand.replacement:
        text = mark("A kan ends ippatsu, so it cannot be won on a replacement tile.")
        yield HandProblem("ippatsu-replacement", text, HandPart.SITUATION, 5)
    if situation.ippatsu and situation.riichi == DOUBLE and hand.last_of_wall:
        text = mark("After a double riichi, ippatsu is over long before the last tile of the wall.")
        yield HandProblem("ippatsu-last-of-wall", text, HandPart.SITUATION, 4)


def _claimed(hand: PlayerHand) -> Iterator[int]:
    return (place for place, meld in enumerate(hand.melds) if meld.claimed)


def _indicator_problems(hand: PlayerHand, situation: RiichiSituation) -> Iterator[HandProblem]:
    """Yield problems of the dora and ura-dora indicators, such as a fifth copy of a tile."""
    dora, ura = indicators(situation.dora), indicators(situation.ura)
    if ura and situation.riichi is None:
        yield _fault("ura-without-riichi", mark("Ura-dora count only after riichi."))
    elif ura and len(ura) != len(dora):
        text = mark("There are as many ura-dora indicators as dora indicators: {dora}, not {ura}.", dora=len(dora),
                    ura=len(ura))  # fmt: skip
        yield _fault("ura-number", text)
    held = hand.tiles
    for tile in sorted({*dora, *ura}):
        if held.count(tile) + dora.count(tile) + ura.count(tile) > 4:
            yield _fault("fifth-copy-indicator", _too_many(tile))


def _red_problems(hand: PlayerHand, situation: RiichiSituation, options: RiichiOptions) -> Iterator[HandProblem]:
    most = most_red(hand.tiles, options)
    if situation.red > most:
        yield _fault("too-many-red", mark("The hand can have at most {most} red fives.", most=most))


def _first_problems(hand: PlayerHand, situation: RiichiSituation) -> Iterator[HandProblem]:
    """Yield problems of a win in the first turn: by the tiles dealt, the first draw, or a discard before it."""
    yield from begun_problems(hand)
    if situation.riichi is not None:
        text = mark("Who wins in the first turn has not declared riichi.")
        yield _fault("first-riichi", text)
    if hand.won and not hand.self_drawn and hand.own is Wind.EAST:
        text = mark("East has the first turn, so East wins in it by self-draw only.")
        yield HandProblem("first-discard-of-east", text, HandPart.SITUATION, 1)


def most_red(tiles: Sequence[Tile], options: RiichiOptions) -> int:
    """Return how many of the fives among ``tiles`` can be red."""
    played = _MOST_RED_OF_SUITS.get(options.red_fives, (options.red_fives,) * len(Suit))
    return sum(min(played[suit], tiles.count(Tile(9 * suit + _FIVE))) for suit in Suit)


def shared_problems(hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
    """Yield problems of the indicators of several winners, who all see the same ones."""
    said = [(place, answered(RiichiSituation, dict(answers))) for place, (_, answers) in enumerate(hands)]
    dora = [(place, indicators(each.dora)) for place, each in said]
    ura = [(place, indicators(each.ura)) for place, each in said if each.riichi is not None]
    copies: Counter[Tile] = Counter()
    for seen in (dora, ura):
        for place, tiles in seen[1:]:
            if sorted(tiles) != sorted(seen[0][1]):
                yield place, _fault("indicators-differ", mark("All winners have the same indicators: compare them."))
        copies.update(seen[0][1] if seen else ())
    lying = sorted(copies)
    for place, (hand, _) in enumerate(hands):
        copies.update(hand.tiles)
        if place and hand.winning is not None:
            copies[hand.winning] -= 1  # all winners have the same winning tile, which counts once
        too_many = next((tile for tile in lying if copies[tile] > 4), None)
        if too_many is not None:
            yield place, _fault("fifth-copy-indicator", _too_many(too_many))
            return


def _too_many(tile: Tile) -> Text:
    return mark("There are only four {tile}, and hand and indicators have more.", tile=TILES[tile].key)


def indicators(text: str | None) -> tuple[Tile, ...]:
    """Return the tiles of an answer; empty without an answer."""
    return () if text is None else parse_tiles(text)


_MEMBER_OF_UNIT = {Unit.HAN: "han", Unit.YAKUMAN: "yakuman", Unit.FU: "fu"}


def score_members(count: HandCount, situation: RiichiSituation, options: RiichiOptions) -> dict[str, object]:  # noqa: ARG001
    """Return the members for JSON.

    ``points`` is what the winner receives, without counters and sticks. ``fu_items`` add up to ``fu`` before it is
    rounded.
    """
    yakuman = yakuman_of(count, options)
    limit = None if yakuman else limit_of(count, options)
    return {
        "han": count.points,
        "fu": count.base or None,
        "yakuman": yakuman,
        "limit": "yakuman" if yakuman else None if limit is None else limit[0],
        "points": count.paid,
        "minimum_met": count.minimum_met,
        "yaku": [_member(each) for each in count.counted if each.item.unit is not Unit.FU],
        "fu_items": [_member(each) for each in count.counted if each.item.unit is Unit.FU],
    }


def _member(each: CountedItem) -> dict[str, object]:
    return {"slug": each.item.slug, _MEMBER_OF_UNIT[each.item.unit]: each.worth}
