"""Place, days, organiser and hours on papers, and papers that need no draw."""

from dataclasses import replace
from datetime import date, time
from pathlib import Path

import pytest
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document, ScoreSheetForm
from reports.sheets.details import session_when
from reports.writers.wording import details_line
from tests.examples.events import PRINTED, LedgerWriter, begun
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH, language_of
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SettingsChanged


@pytest.fixture(scope="module")
def planned() -> LedgerWriter:
    ledger = begun(8, 2)
    times = (
        SessionTime(1, date(2026, 5, 9), time(10, 0), 90),
        SessionTime(2, date(2026, 5, 9), time(13, 30)),
    )
    settings = replace(
        ledger.view.settings,
        place="Town hall",
        city="Utrecht",
        organiser="Harbour club",
        starts=date(2026, 5, 9),
        ends=date(2026, 5, 10),
        sessions=2,
        minutes=120,
        timetable=Timetable(times),
    )
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    return ledger


def made(ledger: LedgerWriter, name: str, session: int | None = None) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, ledger.view, ReportOptions(PRINTED, session=session))


def test_every_paper_says_where_when_and_who(planned: LedgerWriter) -> None:
    assert details_line(made(planned, "standings"), ENGLISH) == (
        "Town hall, Utrecht · 9 and 10 May 2026 · Harbour club"
    )


@pytest.mark.parametrize(
    ("days", "timetable", "line"),
    [
        ({"starts": date(2026, 5, 2), "ends": None}, (), "2 May 2026"),
        ({"starts": date(2026, 5, 2), "ends": date(2026, 5, 2)}, (), "2 May 2026"),
        ({"starts": None, "ends": None}, (date(2026, 5, 2),), "2 May 2026"),
        ({"starts": date(2026, 5, 2), "ends": None}, (date(2026, 5, 2), date(2026, 5, 3)), "2 and 3 May 2026"),
        ({"starts": None, "ends": None}, (), ""),
    ],
)
def test_an_event_of_one_day_shows_its_date_once(days: dict, timetable: tuple[date, ...], line: str) -> None:
    ledger = begun(8, 2)
    planned = Timetable(tuple(SessionTime(session, day) for session, day in enumerate(timetable, start=1)))
    settings = replace(ledger.view.settings, place="", timetable=planned, **days)
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    for name in ("players", "standings", "role-sheets"):
        report = report_called(name)
        assert report is not None
        assert details_line(build(report, ledger.view, ReportOptions(PRINTED)), ENGLISH) == line


def test_a_paper_of_one_session_says_its_hours(planned: LedgerWriter) -> None:
    document = made(planned, "seating-by-table", 1)
    assert details_line(document, ENGLISH) == "Town hall, Utrecht · 9 May 2026, 10:00–11:30 · Harbour club"
    assert "9 mai 2026, 10:00–11:30" in details_line(document, language_of("fr"))


@pytest.mark.parametrize("name", ["standings", "prizes", "certificates"])
def test_a_paper_that_counts_earlier_sessions_says_the_days_of_the_event(planned: LedgerWriter, name: str) -> None:
    line = "Town hall, Utrecht · 9 and 10 May 2026 · Harbour club"
    assert details_line(made(planned, name, 2), ENGLISH) == line


def test_a_score_sheet_has_its_day_and_hours_by_the_timetable(planned: LedgerWriter) -> None:
    (form, *_) = made(planned, "score-sheets", 1).score_sheets
    assert (form.day, form.times) == (date(2026, 5, 9), "10:00–11:30")


def test_the_timetable_has_each_length_end_and_break(planned: LedgerWriter) -> None:
    (section,) = made(planned, "timetable").sections
    assert [row[2:] for row in section.table.rows] == [("10:00", "11:30", 90, None), ("13:30", "15:30", 120, 120)]


def test_a_blank_sheet_is_of_nobody_and_has_no_code(planned: LedgerWriter) -> None:
    (form,) = made(planned, "blank-sheets").score_sheets
    assert isinstance(form, ScoreSheetForm)
    assert (form.table, form.scanned, form.code) == (None, "", "")
    assert {player.last_name for player in form.players} == {""}


@pytest.mark.parametrize("format", [Format.PDF, Format.HTML])
def test_writers_print_the_line(planned: LedgerWriter, tmp_path: Path, format: Format) -> None:
    path = tmp_path / f"paper.{format.value}"
    write(made(planned, "check-in"), path, format, ENGLISH)
    text = PdfReader(path).pages[0].extract_text() if format is Format.PDF else path.read_text("utf-8")
    assert "Town hall, Utrecht · 9 and 10 May 2026 · Harbour club" in text


def test_a_column_that_nobody_has_anything_in_is_not_printed(planned: LedgerWriter) -> None:
    (section,) = made(planned, "check-in").sections
    headings = {ENGLISH.render(column.heading) for column in section.table.columns}
    assert headings == {"Here", "No.", "Last name", "First name"} | {
        heading
        for heading, said in (
            ("Country", any(player.country for player in planned.view.players.values())),
            ("EMA number", any(player.ema_number for player in planned.view.players.values())),
            ("Team", any(player.team for player in planned.view.players.values())),
            ("Club", any(player.club for player in planned.view.players.values())),
        )
        if said
    }


@pytest.mark.parametrize(
    ("day", "start", "line"),
    [
        (date(2026, 5, 9), time(10, 0), "9 May 2026, 10:00–11:30"),
        (date(2026, 5, 9), None, "9 May 2026"),
        (None, time(10, 0), "10:00–11:30"),
        (None, None, None),
    ],
)
def test_a_session_says_what_is_known_of_its_time(day: date | None, start: time | None, line: str | None) -> None:
    ledger = begun(8, 2)
    timetable = Timetable((SessionTime(1, day, start, 90),))
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, starts=None, timetable=timetable)))
    told = session_when(ledger.view, 1)
    assert (None if told is None else ENGLISH.render(told)) == line
