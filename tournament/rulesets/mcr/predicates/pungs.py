"""Fan that join pungs: some pungs or kongs in ascending order, by suit then by number."""

from itertools import pairwise

from tournament.rulesets.mcr.facts import JoinFacts
from tournament.tiles.tile import FIRST_WIND


def _ranks(facts: JoinFacts, suits: int) -> list[int]:
    """The ranks (0 to 8) when all are suited and of ``suits`` suits in all; otherwise nothing."""
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
    """One number, as many suits as pungs."""
    return _shifts(_ranks(facts, len(facts.sets))) == {0}
