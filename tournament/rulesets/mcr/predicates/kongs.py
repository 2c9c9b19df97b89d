"""Fan of kongs. Marks are places among the sets (FFMJ, "Dans le cas de Quatre kongs ou Trois kongs")."""

from tournament.rulesets.mcr.facts import HandFacts


def _kongs(facts: HandFacts) -> int:
    return facts.exposed_kongs | facts.concealed_kongs


def four(facts: HandFacts) -> int:
    kongs = _kongs(facts)
    return kongs if kongs.bit_count() == 4 else 0


def three(facts: HandFacts) -> int:
    kongs = _kongs(facts)
    return kongs if kongs.bit_count() >= 3 else 0


def two_concealed(facts: HandFacts) -> int:
    """Exactly two concealed kongs. Three make Three Concealed Pungs, which counts instead."""
    return facts.concealed_kongs if facts.concealed_kongs.bit_count() == 2 else 0


def mixed(facts: HandFacts) -> int:
    """At least one exposed and one concealed kong."""
    return _kongs(facts) if facts.exposed_kongs and facts.concealed_kongs else 0


def two_melded(facts: HandFacts) -> int:
    return facts.exposed_kongs if facts.exposed_kongs.bit_count() >= 2 else 0


def concealed(facts: HandFacts) -> int:
    """One or two concealed kongs. Three make Three Concealed Pungs, which counts instead."""
    return facts.concealed_kongs if facts.concealed_kongs.bit_count() <= 2 else 0


def melded(facts: HandFacts) -> int:
    return facts.exposed_kongs
