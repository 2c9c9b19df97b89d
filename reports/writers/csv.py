"""CSV in three ways: for existing scripts, for people with Excel, and for programs.

A file is one table. A document with several sections has the section's label in the first column; what a section does
not have is empty in its rows.
"""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from reports.column import Cell, Kind
from reports.document import Document, RowsForPrograms
from reports.frames.records import json_value
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.paper import PageSize
from reports.writers.wording import STARTS_FORMULA, exact_field, one_line, only_average, printable, text_of
from tournament.language import ENGLISH, MINUS, Language, Text, exact_text, mark_in


class CsvFor(Enum):
    """The readers of a CSV file; the value is its name on the command line."""

    SCRIPTS = "scripts"
    """The default, unchanged since the first version: UTF-8 with a byte order mark, commas, exact numbers, an
    apostrophe before text that looks like a formula."""
    EXCEL = "excel"
    """Opens with a double click: semicolons where Excel expects them, and nothing becomes a date or another number."""
    PROGRAMS = "programs"
    """Plain UTF-8, commas, values as they are, times in UTC as ISO 8601."""


_SEPARATORS = {"fr": ";"}
"""Excel's separator by language; otherwise a comma, since the comma is not the decimal mark there."""
_LONGEST_FORMULA_TEXT = 255
_MILLION = 1_000_000
_EMPTY_FIELD = '""'
"""How a row of one empty cell is written: readers would skip a blank line."""
_DENOMINATORS = 100
"""Excel reads fractions of up to two digits: ``2 1/3``."""
_TRUTHS = frozenset(("true", "false", "vrai", "faux"))


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,  # noqa: ARG001  # every writer is called alike
    progress: Progress | None = None,
    csv_for: CsvFor = CsvFor.SCRIPTS,
) -> None:
    """Write the tables of ``document`` to ``path``; ``page_size`` changes nothing. Raises ExportFailed."""
    with atomic_file(path, progress) as unfinished:
        if csv_for is CsvFor.PROGRAMS and document.records is not None:
            _write_records(document.records(language), unfinished)
            return
        for_programs = csv_for is CsvFor.PROGRAMS
        separator = _SEPARATORS.get(language.code, ",") if csv_for is CsvFor.EXCEL else ","
        encoding = "utf-8" if for_programs else "utf-8-sig"
        table = _one_table(document, rounded=csv_for is CsvFor.EXCEL)
        with unfinished.open("w", encoding=encoding, newline="") as file:
            end = "\n" if for_programs else "\r\n"
            headings = csv.writer(file, delimiter=separator, lineterminator=end)
            headings.writerow([exact_field(heading, language) for heading in table.headings])
            fields = [_Fields(language, csv_for, separator) for _ in table.headings]
            for done, row in enumerate(table.rows):
                line = separator.join([field[cell] for field, cell in zip(fields, row, strict=True)]) or _EMPTY_FIELD
                file.write(line + end)
                if progress:
                    progress(done, len(table.rows))


def _write_records(records: RowsForPrograms, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(records.names)
        rows.writerows(map(json_value, row) for row in records.rows)


class _OneTable(NamedTuple):
    """All tables of a document as one."""

    headings: Sequence[Text]
    rows: Sequence[tuple[Cell, ...]]


def _one_table(document: Document, *, rounded: bool) -> _OneTable:
    """Every section with its label in front; in a column that it does not have, its cells are empty.

    Means and shares are ``rounded`` to hundredths for people, and otherwise exact.
    """
    sections = [section for section in document.sections if section.table.rows] or document.sections[:1]
    if not sections:
        return _OneTable([document.note] if document.note is not None else [], ())
    several = len({section.table.columns for section in sections}) > 1
    part = document.section_name or (mark_in("of a page", "Part") if several else None)
    labels = [name for name in (part, document.label_names) if name is not None]
    headings = list(labels)
    places = dict[tuple[Text, int], int]()
    rows = list[tuple[Cell, ...]]()
    for section in sections:
        label = section.label if document.section_name is not None else section.heading
        mine = list[int]()
        before = Counter[Text]()
        for column in section.table.columns:
            if label is None and column.heading == part:
                mine.append(0)
                continue
            key = column.heading, before[column.heading]
            before[column.heading] += 1
            if key not in places:
                places[key] = len(headings)
                headings.append(column.heading)
            mine.append(places[key])
        named = ((part, label), (document.label_names, section.label_name))
        front = [value for name, value in named if name is not None]
        for row in section.table.rows:
            whole: list[Cell] = [*front, *[None] * (len(headings) - len(front))]
            for place, cell, column in zip(mine, row, section.table.columns, strict=True):
                whole[place] = _rounded(cell) if rounded and column.kind is Kind.AVERAGE else cell
            rows.append(tuple(whole))
    return _OneTable(headings, [(*row, *[None] * (len(headings) - len(row))) for row in rows])


def _rounded(cell: Cell) -> Cell:
    return Fraction(round(cell * 100), 100) if isinstance(cell, Fraction) else cell


def _raw(cell: Cell, language: Language) -> str:
    if cell is None:
        return ""
    average = only_average(cell)
    if average is not None:
        return average.of(ENGLISH.code).replace(MINUS, "-")
    return exact_text(cell) if isinstance(cell, int | Fraction) else printable(text_of(cell, language))


def _for_excel(cell: Cell, language: Language) -> str:
    """Text that Excel shows as intended: whole numbers, ``6.5`` and ``2 1/3`` stay numbers, everything else stays text.

    Excel reads ``13/2``, ``1-2`` and ``May 5`` as dates, ``04000022`` and ``1E5`` as numbers. Text that contains a
    digit, or begins like a formula, is written as a formula whose result is this text.
    """
    if cell is None:
        return ""
    if isinstance(cell, int | Fraction):
        return _number_for_excel(Fraction(cell), language)
    average = only_average(cell)
    if average is not None:
        return average.of(language.code).replace(MINUS, "-")
    text = one_line(text_of(cell, language))
    if not (any(map(str.isnumeric, text)) or text.startswith(STARTS_FORMULA) or text.casefold() in _TRUTHS):
        return text
    # Excel allows no longer text within a formula. An apostrophe, which is then visible, still keeps it text.
    if len(text) > _LONGEST_FORMULA_TEXT:
        return f"'{text}"
    doubled = text.replace('"', '""')
    return f'="{doubled}"'


def _number_for_excel(number: Fraction, language: Language) -> str:
    """A whole number, an exact decimal, or a mixed fraction; if Excel can read none of them, text."""
    sign = "-" if number < 0 else ""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    if not rest:
        return f"{sign}{whole}"
    if _MILLION % number.denominator == 0:
        point = "," if language.code in _SEPARATORS else "."
        return f"{sign}{whole}{point}{rest * _MILLION // number.denominator:06}".rstrip("0")
    if number.denominator < _DENOMINATORS:
        return f"{sign}{whole} {rest}/{number.denominator}"
    return f'="{number}"'


class _Fields(dict[Cell, str]):
    """The text of each cell of a column, quoted if necessary; cached, since the same cells repeat row after row.

    Each column has its own, since names and the same names in other languages are equal and written differently.
    """

    def __init__(self, language: Language, csv_for: CsvFor, separator: str) -> None:
        super().__init__()
        self._language, self._field = language, _FIELDS[csv_for]
        self._quoted = re.compile(f'[{separator}"\r\n]')

    def __missing__(self, cell: Cell) -> str:
        text = self._field(cell, self._language)
        if self._quoted.search(text):
            doubled = text.replace('"', '""')
            text = f'"{doubled}"'
        self[cell] = text
        return text


_FIELDS = {CsvFor.SCRIPTS: exact_field, CsvFor.EXCEL: _for_excel, CsvFor.PROGRAMS: _raw}
