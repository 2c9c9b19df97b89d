"""Excel workbooks: the displayed values, never the formulas."""

import io
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from reports.readers.limits import MOST_COLUMNS, MOST_LAST_ROW, Step, limited, no_step
from reports.readers.refusal import UnreadableTable
from reports.readers.workbook_guard import SheetFacts, WorkbookLimits, check_workbook, place_of
from tournament.event.player_import import (
    CELLS_MERGED,
    HEADING_ROWS,
    NOT_COMPUTED,
    SHEET_CHOSEN,
    FileRow,
    Note,
    TableText,
    find_headings,
    recognised,
)
from tournament.language import Text, mark

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.styles import Font

_NEEDED = 2
"""A sheet with this many recognised headings in one row is the list."""


_SHOWN = 60
_MOST_REPORTED = 200
"""The most merged cells, and formulas, of one sheet that are reported; a list has fewer."""
_Facts = Mapping[str, SheetFacts]
"""By the name of the part of the archive."""
_Heads = Mapping[str, Sequence[FileRow]]
"""By title of a sheet: the first rows that are not empty."""


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
            rows, notes = _with_merged(tuple(kept), _facts_of(sheet, facts))
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
        chosen = _chosen(sheets, heads, wanted, path)
        rows, notes = _with_merged(tuple(limited(_all_rows(chosen), path, step)), _facts_of(chosen, facts))
        how = mark("Workbook, sheet “{sheet}”", sheet=chosen.title)
        titles = tuple(title for title, first in heads.items() if first)
        return TableText(path.name, how, rows, (*_notes(heads, chosen), *notes), sheet=chosen.title, sheets=titles)


def _facts_of(sheet: _Sheet, facts: _Facts) -> SheetFacts:
    part = sheet._worksheet_path  # noqa: SLF001 – the library has no other name for it
    return facts.get(part.lstrip("/"), SheetFacts())


def _with_merged(rows: tuple[FileRow, ...], facts: SheetFacts) -> tuple[tuple[FileRow, ...], tuple[Note, ...]]:
    """The ``rows`` as a reader sees them: the value of cells merged over several lines is in each line; and notes about
    it.

    Cells merged within a line, such as a title's, are left as they are.
    """
    merged = _merged(rows, facts)
    notes = [Note(CELLS_MERGED, _merged_text(each), each.first) for each in merged]
    by_line = {row.line: row for row in rows}
    for each in merged:
        for line in range(each.first + 1, each.last + 1):
            row = by_line.get(line)
            if row is not None and not row.is_blank:
                cells = (*row.cells, *[""] * (each.column - len(row.cells)))
                if not cells[each.column - 1].strip():
                    cells = (*cells[: each.column - 1], each.value, *cells[each.column :])
                by_line[line] = replace(row, cells=cells)
    formulas: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for cell in facts.uncomputed:
        line, column = place_of(cell)
        formulas[line] += (column - 1,)
    shown = facts.uncomputed[:_MOST_REPORTED]
    remarks = [
        Note(
            NOT_COMPUTED,
            mark("Cell {cell} contains a formula without its result: open the file in a spreadsheet " "and save it",
                 cell=cell),
            place_of(cell)[0],
        )
        for cell in shown
    ]  # fmt: skip
    return tuple(_with_facts(by_line[row.line], facts, formulas) for row in rows), (*notes, *remarks)


def _with_facts(row: FileRow, facts: SheetFacts, formulas: Mapping[int, tuple[int, ...]]) -> FileRow:
    """``row``, and whether the sheet hides it or has ``formulas`` without results in it, by line."""
    hidden, uncomputed = row.line in facts.hidden, formulas.get(row.line, ())
    return replace(row, hidden=hidden, uncomputed=uncomputed) if hidden or uncomputed else row


class _Merged(NamedTuple):
    """Cells merged over several lines, the first of which has a value."""

    cells: str
    column: int
    first: int
    last: int
    value: str


def _merged_text(merged: _Merged) -> Text:
    return mark("Merged cells {cells}: “{value}” read in each line", cells=merged.cells, value=merged.value[:_SHOWN])


def _merged(rows: Sequence[FileRow], facts: SheetFacts) -> list[_Merged]:
    values = {row.line: row.cells for row in rows}
    found = []
    for cells in facts.merged:
        begin, _, end = cells.partition(":")
        (first, column), (last, _) = place_of(begin), place_of(end)
        held = values.get(first, ())
        value = held[column - 1] if 1 <= column <= len(held) else ""
        if last > first and value.strip():
            found.append(_Merged(cells, column, first, min(last, rows[-1].line), value))
    return found[:_MOST_REPORTED]


def _sheets(workbook: "Workbook") -> list[_Sheet]:
    """The visible sheets, or all if none is visible."""
    sheets = cast("list[_Sheet]", list(workbook.worksheets))
    for sheet in sheets:
        sheet.reset_dimensions()  # the size stated in a file is often wrong
    return [sheet for sheet in sheets if sheet.sheet_state == "visible"] or sheets


def _chosen(sheets: Sequence[_Sheet], heads: _Heads, wanted: str | None, path: Path) -> _Sheet:
    if wanted is not None:
        named = next((sheet for sheet in sheets if sheet.title == wanted), None)
        if named is None:
            raise UnreadableTable(_no_sheet(path, wanted, sheets), path)
        return named
    filled = [sheet for sheet in sheets if heads[sheet.title]]
    if not filled:
        raise UnreadableTable(mark("The workbook “{name}” is empty.", name=path.name), path)
    return max(filled, key=lambda sheet: _merit(heads[sheet.title]))


def _merit(rows: Sequence[FileRow]) -> tuple[bool, int]:
    """How much the sheet with these first rows looks like a list of players: columns for names, then known headings.

    A dashboard may have the words country and players, and no names below them.
    """
    headings = find_headings(rows)
    known = max((recognised(row.cells) for row in rows), default=0)
    return headings is not None and not headings.of_buyers, known if known >= _NEEDED else 0


def _no_sheet(path: Path, wanted: str, sheets: Sequence[_Sheet]) -> Text:
    names = tuple(f"“{sheet.title}”" for sheet in sheets)
    return mark("“{name}” has no sheet “{sheet}”; it has: {names}.", name=path.name, sheet=wanted, names=names)


def _notes(heads: _Heads, chosen: _Sheet) -> tuple[Note, ...]:
    others = [title for title, rows in heads.items() if rows and title != chosen.title]
    if not others:
        return ()
    names = tuple(f"“{title}”" for title in others)
    return (Note(SHEET_CHOSEN, mark("Sheet “{sheet}” read; not read: {others}", sheet=chosen.title, others=names)),)


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
