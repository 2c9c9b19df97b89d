"""Fan of the sets and the pair of one reading. Marks are places among them."""

from collections.abc import Callable

from tournament.hand.readings import PAIR, Shape
from tournament.rulesets.mcr.facts import HAS_FIVE, IS_CHOW, IS_EVEN, IS_OUTSIDE, IS_PUNG, TRAITS, ReadingFacts
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND

Predicate = Callable[[ReadingFacts], int]
ALL_SETS = 0b1111
THE_PAIR = 1 << PAIR


def big_four_winds(facts: ReadingFacts) -> int:
    return facts.winds if facts.winds == ALL_SETS else 0


def little_four_winds(facts: ReadingFacts) -> int:
    found = facts.winds.bit_count() == 3 and FIRST_WIND <= facts.pair < FIRST_DRAGON
    return facts.winds | THE_PAIR if found else 0


def big_three_winds(facts: ReadingFacts) -> int:
    return facts.winds if facts.winds.bit_count() >= 3 else 0


def big_three_dragons(facts: ReadingFacts) -> int:
    return facts.dragons if facts.dragons.bit_count() == 3 else 0


def little_three_dragons(facts: ReadingFacts) -> int:
    found = facts.dragons.bit_count() == 2 and facts.pair >= FIRST_DRAGON
    return facts.dragons | THE_PAIR if found else 0


def two_dragons(facts: ReadingFacts) -> int:
    return facts.dragons if facts.dragons.bit_count() >= 2 else 0


def dragon_pungs(facts: ReadingFacts) -> int:
    return facts.dragons


def prevalent_wind(facts: ReadingFacts) -> int:
    return facts.winds and _pung_of(facts, FIRST_WIND + facts.hand.situation.prevalent)


def seat_wind(facts: ReadingFacts) -> int:
    return facts.winds and _pung_of(facts, FIRST_WIND + facts.hand.situation.seat)


def _pung_of(facts: ReadingFacts, tile: int) -> int:
    return 1 << facts.sets.index(tile) if tile in facts.sets else 0


def outer_pungs(facts: ReadingFacts) -> int:
    """Pungs of 1, 9 or winds, but not of dragons (FFMJ 73)."""
    return facts.terminals | facts.winds


def hidden(least: int) -> Predicate:
    """Return the predicate of at least ``least`` concealed pungs."""
    return lambda facts: facts.hidden if facts.hidden.bit_count() >= least else 0


def everywhere(trait: int) -> Predicate:
    """Return the predicate that four sets and the pair all have ``trait``."""
    whole = ALL_SETS | THE_PAIR
    return lambda facts: facts.shape == Shape.SETS and facts.common & TRAITS[facts.pair] & trait and whole


four_hidden, three_hidden, two_hidden = hidden(4), hidden(3), hidden(2)
all_even_pungs, all_fives, outside_hand = everywhere(IS_EVEN), everywhere(HAS_FIVE), everywhere(IS_OUTSIDE)


def all_pungs(facts: ReadingFacts) -> int:
    return facts.shape == Shape.SETS and facts.common & IS_PUNG and ALL_SETS


def all_chows(facts: ReadingFacts) -> int:
    """All sets are chows, and there is no honour (FFMJ 63, 35). Beside a Knitted Straight there is only one set."""
    return facts.common & IS_CHOW and not facts.hand.honours and (1 << len(facts.sets)) - 1
