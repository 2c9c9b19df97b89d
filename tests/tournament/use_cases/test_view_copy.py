"""A copy of a view shares what was computed, and later entries do not change it."""

from tests.tournament.use_cases.events import BY, drawn, win
from tournament.use_cases import View, carry_out
from tournament.use_cases.commands import PublishResults
from tournament.use_cases.public_view import PublicView


def test_later_entries_do_not_change_a_copy() -> None:
    book = drawn()
    win(book, 1, 0, None, 8)
    sheet, copy = book.view.sheet(1, 1), book.view.copy()
    win(book, 2, 1, 2, 20)
    assert copy.sheet(1, 1) is sheet
    assert (copy.sheet(1, 1).played, book.view.sheet(1, 1).played) == (1, 2)
    assert len(copy.journal) == len(book.view.journal) - 1


def test_a_copy_says_that_the_event_is_damaged() -> None:
    assert View(drawn().view.journal, damaged=True).copy().damaged
    assert not drawn().view.copy().damaged


def test_a_copy_of_a_public_view_shows_what_was_public() -> None:
    book = drawn()
    win(book, 1, 0, None, 8)
    held = PublicView(book.view).copy()
    carry_out(book, PublishResults(1), by=BY)
    assert held.sheet(1, 1).played == 0
    assert PublicView(book.view).copy().sheet(1, 1).played == 1
