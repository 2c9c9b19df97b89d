"""Qt's own dialog of files, as it opens where the system has none: in the language of the window, beside the event."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import ENGLISH, language_of
from ui.desktop.dialogs.files import choose_list, folder_of
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
        ("en", "Import players", {"Open", "Cancel"}),
        ("fr", "Importer des joueurs", {"Ouvrir", "Annuler"}),
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
