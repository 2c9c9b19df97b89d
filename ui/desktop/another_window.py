"""Another window: a process of its own, so that it does not end with this one."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess

from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.translation import translator


def open_another_window(what: Path | OpenAction) -> None:
    """Open a file, or the sample event, in another window."""
    word = str(what) if isinstance(what, Path) else "--sample"
    words = ["-m", "ui.cli", "--lang", translator.language.code, "desktop", "--new-window", word]
    QProcess.startDetached(sys.executable, words)
