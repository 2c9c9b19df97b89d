"""Why the window cannot open, shown before there is one."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMessageBox

from tournament.language import Text, mark
from ui.desktop.translation import translator
from ui.last_words import tell


def failure_text(error: Exception) -> Text:
    """What went wrong, in words."""
    if isinstance(error, OSError):
        reason, path = error.strerror or str(error), str(error.filename or "")
        if path:
            return mark("“{path}” cannot be used: {reason}", path=path, reason=reason)
        return mark("The system reported: {reason}", reason=reason)
    return mark("An internal error occurred: {what}", what=f"{type(error).__name__}: {error}")


def show_start_failure(error: Exception, report: Path | None) -> None:
    """Say why the program cannot start, and which file to send; on standard error, and in a box if Qt works."""
    title = translator.translate(mark("Quatre Vents cannot start."))
    texts = [failure_text(error)]
    if report is not None:
        texts.append(mark("Details are in “{path}”. Send this file to have the problem fixed.", path=str(report)))
    words = "\n\n".join(map(translator.translate, texts))
    if sys.stderr is not None:
        tell(f"error: {title} {words}")
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
