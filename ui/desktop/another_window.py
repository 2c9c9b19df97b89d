"""Another window: a process of its own, so that it does not end with this one."""

from pathlib import Path

from PySide6.QtCore import QProcess

from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.this_program import window_program


def open_another_window(what: Path | OpenAction, *options: str) -> None:
    """Open a file, or the sample event, in another window. ``options`` are those of its command line."""
    program, *words = window_program()
    word = str(what) if isinstance(what, Path) else "--sample"
    QProcess.startDetached(program, [*words, *options, "desktop", "--new-window", word])
