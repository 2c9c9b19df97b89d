"""Every report under every rule set: nothing crashes, and the papers of each game are as reviewed."""

from functools import cache
from pathlib import Path

import pytest

from reports.catalogue import ReportOptions, build, report_called, reports_under, write
from tests.examples.events import PRINTED
from tests.examples.games import game_event
from tests.reports.plain import plain
from tournament.catalogue import IDS
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES
from tournament.use_cases.view import View

GOLDEN = Path(__file__).parent / "golden" / "games"
REVIEWED = ("score-sheets", "filled-sheets", "rules")
GAMES = [id for id in IDS if id not in ("mcr", "guobiao", "blank")]


@cache
def event(rules: str) -> View:
    return game_event(rules)


@pytest.mark.parametrize("rules", IDS)
def test_every_report_of_every_game_is_written_in_every_format(rules: str, tmp_path: Path) -> None:
    view = event(rules)
    for report in reports_under(view.rules):
        document = build(report, view, ReportOptions(PRINTED))
        for language, format in zip(LANGUAGES * 2, report.formats, strict=False):
            path = tmp_path / f"{report.name}.{format.value}"
            write(document, path, format, language)
            assert path.stat().st_size > 50


@pytest.mark.parametrize("name", REVIEWED)
@pytest.mark.parametrize("rules", GAMES)
def test_papers_are_as_reviewed(rules: str, name: str, request: pytest.FixtureRequest) -> None:
    report = report_called(name)
    assert report is not None
    options = ReportOptions(PRINTED, session=1, table=1) if report.by_session else ReportOptions(PRINTED)
    made = plain(build(report, event(rules), options), ENGLISH)
    reviewed = GOLDEN / f"{rules}-{name}.txt"
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        reviewed.write_text(made, encoding="utf-8")
    assert made == reviewed.read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", GAMES)
def test_no_table_rotation_where_nobody_changes_seat(rules: str) -> None:
    report = report_called("table-rotation")
    assert report is not None
    assert report not in reports_under(event(rules).rules)
    with pytest.raises(Refused) as refused:
        build(report, event(rules), ReportOptions(PRINTED))
    assert refused.value.problems[0].code == "no-rotation"
