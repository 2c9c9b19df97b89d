"""Every report of the sample event as text, compared with a reviewed file; ``--update-golden`` writes new ones."""

from pathlib import Path

import pytest

from reports.catalogue import Report, ReportOptions, build, report_called, reports_under
from reports.writers.wording import foot
from tests.examples.events import PRINTED, sample_event, sample_league
from tests.reports.plain import plain
from tests.reviewed import Reviewed
from tournament.catalogue import DEFAULT
from tournament.event.money import NO_MONEY, ClubMoney, Stake
from tournament.language import ENGLISH
from tournament.use_cases.view import View

OF_MCR = [report for report in reports_under(DEFAULT) if report.name != "workbook"]
"""The workbook holds the tables of the others, and is compared with them in its own test."""
GOLDEN = Path(__file__).parent / "golden"
OF_LEAGUES = (
    "standings", "evening", "courses", "attendance", "sessions", "filled-sheets", "money", "money-evening",
)  # fmt: skip
MONEY = ClubMoney(Stake(1), fee=250, currency="EUR")


@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_report_is_as_reviewed(report: Report, reviewed: Reviewed) -> None:
    session = 2 if report.name in ("score-sheets", "filled-sheets") else None
    made = plain(build(report, sample_event(), ReportOptions(PRINTED, session=session)), ENGLISH)
    reviewed(GOLDEN / f"{report.name}.txt", made)


@pytest.mark.parametrize("name", OF_LEAGUES)
def test_report_of_a_league_is_as_reviewed(name: str, reviewed: Reviewed) -> None:
    report = report_called(name)
    assert report is not None
    session = 1 if name in ("evening", "filled-sheets", "money-evening") else None
    league = sample_league(MONEY if report.of_money else NO_MONEY)
    document = build(report, league, ReportOptions(PRINTED, session=session))
    made = plain(document, ENGLISH.with_words(document.words))
    reviewed(GOLDEN / f"league-{name}.txt", made)


@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_every_page_says_of_which_event_it_is(report: Report) -> None:
    """The hash, which is not in the reviewed texts: it changes with everything that facts hold."""
    view = sample_event()
    document = build(report, view, ReportOptions(PRINTED))
    assert ENGLISH.render(foot(document)).startswith(f"{view.fingerprint} · Printed ")
    assert document.damaged is False
    torn = View(view.journal, damaged=True)
    marked = build(report, torn, ReportOptions(PRINTED))
    assert ENGLISH.render(foot(marked)).startswith("FROM A DAMAGED FILE · Printed ")
    assert build(report, torn.at(len(view.journal)), ReportOptions(PRINTED)).damaged is True
    assert document.rehearsal is False


def test_no_golden_file_is_left_over() -> None:
    names = {report.name for report in OF_MCR} | {f"league-{name}" for name in OF_LEAGUES}
    assert {path.stem for path in GOLDEN.glob("*.txt")} == names
