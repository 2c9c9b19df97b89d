"""The first page of every report, of the sample event at its end: docs/papers.md and docs/pictures/papers.

python -m tests.pictures.papers docs/pictures/papers [--event FILE.qv] [--languages en,fr,zh] [--width 560] [report …]
"""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QApplication

from reports.catalogue import Format, Report, ReportOptions, build, offered_reports, write
from tests.pictures.repeatable import repeatable
from tests.proof.paper_events import SIZES, paper_event
from tournament.event.problem import Refused
from tournament.language import ENGLISH, Language, language_of
from tournament.use_cases.view import View
from ui.desktop.bootstrap import EVENT_FILES, play_sample_into
from ui.desktop.pictures import save_small

PRINTED = datetime(2026, 6, 14, 16, 30, tzinfo=UTC)
LANGUAGES = ("en",)
PAGE = Path(__file__).resolve().parents[2] / "docs" / "papers.md"
HEAD = """\
# The papers

This page shows the first printed page of each report of the sample event. `export --what NAME`
writes it, and so does the page Reports of the window; [the command line](cli.md) describes the
contents of each report and its other formats. `tests/pictures/papers.py` makes this page and its
pictures.
"""


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("reports", nargs="*", metavar="report")
    parser.add_argument("--event", help="an event file, or the size of an event of the proof, instead of the sample")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--width", type=int, default=560)
    parser.add_argument("--page", type=int, default=1)
    asked = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication([])
    asked.folder.mkdir(parents=True, exist_ok=True)
    with repeatable(), TemporaryDirectory() as folder:
        view = event_of(asked.event, Path(folder))
        for language in map(language_of, asked.languages.split(",")):
            for report in offered_reports(view.rules, view.settings.format):
                if not asked.reports or report.name in asked.reports:
                    picture = first_page(report, view, language, Path(folder), asked.width, asked.page)
                    if picture is not None:
                        save_small(picture, asked.folder / f"{report.name}-{language.code}.png")
    if asked.event is None and asked.page == 1:
        PAGE.write_text(page_text(view), encoding="utf-8")
    application.quit()
    return 0


def page_text(view: View) -> str:
    """docs/papers.md: a picture a report, in the order of the catalogue."""
    lines, group = [HEAD], None
    for report in offered_reports(view.rules, view.settings.format):
        if Format.PDF not in report.formats:
            continue
        if report.group is not group:
            group = report.group
            lines += [f"## {ENGLISH.render(group.value)}", ""]
        lines += [f"### {ENGLISH.render(report.title)}: `{report.name}`", ""]
        lines += [f"![{ENGLISH.render(report.title)}](pictures/papers/{report.name}-en.png)", ""]
    return "\n".join(lines)


def event_of(named: str | None, folder: Path) -> View:
    """The event asked for; the sample, played to its end, unless one is named."""
    for size in SIZES:
        if size.name == named:
            return paper_event(size, final=True).view
    path = Path(named) if named else folder / "sample.qv"
    if named is None:
        play_sample_into(path, lambda commands: commands)
    book = EVENT_FILES.open_for_reading(path)
    view = book.view
    book.close()
    return view


def first_page(report: Report, view: View, language: Language, folder: Path, wide: int, page: int = 1) -> QImage | None:
    """A page as it is printed, on white; None where there is no such page."""
    if Format.PDF not in report.formats:
        return None
    path = folder / "report.pdf"
    try:
        write(build(report, view, ReportOptions(PRINTED)), path, Format.PDF, language)
    except Refused:
        return None
    pages = QPdfDocument()
    pages.load(str(path))
    if pages.pageCount() < page:
        return None
    size = pages.pagePointSize(page - 1)
    across = wide if size.width() <= size.height() else round(wide * 1.25)
    drawn = pages.render(page - 1, QSize(across, round(across * size.height() / size.width())))
    pages.close()
    image = QImage(drawn.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.drawImage(0, 0, drawn)
    painter.setPen(Qt.GlobalColor.lightGray)
    painter.drawRect(0, 0, image.width() - 1, image.height() - 1)
    painter.end()
    return image


if __name__ == "__main__":
    sys.exit(main())
