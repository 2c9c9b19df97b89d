"""Fan of hands that are not four sets and a pair."""

from tournament.hand.readings import Shape
from tournament.rulesets.mcr.facts import ReadingFacts
from tournament.tiles.packed import HONOURS, kinds_in


def orphans(facts: ReadingFacts) -> int:
    return facts.shape == Shape.ORPHANS


def seven_pairs(facts: ReadingFacts) -> int:
    return facts.shape == Shape.SEVEN_PAIRS


def shifted_pairs(facts: ReadingFacts) -> int:
    """Seven consecutive pairs of one suit."""
    if facts.shape != Shape.SEVEN_PAIRS or facts.hand.honours or facts.hand.suits != 1:
        return 0
    kinds = kinds_in(facts.hand.held)
    return len(kinds) == 7 and kinds[-1] - kinds[0] == 6


def greater_honours_and_knitted(facts: ReadingFacts) -> int:
    return facts.shape == Shape.HONOURS_AND_KNITTED and facts.hand.honours == HONOURS


def lesser_honours_and_knitted(facts: ReadingFacts) -> int:
    """Five or more honours with knitted tiles. With all seven honours the greater fan excludes this one."""
    return facts.shape == Shape.HONOURS_AND_KNITTED


def knitted_straight(facts: ReadingFacts) -> int:
    """All nine knitted tiles, with sets or with single honours (docs/rules.md, C16)."""
    return facts.reading.knitted >= 0
