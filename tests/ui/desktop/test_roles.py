"""Roles in the window: a user who signs in may do what their role may, and locking loses nothing that is half typed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tournament.event.role import Act, EventRole
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import SetPin
from tournament.use_cases.pins import planned_pin
from ui.desktop import preferences
from ui.desktop.long_work import idle
from ui.desktop.pages.event.page import SETUP, EventPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.sign_in import SignInLine
from ui.desktop.window import Window

SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
ANYBODY = By("Ada", "desk")
ORGANISER = By("Ada", "desk", EventRole.ORGANISER)


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key, held)


def writes(window: Window) -> bool:
    return window.controller.writes


@pytest.fixture
def held(page: TablesPage, window: Window) -> Window:
    """The window on an event whose organiser has the PIN 333333 and whose referees 1111; nobody signed in."""
    controller = window.controller
    for role, pin, by in ((EventRole.ORGANISER, "333333", ANYBODY), (EventRole.REFEREE, "1111", ORGANISER)):
        hashed = planned_pin(controller.book.view.state.pins, role, pin)
        controller.changed.emit(carry_out(controller.book, SetPin(role, hashed), by=by))
    return window


@pytest.fixture
def sign_in(held: Window, qtbot: QtBot, keyboard: Keyboard) -> Callable[[EventRole, str], SignInLine]:
    """Types a PIN for a role in the line, and waits for the answer."""

    def sign(role: EventRole, pin: str) -> SignInLine:
        if held.sign_in.line is None or held.sign_in.line.isHidden():
            press(Qt.Key.Key_K, SHIFT)
        line = held.sign_in.line
        assert line is not None
        line.role.setCurrentIndex(line.role.findData(role.value))
        line.pin.setFocus()
        keyboard.words(pin)
        keyboard.type("Enter")
        qtbot.waitUntil(idle)
        QApplication.processEvents()
        return line

    return sign


def test_without_a_pin_nobody_is_asked(page: TablesPage, window: Window) -> None:
    assert window.top.role.isHidden()
    press(Qt.Key.Key_K, SHIFT)
    assert window.sign_in.line is None
    assert "no PIN" in window.messages.text()


def test_who_is_not_signed_in_looks_only_and_a_referee_types(
    held: Window, page: TablesPage, sign_in: Callable[[EventRole, str], SignInLine], keyboard: Keyboard
) -> None:
    assert not writes(held)
    assert held.top.role.text() == "Sign in (viewer)"
    line = sign_in(EventRole.REFEREE, "1111")
    assert line.isHidden()
    assert writes(held)
    assert held.top.role.text().endswith(", referee")
    assert held.controller.may(Act.HANDS)
    assert not held.controller.may(Act.SETTINGS)
    page.setFocus()
    keyboard.type("1 2 1 2 Enter")
    (hand,) = (each for each in held.controller.book.view.sheet(1, 1).hands if each.outcome is not None)
    assert hand.outcome is not None
    assert hand.outcome.points == 12


def test_a_lock_and_another_name_keep_what_is_half_typed(
    held: Window, page: TablesPage, sign_in: Callable[[EventRole, str], SignInLine], keyboard: Keyboard
) -> None:
    sign_in(EventRole.REFEREE, "1111")
    page.setFocus()
    keyboard.type("1 2 1")
    press(Qt.Key.Key_K, SHIFT)
    assert not writes(held)
    assert held.sign_in.line is not None
    held.sign_in.line.name.setText("Ben")
    sign_in(EventRole.ORGANISER, "333333")
    assert held.controller.user.by.author == "Ben"
    keyboard.type("2 Enter")
    last = held.controller.book.view.journal[-1]
    assert last.author == "Ben"
    (hand,) = (each for each in held.controller.book.view.sheet(1, 1).hands if each.outcome is not None)
    assert hand.outcome is not None
    assert hand.outcome.points == 12


def test_a_wrong_pin_waits_and_is_not_kept(
    held: Window, sign_in: Callable[[EventRole, str], SignInLine], keyboard: Keyboard
) -> None:
    line = sign_in(EventRole.REFEREE, "9999")
    assert "not the PIN" in line.problem()
    assert "Wait 2 seconds." in line.problem()
    line._wait.start(3_600_000)  # on a busy machine two seconds are over before the next key
    assert line.pin.text() == ""
    assert not line.sign_in.isEnabled()
    keyboard.words("1111")
    keyboard.type("Enter")
    assert not held.controller.user.signed_in
    press(Qt.Key.Key_Escape)
    assert line.isHidden()
    assert line.pin.text() == ""


def test_the_window_locks_itself_when_nobody_touches_it(
    held: Window, sign_in: Callable[[EventRole, str], SignInLine], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "lock_after", lambda: 0.001)
    sign_in(EventRole.REFEREE, "1111")
    qtbot.waitUntil(lambda: not held.controller.user.signed_in)
    assert not writes(held)


def test_an_event_with_pins_asks_when_it_is_opened(held: Window) -> None:
    path = Path(held.controller.book.place)
    held.controller.close()
    held.controller.open(path)
    QApplication.processEvents()
    assert held.sign_in.line is not None
    assert held.sign_in.line.isVisible()
    assert QApplication.focusWidget() is held.sign_in.line.pin


def test_the_organiser_sets_and_removes_pins_on_the_event_page(
    page: TablesPage, window: Window, qtbot: QtBot, keyboard: Keyboard
) -> None:
    window.show_page("event")
    event = window.page("event")
    assert isinstance(event, EventPage)
    event.show_part(SETUP)
    card = event.setup.roles
    card.role.setCurrentIndex(card.role.findData(EventRole.REFEREE.value))
    card.pin.setFocus()
    keyboard.words("1111")
    keyboard.type("Enter")
    qtbot.waitUntil(idle)
    QApplication.processEvents()
    assert "organiser’s PIN first" in card.problem()
    card.role.setCurrentIndex(card.role.findData(EventRole.ORGANISER.value))
    keyboard.type("Enter")
    qtbot.waitUntil(idle)
    QApplication.processEvents()
    assert card.problem().startswith("Choose 6 to 40 digits or letters as the PIN of the role organiser")
    assert not window.controller.book.view.state.pins
    keyboard.words("11")
    keyboard.type("Enter")
    qtbot.waitUntil(idle)
    QApplication.processEvents()
    assert card.problem() == ""
    assert set(window.controller.book.view.state.pins) == {EventRole.ORGANISER}
    assert card.pin.text() == ""
    role = window.controller.user.role
    assert role is EventRole.ORGANISER, "who set the PIN is signed in with it"
    card.role.setCurrentIndex(card.role.findData(EventRole.REFEREE.value))
    card.pin.setFocus()
    keyboard.words("1111")
    keyboard.type("Enter")
    qtbot.waitUntil(idle)
    QApplication.processEvents()
    assert set(window.controller.book.view.state.pins) == {EventRole.ORGANISER, EventRole.REFEREE}
    press(Qt.Key.Key_K, SHIFT)
    assert not card.set.isEnabled()
    assert not event.setup.fields.line("name").isEnabled()
    assert window.controller.user.role is EventRole.VIEWER


def test_where_every_field_is_grey_the_cursor_is_at_what_can_be_done(held: Window, sign_in: Callable[..., SignInLine]):
    sign_in(EventRole.REFEREE, "1111")
    held.show_page("event")
    QApplication.processEvents()
    event = held.page("event")
    assert isinstance(event, EventPage)
    assert QApplication.focusWidget() is event.today.overview.table
    event.go_to_part(SETUP)
    assert not event.setup.fields.line("name").isEnabled()
    assert QApplication.focusWidget() is event.setup.search.line
    event.setFocus()
    assert event.property("ring") is False, "a page is no field: no halo stands around it"
