"""A file cell by cell as another organisation's program requires it: a workbook, or CSV; nothing is added."""

import csv
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from reports.document import Document, ExactCell, ExactTable
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.wording import STARTS_FORMULA, foot, printable
from tournament.language import Language

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

_DECIMALS = 2
"""For a number that decimals cannot represent exactly, such as a third."""


def write(
    document: Document, table: ExactTable, path: Path, language: Language, *, progress: Progress | None = None
) -> None:
    """Write ``table`` to ``path`` in its own format. Raises ExportFailed."""
    if table.suffix == "csv":
        write_csv(table, path, progress)
    else:
        _write_workbook(document, table, path, language, progress)


def decimal_text(number: int | Fraction, decimal_mark: str = ".") -> str:
    """``18.5``, ``-412``: exact if decimals can represent it, otherwise rounded to two, half away from zero."""
    if isinstance(number, int) or number.denominator == 1:
        return str(int(number))
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    decimals = _DECIMALS
    if rest == 1:
        decimals = next(count for count in range(1, 64) if 10**count % number.denominator == 0)
    scale = 10**decimals
    scaled = (2 * abs(number.numerator) * scale + number.denominator) // (2 * number.denominator)
    sign = "-" if number < 0 and scaled else ""
    return f"{sign}{scaled // scale}{decimal_mark}{scaled % scale:0{decimals}}"


def write_csv(table: ExactTable, path: Path, progress: Progress | None = None) -> None:
    """Write ``table`` to ``path`` as CSV. Raises ExportFailed."""
    encoding = "utf-8-sig" if table.byte_order_mark else "utf-8"
    with atomic_file(path, progress) as unfinished, unfinished.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(
            file,
            delimiter=table.separator,
            quoting=csv.QUOTE_ALL if table.quoted else csv.QUOTE_MINIMAL,
            lineterminator="\r\n",
        )
        writer.writerow([_field(heading, table) for heading in table.headings])
        for done, row in enumerate(table.rows):
            writer.writerow([_field(cell, table) for cell in row])
            if progress:
                progress(done, len(table.rows))


def _field(cell: ExactCell, table: ExactTable) -> str:
    """A number as it is; text that a spreadsheet would run as a formula gets an apostrophe."""
    if isinstance(cell, int | Fraction):
        return decimal_text(cell, table.decimal_mark)
    if isinstance(cell, date):
        return cell.isoformat()
    text = printable(cell)
    return f"'{text}" if text.startswith(STARTS_FORMULA) else text


def _write_workbook(
    document: Document, table: ExactTable, path: Path, language: Language, progress: Progress | None
) -> None:
    from openpyxl import Workbook

    from reports.writers.excel import save_workbook

    with atomic_file(path, progress) as unfinished:
        book = Workbook()
        book.properties.title = printable(f"{document.event} – {language.render(document.title)}")
        book.properties.subject = printable(language.render(foot(document)))
        book.properties.creator = "Quatre Vents"
        book.properties.created = book.properties.modified = document.printed.replace(tzinfo=None)
        _fill(book.worksheets[0], table, progress)
        for further in table.further:
            _fill(book.create_sheet(), further, None)
        save_workbook(book, unfinished)


def _fill(sheet: "Worksheet", table: ExactTable, progress: Progress | None) -> None:
    """Write ``table`` into ``sheet``, with its headings in bold and in view."""
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    sheet.title = table.sheet or "Sheet1"
    bold = Font(bold=True)
    for number, row in enumerate((table.headings, *table.rows), start=1):
        for position, value in enumerate(row, start=1):
            cell = cast("Cell", sheet.cell(number, position))
            _put(cell, value, table.day_format)
            if number == 1:
                cell.font = bold
        if progress:
            progress(number, len(table.rows) + 1)
    for position, heading in enumerate(table.headings, start=1):
        longest = max(len(str(row[position - 1])) for row in (table.headings, *table.rows))
        sheet.column_dimensions[get_column_letter(position)].width = max(len(heading), min(longest, 40)) + 2
    sheet.freeze_panes = "A2"


def _put(cell: "Cell", value: ExactCell, day_format: str) -> None:
    """A number as a number, a day as a date; text as text, with every zero, never run as a formula."""
    if isinstance(value, Fraction):
        cell.value = int(value) if value.denominator == 1 else float(value)
    elif isinstance(value, int):
        cell.value = value
    elif isinstance(value, date):
        cell.value = value
        cell.number_format = day_format
    elif value:
        cell.value = printable(value)
        cell.data_type = "s"
        cell.number_format = "@"
        if value.startswith(STARTS_FORMULA):
            cell.quotePrefix = True
