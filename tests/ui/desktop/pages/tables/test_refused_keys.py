"""What is typed at once after a refused key counts for nothing: it was meant as an answer to another question."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.fake_player import FakePlayer
from tests.ui.desktop.pages.tables.conftest import Clock
from tests.ui.desktop.pressing import press as press_keys
from tournament.catalogue import IDS
from tournament.language import ENGLISH
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets import flash
from ui.desktop.widgets.cards import READING
from ui.desktop.widgets.flash import Flash
from ui.desktop.widgets.key_router import PAUSE
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("clock")


def played(page: TablesPage) -> int:
    return page.controller.book.view.sheet(1, 1).played


def draft(page: TablesPage) -> tuple[int | None, int | None, str]:
    typed = typed_hand(page)
    return typed.winner, typed.discarder, typed.points


def test_a_burst_that_goes_on_after_a_refused_key_is_not_recorded(
    page: TablesPage, keyboard: Keyboard, clock: Clock
) -> None:
    keyboard.type("2 2 3 9 Enter")  # meant: 2 from another player, 39 points
    assert played(page) == 0
    assert draft(page) == (1, None, "")
    assert "is the winner" in page.panel.hand.source.problem()
    assert "3 keys ignored" in page.panel.hand.source.problem()
    clock.now += PAUSE
    keyboard.type("3 9 Enter")
    assert played(page) == 1
    assert not page.panel.hand.winner.problem()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("keys", "shown"), [
    ("9 1 2 8 Enter", "4 keys ignored"),
    ("1 9 2 8 Enter", "3 keys ignored"),
    ("1 2 Enter 3 1 Enter", "3 keys ignored"),  # the points are missing; 31 are of the next hand
    ("1 2 3 Enter 1 2 8 Enter", "4 keys ignored"),  # below the minimum of 8
    ])  # fmt: skip
def test_every_refusal_of_a_hand_counts(page: TablesPage, keyboard: Keyboard, keys: str, shown: str) -> None:
    keyboard.type(keys)
    assert played(page) == 0
    form = page.panel.hand
    problems = [field.problem() for field in (form.winner, form.source, form.points)]
    assert shown in " ".join(problems)


def test_a_player_who_may_not_win_is_refused_and_so_is_what_follows(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 1 P9 Enter Enter")
    keyboard.type("1 3 4 8 Enter")  # a false Hu took the right to win from player 1
    assert played(page) == 0
    assert draft(page) == (None, None, "")
    assert "4 keys ignored" in page.panel.hand.winner.problem()


def test_escape_and_backspace_let_keys_count_at_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 2 3 Backspace 3 4 9")
    assert draft(page) == (2, 3, "9"), "Backspace went back to the winner, and 3 is typed over it"
    keyboard.type("Esc 2 2 9 Esc 2 3 9 Enter")
    assert played(page) == 1


def test_keys_count_again_after_a_pause_without_a_key(page: TablesPage, keyboard: Keyboard, clock: Clock) -> None:
    def press(key: str, later: float) -> None:
        clock.now += later
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClicks(target, key)
        QApplication.processEvents()

    keyboard.type("2 2")
    press("3", PAUSE - 0.01)
    press("3", PAUSE - 0.01)  # each key begins the pause again
    assert draft(page) == (1, None, "")
    assert "2 keys ignored" in page.panel.hand.source.problem()
    press("3", PAUSE)
    assert draft(page) == (1, 2, "")
    assert not page.panel.hand.source.problem()


def test_the_refused_field_is_coloured_for_a_moment(
    page: TablesPage, keyboard: Keyboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flashes() -> list[Flash]:
        return [each for each in page.panel.hand.source.findChildren(Flash) if each.isVisible()]

    keyboard.type("2 2")
    qtbot.waitUntil(lambda: flashes() != [])
    colour = page.panel.hand.source.grab().toImage()
    monkeypatch.setattr(flash, "_FLASH", 1)  # until then it stays, see the fixture `unhurried`
    for each in flashes():
        each.begin(each.parentWidget() or page)
    qtbot.waitUntil(lambda: flashes() == [])
    assert page.panel.hand.source.grab().toImage() != colour
    assert QApplication.focusWidget() is page.panel.hand.source.line


@pytest.mark.usefixtures("own_preferences")
def test_a_refused_key_is_heard_only_by_those_who_want_it(
    page: TablesPage, keyboard: Keyboard, clock: Clock, fake_player: FakePlayer
) -> None:
    keyboard.type("2 2 3")
    assert fake_player.played == []
    preferences.keep_sounds_refusals(True)
    clock.now += PAUSE
    keyboard.type("2 3")
    assert fake_player.played == ["refused-key"]


def test_a_held_key_is_one_key(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 2")
    target = QApplication.focusWidget()
    assert target is not None
    for repeated in (False, True, True, True):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_3, Qt.KeyboardModifier.NoModifier, "3", repeated)
        QApplication.sendEvent(target, held)
    assert "1 key ignored" in page.panel.hand.source.problem()
    assert draft(page) == (1, None, "")


def test_ctrl_enter_does_not_sign_in_a_burst(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 8 Enter")
    keyboard.type("2 2 Ctrl+Enter")
    assert page.panel.signing.question.isHidden()
    assert "1 key ignored" in page.panel.hand.source.problem()


def test_a_doubled_enter_ignores_nothing(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 8 Enter Enter 3 4 9 Enter")
    assert played(page) == 2


def test_a_key_of_the_window_leads_away_at_once(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 2")
    press_keys("Alt+5")
    assert not page.isVisible()


def test_what_follows_a_refused_key_of_a_penalty_is_ignored(page: TablesPage, keyboard: Keyboard, clock: Clock) -> None:
    keyboard.type("P 9 2 P6 Enter")
    assert page.state.penalty is not None
    assert page.state.penalty.typed.player is None
    assert "4 keys ignored" in page.panel.penalty.player.problem()
    clock.now += PAUSE
    keyboard.type("2 P6 Enter Enter")
    assert len(page.controller.book.view.sheet(1, 1).penalties) == 1


def test_what_follows_a_refused_key_of_a_repair_is_ignored(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 8 Enter")
    keyboard.type("R 9 2 1 Enter")
    assert page.state.repair is not None
    assert "3 keys ignored" in page.panel.repair.kind.problem()
    assert played(page) == 1


@pytest.mark.parametrize("named", ["9", "nobody", "3-01", ""])
def test_what_follows_a_refused_table_is_ignored_and_counted(
    named: str, page: TablesPage, keyboard: Keyboard, clock: Clock, qtbot: QtBot
) -> None:
    """A row typed blind would otherwise go to another table, and the next be recorded there."""
    keyboard.type(f"G {named} Enter")
    problem = page.cards.problem()
    assert problem
    qtbot.waitUntil(lambda: page.cards.findChild(Flash) is not None)
    keyboard.type("2 Enter 1 3 8 Enter")
    assert page.cards.problem() == f"{problem} (6 keys ignored)"
    assert page.score_sheet.title.accessibleName().startswith("Table 1")
    assert draft(page) == (None, None, "")
    clock.now += PAUSE
    keyboard.type("2 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 2")
    assert page.cards.problem() == ""


def test_esc_and_backspace_after_a_refused_table_count_again(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 9 Enter Backspace 2 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 2")
    keyboard.type("G 9 Enter 1 Esc 1 3 8 Enter")
    assert page.controller.book.view.sheet(1, 2).played == 1


def test_what_follows_a_refused_key_of_a_total_is_ignored(page: TablesPage, keyboard: Keyboard) -> None:
    said: list[object] = []
    keyboard.type("1 2 8 Enter")
    page.controller.messages.shown.connect(lambda text: said.append(str(text.values)))
    keyboard.type("F6 3 ; 4 Enter")
    assert page.state.totals.texts[0] == "3"
    assert len(said) == 3, "the refusal, then with one key and with two"


def test_a_penalty_that_the_player_already_has_in_the_hand_asks_first(
    page: TablesPage, keyboard: Keyboard, clock: Clock
) -> None:
    keyboard.type("P 1 P18 Enter Enter")
    keyboard.type("P 1 P18 Enter Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert len(sheet.penalties) == 1
    assert "already has “Hand or wall broken” in hand 1" in page.panel.penalty.question.text()
    keyboard.type("Esc")
    assert page.state.penalty is None
    keyboard.type("P 1 P18 Enter Enter")
    QApplication.processEvents()
    clock.now += READING
    keyboard.type("Enter")
    assert len(page.controller.book.view.sheet(1, 1).penalties) == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", IDS)
def test_a_number_takes_no_more_digits_than_the_rules_allow(rules: str, page: TablesPage, keyboard: Keyboard) -> None:
    """The next hand must not run into the points after an Enter that was forgotten."""
    form = page.panel.hand
    keyboard.type("1 2 " + "1" * 12)
    values = form.values if page.controller.book.view.rules.four_values else None
    line = values.lines[0] if values is not None else form.points.line
    field = values or form.points
    most = page.controller.book.view.rules.most
    assert line.text() == "1" * len(str(most))
    assert f"has too many digits: at most {most} ({11 - len(str(most))} keys ignored)" in field.problem()
    assert played(page) == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", IDS)
@pytest.mark.parametrize(("typed", "ignored"), [("1+" + "1" * 20, 20), ("1" + "+" * 20, 19)])
def test_a_number_with_another_character_in_it_is_refused_before_its_line_is_full(
    rules: str, typed: str, ignored: int, page: TablesPage, keyboard: Keyboard
) -> None:
    """Otherwise the line would discard whole rows that are typed into it, and nothing would show that."""
    form = page.panel.hand
    keyboard.type(f"1 2 {typed}")
    values = form.values if page.controller.book.view.rules.four_values else None
    field = values or form.points
    ignored -= len(str(page.controller.book.view.rules.most))
    assert f"({ignored} keys ignored)" in field.problem()
    assert played(page) == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["3", "1 2 8 Enter", "X", "K"])
def test_what_is_typed_while_a_question_is_open_does_not_run_into_the_points(
    page: TablesPage, keyboard: Keyboard, clock: Clock, keys: str
) -> None:
    keyboard.type("1 2 9 9 Enter")
    question = page.panel.hand.points.question()
    assert "99 is more than 88: is this correct?" in question
    if keys != "X":
        keyboard.type(keys)
        assert draft(page) == (0, 1, "99")
        assert page.panel.hand.points.question() == question
    assert played(page) == 0
    QApplication.processEvents()
    clock.now += max(PAUSE, READING)
    keyboard.type("Enter")
    assert played(page) == 1


def test_backspace_corrects_the_points_that_a_question_is_about(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 9 9 Enter Backspace")
    assert draft(page) == (0, 1, "9")
    assert not page.panel.hand.points.question()
    keyboard.type("Enter")
    assert played(page) == 1


def test_the_range_comes_before_the_question_about_the_session(
    page: TablesPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.choose_session(2)
    keyboard.type("1 2 5 0 1 Enter")
    form = page.panel.hand
    assert "501 is above the maximum of 500" in form.points.problem()
    assert not form.points.question()


def test_the_question_about_the_session_comes_once_for_all_its_tables(
    page: TablesPage, controller: EventController, keyboard: Keyboard, clock: Clock
) -> None:
    controller.choose_session(2)
    keyboard.type("1 2 8 Enter")
    assert "Start session 2?" in page.panel.hand.points.question()
    QApplication.processEvents()
    clock.now += READING
    keyboard.type("Enter")
    assert controller.book.view.sheet(2, 1).played == 1
    keyboard.type("G 2 Enter 1 2 8 Enter")
    assert controller.book.view.sheet(2, 2).played == 1
    keyboard.type("G 1 Enter 1 2 9 Enter")
    assert controller.book.view.sheet(2, 1).played == 2


def test_what_is_typed_while_a_penalty_asks_is_refused(page: TablesPage, keyboard: Keyboard, clock: Clock) -> None:
    keyboard.type("P 1 P18 Enter Enter")
    keyboard.type("P 1 P18 Enter Enter 2 P 6 Enter")
    form = page.state.penalty
    assert form is not None
    assert (form.typed.player, form.typed.fault, form.asking) == (0, "P18", True)
    assert len(page.controller.book.view.sheet(1, 1).penalties) == 1


def test_a_total_that_is_full_takes_no_digit_and_says_so(page: TablesPage, keyboard: Keyboard) -> None:
    said: list[str] = []
    keyboard.type("1 2 8 Enter")
    page.controller.messages.shown.connect(lambda text: said.append(ENGLISH.render(text)))
    keyboard.type("F6 " + "1" * 14)
    assert page.state.totals.texts[0] == "1" * 12
    assert said == ["No total has so many digits.", "No total has so many digits. (1 key ignored)"]
