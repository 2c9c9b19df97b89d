"""Crash reports, and a message box if the window cannot open.

A report contains the error and the unfinished entries. It is written to a local file; nothing is sent. Everything
entered was committed before, and unfinished entries are saved a second after the last key. So a crash can lose only
what was typed last; :attr:`CrashReporter.half_typed` supplies it for the report.
"""

import logging
import os
import platform
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, Qt, QtMsgType, QUrl, qInstallMessageHandler

from tournament.files.user_folders import log_folder
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from ui.desktop.translation import translator
from ui.final_message import show_final_message

ENVIRONMENT = 3
"""The exit code if the window cannot open; the command line uses the same for errors of the environment."""
MOST_KEPT = 20
"""Number of reports that are kept. Writing a report removes older ones."""
_log = logging.getLogger("quatre-vents")
_SERIOUS = {QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}


class CrashReporter:
    """Writes crash reports into the user's log folder, or a given one."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or log_folder()
        self._messages: list[str] = []
        self.half_typed: Callable[[], str] = str
        """Returns what was typed in the window and not recorded; empty for nothing."""
        self.fatal_text: Callable[[str], str] = str
        """Returns the text to show when Qt ends the program with the given message."""
        self.show_report: Callable[[str], object] = str
        """Called with the path of each report, to show it to the user."""

    def install(self) -> None:
        """Report every uncaught exception, and keep Qt's messages for the reports."""
        sys.excepthook = self.report
        qInstallMessageHandler(self._keep_message)

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write a report of ``error`` and show its path. The program continues."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        path = self.write("".join(traceback.format_exception(kind, error, trace)))
        place = str(path) if path is not None else "-"
        if sys.stderr is not None:
            sys.stderr.write(f"error: the program met a fault of its own; report: {place}\n")
        self.show_report(place)

    def write(self, trace_text: str) -> Path | None:
        """Write a report with ``trace_text`` and return its path. If it cannot be written, print it and return None."""
        now = datetime.now().astimezone()
        path = self._folder / f"crash-{now:%Y%m%d-%H%M%S-%f}.txt"
        try:
            write_whole(path, self._text(now, trace_text))
            for old in sorted(self._folder.glob("crash-*.txt"))[:-MOST_KEPT]:
                old.unlink()
        except OSError as error:
            if sys.stderr is not None:
                sys.stderr.write(f"{trace_text}\nerror: the report could not be written: {error}\n")
            return None
        return path

    def _text(self, now: datetime, trace_text: str) -> str:
        return "\n".join(
            (
                f"Quatre Vents, {now.isoformat(timespec='seconds')}",
                f"Python {platform.python_version()}, {platform.platform()}",
                "Everything recorded before this moment is saved in the event file.",
                f"Typed and not recorded: {self._half() or 'nothing'}",
                "",
                trace_text,
                "Last messages of Qt:",
                *(self._messages or ["none"]),
                "",
            )
        )

    def _half(self) -> str:
        try:
            return self.half_typed()
        except Exception as error:  # noqa: BLE001 - the rest of the report matters more
            return f"not known ({error!r})"

    def _keep_message(self, kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
        line = f"{kind.name}: {message or ''} ({context.category or 'default'})"
        self._messages = [*self._messages[-19:], line]
        if kind is QtMsgType.QtFatalMsg:
            self._end_with(message or line)
        if kind in _SERIOUS:
            _log.warning(line)

    def _end_with(self, message: str) -> None:
        """Show why Qt cannot continue, and end the process before Qt does, which would show nothing in a window."""
        path = self.write(message)
        show_final_message(f"error: {self.fatal_text(message)}" + (f"\n{path}" if path is not None else ""))
        os._exit(ENVIRONMENT)


def failure_text(error: Exception) -> Text:
    """A message for ``error``: the reason that the system gives, or an internal error."""
    if isinstance(error, OSError):
        reason, path = error.strerror or str(error), str(error.filename or "")
        if path:
            return mark("“{path}” cannot be used: {reason}", path=path, reason=reason)
        return mark("The system reported: {reason}", reason=reason)
    return mark("An internal error occurred: {what}", what=f"{type(error).__name__}: {error}")


def show_start_failure(error: Exception, report: Path | None) -> None:
    """Show why the program cannot start and which file to send, on standard error and in a box."""
    from PySide6.QtGui import QDesktopServices
    from PySide6.QtWidgets import QApplication, QMessageBox

    title = translator.translate(mark("Quatre Vents cannot start."))
    texts = [failure_text(error)]
    if report is not None:
        texts.append(mark("Details are in “{path}”. Send this file to have the problem fixed.", path=str(report)))
    words = "\n\n".join(map(translator.translate, texts))
    if sys.stderr is not None:
        show_final_message(f"error: {title} {words}")
    if not isinstance(QApplication.instance(), QApplication):
        QApplication([])
    box = QMessageBox(QMessageBox.Icon.Critical, "Quatre Vents", title)
    box.setInformativeText(words)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    close = box.addButton(translator.translate(mark("Close")), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(close)
    shows = box.addButton(translator.translate(mark("Show the file")), QMessageBox.ButtonRole.ActionRole)
    shows.setVisible(report is not None)
    box.exec()
    if report is not None and box.clickedButton() is shows:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(report.parent)))
