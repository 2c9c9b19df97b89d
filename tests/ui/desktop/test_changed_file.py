"""Another program changes the file of the open event: what is typed stays, and what the window has can be saved."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pressing import press
from tournament.rules.payment import Outcome
from tournament.storage.seen import last_seen
from ui.desktop import bootstrap
from ui.desktop.dialogs import event_opening
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window


@pytest.fixture(autouse=True)
def documents(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's documents lie."""
    folder = tmp_path_factory.mktemp("documents")
    monkeypatch.setattr(event_opening, "documents_folder", lambda: folder)
    return folder


@pytest.fixture
def changed(window: Window, page: TablesPage, keyboard: Keyboard, event_file: Path) -> Window:
    """An older copy was put over the open event, in which two hands are entered; a third is typed."""
    shutil.copyfile(event_file, event_file.with_name("older.qv"))
    keyboard.type("1 2 12 Enter 2 4 13 Enter 3 1 14")
    shutil.copyfile(event_file.with_name("older.qv"), event_file)
    keyboard.type("Enter")
    return window


def played(page: TablesPage) -> int:
    return page.controller.book.view.sheet(1, 1).played


def test_what_is_typed_stays_and_it_is_told(changed: Window, page: TablesPage, event_file: Path) -> None:
    assert changed.messages.text().endswith("while it was open here: nothing was written.")
    assert [button.text() for button in (changed.messages.instead, changed.messages.other)] == [
        "Save as a new file",
        "Read the file again",
    ]
    assert typed_hand(page).points == "14"
    assert played(page) == 2
    assert event_file.read_bytes() == event_file.with_name("older.qv").read_bytes()


def test_what_the_window_has_is_saved_beside(
    changed: Window, page: TablesPage, keyboard: Keyboard, event_file: Path, qtbot: QtBot
) -> None:
    before = page.controller.book.view.fingerprint
    press("Ctrl+Shift+O")
    qtbot.waitUntil(lambda: page.controller.book.place != str(event_file))
    saved = Path(page.controller.book.place)
    assert saved.parent == event_file.parent
    assert page.controller.book.view.fingerprint == before
    assert str(saved) in changed.messages.text()
    assert typed_hand(page).points == "14"
    keyboard.type("Enter Enter")
    assert page.controller.book.view.sheet(1, 1).hands[2].outcome == Outcome(2, 0, 14)
    assert event_file.read_bytes() == event_file.with_name("older.qv").read_bytes()


def test_the_file_is_read_anew_and_nothing_lost(
    changed: Window, page: TablesPage, event_file: Path, qtbot: QtBot
) -> None:
    before = page.controller.book.view.fingerprint
    press("Ctrl+Shift+L")
    qtbot.waitUntil(lambda: played(page) == 0)
    assert page.controller.book.place == str(event_file)
    (saved,) = (path for path in event_file.parent.glob("event *.qv"))
    assert str(saved) in changed.messages.text()
    book = bootstrap.look_at_book(saved)
    assert book.view.fingerprint == before
    book.close()


def test_a_folder_that_is_gone(
    changed: Window, page: TablesPage, event_file: Path, documents: Path, qtbot: QtBot
) -> None:
    event_file.parent.rename(event_file.parent.with_name("moved"))
    press("Ctrl+Shift+O")
    qtbot.waitUntil(lambda: page.controller.book.place != str(event_file))
    assert Path(page.controller.book.place).parent == documents
    assert played(page) == 2


def test_this_computer_remembers_how_far_the_event_went(
    page: TablesPage, keyboard: Keyboard, event_file: Path, qtbot: QtBot
) -> None:
    keyboard.type("1 2 12 Enter")

    def remembered() -> bool:
        seen = last_seen(event_file)
        return seen is not None and seen.fingerprint == page.controller.book.view.fingerprint

    qtbot.waitUntil(remembered)
    keyboard.type("2 4 13 Enter")
    after = page.controller.book.view.fingerprint
    page.controller.close()
    seen = last_seen(event_file)
    assert seen is not None
    assert seen.fingerprint == after
