"""Enter held, doubled or pressed before a question could be read: it records one thing, and answers nothing."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pages.tables.conftest import ENTER, Clock
from tests.ui.desktop.pages.tables.test_entry import SHEET
from tests.ui.desktop.pages.tables.test_sheet import play
from tournament.ledger.sheet import SheetState
from tournament.use_cases import CloseSheet
from ui.desktop.pages.tables.page import TablesPage


def repeat(times: int) -> None:
    """Enter is held: the system sends presses that it marks as repeated."""
    for _ in range(times):
        target = QApplication.focusWidget()
        assert target is not None
        held = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyPress, ENTER, held, "\r", True))
        QApplication.processEvents()


def recorded(page: TablesPage) -> int:
    """Hands on the sheet of table 1."""
    return page.controller.book.view.sheet(1, 1).played


def test_an_improbable_hand_wants_a_press_after_it_could_be_read(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None]
) -> None:
    keyboard.type("1 2 250")
    enter(1)
    assert page.panel.hand.points.question()
    for later in (0.01, 0.1, 0.25):  # doubled, tripled, hammered
        enter(later)
        assert recorded(page) == 0
    enter(0.35)  # the question stands for 0.71 seconds, and this is a press of its own
    assert recorded(page) == 1


def test_an_enter_too_soon_to_have_read_is_no_answer(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], clock: Clock
) -> None:
    keyboard.type("1 2 250")
    enter(1)
    enter(0.39)
    assert recorded(page) == 0
    assert page.panel.hand.points.question()
    enter(0.31)
    assert recorded(page) == 1


def test_an_enter_at_once_is_no_reason(page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None]) -> None:
    """Ctrl+R and a digit, pressed by habit, must not reopen the sheet for a usual reason."""
    play(keyboard, SHEET)
    sheet = page.controller.book.view.sheet(1, 1)
    page.controller.act(CloseSheet(1, 1, sheet.computed))
    keyboard.type("Ctrl+R 3")
    assert page.panel.signing.reason.isVisible()
    enter(0.1)
    assert page.controller.book.view.sheet(1, 1).state is SheetState.VERIFIED
    assert not page.panel.signing.reason.problem()
    enter(0.4)
    assert page.controller.book.view.sheet(1, 1).state is not SheetState.VERIFIED


def test_a_question_that_was_never_painted_is_not_answered(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], clock: Clock
) -> None:
    keyboard.type("1 2 250")
    line = page.panel.hand.points.line
    QTest.keyClick(line, ENTER)
    clock.now += 5  # the machine was busy: nothing came onto the screen meanwhile
    QTest.keyClick(line, ENTER)
    assert recorded(page) == 0
    for _ in range(3):
        QApplication.processEvents()
    enter(1)
    assert recorded(page) == 1


def test_a_held_enter_records_one_hand_and_answers_nothing(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], clock: Clock
) -> None:
    keyboard.type("1 2 250")
    QTest.keyPress(page.panel.hand.points.line, ENTER)
    clock.now += 5
    repeat(20)
    assert recorded(page) == 0
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyPress(focused, ENTER)  # repeated by a system that does not say so: the key never came up
    assert recorded(page) == 0
    QTest.keyRelease(focused, ENTER)
    enter(1)
    assert recorded(page) == 1
    repeat(20)
    assert not page.panel.hand.winner.problem()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("later", [0.02, 0.1, 0.2, 0.29])
def test_a_meant_enter_counts_however_soon_it_follows_another(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], later: float
) -> None:
    """In a correction Enter leaves winner and discarder as they are, and the digits behind are points."""
    keyboard.type("1 2 24")
    enter(1)
    keyboard.type("Up")
    enter(later)
    enter(later)
    keyboard.type("3 8")
    enter(later)
    assert page.state.hand is not None
    draft = page.state.hand.draft
    assert (draft.winner, draft.discarder, draft.points) == (0, 1, "38")
    assert QApplication.focusWidget() is page.panel.hand.reason.line


@pytest.mark.sampled(1)
@pytest.mark.parametrize("later", [0.02, 0.2, 0.4])
def test_a_doubled_enter_behind_a_hand_records_nothing_more(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], later: float
) -> None:
    keyboard.type("1 2 24")
    enter(1)
    enter(later)
    assert recorded(page) == 1
    assert typed_hand(page).empty
    assert QApplication.focusWidget() is page.panel.hand.winner.line
    keyboard.type("X")
    assert not page.panel.hand.winner.problem()
    enter(later)
    assert recorded(page) == 2


def test_signing_with_hands_not_played_is_not_answered_in_haste(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], clock: Clock
) -> None:
    for hand in SHEET[:4]:
        play(keyboard, [hand])
        clock.now += 1
    clock.now += 1
    keyboard.type("Ctrl+Enter")
    enter(0.1)
    clock.now += 0.1
    keyboard.type("Ctrl+Enter")  # signing again would be an answer too
    assert page.panel.signing.question.isVisible()
    enter(0.1)
    assert page.controller.book.view.sheet(1, 1).state is SheetState.IN_PLAY
    enter(0.5)
    assert "totals on paper are missing" in page.panel.signing.question.text()
    enter(0.1)  # the next question was not read yet
    assert page.controller.book.view.sheet(1, 1).state is SheetState.IN_PLAY
    enter(0.5)
    assert page.controller.book.view.sheet(1, 1).state is SheetState.VERIFIED


def test_a_doubled_enter_in_the_totals_leaves_none_out(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None], clock: Clock
) -> None:
    for hand in SHEET:
        play(keyboard, [hand])
        clock.now += 1
    keyboard.type("12")
    enter(1)
    enter(0.1)
    assert QApplication.focusWidget() is page.score_sheet.totals.fields[1]
    keyboard.type("4")
    assert page.state.totals.texts == ("12", "4", "", "")


def test_a_doubled_click_on_the_button_answers_nothing(
    page: TablesPage, keyboard: Keyboard, enter: Callable[[float], None]
) -> None:
    keyboard.type("1 2 250")
    QTest.mouseClick(page.panel.hand.record, Qt.MouseButton.LeftButton)
    QTest.mouseDClick(page.panel.hand.record, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(page.panel.hand.record, Qt.MouseButton.LeftButton)
    assert page.panel.hand.points.question()
    assert recorded(page) == 0
