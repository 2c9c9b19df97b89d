"""A line under the top bar for what belongs to no field; it stays until something goes right or it is closed."""

from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.signs import Icon, Sign


class MessageBar(QWidget):
    """Sign, message, and a button that closes it. Hidden while there is nothing to say."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = TextLabel(kind=Type.LABEL, tone=Tone.DANGER, wrap=True)
        close = LinkButton(mark("Close"), shortcut="Ctrl+.")
        close.clicked.connect(self.hide)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 12, 8)
        line.setSpacing(8)
        line.addWidget(Icon(Sign.DIFFERS.icon, size=16, tone=Tone.DANGER))
        line.addWidget(self._words, 1)
        line.addWidget(close)
        self.hide()

    def show_message(self, text: Text | None) -> None:
        """Say ``text``, or nothing."""
        if text is not None:
            self._words.set_text(text)
        self.setVisible(text is not None)

    def said(self) -> str:
        """What it says now, empty if nothing."""
        return "" if self.isHidden() else self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft ground."""
        painting.begin(self).fillRect(self.rect(), QColor(theme.tokens.danger_soft))
