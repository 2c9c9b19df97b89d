"""A sheet of a draw that no longer holds is refused with who sits there now; every other goes to its table."""

import pytest

from reports.sheets.code import event_key, scanned_code
from tests.tournament.use_cases.events import BY, drawn
from tournament.language import ENGLISH, Text
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import CancelSessions, SwapPlayers, Undo
from ui.entry.sheet_address import SheetAddress, sheet_named


@pytest.fixture
def swapped() -> Book:
    """In session 2 players 1 and 2 swapped, which changes both its tables; a second swap changes table 1 alone."""
    book = drawn()
    carry_out(book, SwapPlayers(1, 2, (2,)), by=BY)
    carry_out(book, SwapPlayers(5, 7, (2,)), by=BY)
    return book


def named(book: Book, typed: str) -> SheetAddress | str:
    found = sheet_named(typed, book.view, 1)
    return ENGLISH.render(found) if isinstance(found, Text) else found


@pytest.mark.parametrize("typed", ["2-01-1", "QV:{key}:2-01-1", "qv:2-01-2", "2-1-2"])
def test_a_sheet_of_a_superseded_draw_is_refused(swapped: Book, typed: str) -> None:
    text = named(swapped, typed.format(key=event_key(swapped.view)))
    version = typed[-1]
    assert text == (
        f"This sheet is out of date: it is version {version}, and version 3 of session 2 is current. Table 1 now has "
        "First7 Sample7, First1 Sample1, First5 Sample5, First4 Sample4."
    )


def test_the_sheet_in_force_and_those_whose_seats_did_not_change_are_taken(swapped: Book) -> None:
    assert named(swapped, scanned_code(swapped.view, 2, 1)) == SheetAddress(2, 1)
    assert named(swapped, "2-02-2") == SheetAddress(2, 2), "the second swap left its four where they were"
    assert isinstance(named(swapped, "2-02-1"), str)
    assert named(swapped, "1-02-1") == SheetAddress(1, 2)


def test_a_sheet_that_says_no_version_is_taken_with_a_remark_where_its_seats_changed(swapped: Book) -> None:
    key = event_key(swapped.view)
    assert named(swapped, f"QV:{key}:1-02") == named(swapped, "1-02") == SheetAddress(1, 2)
    found = sheet_named(f"QV:{key}:2-01", swapped.view, 1)
    assert isinstance(found, SheetAddress)
    assert found[:2] == (2, 1)
    assert found.remark is not None
    assert "seats at table 1 were changed: version 3 is current" in ENGLISH.render(found.remark)


def test_a_swap_taken_back_makes_the_first_sheets_right_again(swapped: Book) -> None:
    carry_out(swapped, Undo(), by=BY)
    carry_out(swapped, Undo(), by=BY)
    assert named(swapped, "2-01-1") == SheetAddress(2, 1)
    assert "version 1 of session 2 is current" in str(named(swapped, "2-01-2"))


def test_a_version_that_never_was_is_of_another_copy_of_the_event(swapped: Book) -> None:
    for version in (0, 4):
        assert "There is no version" in str(named(swapped, f"2-01-{version}"))


def test_a_sheet_of_a_cancelled_session_is_refused() -> None:
    book = drawn()
    code = scanned_code(book.view, 2, 1)
    carry_out(book, CancelSessions((2,), "the hall closes"), by=BY)
    assert named(book, code) == "Session 2 is cancelled: its sheets do not count."
    assert isinstance(sheet_named("2", book.view, 2), Text)
    assert named(book, "1-02-1") == SheetAddress(1, 2)
