"""Who writes on a sheet that somebody else has changed since is told so, with the number that is taken."""

import pytest

from tests.tournament.use_cases.events import BY, drawn, win
from tournament.ledger.entry import table_stream
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, RecordTotals, carry_out
from tournament.use_cases.ports import Conflict


def record(book: Book, hand: int, seen: int | None) -> None:
    carry_out(book, RecordHand(1, 1, hand, Outcome(1, 2, 9 + hand)), by=BY, confirmed=True, seen=seen)


def test_what_was_seen_must_be_the_last_entry_of_the_sheet():
    book = drawn()
    record(book, 1, seen=0)
    assert book.view.sheet(1, 1).number == 1
    for seen in (0, 2, 99):
        with pytest.raises(Conflict) as conflict:
            record(book, 2, seen=seen)
        assert (conflict.value.stream, conflict.value.number) == (table_stream(1, 1), seen + 1)
        assert book.view.sheet(1, 1).number == 1
    record(book, 2, seen=1)
    record(book, 3, seen=None)
    assert book.view.sheet(1, 1).number == 3


def test_what_another_table_wrote_does_not_matter():
    book = drawn()
    win(book, 1, 0, 1, 8)
    carry_out(book, RecordTotals(1, 2, (50, 20, 20, -90)), by=BY, seen=0)
    assert book.view.sheet(1, 2).number > 0
