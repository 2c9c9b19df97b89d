"""Deleting an event with its copies in the window: what goes is listed, and its name is typed first."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.tournament.storage.events import make_event
from tournament.storage.copies import copies_home
from tournament.storage.lock import WriteLock
from tournament.use_cases.copies import copy_name
from ui.desktop.controller import EventController
from ui.desktop.copying import copying_of
from ui.desktop.dialogs.copies import CopiesDialog
from ui.desktop.dialogs.deleting import DeleteDialog
from ui.desktop.dialogs.event_requests import ListCopies
from ui.desktop.long_work import idle
from ui.desktop.recent import left_open, recent_files
from ui.desktop.window import Window

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def opened(own_preferences: None, controller: EventController, qtbot: QtBot) -> Iterator[Window]:
    made = Window(controller)
    made.resize(1366, 768)
    with qtbot.waitActive(made):
        made.show()
    copying_of(controller).copy_now()
    qtbot.waitUntil(lambda: idle() and len(files()) == 1)
    yield made
    qtbot.waitUntil(idle)
    made.close_quietly()


def files() -> list[Path]:
    return sorted(path for path in copies_home().rglob("*.qv") if copy_name(path.name))


def list_of_copies(window: Window, qtbot: QtBot) -> CopiesDialog:
    qtbot.keyClick(window, Qt.Key.Key_B, CTRL)
    return shown_list(window, qtbot)


def shown_list(window: Window, qtbot: QtBot) -> CopiesDialog:
    dialog = window.findChild(CopiesDialog)
    assert isinstance(dialog, CopiesDialog)
    qtbot.waitUntil(lambda: not dialog.busy)
    return dialog


def asked(listed: CopiesDialog, window: Window, qtbot: QtBot) -> DeleteDialog:
    listed.delete.click()
    dialog = window.findChild(DeleteDialog)
    assert isinstance(dialog, DeleteDialog)
    qtbot.waitUntil(lambda: not dialog.busy)
    return dialog


def test_the_event_and_its_copies_are_deleted_once_its_name_is_typed(opened, qtbot, event_file):
    dialog = asked(list_of_copies(opened, qtbot), opened, qtbot)
    text = dialog.lines.toPlainText()
    assert str(event_file) in text
    assert str(files()[0]) in text
    assert "1 copy:" in text
    assert dialog.asked.text() == "To delete it, type its name: Open of Nowhere"
    qtbot.keyClicks(dialog.name, "Open of Nowher")
    assert not dialog.delete.isEnabled()
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return, CTRL)
    assert event_file.exists()
    qtbot.keyClicks(dialog.name, "e")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: not dialog.busy and "deleted" in dialog.outcome.text())
    assert "The event and 1 copy are deleted." in dialog.outcome.text()
    assert opened.controller.view is None
    assert not event_file.exists()
    assert list(copies_home().iterdir()) == []
    assert str(event_file) not in {each.path for each in recent_files()}
    assert left_open() is None
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: opened.findChild(DeleteDialog) is None)


def test_who_closes_the_dialog_deletes_nothing(opened, qtbot, event_file):
    dialog = asked(list_of_copies(opened, qtbot), opened, qtbot)
    qtbot.keyClicks(dialog.name, "Open of Nowhere")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert event_file.exists()
    assert len(files()) == 1
    assert opened.controller.view is not None


def test_copies_of_a_file_that_is_gone_are_deleted_by_its_path(opened, qtbot, event_file):
    opened.controller.close()
    event_file.unlink()
    opened.controller.navigation.event_wanted.emit(ListCopies(event_file, recoverable=False))
    dialog = asked(shown_list(opened, qtbot), opened, qtbot)
    qtbot.keyClicks(dialog.name, event_file.stem)
    dialog.delete.click()
    qtbot.waitUntil(lambda: files() == [] and not dialog.busy)


def test_an_event_that_is_read_or_damaged_is_not_deleted(opened, qtbot, event_file, tmp_path):
    controller = opened.controller
    controller.replace_event(controller.event_files.open_for_reading(event_file), read_only=True)
    assert list_of_copies(opened, qtbot).delete.isHidden()
    other = make_event(tmp_path / "other.qv", 2)
    dialog = CopiesDialog(controller, ListCopies(other, recoverable=True), parent=opened)
    qtbot.waitUntil(lambda: not dialog.busy)
    assert dialog.delete.isHidden()


def test_what_another_program_has_open_stays(opened, qtbot, event_file):
    dialog = asked(list_of_copies(opened, qtbot), opened, qtbot)
    qtbot.keyClicks(dialog.name, "open of nowhere")
    opened.controller.close()
    lock = WriteLock(event_file)
    try:
        dialog.delete.click()
        qtbot.waitUntil(lambda: not dialog.busy)
        assert "is open" in dialog.outcome.text()
    finally:
        lock.release()
    assert event_file.exists()
    assert len(files()) == 1


def test_the_folder_of_the_copies_is_shown(opened, qtbot, monkeypatch):
    shown: list[Path] = []
    monkeypatch.setattr("ui.desktop.dialogs.copies.show_folder", shown.append)
    list_of_copies(opened, qtbot).folder.click()
    assert shown == [files()[0].parent]
