"""The line in which a hand is typed, with what most likely comes next behind the cursor."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Type, font, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.fields import TextField


class HandLine(TextField):
    """Tab, or Right behind the last letter, takes over what is proposed; Enter is the page's."""

    erased = Signal()
    """Backspace in the empty line."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(name=mark("Type the hand"), parent=parent)
        self._ghost = ""
        self._aside: Text | str = ""
        self.setFont(font(17, 400, figures=False))
        self.setMinimumHeight(40)
        self.setMaxLength(120)
        self.textChanged.connect(lambda _text: self.update())

    def propose(self, ghost: str) -> None:
        """Show what most likely comes next."""
        self._ghost = ghost
        self.update()

    @property
    def proposed(self) -> str:
        """What Tab would take over now."""
        return self._ghost if self.cursorPosition() == len(self.text()) and not self.hasSelectedText() else ""

    def set_aside(self, aside: Text | str) -> None:
        """Say at the right how the hand is read."""
        self._aside = aside
        self.update()

    def event(self, event: QEvent) -> bool:
        """Take Tab before it leaves the line, while something is proposed."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            forward = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Right) and not event.modifiers()
            if forward and self.proposed and self.text():
                self.insert(self._ghost)
                self.textEdited.emit(self.text())
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, what is proposed, and at the right how it is read."""
        super().paintEvent(event)
        painter, tokens = painting.begin(self), theme.tokens
        written = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        left, right = 13 + written, self.width() - 12.0
        if self.proposed and self.text() and self.hasFocus():
            ghost = QFontMetricsF(self.font()).horizontalAdvance(self._ghost)
            rect = QRectF(left, 0, max(right - left, 0), self.height())
            painting.write(painter, rect, self._ghost, colour=tokens.text3, font=self.font())
            left += ghost
        said = translator.translate(self._aside)
        if said and painting.width_of(said, Type.CAPTION) < right - left - 24:
            rect = QRectF(left, 0, right - left, self.height())
            painting.words(painter, rect, said, colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT)
