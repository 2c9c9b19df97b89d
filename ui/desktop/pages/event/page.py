"""The Event page."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import mark
from ui.desktop.desk import Desk
from ui.desktop.theme import Shape, Type
from ui.desktop.widgets.labels import TextLabel


class EventPage(QWidget):
    """The form at the left, what is missing at the right."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout()
        column.setContentsMargins(*([Shape.PAGE_MARGIN] * 4))
        column.addWidget(TextLabel(mark("Event"), kind=Type.PAGE_TITLE))
        column.addStretch(1)
        whole.addLayout(column, 1)
