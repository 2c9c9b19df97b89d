"""The rows of worksheets as XML, put into a workbook that openpyxl made of everything else.

openpyxl makes the styles, charts, filters and the print set-up; as every cell of it is an object, a large event takes
it ten times as long. A cell here is its text in the file without its place, so that the same name or number in row
after row is told once.
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
"""A cell holds no more."""
_CUT = "…"
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""What a spreadsheet would read as a character by its code."""
_NO_ROWS = re.compile(rb"<sheetData(?: ?/>|></sheetData>)")
_NO_DIMENSION = re.compile(rb'<dimension ref="[A-Z0-9:]*" ?/>')
_LEVEL = 4
"""Of compression: half the time of the usual one, and a file a twentieth larger."""


def text_cell(text: str, style: int) -> str:
    """``text`` as text, cut where a cell ends: never a formula, a number or a date."""
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
    """A day or a moment as a spreadsheet counts them; the style says how it is shown."""
    from openpyxl.utils.datetime import to_excel

    return f'" s="{style}"><v>{to_excel(day)!r}</v></c>'  # type: ignore[no-untyped-call]


def formula_cell(formula: str, result: float, style: int) -> str:
    """A formula, with its result for whoever does not compute."""
    return f'" s="{style}"><f>{escape(formula)}</f><v>{result!r}</v></c>'


def empty_cell(style: int) -> str:
    """Nothing, in a style."""
    return f'" s="{style}"/>'


def wide(text: str) -> int:
    """How many characters wide ``text`` is on the screen: a Chinese one takes the room of two."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(sign) in "WF") for sign in text)


class WorksheetRows:
    """The rows of one worksheet as they are written, from the top."""

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
        """All rows as they stand in the file."""
        return "".join(self._written).encode()

    def letter(self, column: int) -> str:
        """Of a column; the first is 0."""
        return self._letters[column]

    def add(self, cells: list[str], *, high: float | None = None) -> None:
        """A row more, with a height of its own in points, of cells that the functions of this module made."""
        self._row += 1
        row = self._row
        attribute = "" if high is None else f' ht="{high:g}" customHeight="1"'
        placed = [f'<c r="{letter}{row}{cell}' for letter, cell in zip(self._letters, cells, strict=True)]
        self._written.append(f'<row r="{row}"{attribute}>{"".join(placed)}</row>')

    def sum_of_next(self, columns: Iterable[int]) -> str:
        """The formula that adds cells of the row that is added next."""
        return f"SUM({','.join(f'{self._letters[column]}{self._row + 1}' for column in columns)})"

    def skip_to(self, row: int) -> None:
        """Let the next row that is added be this one."""
        self._row = row - 1


def save_with_rows(book: "Workbook", rows: "Mapping[Worksheet, WorksheetRows]", path: Path) -> None:
    """Save ``book``, whose sheets have no cell yet, with the rows of each at ``path``."""
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
    path.write_bytes(whole.getbuffer())


def save_workbook(book: "Workbook", path: Path) -> None:
    """Write ``book`` to ``path`` at one go: the library, when the disk is full, would leave the file open."""
    whole = io.BytesIO()
    book.save(whole)
    path.write_bytes(whole.getbuffer())


def _filled(sheet: bytes, rows: WorksheetRows) -> bytes:
    head, tail = _parted(_NO_ROWS, sheet)
    before, after = _parted(_NO_DIMENSION, head)
    area = f'<dimension ref="{rows.area}"/>'.encode()
    return b"".join((before, area, after, b"<sheetData>", rows.content, b"</sheetData>", tail))


def _parted(what: re.Pattern[bytes], text: bytes) -> tuple[bytes, bytes]:
    """What stands before and after the one place of ``what``."""
    (found,) = what.finditer(text)
    return text[: found.start()], text[found.end() :]
