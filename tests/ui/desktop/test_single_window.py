"""A second start of the program: what it asks of the window that is open already, and what the window does."""

import json
import os
import socket as sockets
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import shown
from tests.ui.desktop.pressing import press
from tests.waiting import PATIENCE
from tournament.event.settings import Settings
from tournament.use_cases import By
from ui.desktop import bootstrap, message_bars, preferences, single_window
from ui.desktop.dialogs.event_requests import OpenAction, OpenFromOutside
from ui.desktop.opening_request import OpeningRequest, line_of, request_for, request_in
from ui.desktop.single_window import RequestListener, WindowLock, hand_over
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")

by_sockets = pytest.mark.skipif(sys.platform == "win32", reason="the socket of Windows is no file")


@pytest.fixture
def lock() -> Iterator[WindowLock]:
    """The lock of the first window."""
    made = WindowLock()
    assert made.take()
    yield made
    made.release()


@pytest.fixture
def listener(lock: WindowLock, qapp: QApplication) -> Iterator[RequestListener]:
    """The first window listens."""
    made = RequestListener(lock.socket)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def first(dressed: QApplication) -> Iterator[Window]:
    """The window on its start page."""
    with shown(Window(bootstrap.make_controller("Referee")), dressed) as made:
        yield made


@pytest.fixture
def other_file(tmp_path: Path) -> Path:
    """Another event."""
    path = tmp_path / "other.qv"
    bootstrap.EVENT_FILES.create_event(path, Settings("Cup of Elsewhere"), by=By("Referee", "desk")).close()
    return path


SECOND = """
import sys
from pathlib import Path
from ui.desktop.opening_request import request_for
from ui.desktop.single_window import WindowLock, hand_over
sys.exit(not hand_over(WindowLock(), request_for(Path(sys.argv[1]), score=True)))
"""
"""A second start that is asked to open a file."""


def wanted(window: Window, what: Path | OpenAction) -> None:
    window.controller.navigation.event_wanted.emit(OpenFromOutside(what))


@pytest.mark.thorough
def test_a_request_arrives_word_for_word_though_a_killed_program_left_its_socket(
    lock: WindowLock, qtbot: QtBot
) -> None:
    if sys.platform != "win32":
        dead = sockets.socket(sockets.AF_UNIX)
        dead.bind(lock.socket)
        dead.close()
    odd = Path(os.fsdecode("/nowhere/Ł 四\n.qv".encode() + (b"\xff" if sys.platform != "win32" else b"")))
    listener = RequestListener(lock.socket)
    second = subprocess.Popen([sys.executable, "-c", SECOND, odd])
    with qtbot.waitSignal(listener.requested) as requested:
        pass
    assert second.wait(PATIENCE) == 0
    listener.close()
    (request,) = requested.args
    assert request == request_for(odd, score=True)
    assert request.file == odd.absolute()


@by_sockets
def test_only_the_user_reaches_the_socket(lock: WindowLock, listener: RequestListener) -> None:
    path = Path(lock.socket)
    for each in (path, path.parent):
        assert stat.S_IMODE(each.stat().st_mode) & 0o077 == 0


def test_a_window_that_does_not_answer_holds_nobody_up(
    listener: RequestListener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it gave up waiting for is not carried out later: that start has opened a window itself."""
    got: list[OpeningRequest] = []
    listener.requested.connect(got.append)
    monkeypatch.setattr(single_window, "PATIENCE", 0.1)
    assert not hand_over(WindowLock(), request_for(None))
    for _ in range(5):
        QApplication.processEvents()
    assert got == []


def test_whoever_holds_the_lock_and_does_not_listen_is_waited_for_and_replaced(
    lock: WindowLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_window, "STARTING", 0.1)
    second = WindowLock()
    assert (hand_over(second, request_for(None)), second.is_held) == (False, False)
    lock.release()
    assert (hand_over(second, request_for(None)), second.is_held) == (False, True)
    second.release()


@pytest.mark.parametrize("name", ["__version__", "build"])
def test_another_version_opens_its_own_window(lock: WindowLock, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A file that is opened with one version is never shown by another that happens to run."""
    changed = "9.9.9" if name == "__version__" else lambda: "1234abc, 2026-11-27"
    monkeypatch.setattr(f"ui.desktop.single_window.{name}", changed)
    other = WindowLock()
    assert other.socket != lock.socket
    assert other.take()
    other.release()


@pytest.mark.parametrize("line", [b"open a.qv\n", b'{"path": 3}\n', b'{"other": true}\n', b"\n", b"x" * 70_000])
@by_sockets
def test_anything_else_is_not_accepted(lock: WindowLock, listener: RequestListener, qtbot: QtBot, line: bytes) -> None:
    got: list[OpeningRequest] = []
    listener.requested.connect(got.append)
    with sockets.socket(sockets.AF_UNIX) as other:
        other.connect(lock.socket)
        other.setblocking(False)
        other.send(line)
        answers: list[bytes] = []

        def ended() -> bool:
            try:
                answers.append(other.recv(100))
            except BlockingIOError:
                return False
            except ConnectionResetError:
                answers.append(b"")
            return True

        qtbot.waitUntil(ended)
    assert answers == [b""]
    assert got == []


def test_a_line_is_read_as_it_was_written() -> None:
    request = OpeningRequest(b"/a\xff", sample=True, activation="token")
    assert request_in(line_of(request)) == request


def test_on_the_start_page_a_file_is_opened_at_once(first: Window, event_file: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(first.controller.opened):
        wanted(first, event_file)
    assert first.controller.book.place == str(event_file)


def test_over_another_event_the_window_asks_and_a_key_answers(
    window: Window, other_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart: list[tuple[object, ...]] = []
    monkeypatch.setattr(message_bars, "open_another_window", lambda *given: apart.append(given))
    wanted(window, other_file)
    assert window.messages.text() == "Open “other.qv” in this window?"
    assert window.controller.book.view.settings.name == "Open of Nowhere"
    press("Ctrl+Shift+L")
    assert apart == [(other_file, "--lang", "en")]
    assert window.messages.text() == ""
    wanted(window, other_file)
    with qtbot.waitSignal(window.controller.opened):
        press("Ctrl+Shift+O")
    assert window.controller.book.view.settings.name == "Cup of Elsewhere"


def test_the_file_that_is_open_and_a_dialog_need_no_question_or_get_one(
    window: Window, first: Window, event_file: Path, other_file: Path
) -> None:
    wanted(window, event_file)
    assert window.messages.text() == ""
    dialog = QDialog(first)
    dialog.open()
    wanted(first, other_file)
    assert first.messages.text() == "Open “other.qv” in this window?"
    dialog.close()
    first.show_page("scorer")
    wanted(first, OpenAction.SAMPLE)
    assert first.messages.text() == "Open the sample event in this window?"


def test_a_file_asked_for_while_another_is_opened_is_not_forgotten(
    first: Window, event_file: Path, other_file: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(first.controller.messages.opening_offered) as offered:
        wanted(first, event_file)
        wanted(first, other_file)
    assert offered.args == [other_file]
    assert first.controller.book.place == str(event_file)


PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
import ui.desktop.single_window as later
file = sys.argv[1]
whole = later.LaterStarts.__init__
def begin(self, window, app, lock):
    whole(self, window, app, lock)
    QTimer.singleShot(0, lambda: app.sendEvent(app, QFileOpenEvent(file)))
later.LaterStarts.__init__ = begin
from ui.cli.__main__ import run
sys.exit(run(["desktop"]))
"""
"""The program on macOS, where the system asks it to open a file after it has started."""


PATIENT = """
import sys
from ui.desktop import single_window
single_window.PATIENCE = single_window.STARTING = 50.0
from ui.cli.__main__ import run
sys.exit(run(sys.argv[1:]))
"""
"""A second start, on a computer that may be busy."""


@pytest.mark.thorough
def test_two_processes_open_one_window_and_the_second_ends(event_file: Path) -> None:
    opened = [sys.executable, "-W", "error", "-c", PROGRAM, str(event_file)]
    first = subprocess.Popen(opened, stderr=subprocess.PIPE)
    try:
        _wait_for_recent(event_file, first)
        second = subprocess.run([sys.executable, "-c", PATIENT, str(event_file)], timeout=60, check=False)
        assert second.returncode == 0
        assert first.poll() is None
    finally:
        first.kill()
        _, said = first.communicate()
    assert [line for line in said.decode().splitlines() if "This plugin does not support" not in line] == []
    lock = WindowLock()
    assert lock.take(), "nobody holds the lock of a program that was killed"
    lock.release()


def _wait_for_recent(file: Path, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE
    while str(file.resolve()) not in {each["path"] for each in json.loads(preferences.value("recent") or "[]")}:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
