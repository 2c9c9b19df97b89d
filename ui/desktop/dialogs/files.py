"""Choosing files with the system's own dialogs: an event to open, a place for a new one, a list of players."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator
from PySide6.QtWidgets import QFileDialog, QWidget

from tournament.language import Text, mark
from ui.desktop.translation import translator

ENDING = ".qv"
FOREIGN_ENDINGS = (".xlsx", ".xlsm", ".sql")
"""Of events of other programs."""
LIST_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xltx", ".xltm")
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")


_QT_WORDS = {"fr": "qtbase_fr", "zh": "qtbase_zh_CN"}
"""Qt's translations, by the language of the window."""


@contextmanager
def qt_words() -> Iterator[None]:
    """Have Qt's own words in the language of the window: where the system has no dialog of its own, Qt's opens."""
    words, name = QTranslator(), _QT_WORDS.get(translator.language.code)
    found = name is not None and words.load(name, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    if found:
        QCoreApplication.installTranslator(words)
    try:
        yield
    finally:
        if found:
            QCoreApplication.removeTranslator(words)


def folder_of(place: str) -> Path | None:
    """Where a list is looked for first: beside the event that lies at ``place``."""
    return Path(place).parent if place else None


def choose_event(parent: QWidget, folder: Path) -> Path | None:
    """An event file to open, or one of another program; None when the user thinks better of it."""
    others = _kind(mark("Events of other programs"), " ".join(f"*{ending}" for ending in FOREIGN_ENDINGS))
    kinds, title = f"{_events()};;{others}", translator.translate(mark("Open an event"))
    with qt_words():
        name, _ = QFileDialog.getOpenFileName(parent, title, str(folder), kinds)
    return Path(name) if name else None


def choose_place(parent: QWidget, suggested: Path) -> Path | None:
    """Where a new event shall lie; the name may be taken: making the event then refuses."""
    options = QFileDialog.Option.DontConfirmOverwrite
    title = translator.translate(mark("Where the event lies"))
    with qt_words():
        name, _ = QFileDialog.getSaveFileName(parent, title, str(suggested), _events(), options=options)
    return Path(name) if name else None


def choose_list(parent: QWidget, folder: Path | None) -> Path | None:
    """A list of players, looked for in ``folder`` first."""
    return choose_table(parent, folder, mark("Import players"), mark("Lists of players"))


def choose_table(parent: QWidget, folder: Path | None, title: Text, kind: Text) -> Path | None:
    """A table in CSV or Excel, ``kind`` names of what."""
    endings = " ".join(f"*{ending}" for ending in LIST_ENDINGS)
    begin = "" if folder is None else str(folder)
    with qt_words():
        name, _ = QFileDialog.getOpenFileName(parent, translator.translate(title), begin, _kind(kind, endings))
    return Path(name) if name else None


def choose_picture(
    parent: QWidget,
    folder: Path | None,
    title: Text = mark("Choose a logo"),  # noqa: B008 # a frozen value
) -> Path | None:
    """A picture, looked for in ``folder`` first."""
    endings = " ".join(f"*{ending}" for ending in PICTURE_ENDINGS)
    begin, kind = "" if folder is None else str(folder), mark("Pictures")
    with qt_words():
        name, _ = QFileDialog.getOpenFileName(parent, translator.translate(title), begin, _kind(kind, endings))
    return Path(name) if name else None


def _events() -> str:
    return _kind(mark("Events of Quatre Vents"), f"*{ENDING}")


def _kind(text: Text, endings: str) -> str:
    return f"{translator.translate(text)} ({endings})"
