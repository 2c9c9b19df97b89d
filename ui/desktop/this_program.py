"""The command with which this program starts itself again, in a process that does not end with this one."""

import sys
from pathlib import Path

from tournament.files.packed import is_packed


def command_line() -> tuple[str, ...]:
    """The program and first arguments that start the command line."""
    return _program("quatre-vents-cli.exe")


def window_program() -> tuple[str, ...]:
    """The program and first arguments that start a window, without a console on Windows."""
    return _program("quatre-vents.exe")


def _program(on_windows: str) -> tuple[str, ...]:
    """The program to start. On Windows the packed program is two files, because one without a console has no output."""
    if not is_packed():
        return (sys.executable, "-m", "ui.cli")
    here = Path(sys.executable)
    return (str(here.with_name(on_windows) if sys.platform == "win32" else here),)


def open_another_window(file: Path | None, *options: str) -> None:
    """Open ``file``, or the sample event, in another window. ``options`` are those of its command line."""
    from PySide6.QtCore import QProcess

    program, *words = window_program()
    word = str(file) if file is not None else "--sample"
    QProcess.startDetached(program, [*words, *options, "desktop", "--new-window", word])
