"""Each combination of the memo as a small question to one reading.

An answer names what makes it by places among the groups, the pair after the sets; ``()`` is the hand as a whole, and
None that it is not there.
"""

from tournament.hand.readings import PAIR, Shape
from tournament.rulesets.hong_kong.facts import HongKongReading
from tournament.rulesets.hong_kong.situation import DEAL, DISCARD, DRAW
from tournament.tiles.bonus import FLOWERS, SEASONS, BonusTile
from tournament.tiles.packed import DRAGONS, HONOURS, SUITS, TERMINALS, UNITS, WINDS, mask_of, pack, ranks
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, KINDS, Tile

Places = tuple[int, ...]
WHOLE: Places = ()
_JADE = SUITS[1] & ranks(2, 3, 4, 6, 8) | UNITS[Tile.GREEN]
_GATES = tuple(
    pack([9 * suit, 9 * suit, *range(9 * suit, 9 * suit + 9), 9 * suit + 8, 9 * suit + 8]) for suit in range(3)
)
"""1112345678999 of each suit, packed."""


def _whole(found: bool) -> Places | None:
    return WHOLE if found else None


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


def all_chows(facts: HongKongReading) -> Places | None:
    """Four chows, and a pair that is neither wind nor dragon."""
    return _whole(bool(facts.sets) and not facts.pungs and not UNITS[facts.pair] & HONOURS)


def all_pungs(facts: HongKongReading) -> Places | None:
    return _whole(len(facts.pungs) == PAIR)


def half_flush(facts: HongKongReading) -> Places | None:
    """All tiles but honours of one suit; without honours it is the Full Flush too."""
    return _whole(facts.of.suits == 1)


def full_flush(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.suits == 1 and not facts.of.honours)


def seven_pairs(facts: HongKongReading) -> Places | None:
    return _whole(facts.shape is Shape.SEVEN_PAIRS)


def small_dragons(facts: HongKongReading) -> Places | None:
    pungs = _of_kinds(facts, DRAGON_KINDS)
    return (*pungs, PAIR) if len(pungs) == 2 and facts.pair in DRAGON_KINDS else None


def big_dragons(facts: HongKongReading) -> Places | None:
    pungs = _of_kinds(facts, DRAGON_KINDS)
    return pungs if _mask(facts, pungs) == DRAGONS else None


def small_whirlwind(facts: HongKongReading) -> Places | None:
    """Three wind pungs and the pair of the fourth (docs/rules.md, H2)."""
    pungs = _of_kinds(facts, WIND_KINDS)
    return (*pungs, PAIR) if len(pungs) == 3 and facts.pair in WIND_KINDS else None


def big_whirlwind(facts: HongKongReading) -> Places | None:
    pungs = _of_kinds(facts, WIND_KINDS)
    return pungs if _mask(facts, pungs) == WINDS else None


def self_draw(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.hand.self_drawn)


def no_flowers(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.options.bonus_tiles and not facts.of.hand.bonus)


def own_flower(facts: HongKongReading) -> Places | None:
    return _whole(BonusTile(facts.of.hand.own) in facts.of.hand.bonus)


def own_season(facts: HongKongReading) -> Places | None:
    return _whole(BonusTile(4 + facts.of.hand.own) in facts.of.hand.bonus)


def all_flowers(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.hand.bonus >= FLOWERS)


def all_seasons(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.hand.bonus >= SEASONS)


def kong_replacement(facts: HongKongReading) -> Places | None:
    """On the replacement of a kong; that of a flower is an ordinary draw."""
    hand = facts.of.hand
    return _whole(hand.replacement and any(meld.kong for meld in hand.melds))


def robbed_kong(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.hand.robbed)


def last_tile(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.hand.last_of_wall)


def thirteen_orphans(facts: HongKongReading) -> Places | None:
    return _whole(facts.shape is Shape.ORPHANS)


def nine_gates(facts: HongKongReading) -> Places | None:
    """By what it is made of, whatever tile won; nothing claimed."""
    hand = facts.of.hand
    if facts.of.suits != 1 or facts.of.honours or hand.exposed or not facts.sets:
        return None
    packed = pack([*hand.held, *(tile for meld in hand.melds for tile in meld.tiles[:3])])
    return _whole(any(packed - gates in UNITS for gates in _GATES))


def hidden_treasure(facts: HongKongReading) -> Places | None:
    """Four concealed pungs or kongs: the tile that won was drawn, or completes the pair."""
    hand = facts.of.hand
    if hand.exposed or len(facts.pungs) != PAIR:
        return None
    return facts.pungs if hand.self_drawn or facts.pair == hand.winning else None


def four_kongs(facts: HongKongReading) -> Places | None:
    melds = facts.of.hand.melds
    return facts.pungs if len(melds) == PAIR and all(meld.kong for meld in melds) else None


def jade_dragon(facts: HongKongReading) -> Places | None:
    return _whole(Tile.GREEN in facts.sets and not facts.of.kinds & ~_JADE)


def all_terminals(facts: HongKongReading) -> Places | None:
    return _whole(not facts.of.kinds & ~TERMINALS)


def all_honours(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.kinds == facts.of.honours)


def earth(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.situation.first == DRAW)


def man(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.situation.first == DISCARD)


def heaven(facts: HongKongReading) -> Places | None:
    return _whole(facts.of.situation.first == DEAL)
