"""The order in which Tab goes through a page: as its parts are laid out."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QLayout, QScrollArea, QWidget


def set_tab_order(*parts: QWidget) -> None:
    """Let Tab go through ``parts``, one after the other, and in each as it is laid out."""
    stops = [stop for part in parts for stop in _stops(part)]
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def _stops(part: QWidget) -> Iterator[QWidget]:
    """What can have the focus in ``part``, itself first; of a field also the frame that passes the focus on to it."""
    if part.focusPolicy() is not Qt.FocusPolicy.NoFocus or part.focusProxy() is not None:
        yield part
    layout = part.layout()
    if isinstance(part, QAbstractScrollArea):
        inside = part.widget() if isinstance(part, QScrollArea) else None
        if inside is not None:
            yield from _stops(inside)
    elif layout is not None:
        yield from _laid_out(layout)
    else:
        for child in part.children():
            if isinstance(child, QWidget) and not child.isWindow():
                yield from _stops(child)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        widget, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            yield from _stops(widget)
        elif inner is not None:
            yield from _laid_out(inner)
