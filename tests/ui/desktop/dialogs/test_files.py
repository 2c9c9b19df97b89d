"""Qt's own dialogs, which open where the system has none: in the language of the window, files beside the event."""

import re
from functools import partial
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QTimer, QTranslator
from PySide6.QtPrintSupport import QPrintDialog, QPrinterInfo
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from reports.catalogue import PageSize
from tests.systems import IS_WINDOWS
from tournament.language import ENGLISH, language_of, mark
from ui.desktop.dialogs.files import choose_event, choose_folder, choose_list, choose_place, folder_of
from ui.desktop.pages.reports.printing import choose_printer
from ui.desktop.translation import translator


def opened(parent: QWidget, folder: Path) -> tuple[str, str, set[str]]:
    """Title, folder and words of the dialog; then Cancel is pressed in it."""
    seen: list[tuple[str, str, set[str]]] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        buttons = {button.text().replace("&", "") for button in dialog.findChildren(QPushButton)}
        words = {label.text().replace("&", "") for label in dialog.findChildren(QLabel)}
        seen.append((dialog.windowTitle(), dialog.directory().absolutePath(), buttons | words))
        dialog.reject()

    QTimer.singleShot(0, look)
    assert choose_list(parent, folder) is None
    return seen[0]


@pytest.mark.parametrize(
    ("code", "title", "words"),
    [
        ("en", "Import players", {"Open", "Cancel", "Look in:", "Files of type:"}),
        ("fr", "Importer des joueurs", {"Ouvrir", "Annuler", "Voir dans\N{NO-BREAK SPACE}:"}),
        ("fr", "Importer des joueurs", {"Fichiers de type\N{NO-BREAK SPACE}:"}),
        ("zh", "导入选手", {"打开(O)", "查找范围：", "文件类型："}),
    ],
)
def test_it_speaks_the_language_of_the_window_and_begins_beside_the_event(
    code: str, title: str, words: set[str], tmp_path: Path, qtbot: QtBot
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    folder = folder_of(str(tmp_path / "cup.qv"))
    assert folder is not None
    translator.set_language(language_of(code))
    try:
        found, place, said = opened(parent, folder)
    finally:
        translator.set_language(ENGLISH)
    assert found == title
    assert Path(place) == tmp_path
    assert words <= said
    assert folder_of("") is None


@pytest.mark.skipif(IS_WINDOWS, reason="Windows has a dialog of its own for printers")
@pytest.mark.parametrize(("code", "button"), [("en", "Print"), ("fr", "Imprimer"), ("zh", "打印(P)")])
def test_the_dialog_of_printers_speaks_the_language_of_the_window(
    code: str, button: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["Office"])
    parent = QWidget()
    qtbot.addWidget(parent)
    seen = set[str]()

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QPrintDialog)
        seen.update(each.text().replace("&", "") for each in dialog.findChildren(QPushButton))
        dialog.reject()

    translator.set_language(language_of(code))
    QTimer.singleShot(0, look)
    try:
        assert choose_printer(parent, PageSize.A4, "Standings") is None
    finally:
        translator.set_language(ENGLISH)
    assert button in seen


class _AskedLast(QTranslator):
    """Notes every text that nobody has translated before it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = set[str]()

    def translate(self, _context: str, text: str, *_others: object) -> str | None:
        self.asked.add(text)
        return None

    def isEmpty(self) -> bool:
        return False


@pytest.mark.skipif(IS_WINDOWS, reason="Windows has dialogs of its own")
@pytest.mark.parametrize("code", ["fr", "zh"])
def test_no_text_of_qts_dialogs_is_left_in_english(
    code: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Page Set:” stood in English in the dialog of printers."""
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["Office"])
    parent = QWidget()
    qtbot.addWidget(parent)

    def reject() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QPrintDialog | QFileDialog)
        dialog.reject()

    last = _AskedLast()
    translator.set_language(language_of(code))
    QCoreApplication.installTranslator(last)
    try:
        for ask in (
            lambda: choose_printer(parent, PageSize.A4, "Standings"),
            lambda: choose_event(parent, tmp_path),
            lambda: choose_place(parent, tmp_path / "cup.qv"),
            lambda: choose_folder(parent, mark("Folder"), tmp_path),
        ):
            QTimer.singleShot(0, reject)
            assert ask() is None
    finally:
        QCoreApplication.removeTranslator(last)
        translator.set_language(ENGLISH)
    unseen = {"QT_LAYOUT_DIRECTION", "Control", "Keyboard"}
    assert {text for text in last.asked - unseen if re.search(r"[A-Za-z]{2}", text)} == set()


def test_a_dialog_whose_window_goes_answers_nothing(qapp: QApplication, tmp_path: Path) -> None:
    """The window behind it may be closed by the program: Qt's own static functions crash then."""
    for ask in (
        lambda window: choose_event(window, tmp_path),
        lambda window: choose_place(window, tmp_path / "cup.qv"),
        lambda window: choose_folder(window, mark("Folder"), tmp_path),
    ):
        window = QWidget()
        window.show()
        QTimer.singleShot(0, partial(shiboken6.delete, window))
        assert ask(window) is None


def test_a_place_is_answered_with_its_name(qapp: QApplication, tmp_path: Path) -> None:
    window = QWidget()
    window.show()

    def accept() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        dialog.accept()

    QTimer.singleShot(0, accept)
    assert choose_place(window, tmp_path / "cup.qv") == tmp_path / "cup.qv"
