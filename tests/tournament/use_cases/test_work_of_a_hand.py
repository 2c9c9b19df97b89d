"""A hand costs as much in an event of a hundred tables as in one of two: what is kept is only asked for again."""

import pytest

from tests.call_trace import CallTrace, traced
from tests.tournament.use_cases.events import BY, created, players
from tournament.event.seating import Seating
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import AddPlayers, AllowTableEntry, CallReferee, PublishDraw
from tournament.use_cases.progress import EventCounts, open_points
from tournament.use_cases.table_entry import open_calls


def event_of(tables: int) -> Book:
    """Two sessions with the same seats; one hand is recorded at the first and at the last table of the first."""
    book = created()
    carry_out(book, AddPlayers(tuple(players(4 * tables))), by=BY)
    seats = tuple((number, number + 1, number + 2, number + 3) for number in range(1, 4 * tables, 4))
    carry_out(book, PublishDraw(Seating((seats, seats), "by hand", 0)), by=BY)
    carry_out(book, AllowTableEntry("http://hall.local:8470", bytes(32)), by=BY)
    for table in (1, tables):
        record(book, table, 1)
    return book


def record(book: Book, table: int, hand: int) -> None:
    carry_out(book, RecordHand(1, table, hand, Outcome(0, 1, 7 + hand)), by=BY)


def show(book: Book, counts: EventCounts, table: int) -> object:
    """What a window asks after a hand, apart from the standings."""
    view = book.view
    states = [view.session_state(session) for session in view.session_numbers]
    counts.count(view)
    return view.sheet(1, table).played, states, counts.verified, open_points(view), open_calls(view), view.begun


def crossings_of_a_hand(book: Book, table: int) -> CallTrace:
    """Record the second hand at ``table`` and show it; everything else was shown before."""
    counts = EventCounts()
    show(book, counts, table)
    with traced() as calls:
        record(book, table, 2)
        show(book, counts, table)
    return calls


@pytest.mark.parametrize("called", [False, True])
def test_a_hand_asks_nothing_of_the_other_tables(called: bool) -> None:
    """The calls from one module into another are counted: they may not grow with the number of tables."""
    crossings_of_a_hand(event_of(2), 2)  # what is kept for the whole process is kept from then on
    few, many = event_of(2), event_of(60)
    if called:
        for book in (few, many):
            carry_out(book, CallReferee(1, 1, 0), by=BY)
    assert crossings_of_a_hand(many, 60).crossings == crossings_of_a_hand(few, 2).crossings


def test_what_is_kept_says_the_same_as_what_is_computed_anew() -> None:
    book, counts = event_of(3), EventCounts()
    for hand in (2, 3):
        record(book, 3, hand)
        assert show(book, counts, 3) == show(Book(book._store), EventCounts(), 3)
    carry_out(book, CallReferee(1, 2, 0), by=BY)
    assert [call.table for call in open_calls(book.view)] == [2]
    assert show(book, counts, 3) == show(Book(book._store), EventCounts(), 3)
