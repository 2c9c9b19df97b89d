"""Penalties, totals, signing, jumping: by keys, read back from what is shown."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QWidget

from tests.tournament.use_cases.events import BY
from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pages.tables.recount import Hand, totals
from tests.ui.desktop.pages.tables.test_entry import SHEET, keys_of
from tests.ui.desktop.pressing import press
from tournament.language import integer_text
from tournament.ledger.sheet import SheetState
from tournament.rules.written_totals import read_total
from tournament.use_cases import carry_out
from tournament.use_cases.commands import SwapPlayers
from ui.desktop.controller import EventController
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window


def result_rows(page: TablesPage) -> list[str]:
    model = page.score_sheet.model
    return [str(model.index(at, sheet_table.RESULT).data()) for at in range(model.rowCount())]


def cells(page: TablesPage, result: str) -> list[str]:
    model = page.score_sheet.model
    at = next(at for at, text in enumerate(result_rows(page)) if result in text)
    return [str(model.index(at, column).data()) for column in range(sheet_table.FIRST_PLAYER, sheet_table.COUNT)]


def play(keyboard: Keyboard, hands: list[Hand]) -> None:
    for hand in hands:
        keyboard.type(keys_of(hand))


def type_totals(keyboard: Keyboard, sums: list[int]) -> None:
    for total in sums:
        keyboard.type(f"{total} Enter")


def test_a_false_hu_pays_each_opponent(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter P 2 P9 Enter")
    assert "−30" in page.panel.penalty.effect.accessibleName()
    assert page.controller.book.view.sheet(1, 1).penalties == ()
    keyboard.type("Enter")
    # hand 2, in which the penalty falls, is not played: A won 12 from B, +36; B pays 10 to each
    assert cells(page, "P9") == ["+10 46", "−30 −50", "+10 2", "+10 2"]
    assert "May not win" not in result_rows(page)[0]
    assert typed_hand(page).hand == 2
    assert QApplication.focusWidget() is page.panel.hand.winner.line


def test_a_progressive_fault_takes_the_next_step(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 3 P6 Enter")
    assert "Occurrence 1 in this session: a warning." in page.panel.penalty.result.text()
    assert page.panel.penalty.ladder.accessibleName().startswith("Ladder: warn.; steps warn., 5, ")
    keyboard.type("Enter P 3")
    keyboard.words("claim ch")
    keyboard.type("Enter")
    assert "Occurrence 2 in this session: 5 points" in page.panel.penalty.result.text()
    keyboard.type("Enter Enter")  # it is the second in this hand, so it asks
    assert [penalty.given.points for penalty in page.controller.book.view.sheet(1, 1).penalties] == [0, 5]
    assert page.controller.book.view.sheet(1, 1).scores == (0, 0, -5, 0)


def test_on_the_sheet_too_another_step_of_the_ladder_is_chosen(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 3 P6 Enter")
    ladder = page.panel.penalty.ladder
    assert ladder.isVisible()
    press("Tab")
    while QApplication.focusWidget() is not ladder:
        press("Tab")
    press("Right", "Return")
    assert [penalty.given.points for penalty in page.controller.book.view.sheet(1, 1).penalties] == [5]


def test_late_by_minutes_and_a_victim(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 1 P2 Enter 12 Enter P 4 P17 Enter 20 Enter 2 Enter")
    given = [penalty.given for penalty in page.controller.book.view.sheet(1, 1).penalties]
    assert [(each.points, each.to, each.minutes) for each in given] == [(20, (), 12), (20, (1,), None)]
    assert page.controller.book.view.sheet(1, 1).scores == (-20, 20, 0, -20)


def test_more_than_fifteen_minutes_are_refused_with_the_way_out(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 1 P2 Enter 16 Enter")
    assert "substitute" in page.panel.penalty.amount.problem()
    assert page.controller.book.view.sheet(1, 1).penalties == ()
    keyboard.type("Esc")
    assert page.panel.hand.isVisible()


def test_a_penalty_in_own_words(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 2")
    keyboard.words("own words")
    keyboard.type("Enter 10 Enter 13 Enter")
    keyboard.words("phone at the table")
    keyboard.type("Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.scores == (10, -20, 10, 0)
    assert sheet.penalties[0].given.reason == "phone at the table"


def test_a_penalty_is_cancelled_with_a_reason(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter P 2 P10 Enter Enter Down")
    assert page.panel.penalty_shown.isVisible()
    keyboard.type("Enter")
    assert "needs a reason" in page.panel.penalty_shown.reason.problem()
    keyboard.words("the hand was good")
    keyboard.type("Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.penalties == ()
    assert len(sheet.cancelled) == 1
    assert not any("P10" in text for text in result_rows(page))


def test_totals_that_agree_are_signed(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    play(keyboard, SHEET)
    assert QApplication.focusWidget() is page.score_sheet.totals.fields[0]
    type_totals(keyboard, totals(SHEET))
    assert page.panel.signing.notice.text().startswith("The four totals agree")
    assert page.controller.book.view.sheet(1, 1).state is SheetState.VERIFIED
    assert page.cards.cards[0].state().startswith("Verified")
    assert not page.score_sheet.totals.fields[0].isEnabled()


def test_totals_that_differ_show_where_to_look_and_ask_for_a_reason(
    page: TablesPage, window: Window, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    play(keyboard, SHEET)
    sums = totals(SHEET)
    type_totals(keyboard, [sums[0] - 8, sums[1], sums[2], sums[3] + 8])
    assert page.panel.signing.notice.text().startswith("2 totals differ by 8")
    assert page.panel.signing.difference.text().startswith("Hand 4: 19 points instead of 11?")
    assert page.score_sheet.totals.fields[0].accessibleDescription() == "8 too low"
    assert page.score_sheet.totals.fields[3].accessibleDescription() == "8 too high"
    foot = said(page.score_sheet.totals).split(" | ")
    assert {"Computed", "Difference", "8 too low", "8 too high", integer_text(sums[1])} <= set(foot)
    assert page.cards.cards[0].state() == "Totals differ"
    assert "table 1 differs" in window.status.open.text()
    keyboard.type("Ctrl+Enter Enter")
    assert "Enter a short reason" in page.panel.signing.reason.problem()
    keyboard.words("players agreed")
    keyboard.type("Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.accepted == "players agreed"


def test_a_table_stopped_by_time_asks_once(page: TablesPage, keyboard: Keyboard) -> None:
    play(keyboard, SHEET[:13])
    keyboard.type("Ctrl+Enter")
    assert "3 hands were not played" in page.panel.signing.question.text()
    keyboard.type("Esc Ctrl+Enter Enter")
    assert "4 totals on paper are missing" in page.panel.signing.question.text()
    keyboard.type("Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.played == 13
    assert result_rows(page).count("not played") == 3


def test_a_verified_sheet_is_reopened_with_a_reason(page: TablesPage, keyboard: Keyboard) -> None:
    play(keyboard, SHEET[:4])
    keyboard.type("Ctrl+Enter Enter Enter Ctrl+R Enter")
    assert "Enter a short reason" in page.panel.signing.reason.problem()
    keyboard.words("one more hand")
    keyboard.type("Enter 2 4 16 Enter")
    assert page.controller.book.view.sheet(1, 1).played == 5


def test_a_verified_sheet_takes_a_correction_and_no_penalty(page: TablesPage, keyboard: Keyboard) -> None:
    play(keyboard, SHEET[:2])
    keyboard.type("Ctrl+Enter Enter Enter Up 3 D 30 Enter")
    keyboard.words("read as 13")
    keyboard.type("Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.state is SheetState.VERIFIED
    assert list(sheet.scores) == totals([(1, 3, 20), (3, None, 30)])
    keyboard.type("P 2 P9 Enter Enter")
    assert "is verified" in page.panel.penalty.fault.problem()
    assert page.controller.book.view.sheet(1, 1).penalties == ()


def test_a_table_by_its_totals_alone(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("F6")
    type_totals(keyboard, [20, -4, -16, 0])
    assert "Enter only the four totals" in page.panel.signing.question.text()
    keyboard.type("Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert sheet.totals_only
    assert sheet.scores == (20, -4, -16, 0)


def test_a_half_typed_hand_keeps_the_sheet_from_being_signed(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter 3")
    assert not page.panel.signing.sign.isEnabled()
    assert "unfinished" in page.panel.signing.why_not.text()


@pytest.mark.parametrize(
    ("typed", "value"),
    [("-70", -70), ("−70", -70), ("+12", 12), (" 238 ", 238), ("", None), ("7o", None), ("--7", None), ("²", None)],
)
def test_totals_are_read_with_either_minus(typed: str, value: int | None) -> None:
    assert read_total(typed) == value


def test_jumping_by_number_and_by_code(
    page: TablesPage, window: Window, controller: EventController, keyboard: Keyboard
) -> None:
    keyboard.type("G 2 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 2, Session 1")
    keyboard.type("G 2-01 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 1, Session 2")
    assert controller.session == 2
    key = controller.book.view.journal[0].id[:8].upper()
    keyboard.type(f"QV:{key}:1-02 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 2, Session 1")
    keyboard.type("QV:00000000:1-01 Enter")
    assert "another event" in page.cards.problem()
    carry_out(controller.book, SwapPlayers(1, 5, (1,)), by=BY)
    keyboard.type(f"Esc QV:{key}:1-01-1 Enter")
    assert "out of date: it is version 1, and version 2 of session 1 is current" in page.cards.problem()
    keyboard.type(f"Esc QV:{key}:1-01-2 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 1, Session 1")
    keyboard.type(f"QV:{key}:1-02-2 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 2, Session 1")
    keyboard.type("G 9 Enter")
    assert "There is no table 9" in page.cards.problem()
    keyboard.type("Esc 1 2 12 Enter")
    assert controller.book.view.sheet(1, 2).played == 1


def test_plain_digits_never_jump(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 22 2")
    assert page.score_sheet.title.accessibleName().startswith("Table 1")


def test_the_problem_key_goes_to_the_table_that_differs(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter F6")
    type_totals(keyboard, [0, 0, 0, 0])
    keyboard.type("G 2 Enter F8")
    assert page.score_sheet.title.accessibleName().startswith("Table 1")


def test_every_control_has_a_name(page: TablesPage) -> None:
    for control in page.findChildren(QWidget):
        if control.isVisible() and control.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert control.accessibleName(), f"{control} has no accessible name"


def test_the_model_of_the_sheet_keeps_its_promises(page: TablesPage, keyboard: Keyboard) -> None:
    QAbstractItemModelTester(page.score_sheet.model, QAbstractItemModelTester.FailureReportingMode.Fatal, page)
    keyboard.type("1 2 12 Enter P 2 P10 Enter Enter")
    assert page.score_sheet.model.rowCount() == 4 + 16 + 1


def test_another_author_is_kept(page: TablesPage, controller: EventController, keyboard: Keyboard) -> None:
    controller.user.sign_as("Second Referee")
    keyboard.type("1 2 12 Enter")
    assert controller.book.view.sheet(1, 1).hands[0].entries[0].author == "Second Referee"
