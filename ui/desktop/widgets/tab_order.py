"""The tab order of a page, which follows its layout."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QLayout, QScrollArea, QWidget


def set_tab_order(*parts: QWidget) -> None:
    """Set the tab order to ``parts`` in turn, and within each part to the order of its layout."""
    stops = [stop for part in parts for stop in _stops(part)]
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def _stops(part: QWidget) -> Iterator[QWidget]:
    """The widgets in ``part`` that can have the focus, itself first.

    They include the frames that pass the focus on to a field.
    """
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
