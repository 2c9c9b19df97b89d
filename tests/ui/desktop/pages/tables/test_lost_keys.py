"""No key that is typed where nothing takes it is lost without a word."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pressing import focused
from tournament.catalogue import IDS
from tournament.language import ENGLISH, Text
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.cards import Question
from ui.desktop.widgets.flash import Flash
from ui.desktop.window import Window
from ui.entry.typing_order import HandField


@pytest.fixture
def told(window: Window) -> list[str]:
    """What the window said in its bar."""
    said: list[str] = []

    def note(text: Text) -> None:
        said.append(ENGLISH.render(text))

    window.controller.messages.shown.connect(note)
    window.controller.messages.noted.connect(note)
    return said


def played(page: TablesPage) -> int:
    return page.controller.book.view.sheet(1, 1).played


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", IDS)
def test_tab_in_the_last_field_stays_in_the_form(rules: str, page: TablesPage, keyboard: Keyboard) -> None:
    for keys in ("1 2", "1", "1 D", "1 D 3", "1 2 1"):
        keyboard.type(keys)
        for _ in range(4):
            keyboard.type("Tab")
            target = focused()
            assert page.panel.hand.isAncestorOf(target) or page.panel.hand.foot.isAncestorOf(target)
            if target is page.panel.hand.record:
                break
        keyboard.type("Esc" if focused() is not page.panel.hand.record else "Enter")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", IDS)
@pytest.mark.parametrize("key", [Qt.Key.Key_Backtab, Qt.Key.Key_Tab])
def test_shift_tab_in_a_hand_stays_in_the_form(rules: str, key: Qt.Key, page: TablesPage, keyboard: Keyboard) -> None:
    form = page.panel.hand
    for keys in ("4", "4 1", "4 D 3", "X"):
        keyboard.type(keys)
        for _ in range(12):
            QTest.keyPress(focused(), key, Qt.KeyboardModifier.ShiftModifier)
            assert form.isAncestorOf(focused()) or focused() is form.record
        form.focus(HandField.WINNER)
        keyboard.type("Esc Esc Esc")


def test_shift_tab_in_the_first_field_of_a_whole_hand_reaches_the_button(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("X")
    QTest.keyPress(focused(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert focused() is page.panel.hand.record
    keyboard.type("Enter")
    assert played(page) == 1


def test_shift_tab_leaves_an_empty_form(page: TablesPage) -> None:
    QTest.keyPress(focused(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert not page.panel.hand.isAncestorOf(focused())


def test_tab_after_the_points_reaches_the_button_and_digits_there_are_refused(
    page: TablesPage, keyboard: Keyboard, told: list[str]
) -> None:
    keyboard.type("1 2 8 Tab")
    assert focused() is page.panel.hand.record
    keyboard.type("3")
    assert "“3” was not entered: the cursor is in no field. Esc returns to the field." in told[-1]
    assert played(page) == 0
    keyboard.type("Esc")
    assert focused() is page.panel.hand.points.line
    assert typed_hand(page).points == "8"


def test_tab_after_missing_points_says_that_they_are_missing(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 Tab")
    assert focused() is page.panel.hand.points.line
    assert page.panel.hand.points.problem()


def test_a_digit_on_a_button_of_the_window_is_not_lost_unseen(window: Window, told: list[str]) -> None:
    for part in (*window.rail.findChildren(QWidget), window.status, *window.status.findChildren(QWidget)):
        if part.focusPolicy() is Qt.FocusPolicy.NoFocus or not part.isVisible() or not part.isEnabled():
            continue
        part.setFocus()
        if QApplication.focusWidget() is not part:
            continue
        told.clear()
        QTest.keyClicks(part, "7")
        assert told == ["“7” was not entered: the cursor is in no field."], part.accessibleName()


def test_enter_on_the_rail_opens_the_page_as_a_click_does(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2")
    items = {part.accessibleName(): part for part in window.rail.findChildren(QAbstractButton)}
    for item, shown in ((items["Tables"], "tables"), (items["Players"], "players")):
        item.setFocus()
        assert focused() is item
        keyboard.type("Enter")
        assert window.current == shown
        assert focused() is not item, "Enter on the item of the page that is open leads back into it"


def test_what_is_typed_at_a_question_about_signing_is_refused(
    page: TablesPage, keyboard: Keyboard, told: list[str]
) -> None:
    keyboard.type("1 2 8 Enter Esc Ctrl+Enter")
    assert page.panel.signing.question.isVisible()
    keyboard.type("3")
    assert "“3” does not answer the question" in told[-1]
    assert page.panel.signing.question.isVisible()
    assert not any(page.state.totals.texts)


def flashes(part: QWidget) -> bool:
    found = part.findChild(Flash)
    return found is not None and found.isVisible()


def test_a_press_of_enter_that_a_question_does_not_take_is_seen(
    page: TablesPage, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Question, "clock", lambda: 0.0)  # the question has only just appeared
    keyboard.type("1 2 8 Enter Ctrl+Enter")
    question = page.panel.signing.question
    assert question.isVisible()
    assert not flashes(question)
    keyboard.type("Enter")
    assert question.isVisible()
    assert flashes(question)


def test_a_message_that_is_said_again_is_seen_to_be(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 8 Tab 3")
    assert "“3” was not entered" in window.messages.text()
    assert not flashes(window.messages)
    keyboard.type("3")
    assert flashes(window.messages)
    window.messages.show_message(None)
    keyboard.type("3")
    assert "“3” was not entered" in window.messages.text()
    assert not flashes(window.messages), "this message was not there before"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", ["mcr", "riichi-ema-2025", "hong-kong"])
@pytest.mark.parametrize("typed", ["", "1 3 9"])
def test_tab_in_a_correction_stays_in_the_form(rules: str, typed: str, page: TablesPage, keyboard: Keyboard) -> None:
    page.controller.act(RecordHand(1, 1, 1, Outcome(None)))
    keyboard.type("Up")
    assert page.panel.hand.reason.isVisible()
    keyboard.type(typed)
    for _ in range(12):
        keyboard.type("Tab")
        assert page.panel.isAncestorOf(focused())
        assert page.panel.hand.isAncestorOf(focused()) or focused() is page.panel.hand.record


def test_tab_leaves_an_empty_form(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("Tab Tab Tab")
    assert not page.panel.hand.isAncestorOf(focused())


def test_enter_without_tiles_says_what_is_missing(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 8 T")
    tiles = page.tiles.of_winner
    assert tiles is not None
    keyboard.type("Enter")
    assert "The hand cannot be recorded" in tiles.editor.problem()
    keyboard.type("Enter")
    assert tiles.editor.findChild(Flash) is not None, "the second press is seen to do nothing"
    keyboard.type("1m")
    assert "The hand cannot be recorded" not in tiles.editor.problem()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", IDS)
@pytest.mark.parametrize("tabs", [1, 2, 3])
def test_tab_in_a_drawn_hand_does_not_lose_it(rules: str, tabs: int, page: TablesPage, keyboard: Keyboard) -> None:
    """The last drawn hand of a game changes no total, so that nobody would miss it."""
    keyboard.type("X" + " Tab" * tabs + " Enter")
    assert played(page) == 1


def test_x_in_the_totals_of_a_full_sheet_says_that_it_does_nothing(
    page: TablesPage, keyboard: Keyboard, told: list[str]
) -> None:
    keyboard.type("X Enter " * 16)
    assert played(page) == 16
    keyboard.type("X")
    assert told[-1] == "“X” does nothing here: all hands are entered."


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("rules", "before", "keys"),
    [
        ("hong-kong", "4 2 8 L 1 Esc Esc Esc", "4 D 3"),
        ("hong-kong", "4 2 8 L 1 Tab Esc Esc Esc 4 D 3 Enter", "1 2 3"),
        ("hong-kong", "4 2 8 L 1 Esc Esc Esc 1 2 3 Enter Up Enter Enter 4 Enter misread Enter Down", "4 D 3"),
        ("riichi-ema-2025", "X Enter 2 3 5 M 4 3 3 Enter", "2 3 3 3 I 2"),
        ("riichi-ema-2025", "X Enter Up 2 3 5 Enter misread Enter Down", "2 3 3 3 I 2"),
    ],
)
def test_tab_reaches_the_button_also_after_other_fields_were_asked(
    rules: str, before: str, keys: str, page: TablesPage, keyboard: Keyboard
) -> None:
    form = page.panel.hand
    keyboard.type(f"{before} {keys}")
    for _ in range(6):
        keyboard.type("Tab")
        assert form.isAncestorOf(focused()) or form.foot.isAncestorOf(focused())
        if focused() is form.record:
            break
    assert focused() is form.record


@pytest.mark.parametrize("before", ["P Esc", "R Esc", "P Esc R Esc", "R Esc P Esc"])
def test_tab_reaches_the_button_also_after_another_form_was_made(
    before: str, page: TablesPage, keyboard: Keyboard
) -> None:
    """Otherwise it went to the status bar, where Enter opened the copies of the event."""
    keyboard.type(f"X Enter Up {before} Down 1 2 8 Tab")
    assert focused() is page.panel.hand.record
    QTest.keyPress(focused(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert focused() is page.panel.hand.points.line
    keyboard.type("Tab Enter")
    assert played(page) == 2
