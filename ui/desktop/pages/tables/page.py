"""The Tables page: cards, sheet and entry, and what the keys do between them."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


class TablesPage(QWidget):
    """The referee's home."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
