"""Check-in: who has reported at the desk."""

import pytest

from tests.tournament.use_cases.events import BY, codes, created, drawn, players
from tournament.language import ENGLISH, language_of
from tournament.ledger.description import describe, name_of
from tournament.use_cases import Book, Refused, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import AddPlayers, NoteAttendance, Redo, RemovePlayer, Undo


@pytest.fixture
def book() -> Book:
    made = created()
    carry_out(made, AddPlayers(tuple(players(4))), by=BY)
    return made


def told(book: Book) -> tuple[str, str]:
    """The last entry as undo names it, and its new value in the history."""
    entry = book.view.journal[len(book.view.journal) - 1]
    return ENGLISH.render(name_of(book.view.journal, entry)), ENGLISH.render(describe(book.view.journal, entry).new)


def test_nobody_is_present_at_first(book):
    assert book.view.state.present == frozenset()


def test_a_player_reports_and_is_named_for_undo(book):
    changes = carry_out(book, NoteAttendance((2,)), by=BY)
    assert book.view.state.present == {2}
    assert [entry.record.kind for entry in changes.entries] == ["attendance-noted"]
    assert told(book) == ("Check-in: First2 Sample2", "First2 Sample2")


def test_several_report_at_once_in_one_entry(book):
    assert len(carry_out(book, NoteAttendance((1, 2, 3)), by=BY).entries) == 1
    assert book.view.state.present == {1, 2, 3}
    assert told(book) == ("Check-in: 3 players", "3 players")


def test_a_mistake_is_taken_back_in_an_entry_of_its_own(book):
    carry_out(book, NoteAttendance((1, 2)), by=BY)
    carry_out(book, NoteAttendance((2,), False), by=BY)
    assert book.view.state.present == {1}
    assert told(book)[0] == "Check-in undone: First2 Sample2"


def test_who_is_so_already_is_left_out(book):
    carry_out(book, NoteAttendance((1,)), by=BY)
    assert carry_out(book, NoteAttendance((1,)), by=BY).entries == ()
    carry_out(book, NoteAttendance((1, 2)), by=BY)
    assert told(book)[0] == "Check-in: First2 Sample2"


def test_undo_and_redo(book):
    carry_out(book, NoteAttendance((1,)), by=BY)
    carry_out(book, Undo(), by=BY)
    assert book.view.state.present == frozenset()
    carry_out(book, Redo(), by=BY)
    assert book.view.state.present == {1}


def test_a_player_who_leaves_is_present_no_more(book):
    carry_out(book, NoteAttendance((1, 2)), by=BY)
    carry_out(book, RemovePlayer(2), by=BY)
    assert book.view.state.present == {1}


def test_a_stranger_is_refused(book):
    with pytest.raises(Refused) as error:
        carry_out(book, NoteAttendance((1, 9)), by=BY)
    assert codes(error) == ["player-unknown"]
    assert book.view.state.present == frozenset()


def test_players_report_after_the_draw_too_and_the_check_knows_it():
    book = drawn()
    carry_out(book, NoteAttendance((5,)), by=BY)
    checked = check_records([entry.record for entry in book.view.journal])
    assert book.view.state.present == {5}
    assert checked.problems == ()
    assert language_of("en").render(name_of(book.view.journal, book.view.journal[3])) == "Check-in: First5 Sample5"
