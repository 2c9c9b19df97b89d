"""The line in which a hand is typed, with a suggested completion after the cursor."""

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Type, font, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.keys import key_name

_LONGEST = 200
"""Maximum length: a hand with all its answers, and any number of spaces."""
_GAP = 10
"""Gap before the text after the cursor."""


class NotationField(TextField):
    """Tab, or Right at the end, accepts the completion. The page handles Enter."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(name=mark("Type the hand"), parent=parent)
        self._completion = ""
        self._winds: tuple[Text | str, Text | str] = ("", "")
        self._remark: Text | str = ""
        self.setFont(font(17, 400, figures=False))
        self.setMinimumHeight(40)
        self.setMaxLength(_LONGEST)
        self.textChanged.connect(lambda _text: self.update())

    def show_beside(self, completion: str, remark: Text | str, *, winds: tuple[Text | str, Text | str]) -> None:
        """Show a completion after the cursor, and a remark at the right.

        The situation is described by its ``winds``, prevalent and own, because its code means nothing to a reader.
        """
        self._completion, self._remark, self._winds = completion, remark, winds
        self.update()

    @property
    def completion(self) -> str:
        """The text that Tab would insert now."""
        at_end = self.cursorPosition() == len(self.text()) and not self.hasSelectedText()
        return self._completion if at_end and self.text() else ""

    def completion_words(self) -> str:
        """What Tab would insert in words if it is the whole situation; empty for the rest of what is typed."""
        if not self.completion.startswith("|"):
            return ""
        prevalent, own = self._winds
        if not prevalent:
            return translator.translate(mark("{key} also adds the own wind: {own}", key=key_name("Tab"), own=own))
        return translator.translate(
            mark("{key} also adds the winds: {prevalent}, {own}", key=key_name("Tab"), prevalent=prevalent, own=own)
        )

    def event(self, event: QEvent) -> bool:
        """Handle Tab while there is a completion, before it moves the focus."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            forward = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Right) and not event.modifiers()
            if forward and self.completion:
                self.insert(self.completion)
                self.textEdited.emit(self.text())
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, its completion, and the remark if it fits."""
        super().paintEvent(event)
        painter, tokens, metrics = painting.begin(self), theme.tokens, QFontMetricsF(self.font())
        left, right = 13 + metrics.horizontalAdvance(self.text()), self.width() - 12.0
        rect = QRectF(left, 0, max(right - left, 0), self.height())
        words = self.completion_words()
        if words and self.hasFocus():
            rect = rect.adjusted(_GAP, 0, 0, 0)
            painting.words(painter, rect, words, colour=tokens.text3, kind=Type.CAPTION)
            left += _GAP + painting.width_of(words, Type.CAPTION)
        elif self.completion and self.hasFocus():
            painting.write(painter, rect, self.completion, colour=tokens.text3, font=self.font())
            left += metrics.horizontalAdvance(self.completion)
        remark = translator.translate(self._remark)
        if remark and painting.width_of(remark, Type.CAPTION) < right - left - 24:
            rect = QRectF(left, 0, right - left, self.height())
            painting.words(painter, rect, remark, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT)
