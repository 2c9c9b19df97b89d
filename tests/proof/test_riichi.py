"""Riichi against a published engine, on some hundreds of hands; a fault that is planted shows."""

import pytest

from tests.proof import proof_riichi, riichi_engine
from tests.proof.part import Outcome
from tests.second_count.riichi_hand_lines import random_lines
from tournament.rulesets.riichi import scoring

pytestmark = [
    pytest.mark.engines,
    pytest.mark.skipif(not riichi_engine.THERE, reason="riichienv is not installed (make engines)"),
]


def compared(seed: int, hands: int) -> Outcome:
    """What that many hands of this seed come to."""
    outcome = Outcome()
    for line in random_lines(seed, hands):
        proof_riichi.compare(line, outcome)
    return outcome


def test_hands_agree_with_the_published_engine_and_the_second_count() -> None:
    outcome = compared(4, 300)
    assert outcome.failures == []
    assert outcome.counts["hands compared with the published engine"] == 300
    assert len(outcome.counts) > 45, "most yaku come"


def test_a_planted_fault_is_found_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "base_points", lambda han, fu, *_: 8 * han * fu)
    failures = compared(4, 6).failures
    assert any("the second count" in failure for failure in failures)
    assert any("the published engine" in failure for failure in failures)
