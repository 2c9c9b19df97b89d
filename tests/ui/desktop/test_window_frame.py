"""The frame, by keyboard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY
from tournament.event.settings import Settings
from tournament.language import Language, mark
from tournament.use_cases import carry_out
from tournament.use_cases.commands import CreateEvent
from ui.desktop import bootstrap
from ui.desktop.help import HelpPanel
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import Segment
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.window import Window

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
def frame(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    """The window on pages that hold one line each, with an event that is not drawn."""
    BUILT.clear()
    pages = [page(name, f"Alt+{digit}") for digit, name in enumerate(NAMES, 1)]
    controller = bootstrap.make_controller("Referee")
    book = bootstrap.new_book(tmp_path / "event.qv")
    carry_out(book, CreateEvent(Settings("Open de l’Exemple", sessions=2)), by=BY)
    controller.replace_event(book)
    made = Window(
        controller,
        [*pages, replace(page("history", "Ctrl+H"), on_rail=False)],
        replace(page("start", ""), on_rail=False),
    )
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    yield made
    controller.close()


def page(name: str, shortcut: str) -> PageInfo:
    return PageInfo(name, mark(name.title()), name, shortcut, lambda _controller: build(name), name != "start")


def press(qtbot: QtBot, frame: Window, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(frame.focusWidget(), key, modifier)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("digit", "name"), list(enumerate(NAMES, 1)))
def test_alt_and_a_digit_goes_to_a_page_and_gives_it_the_focus(
    frame: Window, qtbot: QtBot, digit: int, name: str
) -> None:
    frame.show_page("history")
    press(qtbot, frame, Qt.Key(Qt.Key.Key_0.value + digit), Qt.KeyboardModifier.AltModifier)
    assert (frame.current, frame.rail.current) == (name, name)
    focused = frame.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == name


def test_a_french_keyboard_needs_no_shift_for_it(frame: Window, qtbot: QtBot) -> None:
    press(qtbot, frame, Qt.Key.Key_Eacute, Qt.KeyboardModifier.AltModifier)
    assert frame.current == "players"


def test_pages_are_built_when_first_shown_and_kept(frame: Window, qtbot: QtBot) -> None:
    assert BUILT == ["event"]
    for key in (Qt.Key.Key_5, Qt.Key.Key_1, Qt.Key.Key_5):
        press(qtbot, frame, key, Qt.KeyboardModifier.AltModifier)
    assert BUILT == ["event", "standings"]


def test_ctrl_h_opens_the_history_which_is_not_on_the_rail(frame: Window, qtbot: QtBot) -> None:
    press(qtbot, frame, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert (frame.current, frame.rail.current) == ("history", "")


def test_f1_asks_for_help_on_the_page_in_view(frame: Window, qtbot: QtBot) -> None:
    press(qtbot, frame, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    press(qtbot, frame, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier)
    panel = frame.findChild(HelpPanel)
    assert panel is not None
    assert panel.isVisible()
    assert panel.browser.toPlainText().startswith("Draw")


def test_letters_and_digits_reach_the_field_that_has_the_focus(frame: Window, qtbot: QtBot) -> None:
    line = frame.focusWidget()
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, "g7x1P")
    assert line.text() == "g7x1P"
    assert frame.current == "event"


def test_ctrl_z_takes_back_what_the_event_has_when_the_line_has_nothing(frame: Window, qtbot: QtBot) -> None:
    frame.status.set_undo(mark("table {table}, hand {hand}", table=7, hand=15))
    frame.show_page("tables")
    with qtbot.waitSignal(frame.status.undo_asked):
        press(qtbot, frame, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_everything_that_can_be_reached_has_an_accessible_name(frame: Window) -> None:
    frame.top.set_sessions([Segment("1", "1", ticked=True), Segment("2", "2")], "2")
    controls = [w for w in frame.findChildren(QWidget) if w.focusPolicy() is not Qt.FocusPolicy.NoFocus]
    nameless = [w for w in controls if w.isVisible() and not w.accessibleName() and not w.focusProxy()]
    assert not nameless
    assert len(controls) > len(NAMES)


def test_texts_twice_as_long_are_neither_cut_on_the_rail_nor_widen_the_window(frame: Window, echo: Language) -> None:
    frame.resize(1366, 768)
    translator.set_language(echo)
    assert (frame.width(), frame.height()) == (1366, 768)
    assert "Event Event" in {item.text() for item in frame.rail.findChildren(QAbstractButton)}


def test_the_event_is_named_in_bar_and_title(frame: Window) -> None:
    assert frame.windowTitle() == "Open de l’Exemple – Quatre Vents"
    assert "Open de l’Exemple" in {label.text() for label in frame.top.findChildren(QLabel)}


def test_first_start_has_no_frame(frame: Window) -> None:
    frame.set_frame_shown(False)
    assert not frame.rail.isVisible()
    assert not frame.top.isVisible()
    assert not frame.status.isVisible()


def test_the_rail_of_a_very_low_window_names_its_pages_in_tooltips(frame: Window) -> None:
    items = [each for each in frame.rail.findChildren(QAbstractButton) if each.isVisible()]
    frame.resize(853, 401)  # 1280 × 720 at 150 %, less task bar and title
    QApplication.processEvents()
    assert {each.height() < 36 for each in items} == {True}
    assert [each.toolTip() for each in items] == [plain_tooltip(each.accessibleName()) for each in items]
    frame.resize(1366, 768)
    QApplication.processEvents()
    assert [each.toolTip() for each in items if each.toolTip()] == ["3 points open"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(780, 360), (853, 401), (900, 500), (960, 600), (1366, 768), (3840, 2160)])
def test_it_keeps_the_size_it_is_given(frame: Window, size: tuple[int, int]) -> None:
    frame.top.set_sessions([Segment(str(n), str(n), ticked=True) for n in range(1, 9)], "8")
    frame.set_event_name("Maximilienne-Apolline de la Très-Longue-Démonstration-Exemple")
    frame.resize(*size)
    assert (frame.width(), frame.height()) == size
    theme.set_choice(Appearance.DARK)
    assert (frame.width(), frame.height()) == size
