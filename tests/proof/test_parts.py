"""Each part of the proof, on a few of its cases: nothing against the promise, and red once a fault is planted."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.proof import proof_events, proof_planted
from tests.proof.part import Outcome, Part

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def one_base(monkeypatch: Patch) -> None:
    """Faults are planted into one event: making it is most of the time."""
    monkeypatch.setattr(proof_planted, "BASES", 1)


def tried(part: Part, seeds: range) -> Outcome:
    """What the cases of ``seeds`` come to together."""
    whole = Outcome()
    for seed in seeds:
        outcome = part.run(seed)
        whole.counts.update(outcome.counts)
        whole.remarks.update(outcome.remarks)
        whole.failures.extend(outcome.failures)
    return whole


def changed(function: Callable[..., Any], change: Callable[[Any], Any]) -> Callable[..., Any]:
    """``function`` with another answer."""

    def answer(*values: Any, **named: Any) -> Any:
        return change(function(*values, **named))

    return answer


def test_random_events_agree_with_the_second_account() -> None:
    whole = tried(proof_events.PART, range(8, 10))
    assert whole.failures == []
    assert whole.counts["recomputed"] == 6
    assert whole.counts["exports read back"] == 3


def test_a_wrong_payment_is_seen(monkeypatch: Patch) -> None:
    from tournament.ledger.sheet import settled

    wrong = changed(settled, lambda net: (net[0] + 1, *net[1:3], net[3] - 1))
    monkeypatch.setattr("tournament.ledger.sheet.settled", wrong)
    assert "counted again" in tried(proof_events.PART, range(9, 10)).failures[0]


def test_an_export_with_another_number_is_seen(monkeypatch: Patch) -> None:
    from reports.writers.wording import exact_field

    wrong = changed(exact_field, lambda text: text.replace("4", "5"))
    monkeypatch.setattr("reports.writers.csv.exact_field", wrong)
    assert "csv" in tried(proof_events.PART, range(8, 9)).failures[0]


def test_tiles_counted_wrongly_are_seen(monkeypatch: Patch) -> None:
    from tests.second_counter.counter import points

    monkeypatch.setattr("tests.second_counter.counter.points", changed(points, lambda worth: worth + 1))
    assert any("were refused" in failure for failure in tried(proof_events.PART, range(8, 14)).failures)


def test_a_kind_that_was_never_written_is_seen() -> None:
    whole = Outcome()
    whole.count("kind: event-created")
    (missing,) = proof_events.PART.enough(whole, proof_events.PART.cases)
    assert "hand-recorded" in missing


def test_planted_faults_are_found() -> None:
    whole = tried(proof_planted.PART, range(len(proof_planted.KINDS), len(proof_planted.KINDS) + 4))
    assert whole.failures == []
    assert whole.counts["faults found"] == whole.counts["faults planted"] == 4


def test_a_check_that_does_not_look_is_seen(monkeypatch: Patch) -> None:
    from tournament.use_cases import check

    monkeypatch.setattr(check, "chain_problems", lambda _records: ())
    whole = tried(proof_planted.PART, range(10, 12))
    (missing,) = proof_planted.PART.enough(whole, 2)
    assert missing.startswith("2 of 2")
