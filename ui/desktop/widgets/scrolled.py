"""What may grow longer than its place: scrolled, on the ground that it stands on, passed over by Tab."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

_LEAST = 72
"""Height that is left to what is scrolled, at least."""


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
        content, width = self.widget(), self.viewport().width()
        assert content is not None
        high = content.heightForWidth(width) if content.hasHeightForWidth() else content.sizeHint().height()
        return QSize(content.sizeHint().width(), max(high, content.minimumSizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """A field, or less if there is less."""
        return QSize(120, min(_LEAST, self.sizeHint().height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take another height when the content does, before a scroll bar comes that is not needed then."""
        around = self.parentWidget()
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest and around is not None:
            self.updateGeometry()
            layout = around.layout()
            if layout is not None:
                layout.activate()
        return super().eventFilter(watched, event)
