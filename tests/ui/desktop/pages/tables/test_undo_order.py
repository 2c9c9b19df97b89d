"""Undo on the sheet in view first; beyond it, and what another desk wrote, only when that is wanted."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.desktop.conftest import Keyboard
from tournament import use_cases
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CloseSheet, RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window


def write(controller: EventController, command: use_cases.Command) -> None:
    """Written at this desk, on whichever sheet."""
    controller.act(command)


def named(window: Window) -> str:
    return window.status.undo.text()


def accept(window: Window) -> None:
    """Press the key of what the bar offers."""
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_O, modifiers)


def test_undo_takes_back_this_sheet_first_though_another_was_signed_since(
    window: Window, page: TablesPage, keyboard: Keyboard
) -> None:
    book = page.controller.book
    keyboard.type("1 2 12 Enter")
    write(page.controller, RecordHand(1, 2, 1, Outcome(0, 1, 8)))
    write(page.controller, CloseSheet(1, 2))
    assert named(window) == "Undo: hand 1"
    keyboard.type("Ctrl+Z")
    assert book.view.sheet(1, 1).played == 0
    assert book.view.sheet(1, 2).closed is not None
    assert window.messages.text() == ""


def test_beyond_this_sheet_undo_asks_and_names_what_it_would_take(
    window: Window, page: TablesPage, keyboard: Keyboard
) -> None:
    book = page.controller.book
    write(page.controller, RecordHand(1, 2, 1, Outcome(0, 1, 8)))
    write(page.controller, CloseSheet(1, 2))
    assert named(window) == "Undo: Sheet verified: session 1, table 2"
    keyboard.type("Ctrl+Z Ctrl+Z Ctrl+Z")
    assert book.view.sheet(1, 2).closed is not None
    assert "would undo “Sheet verified: session 1, table 2”, which is not on this sheet" in window.messages.text()
    accept(window)
    assert book.view.sheet(1, 2).closed is None
    assert page.state.table is not None
    assert page.state.table.place == (1, 2)
    keyboard.type("Ctrl+Z")
    assert book.view.sheet(1, 2).played == 0


def test_what_another_desk_wrote_on_this_sheet_is_asked_too(
    window: Window, page: TablesPage, keyboard: Keyboard
) -> None:
    book = page.controller.book
    elsewhere = By("Bea", "desk 2")
    changes = use_cases.carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=elsewhere)
    page.controller.changed.emit(changes)
    keyboard.type("Ctrl+Z")
    assert book.view.sheet(1, 1).played == 1
    assert "entered by Bea at desk 2" in window.messages.text()
    accept(window)
    assert book.view.sheet(1, 1).played == 0


def test_on_another_page_undo_takes_what_this_desk_wrote_last(
    window: Window, page: TablesPage, keyboard: Keyboard
) -> None:
    book = page.controller.book
    keyboard.type("1 2 12 Enter")
    write(page.controller, RecordHand(1, 2, 1, Outcome(0, 1, 8)))
    window.show_page("standings")
    assert named(window) == "Undo: Hand: session 1, table 2, hand 1"
    keyboard.type("Ctrl+Z")
    assert (book.view.sheet(1, 1).played, book.view.sheet(1, 2).played) == (1, 0)
    window.show_page("tables")
    assert named(window) == "Undo: hand 1"


def test_another_table_in_view_changes_what_undo_names(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter 2 4 24 Enter")
    write(page.controller, RecordHand(1, 2, 1, Outcome(0, 1, 8)))
    page.controller.navigation.table_wanted.emit(1, 2)
    assert named(window) == "Undo: hand 1"
    page.controller.navigation.table_wanted.emit(1, 1)
    assert named(window) == "Undo: hand 2"


def test_without_an_entry_to_undo_what_is_typed_is_cleared_all_the_same(
    window: Window, page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type("2 1 3")
    window.status.set_undo(None)  # as where all other sessions are closed
    assert not window.status.undo.isEnabled()
    keyboard.type("Ctrl+Z")
    assert page.state.hand is not None
    assert page.state.hand.draft.empty
    assert window.messages.text() == "What was typed is cleared. Ctrl Z again undoes an entry."
    keyboard.type("Ctrl+Z")
    assert page.state.hand.draft.empty
