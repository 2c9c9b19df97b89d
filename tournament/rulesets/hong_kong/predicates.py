"""The combinations of the memo as predicates of a reading.

A predicate returns the indices of the groups that make the combination (the pair comes after the sets), ``()`` for the
hand as a whole, or None if the reading does not contain it.
"""

from collections.abc import Callable

from tournament.hand.readings import PAIR, Shape
from tournament.rulesets.hong_kong.facts import HongKongReading
from tournament.rulesets.hong_kong.situation import DEAL, DISCARD, DRAW
from tournament.tiles.bonus import FLOWERS, SEASONS, BonusTile
from tournament.tiles.packed import DRAGONS, HONOURS, SUITS, TERMINALS, UNITS, WINDS, mask_of, pack, ranks
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, KINDS, Tile

Places = tuple[int, ...]
Predicate = Callable[[HongKongReading], Places | None]
WHOLE: Places = ()
_JADE = SUITS[1] & ranks(2, 3, 4, 6, 8) | UNITS[Tile.GREEN]
_GATES = tuple(
    pack([9 * suit, 9 * suit, *range(9 * suit, 9 * suit + 9), 9 * suit + 8, 9 * suit + 8]) for suit in range(3)
)
"""The tiles 1112345678999 of each suit, packed."""


def _whole(found: bool) -> Places | None:
    return WHOLE if found else None


def _when(holds: Callable[[HongKongReading], bool]) -> Predicate:
    """Return the predicate of a combination of the whole hand, which is present if ``holds`` returns True."""
    return lambda facts: _whole(holds(facts))


def _of_kinds(facts: HongKongReading, kinds: range | tuple[int, ...]) -> Places:
    return tuple([place for place, element in enumerate(facts.sets) if element in kinds])


def _mask(facts: HongKongReading, places: Places) -> int:
    return mask_of(facts.sets[place] for place in places)


DRAGON_KINDS, WIND_KINDS = range(FIRST_DRAGON, KINDS), range(FIRST_WIND, FIRST_DRAGON)


def dragon_pungs(facts: HongKongReading) -> Places | None:
    return _of_kinds(facts, DRAGON_KINDS) or None


def own_wind(facts: HongKongReading) -> Places | None:
    return _of_kinds(facts, (facts.of.own_wind,)) or None


def round_wind(facts: HongKongReading) -> Places | None:
    return _of_kinds(facts, (facts.of.round_wind,)) or None


all_chows = _when(lambda facts: bool(facts.sets) and not facts.pungs and not UNITS[facts.pair] & HONOURS)
all_pungs = _when(lambda facts: len(facts.pungs) == PAIR)
half_flush = _when(lambda facts: facts.of.suits == 1)  # without honours it is the Full Flush too
full_flush = _when(lambda facts: facts.of.suits == 1 and not facts.of.honours)
seven_pairs = _when(lambda facts: facts.shape is Shape.SEVEN_PAIRS)


def small_dragons(facts: HongKongReading) -> Places | None:
    pungs = _of_kinds(facts, DRAGON_KINDS)
    return (*pungs, PAIR) if len(pungs) == 2 and facts.pair in DRAGON_KINDS else None


def big_dragons(facts: HongKongReading) -> Places | None:
    pungs = _of_kinds(facts, DRAGON_KINDS)
    return pungs if _mask(facts, pungs) == DRAGONS else None


def small_whirlwind(facts: HongKongReading) -> Places | None:
    """Three wind pungs and the pair of the fourth wind, or without the pair by option (docs/rules.md, H2)."""
    pungs = _of_kinds(facts, WIND_KINDS)
    if len(pungs) != 3:
        return None
    if facts.pair in WIND_KINDS:
        return (*pungs, PAIR)
    return None if facts.of.options.small_whirlwind_pair else pungs


def big_whirlwind(facts: HongKongReading) -> Places | None:
    pungs = _of_kinds(facts, WIND_KINDS)
    return pungs if _mask(facts, pungs) == WINDS else None


self_draw = _when(lambda facts: facts.of.hand.self_drawn)
no_flowers = _when(lambda facts: facts.of.options.bonus_tiles and not facts.of.hand.bonus)
own_flower = _when(lambda facts: BonusTile(facts.of.hand.own) in facts.of.hand.bonus)
own_season = _when(lambda facts: BonusTile(4 + facts.of.hand.own) in facts.of.hand.bonus)
all_flowers = _when(lambda facts: facts.of.hand.bonus >= FLOWERS)
all_seasons = _when(lambda facts: facts.of.hand.bonus >= SEASONS)


def kong_replacement(facts: HongKongReading) -> Places | None:
    """A win on the replacement tile of a kong. The replacement of a flower is an ordinary draw."""
    hand = facts.of.hand
    return _whole(hand.replacement and any(meld.kong for meld in hand.melds))


robbed_kong = _when(lambda facts: facts.of.hand.robbed)
last_tile = _when(lambda facts: facts.of.hand.last_of_wall)
thirteen_orphans = _when(lambda facts: facts.shape is Shape.ORPHANS)


def nine_gates(facts: HongKongReading) -> Places | None:
    """Nine Gates: no set is claimed, and the tiles are right, whichever of them was the winning tile."""
    hand = facts.of.hand
    if facts.of.suits != 1 or facts.of.honours or hand.exposed or not facts.sets:
        return None
    packed = pack([*hand.held, *(tile for meld in hand.melds for tile in meld.tiles[:3])])
    return _whole(any(packed - gates in UNITS for gates in _GATES))


def hidden_treasure(facts: HongKongReading) -> Places | None:
    """Four concealed pungs or kongs. The winning tile was drawn, or completes the pair."""
    hand = facts.of.hand
    if hand.exposed or len(facts.pungs) != PAIR:
        return None
    return facts.pungs if hand.self_drawn or facts.pair == hand.winning else None


def four_kongs(facts: HongKongReading) -> Places | None:
    melds = facts.of.hand.melds
    return facts.pungs if len(melds) == PAIR and all(meld.kong for meld in melds) else None


jade_dragon = _when(lambda facts: Tile.GREEN in facts.sets and not facts.of.kinds & ~_JADE)
all_terminals = _when(lambda facts: not facts.of.kinds & ~TERMINALS)
all_honours = _when(lambda facts: facts.of.kinds == facts.of.honours)
earth = _when(lambda facts: facts.of.situation.first == DRAW)
man = _when(lambda facts: facts.of.situation.first == DISCARD)
heaven = _when(lambda facts: facts.of.situation.first == DEAL)
