"""A signed sheet read a second time: by keys alone, with nothing of the first typing in view."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from tests.ui.desktop.conftest import BY, Keyboard
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tournament.event.settings import SecondReading
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, RecordHand, carry_out, change_settings
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.second_reading_view import SecondReadingView
from ui.desktop.widgets.key_text import KeyText

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
    controller.act(lambda book, by: change_settings(book, replace(book.view.settings, second_reading=rule), by=by))
    controller.sign_as("First Typist")
    controller.carry_out(RecordHand(1, 1, 1, Outcome(0, 1, 8)), confirmed=True)
    controller.carry_out(CloseSheet(1, 1, TOTALS), confirmed=True)
    controller.sign_as("Second Reader")
    return page


def view_of(page: TablesPage) -> SecondReadingView:
    assert page.second_reading is not None
    assert page.second_reading.isVisible()
    return page.second_reading


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
    signed.controller.sign_as("Third Person")
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
    return page.second_reading is not None and page.second_reading.isVisible()


def test_the_column_of_points_confirms_it_too(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter F6 8 Enter")
    for _ in range(15):
        keyboard.type("Enter")
    assert the_sheet(signed).state is SheetState.VERIFIED


def test_a_mismatch_stops_with_both_values_and_enter_sends_it_back(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter")
    type_totals(keyboard, [32, -16, -6, -10])
    view = view_of(signed)
    assert the_sheet(signed).state is SheetState.TO_READ_AGAIN
    assert view.fields[2].line.text() == "-6"
    assert "−8" in view.fields[2].problem()
    view.fields[2].setFocus()
    keyboard.type("8")  # it was read: nothing is edited now
    assert view.fields[2].line.text() == "-6"
    view.setFocus()
    assert "2 values are not what was signed" in view.question.text()
    keyboard.type("Enter")
    sheet = the_sheet(signed)
    assert sheet.state is SheetState.REJECTED
    assert sheet.hands[0].outcome == Outcome(0, 1, 8)
    assert not view_is_open(signed)
    assert "Rejected" in signed.cards.cards[0].state()
    assert "Total of Cleo: −8 signed, −6 read" in words(signed.panel)


def test_escape_on_a_mismatch_writes_nothing(signed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("G 1 Enter")
    type_totals(keyboard, [32, -16, -6, -8])
    keyboard.type("Esc")
    assert the_sheet(signed).state is SheetState.TO_READ_AGAIN
    assert not view_is_open(signed)
    assert signed.score_sheet.isVisible()
    keyboard.type("V")
    assert [field.line.text() for field in view_of(signed).fields[:4]] == ["", "", "", ""]


def test_who_signed_it_is_asked_who_reads(signed: TablesPage, keyboard: Keyboard) -> None:
    signed.controller.sign_as("First Typist")
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
    signed.controller.sign_as("First Typist")
    keyboard.type("G 1 Enter Esc")
    assert signed.panel.second_reading.text() == "Signed, to be read again V reads it."
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
