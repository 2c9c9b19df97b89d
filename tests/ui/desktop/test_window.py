"""The window: its pages, bars and keys, and its place on the screens."""

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import QRect, QSize, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from reports.catalogue import ExportFailed, Format, ReportOptions, build, report_called, write
from tests.systems import IS_WINDOWS
from tests.tournament.use_cases.test_forged_entries import kept, sealed
from tests.ui.desktop.conftest import BY, Keyboard, delete_closed, shown, typed_hand
from tests.ui.desktop.pressing import press
from tournament.event.format import EventFormat
from tournament.event.settings import Settings
from tournament.language import ENGLISH, mark
from tournament.rules.payment import Outcome
from tournament.storage import create
from tournament.use_cases import RecordHand, Refused, StoreUnavailable, carry_out
from tournament.use_cases.commands import CreateEvent
from ui.desktop import __main__ as start
from ui.desktop import bootstrap, pictures, preferences
from ui.desktop.controller import EventController
from ui.desktop.crash import MOST_KEPT, CrashReporter
from ui.desktop.dialogs.event_requests import OpenReadOnly
from ui.desktop.message_bars import ReadOnlyBar
from ui.desktop.opening_errors import open_event
from ui.desktop.opening_request import OpeningRequest
from ui.desktop.pages.catalogue import PAGES, PageInfo
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pictures import write_pictures
from ui.desktop.preferences import ask_qt_for_a_platform
from ui.desktop.theme import Appearance, Density, theme
from ui.desktop.translation import translator
from ui.desktop.window import USUAL, Window, WindowPlace, keep_place, open_window, opening_place


def _plain(id: str, *, needs_event: bool = True) -> PageInfo:
    return PageInfo(id, mark("{name}", name=id), "tables", "", lambda _controller: QLabel(id), needs_event)


@pytest.fixture
def plain_window(dressed: QApplication) -> Iterator[Window]:
    """A window without an event, with pages of one word."""
    controller = bootstrap.make_controller("Referee")
    pages = [_plain("event"), _plain("tables")]
    made = Window(controller, pages, _plain("start", needs_event=False))
    made.show()
    yield made
    made.close()
    made.deleteLater()
    dressed.processEvents()


def test_without_an_event_there_is_the_start_page(plain_window: Window) -> None:
    plain_window.show_page("tables")
    assert plain_window.current == "start"
    assert not plain_window.rail.isVisible()


def test_an_opened_event_comes_up_with_its_tables(plain_window: Window, event_file: Path) -> None:
    assert open_event(plain_window.controller, event_file) is None
    assert plain_window.current == "tables"
    assert plain_window.rail.isVisible()
    assert plain_window.windowTitle() == "Open of Nowhere – Quatre Vents"


def test_in_a_low_window_a_message_takes_the_place_of_the_top_bar(window: Window) -> None:
    window.resize(1366, 768)
    window.messages.show_message(mark("Players"))
    QApplication.processEvents()
    assert window.top.height() == Density.NORMAL.top_bar
    window.resize(960, 540)
    QApplication.processEvents()
    page = window.page(window.current)
    assert (window.top.height(), window.messages.height()) == (0, Density.DENSE.top_bar)
    height = page.height()
    press("F10")
    assert theme.choice is Appearance.DARK, "its shortcuts work"
    focused = QApplication.focusWidget()
    assert focused is not None
    window.top._help.setFocus()
    QApplication.processEvents()
    assert window.top.height() == Density.DENSE.top_bar, "nothing out of view has the focus"
    focused.setFocus()
    QApplication.processEvents()
    assert window.top.height() == 0
    press("Ctrl+.")
    QApplication.processEvents()
    assert not window.messages.isVisible()
    assert (window.top.height(), page.height()) == (Density.DENSE.top_bar, height)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"PNG not an event", "is not a Quatre Vents event"),
        (b"", "is not a Quatre Vents event"),
        (None, "There is no file"),
    ],
)
def test_what_is_no_event_is_told(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "other.qv"
    if content is not None:
        path.write_bytes(content)
    refusal = open_event(bootstrap.make_controller(), path)
    assert refusal is not None
    assert words in translator.translate(refusal.text)


def test_a_folder_is_called_one(tmp_path: Path) -> None:
    for name in ("event.qv", "event.qv-invitation"):
        path = tmp_path / name
        path.mkdir()
        refusal = open_event(bootstrap.make_controller(), path)
        assert refusal is not None
        assert translator.translate(refusal.text) == f"“{path}” is a folder: choose a file."


def test_a_cut_file_is_told(event_file: Path) -> None:
    event_file.write_bytes(event_file.read_bytes()[:5000])
    refusal = open_event(bootstrap.make_controller(), event_file)
    assert refusal is not None
    assert "truncated or damaged" in translator.translate(refusal.text)


def test_a_file_open_elsewhere_is_told_and_what_was_open_stays(controller: EventController, event_file: Path) -> None:
    other = bootstrap.make_controller()
    refusal = open_event(other, event_file)
    assert refusal is not None
    assert "open for writing in another window" in translator.translate(refusal.text)
    assert controller.view is not None
    controller.close()
    assert open_event(other, event_file) is None
    other.close()


def test_a_read_only_file_is_told(event_file: Path) -> None:
    event_file.chmod(0o444)
    refusal = open_event(bootstrap.make_controller(), event_file)
    assert refusal is not None
    assert "read-only" in translator.translate(refusal.text)


def test_a_file_that_another_program_writes_is_asked_for_again_in_the_window_which_finds_its_host(
    event_file: Path, qtbot: QtBot
) -> None:
    controller, host = bootstrap.make_controller(), bootstrap.open_book(event_file)
    refusal = open_event(controller, event_file)
    with qtbot.waitSignal(controller.navigation.event_wanted) as wanted:
        start._go_on(controller, event_file, refusal)
    assert wanted.args == [event_file]
    host.close()


def test_a_read_only_file_is_offered_to_look_at(
    plain_window: Window, event_file: Path, qtbot: QtBot, said: Callable[[QWidget], str]
) -> None:
    controller = plain_window.controller
    event_file.chmod(0o444)
    with qtbot.waitSignal(controller.messages.reading_offered, timeout=5000):
        controller.navigation.event_wanted.emit(event_file)
    assert "read-only" in plain_window.messages.text()
    with qtbot.waitSignal(controller.opened, timeout=5000):
        press("Ctrl+Shift+O")
    assert plain_window.current == "tables"
    assert plain_window.messages.text() == ""
    (bar,) = plain_window.findChildren(ReadOnlyBar)
    assert bar.text().startswith("Open read-only; last entry ")
    assert "Open for editing" in said(bar)


def test_an_event_to_look_at_takes_nothing_in_and_is_written_again_once_it_may_be(
    plain_window: Window, event_file: Path, qtbot: QtBot
) -> None:
    controller, other = plain_window.controller, bootstrap.open_book(event_file)
    with qtbot.waitSignal(controller.opened, timeout=5000):
        controller.navigation.event_wanted.emit(OpenReadOnly(event_file))
    before = event_file.read_bytes()
    for action in (controller.undo, controller.redo, lambda: controller.act(RecordHand(1, 1, 1, Outcome(None)))):
        with pytest.raises(Refused, match="looking"):
            action()
    assert event_file.read_bytes() == before
    assert not plain_window.status.undo.isEnabled()
    with qtbot.waitSignal(controller.messages.reading_offered, timeout=5000):
        press("F7")
    assert "open for writing in another window" in plain_window.messages.text()
    assert controller.read_only
    other.close()
    with qtbot.waitSignal(controller.opened, timeout=5000):
        press("F7")
    (bar,) = plain_window.findChildren(ReadOnlyBar)
    assert bar.text() == ""
    controller.act(RecordHand(1, 1, 1, Outcome(None)))
    assert controller.book.view.sheet(1, 1).played == 1


def test_a_damaged_file_is_not_offered_to_look_at(plain_window: Window, event_file: Path, qtbot: QtBot) -> None:
    event_file.write_bytes(event_file.read_bytes()[:5000])
    with qtbot.waitSignal(plain_window.controller.messages.event_refused, timeout=5000):
        plain_window.controller.navigation.event_wanted.emit(event_file)
    assert "truncated or damaged" in plain_window.messages.text()
    assert [link.text() for link in (plain_window.messages.instead, plain_window.messages.other)] == [
        "Copies of the event…",
        "Recover valid entries…",
    ]


def _altered(event_file: Path) -> Path:
    """The event with one name changed past the program, so that the hash of its entry does not fit."""
    connection = sqlite3.connect(event_file)
    (trigger,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'journal_refuses_update'").fetchone()
    connection.execute("DROP TRIGGER journal_refuses_update")
    connection.execute("UPDATE journal SET content = replace(content, 'Ada', 'Eve')")
    connection.execute(trigger)
    connection.commit()
    connection.close()
    return event_file


@pytest.mark.thorough
def test_an_event_from_a_damaged_file_is_marked_on_every_page_and_takes_nothing_in(
    dressed: QApplication, event_file: Path, keyboard: Keyboard, said: Callable[[QWidget], str], tmp_path: Path
) -> None:
    before = _altered(event_file).read_bytes()
    with shown(Window(bootstrap.make_controller("Referee")), dressed) as window:
        assert open_event(window.controller, event_file) is None
        (bar,) = window.findChildren(ReadOnlyBar)
        assert "entry 2 was altered" in window.messages.text()
        for info in PAGES:
            window.show_page(info.id)
            dressed.processEvents()
            assert bar.isVisible()
            assert bar.text().startswith("From a damaged file: last entry ")
            assert "nothing can be entered" in said(bar)
        window.show_page("tables")
        window.activateWindow()
        dressed.processEvents()
        keyboard.type("1 2 8 Enter Enter Ctrl+Z")
        assert not window.status.undo.isEnabled()
        assert "From a damaged file" in said(window.status)
        press("Ctrl+.")
        assert window.messages.text() == ""
        press("F8")
        assert "entry 2 was altered" in window.messages.text()
        with pytest.raises(Refused, match="entry-altered"):
            window.controller.act(RecordHand(1, 1, 1, Outcome(None)))
        report = report_called("standings")
        assert report is not None
        view = window.controller.book.view
        document = build(report, view, ReportOptions(printed=datetime.now().astimezone()))
        write(document, tmp_path / "standings.html", Format.HTML, ENGLISH)
        assert (tmp_path / "standings.html").read_text("utf-8").count("FROM A DAMAGED FILE") == 2
        with pytest.raises(ExportFailed, match="CSV cannot state"):
            write(document, tmp_path / "standings.csv", Format.CSV, ENGLISH)
    assert event_file.read_bytes() == before


def test_an_event_whose_entries_contradict_one_another_is_not_opened(tmp_path: Path) -> None:
    records = list(kept("every-fact.qv"))
    place = next(place for place, record in enumerate(records) if record.kind == "player-removed")
    records[place] = structs.replace(records[place], content='{"number":7}')
    path = tmp_path / "forged.qv"
    store = create(path)
    store.append(sealed(records))
    store.close()
    refusal = open_event(bootstrap.make_controller(), path)
    assert refusal is not None
    assert "contradicts the entries before it" in translator.translate(refusal.text)


def test_before_the_first_event_the_use_cases_are_not_loaded() -> None:
    program = """
import sys
from PySide6.QtWidgets import QApplication
from ui.desktop.bootstrap import make_controller
from ui.desktop.theme import Appearance, theme
from ui.desktop.window import Window
app = QApplication([])
theme.install(app, Appearance.LIGHT)
window = Window(make_controller("Referee"))
window.show()
app.processEvents()
heavy = ("tournament.use_cases", "tournament.ledger", "tournament.rules", "tournament.sharing", "reports", "sqlite3",
    "msgspec", "ui.server", "ui.joining", "starlette", "httpx")
print(sorted(name for name in sys.modules if name.startswith(heavy)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_saved_is_said_with_every_commit(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter")
    written = page.controller.book.view.journal[-1].time.astimezone()
    assert window.status.saved.text() == f"Saved {written:%H:%M:%S}"


def test_a_full_disk_loses_nothing(
    window: Window, page: TablesPage, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard.type("1 2 12 Enter")
    saved = window.status.saved.text()

    def full(_records: object) -> None:
        raise StoreUnavailable(mark("The disk is full."))

    with monkeypatch.context() as patched:
        patched.setattr(page.controller.book._store, "append", full)
        keyboard.type("2 4 13 Enter")
        assert window.messages.text() == "The disk is full."
        assert window.status.saved.text() == saved
        assert typed_hand(page).points == "13"
    keyboard.type("Enter")
    assert window.messages.text() == ""
    assert page.controller.book.view.sheet(1, 1).played == 2


def test_a_session_gets_its_tick(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    for table in (1, 2):
        keyboard.type(f"G {table} Enter 1 2 12 Enter Ctrl+Enter Enter Enter")
    assert [segment.ticked for segment in window.top._switch._segments] == [True, False]


def test_the_theme_changes_at_once_and_is_kept(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("F10")
    assert theme.dark
    assert preferences.appearance().value == "dark"
    keyboard.type("F10")
    assert not theme.dark


def test_the_language_is_kept(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("F9")
    assert preferences.language().code == "fr"
    keyboard.type("F9")
    assert preferences.language().code == "zh"
    keyboard.type("F9")
    assert preferences.language().code == "en"


@pytest.mark.parametrize("drawn", [True, False])
def test_no_two_controls_of_the_frame_share_a_key(window: Window, drawn: bool) -> None:
    keys = [page.shortcut for page in window._pages.values() if page.shortcut and page.fits(drawn)]
    assert len(keys) == len(set(keys)) > 8


@pytest.mark.thorough
@pytest.mark.usefixtures("new_window")
def test_nothing_breaks_at_any_size(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    for size in ((1000, 640), (1100, 700), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160)):
        window.resize(*size)
        QApplication.processEvents()
        keyboard.type("Esc Esc 1 2 7 Enter")
        QApplication.processEvents()
        assert page.panel.hand.points.line.isVisible(), size
        assert page.panel.geometry().right() < page.width(), size
        visible = [child for child in page.panel.findChildren(QWidget) if child.isVisible()]
        assert all(child.width() > 0 for child in visible), size
        room = page.score_sheet.view.viewport().width()
        assert sum(page.score_sheet.view.columnWidth(column) for column in range(7)) <= room, size


def test_a_crash_writes_where_it_is_and_what_was_half_typed(
    window: Window, page: TablesPage, keyboard: Keyboard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard.type("1 2 12 Enter 3 4 1")
    page.controller.navigation.table_wanted.emit(1, 2)
    keyboard.type("r 6 1")
    press("Alt+6")
    keyboard.type("2 Enter Enter 4")
    told: list[str] = []
    reporter = CrashReporter(tmp_path / "log")
    reporter.half_typed, reporter.show_report = window.area.half_typed, told.append
    try:
        raise RuntimeError("broken on purpose")
    except RuntimeError:
        kind, error, trace = sys.exc_info()
        assert kind is not None
        assert error is not None
        reporter.report(kind, error, trace)
    (report,) = (tmp_path / "log").iterdir()
    assert told == [str(report)]
    assert str(report) in capsys.readouterr().err
    text = report.read_text(encoding="utf-8")
    assert "broken on purpose" in text
    assert "table=1" in text
    assert "winner=2" in text
    assert "RepairDraft(session=1, table=2" in text
    assert "player=3" in text
    assert page.controller.book.view.sheet(1, 1).played == 1


def test_a_fault_before_there_is_a_window_is_shown_with_the_file_to_send(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "argv", ["quatre-vents", "--lang", "en"])
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # as it was, afterwards
    monkeypatch.setattr(start, "CrashReporter", _QuietReporter)
    shown_texts: list[str] = []

    def full(*_words: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "/nowhere/settings")

    def close_box() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown_texts.append(f"{box.text()} {box.informativeText()}")
        box.close()

    monkeypatch.setattr(start, "_run", full)
    for stderr in (sys.stderr, None):  # a program for the window alone has no standard error
        monkeypatch.setattr(sys, "stderr", stderr)
        QTimer.singleShot(0, close_box)
        assert start.main() == 3
    for text in (*shown_texts, capsys.readouterr().err):
        assert "Quatre Vents cannot start." in text
        assert "“/nowhere/settings” cannot be used: No space left on device" in text
        assert str(tmp_path / "home" / "logs" / "crash-") in text
    reports = list((tmp_path / "home" / "logs").iterdir())
    assert len(reports) == len(shown_texts) == 2
    assert "No space left on device" in reports[0].read_text(encoding="utf-8")


class _QuietReporter(CrashReporter):
    """Leaves the messages of Qt to the tests."""

    def install(self) -> None:
        """Handle nothing."""


@pytest.mark.skipif(IS_WINDOWS, reason="Qt shows a box there, and waits for its answer")
def test_what_qt_ends_the_program_with_is_told_and_kept(tmp_path: Path) -> None:
    environment = {**os.environ, "QUATRE_VENTS_HOME": str(tmp_path), "QT_QPA_PLATFORM": "nowhere"}
    command = [sys.executable, "-m", "ui.desktop", "--lang", "fr"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False, timeout=60)
    said = done.stderr.decode("utf-8")
    assert done.returncode == 3
    assert "La fenêtre ne peut pas s’ouvrir" in said
    (report,) = (tmp_path / "logs").iterdir()
    assert str(report) in said
    assert "nowhere" in report.read_text(encoding="utf-8")


def test_where_nothing_can_be_stored_the_window_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    assert preferences.why_not_kept() is None
    (tmp_path / "file").touch()
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "file"))
    found = preferences.why_not_kept()
    assert found is not None
    assert "Settings and recent events are not saved" in translator.translate(found)
    preferences.keep_author("Referee")  # changes nothing, and does not fail


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a folder for every user")
def test_a_user_without_a_home_has_folders_until_the_computer_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("QUATRE_VENTS_HOME")
    monkeypatch.setattr(Path, "home", unknown)
    found = preferences.why_not_kept()
    assert found is not None
    assert "No home folder is known" in translator.translate(found)
    assert preferences.path().is_relative_to(os.environ["XDG_RUNTIME_DIR"])


@pytest.mark.parametrize(
    ("given", "asked"),
    [("wayland", "wayland;xcb"), ("wayland-egl", "wayland-egl;xcb"), ("offscreen", "offscreen"), ("", "")],
)
def test_x11_is_used_where_wayland_does_not_answer(monkeypatch: pytest.MonkeyPatch, given: str, asked: str) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", given)
    monkeypatch.setenv("DISPLAY", ":0")
    ask_qt_for_a_platform()
    assert os.environ["QT_QPA_PLATFORM"] == asked


def test_old_crash_reports_go(tmp_path: Path) -> None:
    reporter = CrashReporter(tmp_path)
    for _ in range(MOST_KEPT + 3):
        reporter.report(ValueError, ValueError("again"), None)
    assert len(list(tmp_path.iterdir())) == MOST_KEPT


@pytest.mark.thorough
def test_pictures_show_the_event_and_leave_it_alone(
    dressed: QApplication, event_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "_QUIET", 0.05)  # seconds: nothing of this event takes longer
    before = event_file.read_bytes()
    written = write_pictures(event_file, tmp_path / "out", pages=[page for page in PAGES if page.id == "tables"])
    names = {path.name for path in written}
    assert names == {f"tables-{look}-{code}.png" for look in ("light", "dark") for code in ("en", "fr", "zh")}
    assert all(QImage(str(path)).width() >= 1440 for path in written)
    assert event_file.read_bytes() == before
    assert translator.language.code == "en"


def test_no_part_of_a_page_is_shown_before_it_is_in_the_window(
    dressed: QApplication, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A widget without a place in a window would open as a window of its own."""
    alone: list[str] = []
    show = QWidget.setVisible

    def set_visible(widget: QWidget, visible: bool) -> None:
        if visible and widget.parentWidget() is None:
            alone.append(type(widget).__name__)
        show(widget, visible)

    monkeypatch.setattr(QWidget, "setVisible", set_visible)
    made = [page.make(window.controller) for page in PAGES]
    for page in made:
        page.deleteLater()
    delete_closed(dressed)
    assert alone == []


@pytest.mark.parametrize(
    ("words", "file"),
    [([], None), (["desktop"], None), (["desktop", "a.qv"], Path("a.qv")), (["--lang", "fr", "a.qv"], Path("a.qv"))],
)
def test_the_command_line_of_the_window(words: list[str], file: Path | None) -> None:
    assert start._asked(words).file == file


def test_other_files_than_the_first_open_in_windows_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[object, ...]] = []
    handed: list[OpeningRequest] = []

    def hand_over(_lock: object, request: OpeningRequest) -> bool:
        handed.append(request)
        return True

    monkeypatch.setattr(start, "open_another_window", lambda *given: started.append(given))
    monkeypatch.setattr(start, "_window_lock", _Taken)
    monkeypatch.setattr(start, "hand_over", hand_over)
    assert start._run(start._asked(["a.qv", "b.qv", "c.qv"]), CrashReporter()) == 0
    assert started == [(Path("b.qv"),), (Path("c.qv"),)]
    assert [request.file for request in handed] == [Path("a.qv").absolute()]
    assert start._asked(["a.qv", "b.qv", "--as", "Ada"]).options == ["--as", "Ada"]


class _Taken:
    """The lock that another window holds."""

    def take(self) -> bool:
        return False


@pytest.mark.parametrize("words", [["--sample", "a.qv"], ["--scores"]])
def test_a_wrong_command_line_ends_with_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        start._asked(words)
    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err


def test_a_session_of_an_event_without_choices_can_be_looked_at(window: Window, tmp_path: Path) -> None:
    """A club evening offers no sessions: looking at its only one must not look for a segment."""
    path = tmp_path / "club.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Club of Nowhere", format=EventFormat.CLUB)), by=BY)
    book.close()
    window.controller.open(path)
    window.controller.choose_session(0)
    window.controller.choose_session(1)
    assert window.controller.session == 1


def test_a_session_is_chosen_before_the_bars_show_the_event(window: Window) -> None:
    """Pages hear of an event first, and may look at a session that the bars do not offer yet."""
    window.controller.choose_session(2)
    window.top.set_sessions(())
    window.controller.choose_session(1)
    assert window.controller.session == 1


def test_a_session_that_an_event_does_not_have_is_looked_for_nowhere(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "undrawn.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Elsewhere", sessions=2)), by=BY)
    book.close()
    window.controller.open(path)
    window.controller.choose_session(1)
    assert window.controller.session == 1


LAPTOP = QRect(0, 0, 1366, 728)
DESK = QRect(0, 0, 1920, 1040)
BESIDE = QRect(1920, 0, 2560, 1400)


@pytest.mark.parametrize("screen", [LAPTOP, QRect(0, 0, 960, 500), QRect(0, 0, 1440, 860), QRect(0, 25, 1280, 775)])
def test_it_opens_maximised_on_a_screen_smaller_than_1440_by_900(screen: QRect) -> None:
    last = WindowPlace(QRect(100, 100, 1000, 640))
    assert opening_place(None, [screen]).maximised
    assert opening_place(last, [screen]).maximised


def test_the_first_time_it_stands_in_the_middle_of_the_main_screen() -> None:
    place = opening_place(None, [DESK, BESIDE])
    assert not place.maximised
    assert (place.rect.size(), place.rect.left()) == (USUAL, 240)


def test_it_opens_where_it_was() -> None:
    for last in (WindowPlace(QRect(2000, 100, 1600, 1000)), WindowPlace(QRect(40, 60, 1200, 800), maximised=True)):
        assert opening_place(last, [DESK, BESIDE]) == last


def test_it_comes_back_to_the_main_screen_when_that_of_last_time_is_gone() -> None:
    place = opening_place(WindowPlace(QRect(2000, 100, 2400, 1300)), [DESK])
    assert DESK.contains(place.rect)
    assert place.rect.width() == DESK.width()


@given(
    st.builds(QRect, *[st.integers(-9000, 9000)] * 2, *[st.integers(1, 9000)] * 2),
    st.lists(
        st.builds(QRect, *[st.integers(-4000, 4000)] * 2, st.integers(960, 4000), st.integers(540, 3000)),
        min_size=1,
        max_size=3,
    ),
)
def test_it_always_lies_inside_one_screen_with_room_for_its_title_bar(last: QRect, screens: list[QRect]) -> None:
    rect = opening_place(WindowPlace(last), screens).rect
    assert any(screen.contains(rect) and rect.top() - screen.top() >= 32 for screen in screens)
    assert rect.width() >= 760  # what 1366×768 at 175 % has room for
    assert rect.height() >= 350


def test_place_and_size_are_kept_until_the_next_start(qtbot: QtBot, dressed: QApplication) -> None:
    before = preferences.place()
    window = QWidget()
    qtbot.addWidget(window)
    try:
        for kept in ("", "5 40 700 600 free", "a b c"):
            preferences.keep_place(kept)
            open_window(window)
            assert window.isMaximized()  # the screen here is a small one
            keep_place(window)
            assert preferences.place().endswith(" maximised")
        window.showNormal()
        window.setGeometry(10, 50, 700, 620)
        keep_place(window)
        assert preferences.place() == "10 50 700 620 free"
        assert window.size() == QSize(700, 620)
    finally:
        preferences.keep_place(before)
