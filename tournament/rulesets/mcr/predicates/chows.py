"""Fan that join chows. The facts are some chows in ascending order, by suit and then by number."""

from collections.abc import Callable
from itertools import pairwise

from tournament.hand.elements import CHOW
from tournament.rulesets.mcr.facts import JoinFacts
from tournament.tiles.tile import FIRST_WIND

Predicate = Callable[[JoinFacts], int]
FIVE = 4
"""The rank of a 5, counted from 0."""


def _starts(facts: JoinFacts, suits: int) -> list[int]:
    """Return the first ranks (0 to 6) of the chows, in ascending order.

    Empty unless they are chows of exactly ``suits`` suits.
    """
    if facts.sets[0] < CHOW or len({(chow - CHOW) // 9 for chow in facts.sets}) != suits:
        return []
    return sorted((chow - CHOW) % 9 for chow in facts.sets)


def _shifts(starts: list[int]) -> set[int]:
    return {high - low for low, high in pairwise(starts)}


def pure_terminal(facts: JoinFacts) -> int:
    """123 123 789 789 and a pair of 5 in one suit."""
    return _starts(facts, 1) == [0, 0, 6, 6] and facts.pair == (facts.sets[0] - CHOW) // 9 * 9 + FIVE


def three_suited_terminal(facts: JoinFacts) -> int:
    """123 789 in two suits and a pair of 5 in the third."""
    if _starts(facts, 2) != [0, 0, 6, 6] or len(set(facts.sets)) < 4 or not 0 <= facts.pair < FIRST_WIND:
        return 0
    suits = {(chow - CHOW) // 9 for chow in facts.sets} | {facts.pair // 9}
    return facts.pair % 9 == FIVE and len(suits) == 3


def same(facts: JoinFacts) -> int:
    """Identical chows."""
    return facts.sets[0] >= CHOW and facts.sets[0] == facts.sets[-1]


def straight(suits: int, *starts: int) -> Predicate:
    """Return the predicate of chows of exactly ``suits`` suits that begin with the ranks ``starts``."""
    return lambda facts: _starts(facts, suits) == [*starts]


def shifted(suits: int, *steps: int) -> Predicate:
    """Return the predicate of chows of exactly ``suits`` suits, each higher than the one before by one of ``steps``.

    The step must be the same between all of them.
    """
    wanted = [{step} for step in steps]
    return lambda facts: _shifts(_starts(facts, suits)) in wanted


pure_straight, mixed_straight, two_terminal = straight(1, 0, 3, 6), straight(3, 0, 3, 6), straight(1, 0, 6)
pure_shifted, mixed_shifted, short_straight = shifted(1, 1, 2), shifted(3, 1), shifted(1, 3)
mixed_triple, mixed_double = shifted(3, 0), shifted(2, 0)
