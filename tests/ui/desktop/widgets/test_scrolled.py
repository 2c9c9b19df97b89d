import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.logging import _QtMessageCapture
from pytestqt.qtbot import QtBot

from ui.desktop.widgets.layouts import Scrolled


class _Restless(QWidget):
    """Says that it was resized whenever somebody asks how small it can be."""

    def minimumSizeHint(self) -> QSize:
        QApplication.sendEvent(self, QResizeEvent(self.size(), QSize(1, 1)))
        return QSize(10, 10)


@pytest.mark.qt_log_ignore("was called within itself")
def test_a_content_that_never_rests_does_not_end_the_program(qtbot: QtBot, qtlog: _QtMessageCapture):
    area = Scrolled(_Restless())
    qtbot.addWidget(area)
    area.show()
    told = [record.message for record in qtlog.records]
    assert any("_Restless" in message for message in told)
