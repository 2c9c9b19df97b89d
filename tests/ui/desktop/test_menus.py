"""The menu of each page: by key or mouse, with the keys of its actions, doing what those do."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard, ModuleWindow, typed_hand
from tests.ui.desktop.pressing import focused, press
from tournament.language import ENGLISH
from tournament.language.help_pages import EVERYWHERE, listed_keys
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.pages.history.page import HistoryPage
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.keys import key_name
from ui.desktop.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")  # a menu without a screen


@pytest.fixture
def played(
    dressed: QApplication, module_window: ModuleWindow, controller: EventController, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """The window on an event with one hand."""
    controller.act(RecordHand(1, 1, 1, Outcome(1, 3, 12)))
    with module_window.shown(dressed, request) as made:
        yield made


def menu_of(window: Window) -> QMenu:
    """The menu that is open."""
    QApplication.processEvents()
    (menu,) = (each for each in window.findChildren(QMenu) if each.isVisible())
    return menu


def entries(menu: QMenu) -> dict[str, bool]:
    """Its actions by their words, and whether each can be chosen."""
    return {each.text().partition("\t")[0]: each.isEnabled() for each in menu.actions() if not each.isSeparator()}


def choose(menu: QMenu, words: str) -> None:
    """Go down to an action by arrows and take it by Enter."""
    wanted = [each for each in menu.actions() if each.text().startswith(words)]
    assert len(wanted) == 1, list(entries(menu))
    for _ in menu.actions():
        if menu.activeAction() == wanted[0]:
            break
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QApplication.processEvents()


def right_click(widget: QWidget, place: QPoint) -> None:
    """Press and let go of the right button, and ask for the menu there, as the system does."""
    QTest.mouseClick(widget, Qt.MouseButton.RightButton, pos=place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["Shift+F10", "Menu"])
def test_every_page_has_one_and_every_key_in_it_is_listed(played: Window, key: str, qtbot: QtBot) -> None:
    for page in (page.id for page in PAGES if page.needs_event and page.id != "event"):
        played.show_page(page)
        built = played.page(page)
        if isinstance(built, FoulsPage):
            built.given.list.setFocus()  # a line of words has the menu of text
        focused()
        press(key)
        menu = menu_of(played)
        listed = {name for each in (page, EVERYWHERE) for row in listed_keys(each, ENGLISH) for name in row.keys}
        keys = {each.text().partition("\t")[2] for each in menu.actions()} - {""}
        assert keys <= {key_name(name) for name in listed}, page
        assert key_name("Ctrl+P") in keys, page
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not played.findChildren(QMenu))


def test_the_sheet_by_key(played: Window, keyboard: Keyboard) -> None:
    page = played.page("tables")
    assert isinstance(page, TablesPage)
    press("Shift+F10")
    menu = menu_of(played)
    offered = entries(menu)
    assert offered["Drawn hand"]
    assert offered["Penalty"]
    assert not any(words.startswith("Ruling slip") for words in offered), "the hand has no tiles"
    choose(menu, "Drawn hand")
    assert typed_hand(page).drawn


def test_a_recorded_row_by_mouse(played: Window) -> None:
    page = played.page("tables")
    assert isinstance(page, TablesPage)
    view = page.score_sheet.view
    line = next(row for row in range(view.model().rowCount()) if view.model().index(row, 0).data() == "1")
    right_click(view.viewport(), view.visualRect(view.model().index(line, 1)).center())
    assert page.state.row is not None
    assert page.state.row.hand == 1
    offered = entries(menu_of(played))
    assert not offered["Drawn hand"], "it is recorded: it is corrected, with a reason"
    choose(menu_of(played), "Copy")
    assert QGuiApplication.clipboard().text().startswith("1\tBen from Dora\t12\t")


def test_the_card_of_a_table(played: Window) -> None:
    page = played.page("tables")
    assert isinstance(page, TablesPage)
    right_click(page.cards.cards[1], QPoint(10, 10))
    choose(menu_of(played), "Go to table 2")
    assert page.state.table is not None
    assert page.state.table.place == (1, 2)


def test_a_player_is_checked_in(played: Window) -> None:
    played.show_page("players")
    page = played.page("players")
    assert isinstance(page, PlayersPage)
    focused()
    press("Menu")
    offered = entries(menu_of(played))
    assert not offered["Remove"], "the draw is published"
    number = page.list.table.number
    choose(menu_of(played), "Check in or")
    row = next(row for row in page.list.table.rows if row.player.number == number)
    assert row.present


def test_a_player_is_taken_in_the_draw(played: Window, qtbot: QtBot) -> None:
    played.show_page("draw")
    page = played.page("draw")
    assert isinstance(page, DrawPage)
    qtbot.waitUntil(lambda: bool(page.seats.by_table.rows))
    page.seats.by_table.setFocus()
    press("Right", "Menu")
    choose(menu_of(played), "Select or deselect this player")
    assert len(page.state.chosen) == 1
    press("Menu")
    assert entries(menu_of(played))["Replace"]


def test_the_journey_of_a_player(played: Window) -> None:
    played.show_page("standings")
    page = played.page("standings")
    assert isinstance(page, StandingsPage)
    focused()
    press("Down", "Menu")
    choose(menu_of(played), "Player’s results")
    assert not page.panel.isHidden()


def test_the_event_as_it_stood(played: Window, qtbot: QtBot) -> None:
    played.show_page("history")
    page = played.page("history")
    assert isinstance(page, HistoryPage)
    qtbot.waitUntil(lambda: not page._stale and not page.filter.running and bool(page.table.rows))
    press("Down", "Menu")
    choose(menu_of(played), "View the event at ")
    qtbot.waitUntil(lambda: played.controller.past is not None)


def test_without_a_penalty_none_is_cancelled(played: Window) -> None:
    played.show_page("fouls")
    page = played.page("fouls")
    assert isinstance(page, FoulsPage)
    page.given.list.setFocus()
    press("Shift+F10")
    offered = entries(menu_of(played))
    assert not offered["Cancel the penalty"]
    assert offered["New penalty"]
