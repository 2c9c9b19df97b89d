"""Every report of the sample event, as text, against the reviewed one; ``--update-golden`` writes them anew."""

from pathlib import Path

import pytest

from reports.catalogue import Report, ReportOptions, build, reports_under
from tests.examples.events import PRINTED, sample_event
from tests.reports.plain import plain
from tournament.catalogue import DEFAULT
from tournament.language import ENGLISH

OF_MCR = reports_under(DEFAULT)
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("report", OF_MCR, ids=lambda report: report.name)
def test_report_is_as_reviewed(report: Report, request: pytest.FixtureRequest) -> None:
    session = 2 if report.name in ("score-sheets", "filled-sheets") else None
    made = plain(build(report, sample_event(), ReportOptions(PRINTED, session=session)), ENGLISH)
    reviewed = GOLDEN / f"{report.name}.txt"
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        reviewed.write_text(made, encoding="utf-8")
    assert made == reviewed.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {report.name for report in OF_MCR}
