"""What may grow longer than its place: scrolled, on the ground that it stands on, passed over by Tab."""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

_LEAST = 72
"""Height that is left to what is scrolled, at least."""
_AROUND = 8
"""Pixels left above and below what is brought into view."""


class Scrolled(QScrollArea):
    """Shows one widget, as wide as itself."""

    def __init__(self, content: QWidget | None = None, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        if content is not None:
            self.set_content(content)

    def set_content(self, content: QWidget) -> None:
        """Show ``content`` instead."""
        self.setWidget(content)
        content.setAutoFillBackground(False)  # which setWidget turned on


class FittedScroll(Scrolled):
    """Takes no more height than its content needs, and less where there is less."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(content)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        """All of the content."""
        content = self.widget()
        assert content is not None
        return QSize(content.sizeHint().width(), max(self._height_of_words(), content.minimumSizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """A field, or less if there is less."""
        return QSize(120, min(_LEAST, self.sizeHint().height()))

    def _height_of_words(self) -> int:
        content, width = self.widget(), self.viewport().width()
        assert content is not None
        return content.heightForWidth(width) if content.hasHeightForWidth() else content.sizeHint().height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take another height when the content does, before a scroll bar comes that is not needed then."""
        around = self.parentWidget()
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest and around is not None:
            self.updateGeometry()
            layout = around.layout()
            if layout is not None:
                layout.activate()
        return super().eventFilter(watched, event)


class ScrolledWords(FittedScroll):
    """Holds words alone: its content is as high as they are at this width, not at the narrowest."""

    def sizeHint(self) -> QSize:
        """All of the words."""
        content = self.widget()
        assert content is not None
        return QSize(content.sizeHint().width(), self._height_of_words())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words anew."""
        self._fit_content()
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit other words."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._fit_content()
        return super().eventFilter(watched, event)

    def _fit_content(self) -> None:
        content = self.widget()
        if content is not None:
            content.setMinimumHeight(max(1, self._height_of_words()))


def bring_into_view(widget: QWidget, rect: QRect | None = None) -> None:
    """Scroll whatever ``widget`` stands in so that ``rect`` of it can be seen, by default all of it."""
    shown, around = rect or widget.rect(), widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and (content := around.widget()) is not None:
            middle = widget.mapTo(content, shown.center())
            around.ensureVisible(middle.x(), middle.y(), 0, shown.height() // 2 + _AROUND)
        around = around.parentWidget()
