"""The predicates of the patterns.

A predicate returns the indices of the sets that make the pattern, once for each time that the reading contains it: an
empty tuple if it does not, and ``HAND`` if the hand as a whole makes it.
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


def _when(holds: Callable[[ZungJungReading], object]) -> Predicate:
    """Return the predicate of a pattern of the whole hand, which is present if ``holds`` returns a true value."""
    return lambda facts: _if(holds(facts))


def _together(places: Places) -> Found:
    return (places,) if places else ()


# 1: the hand as a whole

all_sequences = _when(lambda facts: not facts.pungs)
concealed_hand = _when(lambda facts: not facts.of.hand.exposed)
no_terminals = _when(lambda facts: not facts.of.kinds & ORPHANS)


# 2: one suit

mixed_one_suit = _when(lambda facts: facts.of.suits == 1 and facts.of.honours)
pure_one_suit = _when(lambda facts: facts.of.suits == 1 and not facts.of.honours)


def nine_gates(facts: ZungJungReading) -> Found:
    """1112345678999 before the winning tile.

    It does not count for a win with the tiles dealt, where no tile is drawn, nor if the drawn tile was mixed with the
    others.
    """
    of = facts.of
    if of.situation.first == DEAL or (of.situation.mixed and of.hand.self_drawn):
        return ()
    return _if(of.before in _NINE_GATES)


# 3: honours


def value_honor(facts: ZungJungReading) -> Found:
    """Each triplet of dragons or of the own wind."""
    own = FIRST_WIND + facts.of.hand.own
    return tuple((place,) for place in facts.pungs if facts.sets[place] in _DRAGONS or facts.sets[place] == own)


def _honours(kinds: range, triplets: int, *, pair: bool) -> Predicate:
    """Return the predicate of this many triplets of these kinds, with or without a pair of them."""

    def found(facts: ZungJungReading) -> Found:
        places = tuple([place for place in facts.pungs if facts.sets[place] in kinds])
        paired = facts.pair in kinds
        if len(places) != triplets or paired is not pair:
            return ()
        return (((*places, PAIR) if pair else places),)

    return found


small_three_dragons = _honours(_DRAGONS, 2, pair=True)
big_three_dragons = _honours(_DRAGONS, 3, pair=False)
small_three_winds = _honours(_WINDS, 2, pair=True)
big_three_winds = _honours(_WINDS, 3, pair=False)
small_four_winds = _honours(_WINDS, 3, pair=True)
big_four_winds = _honours(_WINDS, 4, pair=False)
all_honors = _when(lambda facts: not facts.of.suits)


# 4: triplets and kongs

all_triplets = _when(lambda facts: len(facts.pungs) == 4)


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
    """Return the indices of each sequence that the hand contains at least ``least`` times."""
    sets = facts.sets
    chows = sorted({element for element in sets if element >= CHOW})
    return [
        tuple([place for place, element in enumerate(sets) if element == chow])
        for chow in chows
        if sets.count(chow) >= least
    ]


def two_identical_sequences(facts: ZungJungReading) -> Found:
    """Two identical sequences."""
    return tuple(_identical(facts, 2)[:1])


def two_identical_sequences_twice(facts: ZungJungReading) -> Found:
    """Two different sequences, each twice."""
    found = _identical(facts, 2)
    return (found[0] + found[1],) if len(found) == 2 else ()


def three_identical_sequences(facts: ZungJungReading) -> Found:
    """Three identical sequences."""
    return tuple(_identical(facts, 3))


def four_identical_sequences(facts: ZungJungReading) -> Found:
    """Four identical sequences."""
    return tuple(_identical(facts, 4))


# 6: three suits


def _all_there(facts: ZungJungReading, wanted: tuple[int, ...]) -> bool:
    return all(element in facts.sets for element in wanted)


def _places_of(facts: ZungJungReading, wanted: tuple[int, ...]) -> Places:
    return tuple(facts.sets.index(element) for element in wanted)


def three_similar_sequences(facts: ZungJungReading) -> Found:
    """The same sequence in all three suits."""
    for rank in range(7):
        wanted = (CHOW + rank, CHOW + 9 + rank, CHOW + 18 + rank)
        if _all_there(facts, wanted):
            return (_places_of(facts, wanted),)
    return ()


def small_three_similar_triplets(facts: ZungJungReading) -> Found:
    """Triplets of the same number in two suits, and its pair in the third."""
    if not 0 <= facts.pair < FIRST_WIND:
        return ()
    others = tuple(9 * suit + facts.pair % 9 for suit in range(3) if suit != facts.pair // 9)
    return ((*_places_of(facts, others), PAIR),) if _all_there(facts, others) else ()


def three_similar_triplets(facts: ZungJungReading) -> Found:
    """Triplets of the same number in all three suits."""
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
    """Return whether every set and the pair contain a 1, a 9 or an honour, and there is a sequence."""
    outer = all(MASKS[element] & ORPHANS for element in facts.sets) and UNITS[facts.pair] & ORPHANS
    return bool(outer) and len(facts.pungs) < 4


mixed_lesser_terminals = _when(lambda facts: facts.of.honours and _lesser(facts))
pure_lesser_terminals = _when(lambda facts: not facts.of.honours and _lesser(facts))


def mixed_greater_terminals(facts: ZungJungReading) -> Found:
    """Only terminals and honours, with both of them."""
    kinds = facts.of.kinds
    return _if(not kinds & ~ORPHANS and kinds & TERMINALS and kinds & HONOURS)


pure_greater_terminals = _when(lambda facts: not facts.of.kinds & ~TERMINALS)


# 9: how it was won

final_draw = _when(
    lambda facts: facts.of.hand.last_of_wall and facts.of.hand.self_drawn
)  # On the last tile of the wall.
final_discard = _when(
    lambda facts: facts.of.hand.last_of_wall and not facts.of.hand.self_drawn
)  # On the discard after it.
win_on_kong = _when(lambda facts: facts.of.hand.replacement)
robbing_a_kong = _when(lambda facts: facts.of.hand.robbed)
blessing_of_heaven = _when(lambda facts: facts.of.situation.first == DEAL)
blessing_of_earth = _when(lambda facts: facts.of.situation.first == DISCARD)


# 10: other shapes

thirteen_terminals = _when(
    lambda facts: facts.shape is Shape.ORPHANS
)  # One of each 1, 9 and honour, and a second of one of them.
seven_pairs = _when(lambda facts: facts.shape is Shape.SEVEN_PAIRS)
