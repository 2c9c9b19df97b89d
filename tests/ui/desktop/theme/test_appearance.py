"""Light, dark or as the system, and the ring around the focus."""

import pytest
import shiboken6
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import mark
from ui.desktop import bootstrap
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.theme import DARK, LIGHT, Appearance, theme
from ui.desktop.theme.appearance import FocusRing
from ui.desktop.widgets.fields import EntryField
from ui.desktop.widgets.keys import KeyHint
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.window import Window


def test_the_switch_changes_what_is_drawn(qtbot: QtBot, qapp: QApplication) -> None:
    label = TextLabel("Totals")
    only = PageInfo("only", mark("Event"), "event", "", lambda _controller: label, needs_event=False)
    window = Window(bootstrap.make_controller("Referee"), [], only)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(theme.changed):
        theme.set_choice(Appearance.DARK)
    assert theme.tokens is DARK
    assert theme.dark
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == DARK.bg
    assert label.palette().color(QPalette.ColorRole.WindowText).name().upper() == DARK.text
    theme.set_choice(Appearance.LIGHT)
    assert label.palette().color(QPalette.ColorRole.WindowText).name().upper() == LIGHT.text


def test_painted_widgets_follow(qtbot: QtBot) -> None:
    key = KeyHint("Ctrl+Z")
    qtbot.addWidget(key)
    key.show()
    light = key.grab().toImage()
    theme.set_choice(Appearance.DARK)
    assert key.grab().toImage() != light


def test_the_system_decides_if_asked(qapp: QApplication) -> None:
    theme.set_choice(Appearance.DARK)
    theme.set_choice(Appearance.SYSTEM)
    assert theme.choice is Appearance.SYSTEM
    assert theme.tokens is (DARK if qapp.styleHints().colorScheme().name == "Dark" else LIGHT)


def test_installed_twice_is_dressed_once_a_change(qapp: QApplication) -> None:
    theme.install(qapp, Appearance.LIGHT)
    told = QSignalSpy(theme.changed)
    theme.set_choice(Appearance.DARK)
    assert told.count() == 1


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    for at, name in enumerate(("first", "second")):
        line = QLineEdit(made)
        line.setObjectName(name)
        line.setGeometry(20, 20 + 60 * at, 200, 36)
    made.resize(300, 200)
    with qtbot.waitActive(made):
        made.show()
    made.findChildren(QLineEdit)[0].setFocus()
    return made


def rings(page: QWidget) -> list[FocusRing]:
    return [ring for ring in page.findChildren(FocusRing) if ring.isVisible()]


def test_it_goes_round_the_control_with_the_focus(page: QWidget, qtbot: QtBot) -> None:
    assert [ring.geometry() for ring in rings(page)] == [QRect(17, 17, 206, 42)]
    qtbot.keyClick(page.findChildren(QLineEdit)[0], Qt.Key.Key_Tab)
    assert [ring.geometry() for ring in rings(page)] == [QRect(17, 77, 206, 42)]


def test_it_moves_and_hides_with_its_control(page: QWidget, qtbot: QtBot) -> None:
    first, second = page.findChildren(QLineEdit)
    first.move(40, 40)
    assert [ring.geometry().topLeft().toTuple() for ring in rings(page)] == [(37, 37)]
    first.hide()
    assert [ring.geometry().top() for ring in rings(page)] == [second.geometry().top() - 3]


def test_it_dies_with_its_page_and_lives_on_elsewhere(page: QWidget, qtbot: QtBot) -> None:
    inner = QWidget(page)
    line = QLineEdit(inner)
    inner.show()
    line.setFocus()
    with qtbot.waitSignal(inner.destroyed):
        inner.deleteLater()
    page.findChildren(QLineEdit)[1].setFocus()
    assert len(rings(page)) == 1


def test_a_control_may_come_with_another_object_of_python(page: QWidget) -> None:
    """As the list of a drop-down does, which Qt makes: the ring kept the object with which it saw the list first."""
    first, second = page.findChildren(QLineEdit)
    (ring,) = rings(page)
    second.setFocus()
    ring._target = QLineEdit()
    shiboken6.delete(ring._target)
    first.setFocus()
    assert [ring.geometry().top() for ring in rings(page)] == [first.geometry().top() - 3]
    first.move(40, 40)
    assert [ring.geometry().top() for ring in rings(page)] == [37]


def test_it_goes_round_the_frame_of_an_entry_field(page: QWidget) -> None:
    field = EntryField("Winner", parent=page)
    field.setGeometry(10, 120, 250, 70)
    field.show()
    field.setFocus()
    (ring,) = rings(page)
    assert ring.parentWidget() is page  # the field has no room for it, and would cut it
    assert ring.width() == field.editor.width() + 6
    assert ring.grab().toImage().pixelColor(1, 20).name().upper() == LIGHT.accent_soft
    field.set_problem("7 is below 8")
    assert ring.grab().toImage().pixelColor(1, 20).name().upper() == LIGHT.danger_soft
