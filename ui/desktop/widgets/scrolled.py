"""What may grow longer than its place: scrolled, on the ground that it stands on, passed over by Tab."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


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
