"""The rows of worksheets as XML, inserted into a workbook for which openpyxl made everything else.

openpyxl makes the styles, charts, filters and the print settings. Its cells are objects, which makes a large event take
ten times as long. A cell here is its text in the file without its position, so that a name or number that repeats row
after row is converted once.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from reports.writers.wording import printable

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

MOST_CHARACTERS = 32_767
"""The limit of a cell."""
_CUT = "…"
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Text that a spreadsheet would read as a character code."""
_NO_ROWS = re.compile(rb"<sheetData(?: ?/>|></sheetData>)")
_NO_DIMENSION = re.compile(rb'<dimension ref="[A-Z0-9:]*" ?/>')
_LEVEL = 4
"""Compression level: half the time of the default, and a file a twentieth larger."""


def text_cell(text: str, style: int) -> str:
    """``text`` as text, cut off at the limit of a cell: never a formula, a number or a date."""
    told = printable(text).replace("\r\n", "\n").replace("\r", "\n")
    if len(told) > MOST_CHARACTERS:
        told = told[: MOST_CHARACTERS - len(_CUT)] + _CUT
    told = escape(_ESCAPED.sub("_x005F_", told))
    space = ' xml:space="preserve"' if told != told.strip() or "\n" in told else ""
    return f'" s="{style}" t="inlineStr"><is><t{space}>{told}</t></is></c>'


def number_cell(number: float, style: int) -> str:
    """``number`` as a number."""
    return f'" s="{style}"><v>{number!r}</v></c>'


def day_cell(day: date, style: int) -> str:
    """A date or time as a spreadsheet counts them; the style defines the format."""
    from openpyxl.utils.datetime import to_excel

    return f'" s="{style}"><v>{to_excel(day)!r}</v></c>'  # type: ignore[no-untyped-call]


def formula_cell(formula: str, result: float, style: int) -> str:
    """A formula, with its result for readers that do not compute."""
    return f'" s="{style}"><f>{escape(formula)}</f><v>{result!r}</v></c>'


def empty_cell(style: int) -> str:
    """An empty cell with a style."""
    return f'" s="{style}"/>'


def wide(text: str) -> int:
    """The width of ``text`` in characters on the screen: a Chinese character counts two."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(sign) in "WF") for sign in text)


class WorksheetRows:
    """The rows of one worksheet, written from the top."""

    def __init__(self, columns: int) -> None:
        from openpyxl.utils import get_column_letter

        self._letters = [get_column_letter(position) for position in range(1, columns + 1)]
        self._written: list[str] = []
        self._row = 0

    @property
    def area(self) -> str:
        """From the first cell to the last, ``A1:F6``."""
        return f"A1:{self._letters[-1]}{self._row}"

    @property
    def content(self) -> bytes:
        """All rows as XML."""
        return "".join(self._written).encode()

    def letter(self, column: int) -> str:
        """The letter of a column; the first is 0."""
        return self._letters[column]

    def add(self, cells: list[str], *, high: float | None = None) -> None:
        """Add a row of cells made by the functions of this module, with its height in points."""
        self._row += 1
        row = self._row
        attribute = "" if high is None else f' ht="{high:g}" customHeight="1"'
        placed = [f'<c r="{letter}{row}{cell}' for letter, cell in zip(self._letters, cells, strict=True)]
        self._written.append(f'<row r="{row}"{attribute}>{"".join(placed)}</row>')

    def sum_of_next(self, columns: Iterable[int]) -> str:
        """The formula that adds cells of the row that is added next."""
        return f"SUM({','.join(f'{self._letters[column]}{self._row + 1}' for column in columns)})"

    def skip_to(self, row: int) -> None:
        """Make this row the next that is added."""
        self._row = row - 1


def save_with_rows(book: "Workbook", rows: "Mapping[Worksheet, WorksheetRows]", path: Path) -> None:
    """Save ``book``, whose sheets have no cells yet, at ``path`` with the rows of each."""
    made, whole = io.BytesIO(), io.BytesIO()
    book.save(made)
    parts = {sheet.path.removeprefix("/"): written for sheet, written in rows.items()}
    with (
        zipfile.ZipFile(made) as source,
        zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as target,
    ):
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, _filled(content, parts[name]) if name in parts else content)
    path.write_bytes(whole.getvalue())  # no view of it: that would stay in the traceback of an error


def save_workbook(book: "Workbook", path: Path) -> None:
    """Write ``book`` to ``path`` in one step: on a full disk the library would leave the file open."""
    whole = io.BytesIO()
    book.save(whole)
    path.write_bytes(whole.getvalue())


def _filled(sheet: bytes, rows: WorksheetRows) -> bytes:
    head, tail = _parted(_NO_ROWS, sheet)
    before, after = _parted(_NO_DIMENSION, head)
    area = f'<dimension ref="{rows.area}"/>'.encode()
    return b"".join((before, area, after, b"<sheetData>", rows.content, b"</sheetData>", tail))


def _parted(what: re.Pattern[bytes], text: bytes) -> tuple[bytes, bytes]:
    """The text before and after the only occurrence of ``what``."""
    (found,) = what.finditer(text)
    return text[: found.start()], text[found.end() :]
