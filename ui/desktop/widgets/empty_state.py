"""Shown where there is nothing yet: a sentence and a button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.language import Text
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.labels import TextLabel


class EmptyState(QWidget):
    """Says what is missing and offers the one thing to do about it."""

    activated = Signal()

    def __init__(
        self, sentence: Text | str, button: Text | str, *, shortcut: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = sentence
        self._sentence = TextLabel(sentence, kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = OutlineButton(button, shortcut=shortcut)
        self.button.clicked.connect(self.activated)
        self.setFocusProxy(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(16)
        column.addStretch(1)
        column.addWidget(self._sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    @property
    def sentence(self) -> Text | str:
        """The sentence that is shown."""
        return self._words

    def set_sentence(self, sentence: Text | str) -> None:
        """Change the sentence."""
        self._words = sentence
        self._sentence.set_text(sentence)
