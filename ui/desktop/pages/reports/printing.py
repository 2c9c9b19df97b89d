"""Sends the pages of a PDF file to a printer."""

from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from reports.catalogue import PageSize
from tournament.language import Text, mark
from ui.desktop.long_work import Step
from ui.desktop.translation import qt_words

_MOST_DOTS = 300
"""Maximum resolution of a page in dots per inch. Text stays sharp, and a page stays below 40 MB."""
_SIZES = {
    PageSize.A4: QPageSize.PageSizeId.A4,
    PageSize.A3: QPageSize.PageSizeId.A3,
    PageSize.LETTER: QPageSize.PageSizeId.Letter,
}
NO_PRINTER = mark("No printer is set up on this computer. Save the report as PDF and print it elsewhere.")


class NotPrinted(Exception):
    """The printer did not accept the pages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.message)
        self.message = message


def choose_printer(parent: QWidget, paper: PageSize, title: str) -> QPrinter | None:
    """Ask for the printer and number of copies. Return None if the user cancels. Raises NotPrinted without printers."""
    if not QPrinterInfo.availablePrinterNames():
        raise NotPrinted(NO_PRINTER)
    printer = printer_for(paper, title)
    with qt_words():
        dialog = QPrintDialog(printer, parent)
        accepted = dialog.exec()
    # The dialog is deleted with its window, which can be closed while it is open.
    if isValid(dialog):
        dialog.deleteLater()
    return printer if accepted else None


def printer_for(paper: PageSize, title: str) -> QPrinter:
    """Return a printer set to the whole page of ``paper``."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageSize(QPageSize(_SIZES[paper]))
    printer.setPageOrientation(QPageLayout.Orientation.Portrait)
    # The pages of the PDF have margins of their own.
    printer.setFullPage(True)
    printer.setDocName(title)
    return printer


def print_pages(path: Path, printer: QPrinter, step: Step) -> int:
    """Print the pages of the PDF file ``path``, all or the chosen ones. Return their number.

    Raises NotPrinted, or whatever ``step`` raises, which cancels printing.
    """
    document = QPdfDocument()
    if document.load(str(path)) is not QPdfDocument.Error.None_:
        raise NotPrinted(mark("The pages could not be read for printing. Try again."))
    pages = _chosen(printer, document.pageCount())
    painter = QPainter()
    if not painter.begin(printer):
        raise NotPrinted(mark("The printer did not respond. Check that it is on, or save as PDF."))
    try:
        for number, page in enumerate(pages):
            step(number, len(pages))
            if number:
                printer.newPage()
            _draw(document, page, printer, painter)
    except BaseException:
        painter.end()
        printer.abort()
        raise
    painter.end()
    return len(pages)


def _chosen(printer: QPrinter, count: int) -> list[int]:
    first, last = printer.fromPage(), printer.toPage()
    if not first:
        return list(range(count))
    return [page for page in range(count) if first <= page + 1 <= (last or count)]


def _draw(document: QPdfDocument, page: int, printer: QPrinter, painter: QPainter) -> None:
    dots = min(printer.resolution(), _MOST_DOTS)
    points = document.pagePointSize(page)
    size = QSize(round(points.width() * dots / 72), round(points.height() * dots / 72))
    scale = printer.resolution() / 72
    target = QRectF(0, 0, points.width() * scale, points.height() * scale)
    painter.drawImage(target, document.render(page, size))
