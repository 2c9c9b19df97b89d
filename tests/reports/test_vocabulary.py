"""Every table is made of one description of its columns: one name has one heading wherever it is shown."""

import ast
import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from reports import vocabulary
from reports.catalogue import REPORTS, Format, ReportOptions, build, write
from reports.column import Column
from reports.document import Document
from reports.frames import COLUMNS
from tests.examples.events import PRINTED
from tests.examples.full_event import full_event
from tests.reports.events import money_league, people_event, riichi_event
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.use_cases.view import View
from ui.json_lines.rankings import SeasonLine, StandingLine

ROOT = Path(__file__).parents[2]
EVENTS = (full_event, money_league, people_event, riichi_event)
_MOST_COPIES = 2
"""Modules that may write the same heading: the third takes it from the vocabulary."""


def documents(view: View) -> Iterator[Document]:
    """Every report of the catalogue that the event has."""
    for report in REPORTS:
        try:
            yield build(report, view, ReportOptions(PRINTED, prizes_so_far=True))
        except Refused:
            continue


def of_papers(view: View) -> Iterator[Column[Any]]:
    for document in documents(view):
        for section in document.sections:
            yield from section.table.columns


def assert_one_heading(columns: Iterable[Column[Any]]) -> None:
    """Every name has one heading, that of the vocabulary if it is there."""
    found = defaultdict[str, set[str]](set)
    for column in (*columns, *(each for each in vars(vocabulary).values() if isinstance(each, Column))):
        found[column.name].add(column.heading.message)
    assert {name: headings for name, headings in found.items() if name and len(headings) > 1} == {}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_papers_and_frames_call_the_same_thing_the_same(event: Callable[[], View]) -> None:
    frames = (column for columns in COLUMNS.values() for column in columns)
    assert_one_heading((*frames, *of_papers(event())))


def test_a_column_of_a_frame_says_what_it_is() -> None:
    for frame, columns in COLUMNS.items():
        names = [column.name for column in columns]
        assert len({*names, ""}) == len(names) + 1, frame
        assert all(column.meaning for column in columns), frame
        assert all(column.labels for column in columns if column.kind.dtype == "category"), frame


@pytest.mark.parametrize("line", [StandingLine, SeasonLine])
def test_json_has_the_names_of_the_columns(line: type[Struct]) -> None:
    names = {column.name for column in COLUMNS["standings"]}
    assert {*line.__struct_fields__} - names <= {"evenings", "missing_games"}  # which are of JSON alone


@pytest.mark.thorough
def test_a_csv_file_and_a_workbook_have_the_headings_of_the_columns(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    for number, document in enumerate(documents(full_event())):
        if document.exact or not any(section.table.rows for section in document.sections):
            continue
        wanted = [ENGLISH.render(column.heading) for column in document.sections[0].table.columns]
        files = {suffix: tmp_path / f"{number}.{suffix.value}" for suffix in (Format.CSV, Format.EXCEL)}
        for suffix, path in files.items():
            write(document, path, suffix, ENGLISH)
        head = next(csv.reader(io.StringIO(files[Format.CSV].read_text("utf-8-sig"))))
        left = iter(head)  # the name of the section comes before them, and the headings of other sections after them
        assert all(heading in left for heading in wanted), (head, wanted)
        book = load_workbook(files[Format.EXCEL], read_only=True)
        assert [cell.value for cell in next(book.worksheets[0].iter_rows())] == wanted
        book.close()


def _headings_written(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("Column", "TableColumn")
            and node.args
            and isinstance(heading := node.args[0], ast.Call)
            and isinstance(heading.func, ast.Name)
            and heading.func.id in ("mark", "mark_in")
        ):
            yield ast.unparse(heading)


def test_a_heading_of_several_tables_is_in_the_vocabulary() -> None:
    modules = defaultdict[str, set[str]](set)
    for folder in ("reports", "ui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for heading in _headings_written(path):
                modules[heading].add(str(path.relative_to(ROOT)))
    assert {heading: found for heading, found in modules.items() if len(found) > _MOST_COPIES} == {}
    shared = {column.heading.message for column in vars(vocabulary).values() if isinstance(column, Column)}
    assert len(shared) > 40
