"""What makes each pattern: the places of its sets, once for each time it is there.

Nothing where it is not there; ``HAND`` where it is a matter of the hand as a whole.
"""

from collections.abc import Callable

from tournament.hand.elements import CHOW, MASKS
from tournament.hand.readings import PAIR, Shape
from tournament.rulesets.zung_jung.facts import ZungJungReading
from tournament.rulesets.zung_jung.situation import DEAL, DISCARD
from tournament.tiles.packed import HONOURS, ORPHANS, TERMINALS, UNITS
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, KINDS

Places = tuple[int, ...]
Found = tuple[Places, ...]
Predicate = Callable[[ZungJungReading], Found]
HAND: Found = ((),)
_WINDS, _DRAGONS = range(FIRST_WIND, FIRST_DRAGON), range(FIRST_DRAGON, KINDS)
_NINE_GATES = tuple(
    sum(count * UNITS[9 * suit + rank] for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3))) for suit in range(3)
)


def _if(there: object) -> Found:
    return HAND if there else ()


def _together(places: Places) -> Found:
    return (places,) if places else ()


# 1: the hand as a whole


def all_sequences(facts: ZungJungReading) -> Found:
    """Four sequences and any pair."""
    return _if(not facts.pungs)


def concealed_hand(facts: ZungJungReading) -> Found:
    """No claimed set; the winning tile may be."""
    return _if(not facts.of.hand.exposed)


def no_terminals(facts: ZungJungReading) -> Found:
    """Only 2 to 8."""
    return _if(not facts.of.kinds & ORPHANS)


# 2: one suit


def mixed_one_suit(facts: ZungJungReading) -> Found:
    """One suit, and honours."""
    return _if(facts.of.suits == 1 and facts.of.honours)


def pure_one_suit(facts: ZungJungReading) -> Found:
    """One suit alone."""
    return _if(facts.of.suits == 1 and not facts.of.honours)


def nine_gates(facts: ZungJungReading) -> Found:
    """1112345678999 before the winning tile; never on the deal, where no tile is drawn, nor with the tile mixed in."""
    of = facts.of
    if of.situation.first == DEAL or (of.situation.mixed and of.hand.self_drawn):
        return ()
    return _if(of.before in _NINE_GATES)


# 3: honours


def value_honor(facts: ZungJungReading) -> Found:
    """Each triplet of dragons or of the own wind."""
    own = FIRST_WIND + facts.of.hand.own
    return tuple((place,) for place in facts.pungs if facts.sets[place] in _DRAGONS or facts.sets[place] == own)


def _honours(facts: ZungJungReading, kinds: range, triplets: int, *, pair: bool) -> Found:
    """So many triplets of these kinds, with a pair of them or without."""
    places = tuple([place for place in facts.pungs if facts.sets[place] in kinds])
    paired = facts.pair in kinds
    if len(places) != triplets or paired is not pair:
        return ()
    return (((*places, PAIR) if pair else places),)


def small_three_dragons(facts: ZungJungReading) -> Found:
    """Two dragons and the pair of the third."""
    return _honours(facts, _DRAGONS, 2, pair=True)


def big_three_dragons(facts: ZungJungReading) -> Found:
    """Three dragons."""
    return _honours(facts, _DRAGONS, 3, pair=False)


def small_three_winds(facts: ZungJungReading) -> Found:
    """Two winds and the pair of a third."""
    return _honours(facts, _WINDS, 2, pair=True)


def big_three_winds(facts: ZungJungReading) -> Found:
    """Three winds."""
    return _honours(facts, _WINDS, 3, pair=False)


def small_four_winds(facts: ZungJungReading) -> Found:
    """Three winds and the pair of the fourth."""
    return _honours(facts, _WINDS, 3, pair=True)


def big_four_winds(facts: ZungJungReading) -> Found:
    """Four winds."""
    return _honours(facts, _WINDS, 4, pair=False)


def all_honors(facts: ZungJungReading) -> Found:
    """Only winds and dragons."""
    return _if(not facts.of.suits)


# 4: triplets and kongs


def all_triplets(facts: ZungJungReading) -> Found:
    """Four triplets or kongs."""
    return _if(len(facts.pungs) == 4)


def _concealed(least: int) -> Predicate:
    return lambda facts: _together(facts.hidden) if len(facts.hidden) >= least else ()


def _kongs(least: int) -> Predicate:
    return lambda facts: _together(facts.of.kongs) if len(facts.of.kongs) >= least else ()


two_concealed_triplets = _concealed(2)
three_concealed_triplets = _concealed(3)
four_concealed_triplets = _concealed(4)
one_kong = _kongs(1)
two_kong = _kongs(2)
three_kong = _kongs(3)
four_kong = _kongs(4)


# 5: identical sequences


def _identical(facts: ZungJungReading, least: int) -> list[Places]:
    """The places of each sequence that is there so often."""
    sets = facts.sets
    chows = sorted({element for element in sets if element >= CHOW})
    return [
        tuple([place for place, element in enumerate(sets) if element == chow])
        for chow in chows
        if sets.count(chow) >= least
    ]


def two_identical_sequences(facts: ZungJungReading) -> Found:
    """Two sequences alike."""
    return tuple(_identical(facts, 2)[:1])


def two_identical_sequences_twice(facts: ZungJungReading) -> Found:
    """Two different sequences, each twice."""
    found = _identical(facts, 2)
    return (found[0] + found[1],) if len(found) == 2 else ()


def three_identical_sequences(facts: ZungJungReading) -> Found:
    """Three sequences alike."""
    return tuple(_identical(facts, 3))


def four_identical_sequences(facts: ZungJungReading) -> Found:
    """Four sequences alike."""
    return tuple(_identical(facts, 4))


# 6: three suits


def _all_there(facts: ZungJungReading, wanted: tuple[int, ...]) -> bool:
    return all(element in facts.sets for element in wanted)


def _places_of(facts: ZungJungReading, wanted: tuple[int, ...]) -> Places:
    return tuple(facts.sets.index(element) for element in wanted)


def three_similar_sequences(facts: ZungJungReading) -> Found:
    """One sequence in three suits."""
    for rank in range(7):
        wanted = (CHOW + rank, CHOW + 9 + rank, CHOW + 18 + rank)
        if _all_there(facts, wanted):
            return (_places_of(facts, wanted),)
    return ()


def small_three_similar_triplets(facts: ZungJungReading) -> Found:
    """One number as triplet in two suits and as pair in the third."""
    if not 0 <= facts.pair < FIRST_WIND:
        return ()
    others = tuple(9 * suit + facts.pair % 9 for suit in range(3) if suit != facts.pair // 9)
    return ((*_places_of(facts, others), PAIR),) if _all_there(facts, others) else ()


def three_similar_triplets(facts: ZungJungReading) -> Found:
    """One number as triplet in three suits."""
    for rank in range(9):
        wanted = (rank, 9 + rank, 18 + rank)
        if _all_there(facts, wanted):
            return (_places_of(facts, wanted),)
    return ()


# 7: consecutive sets


def nine_tile_straight(facts: ZungJungReading) -> Found:
    """123, 456 and 789 of one suit."""
    for suit in range(3):
        wanted = tuple(CHOW + 9 * suit + rank for rank in (0, 3, 6))
        if _all_there(facts, wanted):
            return (_places_of(facts, wanted),)
    return ()


def _consecutive(length: int) -> Predicate:
    runs = [
        tuple(range(9 * suit + first, 9 * suit + first + length)) for suit in range(3) for first in range(10 - length)
    ]
    return lambda facts: (
        _together(next((_places_of(facts, run) for run in runs if _all_there(facts, run)), ()))
        if len(facts.pungs) >= length
        else ()
    )


three_consecutive_triplets = _consecutive(3)
four_consecutive_triplets = _consecutive(4)


# 8: terminals


def _lesser(facts: ZungJungReading) -> bool:
    """Every set and the pair holds a 1, a 9 or an honour, and there is a sequence."""
    outer = all(MASKS[element] & ORPHANS for element in facts.sets) and UNITS[facts.pair] & ORPHANS
    return bool(outer) and len(facts.pungs) < 4


def mixed_lesser_terminals(facts: ZungJungReading) -> Found:
    """The same with honours."""
    return _if(facts.of.honours and _lesser(facts))


def pure_lesser_terminals(facts: ZungJungReading) -> Found:
    """The same without."""
    return _if(not facts.of.honours and _lesser(facts))


def mixed_greater_terminals(facts: ZungJungReading) -> Found:
    """Only 1, 9 and honours, both there."""
    kinds = facts.of.kinds
    return _if(not kinds & ~ORPHANS and kinds & TERMINALS and kinds & HONOURS)


def pure_greater_terminals(facts: ZungJungReading) -> Found:
    """Only 1 and 9."""
    return _if(not facts.of.kinds & ~TERMINALS)


# 9: how it was won


def final_draw(facts: ZungJungReading) -> Found:
    """On the last tile of the wall."""
    return _if(facts.of.hand.last_of_wall and facts.of.hand.self_drawn)


def final_discard(facts: ZungJungReading) -> Found:
    """On the discard after it."""
    return _if(facts.of.hand.last_of_wall and not facts.of.hand.self_drawn)


def win_on_kong(facts: ZungJungReading) -> Found:
    """On a replacement tile."""
    return _if(facts.of.hand.replacement)


def robbing_a_kong(facts: ZungJungReading) -> Found:
    """On the tile that makes another's triplet a kong."""
    return _if(facts.of.hand.robbed)


def blessing_of_heaven(facts: ZungJungReading) -> Found:
    """East with the tiles dealt."""
    return _if(facts.of.situation.first == DEAL)


def blessing_of_earth(facts: ZungJungReading) -> Found:
    """On East's very first discard."""
    return _if(facts.of.situation.first == DISCARD)


# 10: other shapes


def thirteen_terminals(facts: ZungJungReading) -> Found:
    """One of each 1, 9 and honour, and a second of one of them."""
    return _if(facts.shape is Shape.ORPHANS)


def seven_pairs(facts: ZungJungReading) -> Found:
    """Seven pairs."""
    return _if(facts.shape is Shape.SEVEN_PAIRS)
