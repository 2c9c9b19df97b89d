"""Excel workbooks: the values that they show, never their formulas."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from reports.readers.limits import MOST_COLUMNS, MOST_LAST_ROW, Step, limited, no_step
from reports.readers.refusal import UnreadableTable
from reports.readers.workbook_guard import check_workbook
from tournament.event.player_import import HEADING_ROWS, SHEET_CHOSEN, FileRow, Note, TableText, recognised
from tournament.language import Text, mark

if TYPE_CHECKING:
    from openpyxl import Workbook

_NEEDED = 2
"""A sheet with so many recognised headings in one row is the list."""


_Heads = Mapping[str, Sequence[FileRow]]
"""By title of a sheet: the first rows that hold something."""


class _Sheet(Protocol):
    """A sheet of a workbook that is only read."""

    title: str
    sheet_state: str

    def reset_dimensions(self) -> None:
        """Forget the size that the file states."""

    def iter_rows(self, *, max_col: int, values_only: bool) -> Iterator[tuple[object, ...]]:
        """The rows from the first to the last that the file has."""


def read_workbook(path: Path, data: bytes, *, sheet: str | None = None, step: Step = no_step) -> TableText:
    """Read ``sheet`` of the workbook ``data``, the content of ``path``; raises :class:`UnreadableTable`.

    Without ``sheet``: the first one shown that has headings of a list of players, else the first that holds anything.
    """
    try:
        check_workbook(path, data, step)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of styles and validations, which are not read
            return _read(path, data, sheet, step)
    except UnreadableTable:
        raise
    except Exception as error:  # whatever a damaged archive makes the libraries below raise
        raise _damaged(path) from error


def read_sheets(path: Path, data: bytes, *, step: Step = no_step) -> dict[str, TableText]:
    """Every sheet shown of the workbook ``data``, by title; raises :class:`UnreadableTable`."""
    try:
        check_workbook(path, data, step)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of styles and validations, which are not read
            return _read_all(path, data, step)
    except UnreadableTable:
        raise
    except Exception as error:  # whatever a damaged archive makes the libraries below raise
        raise _damaged(path) from error


def _read_all(path: Path, data: bytes, step: Step) -> dict[str, TableText]:
    from openpyxl import load_workbook

    with closing(load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)) as workbook:
        return {
            sheet.title: TableText(
                sheet.title,
                mark("Workbook, sheet “{sheet}”", sheet=sheet.title),
                tuple(limited(_all_rows(sheet), path, step)),
            )
            for sheet in _sheets(workbook)
        }


def _damaged(path: Path) -> UnreadableTable:
    text = mark("“{name}” is a damaged workbook. Open it, save it anew and import that file.", name=path.name)
    return UnreadableTable(text, path)


def _read(path: Path, data: bytes, wanted: str | None, step: Step) -> TableText:
    from openpyxl import load_workbook

    with closing(load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)) as workbook:
        sheets = _sheets(workbook)
        heads = {sheet.title: _first_rows(sheet, path, step) for sheet in sheets}
        chosen = _chosen(sheets, heads, wanted, path)
        rows = tuple(limited(_all_rows(chosen), path, step))
        how = mark("Workbook, sheet “{sheet}”", sheet=chosen.title)
        return TableText(path.name, how, rows, _notes(heads, chosen))


def _sheets(workbook: "Workbook") -> list[_Sheet]:
    """The sheets that are shown, or all when none is."""
    sheets = cast("list[_Sheet]", list(workbook.worksheets))
    for sheet in sheets:
        sheet.reset_dimensions()  # what a file says of its size is often wrong
    return [sheet for sheet in sheets if sheet.sheet_state == "visible"] or sheets


def _chosen(sheets: Sequence[_Sheet], heads: _Heads, wanted: str | None, path: Path) -> _Sheet:
    if wanted is not None:
        named = next((sheet for sheet in sheets if sheet.title == wanted), None)
        if named is None:
            raise UnreadableTable(_no_sheet(path, wanted, sheets), path)
        return named
    filled = [sheet for sheet in sheets if heads[sheet.title]]
    if not filled:
        raise UnreadableTable(mark("There is nothing in the workbook “{name}”.", name=path.name), path)
    lists = (sheet for sheet in filled if any(recognised(row.cells) >= _NEEDED for row in heads[sheet.title]))
    return next(lists, filled[0])


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


def _all_rows(sheet: _Sheet) -> Iterator[FileRow]:
    for line, values in enumerate(
        islice(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), MOST_LAST_ROW), start=1
    ):
        blank = values.count(None) == len(values)
        width = 0 if blank else max(place for place, value in enumerate(values, 1) if value is not None)
        yield FileRow(line, tuple(_text(value) for value in values[:width]))


def _text(value: object) -> str:
    """A cell as text: whole numbers without a decimal, days as 2026-06-13."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)
