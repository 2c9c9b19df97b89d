"""Rail, top bar and status bar."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import mark
from ui.desktop.page_area import Rail
from ui.desktop.pages.catalogue import PageInfo
from ui.desktop.widgets.bars import MOST_SEGMENTS, StatusBar, TopBar
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.signs import StatusIcon

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def words(bar: QWidget) -> set[str]:
    labels = {label.text() for label in bar.findChildren(QLabel) if label.isVisible()}
    return labels | {button.label() for button in bar.findChildren(LinkButton) if button.isVisible()}


def shown(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.addWidget(widget)
    widget.resize(1366, widget.sizeHint().height())
    with qtbot.waitActive(widget):
        widget.show()


def _page(id: str, digit: int) -> PageInfo:
    return PageInfo(id, mark(id.title()), id, f"Alt+{digit}", lambda _controller: QWidget())


@pytest.fixture
def rail(qtbot: QtBot) -> Rail:
    made = Rail(
        [
            PageInfo(key, mark(key.title()), key, f"Alt+{at}", lambda _controller: QWidget())
            for at, key in enumerate(("event", "draw"), 1)
        ]
    )
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    made.set_current("event")
    return made


def test_arrows_and_space_go_from_page_to_page(rail: Rail, qtbot: QtBot) -> None:
    first = rail.findChildren(QAbstractButton)[0]
    first.setFocus()
    with qtbot.waitSignal(rail.chosen) as told:
        qtbot.keyClick(first, Qt.Key.Key_Down)
        qtbot.keyClick(rail.focusWidget(), Qt.Key.Key_Space)
    assert told.args == ["draw"]
    assert rail.current == "draw"


def test_a_click_tells_the_page(rail: Rail, qtbot: QtBot) -> None:
    with qtbot.waitSignal(rail.chosen) as told:
        qtbot.mouseClick(rail.findChildren(QAbstractButton)[1], Qt.MouseButton.LeftButton)
    assert told.args == ["draw"]


def test_a_page_off_the_rail_marks_none(rail: Rail) -> None:
    rail.set_current("history")
    assert rail.current == ""
    rail.set_current("draw")
    assert rail.current == "draw"


def test_nine_pages_fit_a_small_screen(qtbot: QtBot) -> None:
    rail = Rail([_page("tables", digit) for digit in range(1, 10)])
    qtbot.addWidget(rail)
    assert rail.minimumSizeHint().height() <= 768 - 52 - 32 - 60


@pytest.mark.parametrize("count", [1, 6, MOST_SEGMENTS, MOST_SEGMENTS + 1, 20])
def test_a_session_is_chosen_by_keyboard_however_many_there_are(qtbot: QtBot, count: int) -> None:
    bar = TopBar()
    shown(qtbot, bar)
    bar.set_sessions([Segment(str(n), str(n), ticked=n < count) for n in range(1, count + 1)], str(count))
    chooser: QWidget = bar.findChildren(Switch)[0] if count <= MOST_SEGMENTS else bar.findChildren(QComboBox)[0]
    assert chooser.isVisible()
    if isinstance(chooser, QComboBox):
        said = [chooser.itemText(at) for at in range(count)]
        assert said == [f"✓ {n}" for n in range(1, count)] + [str(count)]
    if count > 1:
        key = Qt.Key.Key_Left if count <= MOST_SEGMENTS else Qt.Key.Key_Up
        with qtbot.waitSignal(bar.session_chosen) as told:
            qtbot.keyClick(chooser, key)
        assert told.args == [str(count - 1)]


def test_the_time_of_day_stands_beside_the_help(qtbot: QtBot) -> None:
    bar = TopBar()
    shown(qtbot, bar)
    bar.set_now("14:02")
    assert {"14:02", "Help"} <= words(bar)


def test_saved_is_said_with_its_time(qtbot: QtBot) -> None:
    bar = StatusBar()
    shown(qtbot, bar)
    bar.set_saved("14:02:17")
    assert "Saved 14:02:17" in words(bar)


@pytest.mark.parametrize(
    ("key", "modifier", "signal"),
    [
        (Qt.Key.Key_Z, CTRL, "undo_asked"),
        (Qt.Key.Key_Y, CTRL, "redo_asked"),
        (Qt.Key.Key_Z, CTRL | SHIFT, "redo_asked"),
        (Qt.Key.Key_F8, Qt.KeyboardModifier.NoModifier, "open_asked"),
    ],
)
def test_shortcuts_of_the_status_bar(qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier, signal: str) -> None:
    bar = StatusBar()
    shown(qtbot, bar)
    bar.set_undo(mark("table {table}, hand {hand}", table=7, hand=15))
    bar.set_redo(mark("table {table}, hand {hand}", table=7, hand=16))
    assert {"Undo: table 7, hand 15", "Redo: table 7, hand 16"} <= words(bar)
    with qtbot.waitSignal(getattr(bar, signal)):
        qtbot.keyClick(bar, key, modifier)


def test_nothing_to_take_back(qtbot: QtBot) -> None:
    bar = StatusBar()
    shown(qtbot, bar)
    assert "Nothing to undo" in words(bar)
    assert not bar.redo.isVisible(), "what is normal is silent"
    with qtbot.assertNotEmitted(bar.undo_asked):
        qtbot.keyClick(bar, Qt.Key.Key_Z, CTRL)


def test_open_points_are_counted(qtbot: QtBot) -> None:
    bar = StatusBar()
    shown(qtbot, bar)
    bar.set_open(mark("{count} wish not met", count=1), StatusIcon.EMPTY)
    assert "1 wish not met" in words(bar)
