"""Tables that are read back from their files: by pandas, and by the program itself.

What LibreOffice reads is in :mod:`tests.reports.test_libreoffice`.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.catalogue import REPORTS, Format, ReportOptions, build, report_called, write
from reports.column import Cell, Kind
from reports.document import Document
from reports.readers import read_table
from reports.writers.csv import CsvFor
from reports.writers.csv import write as write_csv
from reports.writers.wording import text_of
from tests.examples.events import PRINTED
from tests.examples.full_event import full_event
from tests.reports.events import long_league, money_league, people_event, riichi_event
from tests.reports.federations.events import SETTINGS, whole_players, written
from tournament.event.player import Player
from tournament.event.player_import import read_roster
from tournament.event.problem import Refused
from tournament.language import ENGLISH, language_of
from tournament.use_cases.view import View

EVENTS = (full_event, money_league, people_event, riichi_event, long_league)
NAMES = [
    ("-Bamboo", "Ada"), ("+33 1 22 33", "Ben"), ("=Cleo", "@Dot"), ("'Quote", "O'Neil"), ("007", "1E5"),
    ("TRUE", "May 5"), ("1-2", "3/4"), ("Ann", "麻将"),
]  # fmt: skip
_TEXT = re.compile(r'="((?:[^"]|"")*)"')
_MIXED = re.compile(r"(-?)(\d+) (\d+/\d+)")
_DATE = re.compile(r"\d{1,4}[/:-]\d{1,4}([/:-]\d{1,4})?|\d{1,2}\.\d{1,2}\.\d{0,4}|\d{1,2} ?(am|pm)")
"""What a spreadsheet takes for a date or a time."""


@cache
def documents(event: Callable[[], View]) -> tuple[tuple[str, Document], ...]:
    """The reports of an event that have tables and no file of their own."""
    found = []
    for report in REPORTS:
        try:
            document = build(report, event(), ReportOptions(PRINTED, prizes_so_far=True))
        except Refused:
            continue
        if Format.CSV in report.formats and not document.exact:
            found.append((report.name, document))
    return tuple(found)


def cells_of(document: Document, heads: list[str], rows: list[tuple[Any, ...]]) -> Iterator[tuple[Kind, Cell, Any]]:
    """Each cell with the kind of its column and what was read in its place."""
    left = iter(rows)
    for section in document.sections:
        labelled = document.section_name is None or section.label is not None
        columns = section.table.columns
        own = [ENGLISH.render(column.heading) for column in columns]
        for row in section.table.rows:
            read = next(left)
            for place, (column, cell) in enumerate(zip(columns, row, strict=True)):
                found = [
                    n
                    for n, head in enumerate(heads)
                    if head == own[place] and (n or not labelled or len(own) == len(heads))
                ]
                yield column.kind, cell, read[found[own[:place].count(own[place])]]


def with_records_left_out(document: Document) -> Document:
    return replace(document, records=None)


def read_by_pandas(path: Path) -> pd.DataFrame:
    """The table in a CSV file, in which a row of another width is an error."""
    frame: pd.DataFrame = pd.read_csv(
        path, dtype=str, keep_default_na=False, encoding="utf-8-sig", on_bad_lines="error"
    )
    return frame


def meant(text: str) -> str | Fraction:
    """What a spreadsheet makes of a cell of ``--csv-for excel``."""
    if said := _TEXT.fullmatch(text):
        return said[1].replace('""', '"')
    if said := _MIXED.fullmatch(text):
        return (-1 if said[1] else 1) * (int(said[2]) + Fraction(said[3]))
    try:
        return Fraction(text)
    except ValueError:
        return text


@pytest.mark.sampled(2)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
@pytest.mark.parametrize("csv_for", CsvFor)
def test_pandas_reads_one_table_with_every_cell(event: Callable[[], View], csv_for: CsvFor, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for name, document in documents(event):
        write_csv(with_records_left_out(document), path, ENGLISH, csv_for=csv_for)
        rows = sum(len(section.table.rows) for section in document.sections)
        if not rows:
            continue
        frame = read_by_pandas(path)
        assert len(frame) == rows, name
        with path.open(encoding="utf-8-sig", newline="") as file:
            heads = next(csv.reader(file))
        for kind, cell, text in cells_of(document, heads, list(frame.itertuples(index=False, name=None))):
            assert same(expected(kind, cell, csv_for), text, csv_for), (name, cell, text)


def expected(kind: Kind, cell: Cell, csv_for: CsvFor) -> str | Fraction:
    if cell is None:
        return ""
    if not isinstance(cell, int | Fraction):
        words = text_of(cell, ENGLISH)
        return " ".join(words.split()) if csv_for is CsvFor.EXCEL else words
    exact = Fraction(cell)
    return Fraction(round(exact * 100), 100) if kind is Kind.AVERAGE and csv_for is CsvFor.EXCEL else exact


def same(wanted: str | Fraction, text: str, csv_for: CsvFor) -> bool:
    if csv_for is CsvFor.EXCEL:
        return meant(text) in (wanted, f"'{wanted}") or str(meant(text)) == str(wanted)
    if isinstance(wanted, Fraction):
        return bool(re.fullmatch(r"-?[\d./]+", text)) and Fraction(text) == wanted
    return text in (wanted, f"'{wanted}") or text.splitlines() == wanted.splitlines()


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_spreadsheet_takes_no_cell_for_a_date_and_averages_are_decimals(
    event: Callable[[], View], tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    for name, document in documents(event):
        write(document, path, Format.CSV, ENGLISH, csv_for=CsvFor.EXCEL)
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
        for cell in (cell for row in rows for cell in row):
            assert not _DATE.fullmatch(cell), (name, cell)
        averages = {column.heading for section in document.sections for column in section.table.columns
                    if column.kind is Kind.AVERAGE}  # fmt: skip
        for place, heading in enumerate(rows[0]):
            if heading in {ENGLISH.render(each) for each in averages}:
                assert all("/" not in row[place] for row in rows[1:]), (name, heading)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_column_has_one_kind_of_value(event: Callable[[], View]) -> None:
    for name, document in documents(event):
        for section in document.sections:
            for place, column in enumerate(section.table.columns):
                cells = [row[place] for row in section.table.rows if row[place] is not None]
                numbers = [isinstance(cell, int | Fraction) for cell in cells]
                assert all(numbers) or not any(numbers) or _is_note(cells), (name, column.heading.message)


def _is_note(cells: list[Cell]) -> bool:
    """Whether the only words among the numbers of tables say who sits out, in a row of its own."""
    words = {text_of(cell, ENGLISH) for cell in cells if not isinstance(cell, int | Fraction | None)}
    return words <= {"Sits out", "Sit out"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("csv_for", [*CsvFor, None])
def test_a_list_of_players_survives_the_way_through_a_file(
    language: str, csv_for: CsvFor | None, tmp_path: Path
) -> None:
    players = [
        Player(each.number, first, last, each.country, each.ema_number, "-Club", "+1-2")
        for each, (first, last) in zip(whole_players(), NAMES, strict=True)
    ]
    report = report_called("players")
    assert report is not None
    path = tmp_path / ("a.xlsx" if csv_for is None else "a.csv")
    options: dict[str, Any] = {} if csv_for is None else {"csv_for": csv_for}
    document = build(report, written(players, SETTINGS).view, ReportOptions(PRINTED))
    write(document, path, Format.EXCEL if csv_for is None else Format.CSV, language_of(language), **options)
    read = read_roster(read_table(path), ()).players
    assert [(each.first_name, each.last_name, each.ema_number, each.club, each.team) for each in read] == [
        (each.first_name, each.last_name, each.ema_number, each.club, each.team) for each in players
    ]
