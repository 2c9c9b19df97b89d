"""What there is to print of a club evening and of a league."""

from csv import reader
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from reports.catalogue import REPORTS, Format, ReportOptions, build, report_called, reports_under, write
from reports.column import NotCounted
from reports.vocabulary import RESULT
from tests.examples.events import PRINTED, LedgerWriter, league_begun, sample_event, sample_league
from tournament.event.format import EventFormat, SeasonCount, SeasonRules
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH, LANGUAGES, signed_text
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventCreated
from tournament.use_cases.view import View

OF_A_DRAW = {
    "posters", "observer-report", "seating-by-table", "seating-by-player", "schedules", "table-rotation",
    "seating-file", "prospects",
}  # fmt: skip


OF_TABLE_POINTS = {"standings-teams", "standings-countries"}


def refusal(name: str, view: View, session: int | None = None, table: int | None = None) -> str:
    report = report_called(name)
    assert report is not None
    with pytest.raises(Refused) as refused:
        build(report, view, ReportOptions(PRINTED, session=session, table=table))
    return refused.value.problems[0].code


@pytest.mark.thorough
def test_every_report_of_a_league_in_every_format_and_language(tmp_path: Path) -> None:
    view = sample_league()
    for report in reports_under(view.rules, view.settings.format):
        document = build(report, view, ReportOptions(PRINTED))
        for language, format in zip(LANGUAGES * 2, report.formats, strict=False):
            path = tmp_path / f"{report.name}.{format.value}"
            write(document, path, format, language)
            assert path.stat().st_size > 50


@pytest.mark.parametrize("format", [EventFormat.CLUB, EventFormat.LEAGUE])
def test_every_report_before_anything_is_played(format: EventFormat) -> None:
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings("Club", format=format)))
    for report in reports_under(ledger.view.rules, format):
        assert build(report, ledger.view, ReportOptions(PRINTED)).event == "Club"


@pytest.mark.parametrize("name", ["evening", "attendance", "courses"])
def test_a_league_that_has_not_begun_says_that_no_hand_is_recorded(name: str) -> None:
    report = report_called(name)
    assert report is not None
    document = build(report, league_begun().view, ReportOptions(PRINTED))
    assert ENGLISH.render(document.note or "") == "No hand is recorded yet."


def test_what_belongs_to_a_draw_is_not_offered_in_a_league_nor_evenings_in_a_tournament() -> None:
    rules = sample_event().rules
    tournament, club, league = ({report.name for report in reports_under(rules, each)} for each in EventFormat)
    assert tournament - league == OF_A_DRAW | OF_TABLE_POINTS
    assert league - tournament == {"evening", "courses", "attendance"}
    assert league - club == {"courses", "evening", "attendance"}
    assert {report.name for report in REPORTS} >= tournament | league
    assert {refusal(name, sample_league()) for name in OF_A_DRAW} == {"format-not-drawn"}
    assert {refusal(name, sample_league()) for name in OF_TABLE_POINTS} == {"format-no-table-points"}
    assert refusal("evening", sample_event()) == "format-drawn"
    assert {refusal(name, sample_event()) for name in ("courses", "attendance")} == {"format-no-season"}


@pytest.mark.parametrize(("session", "table", "code"), [
    (4, None, "session-unknown"), (0, None, "session-unknown"), (2, 2, "game-taken-back"), (2, 9, "table-unknown"),
])  # fmt: skip
def test_an_evening_or_a_game_that_is_not_there(session: int, table: int | None, code: str) -> None:
    assert refusal("sessions", sample_league(), session, table) == code


def test_a_league_without_an_evening_is_refused_with_that_reason() -> None:
    assert refusal("evening", league_begun().view, session=1) == "evening-missing"


def test_numbers_of_the_season_add_up_and_are_numbers_for_a_script(tmp_path: Path) -> None:
    """The evenings that count make the result; the others are in brackets for a reader, and plain numbers in data."""
    for count in SeasonCount:
        ledger = LedgerWriter()
        ledger.write(EVENT_STREAM, EventCreated(replace(sample_league().settings, season=SeasonRules(2, count))))
        for entry in sample_league().journal:
            if not isinstance(entry.fact, EventCreated):
                ledger.write(entry.stream, entry.fact)
        report = report_called("standings")
        assert report is not None
        document = build(report, ledger.view, ReportOptions(PRINTED))
        columns, rows = document.sections[0].table.columns, document.sections[0].table.rows
        evenings = [place for place, column in enumerate(columns) if column.heading.message == "S{session}"]
        result = next(place for place, column in enumerate(columns) if column.heading == RESULT.heading)
        assert any(isinstance(row[place], NotCounted) for row in rows for place in evenings)
        for row in rows:
            counted = [Fraction(cell) for place in evenings if isinstance(cell := row[place], int | Fraction)
                       and not isinstance(cell, NotCounted)]  # fmt: skip
            shares = len(counted) if count is SeasonCount.AVERAGE else 1
            assert row[result] == Fraction(sum(counted), shares)
        left_out = next(row[place] for row in rows for place in evenings if isinstance(row[place], NotCounted))
        assert isinstance(left_out, NotCounted)
        path = tmp_path / f"season.{count.value}"
        write(document, path, Format.CSV, ENGLISH)
        lines = list(reader(path.read_text("utf-8-sig").splitlines()))
        for line in lines[1 : len(rows) + 1]:
            for place in (*evenings, result):
                Fraction(line[place + 1] or 0)
        write(document, path, Format.HTML, ENGLISH)
        assert f"({signed_text(int(left_out))})" in path.read_text("utf-8")
