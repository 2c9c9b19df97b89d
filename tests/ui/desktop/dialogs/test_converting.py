"""An event of another program, opened as any file is: shown first, then made and opened by a key."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.foreign_files import organizer_workbook
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.desktop.pressing import press
from tournament.use_cases import Book, View
from ui.desktop.dialogs import new_files
from ui.desktop.dialogs.new_files import ConvertDialog
from ui.desktop.long_work import idle
from ui.desktop.window import Window
from ui.sample import play_sample


@pytest.fixture(scope="module")
def view() -> View:
    store = FakeStore()
    play_sample(store)
    return Book(store).view


@pytest.fixture(autouse=True)
def own_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use documents that belong to this test alone."""
    monkeypatch.setattr(new_files, "documents_folder", lambda: tmp_path)


def opened_with(window: Window, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> ConvertDialog:
    """Press Open, and choose ``path`` in the system's dialog."""
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: True)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(path)])
    press("Ctrl+O")
    (dialog,) = window.findChildren(ConvertDialog)
    qtbot.waitUntil(lambda: dialog.isActiveWindow() and idle() and not dialog.busy, timeout=20000)
    return dialog


def test_it_is_shown_then_made_and_opened(
    empty_window: Window, view: View, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer_workbook(view, tmp_path / "cup.xlsx")
    dialog = opened_with(empty_window, tmp_path / "cup.xlsx", qtbot, monkeypatch)
    assert dialog.outcome.text().startswith("Sample Cup: 16 players, 4 sessions drawn, 16 tables with results")
    assert "Not imported: Which rounds were published: 1,2" in dialog.lines.toPlainText()
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.is_file()) == [".xlsx"]
    press("Enter")
    controller = empty_window.controller
    qtbot.waitUntil(lambda: controller.view is not None, timeout=20000)
    assert controller.book.place == str(tmp_path / "cup.qv")
    assert [row.score for row in controller.book.view.standings().rows] == [row.score for row in view.standings().rows]


def test_what_is_no_event_is_told_and_esc_leaves(
    empty_window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.sql").write_text("first_name,last_name\nAda,Sample\n", encoding="utf-8")
    dialog = opened_with(empty_window, tmp_path / "list.sql", qtbot, monkeypatch)
    assert "There is no table DBTournaments" in dialog.outcome.text()
    assert not dialog.make.isEnabled()
    press("Esc")
    qtbot.waitUntil(lambda: not empty_window.findChildren(ConvertDialog))
    assert empty_window.controller.view is None
