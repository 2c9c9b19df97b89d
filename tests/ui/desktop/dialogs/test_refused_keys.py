"""A key that does nothing in a dialog is seen to be refused; keys at a dialog that closes do not end the program."""

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

import ui.desktop
from tournament.language import mark
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.flash import Flash
from ui.desktop.widgets.layouts import column


class Asking(Dialog):
    """A dialog with one part of each kind."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.line = TextField(name=mark("Name"))
        self.line.setMaxLength(3)
        self.choice = ChoiceBox(mark("Language"))
        self.choice.set_choices([("en", "English"), ("fr", "Français")])
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.leave.clicked.connect(self.reject)
        self.make = PrimaryButton(mark("Save"), shortcut="Ctrl+Return")
        self.make.clicked.connect(self.accept)
        column(self.line, self.choice, self.leave, self.make, on=self)


@pytest.fixture
def asking(qtbot: QtBot) -> Iterator[Asking]:
    below = QWidget()
    qtbot.addWidget(below)
    made = Asking(below)
    with qtbot.waitActive(made):
        made.open()
    yield made
    made.reject()


def flashes(part: QWidget) -> bool:
    """Whether a key was refused at ``part`` just now."""
    return any(each.isVisible() for each in part.findChildren(Flash))


@pytest.mark.parametrize(("key", "seen"), [
    ("7", True), ("a", True), ("A", True), (Qt.Key.Key_Shift, False), (Qt.Key.Key_F3, False), (Qt.Key.Key_Tab, False)
])  # fmt: skip
def test_a_letter_or_digit_that_no_part_takes_is_seen(asking: Asking, qtbot: QtBot, key: Qt.Key | str, seen: bool):
    asking.leave.setFocus()
    if isinstance(key, str):
        qtbot.keyClicks(asking.leave, key)
    else:
        qtbot.keyClick(asking.leave, key)
    assert flashes(asking.leave) is seen
    assert asking.isVisible()


def test_keys_that_a_part_takes_are_not_shown_as_refused(asking: Asking, qtbot: QtBot) -> None:
    asking.line.setFocus()
    qtbot.keyClicks(asking.line, "ab7")
    asking.choice.setFocus()
    qtbot.keyClicks(asking.choice, "f")
    qtbot.keyClick(asking.choice, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert (asking.line.text(), asking.choice.currentData()) == ("ab7", "fr")
    assert not flashes(asking)


def test_what_a_full_line_and_a_list_without_such_an_entry_refuse_is_seen(asking: Asking, qtbot: QtBot) -> None:
    asking.line.setFocus()
    qtbot.keyClicks(asking.line, "ab78")
    assert asking.line.text() == "ab7"
    assert flashes(asking.line)
    asking.choice.setFocus()
    qtbot.keyClicks(asking.choice, "x")
    assert asking.choice.currentData() == "en"
    assert flashes(asking.choice)


def test_enter_is_seen_to_be_refused_unless_it_presses_a_button(asking: Asking, qtbot: QtBot) -> None:
    asking.line.setFocus()
    qtbot.keyClick(asking.line, Qt.Key.Key_Return)
    assert flashes(asking.line)
    assert asking.isVisible()
    asking.make.setDefault(True)
    qtbot.keyClick(asking.line, Qt.Key.Key_Return)
    assert asking.result() == QDialog.DialogCode.Accepted


def test_all_dialogs_of_the_program_show_it() -> None:
    for module in pkgutil.walk_packages(ui.desktop.__path__, "ui.desktop."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    own = [each for each in QDialog.__subclasses__() if each.__module__.startswith("ui.")]
    assert own == [Dialog]
    assert len(Dialog.__subclasses__()) > 8


SCRIPT = """
import ui.desktop
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.key_router import key_router
from ui.desktop.widgets.layouts import column

application = QApplication([])
router, window = key_router(), QWidget()
window.show()
shown = []

def leave():
    above = QApplication.activeModalWidget()
    for key, text in ((Qt.Key.Key_7, "7"), (Qt.Key.Key_Return, "\\r"), (Qt.Key.Key_Escape, "")):
        target = QApplication.focusWidget() or above
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.postEvent(target, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))
    shown.append(type(above).__name__)

for turn in range(200):
    QTimer.singleShot(0, leave)
    if turn % 2:
        box = QMessageBox(QMessageBox.Icon.Critical, "Title", "Words")
        box.addButton("Close", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        del box
    else:
        dialog = Dialog(window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column(OutlineButton("Close"), on=dialog)
        dialog.exec()
        del dialog
    application.processEvents()
print(shown.count("QMessageBox"), shown.count("Dialog"))
"""


def test_dialogs_and_message_boxes_that_come_and_go_under_the_keys_do_not_end_the_program() -> None:
    """An event filter on them ended it with a segmentation fault."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", SCRIPT], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["100", "100"]
