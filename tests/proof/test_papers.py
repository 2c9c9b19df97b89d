"""Every report of an event with a substitute; the other sizes and languages belong to the proof."""

import pytest

from reports.catalogue import REPORTS, Format, Report
from reports.writers.pdf.pen import Pen
from reports.writers.pdf.table import RowLayout, TableLayout, draw_row
from tests.proof.paper_events import SIZES
from tests.proof.proof_papers import Case, try_case
from tournament.language import ENGLISH, language_of

Patch = pytest.MonkeyPatch
FOUR, FOURTEEN, SEVENTEEN = (next(size for size in SIZES if size.name == name) for name in ("4", "14", "17"))


@pytest.mark.thorough
@pytest.mark.parametrize(("place", "report"), list(enumerate(REPORTS)), ids=[each.name for each in REPORTS])
def test_every_report_says_what_the_second_account_says(place: int, report: Report) -> None:
    """In every second of its formats, which of them by turns; the proof tries all."""
    formats = report.formats[place % 2 :: 2] or report.formats
    outcome = try_case(Case(SEVENTEEN, True, ENGLISH, report.name), formats)
    assert outcome.failures == []
    assert outcome.counts["files made and opened"] == (
        0 if outcome.counts["reports refused with a reason"] else len(formats)
    )


SEATS = (
    "seating-by-table", "seating-by-player", "schedules", "posters", "badges", "table-signs", "score-sheets",
    "journeys", "sessions", "standings",
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("report", SEATS)
def test_papers_say_who_sits_out_who_keeps_a_table_and_where_the_final_is(report: str) -> None:
    assert try_case(Case(FOURTEEN, False, ENGLISH, report), (Format.PDF, Format.HTML)).failures == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("changed", "report", "said"),
    [
        ("reports.sheets.placards.sitting_out", "badges", "badges name 0 of 8 turns to sit out"),
        ("reports.sheets.journeys.sitting_out", "journeys", "8 rows missing"),
        ("reports.sheets.seating.sitting_out", "seating-by-table", "4 rows missing"),
    ],
)
def test_a_paper_that_does_not_say_who_sits_out_is_seen(
    changed: str, report: str, said: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(changed, lambda _state, _session: frozenset())
    assert said in " ".join(try_case(Case(FOURTEEN, True, ENGLISH, report), (Format.PDF,)).failures)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("changed", "report", "said"),
    [
        ("reports.sheets.placards.final_name", "table-signs", "no sign names the final at tables [3]"),
        ("reports.sheets.score_sheets.final_name", "score-sheets", "the final at session 4, table 3, is not named"),
        ("reports.sheets.seating.final_name", "schedules", "4 rows missing"),
    ],
)
def test_a_paper_that_does_not_name_the_final_is_seen(changed: str, report: str, said: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(changed, lambda _state, _session, _table: None)
    assert said in " ".join(try_case(Case(FOURTEEN, True, ENGLISH, report), (Format.PDF,)).failures)


def one_place(pen: Pen, layout: TableLayout, row: RowLayout, left: float, top: float) -> float:
    """Draw a row, and the next one in the same place."""
    draw_row(pen, layout, row, left, top)
    return top


def wrong(report: str, language: str = "en") -> str:
    """What is wrong with one report of four players."""
    return " ".join(try_case(Case(FOUR, True, language_of(language), report)).failures)


def test_another_number_in_a_workbook_is_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr("reports.writers.excel._number", lambda value: 7 if value == 1 else float(value))
    assert "xlsx: 1 rows missing" in wrong("check-in")


def test_a_formula_and_markup_are_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr("reports.writers.csv.exact_field", lambda cell, _language: f"=1+1{cell}")
    monkeypatch.setattr("reports.writers.html.escape", lambda text: f"<b>{text}</b>")
    said = wrong("check-in")
    assert "csv: would be run" in said
    assert "html: markup of others: {'b'}" in said


def test_text_outside_the_paper_and_text_over_text_are_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr("reports.writers.pdf.pages.MARGIN", -2.0)
    assert "outside the paper" in wrong("standings")
    monkeypatch.setattr("reports.writers.pdf.pages.MARGIN", 38.0)
    monkeypatch.setattr("reports.writers.pdf.pages.draw_row", one_place)
    assert "one over the other" in wrong("standings")


def test_a_page_without_its_number_and_words_of_another_language_are_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr("reports.writers.pdf.pages.draw_foot", lambda *_values: None)
    monkeypatch.setattr("reports.writers.csv.exact_field", lambda _cell, _language: "Table points")
    said = wrong("standings", "fr")
    assert "page 1 does not say" in said
    assert "the fingerprint is missing" in said
    assert "words of another language: ['Table points']" in said
