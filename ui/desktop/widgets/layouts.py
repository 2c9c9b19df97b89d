"""Rows and columns of widgets. One call arranges them and reads like what the user sees.

For example::

    column(heading, row(name, None, close), stretched(self.table), margins=Shape.PAGE_MARGIN, on=self)
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar, assert_never

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget
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
