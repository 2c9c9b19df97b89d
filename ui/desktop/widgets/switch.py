"""A row of segments of which one is chosen."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Size, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import AccessibleItem
from ui.desktop.widgets.painted_choices import PaintedChoices

_PAD = 13
_TICK = 20


class Segment(NamedTuple):
    """One choice of a switch."""

    key: str
    """What :attr:`Switch.chosen` carries."""
    text: Text | str
    ticked: bool = False
    """Whether a tick is shown before it, for example for a session that was played."""
    closed: bool = False
    """Whether a lock is shown instead of the tick, for a session that takes no entry."""
    off: bool = False
    """Whether it cannot be chosen now; the reason is shown beside the switch."""


class Switch(PaintedChoices):
    """Segments in a row. Arrows, Home, End and clicks choose. The current one is recognisable without colour."""

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
        """Key of the current segment, or an empty string."""
        return self._segments[self._index].key if self._segments else ""

    def set_current(self, key: str) -> None:
        """Choose without emitting ``chosen``. Raises KeyError for an unknown key."""
        if key == self.current:
            return
        self._index = {each.key: index for index, each in enumerate(self._segments)}[key]
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Width of all segments at their widest."""
        return QSize(int(sum(self._widths())) + 7, 34)

    def minimumSizeHint(self) -> QSize:
        """Never cut a segment."""
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
        """Whether the segment is not disabled."""
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
