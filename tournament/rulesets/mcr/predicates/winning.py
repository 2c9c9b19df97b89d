"""Fan of how the hand was won, and of how much of it was concealed."""

from collections.abc import Callable

from tournament.rulesets.mcr.facts import HandFacts, ReadingFacts, WaitKind


def last_tile_draw(facts: HandFacts) -> int:
    return facts.situation.last_of_wall and facts.situation.self_drawn


def last_tile_claim(facts: HandFacts) -> int:
    return facts.situation.last_of_wall and not facts.situation.self_drawn


def replacement(facts: HandFacts) -> int:
    return facts.situation.replacement


def robbed_kong(facts: HandFacts) -> int:
    return facts.situation.robbed


def melded_hand(facts: HandFacts) -> int:
    return facts.all_exposed


def last_tile(facts: HandFacts) -> int:
    return facts.last_tile


def fully_concealed(facts: HandFacts) -> int:
    return not facts.claimed and facts.situation.self_drawn


def concealed(facts: HandFacts) -> int:
    return not facts.claimed and not facts.situation.self_drawn


def self_drawn(facts: HandFacts) -> int:
    return facts.situation.self_drawn


def flowers(facts: HandFacts) -> int:
    return facts.flowers


def nothing(facts: HandFacts) -> int:
    """Return False always: this fan is added if a hand has no other."""
    return facts.flowers < 0


def waiting(kind: int) -> Callable[[ReadingFacts], int]:
    """Return the predicate of a hand whose only wait was of this ``kind``.

    Its mark is the place that the winning tile completes.
    """
    return lambda facts: facts.wait == kind and 1 << facts.reading.completes


edge_wait, closed_wait, single_wait = waiting(WaitKind.EDGE), waiting(WaitKind.CLOSED), waiting(WaitKind.SINGLE)
