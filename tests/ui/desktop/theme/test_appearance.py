"""Light and dark at run time."""

from PySide6.QtGui import QPalette
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tournament.language import mark
from ui.desktop import bootstrap
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.theme import DARK, LIGHT, Appearance, theme
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.signs import Chip
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
    chip = Chip("Not published")
    qtbot.addWidget(chip)
    chip.show()
    light = chip.grab().toImage()
    theme.set_choice(Appearance.DARK)
    assert chip.grab().toImage() != light


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
