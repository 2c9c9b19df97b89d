"""The frame, by keyboard."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import Language, mark
from ui.desktop.shell import Page, Shell
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.switch import Segment

NAMES = ("event", "players", "draw", "tables", "standings", "fouls", "reports", "display", "settings")
BUILT: list[str] = []


def build(name: str) -> QWidget:
    BUILT.append(name)
    page = QWidget()
    line = TextField(name=name)
    QVBoxLayout(page).addWidget(line)
    page.setFocusProxy(line)
    return page


@pytest.fixture
def shell(qtbot: QtBot) -> Shell:
    BUILT.clear()
    pages = [
        Page(name, mark(name.title()), name, f"Alt+{at}", partial(build, name)) for at, name in enumerate(NAMES, 1)
    ]
    made = Shell([*pages, Page("history", mark("History"), "history", "Ctrl+H", partial(build, "history"), False)])
    qtbot.addWidget(made)
    made.set_event_name("Open de l’Exemple")
    made.show_page("event")
    with qtbot.waitActive(made):
        made.show()
    return made


def press(qtbot: QtBot, shell: Shell, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(shell.focusWidget(), key, modifier)


@pytest.mark.parametrize(("digit", "name"), list(enumerate(NAMES, 1)))
def test_alt_and_a_digit_goes_to_a_page_and_gives_it_the_focus(
    shell: Shell, qtbot: QtBot, digit: int, name: str
) -> None:
    shell.show_page("history")
    press(qtbot, shell, Qt.Key(Qt.Key.Key_0.value + digit), Qt.KeyboardModifier.AltModifier)
    assert (shell.current, shell.rail.current) == (name, name)
    focused = shell.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == name


def test_a_french_keyboard_needs_no_shift_for_it(shell: Shell, qtbot: QtBot) -> None:
    press(qtbot, shell, Qt.Key.Key_Eacute, Qt.KeyboardModifier.AltModifier)
    assert shell.current == "players"


def test_pages_are_built_when_first_shown_and_kept(shell: Shell, qtbot: QtBot) -> None:
    assert BUILT == ["event"]
    for key in (Qt.Key.Key_5, Qt.Key.Key_1, Qt.Key.Key_5):
        press(qtbot, shell, key, Qt.KeyboardModifier.AltModifier)
    assert BUILT == ["event", "standings"]


def test_ctrl_h_opens_the_history_which_is_not_on_the_rail(shell: Shell, qtbot: QtBot) -> None:
    press(qtbot, shell, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert (shell.current, shell.rail.current) == ("history", "")


def test_f1_asks_for_help_on_the_page_in_view(shell: Shell, qtbot: QtBot) -> None:
    press(qtbot, shell, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    with qtbot.waitSignal(shell.help_asked) as asked:
        press(qtbot, shell, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier)
    assert asked.args == ["draw"]


def test_letters_and_digits_reach_the_field_that_has_the_focus(shell: Shell, qtbot: QtBot) -> None:
    line = shell.focusWidget()
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, "g7x1P")
    assert line.text() == "g7x1P"
    assert shell.current == "event"


def test_ctrl_z_takes_back_what_the_event_has_when_the_line_has_nothing(shell: Shell, qtbot: QtBot) -> None:
    shell.status.set_undo(mark("table {table}, hand {hand}", table=7, hand=15))
    shell.show_page("tables")
    with qtbot.waitSignal(shell.status.undo_asked):
        press(qtbot, shell, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_everything_that_can_be_reached_has_an_accessible_name(shell: Shell) -> None:
    shell.top.set_sessions([Segment("1", "1", ticked=True), Segment("2", "2")], "2")
    controls = [w for w in shell.findChildren(QWidget) if w.focusPolicy() is not Qt.FocusPolicy.NoFocus]
    nameless = [w for w in controls if w.isVisible() and not w.accessibleName() and not w.focusProxy()]
    assert not nameless
    assert len(controls) > len(NAMES)


def test_texts_twice_as_long_are_neither_cut_on_the_rail_nor_widen_the_window(shell: Shell, echo: Language) -> None:
    shell.resize(1366, 768)
    translator.set_language(echo)
    assert (shell.width(), shell.height()) == (1366, 768)
    assert "Event Event" in {item.text() for item in shell.rail.findChildren(QAbstractButton)}


def test_the_event_is_named_in_bar_and_title(shell: Shell) -> None:
    assert shell.windowTitle() == "Open de l’Exemple – Quatre Vents"
    assert "Open de l’Exemple" in {label.text() for label in shell.top.findChildren(QLabel)}


def test_first_start_has_no_frame(shell: Shell) -> None:
    shell.set_frame_shown(False)
    assert not shell.rail.isVisible()
    assert not shell.top.isVisible()
    assert not shell.status.isVisible()


@pytest.mark.parametrize("size", [(1000, 640), (1366, 768), (3840, 2160)])
def test_it_keeps_the_size_it_is_given(shell: Shell, size: tuple[int, int]) -> None:
    shell.top.set_sessions([Segment(str(n), str(n), ticked=True) for n in range(1, 9)], "8")
    shell.top.set_clock("0:02:43", mark("left in session {session}", session=8), warning=True)
    shell.set_event_name("Maximilienne-Apolline de la Très-Longue-Démonstration-Exemple")
    shell.resize(*size)
    assert (shell.width(), shell.height()) == size
    theme.set_choice(Appearance.DARK)
    assert (shell.width(), shell.height()) == size
