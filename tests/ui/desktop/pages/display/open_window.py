"""What the tests of the page Display share: its window, and the screens that are shown."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, FIRST, LAST, SEATING
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.display.hall_controller import HallController
from ui.desktop.display.screen_window import ScreenWindow
from ui.desktop.pages.display.page import DisplayPage
from ui.desktop.pages.display.preparation_view import PreparationView
from ui.desktop.pages.display.screens_view import ScreensView
from ui.desktop.window import Window


def write_event(path: Path) -> Path:
    """Write an event of eight players and two sessions, with a draw, to ``path``."""
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=2)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    book.close()
    return path


def page_of(window: Window) -> DisplayPage:
    page = window.page("display")
    assert isinstance(page, DisplayPage)
    return page


def view_of(window: Window) -> ScreensView:
    part = page_of(window).made_parts["screens"]
    assert isinstance(part, ScreensView)
    return part


def preparation_of(window: Window) -> PreparationView:
    """Show the part with arrangements and sponsors, and return it."""
    page_of(window).show_part("preparation")
    part = page_of(window).part
    assert isinstance(part, PreparationView)
    return part


def hall_of(window: Window) -> HallController:
    assert window.hall is not None
    return window.hall


def on_show() -> dict[str, str]:
    """Return the monitor of each screen that is shown, by the name of the screen."""
    return {each.screen_name: each.screen().name() for each in windows()}


def windows() -> list[ScreenWindow]:
    """Return the windows of the screens that are shown."""
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, ScreenWindow) and each.isVisible()]
