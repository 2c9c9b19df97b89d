"""Choosing one of a few values: a row of segments, and a list with a sentence for each choice."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Size, Type, icons, metrics, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role
from ui.desktop.widgets.layouts import bring_into_view


class PaintedChoices(Accessible, QWidget):
    """The base class of painted choices. Left, Right, Home, End and clicks choose. A subclass paints the choices.

    Screen readers see a group of radio buttons, which the subclass names in :meth:`accessible_items`.
    """

    accessible_role = Role.Grouping
    accessible_item_role = Role.RadioButton

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = -1
        """The index of the current choice; −1 for none."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def choice_rects(self) -> Sequence[QRectF]:
        """The rectangles in which the choices are painted, in order."""
        raise NotImplementedError

    def choice_made(self) -> None:
        """Called when the user has chosen another item, whose index is :attr:`_index`."""
        raise NotImplementedError

    def can_choose(self, index: int) -> bool:
        """Whether the choice at ``index`` can be chosen now."""
        return True

    def choose(self, index: int) -> None:
        """Choose ``index`` as if the user did. Does nothing if there is no such choice or it cannot be chosen."""
        if 0 <= index < len(self.choice_rects()) and index != self._index and self.can_choose(index):
            self._index = index
            self.choice_made()
            self.item_changed(index)

    def press_accessible_item(self, index: int) -> None:
        """Choose the choice at ``index``."""
        self.choose(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Announce the current choice."""
        super().focusInEvent(event)
        self.item_changed(self._index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice."""
        moves = {
            Qt.Key.Key_Left: self._beside(-1),
            Qt.Key.Key_Right: self._beside(1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self.choice_rects()) - 1,
        }
        if (wanted := moves.get(Qt.Key(event.key()))) is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        else:
            self.choose(wanted)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the choice under the pointer."""
        for index, rect in enumerate(self.choice_rects()):
            if rect.contains(event.position()):
                self.choose(index)

    def _beside(self, step: int) -> int:
        """The index of the next choice in direction ``step`` (−1 or 1) that can be chosen; out of range if none can."""
        index, count = self._index + step, len(self.choice_rects())
        while 0 <= index < count and not self.can_choose(index):
            index += step
        return index


_PAD = 13
_TICK = 20


class Segment(NamedTuple):
    """One choice of a switch."""

    key: str
    """The value that :attr:`Switch.chosen` carries."""
    text: Text | str
    ticked: bool = False
    """Whether a tick is shown before it, for example for a session that was played."""
    closed: bool = False
    """Whether a lock is shown instead of the tick, for a session that accepts no entries."""
    off: bool = False
    """Whether it cannot be chosen now; the reason is shown beside the switch."""


class Switch(PaintedChoices):
    """Segments in a row. Left, Right, Home, End and clicks choose. The current one is bold and raised."""

    chosen = Signal(str)
    """The user chose the segment with this key."""

    def __init__(
        self,
        name: Text | str,
        segments: Sequence[Segment] = (),
        *,
        stretch: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._segments, self._stretch = name, tuple(segments), stretch
        self._index = 0
        self._texts: list[str] = []
        across = QSizePolicy.Policy.Expanding if stretch else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def set_segments(self, segments: Sequence[Segment]) -> None:
        """Replace the choices. The current key is kept if it is still among them."""
        key = self.current
        if tuple(segments) == self._segments:
            return
        self._segments = tuple(segments)
        self._index = next((index for index, each in enumerate(self._segments) if each.key == key), 0)
        self._retranslate()

    @property
    def current(self) -> str:
        """The key of the current segment; empty if there are no segments."""
        return self._segments[self._index].key if self._segments else ""

    def set_current(self, key: str) -> None:
        """Choose without emitting ``chosen``. Raises KeyError for an unknown key."""
        if key == self.current:
            return
        self._index = {each.key: index for index, each in enumerate(self._segments)}[key]
        self._retranslate()

    def sizeHint(self) -> QSize:
        """The width of all segments with their texts in bold, as the current one has it."""
        return QSize(int(sum(self._widths())) + 7, 34)

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint: segments are never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tray, the current segment and the texts."""
        painter, tokens = painting.begin(self), theme.tokens
        border, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        tray = QRectF(self.rect())
        painting.box(painter, tray, radius=Size.RADIUS, fill=tokens.surface2, border=border, width=width)
        for index, (rect, text) in enumerate(zip(self.choice_rects(), self._texts, strict=True)):
            on = index == self._index
            if on:
                painting.box(painter, rect, radius=5, fill=tokens.surface, border=tokens.line_strong)
            enabled = self.isEnabled() and not self._segments[index].off
            ink = tokens.text if on and enabled else tokens.text2 if enabled else tokens.text3
            kind = Type.DENSE_TOTAL if on else Type.DENSE
            room = painting.width_of(text, kind)
            if self._segments[index].ticked or self._segments[index].closed:
                left = rect.center().x() - (room + _TICK) / 2
                icon = "lock" if self._segments[index].closed else "tick"
                icons.paint(painter, icon, QRectF(left, rect.center().y() - 7, 14, 14), ink)
                rect = rect.translated(_TICK / 2, 0)
            painting.words(painter, rect, text, colour=ink, kind=kind, align=painting.CENTRE, elide=False)
            if self._segments[index].off:
                middle = rect.center().y() + 1
                painter.drawLine(QLineF(rect.center().x() - room / 2, middle, rect.center().x() + room / 2, middle))

    def can_choose(self, index: int) -> bool:
        """Whether the segment at ``index`` is not off."""
        return not self._segments[index].off

    def choice_made(self) -> None:
        """Show the choice and emit ``chosen``."""
        self._retranslate()
        self.chosen.emit(self.current)

    def _widths(self) -> list[float]:
        return [
            painting.width_of(text, Type.DENSE_TOTAL) + (_TICK if each.ticked or each.closed else 0) + 2 * _PAD
            for text, each in zip(self._texts, self._segments, strict=True)
        ]

    def choice_rects(self) -> list[QRectF]:
        """The rectangles of the segments."""
        widths = self._widths()
        if self._stretch and widths:
            widths = [(self.width() - 6) / len(widths)] * len(widths)
        left, rects = 3.0, []
        for wide in widths:
            rects.append(QRectF(left, 3, wide, self.height() - 6))
            left += wide
        return rects

    def accessible_items(self) -> list[AccessibleItem]:
        """The segments; the current one is checked."""
        done, closed = translator.translate(mark("done")), translator.translate(mark("closed"))
        return [
            AccessibleItem(
                text, rect, index == self._index, not each.off, closed if each.closed else done if each.ticked else ""
            )
            for index, (text, rect, each) in enumerate(
                zip(self._texts, self.choice_rects(), self._segments, strict=True)
            )
        ]

    def accessible_value(self) -> str:
        """The current segment."""
        return self._texts[self._index] if self._segments else ""

    def _retranslate(self) -> None:
        self._texts = [translator.translate(each.text) for each in self._segments]
        self.setAccessibleName(translator.translate(self._name))
        self.updateGeometry()
        self.update()


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
        """Always true, because the sentences wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all choices at this width."""
        return ceil(sum(self._heights(width)))

    def sizeHint(self) -> QSize:
        """The height for its own width."""
        return QSize(480, self.heightForWidth(max(self.width(), _LEAST_WIDE)))

    def minimumSizeHint(self) -> QSize:
        """The height at the current width: sentences are never cut."""
        return QSize(_LEAST_WIDE, self.heightForWidth(max(self.width(), _LEAST_WIDE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height for the new width."""
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
        # Later, because the choices may not be laid out yet.
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
