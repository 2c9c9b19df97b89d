"""The left rail: the pages, each with its icon, name and key."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from tournament.language import Text, mark
from ui.desktop.keys import key_name
from ui.desktop.theme import Size, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting

_TALL, _SHORT = 72, 56


class RailPage(NamedTuple):
    """One line of the rail."""

    key: str
    title: Text
    icon: str
    shortcut: str
    """In Qt's portable form, ``Alt+4``."""


class _RailItem(QAbstractButton):
    def __init__(self, page: RailPage) -> None:
        super().__init__()
        self._page = page
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setMaximumHeight(_TALL)
        translator.follow(self._retranslate)

    def sizeHint(self) -> QSize:
        return QSize(Size.RAIL, _TALL)

    def minimumSizeHint(self) -> QSize:
        return QSize(Size.RAIL, _SHORT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, tokens = painting.begin(self), theme.tokens
        here = self.isChecked()
        body = QRectF(8, 0, self.width() - 17, self.height())
        if here:
            painting.box(painter, body, radius=Size.CARD_RADIUS, fill=tokens.surface)
            painting.box(painter, QRectF(-3, body.center().y() - 24, 6, 48), radius=3, fill=tokens.accent)
        if self.hasFocus():
            painting.box(painter, body, radius=Size.CARD_RADIUS, border=tokens.accent, width=2)
        ink = tokens.accent if here else tokens.text if self.underMouse() else tokens.text2
        top = body.center().y() - 27
        middle = body.center().x()
        icons.paint(painter, self._page.icon, QRectF(middle - 10, top, 20, 20), ink)
        kind = Type.CAPTION_STRONG if here else Type.HEAD
        name = QRectF(body.left() - 4, top + 23, body.width() + 8, 16)
        painting.words(painter, name, self.text(), colour=ink, kind=kind, align=painting.CENTRE)
        key = QRectF(body.left(), top + 40, body.width(), 14)
        shown = key_name(self._page.shortcut)
        painting.words(painter, key, shown, colour=tokens.text3, kind=Type.RAIL_KEY, align=painting.CENTRE)

    def _retranslate(self) -> None:
        said = translator.translate(self._page.title)
        self.setText(said)
        self.setAccessibleName(said)
        self.setProperty("ring", False)
        self.update()


class Rail(QWidget):
    """One stop for Tab; arrows go from page to page."""

    chosen = Signal(str)
    """The user chose the page of this key."""

    def __init__(self, pages: Sequence[RailPage], *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(Size.RAIL)
        self._group = QButtonGroup(self)
        self._items = {page.key: _RailItem(page) for page in pages}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 4)
        column.setSpacing(4)
        for item in self._items.values():
            self._group.addButton(item)
            column.addWidget(item, 1)
        column.addStretch(0)
        self._group.buttonClicked.connect(self._click)
        translator.follow(self._retranslate)

    def set_current(self, key: str) -> None:
        """Mark the page in view; a key that is not on the rail unmarks all."""
        item = self._items.get(key)
        if item is not None:
            item.setChecked(True)
            return
        self._group.setExclusive(False)
        for each in self._items.values():
            each.setChecked(False)
        self._group.setExclusive(True)

    @property
    def current(self) -> str:
        """Key of the marked page, empty if none is."""
        return next((key for key, item in self._items.items() if item.isChecked()), "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line at the right."""
        painter = painting.begin(self)
        painter.fillRect(self.rect(), QColor(theme.tokens.rail))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(theme.tokens.line))

    def _click(self, clicked: QAbstractButton) -> None:
        self.chosen.emit(next(key for key, item in self._items.items() if item is clicked))

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Pages")))
