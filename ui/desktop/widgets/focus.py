"""The order of tab stops, and widgets that pass the focus on to a part of them."""

from collections.abc import Iterable
from itertools import pairwise
from operator import itemgetter

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLayout, QScrollArea, QWidget

_NO_FOCUS = Qt.FocusPolicy.NoFocus
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
"""Before Python 3.12, reading a member of an enumeration takes longer than most of what is done with it here."""


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
    passing = whole.findChild(_FocusTarget, options=_DIRECT) or _FocusTarget(whole)
    passing.target = target


def set_tab_order(*parts: QWidget) -> None:
    """Set the tab order to ``parts`` in turn, and within each part to the order of its layout."""
    for before, after in pairwise(_stops(parts)):
        QWidget.setTabOrder(before, after)


def tab_stops(*parts: QWidget) -> tuple[QWidget, ...]:
    """The widgets in ``parts`` at which Tab stops now, in the order of their layouts."""
    by_tab = Qt.FocusPolicy.TabFocus
    return tuple(
        stop for stop in _stops(parts) if stop.isVisible() and stop.isEnabled() and stop.focusPolicy() & by_tab
    )


def _stops(parts: Iterable[QWidget]) -> list[QWidget]:
    """The widgets in ``parts`` that can have the focus, in order, each part before what is in it.

    They include frames that pass the focus on to a field. Qt ignores the place of a frame that cannot have the focus
    itself, and with it that of the field behind it. Without such frames, however, Tab would go round in a part of some
    pages, such as Fouls, and never reach the rest.
    """
    stops: list[QWidget] = []
    for part in parts:
        _add_stops(part, stops)
    return stops


def _add_stops(part: QWidget, stops: list[QWidget]) -> None:
    if part.focusPolicy() is not _NO_FOCUS or part.focusProxy() is not None:
        stops.append(part)
    if isinstance(part, QAbstractScrollArea):
        inside = part.widget() if isinstance(part, QScrollArea) else None
        if inside is not None:
            _add_stops(inside, stops)
        return
    children = [child for child in part.findChildren(QWidget, options=_DIRECT) if not child.isWindow()]
    layout = part.layout() if children else None
    if layout is not None:
        _add_laid_out(layout, children, stops)
        return
    for child in children:
        _add_stops(child, stops)


def _add_laid_out(layout: QLayout, children: list[QWidget], stops: list[QWidget]) -> None:
    """Add the stops of those of ``children`` that ``layout`` contains, in its order.

    It does not read items: PySide keeps the Python object of an item after Qt has deleted the item, and a widget that
    is then created at the same address would be returned as that object.
    """
    parts: list[QWidget | QLayout] = [*children, *(each for each in layout.children() if isinstance(each, QLayout))]
    for index, part in sorted(((layout.indexOf(part), part) for part in parts), key=itemgetter(0)):
        if index < 0:
            continue
        if isinstance(part, QLayout):
            _add_laid_out(part, children, stops)
        else:
            _add_stops(part, stops)
