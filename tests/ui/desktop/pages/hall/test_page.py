"""The map of all tables: what it shows of each, that all fit, and how one is gone to."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from tournament.language import verbatim
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, RecordHand, TypeTotals
from ui.desktop.controller import EventController
from ui.desktop.pages.hall import page as hall
from ui.desktop.pages.hall.page import HallPage, cell_size
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.signs import StatusIcon
from ui.desktop.window import Window


def shown(window: Window) -> HallPage:
    """The page, opened by its key."""
    press("Alt+0")
    page = window.page("hall")
    assert isinstance(page, HallPage)
    assert window.current == "hall"
    QApplication.processEvents()
    return page


def spoken(page: HallPage) -> list[str]:
    model = page.map.model()
    return [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]


def test_each_table_has_its_state_and_its_players(window: Window, keyboard: Keyboard) -> None:
    window.show_page("tables")
    keyboard.type("1 2 8 Enter")
    page = shown(window)
    assert spoken(page) == [
        "Table 1: 1 of 16. Ada Anything, Ben Beispiel, Cleo Chimera, Dora Dummy",
        "Table 2: No hands yet. Emil Ejemplo, Fay Fiktiv, Gil Greekless, Hana Hypothese",
    ]
    assert page._summary.text() == "Session 1: 2 tables, 1 in play, 1 not started"
    assert QApplication.focusWidget() is page.map


def test_it_follows_entries_calls_and_other_desks(
    window: Window, controller: EventController, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(window)
    monkeypatch.setattr(hall, "marks_of", lambda _view, _session: {2: (3, True)})
    monkeypatch.setattr(
        type(page._joined), "others", property(lambda _joined: {(1, 1): (verbatim("Ben at desk 2"),)}), raising=True
    )
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)), confirmed=True)
    one, two = page.map.tables
    assert (one.played, one.sign) == (1, StatusIcon.PLAYING)
    assert spoken(page)[0].startswith("Table 1: 1 of 16; Ben at desk 2 is on this sheet. ")
    assert spoken(page)[1].startswith("Table 2: No hands yet; 3 proposed hands wait; calls a referee. ")
    assert two.calls
    controller.act(TypeTotals(1, 1, (33, -16, -8, -8)), confirmed=True)
    assert page.map.tables[0].sign is StatusIcon.DIFFERS
    assert "1 calls a referee" in page._summary.text()
    assert "1 with wrong totals" in page._summary.text()


def test_what_is_unfinished_here_is_shown(window: Window, keyboard: Keyboard) -> None:
    window.show_page("tables")
    keyboard.type("1 2")
    page = shown(window)
    assert [table.here for table in page.map.tables] == [True, False]


def test_arrows_digits_enter_and_a_click_go_to_a_table(window: Window, keyboard: Keyboard) -> None:
    page = shown(window)
    QTest.keyClick(page.map, Qt.Key.Key_Right)
    assert page.map.currentIndex().row() == 1
    keyboard.type("1")
    assert page.map.currentIndex().row() == 0
    QTest.keyClick(page.map, Qt.Key.Key_Right)
    keyboard.type("Enter")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert window.current == "tables"
    assert tables.state.table is not None
    assert tables.state.table.sheet.table == 2
    page = shown(window)
    place = page.map.visualRect(page.map.model().index(0, 0)).center()
    QTest.mouseClick(page.map.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tables.state.table.sheet.table == 1
    assert window.current == "tables"


def test_another_session_is_shown(window: Window, controller: EventController) -> None:
    page = shown(window)
    controller.choose_session(2)
    assert "Session 2" in page._summary.text()
    assert "Emil Ejemplo" in spoken(page)[0]


@pytest.mark.parametrize("count", [1, 2, 5, 10, 25, 40, 60, 80, 100])
@pytest.mark.parametrize("room", [QSize(1246, 617), QSize(1254, 560), QSize(1800, 930)])
def test_a_hundred_tables_fit_on_the_page(count: int, room: QSize) -> None:
    cell = cell_size(count, room)
    columns = (room.width() - 1) // cell.width()
    assert -(-count // columns) * cell.height() <= room.height()
    assert cell.height() >= 50
    assert cell.width() >= 120


@pytest.mark.parametrize("room", [QSize(10, 10), QSize(300, 80), QSize(844, 396)])
def test_a_small_window_scrolls(room: QSize) -> None:
    assert cell_size(100, room).height() == 50


def test_a_verified_table_says_when(window: Window, controller: EventController) -> None:
    for hand in range(1, 17):
        controller.act(RecordHand(1, 1, hand, Outcome(None)), confirmed=True)
    controller.act(CloseSheet(1, 1, (0, 0, 0, 0)), confirmed=True)
    page = shown(window)
    assert spoken(page)[0].startswith("Table 1: Verified ")
