"""What is saved or printed is recorded in the event, and reported when it is out of date."""

from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrinter

from reports.catalogue import PageSize
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.reports.conftest import Answers, wait_for_task
from tournament.ledger.facts import PaperNoted
from tournament.rules.payment import Outcome
from tournament.use_cases import CorrectHand
from tournament.use_cases.papers import noted_papers
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.reports.printing import printer_for
from ui.desktop.window import Window


def papers(controller: EventController) -> list[PaperNoted]:
    return [each.fact for each in noted_papers(controller.book.view)]


def save(page: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, path: Path) -> None:
    answers.path = path
    qtbot.waitUntil(lambda: page.options.save.isEnabled() and not page._settle.isActive())  # the pages are made again
    keyboard.type("Ctrl+S")
    wait_for_task(page, qtbot)


def test_what_is_saved_is_noted_and_told_when_it_is_out_of_date(
    reports: ReportsPage, played: EventController, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    entries = len(played.book.view.journal)
    save(reports, answers, keyboard, qtbot, tmp_path / "out.pdf")
    assert papers(played) == [PaperNoted("standings", "Standings after session 1", "pdf", entries, 1)]
    assert reports.report_view.outdated.isHidden()
    played.act(CorrectHand(1, 1, 1, Outcome(0, 2, 30), "misread"))
    qtbot.waitUntil(lambda: bool(reports.outdated.papers))
    assert not reports.report_view.outdated.isHidden()
    text = reports.report_view.outdated.text()
    assert "1 paper is out of date" in text
    assert "Standings after session 1, saved" in text
    assert "since then Correction: session 1, table 1, hand 1" in text
    save(reports, answers, keyboard, qtbot, tmp_path / "again.pdf")
    qtbot.waitUntil(lambda: not reports.outdated.papers)
    assert reports.report_view.outdated.isHidden()


def test_what_is_printed_is_noted(
    reports: ReportsPage, played: EventController, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    answers.printer = printer_for(PageSize.A4, "Standings")
    answers.printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    answers.printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    answers.printer.setResolution(72)
    keyboard.type("Ctrl+P")
    wait_for_task(reports, qtbot)
    (paper,) = papers(played)
    assert (paper.report, paper.format, paper.session) == ("standings", "print", 1)


@pytest.mark.parametrize("first_page", ["tables"])
def test_no_note_in_an_event_to_look_at(
    played: EventController, window_of_reports: Window, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    path = Path(played.book.place)
    played.close()
    played.replace_event(played.event_files.open_for_reading(path), read_only=True)
    before = path.read_bytes()
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    qtbot.waitUntil(lambda: page.pages.report is not None)
    save(page, answers, keyboard, qtbot, tmp_path / "out.pdf")
    assert papers(played) == []
    assert path.read_bytes() == before
