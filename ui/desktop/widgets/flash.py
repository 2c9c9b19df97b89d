"""Colouring a widget for a moment, so that a refused key is seen without reading."""

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.desktop.theme import Size, theme
from ui.desktop.widgets import painting

_FLASH = 250
"""Milliseconds for which a refused field is coloured."""


class Flash(QWidget):
    """Colours a field for a moment. It takes neither the focus nor the mouse, and moves nothing."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._end = QTimer(self, singleShot=True)
        self._end.timeout.connect(self.hide)

    def begin(self, field: QWidget) -> None:
        """Show it over all of ``field``, for a full moment from now."""
        self.setGeometry(field.rect())
        self.raise_()
        self.show()
        self._end.start(_FLASH)

    def hideEvent(self, event: QHideEvent) -> None:
        """End with what it lies over, which may be shown again at once with other words."""
        self._end.stop()
        self.hide()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the field, so that what is written in it can still be read."""
        colour = QColor(theme.tokens.danger)
        colour.setAlpha(90)
        painter = painting.begin(self)
        painting.box(painter, QRectF(self.rect()), radius=Size.RADIUS, fill=colour.name(QColor.NameFormat.HexArgb))


def flash(field: QWidget | None) -> None:
    """Colour ``field`` for a moment, so that a refused key is seen without reading."""
    frame = field.property("ringFrame") or field if field is not None else None
    if isinstance(frame, QWidget) and isinstance(field, QLineEdit):
        flash_over(frame)


def flash_over(part: QWidget) -> None:
    """Colour all of ``part`` for a moment: a question or a message that a key did not change."""
    found = part.findChild(Flash, options=Qt.FindChildOption.FindDirectChildrenOnly)
    (found or Flash(part)).begin(part)
