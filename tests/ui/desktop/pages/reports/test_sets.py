"""Print sets in the window: chosen by keys, what is missing named, pages previewed, saved, printed, and kept."""

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest

from reports.print_sets import own_sets, own_sets_file
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.reports.conftest import Answers
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.reports.printing import printer_for
from ui.desktop.pages.reports.set_view import PAGES, PAPERS, PaperRow


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without sets."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path_factory.mktemp("home")))


def choose(page: ReportsPage, name: str, qtbot) -> None:
    page.catalogue.select_set(name)
    wait(page, qtbot)


def wait(page: ReportsPage, qtbot) -> None:
    qtbot.waitUntil(
        lambda: not page._settle.isActive() and not page.sets.busy and not page.sets.exporter.busy, timeout=20000
    )


def rows(page: ReportsPage) -> dict[str, PaperRow]:
    return {ENGLISH.render(row.title): row for row in page.sets.view.table.rows}


def test_sets_are_at_the_top_of_the_list_and_reached_by_keys(reports: ReportsPage, keyboard: Keyboard, qtbot) -> None:
    model = reports.catalogue.table.rows_model
    assert [str(model.index(row, 0).data()) for row in range(6)] == [
        "Print sets", "Before play", "For the walls", "For one session", "At the end", "Before play",
    ]  # fmt: skip
    keyboard.type("Ctrl+F")
    keyboard.words("walls")
    keyboard.type("Enter")
    wait(reports, qtbot)
    assert reports.sets.view.isVisible()
    assert not reports.report_view.isVisible()
    assert rows(reports)["Timetable"].copies == 1
    reports.catalogue.search.clear()
    reports.catalogue.select("standings")
    assert reports.report_view.isVisible()
    assert not reports.sets.view.isVisible()


def test_what_cannot_be_made_yet_is_named(reports: ReportsPage, qtbot, said) -> None:
    choose(reports, "end", qtbot)
    certificates = rows(reports)["Certificates"]
    assert (certificates.copies, certificates.warns, certificates.printed) == (None, True, False)
    assert certificates.detail is not None
    assert "not final" in ENGLISH.render(certificates.detail)
    printed = sum(row.printed for row in rows(reports).values())
    assert reports.sets.panel.print.label() == f"Print {printed} papers"


def test_certificates_are_for_winners_unless_everybody_gets_one(reports: ReportsPage, qtbot) -> None:
    choose(reports, "before-play", qtbot)
    assert not reports.sets.panel.everybody.isVisible()
    choose(reports, "end", qtbot)
    everybody = reports.sets.panel.everybody
    assert everybody.isVisible()
    assert reports.sets._prepared is not None
    everybody.click()
    wait(reports, qtbot)
    reports.sets.panel.name.setText("All of them")
    reports.sets.panel.keep.click()
    wait(reports, qtbot)
    kept = next(each for each in own_sets() if each.name == "All of them")
    assert not kept.has_winners
    assert not everybody.isVisible()


def test_papers_are_left_out_and_copied_by_keys(reports: ReportsPage, qtbot) -> None:
    choose(reports, "before-play", qtbot)
    table = reports.sets.view.table
    table.setFocus()
    table.select_line(1)
    badges = table.current_row
    assert badges is not None
    QTest.keyClicks(table, "++-")
    assert rows(reports)[ENGLISH.render(badges.title)].copies == 2
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert not rows(reports)[ENGLISH.render(badges.title)].printed
    reports.sets.view.include.click()
    assert rows(reports)[ENGLISH.render(badges.title)].printed
    reports.sets.view.fewer.click()
    reports.sets.view.fewer.click()
    assert rows(reports)[ENGLISH.render(badges.title)].copies == 1, "never fewer than one"


def test_pages_are_previewed_and_follow_the_papers(reports: ReportsPage, qtbot) -> None:
    choose(reports, "session", qtbot)
    view = reports.sets.view
    QTest.keyClick(view.side, Qt.Key.Key_Right)
    assert view.side.current == PAGES
    wait(reports, qtbot)
    before = view.pages.preview.pages
    assert before > 3
    assert view.page_text.text() == f"Page 1 of {before}"
    QTest.keyClick(reports.catalogue.table, Qt.Key.Key_PageDown)
    assert view.page_text.text() == f"Page 2 of {before}"
    reports.sets.panel.walls.setCurrentIndex(2)
    reports.sets.panel.walls.activated.emit(2)
    wait(reports, qtbot)
    assert view.pages.preview.pages > before
    QTest.keyClick(view.side, Qt.Key.Key_Left)
    assert view.side.current == PAPERS
    assert not view.shows_pages


def test_a_set_is_saved_as_one_file_or_in_a_folder(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    choose(reports, "session", qtbot)
    reports.sets.panel.session.setCurrentIndex(0)
    reports.sets.panel.session.activated.emit(0)
    reports.sets.panel.paper.set_current("LETTER")
    wait(reports, qtbot)
    answers.path, answers.folder = tmp_path / "set.pdf", tmp_path
    keyboard.type("Ctrl+S")
    wait(reports, qtbot)
    pages = PdfReader(tmp_path / "set.pdf").pages
    assert {tuple(sorted(map(float, page.mediabox[2:]))) for page in pages} == {(612.0, 792.0)}
    assert "set.pdf" in reports.sets.panel.done.text()
    keyboard.type("Ctrl+E")
    wait(reports, qtbot)
    folder = next(path for path in tmp_path.iterdir() if path.is_dir() and "For session 1" in path.name)
    assert len(list(folder.iterdir())) == len(rows(reports))
    noted = [entry.fact.kind for entry in reports.controller.book.view.journal if entry.fact.kind == "paper-noted"]
    assert len(noted) == 2 * len(rows(reports)), "each paper, twice"


@pytest.mark.thorough
def test_a_set_is_printed_in_the_right_number_of_copies(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    choose(reports, "walls", qtbot)
    reports.sets.panel.walls.setCurrentIndex(1)
    reports.sets.panel.walls.activated.emit(1)
    wait(reports, qtbot)
    keyboard.type("Ctrl+P")
    assert not reports.sets.exporter.busy, "the dialog was cancelled"
    answers.printer = printer_for(reports.sets.panel.page_size(), "walls")
    answers.printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    answers.printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    keyboard.type("Ctrl+P")
    wait(reports, qtbot)
    printed = len(PdfReader(tmp_path / "printed.pdf").pages)
    assert printed % 2 == 0
    assert f"{printed} pages" in reports.sets.panel.done.text()


def test_an_own_set_is_kept_with_more_papers_and_removed(reports: ReportsPage, keyboard: Keyboard, qtbot) -> None:
    choose(reports, "walls", qtbot)
    panel = reports.sets.panel
    index = panel.more.findData("fouls-record")
    panel.more.setCurrentIndex(index)
    panel.more.activated.emit(index)
    wait(reports, qtbot)
    table = reports.sets.view.table
    assert rows(reports)["Record of fouls"].warns, "no penalty was given"
    table.select_line(0)
    QTest.keyClicks(table, "+")
    table.select_line(1)
    QTest.keyClick(table, Qt.Key.Key_Space)
    panel.name.setText("end")
    panel.keep.click()
    assert own_sets() == ()
    assert panel.name_field.problem()
    panel.name.setText("Hall")
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    wait(reports, qtbot)
    (kept,) = own_sets()
    assert [(paper.report, paper.copies.written) for paper in kept.papers] == [
        ("timetable", "2"), ("standings", "1 per wall"), ("rules", "1 per wall"), ("fouls-record", "1"),
    ]  # fmt: skip
    chosen = reports.catalogue.print_set
    assert chosen is not None
    assert chosen.name == "Hall"
    assert panel.remove.isVisible()
    panel.remove.click()
    wait(reports, qtbot)
    assert own_sets() == ()
    assert reports.catalogue.print_set != chosen


def test_a_faulty_file_of_sets_is_named_and_the_others_work(reports: ReportsPage, qtbot) -> None:
    own_sets_file().parent.mkdir(parents=True, exist_ok=True)
    own_sets_file().write_text("{")
    reports.refresh()
    choose(reports, "before-play", qtbot)
    assert str(own_sets_file()) in reports.sets.panel.fault.text()
    assert rows(reports)["Score sheets"].printed


def test_new_entries_are_in_the_papers(reports: ReportsPage, played: EventController, qtbot) -> None:
    choose(reports, "end", qtbot)
    reports.sets.view.side.set_current(PAGES)
    reports.sets.view.side.chosen.emit(PAGES)
    wait(reports, qtbot)
    assert "+156" not in reports.sets.view.pages.preview.words()
    played.act(RecordHand(2, 2, 1, Outcome(3, None, 50)))
    wait(reports, qtbot)
    assert "+156" in reports.sets.view.pages.preview.words()
