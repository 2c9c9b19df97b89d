"""docs/papers.md shows every report that is printed."""

from pathlib import Path

from reports.catalogue import Format, offered_reports
from tests.examples.events import sample_event
from tests.pictures.papers import PAGE, page_text

PICTURES = PAGE.parent / "pictures" / "papers"


def test_the_page_is_what_the_catalogue_has() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(sample_event())


def test_every_report_that_is_printed_has_its_picture() -> None:
    view = sample_event()
    printed = {report.name for report in offered_reports(view.rules, view.settings.format)
               if Format.PDF in report.formats}  # fmt: skip
    pictures = {path.name.removesuffix("-en.png") for path in Path(PICTURES).glob("*-en.png")}
    assert printed == pictures
