"""In mutated journals the second count finds exactly the entries that the use cases would have refused."""

from collections import Counter
from random import Random

import pytest

from tests.proof.mutated_journal import compare, mutants
from tests.proof.random_event import RandomEvent
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.ledger.audit import impossible_entries
from tournament.ledger.entry import UnreadableEntry
from tournament.use_cases.coherence import CONTRADICTIONS


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_the_second_count_finds_in_mutated_journals_what_the_use_cases_refuse(seed: int) -> None:
    store = FakeStore()
    RandomEvent(f"life/{seed}", store, players=8).play(40)
    assert impossible_entries(store.records) == ()
    counts: Counter[tuple[str, bool]] = Counter()
    for what, mutant in mutants(store.records, Random(seed)):
        try:
            compared = list(compare(mutant))
        except (UnreadableEntry, *CONTRADICTIONS):  # the first count finds it: an undo out of turn
            counts["unreadable", True] += 1
            continue
        for kind, refused, found in compared:
            assert bool(found) is refused, (what, kind, found)
        counts[what, any(refused for _, refused, _ in compared)] += 1
    assert counts["doubled", True]
