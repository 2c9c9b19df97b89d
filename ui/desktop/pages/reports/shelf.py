"""The left side of the page: the catalogue and the line that searches it."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from reports.catalogue import Report
from tournament.language import Text, folded, mark
from ui.desktop.pages.reports.listing import Catalogue
from ui.desktop.theme import Type
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row


class Shelf(QWidget):
    """Words narrow the list; Enter and Down go from them to it."""

    typed = Signal()
    """Other words are searched for: list again."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.catalogue = Catalogue()
        head = row(TextLabel(mark("Reports"), kind=Type.PAGE_TITLE), 8, spacing=8)
        head.addWidget(self.search, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.catalogue, 1)
        self.setFocusProxy(self.catalogue)
        self.search.textChanged.connect(self.typed)
        self.search.returnPressed.connect(self.catalogue.setFocus)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._find)
        down = QShortcut(QKeySequence("Down"), self.search, context=Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self.catalogue.setFocus)

    def show_reports(self, reports: Sequence[Report], chosen: Mapping[str, Text | None], preferred: str) -> None:
        """List what matches, each with what is ``chosen`` for it; ``preferred`` is where the cursor stands at first."""
        self.catalogue.show_reports(reports, chosen, folded(self.search.text()), preferred)

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()
