"""What is half typed survives the window: closing it, another event, a damaged file."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard, shown, typed_hand
from tournament.rules.payment import Outcome
from ui.desktop import bootstrap
from ui.desktop.pages.tables import half_typed_files, half_typed_keeper
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window

Opened = Callable[[], AbstractContextManager[Window]]


@pytest.fixture
def opened(event_file: Path, dressed: QApplication) -> Opened:
    """Opens the window on the event, once more each time."""

    def open_it() -> AbstractContextManager[Window]:
        controller = bootstrap.make_controller("Referee")
        controller.open(event_file)
        return shown(Window(controller), dressed)

    return open_it


def tables(window: Window) -> TablesPage:
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def message(window: Window) -> str:
    return window.messages.text()


def test_a_hand_half_typed_survives_closing_the_window(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        event = tables(window).state.event
    assert half_typed_files.file_of(event).exists()
    with opened() as window:
        assert "half typed since last time: session 1, table 1" in message(window)
        assert typed_hand(tables(window)).points == "2"
        keyboard.type("Enter 5 Enter")
        assert tables(window).controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 25)
    assert not half_typed_files.file_of(event).exists()
    with opened() as window:
        assert message(window) == ""


def test_it_is_kept_while_the_window_is_open_too(
    opened: Opened, keyboard: Keyboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half_typed_keeper, "KEPT_AFTER", 0)
    with opened() as window:
        event = tables(window).state.event
        keyboard.type("1 2 2")
        qtbot.waitUntil(lambda: half_typed_files.kept_of(event).tables == ((1, 1),))
        keyboard.type("Esc")
        qtbot.waitUntil(lambda: half_typed_files.kept_of(event).empty)


def test_another_event_does_not_drop_it_without_a_word(opened: Opened, keyboard: Keyboard, event_file: Path) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        page = tables(window)
        page.controller.close()
        assert "waits until that event is opened again: session 1, table 1" in message(window)
        page.controller.open(event_file)
        assert typed_hand(page).points == "2"


def test_looking_at_an_event_leaves_what_waits_for_it(opened: Opened, keyboard: Keyboard, event_file: Path) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        page = tables(window)
        page.controller.close()
        page.controller.replace_event(bootstrap.look_at_book(event_file), read_only=True)
        assert page.state.drafts == {}
        page.controller.open(event_file)
        assert typed_hand(page).points == "2"


def test_a_damaged_file_is_told_and_put_aside(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("1 2 2")
        path = half_typed_files.file_of(tables(window).state.event)
    path.write_text("{half", encoding="utf-8")
    with opened() as window:
        assert "could not be read again" in message(window)
        assert typed_hand(tables(window)).empty
        keyboard.type("3")
    assert path.with_suffix(".damaged").read_text(encoding="utf-8") == "{half"
    assert path.exists()


@pytest.mark.parametrize("id", ["../../elsewhere", "/etc/name", "..", "C:\\name"])
def test_an_event_file_names_no_file_elsewhere(id: str) -> None:
    plain = half_typed_files.file_of("0b1c-Plain")
    assert plain.name == "0b1c-Plain.json"
    assert half_typed_files.file_of(id).resolve().parent == plain.parent.resolve()


def test_a_repair_half_typed_survives_closing_the_window(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        keyboard.type("1 2 25 Enter r 6 2")
        assert "number='2'" in window.half_typed()
    with opened() as window:
        assert "half typed since last time: session 1, table 1" in message(window)
        keyboard.type("r")
        form = tables(window).panel.repair
        assert "A repair of row 2 was left half typed" in form.question.text()
        keyboard.type("Enter")
        keyboard.words("wrong table")
        keyboard.type("Enter")
        view = tables(window).controller.book.view
        assert view.sheet(1, 2).hands[0].outcome == Outcome(0, 1, 25)
        event = tables(window).state.event
    assert not half_typed_files.file_of(event).exists()
