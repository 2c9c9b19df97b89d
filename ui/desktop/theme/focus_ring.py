"""The halo around the widget with the keyboard focus."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.desktop.theme.tokens import Size

_EDGE = int(Size.RING)
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ZOrderChange}


class FocusRing(QWidget):
    """A ring behind one focused control. It is three pixels wider on each side, so that only the halo shows."""

    def __init__(self, target: QWidget, colour: Callable[[QWidget], str]) -> None:
        super().__init__(target.parentWidget())
        self._target = target
        self._colour = colour
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        target.destroyed.connect(self.deleteLater)

    def is_around(self, target: QWidget) -> bool:
        """Whether it can be drawn around ``target`` where that is now."""
        return self._target is target and self.parent() is target.parent()

    def come(self) -> None:
        """Show the ring around the control and follow it."""
        self._target.installEventFilter(self)
        self._place()

    def leave(self) -> None:
        """Stop following the control."""
        if isValid(self._target):
            self._target.removeEventFilter(self)
        self.hide()

    def _place(self) -> None:
        self.setGeometry(self._target.geometry().adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE))
        self.stackUnder(self._target)
        self.setVisible(not self._target.isHidden())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the control."""
        if event.type() in _MOVES and watched is self._target and self._target.parent() is self.parent():
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
        self._ring = self._around(framed) if framed is not None else None
        if self._ring is not None:
            self._ring.come()

    def _around(self, target: QWidget) -> FocusRing:
        parent = target.parentWidget()
        assert parent is not None
        rings = parent.findChildren(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
        made = next((ring for ring in rings if ring.is_around(target)), None)
        return made or FocusRing(target, self._colour)


def _framed(control: QWidget | None) -> QWidget | None:
    if control is None or control.property("ring") is False:
        return None
    frame = control.property("ringFrame")
    target = frame if isinstance(frame, QWidget) else control
    return target if target.parentWidget() is not None and not target.isWindow() else None
