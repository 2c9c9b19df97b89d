"""Excel workbooks: the displayed values, never the formulas."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from reports.readers.limits import MOST_COLUMNS, MOST_LAST_ROW, Step, limited, no_step
from reports.readers.refusal import UnreadableTable
from reports.readers.sheets import chosen_sheet, sheet_notes, with_facts
from reports.readers.workbook_guard import SheetFacts, WorkbookLimits, check_workbook
from tournament.event.player_import import (
    HEADING_ROWS,
    FileRow,
    TableText,
)
from tournament.language import mark

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.styles import Font

_Facts = Mapping[str, SheetFacts]
"""By the name of the part of the archive."""


class _SheetCell(Protocol):
    """A cell of a sheet, or an empty place."""

    value: object
    font: "Font"
    """Only of a cell with a value."""


class _Sheet(Protocol):
    """A sheet of a workbook opened for reading."""

    title: str
    sheet_state: str
    _worksheet_path: str

    def reset_dimensions(self) -> None:
        """Forget the size stated in the file."""

    def iter_rows(self, *, max_col: int) -> Iterator[tuple["_SheetCell", ...]]:
        """The rows from the first to the last in the file."""


def read_workbook(path: Path, data: bytes, *, sheet: str | None = None, step: Step = no_step) -> TableText:
    """Read ``sheet`` of the workbook ``data``, the content of ``path``; raises :class:`UnreadableTable`.

    Without ``sheet``: the visible sheet that looks most like a list of players, otherwise the first that is not empty.
    """
    try:
        facts = check_workbook(path, data, step)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns about styles and validations, which are not read
            return _read(path, data, sheet, facts, step)
    except UnreadableTable:
        raise
    except Exception as error:  # anything that a damaged archive makes the libraries below raise
        raise _damaged(path) from error


def read_sheets(
    path: Path, data: bytes, *, step: Step = no_step, most_columns: int = MOST_COLUMNS
) -> dict[str, TableText]:
    """Every visible sheet of the workbook ``data``, by title; raises :class:`UnreadableTable`."""
    try:
        facts = check_workbook(path, data, step, limits=WorkbookLimits(columns=most_columns))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns about styles and validations, which are not read
            return _read_all(path, data, facts, step, most_columns)
    except UnreadableTable:
        raise
    except Exception as error:  # anything that a damaged archive makes the libraries below raise
        raise _damaged(path) from error


def _read_all(path: Path, data: bytes, facts: _Facts, step: Step, most_columns: int) -> dict[str, TableText]:
    from openpyxl import load_workbook

    with closing(load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)) as workbook:
        found = {}
        for sheet in _sheets(workbook):
            kept = limited(_all_rows(sheet, most_columns), path, step, most_columns=most_columns)
            rows, notes = with_facts(tuple(kept), _facts_of(sheet, facts))
            how = mark("Workbook, sheet “{sheet}”", sheet=sheet.title)
            found[sheet.title] = TableText(sheet.title, how, rows, notes)
        return found


@dataclass(frozen=True, slots=True)
class WorkbookCells:
    """What a workbook shows, cell by cell."""

    subject: str
    language: str
    """The language code that the workbook states; empty if it states none."""
    sheets: Mapping[str, Sequence[Sequence[object]]]
    """The rows of each sheet by its title, in the order of the sheets: numbers, texts, dates and None."""


def read_cells(path: Path, data: bytes, limits: WorkbookLimits) -> WorkbookCells:
    """Every cell of every sheet of the workbook ``data``, the content of ``path``; raises :class:`UnreadableTable`."""
    from openpyxl import load_workbook

    try:
        check_workbook(path, data, no_step, limits=limits)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        with closing(book):
            for sheet in book.worksheets:
                sheet.reset_dimensions()
            cells = {sheet.title: tuple(sheet.iter_rows(values_only=True)) for sheet in book.worksheets}
            about = book.properties
            return WorkbookCells(about.subject or "", about.language or "", cells)
    except UnreadableTable as error:
        text = mark("“{name}” is larger than the workbook of this event.", name=path.name)
        raise UnreadableTable(text, path) from error
    except Exception as error:  # anything that a damaged archive makes the libraries below raise
        text = mark("“{name}” is a damaged workbook: export it again.", name=path.name)
        raise UnreadableTable(text, path) from error


def _damaged(path: Path) -> UnreadableTable:
    text = mark("“{name}” is a damaged workbook. Open it, save it again and import that file.", name=path.name)
    return UnreadableTable(text, path)


def _read(path: Path, data: bytes, wanted: str | None, facts: _Facts, step: Step) -> TableText:
    from openpyxl import load_workbook

    with closing(load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)) as workbook:
        sheets = _sheets(workbook)
        heads = {sheet.title: _first_rows(sheet, path, step) for sheet in sheets}
        title = chosen_sheet(heads, wanted, path)
        chosen = next(sheet for sheet in sheets if sheet.title == title)
        rows, notes = with_facts(tuple(limited(_all_rows(chosen), path, step)), _facts_of(chosen, facts))
        how = mark("Workbook, sheet “{sheet}”", sheet=chosen.title)
        titles = tuple(title for title, first in heads.items() if first)
        return TableText(path.name, how, rows, (*sheet_notes(heads, title), *notes), sheet=chosen.title, sheets=titles)


def _facts_of(sheet: _Sheet, facts: _Facts) -> SheetFacts:
    part = sheet._worksheet_path  # noqa: SLF001 – the library has no other name for it
    return facts.get(part.lstrip("/"), SheetFacts())


def _sheets(workbook: "Workbook") -> list[_Sheet]:
    """The visible sheets, or all if none is visible."""
    sheets = cast("list[_Sheet]", list(workbook.worksheets))
    for sheet in sheets:
        sheet.reset_dimensions()  # the size stated in a file is often wrong
    return [sheet for sheet in sheets if sheet.sheet_state == "visible"] or sheets


def _first_rows(sheet: _Sheet, path: Path, step: Step) -> list[FileRow]:
    return list(islice((row for row in limited(_all_rows(sheet), path, step) if not row.is_blank), HEADING_ROWS))


def _all_rows(sheet: _Sheet, most_columns: int = MOST_COLUMNS) -> Iterator[FileRow]:
    for line, cells in enumerate(islice(sheet.iter_rows(max_col=most_columns), MOST_LAST_ROW), start=1):
        filled = [place for place, cell in enumerate(cells, 1) if cell.value is not None]
        texts = [cells[place - 1] for place in filled if isinstance(cells[place - 1].value, str)]
        struck = sum(bool(cell.font.strike) for cell in texts) > len(texts) / 2
        width = filled[-1] if filled else 0
        yield FileRow(line, tuple(_text(cell.value) for cell in cells[:width]), struck=struck)


def _text(value: object) -> str:
    """A cell as text: whole numbers without decimals, dates as 2026-06-13."""
    if value is None:
        return ""
    # Before numbers, since True is one in Python; Excel shows it in capitals.
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)
