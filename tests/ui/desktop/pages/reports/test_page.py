"""The reports: pages as they are printed, state in words, files and printer, and every way in which that can fail."""

import csv
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu

from reports.catalogue import Format, PageSize, report_called
from reports.event_json import read_event_json
from tests.tournament.use_cases.earlier_reasons import PRINTED, earlier_event
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.reports.conftest import Answers, wait_for_pages, wait_for_task
from tests.ui.desktop.pressing import press
from tournament.language import ENGLISH, language_of
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.choices import ALL, ReportChoice
from ui.desktop.pages.reports.exporter import file_name
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.pages.reports.printing import printer_for
from ui.desktop.pages.reports.report_request import write_report
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window


def choose(page: ReportsPage, name: str, qtbot) -> None:
    """Move the cursor to a report and wait for its pages."""
    page.catalogue.select(name)
    wait_for_pages(page, qtbot)


def listed(page: ReportsPage) -> list[str]:
    model = page.catalogue.table.rows_model
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_the_last_final_state_is_shown_first(reports: ReportsPage, said) -> None:
    words = reports.report_view.preview.words()
    assert "Standings after session 1" in words
    assert "Emil Ejemplo" in words
    assert "After session 1 of 2" in said(reports.report_view)
    assert "After session 1 of 2" in said(reports.options)
    assert reports.options.final.accessibleDescription() == "All 2 sheets verified, 2 hands"
    assert reports.options.now.accessibleDescription() == (
        "Provisional, after session 2 of 2: 0 of 2 sheets of session 2 verified"
    )
    assert reports.options.print.label() == "Print 1 page"


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("first_page", ["tables"])
def test_the_report_that_is_chosen_first_is_in_view(window_of_reports: Window, qtbot) -> None:
    window_of_reports.resize(1280, 800)
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    table = page.catalogue.table
    assert str(table.currentIndex().data()) == "Standings"
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["seating-by-table", "fans", "fouls-record", "ruling-slips"])
def test_what_is_never_final_is_not_called_so(reports: ReportsPage, qtbot, name: str) -> None:
    choose(reports, name, qtbot)
    assert not reports.report_view.chip.isVisible()


def test_as_of_now_says_provisional_on_the_page(reports: ReportsPage, qtbot, said) -> None:
    reports.options.now.click()
    wait_for_pages(reports, qtbot)
    assert "Provisional" in reports.report_view.preview.words()
    assert "Standings after session 2" in reports.report_view.preview.words()
    assert "Provisional" in said(reports.report_view)


def test_what_is_recorded_meanwhile_is_printed(reports: ReportsPage, played: EventController, qtbot) -> None:
    reports.options.now.click()
    wait_for_pages(reports, qtbot)
    played.act(RecordHand(2, 2, 1, Outcome(3, None, 50)))
    wait_for_pages(reports, qtbot)
    assert "+156" in reports.report_view.preview.words()  # Hana: −18 + 3 × 58


def test_find_and_arrows_walk_over_headings(reports: ReportsPage, keyboard: Keyboard, qtbot) -> None:
    assert listed(reports)[:2] == ["Print sets", "Before play"]
    keyboard.type("Ctrl+F")
    keyboard.words("foul")
    assert listed(reports) == ["Referees", "Record of fouls"]
    keyboard.type("Enter")
    assert reports.catalogue.table.hasFocus()
    wait_for_pages(reports, qtbot)
    assert reports.report == report_called("fouls-record")
    reports.catalogue.search.clear()
    choose(reports, "blank-sheets", qtbot)  # the last before the results
    keyboard.type("Down")
    assert reports.catalogue.on_package
    keyboard.type("Down")
    wait_for_pages(reports, qtbot)
    assert reports.report == report_called("standings")


def test_pages_turn(reports: ReportsPage, keyboard: Keyboard, qtbot) -> None:
    choose(reports, "score-sheets", qtbot)
    preview = reports.report_view.preview
    assert (preview.page, preview.pages) == (1, 2)
    QTest.keyClick(reports.catalogue.table, Qt.Key.Key_PageDown)
    assert reports.report_view.page_text.text() == "Page 2 of 2"
    assert preview.accessibleName() == "Score sheets, session 1: Page 2 of 2"
    QTest.keyClick(reports.catalogue.table, Qt.Key.Key_PageDown)
    assert preview.page == 2
    QTest.keyClick(reports.catalogue.table, Qt.Key.Key_PageUp)
    assert preview.page == 1


def test_options_change_the_page(reports: ReportsPage, qtbot) -> None:
    reports.options.language.setFocus()
    reports.options.ema_numbers.setChecked(False)
    wait_for_pages(reports, qtbot)
    assert "EMA" not in reports.report_view.preview.words()
    reports.options.language.set_current("fr")
    reports.options.changed.emit()
    wait_for_pages(reports, qtbot)
    assert "Classement après la partie 1" in reports.report_view.preview.words()


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")  # a menu without a screen


def kinds(reports: ReportsPage) -> list[str]:
    """Return the kinds of file that the menu offers."""
    return [translator.translate(entry.text) for entry in reports.options.save_entries()]


def save_as(reports: ReportsPage, kind: str) -> None:
    """Open the menu with the button, and choose a kind of file."""
    reports.options.save.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.actions()[kinds(reports).index(kind)].trigger()
    menu.close()


def test_totals_as_formulas_are_chosen_by_keys_for_the_workbook(
    reports: ReportsPage, keyboard: Keyboard, qtbot, answers: Answers, tmp_path: Path
) -> None:
    assert "Excel with formulas for the totals" not in kinds(reports)
    choose(reports, "workbook", qtbot)
    for kind, expected in (("Excel", "n"), ("Excel with formulas for the totals", "f")):
        answers.path = tmp_path / f"{expected}.xlsx"
        save_as(reports, kind)
        wait_for_task(reports, qtbot)
        sheet = load_workbook(answers.path)["Standings"]
        head = [cell.value for cell in sheet[1]]
        assert sheet[2][head.index("Score")].data_type == expected


def test_a_second_language_is_chosen_by_keys_and_said_on_the_page(
    reports: ReportsPage, keyboard: Keyboard, qtbot, answers: Answers, tmp_path: Path
) -> None:
    box = reports.options.second_language
    assert [box.itemText(index) for index in range(box.count())] == ["none", "Français", "中文"]
    box.setFocus()
    keyboard.type("Down")
    wait_for_pages(reports, qtbot)
    words = reports.report_view.preview.words()
    assert "Standings after session 1" in words
    assert "Classement après la partie 1" in words
    answers.path = tmp_path / "both.pdf"
    keyboard.type("Ctrl+S")
    wait_for_task(reports, qtbot)
    assert answers.suggested[0].name == "Open of Nowhere - Standings after session 1.pdf"
    choose(reports, "ruling-slips", qtbot)
    assert not box.isVisible()
    choose(reports, "standings-teams", qtbot)
    assert "Classement par équipes après la partie 1" in reports.report_view.preview.words()
    assert not reports.options.ema_numbers.isVisible()
    assert reports.options.final.isVisible()


@pytest.mark.thorough
def test_certificates_are_of_a_category_and_of_the_first_places(
    reports: ReportsPage, keyboard: Keyboard, qtbot, said
) -> None:
    choose(reports, "certificates", qtbot)
    assert reports.report_view.preview.pages == 8
    assert "This form can be printed" not in said(reports.options)
    reports.options.first.setFocus()
    keyboard.type("Down")
    wait_for_pages(reports, qtbot)
    assert reports.report_view.preview.pages == 1
    reports.options.category.setFocus()
    keyboard.type("Down")
    wait_for_pages(reports, qtbot)
    assert "Best hand" in reports.report_view.preview.words()
    assert reports.catalogue.table.current_row is not None
    assert translator.translate(reports.catalogue.table.current_row.chosen or "") == "Best hand"
    choose(reports, "prizes", qtbot)
    assert reports.options.category.currentText() == "All categories"
    choose(reports, "standings", qtbot)
    assert not reports.options.category.isVisible()


@pytest.mark.thorough
def test_a_wall_poster_is_a3_once_that_is_chosen(reports: ReportsPage, qtbot) -> None:
    def size() -> tuple[int, int]:
        found = reports.report_view.preview._document.pagePointSize(0)
        return round(found.width()), round(found.height())

    choose(reports, "posters", qtbot)
    assert size() == (595, 842)
    reports.options.paper.set_current("A3")
    reports.options.changed.emit()
    wait_for_pages(reports, qtbot)
    assert size() == (842, 1191)


@pytest.mark.thorough
def test_paper_is_letter(reports: ReportsPage, qtbot) -> None:
    reports.options.paper.set_current("LETTER")
    reports.options.changed.emit()
    wait_for_pages(reports, qtbot)
    size = reports.report_view.preview._document.pagePointSize(0)
    assert (round(size.width()), round(size.height())) == (612, 792)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("keys", "suffix"), [("S", "pdf"), ("E", "xlsx"), ("L", "html"), ("Shift+S", "csv")])
def test_saved_by_its_key(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path, said, keys: str, suffix: str
) -> None:
    answers.path = tmp_path / f"out.{suffix}"
    press(f"Ctrl+{keys}")
    wait_for_task(reports, qtbot)
    assert answers.path.stat().st_size > 0
    assert answers.suggested[0].name == f"Open of Nowhere - Standings after session 1.{suffix}"
    assert answers.suggested[0].parent == tmp_path
    assert f"out.{suffix}" in reports.options.done.text()
    if suffix == "csv":
        rows = list(csv.reader(answers.path.read_text(encoding="utf-8-sig").splitlines()))
        assert any("Emil Ejemplo" in row for row in rows)


@pytest.mark.thorough
def test_csv_is_for_excel_or_for_programs(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    answers.path = tmp_path / "out.csv"
    press("Ctrl+Shift+S")
    wait_for_task(reports, qtbot)
    assert answers.path.read_bytes().startswith(b"\xef\xbb\xbf")
    save_as(reports, "CSV for other programs")
    wait_for_task(reports, qtbot)
    assert answers.path.read_bytes().startswith(b"Rank,")


def test_data_has_no_pages_and_is_saved(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path, controller: EventController
) -> None:
    assert kinds(reports) == ["PDF", "Excel", "HTML", "CSV for Excel", "CSV for other programs"]
    reports.catalogue.select("event")
    qtbot.waitUntil(reports.pages.refusal.isVisible)
    assert reports.pages.refusal.text() == "This is data for other programs: save it as JSON."
    assert kinds(reports) == ["JSON"]
    assert not reports.options._session_state.isVisible()
    assert not reports.options.print.isEnabled()
    answers.path = tmp_path / "out.json"
    entries = len(controller.book.view.journal)
    save_as(reports, "JSON")
    wait_for_task(reports, qtbot)
    assert answers.suggested[0].name == "Open of Nowhere - The whole event.json"
    assert len(read_event_json(answers.path)) == entries


def test_what_cannot_be_written_here_is_refused_before_a_file_is_asked_for(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    reports.catalogue.select("hands")
    qtbot.waitUntil(lambda: "Parquet" in kinds(reports) and reports.options.save.isEnabled())
    refused = QSignalSpy(reports.exporter.refused)
    save_as(reports, "Parquet")
    assert [ENGLISH.render(text) for (text,) in (refused.at(0),)] == [
        "Parquet needs the library pyarrow, which is not installed: install quatre-vents[parquet], "
        "or choose CSV or Excel."
    ]
    assert answers.suggested == []


@pytest.mark.parametrize("first_page", ["tables"])
def test_an_event_open_to_look_is_saved_all_the_same(
    played: EventController, window_of_reports: Window, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    path = Path(played.book.place)
    played.close()
    played.replace_event(played.event_files.open_for_reading(path), read_only=True)
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    answers.path = tmp_path / "looked at.csv"
    press("Ctrl+Shift+S")
    wait_for_task(page, qtbot)
    assert "Emil Ejemplo" in answers.path.read_text(encoding="utf-8-sig")


@pytest.mark.thorough
def test_a_paper_of_a_damaged_file_says_so(
    played: EventController, window_of_reports: Window, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    path = Path(played.book.place)
    played.close()
    path.write_bytes(path.read_bytes().replace(b"Ejemplo", b"Ejemplu", 1))
    played.replace_event(played.event_files.open_for_reading(path), read_only=True)
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    answers.path = tmp_path / "damaged.html"
    save_as(page, "HTML")
    wait_for_task(page, qtbot)
    assert "FROM A DAMAGED FILE" in answers.path.read_text(encoding="utf-8")


def test_a_forbidden_place_is_answered_in_the_bar(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, window_of_reports: Window, tmp_path: Path
) -> None:
    answers.path = tmp_path / "nowhere" / "out.pdf"
    keyboard.type("Ctrl+S")
    wait_for_task(reports, qtbot)
    said = window_of_reports.messages.text()
    assert "its folder does not exist" in said
    assert "Create the folder or choose another." in said
    assert reports.options.save.isEnabled()


def test_saying_no_to_the_dialog_saves_nothing(reports: ReportsPage, keyboard: Keyboard, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    keyboard.type("Ctrl+S")
    assert set(tmp_path.iterdir()) == before
    assert not reports.exporter.busy


def test_a_form_is_only_pdf(reports: ReportsPage, qtbot, said) -> None:
    choose(reports, "score-sheets", qtbot)
    assert kinds(reports) == ["PDF"]
    assert "can be printed or saved as PDF" in said(reports.options)


def test_printing_sends_every_page(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, qtbot, tmp_path: Path
) -> None:
    choose(reports, "score-sheets", qtbot)
    target = tmp_path / "printed.pdf"
    answers.printer = printer_for(PageSize.A4, "Score sheets")
    answers.printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    answers.printer.setOutputFileName(str(target))
    answers.printer.setResolution(72)
    keyboard.type("Ctrl+P")
    wait_for_task(reports, qtbot)
    printed = QPdfDocument()
    printed.load(str(target))
    assert printed.pageCount() == 2
    assert round(printed.pagePointSize(0).width()) == 595
    assert "2 pages" in reports.options.done.text()


def test_without_a_printer_it_says_what_to_do(
    reports: ReportsPage, answers: Answers, keyboard: Keyboard, window_of_reports: Window
) -> None:
    answers.no_printer = True
    keyboard.type("Ctrl+P")
    assert "Save the report as PDF" in window_of_reports.messages.text()


def test_cancel_stops_the_making(reports: ReportsPage, qtbot, monkeypatch: pytest.MonkeyPatch, said) -> None:
    import ui.desktop.pages.reports.report_pages as report_pages

    def endless(job, path, format, step):
        while True:
            step(1, 1000)
            QTest.qSleep(2)

    monkeypatch.setattr(report_pages, "write_report", endless)
    reports.catalogue.select("score-sheets")
    qtbot.waitUntil(reports.pages.bar.isVisible, timeout=5000)
    reports.pages.bar.cancel_button.click()
    wait_for_pages(reports, qtbot)
    assert "Cancelled." in said(reports.report_view)
    assert not reports.pages.bar.isVisible()


def test_no_draw_and_nothing_played(window_of_reports: Window, controller: EventController, qtbot, said) -> None:
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    assert page.report == report_called("score-sheets")
    choose(page, "standings", qtbot)
    assert "No hand is recorded yet." in page.report_view.preview.words()
    assert not page.report_view.chip.isVisible(), "nothing is played: it is no final standing"
    for name in ("sessions", "fouls-record", "filled-sheets", "seating-by-table"):
        choose(page, name, qtbot)
        assert page.report_view.preview.pages >= 1


@pytest.mark.parametrize(
    ("event", "title", "expected"),
    [
        ("A/B: C?", "Final standings", "A B C - Final standings.pdf"),
        ("", "Standings", "Standings.pdf"),
        ("A.B", "Standings*", "A B - Standings.pdf"),
        ("x" * 300, "y", "x" * 120 + ".pdf"),
    ],
)
def test_names_of_files(event: str, title: str, expected: str) -> None:
    assert file_name(event, title, Format.PDF) == expected


def test_the_catalogue_speaks_french_and_keeps_its_place(reports: ReportsPage) -> None:
    translator.set_language(language_of("fr"))
    assert "Classement" in listed(reports)
    assert reports.report == report_called("standings")


def test_the_model_keeps_the_rules_of_qt(reports: ReportsPage) -> None:
    model = reports.catalogue.table.rows_model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    reports.catalogue.search.setText("s")
    reports.catalogue.search.clear()
    assert tester.model() is model


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1000, 1366])
def test_it_fits_narrow_windows_in_both_themes(reports: ReportsPage, window_of_reports: Window, width: int) -> None:
    translator.set_language(language_of("fr"))
    window_of_reports.resize(width, 768)
    pictures = []
    for look in (Appearance.LIGHT, Appearance.DARK):
        theme.set_choice(look)
        QApplication.processEvents()
        pictures.append(window_of_reports.grab().toImage())
    assert pictures[0] != pictures[1]
    assert reports.minimumSizeHint().width() <= width - 88


def test_pages_of_the_event_before_are_neither_seen_nor_printed(
    reports: ReportsPage, played: EventController, window_of_reports: Window, qtbot
) -> None:
    path = Path(played.book.place)
    assert reports.report_view.preview.pages == 1
    played.close()
    assert reports.report_view.preview.pages == 0
    assert not reports.options.print.isEnabled()
    played.open(path)
    window_of_reports.show_page("reports")
    wait_for_pages(reports, qtbot)
    assert reports.options.print.isEnabled()


@pytest.mark.parametrize("first_page", ["tables"])
def test_pages_are_written_once_when_the_page_comes_into_view(
    window_of_reports: Window, played: EventController, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ui.desktop.pages.reports.report_pages as report_pages

    written = []

    def counted(request, path, format, step):
        written.append(request.report.name)
        return write_report(request, path, format, step)

    monkeypatch.setattr(report_pages, "write_report", counted)
    window_of_reports.show_page("reports")
    page = window_of_reports.page("reports")
    assert isinstance(page, ReportsPage)
    wait_for_pages(page, qtbot)
    assert written == ["standings"]


@pytest.mark.thorough
def test_private_reasons_are_offered_where_there_are_some_and_are_off(reports: ReportsPage) -> None:
    report = report_called("referee-report")
    assert report is not None
    options = reports.options
    options.show_report(report, reports.controller.book.view, ReportChoice(ALL))
    assert not options.reasons.isVisible()
    options.show_report(report, earlier_event().view, ReportChoice(ALL))
    assert options.reasons.isVisible()
    assert not options.choice().options(PRINTED).reasons
    options.blockSignals(True)  # the page would show its own event
    options.reasons.click()
    assert options.choice().options(PRINTED).reasons
    standings = report_called("standings")
    assert standings is not None
    options.show_report(standings, earlier_event().view, ReportChoice(ALL))
    assert not options.choice().options(PRINTED).reasons
