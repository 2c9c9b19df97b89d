"""A list of choices, each with one sentence that explains it."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Type, metrics, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import AccessibleItem
from ui.desktop.widgets.painted_choices import PaintedChoices
from ui.desktop.widgets.scrolled import bring_into_view

_LEFT, _RIGHT, _ABOVE, _BETWEEN = 38, 10, 3, 0
_NAME, _LINE = 20, 17
"""Height of the name and of one line of the sentence."""
_LEAST_WIDE = 240


class DescribedChoice(NamedTuple):
    """One choice."""

    key: str
    name: Text
    sentence: Text


class DescribedChoices(PaintedChoices):
    """Choices in a column. Up, Down, Home, End and clicks choose."""

    chosen = Signal(str)
    """The user chose the choice with this key."""

    def __init__(self, name: Text, choices: Sequence[DescribedChoice], *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._choices = name, tuple(choices)
        self._index = 0
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setProperty("ring", False)
        translator.follow(self._retranslate)

    @property
    def current(self) -> str:
        """Key of the current choice."""
        return self._choices[self._index].key

    def set_current(self, key: str) -> None:
        """Choose without emitting ``chosen``. Raises KeyError for an unknown key."""
        self._index = {each.key: index for index, each in enumerate(self._choices)}[key]
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        else:
            self.choose(self._index + step)

    def hasHeightForWidth(self) -> bool:
        """The sentences wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all choices at this width."""
        return ceil(sum(self._heights(width)))

    def sizeHint(self) -> QSize:
        """The height for its own width."""
        return QSize(480, self.heightForWidth(max(self.width(), _LEAST_WIDE)))

    def minimumSizeHint(self) -> QSize:
        """Never cut a sentence."""
        return QSize(_LEAST_WIDE, self.heightForWidth(max(self.width(), _LEAST_WIDE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def choice_rects(self) -> list[QRectF]:
        """The rectangles of the choices."""
        top, rects = 0.0, []
        for high in self._heights(self.width()):
            rects.append(QRectF(0, top, self.width(), high))
            top += high
        return rects

    def choice_made(self) -> None:
        """Show the choice and emit ``chosen``."""
        self.update()
        self.show_chosen()
        self.chosen.emit(self.current)

    def show_chosen(self) -> None:
        """Scroll to the current choice."""
        QTimer.singleShot(0, self, lambda: bring_into_view(self, self.choice_rects()[self._index].toRect()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a ring, a name and a sentence for each choice, the current one on accent colour."""
        painter, tokens = painting.begin(self), theme.tokens
        for index, (each, rect) in enumerate(zip(self._choices, self.choice_rects(), strict=True)):
            on = index == self._index
            if on:
                border = tokens.accent if self.hasFocus() else tokens.line_strong
                width = 2.0 if self.hasFocus() else 1.0
                painting.box(painter, rect, radius=Size.RADIUS, fill=tokens.accent_soft, border=border, width=width)
            ring = QRectF(rect.left() + 12, rect.top() + _ABOVE + 3, 14, 14)
            painting.box(painter, ring, radius=7, border=tokens.accent if on else tokens.line_strong, width=2)
            if on:
                painting.box(painter, ring.adjusted(4, 4, -4, -4), radius=3, fill=tokens.accent)
            words = rect.adjusted(_LEFT, _ABOVE, -_RIGHT, -_ABOVE)
            name = QRectF(words.left(), words.top(), words.width(), _NAME)
            kind = Type.TOTAL if on else Type.BODY
            painting.words(painter, name, translator.translate(each.name), colour=tokens.text, kind=kind)
            words.setTop(name.bottom())
            sentence = translator.translate(each.sentence)
            painting.paragraph(painter, words, sentence, colour=tokens.text2, kind=Type.DENSE)

    def accessible_items(self) -> list[AccessibleItem]:
        """The choices; the current one is checked."""
        return [
            AccessibleItem(
                translator.translate(each.name),
                rect,
                index == self._index,
                description=translator.translate(each.sentence),
            )
            for index, (each, rect) in enumerate(zip(self._choices, self.choice_rects(), strict=True))
        ]

    def _heights(self, width: int) -> list[float]:
        room = max(width, _LEAST_WIDE) - _LEFT - _RIGHT
        return [
            2 * _ABOVE + _NAME + _lines(translator.translate(each.sentence), room) * _LINE + _BETWEEN
            for each in self._choices
        ]

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._name))
        self.updateGeometry()
        self.update()


def _lines(text: str, room: float) -> int:
    """Number of lines that ``text`` takes at a width of ``room``."""
    face = metrics(Type.DENSE, figures=False)
    box = face.boundingRect(QRectF(0, 0, room, 1 << 16), Qt.TextFlag.TextWordWrap.value, text)
    return max(1, round(box.height() / face.lineSpacing()))
