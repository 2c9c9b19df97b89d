"""A report that is cancelled leaves nothing behind, whenever that is: not half a file, and no whole one either."""

from dataclasses import replace
from pathlib import Path

import pytest

from reports.catalogue import Format, Report, ReportOptions, build, report_called, write
from tests.examples.events import PRINTED, sample_event
from tournament.language import ENGLISH

_NAMES = ("standings", "journal", "schedules", "filled-sheets", "ruling-slips", "badges", "posters", "hands", "event")
CASES = [
    pytest.param(report, format, id=f"{report.name}-{format.value}")
    for report in map(report_called, _NAMES)
    if report is not None
    for format in report.formats
]


class Cancelled(BaseException):
    """As the window cancels."""


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("report", "format"), CASES)
def test_cancelled_at_any_step_it_leaves_what_was_there(report: Report, format: Format, tmp_path: Path) -> None:
    document = build(report, sample_event(), ReportOptions(PRINTED))
    path = tmp_path / f"report.{format.value}"
    told: list[tuple[int, int]] = []
    write(document, path, format, ENGLISH, progress=lambda done, steps: told.append((done, steps)))
    assert told[-1] == (1, 1), "asked once more before the file comes to its place"
    path.write_text("before")
    for last in {1, len(told) // 2 + 1, len(told)}:
        asked: list[int] = []

        def cancel(done: int, _steps: int, asked: list[int] = asked, last: int = last) -> None:
            asked.append(done)
            if len(asked) == last:
                raise Cancelled

        with pytest.raises(Cancelled):
            write(document, path, format, ENGLISH, progress=cancel)
        assert len(asked) == last
        assert [each.name for each in tmp_path.iterdir()] == [path.name]
        assert path.read_text() == "before"


@pytest.mark.parametrize("name", ["journal", "schedules", "hands", "score-sheets", "filled-sheets"])
def test_what_takes_long_to_put_together_can_be_cancelled_meanwhile(name: str) -> None:
    def cancel() -> None:
        raise Cancelled

    report = report_called(name)
    assert report is not None
    with pytest.raises(Cancelled):
        build(report, sample_event(), replace(ReportOptions(PRINTED), beat=cancel))


@pytest.mark.parametrize("format", [Format.PDF, Format.HTML, Format.CSV])
def test_it_is_asked_at_each_row(format: Format, tmp_path: Path) -> None:
    report = report_called("journal")
    assert report is not None
    document = build(report, sample_event(), ReportOptions(PRINTED))
    told: list[int] = []
    write(document, tmp_path / "journal", format, ENGLISH, progress=lambda done, _steps: told.append(done))
    assert len(told) >= sum(len(section.table.rows) for section in document.sections)
