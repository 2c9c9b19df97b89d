"""A rehearsal by keys: begun from the event, filled, emptied, its situations set up and got out of."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.systems import moves_open_files
from tournament.ledger.sheet import SheetState
from ui.desktop.controller import EventController
from ui.desktop.dialogs.rehearsing import RehearsalDialog
from ui.desktop.long_work import idle
from ui.desktop.message_bars import RehearsalBar
from ui.desktop.window import Window

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def opened(controller: EventController, qtbot: QtBot) -> Iterator[Window]:
    made = Window(controller)
    made.resize(1366, 768)
    with qtbot.waitActive(made):
        made.show()
    yield made
    qtbot.waitUntil(idle)
    made.close_quietly()


def press(qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    target = QApplication.focusWidget()
    assert target is not None
    qtbot.keyClick(target, key, held)


def dialog(qtbot: QtBot, window: Window) -> RehearsalDialog:
    """Open it by its key."""
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    press(qtbot, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), RehearsalDialog))
    return next(each for each in window.findChildren(RehearsalDialog) if each.isVisible())


def bar(window: Window) -> RehearsalBar:
    return window.findChildren(RehearsalBar)[0]


def rehearse(qtbot: QtBot, window: Window) -> Path:
    """Start a rehearsal of the open event; its file."""
    event = window.controller.book.place
    asked = dialog(qtbot, window)
    assert asked.begin.isVisible()
    assert not asked.table.isVisible()
    press(qtbot, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: window.controller.book.place != event)
    qtbot.waitUntil(idle)
    return Path(window.controller.book.place)


def test_a_day_is_practised_by_keys(opened: Window, qtbot: QtBot, event_file: Path) -> None:
    controller = opened.controller
    assert not bar(opened).isVisible()
    before = event_file.read_bytes()
    path = rehearse(qtbot, opened)
    assert path == event_file.with_name("event (rehearsal).qv")
    assert event_file.read_bytes() == before, "the event is as it was"
    assert bar(opened).isVisible()
    assert "Rehearsal: Open of Nowhere" in opened.windowTitle()

    # a sheet that differs waits at the first table, with its way out; Enter does it
    asked = dialog(qtbot, opened)
    press(qtbot, Qt.Key.Key_Down)
    press(qtbot, Qt.Key.Key_Return)
    assert "On the paper" in asked.out.text()
    assert controller.book.view.sheet(1, 1).state is SheetState.TOTALS_DIFFER
    press(qtbot, Qt.Key.Key_Return)
    assert controller.book.view.touched(1) == {1}, "set up once"

    # the others are filled
    press(qtbot, Qt.Key.Key_F, CTRL)
    qtbot.waitUntil(lambda: not asked.busy)
    assert asked.message.text() == "1 table filled"
    assert controller.book.view.sheet(1, 2).state is SheetState.VERIFIED
    press(qtbot, Qt.Key.Key_G, CTRL)
    assert opened.current == "tables"

    # emptied: another file, and this one stays
    asked = dialog(qtbot, opened)
    press(qtbot, Qt.Key.Key_E, CTRL)
    qtbot.waitUntil(lambda: controller.book.place != str(path))
    qtbot.waitUntil(idle)
    assert Path(controller.book.place).name == "event (rehearsal) 2.qv"
    assert path.exists()
    assert not controller.book.view.begun
    assert controller.book.view.settings.name == "Rehearsal: Open of Nowhere"


@moves_open_files
def test_the_stick_is_pulled_out_and_put_back(opened: Window, qtbot: QtBot) -> None:
    path = rehearse(qtbot, opened)
    asked = dialog(qtbot, opened)
    for _ in range(3):
        press(qtbot, Qt.Key.Key_Down)
    press(qtbot, Qt.Key.Key_Return)
    assert not path.exists()
    assert asked.arrange.text().startswith("Restore the file")
    press(qtbot, Qt.Key.Key_Return)
    assert path.exists()
    assert asked.arrange.text().startswith("Set up")
    press(qtbot, Qt.Key.Key_Return)
    path.write_bytes(b"another")
    press(qtbot, Qt.Key.Key_Return)
    assert path.read_bytes() == b"another", "nothing is put back over another file"
    assert "Another file" in asked.message.text()
    press(qtbot, Qt.Key.Key_Escape)


def test_in_an_event_esc_leaves_everything_as_it_was(opened: Window, qtbot: QtBot, event_file: Path) -> None:
    dialog(qtbot, opened)
    press(qtbot, Qt.Key.Key_Escape)
    assert opened.controller.book.place == str(event_file)
    assert [each.name for each in event_file.parent.glob("*rehearsal*")] == []
