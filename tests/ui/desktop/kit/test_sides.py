"""In a narrow window content and panel of a page are two sides, turned by F3; in a wide one they stand together."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.pressing import focused, press
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.window import Window


@pytest.fixture
def narrow(window: Window, dressed: QApplication) -> Window:
    """The window of the event, 1024 wide."""
    window.resize(1024, 768)
    dressed.processEvents()
    return window


def test_f3_turns_to_the_panel_and_back(narrow: Window, dressed: QApplication) -> None:
    press("Alt+3")
    page = narrow.page("draw")
    assert isinstance(page, DrawPage)
    assert page.seats.by_table.isVisible()
    assert not page.panel.isVisible()
    press("F3")
    assert not page.seats.by_table.isVisible()
    assert page.panel.isVisible()
    assert page.panel.isAncestorOf(focused())
    assert page.panel.width() == page.width()
    press("F3")
    assert page.seats.by_table.isVisible()
    assert page.seats.by_table.hasFocus()


def test_a_wider_window_shows_both_again(narrow: Window, dressed: QApplication) -> None:
    press("Alt+3", "F3")
    narrow.resize(1366, 768)
    dressed.processEvents()
    page = narrow.page("draw")
    assert isinstance(page, DrawPage)
    assert page.seats.by_table.isVisible()
    assert page.panel.isVisible()
    assert page.panel.width() < page.width() / 2
    press("F3")
    assert page.seats.by_table.isVisible()


def test_the_faults_come_back_when_one_is_asked_for(
    narrow: Window, controller: EventController, dressed: QApplication
) -> None:
    press("Alt+6")
    page = narrow.page("fouls")
    assert isinstance(page, FoulsPage)
    press("F3")
    assert (page.faults.isVisible(), page.given.isVisible()) == (False, True)
    press("F3")
    assert (page.faults.isVisible(), page.given.isVisible()) == (True, False)
    assert page.faults.search.hasFocus()
