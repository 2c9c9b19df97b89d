"""An event that the Finder of macOS opens with the program is opened in its window."""

from pathlib import Path

from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from ui.desktop.bootstrap import make_controller
from ui.desktop.opened_files import OpenedFiles


def test_a_file_that_the_system_names_in_an_event_is_asked_for(qapp: QApplication) -> None:
    controller = make_controller("Ana")
    asked: list[Path] = []
    controller.navigation.event_wanted.connect(asked.append)
    opened = OpenedFiles(controller, qapp)
    try:
        assert qapp.sendEvent(qapp, QFileOpenEvent("/events/Été.qv"))
    finally:
        opened.deleteLater()
        qapp.removeEventFilter(opened)
    assert asked == [Path("/events/Été.qv")]
