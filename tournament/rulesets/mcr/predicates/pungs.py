"""Fan that join pungs. The facts are some pungs or kongs in ascending order, by suit and then by number."""

from itertools import pairwise

from tournament.rulesets.mcr.facts import JoinFacts
from tournament.tiles.tile import FIRST_WIND


def _ranks(facts: JoinFacts, suits: int) -> list[int]:
    """Return the ranks (0 to 8) of the pungs, in ascending order.

    Empty unless they are suited and of exactly ``suits`` suits.
    """
    if facts.sets[-1] >= FIRST_WIND or len({pung // 9 for pung in facts.sets}) != suits:
        return []
    return sorted(pung % 9 for pung in facts.sets)


def _shifts(ranks: list[int]) -> set[int]:
    return {high - low for low, high in pairwise(ranks)}


def pure_shifted(facts: JoinFacts) -> int:
    return _shifts(_ranks(facts, 1)) == {1}


def mixed_shifted(facts: JoinFacts) -> int:
    return _shifts(_ranks(facts, 3)) == {1}


def same_number(facts: JoinFacts) -> int:
    """Pungs of the same number, each in another suit."""
    return _shifts(_ranks(facts, len(facts.sets))) == {0}
