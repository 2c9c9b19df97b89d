"""The clock of a session in the window: its line by its key, the top bar second by second, one message at the gong."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard
from tournament.ledger.session_clock import ClockState
from tournament.use_cases.session_clock import clock_of
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.hall.event_time import ComputerTime, EventTime

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)
CTRL = Qt.KeyboardModifier.ControlModifier


class Hour:
    """The time that the event's clock tells."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def later(self, window: Window, **time: int) -> None:
        self.now += timedelta(**time)
        assert window.clock is not None
        assert window.gongs is not None
        window.clock.show_now()
        window.gongs.look()


@pytest.fixture
def hour(page: TablesPage, window: Window, monkeypatch: pytest.MonkeyPatch) -> Hour:
    """A clock in the hand of the test, with the page of the tables in view."""
    made = Hour()
    monkeypatch.setattr(window.controller.book, "_clock", made)
    return made


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key, held)


def strike(window: Window) -> None:
    """Ring the gong before its time, by the keyboard."""
    assert window.clock is not None
    window.clock.line.controls.gong.setFocus()
    press(Qt.Key.Key_Space)


def state(window: Window) -> ClockState:
    view, book = window.controller.book.view, window.controller.book
    return clock_of(view, 1).state(book.now)


def ticks(window: Window) -> bool:
    return window.clock is not None and window.clock.ticking


def test_it_starts_pauses_and_is_lengthened_by_keys(hour: Hour, window: Window, keyboard: Keyboard) -> None:
    assert window.clock is not None
    line = window.clock.line.controls
    assert window.top.clock.isHidden()
    press(Qt.Key.Key_F12)
    assert line.isVisible()
    assert "not started" in line.text()
    press(Qt.Key.Key_F12, CTRL)
    assert state(window) is ClockState.RUNNING
    assert window.top.clock.text() == "2:00:00"
    hour.later(window, minutes=30, seconds=15)
    assert window.top.clock.text() == "1:29:45"
    line.minutes.setFocus()
    keyboard.type("5 Tab 2 Enter")
    assert "reason" in line.problem()
    assert line.minutes.text() == "5"
    keyboard.type("Tab")
    keyboard.words("wall rebuilt")
    keyboard.type("Enter")
    assert line.problem() == ""
    assert clock_of(window.controller.book.view, 1).table_minutes == ((2, 5),)
    assert "table 2: +5" in line.text()
    press(Qt.Key.Key_F12, CTRL)
    assert state(window) is ClockState.PAUSED
    assert window.top.clock.text() == "paused 1:29:45"
    hour.later(window, minutes=10)
    assert window.top.clock.text() == "paused 1:29:45"
    press(Qt.Key.Key_F12, CTRL)
    press(Qt.Key.Key_Escape)
    assert window.clock.line.isHidden()
    assert state(window) is ClockState.RUNNING


def test_what_is_half_typed_on_the_sheet_is_there_when_the_line_is_left(
    hour: Hour, page: TablesPage, window: Window, keyboard: Keyboard
) -> None:
    keyboard.type("1 2 1")
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    press(Qt.Key.Key_Escape)
    keyboard.type("2 Enter")
    (hand,) = (line for line in window.controller.book.view.sheet(1, 1).hands if line.outcome is not None)
    assert hand.outcome is not None
    assert hand.outcome.points == 12


def test_the_last_minutes_and_the_gong_are_told_once(hour: Hour, window: Window) -> None:
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    hour.later(window, minutes=104, seconds=59)
    assert window.messages.text() == ""
    hour.later(window, seconds=2)
    assert window.messages.text() == "15 minutes are left."
    window.messages.hide()
    hour.later(window, minutes=14)
    assert window.messages.text() == ""
    hour.later(window, minutes=1)
    assert window.messages.text() == "Gong: the time of session 1 is up. The hand in play is void."
    assert window.top.clock.text() == "Gong"
    window.messages.hide()
    hour.later(window, minutes=1)
    assert window.messages.text() == ""


def test_a_table_with_minutes_of_its_own_shows_them_on_its_card_and_has_its_own_gong(
    hour: Hour, page: TablesPage, window: Window, keyboard: Keyboard
) -> None:
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    assert window.clock is not None
    window.clock.line.controls.minutes.setFocus()
    keyboard.type("5 Tab 2 Tab")
    keyboard.words("wall")
    keyboard.type("Enter")
    assert [("+5" in card.state()) for card in page.cards.cards[:2]] == [False, True]
    hour.later(window, minutes=121)
    window.messages.hide()
    hour.later(window, minutes=5)
    assert window.messages.text() == "Gong at table 2: its extra minutes are up."


def test_while_a_table_plays_on_its_clock_is_paused_and_ended_and_none_started_anew(
    hour: Hour, window: Window, keyboard: Keyboard
) -> None:
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    assert window.clock is not None
    line = window.clock.line.controls
    line.minutes.setFocus()
    keyboard.type("5 Tab 2 Tab")
    keyboard.words("wall")
    keyboard.type("Enter")
    hour.later(window, minutes=121)
    assert window.top.clock.text() == "Gong"
    assert "Table 2: 4:00 left" in line.text()
    assert line.run.label() == "Pause"
    press(Qt.Key.Key_F12, CTRL)
    hour.later(window, minutes=10)
    assert "Table 2: 4:00 left" in line.text()
    press(Qt.Key.Key_F12, CTRL)
    hour.later(window, minutes=1)
    window.messages.hide()
    assert line.gong.isVisible()
    strike(window)
    assert window.messages.text() == "Gong at table 2: its extra minutes are up."
    assert line.run.label() == "Restart"
    assert not line.gong.isVisible()


def test_nothing_ticks_while_no_clock_runs(hour: Hour, window: Window) -> None:
    assert not ticks(window)
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    assert ticks(window)
    strike(window)
    assert not ticks(window)
    assert window.top.clock.text() == "Gong"
    window.controller.choose_session(2)
    assert window.top.clock.isHidden()


def test_in_the_past_there_is_no_clock(hour: Hour, window: Window) -> None:
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    window.controller.look_at(window.controller.book.view.at(4))
    assert window.top.clock.isHidden()
    assert window.clock is not None
    assert window.clock.line.isHidden()


def test_after_the_gong_the_next_row_says_what_becomes_of_its_hand(
    hour: Hour, page: TablesPage, window: Window
) -> None:
    hand = page.state.hand
    assert hand is not None
    assert hand.result.message == "Press 1–4 for the winner"
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    strike(window)
    hand = page.state.hand
    assert hand is not None
    assert hand.result.message == "Gong: this hand is void"


class Machine:
    """A computer whose clock the test sets."""

    def __init__(self) -> None:
        self.count, self.wall = 10**12, NOON

    def __call__(self) -> ComputerTime:
        return ComputerTime("run", self.count, self.wall)

    def passes(self, window: Window, **time: int) -> None:
        self.count += timedelta(**time) // timedelta(microseconds=1) * 1000
        self.wall += timedelta(**time)
        self.look(window)

    def set_clock(self, window: Window, **by: int) -> None:
        self.wall += timedelta(**by)
        self.look(window)

    def look(self, window: Window) -> None:
        assert window.clock is not None
        window.clock.show_now()


@pytest.fixture
def machine(page: TablesPage, window: Window, own_preferences: None) -> Machine:
    made, book = Machine(), window.controller.book
    book.follow_clock(EventTime(lambda: book.view, writes=True, read=made))
    return made


def test_a_clock_of_the_computer_that_jumps_is_told_and_moves_nothing_but_by_the_organisers_hand(
    machine: Machine, window: Window
) -> None:
    assert window.clock is not None
    line = window.clock.line.controls
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    machine.passes(window, minutes=30)
    assert window.top.clock.text() == "1:30:00"
    assert line.take.isHidden()
    machine.set_clock(window, hours=1)
    assert window.top.clock.text() == "1:30:00"
    assert window.messages.text().startswith("The clock of this computer was set forward by 1:00:00.")
    hour = (NOON + timedelta(hours=3)).astimezone()
    assert f"gong at {hour:%H:%M}" in line.text()
    window.messages.instead.click()
    assert line.take.isVisible()
    assert "0:30:00 left" in line.take.text() or "30:00 left" in line.take.text()
    machine.set_clock(window, minutes=-50)
    assert window.messages.text().startswith("The clock of this computer was set back by 0:50:00.")
    assert window.top.clock.text() == "1:30:00"
    QTest.keyClick(line.take, Qt.Key.Key_Space)
    assert window.top.clock.text() == "1:20:00"
    assert line.take.isHidden()


def test_a_jump_is_told_whatever_session_is_in_view(machine: Machine, window: Window) -> None:
    press(Qt.Key.Key_F12)
    press(Qt.Key.Key_F12, CTRL)
    window.controller.choose_session(2)
    assert ticks(window)
    machine.set_clock(window, hours=-1)
    assert window.messages.text().startswith("The clock of this computer was set back by 1:00:00.")
