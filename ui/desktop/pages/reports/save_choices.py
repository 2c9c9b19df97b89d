"""The kinds of file that a report can be saved as, each with its name and key."""

from typing import NamedTuple

from reports.catalogue import CsvFor, Format, Report
from tournament.language import Text, mark
from ui.desktop.pages.reports.choices import has_totals_to_trace

FORMAT_NAMES = {
    Format.PDF: "PDF", Format.EXCEL: "Excel", Format.HTML: "HTML", Format.CSV: "CSV", Format.PARQUET: "Parquet",
    Format.JSON: "JSON", Format.SVG: "SVG", Format.PNG: "PNG",
}  # fmt: skip
FORMAT_KEYS = {
    Format.PDF: "Ctrl+S", Format.EXCEL: "Ctrl+E", Format.HTML: "Ctrl+L", Format.CSV: "Ctrl+Shift+S",
    Format.SVG: "Ctrl+G", Format.PNG: "Ctrl+I",
}  # fmt: skip
"""The keys of the formats of papers and charts, in Qt's portable form."""


class SaveChoice(NamedTuple):
    """A kind of file: an entry of the menu."""

    format: Format
    text: Text | str
    key: str = ""
    formulas: bool = False
    """Whether totals are formulas over their cells, for a workbook."""
    csv_for: CsvFor = CsvFor.EXCEL
    """The kind of program that a CSV file is for."""


def save_choices(report: Report) -> tuple[SaveChoice, ...]:
    """Return the kinds of file that ``report`` can be saved as, in the order of the menu."""
    found = []
    for format in Format:
        if format not in report.formats:
            continue
        kind = SaveChoice(format, FORMAT_NAMES[format], FORMAT_KEYS.get(format, ""))
        if format is Format.CSV:
            found.append(kind._replace(text=mark("CSV for Excel")))
            found.append(SaveChoice(format, mark("CSV for other programs"), csv_for=CsvFor.PROGRAMS))
            continue
        found.append(kind)
        if format is Format.EXCEL and has_totals_to_trace(report):
            found.append(SaveChoice(format, mark("Excel with formulas for the totals"), formulas=True))
    return tuple(found)
