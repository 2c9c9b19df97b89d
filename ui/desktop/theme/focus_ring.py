"""The halo around the widget with the keyboard focus."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget
from shiboken6 import isValid

from ui.desktop.theme.tokens import Size

_EDGE = int(Size.RING)
_RING = "focusRing"
"""The property of a control that keeps its ring."""
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ZOrderChange}


class FocusRing(QWidget):
    """A ring behind one focused control. It is three pixels wider on each side, so that only the halo shows.

    It lies in the innermost container that has room for it, so that no container cuts it.
    """

    def __init__(self, target: QWidget, colour: Callable[[QWidget], str]) -> None:
        super().__init__(target.parentWidget())
        self._target = target
        self._colour = colour
        self._followed: list[QWidget] = []
        """The control and the containers between it and the ring's own, which can move too."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        target.setProperty(_RING, self)
        target.destroyed.connect(self.deleteLater)

    def come(self, target: QWidget) -> None:
        """Show the ring around the control and follow it.

        ``target`` is always the control whose ring this is. Parts that Qt made itself, such as the lists of its file
        dialog, can come with another Python object than before, and the earlier one is not valid any more.
        """
        self._target = target
        self._place()

    def leave(self) -> None:
        """Stop following the control."""
        self._follow([])
        self.hide()

    def _place(self) -> None:
        within, home = _containers(self._target)
        self._follow(within)
        if self.parentWidget() is not home:
            self.setParent(home)
        self.setGeometry(_around(self._target, home))
        self.stackUnder(within[-1])
        self.setVisible(not self._target.isHidden())

    def _follow(self, within: list[QWidget]) -> None:
        if within != self._followed:
            for each in self._followed:
                if isValid(each):
                    each.removeEventFilter(self)
            for each in within:
                each.installEventFilter(self)
            self._followed = within

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the control."""
        if event.type() in _MOVES and isValid(self._target) and self._target.parentWidget() is not None:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the rounded halo. The control above covers all of it but the edge."""
        if not isValid(self._target):  # the ring is deleted with the control, a moment later
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour(self._target)))
        painter.drawRoundedRect(QRectF(self.rect()), Size.RADIUS + _EDGE, Size.RADIUS + _EDGE)


class FocusFollower(QObject):
    """Puts a ring around any control that gets the focus.

    A control that shows its focus itself, for example rows of a list, opts out with the property ``ring`` set to False.
    A control inside a larger frame, for example a line edit in an entry field, names the frame in the property
    ``ringFrame``.
    """

    def __init__(self, colour: Callable[[QWidget], str]) -> None:
        super().__init__()
        self._colour = colour
        self._ring: FocusRing | None = None

    def follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Put the ring around ``new``, or hide it.

        Each control keeps its ring, because the focus often returns to it.
        """
        if self._ring is not None and isValid(self._ring):
            self._ring.leave()
        framed = _framed(new)
        self._ring = None
        if framed is not None:
            self._ring = self._around(framed)
            self._ring.come(framed)

    def _around(self, target: QWidget) -> FocusRing:
        made = target.property(_RING)
        return made if isinstance(made, FocusRing) and isValid(made) else FocusRing(target, self._colour)


def _containers(target: QWidget) -> tuple[list[QWidget], QWidget]:
    """The control and the containers without room for its ring, from the inside, and the first that has room."""
    within, home = [target], target.parentWidget()
    assert home is not None
    while not (_bounds(home, target) or home.rect().contains(_around(target, home))):
        within.append(home)
        home = home.parentWidget()
        assert home is not None
    return within, home


def _bounds(container: QWidget, target: QWidget) -> bool:
    """Whether the ring cannot lie outside of ``container``: it is a surface, or scrolled with the control half out."""
    around = container.parentWidget()
    if around is None or container.isWindow():
        return True
    if isinstance(around, QScrollArea) and container is around.viewport():
        return not container.rect().contains(_around(target, container, edge=0))
    return isinstance(container, QFrame) and not isinstance(container, QScrollArea | QStackedWidget)


def _around(target: QWidget, container: QWidget, *, edge: int = _EDGE) -> QRect:
    return QRect(target.mapTo(container, QPoint()), target.size()).adjusted(-edge, -edge, edge, edge)


def _framed(control: QWidget | None) -> QWidget | None:
    if control is None or control.property("ring") is False:
        return None
    frame = control.property("ringFrame")
    target = frame if isinstance(frame, QWidget) else control
    return target if target.parentWidget() is not None and not target.isWindow() else None
