"""PDF and Excel of a large event, the PDF beside the same rows through plain reportlab."""

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

import assets
from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from reports.writers.wording import cell_text
from tests.benchmarks.large_event import write_large_event
from tests.benchmarks.measuring import median_seconds, report
from tournament.language import ENGLISH
from tournament.storage import open_for_reading
from tournament.use_cases import Book

OPTIONS = ReportOptions(datetime(2026, 6, 13, 12, 0, tzinfo=UTC))
FONT = "InterTabular-Regular"
ROWS_A_PAGE = 45


def main() -> None:
    """Print the medians."""
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder, "large.qv")
        write_large_event(event)
        book = Book(open_for_reading(event))
        for name in ("standings", "sessions"):
            made = _document(book, name)
            for format in (Format.PDF, Format.EXCEL):
                path = Path(folder, f"{name}.{format.value}")
                _measure(f"{name} of 400 players × 12 sessions as {format.value}", _writing(made, path, format))
            _measure(f"{name} through plain reportlab", _plain_writing(made, Path(folder, "plain.pdf")))
        sheets = _document(book, "filled-sheets")
        _measure("1,200 filled sheets as pdf", _writing(sheets, Path(folder, "sheets.pdf"), Format.PDF))
        book.close()


def _document(book: Book, name: str) -> Document:
    chosen = report_called(name)
    assert chosen is not None
    return build(chosen, book.view, OPTIONS)


def _writing(made: Document, path: Path, format: Format) -> Callable[[], None]:
    return lambda: write(made, path, format, ENGLISH)


def _measure(what: str, make: Callable[[], None]) -> None:
    report(what, median_seconds(make, runs=3))


def _plain_writing(made: Document, path: Path) -> Callable[[], None]:
    """The same rows at even distances, with the least that reportlab needs for them."""

    def make() -> None:
        pdfmetrics.registerFont(TTFont(FONT, str(assets.path("fonts", f"{FONT}.ttf"))))
        canvas = Canvas(str(path), pagesize=A4, pageCompression=1)
        for section in made.sections:
            columns = section.table.columns
            step = (A4[0] - 76) / len(columns)
            for number, row in enumerate(section.table.rows):
                if number % ROWS_A_PAGE == 0:
                    if number:
                        canvas.showPage()
                    canvas.setFont(FONT, 8)
                y = A4[1] - 80 - number % ROWS_A_PAGE * 15
                for place, (cell, column) in enumerate(zip(row, columns, strict=True)):
                    canvas.drawString(38 + place * step, y, cell_text(cell, column, ENGLISH))
                canvas.line(38, y - 4, A4[0] - 38, y - 4)
            canvas.showPage()
        canvas.save()

    return make


if __name__ == "__main__":
    main()
