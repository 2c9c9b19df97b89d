"""Saving by keys to a place that fails: the file there stays whole, the bar says why, and the page still works."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest

from tests.systems import needs_a_full_device, needs_links
from tests.tournament.files.windows import SharingViolation
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.reports.conftest import Answers, wait_for_task
from tournament.files import writing
from ui.desktop.pages.reports import exporter, report_request
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.window import Window

OLD = b"the report of this morning"


@pytest.fixture
def target(answers: Answers, tmp_path: Path) -> Path:
    """An earlier report, which the file dialog returns."""
    folder = tmp_path / "reports"
    folder.mkdir()
    answers.path = folder / "out.xlsx"
    answers.path.write_bytes(OLD)
    return answers.path


def check_kept(target: Path, said: str, way_out: str) -> None:
    assert str(target) in said
    assert way_out in said
    assert target.read_bytes() == OLD
    assert list(target.parent.iterdir()) == [target]


def test_open_in_excel_then_closed(
    reports: ReportsPage, target: Path, keyboard: Keyboard, qtbot, window_of_reports: Window,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def refuse(_self: Path, _target: Path) -> Path:
        raise SharingViolation(target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        patch.setattr(writing, "_PATIENCE", 0.1)
        keyboard.type("Ctrl+E")
        wait_for_task(reports, qtbot)
    check_kept(target, window_of_reports.messages.text(), "Close it if another program has it open")
    assert reports.options.done.text() == ""
    keyboard.type("Ctrl+E")
    wait_for_task(reports, qtbot)
    assert target.read_bytes().startswith(b"PK")
    assert "out.xlsx" in reports.options.done.text()


@needs_a_full_device
@needs_links
def test_a_disk_that_is_full(
    reports: ReportsPage, target: Path, keyboard: Keyboard, qtbot, window_of_reports: Window,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened = Path.open

    def on_a_full_disk(self: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if self.suffix == ".part" and mode == "xb":
            self.symlink_to("/dev/full")
            return opened(self, "rb")
        return opened(self, mode, *more, **named)

    monkeypatch.setattr(Path, "open", on_a_full_disk)
    keyboard.type("Ctrl+E")
    wait_for_task(reports, qtbot)
    check_kept(target, window_of_reports.messages.text(), "Free some space or choose another disk.")


def test_a_write_protected_file(
    reports: ReportsPage, target: Path, keyboard: Keyboard, qtbot, window_of_reports: Window
) -> None:
    target.chmod(0o444)
    keyboard.type("Ctrl+E")
    wait_for_task(reports, qtbot)
    check_kept(target, window_of_reports.messages.text(), "Remove the protection or choose another file name.")


def test_cancelled_in_the_middle(
    reports: ReportsPage, target: Path, keyboard: Keyboard, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer has begun the file when the key is pressed."""
    written = report_request.write_report
    begun = []

    def slowly(request: Any, path: Path, format: Any, step: Any) -> None:
        def slow_step(done: int, steps: int) -> None:
            if not list(path.parent.glob(".*.part")):
                return
            begun.append(done)
            while True:
                step(done, steps)
                QTest.qSleep(2)

        written(request, path, format, slow_step)

    monkeypatch.setattr(exporter, "write_report", slowly)
    keyboard.type("Ctrl+E")
    button = reports.options.bar.cancel_button
    qtbot.waitUntil(lambda: button.isVisible() and bool(begun), timeout=5000)
    keyboard.type("Esc")
    wait_for_task(reports, qtbot)
    assert target.read_bytes() == OLD
    assert list(target.parent.iterdir()) == [target]
    assert not button.isVisible()
