"""A signed sheet read a second time: by keys alone, while the first typing is not shown."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from tests.ui.desktop.conftest import BY, Keyboard
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tournament.event.settings import SecondReading
from tournament.ledger.facts import SheetRejected
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CloseSheet, RecordHand, ReopenSheet, carry_out
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.second_reading import SecondReadingView
from ui.desktop.widgets.keys import KeyText
from ui.desktop.window import Window

TOTALS = (32, -16, -8, -8)
"""Ada wins 8 from Ben: the one hand of table 1."""


@pytest.fixture
def rule() -> SecondReading:
    return SecondReading.BY_ANOTHER


@pytest.fixture
def signed(page: TablesPage, rule: SecondReading, keyboard: Keyboard) -> TablesPage:
    """Table 1 signed by somebody else, and table 2 in view."""
    controller = page.controller
    keyboard.type("G 2 Enter")
    controller.act(ChangeSettings(replace(controller.book.view.settings, second_reading=rule)))
    controller.user.sign_as("First Typist")
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)), confirmed=True)
    controller.act(CloseSheet(1, 1, TOTALS), confirmed=True)
    controller.user.sign_as("Second Reader")
    return page


def view_of(page: TablesPage) -> SecondReadingView:
    assert page.second_reading.view is not None
    assert page.second_reading.view.isVisible()
    return page.second_reading.view


def the_sheet(page: TablesPage) -> Sheet:
    return page.controller.book.view.sheet(1, 1)


def words(page: QWidget) -> str:
    """All that can be read on the page."""
    shown = [each for kind in (QLabel, QLineEdit, KeyText) for each in page.findChildren(kind) if each.isVisible()]
    return " | ".join(each.text() for each in shown if isinstance(each, QLabel | QLineEdit | KeyText))


def test_nothing_of_the_first_typing_is_in_view(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter")
    assert view_of(signed).fields[0].line.hasFocus()
    assert not signed.cards.isVisible()
    assert not signed.score_sheet.isVisible()
    assert not signed.panel.isVisible()
    for figure in ("32", "16", "8"):
        assert figure not in words(signed)


def test_the_cursor_stands_in_the_first_field_where_the_totals_were_typed_too(
    signed: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type(" ".join(["G 2 Enter", *["X Enter"] * 16]))
    type_totals(keyboard, [0, 0, 0, 0])
    assert signed.controller.book.view.sheet(1, 2).state is SheetState.TO_READ_AGAIN
    signed.controller.user.sign_as("Third Person")
    keyboard.type("G 2 Enter")
    assert view_of(signed).fields[0].line.hasFocus()


def test_the_same_totals_confirm_it(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter")
    type_totals(keyboard, list(TOTALS))
    sheet = the_sheet(signed)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.second_reader is not None
    assert sheet.second_reader.reader == "Second Reader"
    assert not view_is_open(signed)
    assert "Second Reader" in words(signed.panel)


def view_is_open(page: TablesPage) -> bool:
    return page.second_reading.view is not None and page.second_reading.view.isVisible()


def test_the_column_of_points_confirms_it_too(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter F6 8 Enter")
    for _ in range(15):
        keyboard.type("Enter")
    assert the_sheet(signed).state is SheetState.VERIFIED


def test_what_differs_is_asked_once_more_and_a_slip_is_put_right(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter")
    type_totals(keyboard, [32, -16, -6, -8])
    view = view_of(signed)
    assert "Read Cleo’s total again" in words(view)
    assert [field.line.text() for field in view.fields] == ["32", "-16", "", "-8"]
    assert view.fields[2].line.hasFocus()
    assert "−8" not in words(view)
    keyboard.type("-8 Enter")
    sheet = the_sheet(signed)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.second_reader is not None
    assert sheet.second_reader.reading.totals == TOTALS


def test_several_that_differ_are_asked_one_after_the_other(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter")
    type_totals(keyboard, [33, -16, -6, -8])
    view = view_of(signed)
    assert "Read these 2 values again" in words(view)
    assert view.fields[0].line.hasFocus()
    view.fields[1].setFocus()
    keyboard.type("7")  # it agrees: nothing is edited there now
    assert view.fields[1].line.text() == "-16"
    view.fields[0].setFocus()
    keyboard.type("F6")  # nor is something else read
    assert len(view.fields) == 4
    keyboard.type("32 Enter")
    assert view.fields[2].line.hasFocus()
    keyboard.type("Enter")
    assert "Type the total" in view.fields[2].problem()
    keyboard.type("-8 Enter")
    assert the_sheet(signed).state is SheetState.VERIFIED


def test_points_that_differ_are_asked_once_more_too(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter F6 9 Enter")
    for _ in range(15):
        keyboard.type("Enter")
    assert "Read hand 1 again" in words(view_of(signed))
    keyboard.type("8 Enter")
    assert the_sheet(signed).state is SheetState.VERIFIED


def read_twice(keyboard: Keyboard) -> None:
    """Cleo's total read as −6, twice."""
    keyboard.type("G 1 Enter")
    type_totals(keyboard, [32, -16, -6, -8])
    keyboard.type("-6 Enter")


def test_what_differs_twice_goes_back_with_a_reason_before_both_values_are_seen(
    signed: TablesPage, keyboard: Keyboard
) -> None:
    read_twice(keyboard)
    view = view_of(signed)
    assert the_sheet(signed).state is SheetState.TO_READ_AGAIN
    assert "Total of Cleo: −6 was read twice, and differs from the signed value" in view.question.text()
    assert view.reason.line.hasFocus()
    assert view.reason.text() == "Total of Cleo: read twice"
    assert "−8" not in words(view)
    view.fields[2].setFocus()
    keyboard.type("8")  # it was read: nothing is edited now
    assert view.fields[2].line.text() == "-6"
    view.reason.setFocus()
    keyboard.words(", clearly a 6")
    keyboard.type("Enter")
    sheet = the_sheet(signed)
    assert sheet.state is SheetState.REJECTED
    assert sheet.hands[0].outcome == Outcome(0, 1, 8)
    assert sheet.rejected is not None
    assert isinstance(sheet.rejected.fact, SheetRejected)
    assert sheet.rejected.fact.reason == "Total of Cleo: read twice, clearly a 6"
    assert not view_is_open(signed)
    assert signed.score_sheet.isVisible()
    assert "Rejected" in signed.cards.cards[0].state()
    assert "Total of Cleo: −8 signed, −6 read" in words(signed.panel)
    assert "clearly a 6" in words(signed.panel)


def test_escape_before_that_writes_nothing_and_shows_nothing(signed: TablesPage, keyboard: Keyboard) -> None:
    read_twice(keyboard)
    keyboard.type("Esc")
    assert the_sheet(signed).state is SheetState.TO_READ_AGAIN
    assert is_closed(signed)
    keyboard.type("V")
    assert [field.line.text() for field in view_of(signed).fields] == ["", "", "", ""]


def test_who_has_seen_both_values_cannot_confirm_by_taking_it_back(signed: TablesPage, keyboard: Keyboard) -> None:
    read_twice(keyboard)
    keyboard.type("Enter Ctrl+Z")
    assert the_sheet(signed).state is SheetState.TO_READ_AGAIN
    assert [field.line.text() for field in view_of(signed).fields] == ["", "", "", ""]
    type_totals(keyboard, list(TOTALS))
    assert "Second Reader has seen the signed values" in view_of(signed).reader.problem()
    assert view_of(signed).reader.line.hasFocus()
    assert the_sheet(signed).state is SheetState.TO_READ_AGAIN
    keyboard.words("Third Reader")
    keyboard.type("Enter")
    type_totals(keyboard, list(TOTALS))
    assert the_sheet(signed).state is SheetState.VERIFIED


def is_closed(page: TablesPage) -> bool:
    """The sheet is not in view, nor any figure of it; its card is."""
    waiting = page.second_reading.waiting
    shut = waiting is not None and waiting.isVisible() and page.cards.isVisible()
    if not shut or view_is_open(page) or page.score_sheet.isVisible() or page.panel.isVisible():
        return False
    assert page.second_reading.waiting is not None
    return not any(figure in words(page.second_reading.waiting) for figure in ("32", "16", "8"))


def test_leaving_an_empty_reading_shows_nothing_of_the_sheet(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter Esc")
    assert is_closed(signed)
    assert "Read again" in signed.cards.cards[0].state()
    assert "V starts the second reading" in words(signed)
    keyboard.type("Up 5 P R T X F6")  # nothing to move about in, nothing to type
    assert is_closed(signed)
    assert signed.state.penalty is None
    assert signed.state.repair is None
    keyboard.type("G 2 Enter")
    assert signed.score_sheet.isVisible()
    assert signed.panel.isVisible()
    keyboard.type("G 1 Enter Esc Enter")
    assert view_of(signed).fields[0].line.hasFocus()


def test_a_difference_that_was_signed_is_not_gone_to_on_a_closed_sheet(signed: TablesPage, keyboard: Keyboard) -> None:
    controller = signed.controller
    controller.user.sign_as("First Typist")
    controller.act(ReopenSheet(1, 1, "the paper says so"))
    controller.act(CloseSheet(1, 1, (34, -18, -8, -8), "signed so"), confirmed=True)
    controller.user.sign_as("Second Reader")
    keyboard.type("G 1 Enter Esc F5")
    assert is_closed(signed)
    assert (signed.state.row, signed.state.total, signed.state.penalty) == (None, None, None)


def test_a_named_reader_at_the_typists_desk_sees_nothing_either(signed: TablesPage, keyboard: Keyboard) -> None:
    signed.controller.user.sign_as("First Typist")
    keyboard.type("G 1 Enter")
    keyboard.words("Somebody Else")
    keyboard.type("Enter Esc")
    assert is_closed(signed)
    keyboard.type("V")
    assert view_of(signed).reader.text() == "Somebody Else"
    assert view_of(signed).fields[0].line.hasFocus()


def test_whoever_typed_a_sheet_sees_it(signed: TablesPage, keyboard: Keyboard) -> None:
    signed.controller.user.sign_as("First Typist")
    keyboard.type("G 1 Enter Esc")
    assert signed.score_sheet.isVisible()
    assert signed.panel.isVisible()
    assert signed.second_reading.waiting is None or not signed.second_reading.waiting.isVisible()


def test_a_closed_sheet_can_be_opened_again_with_a_reason(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter Esc Ctrl+R")
    assert is_closed(signed)
    keyboard.words("wrong table")
    keyboard.type("Esc")
    assert is_closed(signed)
    keyboard.type("Ctrl+R Enter")
    assert is_closed(signed)
    assert "Enter a short reason" in words(signed)
    keyboard.words("wrong table")
    keyboard.type("Enter")
    assert the_sheet(signed).closed is None
    assert signed.score_sheet.isVisible()
    assert signed.panel.isVisible()


def test_whoever_takes_the_desk_over_sees_nothing_of_what_was_signed_there(
    page: TablesPage, window: Window, keyboard: Keyboard
) -> None:
    by = By("First Typist", "test desk")
    book = page.controller.book
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=by)
    page.controller.user.sign_as("First Typist")
    page.controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)), confirmed=True)
    page.controller.act(CloseSheet(1, 1, TOTALS), confirmed=True)
    assert page.score_sheet.isVisible()
    window.show_page("settings")
    page.controller.user.sign_as("Second Reader")
    window.show_page("tables")
    assert is_closed(page)


def test_who_signed_it_is_asked_who_reads(signed: TablesPage, keyboard: Keyboard) -> None:
    signed.controller.user.sign_as("First Typist")
    keyboard.type("G 1 Enter")
    assert view_of(signed).reader.line.hasFocus()
    keyboard.type("Enter")
    assert "First Typist typed or signed this sheet" in view_of(signed).reader.problem()
    assert view_of(signed).reader.line.hasFocus()
    keyboard.words("Somebody Else")
    keyboard.type("Enter")
    type_totals(keyboard, list(TOTALS))
    sheet = the_sheet(signed)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.second_reader is not None
    assert sheet.second_reader.reader == "Somebody Else"


@pytest.mark.parametrize("rule", [SecondReading.BY_ANYONE])
def test_the_event_may_let_the_same_person_read(signed: TablesPage, keyboard: Keyboard) -> None:
    signed.controller.user.sign_as("First Typist")
    keyboard.type("G 1 Enter Esc")
    assert signed.panel.second_reading.text() == "Signed, second reading due Press V to read it again."
    keyboard.type("V")
    type_totals(keyboard, list(TOTALS))
    assert the_sheet(signed).state is SheetState.VERIFIED


def test_what_is_no_number_is_refused_at_its_field(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter - Enter")
    view = view_of(signed)
    assert "Type the total" in view.fields[0].problem()
    assert view.fields[0].line.hasFocus()


def test_a_verified_sheet_opens_as_ever(page: TablesPage, keyboard: Keyboard) -> None:
    carry_out(page.controller.book, RecordHand(1, 2, 1, Outcome(None)), by=BY)
    carry_out(page.controller.book, CloseSheet(1, 2), by=BY)
    keyboard.type("G 2 Enter V")
    assert not view_is_open(page)
