"""Fingerprints of a journal: printed, read and compared."""

import pytest

from tests.tournament.ledger.writing import Writing, follow
from tournament.event.problem import Refused
from tournament.ledger import facts
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint

HASH = "9f3a7c21b4" + "0" * 54


def test_it_is_written_with_the_count_and_ten_digits():
    assert str(Fingerprint(312, HASH)) == "312-9f3a7c21b4"


@pytest.mark.parametrize("text", ["312-9f3a7c21b4", " 312-9F3A7C21B4\n", f"312-{HASH}"])
def test_what_was_printed_names_it(text):
    assert Fingerprint.parse(text).agrees(Fingerprint(312, HASH))


@pytest.mark.parametrize(
    "text", ["", "312", "9f3a7c21b4", "312-9f3a7c21b", "312-9f3a7c21bg", "-312-9f3a7c21b4", "0-9f3a7c21b4",
             "٣-9f3a7c21b4", "312-9f3a7c21b4 x", "312-" + "0" * 65, "1234567890-9f3a7c21b4"]
)  # fmt: skip
def test_what_is_none_is_refused(text):
    with pytest.raises(Refused) as refused:
        Fingerprint.parse(text)
    assert [problem.code for problem in refused.value.problems] == ["fingerprint-malformed"]


def test_another_count_or_another_digit_is_another_journal():
    ours = Fingerprint(312, HASH)
    assert not ours.agrees(Fingerprint.parse("311-9f3a7c21b4"))
    assert not ours.agrees(Fingerprint.parse("312-9f3a7c21b5"))


def test_a_journal_has_the_one_of_its_last_entry():
    writing = Writing()
    assert writing.journal.fingerprint == NO_ENTRIES
    first = writing.write(facts.HandRecorded(1, 0, 1, 8))
    after_first = writing.journal.fingerprint
    fork = writing.journal.fork()
    second = writing.write(facts.HandRecorded(2, 0, 1, 8))
    assert after_first == fork.fingerprint == Fingerprint(1, first.record.hash)
    assert writing.journal.fingerprint == Fingerprint(2, second.record.hash)
    assert writing.journal.until(1).fingerprint == after_first
    assert second.record.before == first.record.hash
    assert [first.record, second.record] == follow([first.record, second.record])
