"""The order of tab stops, and widgets that pass the focus on to a part of them."""

from collections.abc import Iterator
from itertools import pairwise
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLayout, QScrollArea, QWidget


class _FocusTarget(QObject):
    def __init__(self, whole: QWidget) -> None:
        super().__init__(whole)
        self.target: QWidget | None = None
        whole.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.target is not None and event.type() is QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self.target.setFocus(event.reason())
        return False


def set_focus_target(whole: QWidget, target: QWidget) -> None:
    """Give ``target`` the focus whenever ``whole`` gets it. Another call replaces the target.

    With a focus proxy of Qt instead, Tab would skip the widgets before ``target``.
    """
    passing = whole.findChild(_FocusTarget, options=Qt.FindChildOption.FindDirectChildrenOnly) or _FocusTarget(whole)
    passing.target = target


def set_tab_order(*parts: QWidget) -> None:
    """Set the tab order to ``parts`` in turn, and within each part to the order of its layout."""
    stops = [stop for part in parts for stop in _stops(part)]
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def tab_stops(*parts: QWidget) -> tuple[QWidget, ...]:
    """The widgets in ``parts`` at which Tab stops now, in the order of their layouts."""
    stops = (stop for part in parts for stop in _stops(part))
    by_tab = Qt.FocusPolicy.TabFocus
    return tuple(stop for stop in stops if stop.isVisible() and stop.isEnabled() and stop.focusPolicy() & by_tab)


def _stops(part: QWidget) -> Iterator[QWidget]:
    """The widgets in ``part`` that can have the focus, in order, ``part`` itself first.

    A frame that only passes the focus on to its field is not among them: Qt would ignore its place in the order, and
    with it that of the widget behind it.
    """
    if part.focusPolicy() is not Qt.FocusPolicy.NoFocus:
        yield part
    layout = part.layout()
    if isinstance(part, QAbstractScrollArea):
        inside = part.widget() if isinstance(part, QScrollArea) else None
        if inside is not None:
            yield from _stops(inside)
        return
    children = [child for child in part.children() if isinstance(child, QWidget) and not child.isWindow()]
    for child in children if layout is None else _laid_out(layout, children):
        yield from _stops(child)


def _laid_out(layout: QLayout, children: list[QWidget]) -> Iterator[QWidget]:
    """Those of ``children`` that ``layout`` contains, in its order.

    It does not read items: PySide keeps the Python object of an item after Qt has deleted the item, and a widget that
    is then created at the same address would be returned as that object.
    """
    parts: list[QWidget | QLayout] = [*children, *(each for each in layout.children() if isinstance(each, QLayout))]
    for index, part in sorted(((layout.indexOf(part), part) for part in parts), key=itemgetter(0)):
        if index >= 0:
            yield from _laid_out(part, children) if isinstance(part, QLayout) else (part,)
