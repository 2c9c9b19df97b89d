"""Rows and columns of widgets. One call arranges them and reads like what the user sees.

For example::

    column(heading, row(name, None, close), stretched(self.table), margins=Shape.PAGE_MARGIN, on=self)
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar, assert_never

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import invalidate

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_LEVELS = 16
"""Maximum nesting of widgets from a field to the window, with a margin."""
Margins = int | tuple[int, int] | tuple[int, int, int, int]
"""All four; horizontal and vertical; or left, top, right, bottom. In pixels at 100 % scale."""


class Placed(NamedTuple):
    """A part with its share of the remaining space, or its alignment."""

    part: QWidget | QLayout
    stretch: int = 0
    alignment: Qt.AlignmentFlag | None = None


Part = QWidget | QLayout | Placed | int | None
"""A widget, a layout, a gap in pixels, or None for a stretch."""


def stretched(part: QWidget | QLayout, share: int = 1) -> Placed:
    """``part`` with ``share`` of the remaining space."""
    return Placed(part, share)


def aligned(part: QWidget | QLayout, alignment: Qt.AlignmentFlag, share: int = 0) -> Placed:
    """``part`` in its preferred size, aligned in its space."""
    return Placed(part, share, alignment)


def row(
    *parts: Part, spacing: int = 8, margins: Margins = 0, centred: bool = True, on: QWidget | None = None
) -> QHBoxLayout:
    """Arrange ``parts`` in a row, as the layout of ``on`` if given.

    With ``centred`` parts keep their preferred heights.
    """
    if centred:
        parts = tuple(aligned(each, _MIDDLE) if isinstance(each, QWidget) else each for each in parts)
    return _filled(QHBoxLayout(), parts, spacing, margins, on)


def column(*parts: Part, spacing: int = 8, margins: Margins = 0, on: QWidget | None = None) -> QVBoxLayout:
    """Arrange ``parts`` in a column, as the layout of ``on`` if given."""
    return _filled(QVBoxLayout(), parts, spacing, margins, on)


def boxed(layout: QLayout) -> QWidget:
    """A widget that contains ``layout``, so that it can be shown and hidden as one."""
    holder = QWidget()
    holder.setLayout(layout)
    return holder


def set_margins(layout: QLayout, margins: Margins) -> None:
    """Set the margins of ``layout``."""
    if isinstance(margins, int):
        layout.setContentsMargins(margins, margins, margins, margins)
    elif len(margins) == 2:
        layout.setContentsMargins(*margins, *margins)
    else:
        layout.setContentsMargins(*margins)


def lay_out_now() -> None:
    """Lay out everything that changed its size before it is painted, so that it is painted only once.

    Qt passes a change of size up one level of widgets at a time, and may paint in between.
    """
    for _ in range(_LEVELS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


Box = TypeVar("Box", bound=QBoxLayout)


def _filled(box: Box, parts: Sequence[Part], spacing: int, margins: Margins, on: QWidget | None) -> Box:
    set_margins(box, margins)
    box.setSpacing(spacing)
    for part in parts:
        add(box, part)
    if on is not None:
        on.setLayout(box)
    return box


def add(box: QBoxLayout, part: Part) -> None:
    """Add ``part`` at the end of ``box``."""
    match part:
        case None:
            box.addStretch(1)
        case int():
            box.addSpacing(part)
        case QWidget():
            box.addWidget(part)
        case QLayout():
            box.addLayout(part)
            _forget_items(part)
        case Placed(inner, stretch, alignment):
            if isinstance(inner, QWidget):
                box.addWidget(inner, stretch, alignment or Qt.AlignmentFlag(0))
            else:
                box.addLayout(inner, stretch)
                _forget_items(inner)
                if alignment is not None:
                    box.setAlignment(inner, alignment)
        case _:
            assert_never(part)


def _forget_items(layout: QLayout) -> None:
    """Let Python know no item of ``layout``, nor of those inside.

    PySide makes a Python object of each item of what is added to a layout in use, and keeps it after Qt has deleted
    the item. A widget that is then made at the same address comes back from Qt as that object.
    """
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if isinstance(item, QLayout):
            _forget_items(item)
        elif item is not None:
            invalidate(item)


_ACROSS, _DOWN = 18, 6
"""Gap between two parts of a row, and between two rows."""


class WrappedRow(QWidget):
    """Starts a new row where the next part does not fit."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[QWidget, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_parts(self, parts: Sequence[QWidget]) -> None:
        """Replace the parts. Those that are not among the new ones are deleted."""
        for part in self._parts:
            if part not in parts:
                part.hide()
                part.deleteLater()
        self._parts = tuple(parts)
        for part in self._parts:
            part.setParent(self)
            part.show()
        self._place()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """The height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows at this width."""
        return max((rect.bottom() + 1 for rect in self._rects(width)), default=0)

    def sizeHint(self) -> QSize:
        """The height of the rows at the current width."""
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(max(self.width(), 300)))

    def minimumSizeHint(self) -> QSize:
        """The width of the widest part."""
        wide = max((part.minimumSizeHint().width() for part in self._parts), default=0)
        return QSize(wide, self.heightForWidth(max(self.width(), wide)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts at the new width."""
        super().resizeEvent(event)
        self._place()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Arrange the parts again when the text of one changes."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
            self.updateGeometry()
        return super().event(event)

    def _place(self) -> None:
        for part, rect in zip(self._parts, self._rects(self.width()), strict=True):
            part.setGeometry(rect)

    def _rects(self, width: int) -> list[QRect]:
        """The rectangles of the parts, each in the vertical middle of its row."""
        rows: list[list[QRect]] = [[]]
        for part in self._parts:
            hint = part.sizeHint()
            wide = max(min(hint.width(), width), part.minimumSizeHint().width())
            left = rows[-1][-1].right() + 1 + _ACROSS if rows[-1] else 0
            if rows[-1] and left + wide > width:
                rows.append([])
                left = 0
            rows[-1].append(QRect(left, 0, wide, hint.height()))
        placed, top = [], 0
        for row in rows:
            high = max((rect.height() for rect in row), default=0)
            placed += [rect.translated(0, top + (high - rect.height()) // 2) for rect in row]
            top += high + _DOWN
        return placed
