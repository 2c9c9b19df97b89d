"""What there is to print of a club evening and of a league."""

from pathlib import Path

import pytest

from reports.catalogue import REPORTS, ReportOptions, build, report_called, reports_under, write
from tests.examples.events import PRINTED, LedgerWriter, league_begun, sample_event, sample_league
from tournament.event.format import EventFormat
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import LANGUAGES
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventCreated
from tournament.use_cases.view import View

OF_A_DRAW = {
    "posters", "observer-report", "seating-by-table", "seating-by-player", "schedules", "table-rotation", "seating-file"
}  # fmt: skip


OF_TABLE_POINTS = {"standings-teams", "standings-countries"}


def refusal(name: str, view: View, session: int | None = None, table: int | None = None) -> str:
    report = report_called(name)
    assert report is not None
    with pytest.raises(Refused) as refused:
        build(report, view, ReportOptions(PRINTED, session=session, table=table))
    return refused.value.problems[0].code


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


def test_what_belongs_to_a_draw_is_not_offered_in_a_league_nor_evenings_in_a_tournament() -> None:
    rules = sample_event().rules
    tournament, club, league = ({report.name for report in reports_under(rules, each)} for each in EventFormat)
    assert tournament - league == OF_A_DRAW | OF_TABLE_POINTS
    assert league - tournament == {"evening", "courses"}
    assert league - club == {"courses"}
    assert {report.name for report in REPORTS} >= tournament | league
    assert {refusal(name, sample_league()) for name in OF_A_DRAW} == {"format-not-drawn"}
    assert {refusal(name, sample_league()) for name in OF_TABLE_POINTS} == {"format-no-table-points"}
    assert refusal("evening", sample_event()) == "format-drawn"
    assert refusal("courses", sample_event()) == "format-no-season"


@pytest.mark.parametrize(("session", "table", "code"), [
    (4, None, "session-unknown"), (0, None, "session-unknown"), (2, 2, "game-taken-back"), (2, 9, "table-unknown"),
])  # fmt: skip
def test_an_evening_or_a_game_that_is_not_there(session: int, table: int | None, code: str) -> None:
    assert refusal("sessions", sample_league(), session, table) == code


def test_a_league_without_an_evening_is_told_so() -> None:
    assert refusal("evening", league_begun().view, session=1) == "evening-missing"
