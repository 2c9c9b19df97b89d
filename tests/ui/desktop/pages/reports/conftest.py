"""The Reports page in the real window, with its dialogs answered by the test."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from reports.catalogue import Format, PageSize
from tests.ui.desktop.conftest import BY, beginning_at, shown
from tournament import use_cases
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, Command, RecordHand
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.pages.catalogue import PAGES, START, PageInfo
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.reports.printing import NO_PRINTER, NotPrinted
from ui.desktop.window import Window


@dataclass
class Answers:
    """What the dialogs return, and what they were asked."""

    path: Path | None = None
    folder: Path | None = None
    suggested: list[Path] = field(default_factory=list)
    printer: QPrinter | None = None
    no_printer: bool = False

    def file(self, _parent: QWidget, suggested: Path, _format: Format) -> Path | None:
        self.suggested.append(suggested)
        return self.path

    def zip_file(self, _parent: QWidget, suggested: Path) -> Path | None:
        self.suggested.append(suggested)
        return self.path

    def in_folder(self, _parent: QWidget, _suggested: Path) -> Path | None:
        return self.folder

    def print_on(self, _parent: QWidget, _paper: PageSize, _title: str) -> QPrinter | None:
        if self.no_printer:
            raise NotPrinted(NO_PRINTER)
        return self.printer


@pytest.fixture
def played(controller: EventController) -> EventController:
    """An event with session 1 verified and session 2 begun."""
    commands: list[Command] = [
        RecordHand(1, 1, 1, Outcome(0, 2, 20)),
        CloseSheet(1, 1),
        RecordHand(1, 2, 1, Outcome(0, None, 10)),
        CloseSheet(1, 2),
        RecordHand(2, 1, 1, Outcome(2, 0, 30)),
    ]
    use_cases.carry_out_all(controller.book, commands, by=BY)
    return controller


@pytest.fixture
def answers() -> Answers:
    """Answers that cancel every dialog until a test sets them."""
    return Answers()


@pytest.fixture
def window_of_reports(
    dressed: QApplication, controller: EventController, answers: Answers, qtbot: QtBot, first_page: str
):
    """A window with the page Reports only."""

    def make(made_for: EventController) -> QWidget:
        return ReportsPage(
            made_for,
            ask_file=answers.file,
            ask_printer=answers.print_on,
            ask_folder=answers.in_folder,
            ask_zip=answers.zip_file,
        )

    preferences.keep_value("last-reports", "")  # a test before this one may have saved or printed some
    pages = [
        PageInfo(page.id, page.title, page.icon, page.shortcut, make if page.id == "reports" else page.make)
        for page in PAGES
    ]
    with beginning_at(first_page):
        made = Window(controller, pages, START)
    with shown(made, dressed) as window:
        yield window


@pytest.fixture
def reports(played: EventController, window_of_reports: Window, qtbot: QtBot) -> ReportsPage:
    """The page, with the pages of the standings written."""
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    return page


def wait_for_pages(page: ReportsPage, qtbot: QtBot) -> None:
    """Wait until the other thread has written the pages."""
    qtbot.waitUntil(lambda: not page.pages.busy and not page._settle.isActive(), timeout=20000)


def wait_for_task(page: ReportsPage, qtbot: QtBot) -> None:
    """Wait until saving or printing has ended."""
    qtbot.waitUntil(lambda: not page.exporter.busy, timeout=20000)
