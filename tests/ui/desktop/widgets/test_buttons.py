"""Buttons and their shortcuts."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import Language, mark
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    made = QWidget()
    QVBoxLayout(made)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    return made


def put(page: QWidget, button: OutlineButton) -> OutlineButton:
    layout = page.layout()
    assert layout is not None
    layout.addWidget(button)
    button.show()
    return button


@pytest.mark.parametrize("kind", [PrimaryButton, OutlineButton, LinkButton])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_shortcut_presses_it(page: QWidget, qtbot: QtBot, kind: type[OutlineButton], key: Qt.Key) -> None:
    button = put(page, kind(mark("Publish"), shortcut="Ctrl+Return"))
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(page, key, CTRL)


def test_not_while_it_is_off(page: QWidget, qtbot: QtBot) -> None:
    button = put(page, PrimaryButton(mark("Publish"), shortcut="Ctrl+Return"))
    button.setEnabled(False)
    with qtbot.assertNotEmitted(button.clicked):
        qtbot.keyClick(page, Qt.Key.Key_Return, CTRL)


def test_a_hint_is_shown_and_leaves_the_key_to_the_page(page: QWidget, qtbot: QtBot) -> None:
    bare = OutlineButton(mark("Record"))
    button = put(page, OutlineButton(mark("Record"), hint="Return"))
    assert button.sizeHint().width() > bare.sizeHint().width()
    with qtbot.assertNotEmitted(button.clicked):
        qtbot.keyClick(page, Qt.Key.Key_Return)


@pytest.mark.parametrize("kind", [PrimaryButton, OutlineButton, LinkButton])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_and_space_press_the_button_that_has_the_focus(
    page: QWidget, qtbot: QtBot, kind: type[OutlineButton], key: Qt.Key
) -> None:
    button = put(page, kind(mark("Record")))
    button.setFocus()
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    qtbot.keyClick(button, key)
    assert len(pressed) == 1
    for kind_of_event in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):  # held: the system repeats it
        QApplication.sendEvent(button, QKeyEvent(kind_of_event, key, Qt.KeyboardModifier.NoModifier, "", True))
    assert len(pressed) == 1
    button.setEnabled(False)
    QApplication.sendEvent(button, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, ""))
    assert len(pressed) == 1


def test_an_ampersand_is_no_mnemonic(page: QWidget, qtbot: QtBot) -> None:
    button = put(page, OutlineButton("Muster & Sohn"))
    assert button.label() == button.accessibleName() == "Muster & Sohn"
    assert button.shortcut().isEmpty()


@pytest.mark.parametrize("kind", [PrimaryButton, OutlineButton, LinkButton])
def test_room_for_a_longer_language(page: QWidget, kind: type[OutlineButton], echo: Language) -> None:
    button = put(page, kind(mark("Record hand {hand}", hand=16), hint="Return", icon="plus"))
    before = button.sizeHint().width()
    translator.set_language(echo)
    assert button.sizeHint().width() > before + 60


def test_a_link_gives_way_and_keeps_the_whole_for_the_tooltip(page: QWidget) -> None:
    button = LinkButton(mark("Undo: {what}", what="penalty of Maximilienne-Apolline Très-Longue"), shortcut="Ctrl+Z")
    put(page, button)
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    assert button.toolTip() == "Undo: penalty of Maximilienne-Apolline Très-Longue"


def test_a_link_has_room_for_its_key_as_soon_as_it_is_enabled(page: QWidget) -> None:
    button = LinkButton(mark("More copies"), hint="+")
    button.setEnabled(False)
    layout = QHBoxLayout()
    layout.addWidget(button)
    layout.addStretch()
    outside = page.layout()
    assert isinstance(outside, QVBoxLayout)
    outside.addLayout(layout)
    page.resize(600, 100)
    QApplication.processEvents()
    button.setEnabled(True)
    QApplication.processEvents()
    assert button.width() >= button.sizeHint().width()
