"""What can be printed, and what it takes to list it."""

import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import REPORTS, Format, Report, ReportOptions, build, report_called, reports_under, write
from tests.examples.events import PRINTED, LedgerWriter, begun, players, sample_event
from tournament.catalogue import DEFAULT
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import LANGUAGES, Language
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventCreated, PlayersAdded

OF_MCR = reports_under(DEFAULT)


def test_names_that_scripts_rely_on() -> None:
    names = [report.name for report in REPORTS]
    assert {"standings", "sessions", "score-sheets", "seating-by-table", "seating-by-player"} <= set(names)
    assert len(set(names)) == len(names)


NEEDS_NO_DRAW = {
    "blank-sheets", "badges", "certificates", "check-in", "timetable", "prizes", "observer-report", "referee-report",
    "role-sheets", "symptom-card", "site",
}  # fmt: skip
"""What an organiser takes along before anything is drawn, and what says by itself that there is no result."""


def test_formats() -> None:
    for report in REPORTS:
        forms = report.name in (
            "score-sheets", "blank-sheets", "badges", "table-signs", "posters", "certificates",
            "filled-sheets", "ruling-slips", "player-cards", "settlement-matrix", "settlement-matrices", "role-sheets"
        )  # fmt: skip
        slips = report.name in ("schedules", "table-rotation", "journeys")  # a worksheet for each would be hundreds
        expected = ["pdf"] if forms else ["pdf", "html", "csv"] if slips else ["pdf", "xlsx", "html", "csv"]
        expected = {"hands": [*expected, "parquet"], "event": ["json"], "workbook": ["xlsx"]}.get(report.name, expected)
        expected = {"symptom-card": ["pdf", "html"], "site": ["html"]}.get(report.name, expected)
        expected = [*expected, "svg", "png"] if report.name in ("statistics", "fans") else expected  # their charts
        expected = ["xlsx", "csv", "parquet"] if report.name in ("players", "penalties") else expected
        assert [format.value for format in report.formats] == expected


def test_a_report_is_found_by_its_name() -> None:
    found = report_called("standings")
    assert found is not None
    assert found.name == "standings"
    assert report_called("nothing") is None


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_every_report_in_every_format_and_language(report: Report, language: Language, tmp_path: Path) -> None:
    """PDF, whose layout depends on the words, in two languages; each other format in one. The proof tries the rest."""
    document = build(report, sample_event(), ReportOptions(PRINTED))
    turn = (OF_MCR.index(report) + LANGUAGES.index(language)) % len(LANGUAGES)
    formats = report.formats[turn :: len(LANGUAGES)]
    if turn and Format.PDF in report.formats:
        formats = (*formats, Format.PDF)
    for format in formats:
        path = tmp_path / f"report.{format.value}"
        write(document, path, format, language)
        assert path.stat().st_size > 50  # without rows, a CSV file is its line of headings


@pytest.mark.thorough
@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_every_report_before_anything_was_played(report: Report, tmp_path: Path) -> None:
    document = build(report, begun(4, 1).view, ReportOptions(PRINTED))
    write(document, tmp_path / "a.pdf", Format.PDF, LANGUAGES[0])
    assert len(PdfReader(tmp_path / "a.pdf").pages) == 1 or report.name in (
        "rules",
        "posters",
        "workbook",
        "role-sheets",
        "symptom-card",
    )


@pytest.mark.parametrize(("session", "table"), [(5, None), (0, None), (1, 5)])
@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_a_session_or_table_that_does_not_exist(report: Report, session: int, table: int | None) -> None:
    with pytest.raises(Refused) as refused:
        build(report, sample_event(), ReportOptions(PRINTED, session=session, table=table))
    assert refused.value.problems[0].code in ("session-unknown", "table-unknown")


@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_without_a_draw_only_standings_rules_and_journal_have_something_to_say(report: Report) -> None:
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings(name="Sample Cup")))
    ledger.write(EVENT_STREAM, PlayersAdded(players(4)))
    if report.name in (
        "standings",
        "standings-teams",
        "standings-countries",
        "rules",
        "journal",
        "players",
        "workbook",
        "event",
    ):
        made = build(report, ledger.view, ReportOptions(PRINTED))
        assert made.sections or made.whole is not None
        return
    if report.name in NEEDS_NO_DRAW:
        document = build(report, ledger.view, ReportOptions(PRINTED))
        assert (
            document.sections
            or document.score_sheets
            or document.badges
            or document.role_sheets
            or document.site is not None
            or document.note is not None
        )
        return
    with pytest.raises(Refused) as refused:
        build(report, ledger.view, ReportOptions(PRINTED))
    assert refused.value.problems[0].code == "no-draw"


def test_listing_the_catalogue_loads_no_file_format() -> None:
    heavy = ("openpyxl", "reportlab", "segno", "uharfbuzz", "sqlite3", "numpy", "PySide6")
    code = f"import sys, reports.catalogue; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
