"""The results package in the window: what is in it, what is missing and why, saved as a zip file or in a folder."""

import zipfile
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy

from tests.ui.desktop.conftest import BY, Keyboard
from tests.ui.desktop.pages.reports.conftest import Answers
from tournament import use_cases
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, Command, RecordHand
from tournament.use_cases.commands import CloseSession, PublishResults
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.catalogue_list import RESULTS_PACKAGE
from ui.desktop.pages.reports.package_part import PackageRow
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window


def choose(page: ReportsPage, qtbot) -> None:
    page.catalogue.select(RESULTS_PACKAGE)
    wait(page, qtbot)


def wait(page: ReportsPage, qtbot) -> None:
    qtbot.waitUntil(
        lambda: not page._settle.isActive() and not page.package.busy and not page.package.exporter.busy, timeout=20000
    )


def rows(page: ReportsPage) -> dict[str, PackageRow]:
    return {row.name: row for row in page.package.view.table.rows}


def test_files_are_listed_and_what_is_missing_is_named(reports: ReportsPage, keyboard: Keyboard, qtbot) -> None:
    keyboard.type("Ctrl+F")
    keyboard.words("package")
    keyboard.type("Enter")
    wait(reports, qtbot)
    assert reports.package.view.isVisible()
    assert not reports.options.isVisible()
    assert rows(reports)["standings.pdf"].reason is None
    reason = rows(reports)["index.html"].reason
    assert reason is not None
    assert "public" in ENGLISH.render(reason)
    missing = [row.title for row in reports.package.view.table.rows if row.reason is not None]
    assert len(set(missing)) == len(missing), "one line for the files of a paper"
    assert reports.package.panel.zip.isEnabled()


def test_it_is_saved_as_a_zip_file_or_in_a_folder(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    choose(reports, qtbot)
    keyboard.type("Ctrl+S")
    assert not reports.package.exporter.busy, "the dialog was cancelled"
    assert answers.suggested[-1].name == "Open of Nowhere - Results package.zip"
    answers.path, answers.folder = tmp_path / "all.zip", tmp_path
    keyboard.type("Ctrl+S")
    wait(reports, qtbot)
    assert "all.zip" in reports.package.panel.done.text()
    keyboard.type("Ctrl+E")
    wait(reports, qtbot)
    written = {path.name for path in (tmp_path / "Open of Nowhere - Results package").iterdir()}
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert set(archive.namelist()) == written
    assert written == {row.name for row in rows(reports).values() if row.reason is None}


def test_publishing_meanwhile_adds_the_page(reports: ReportsPage, played: EventController, qtbot) -> None:
    choose(reports, qtbot)
    use_cases.carry_out_all(played.book, [CloseSession(1)], by=BY)
    played.act(PublishResults(1))
    wait(reports, qtbot)
    assert rows(reports)["index.html"].reason is None


def test_nothing_played_says_so(window_of_reports: Window, controller: EventController, qtbot) -> None:
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    choose(page, qtbot)
    assert page.package.view.refusal.text() == "No hand is recorded yet."
    assert not page.package.panel.zip.isEnabled()
    assert rows(page) == {}


@pytest.mark.parametrize("first_page", ["tables"])
def test_the_last_session_that_is_closed_offers_it(window_of_reports: Window, played: EventController, qtbot) -> None:
    commands: list[Command] = [CloseSheet(2, 1), RecordHand(2, 2, 1, Outcome(1, None, 12)), CloseSheet(2, 2)]
    use_cases.carry_out_all(played.book, [CloseSession(1), *commands], by=BY)
    window_of_reports.show_page("tables")
    tables = window_of_reports.page("tables")
    assert isinstance(tables, TablesPage)
    offered, errors = QSignalSpy(played.messages.next_offered), QSignalSpy(played.messages.action_offered)
    played.choose_session(2)
    tables.panel.session.closing_wanted.emit()
    assert (offered.count(), errors.count()) == (1, 0)
    offered.at(0)[2]()
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    qtbot.waitUntil(page.isVisible)
    wait(page, qtbot)
    assert page.package.view.isVisible()
    assert page.catalogue.on_package
