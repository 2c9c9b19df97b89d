"""A registration desk without anybody, in the window; and what its tests read and type."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import press, type_words
from tournament.event.registration import RegistrationState
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.use_cases import carry_out
from tournament.use_cases.commands import CreateEvent
from tournament.use_cases.private_data import Person, read_people
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry
from ui.desktop.long_work import idle
from ui.desktop.pages.registration.page import RegistrationPage
from ui.desktop.window import Window

STATE = RegistrationState


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    """An event without players."""
    path = tmp_path / "cup.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=1)), by=BY)
    book.close()
    return path


@pytest.fixture
def desk(window: Window, controller: EventController) -> RegistrationPage:
    """The page, in view."""
    window.show_page("registration")
    QApplication.processEvents()
    page = window.page("registration")
    assert isinstance(page, RegistrationPage)
    return page


def noted(desk: RegistrationPage) -> dict[str, Person]:
    return {each.registration.name: each for each in read_people(desk.controller.book, BY)}


def states(desk: RegistrationPage) -> dict[RegistrationState, int]:
    found = [each.registration.state for each in noted(desk).values()]
    return {state: found.count(state) for state in STATE}


def enter(first: str, last: str, due: str = "") -> None:
    """Type a new registration and save it; the next one begins by itself."""
    type_words(first)
    press("Tab")
    type_words(last)
    if due:
        press("Tab", "Tab")
        press("Ctrl+A")
        type_words(due)
    press("Return")


def choose(desk: RegistrationPage, name: str) -> None:
    """Move to the row of a person."""
    key = noted(desk)[name].id or f"player {noted(desk)[name].number}"
    desk.table.setFocus()
    assert desk.table.select(key)
    QApplication.processEvents()


def wait_for_work(qtbot) -> None:
    qtbot.waitUntil(idle, timeout=15_000)
    QApplication.processEvents()


def entry_of(desk: RegistrationPage, name: str) -> MenuEntry:
    """The entry of the page's menu with this text."""
    entries = (each for group in desk.menu_groups(None) for each in group)
    return next(each for each in entries if ENGLISH.render(each.text) == name)


def said_by(desk: RegistrationPage) -> str:
    return "" if desk.notice.isHidden() else desk.notice.text()


def read_orders(desk: RegistrationPage, path: Path, qtbot) -> None:
    """Show the preview of the list in the file at ``path``."""
    desk.list_import.read(path)
    wait_for_work(qtbot)
