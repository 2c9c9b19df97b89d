"""What is printed of signatures: differences with their reason, sheets not compared, and the rule that decides."""

from dataclasses import replace

from reports.sheets.options import ReportOptions
from reports.sheets.score_sheets import filled_sheets, score_sheets
from reports.sheets.sessions import sessions
from reports.sheets.signed_totals import signed_totals
from reports.sheets.standings import standings
from tests.examples.events import PRINTED
from tests.tournament.use_cases.events import BY, A, B, drawn, win
from tournament.event.settings import CountedTotals, SecondReading
from tournament.language import ENGLISH, Text
from tournament.ledger.facts import PaperReading
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    RecordHand,
    RecordTotals,
    RejectSheet,
    carry_out,
)
from tournament.use_cases.commands import ChangeSettings

OPTIONS = ReportOptions(PRINTED)


def said(text: object) -> str:
    assert isinstance(text, Text)
    return ENGLISH.render(text)


def played(counted: CountedTotals) -> Book:
    """A wins 8 from B at table 1."""
    book = drawn()
    carry_out(book, ChangeSettings(replace(book.view.settings, counted_totals=counted)), by=BY)
    win(book, 1, A, B, 8)
    return book


def told(book: Book) -> list[list[object]]:
    """The rows of the report, words rendered."""
    rows = signed_totals(book.view, OPTIONS).sections[0].table.rows
    return [[ENGLISH.render(cell) if isinstance(cell, Text) else cell for cell in row] for row in rows]


def test_a_difference_is_listed_with_both_totals_what_counts_and_why() -> None:
    book = played(CountedTotals.AS_SIGNED)
    assert told(book) == []
    carry_out(book, CloseSheet(1, 1, (32, -6, -8, -18), "all four signed"), by=BY)
    rows = told(book)
    assert [row[:8] for row in rows] == [
        [1, 1, "First2 Sample2", -6, -16, 10, -6, "all four signed"],
        [1, 1, "First4 Sample4", -18, -8, -10, -18, "all four signed"],
    ]
    assert "First" in str(rows[0][8]), "a cause names players"
    assert rows[1][8] is None, "and stands once"
    made = signed_totals(book.view, OPTIONS)
    assert said(made.note) == "The signed totals count"
    assert [said(text) for text in made.aside] == ["1 sheet differs", "0 were not compared", "0 by totals only"]


def test_a_sheet_that_was_not_compared_is_listed_and_marked_on_its_papers() -> None:
    book = played(CountedTotals.COMPUTED)
    carry_out(book, RecordHand(1, 2, 1, Outcome(A, B, 8)), by=BY)
    carry_out(book, CloseSheet(1, 1), by=BY)
    report = signed_totals(book.view, OPTIONS)
    assert report.is_empty, "nothing was compared"
    assert said(report.note) == "No totals from paper were entered, so that nothing could be compared."
    carry_out(book, CloseSheet(1, 2, (32, -16, -8, -8)), by=BY)
    assert told(book) == [[1, 1, None, None, None, None, None, "not compared", None]]
    form, _ = filled_sheets(book.view, OPTIONS).score_sheets
    assert said(form.remark) == "Not compared: signed without the totals of the paper."
    states = [row[-1] for row in sessions(book.view, OPTIONS).sections[0].table.rows]
    assert said(states[0]) == "ended after 1 hand, not compared"


def test_a_table_by_its_totals_alone_is_listed_and_marked_on_its_papers() -> None:
    book = drawn()
    carry_out(book, RecordTotals(1, 1, (30, -10, -10, -10)), by=BY)
    report = signed_totals(book.view, OPTIONS)
    assert report.is_empty, "there are no hands to compare with"
    assert said(report.note) == "Tables entered with totals only have no hands to count."
    carry_out(book, RecordHand(1, 2, 1, Outcome(A, B, 8)), by=BY)
    carry_out(book, CloseSheet(1, 2, (32, -16, -8, -8)), by=BY)
    assert told(book) == [[1, 1, None, None, None, None, None, "by totals only", None]]
    form, _ = filled_sheets(book.view, OPTIONS).score_sheets
    assert said(form.remark) == "By totals only: no hand is recorded, so nothing was compared."
    assert said(sessions(book.view, OPTIONS).sections[0].table.rows[0][-1]) == "by totals only"


def test_a_corrected_sheet_is_listed_as_unexplained_until_it_is_signed_again() -> None:
    book = played(CountedTotals.COMPUTED)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    assert told(book) == []
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 9), "misread"), by=BY)
    assert [row[7] for row in told(book)] == ["no reason given", "no reason given"]


def test_a_filled_sheet_says_both_totals_and_counts_those_signed() -> None:
    book = played(CountedTotals.AS_SIGNED)
    carry_out(book, CloseSheet(1, 1, (32, -6, -8, -18), "all four signed"), by=BY)
    (form,) = filled_sheets(book.view, OPTIONS).score_sheets
    assert form.totals == (32, -6, -8, -18)
    assert [text and said(text) for text in form.signed] == [
        None, "signed −6, computed −16", None, "signed −18, computed −8",
    ]  # fmt: skip
    assert said(form.remark) == "Signed with a difference: all four signed"


def test_every_paper_states_which_totals_count() -> None:
    for counted in CountedTotals:
        view = played(counted).view
        rule = ENGLISH.render(counted.label)
        assert rule in [said(text) for text in standings(view, OPTIONS).aside]
        assert rule in [said(text) for text in sessions(view, OPTIONS).aside]
        assert {said(form.counted_totals) for form in score_sheets(view, OPTIONS).score_sheets} == {rule}


def test_a_sheet_shows_who_read_it_again_and_when() -> None:
    book = played(CountedTotals.COMPUTED)
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    (form,) = filled_sheets(book.view, OPTIONS).score_sheets
    assert said(form.remark) == "second reading due"
    carry_out(book, RejectSheet(1, 1, PaperReading((32, -16, -6, -10)), "Second Reader"), by=BY)
    (form,) = filled_sheets(book.view, OPTIONS).score_sheets
    assert said(form.remark).startswith("Second reading rejected by Second Reader, ")
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    carry_out(book, ConfirmSheet(1, 1, PaperReading((32, -16, -8, -8)), "Second Reader"), by=BY)
    (form,) = filled_sheets(book.view, OPTIONS).score_sheets
    assert said(form.remark).startswith("Second reading confirmed by Second Reader, ")
