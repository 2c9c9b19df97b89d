"""A book continues another one or does not, and takes nothing that was made from an earlier moment."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tournament.use_cases.events import drawn, noon, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.entry import Record
from tournament.ledger.journal import Journal
from tournament.storage import open_for_reading
from tournament.use_cases import Book, Refused
from tournament.use_cases.chain import fingerprint_of, next_problems

FILES = Path(__file__).parents[1] / "storage" / "files"


def records_of(book: Book) -> list[Record]:
    return [entry.record for entry in book.view.journal]


def test_a_book_has_all_of_one_that_it_is_or_continues():
    book = drawn()
    earlier = Book(FakeStore(records_of(book)), clock=noon)
    other = Book(FakeStore(records_of(book)), clock=noon)
    win(book, 1, 0, 1, 8)
    win(other, 1, 2, 1, 24)
    assert book.has_all_of(book)
    assert book.has_all_of(earlier)
    assert book.has_all_of(Book(FakeStore()))
    assert not earlier.has_all_of(book)
    assert not book.has_all_of(other)
    assert not book.has_all_of(drawn())


@pytest.mark.parametrize("name", ["games", "people"])
def test_entries_of_earlier_versions_follow_each_other(name: str):
    """Those of the first version (games) do not name what was before them, the very first one neither."""
    with closing(open_for_reading(FILES / f"{name}.qv")) as store:
        records = list(store.read())
    journal = Journal()
    for record in records:
        assert bool(record.before) is (name == "people")
        assert next_problems(journal, record) == ()
        journal.append(decode(record))


def test_a_fingerprint_is_the_same_whether_it_is_taken_at_once_or_entry_by_entry():
    book = drawn()
    assert fingerprint_of(records_of(book)) == book.view.fingerprint
    assert fingerprint_of(records_of(book)[:-1]) != book.view.fingerprint


def test_nothing_is_written_by_a_clock_that_is_years_behind():
    """Its battery was empty. What it wrote would be years older than the event."""
    book = drawn()
    before = book.view.journal
    book.follow_clock(lambda: datetime(2001, 1, 1, tzinfo=UTC))
    with pytest.raises(Refused) as refused:
        win(book, 1, 0, 1, 8)
    assert [problem.code for problem in refused.value.problems] == ["clock-years-behind"]
    assert "1 January 2001" in ENGLISH.render(refused.value.problems[0].text)
    assert book.view.journal is before
    book.follow_clock(noon)
    win(book, 1, 0, 1, 8)
