"""All parts of every report of two full events, compared with reviewed files; ``--update-golden`` writes new ones.

The reviewed texts of ``test_golden`` show what a reader sees of the sample event. These also say how each column is
set, and are of events in which everything happens.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from reports.catalogue import REPORTS, Report, ReportOptions, build
from reports.document import Document, Section
from tests.described import described, simple_text
from tests.examples.events import PRINTED
from tests.examples.every_fact import play_every_fact
from tests.examples.full_event import full_event
from tests.reviewed import Reviewed
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.use_cases.view import View

STRUCTURE = Path(__file__).parent / "structure"
_APART = ("fingerprint", "logo", "table", "rotation", "whole")
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=QV:)[0-9A-F]{8}")
"""Ids of entries, which are new each time, and the beginning of such an id in the code of a sheet."""
_MOST_LINES = 400


@cache
def every_fact() -> View:
    return play_every_fact(FakeStore()).view


EVENTS: dict[str, Callable[[], View]] = {"full": full_event, "every-fact": every_fact}


def of_section(section: Section, path: str) -> Iterator[str]:
    """The columns of its table, and each row on one line."""
    yield from described(section, path, apart=_APART)
    yield from described(replace(section.table, rows=()), f"{path}.table")
    for row in section.table.rows:
        yield f"{path}: " + " | ".join("" if cell is None else simple_text(cell) for cell in row)


def lines_of(document: Document) -> Iterator[str]:
    yield from described(replace(document, sections=()), "document", apart=_APART)
    for number, section in enumerate(document.sections):
        yield from of_section(section, f"section {number}")


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
@pytest.mark.parametrize("event", EVENTS)
def test_all_parts_of_a_report_are_as_reviewed(event: str, report: Report, reviewed: Reviewed) -> None:
    view = EVENTS[event]()
    try:
        found = list(lines_of(build(report, view, ReportOptions(PRINTED, prizes_so_far=True))))
    except Refused as refused:
        found = [f"refused: {simple_text(problem.text)}" for problem in refused.problems]
    text = _RANDOM.sub("…", "\n".join(found[:_MOST_LINES])) + "\n"
    reviewed(STRUCTURE / f"{event}-{report.name}.txt", text)


def test_no_reviewed_file_is_left_over() -> None:
    names = {f"{event}-{report.name}" for event in EVENTS for report in REPORTS}
    assert {path.stem for path in STRUCTURE.glob("*.txt")} == names
