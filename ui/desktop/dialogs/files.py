"""Choosing files with the system's own dialogs: an event to open, a place for a new one, a list of players."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from tournament.language import Text, mark
from ui.desktop.translation import translator

ENDING = ".qv"
FOREIGN_ENDINGS = (".xlsx", ".xlsm", ".sql")
"""Of events of other programs."""
LIST_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xltx", ".xltm")


def choose_event(parent: QWidget, folder: Path) -> Path | None:
    """An event file to open, or one of another program; None when the user thinks better of it."""
    others = _kind(mark("Events of other programs"), " ".join(f"*{ending}" for ending in FOREIGN_ENDINGS))
    kinds = f"{_events()};;{others}"
    name, _ = QFileDialog.getOpenFileName(parent, translator.translate(mark("Open an event")), str(folder), kinds)
    return Path(name) if name else None


def choose_place(parent: QWidget, suggested: Path) -> Path | None:
    """Where a new event shall lie; the name may be taken: making the event then refuses."""
    options = QFileDialog.Option.DontConfirmOverwrite
    title = translator.translate(mark("Where the event lies"))
    name, _ = QFileDialog.getSaveFileName(parent, title, str(suggested), _events(), options=options)
    return Path(name) if name else None


def choose_list(parent: QWidget) -> Path | None:
    """A list of players."""
    return choose_table(parent, mark("Import players"), mark("Lists of players"))


def choose_table(parent: QWidget, title: Text, kind: Text) -> Path | None:
    """A table in CSV or Excel, ``kind`` names of what."""
    endings = " ".join(f"*{ending}" for ending in LIST_ENDINGS)
    name, _ = QFileDialog.getOpenFileName(parent, translator.translate(title), "", _kind(kind, endings))
    return Path(name) if name else None


def _events() -> str:
    return _kind(mark("Events of Quatre Vents"), f"*{ENDING}")


def _kind(text: Text, endings: str) -> str:
    return f"{translator.translate(text)} ({endings})"
