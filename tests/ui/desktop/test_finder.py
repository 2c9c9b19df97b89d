"""The field that finds anything: opened from every page, typed into, and gone from by Enter."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from tournament.language import ENGLISH
from ui.desktop.finder import FinderDialog
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.flash import Flash
from ui.desktop.window import Window
from ui.entry.finding import FindableKind


def opened(window: Window) -> FinderDialog:
    """The dialog, opened by its key."""
    press("Ctrl+K")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, FinderDialog)
    assert QApplication.focusWidget() is dialog.field
    return dialog


def titles(dialog: FinderDialog) -> list[str]:
    return [item.title for item in dialog.found]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", ["tables", "players", "standings", "reports", "settings", "history"])
def test_a_players_name_finds_the_table_from_every_page(window: Window, keyboard: Keyboard, page: str) -> None:
    window.show_page(page)
    dialog = opened(window)
    keyboard.words("gil")
    assert titles(dialog)[0] == "Gil Greekless"
    assert "No. 7, table 2 in session 1" in dialog.found[0].detail
    keyboard.type("Enter")
    assert window.current == "tables"
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.state.table is not None
    assert tables.state.table.place == (1, 2)
    QApplication.processEvents()
    keyboard.type("1")  # the cursor is in the hand
    assert tables.state.hand is not None
    assert tables.state.hand.draft.winner == 0


def test_enter_is_seen_to_do_nothing_where_nothing_is_found(window: Window, keyboard: Keyboard) -> None:
    dialog = opened(window)
    keyboard.words("12330")
    assert dialog.found == ()
    assert not dialog.field.findChildren(Flash)
    high = dialog.field.y()
    keyboard.type("Enter")
    assert dialog.isVisible()
    assert dialog.field.findChildren(Flash)
    assert dialog._none.mapTo(dialog, dialog._none.rect().topLeft()).y() < high + dialog.field.height() + 30
    keyboard.type("Esc")


def test_pages_actions_and_reports_say_what_they_do_and_show_their_keys(window: Window, keyboard: Keyboard) -> None:
    dialog = opened(window)
    assert "Players" in titles(dialog)
    keyboard.words("draw")
    page = next(item for item in dialog.found if item.kind is FindableKind.PAGE)
    assert (page.title, page.detail, page.keys) == ("Draw", "Who sits where in each session.", ("Alt+3",))
    action = next(item for item in dialog.found if item.kind is FindableKind.ACTION)
    assert action.keys
    dialog.field.clear()
    keyboard.words("standings of teams")
    (report,) = dialog.found
    assert report.kind is FindableKind.REPORT
    keyboard.type("Enter")
    assert window.current == "reports"
    reports = window.page("reports")
    assert isinstance(reports, ReportsPage)
    assert reports.report is not None
    assert reports.report.name == "standings-teams"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("words", "title"), [("results pack", "Results package"), ("walls", "For the walls")])
def test_print_sets_and_the_results_package_are_found_among_the_reports(
    window: Window, keyboard: Keyboard, words: str, title: str
) -> None:
    dialog = opened(window)
    keyboard.words(words)
    assert (dialog.found[0].kind, dialog.found[0].title) == (FindableKind.REPORT, title)
    keyboard.type("Enter")
    reports = window.page("reports")
    assert isinstance(reports, ReportsPage)
    assert window.current == "reports"
    current = reports.catalogue.table.current_row
    assert current is not None
    assert ENGLISH.render(current.title) == title


def test_what_a_page_and_a_key_everywhere_do_is_found_once(window: Window, keyboard: Keyboard) -> None:
    dialog = opened(window)
    keyboard.words("new event")
    assert [item.title for item in dialog.found if item.keys == ("Ctrl+N",)] == ["New event"]
    assert "Ctrl+Shift+N" in {key for item in dialog.found for key in item.keys}, "a new event from this one"


def test_an_action_is_done_on_its_page(window: Window, keyboard: Keyboard) -> None:
    window.show_page("standings")
    opened(window)
    keyboard.words("penalty tables")
    keyboard.type("Enter")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert window.current == "tables"
    assert tables.state.penalty is not None


def test_an_action_of_the_frame_is_done(window: Window, keyboard: Keyboard) -> None:
    opened(window)
    keyboard.words("list all keys")
    keyboard.type("Enter")
    assert window.area._help is not None
    assert window.area._help.lists_keys


def test_arrows_choose_and_esc_returns_to_the_field_before(window: Window, keyboard: Keyboard) -> None:
    window.show_page("tables")
    before = QApplication.focusWidget()
    dialog = opened(window)
    keyboard.words("table")
    first, second = titles(dialog)[:2]
    assert (first, second) == ("Table 1", "Table 2")
    keyboard.type("Down")
    assert dialog.list.current is not None
    assert dialog.list.current.title == "Table 2"
    keyboard.words("s")  # still in the field
    assert dialog.field.text() == "tables"
    keyboard.type("Esc")
    QApplication.processEvents()
    assert QApplication.activeModalWidget() is None
    assert window.current == "tables"
    window.activateWindow()  # as the system does
    QApplication.processEvents()
    assert QApplication.focusWidget() is before


def test_what_is_half_typed_stays(window: Window, keyboard: Keyboard) -> None:
    window.show_page("tables")
    keyboard.type("2 1 1")
    opened(window)
    keyboard.words("fay")
    keyboard.type("Enter")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.state.half_typed_tables(1) == {1}
    QApplication.processEvents()
    keyboard.type("G")
    keyboard.words("ada")
    keyboard.type("Enter")
    assert tables.state.table is not None
    assert tables.state.table.sheet.table == 1
    assert tables.state.hand is not None
    assert tables.state.hand.draft.points == "1"


def test_a_line_tells_screen_readers_everything(window: Window, keyboard: Keyboard) -> None:
    dialog = opened(window)
    keyboard.words("history")
    index = dialog.list.model().index(0, 0)
    spoken = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.startswith("History, Every entry since the event was created: who, when, what")
    assert spoken.endswith(", Page, Ctrl H")
    assert QAccessible.queryAccessibleInterface(dialog.field).text(QAccessible.Text.Name)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_nothing_found_is_said(window: Window, keyboard: Keyboard) -> None:
    dialog = opened(window)
    keyboard.words("zzzz")
    assert dialog.found == ()
    keyboard.type("Enter")
    assert dialog.isVisible()
    keyboard.type("Esc")
