"""What is common to widgets that paint choices side by side and let one of them be chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget


class Choosing(QWidget):
    """Arrows, Home and End choose, so does a click. Each kind of it says where its choices lie, and hears of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = -1
        """The one that is chosen; −1: none."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def places(self) -> Sequence[QRectF]:
        """Where the choices are painted, from left to right."""
        raise NotImplementedError

    def taken(self) -> None:
        """The user chose another one: :attr:`_index`."""
        raise NotImplementedError

    def free(self, at: int) -> bool:
        """Whether the one at ``at`` can be chosen now."""
        return True

    def choose(self, at: int) -> None:
        """Take the one at ``at`` as the user does; nothing happens where none is, or none that can be chosen."""
        if 0 <= at < len(self.places()) and at != self._index and self.free(at):
            self._index = at
            self.taken()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice."""
        moves = {
            Qt.Key.Key_Left: self._beside(-1),
            Qt.Key.Key_Right: self._beside(1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self.places()) - 1,
        }
        if (wanted := moves.get(Qt.Key(event.key()))) is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        else:
            self.choose(wanted)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the one under the pointer."""
        for at, rect in enumerate(self.places()):
            if rect.contains(event.position()):
                self.choose(at)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        super().focusOutEvent(event)
        self.update()

    def _beside(self, step: int) -> int:
        """The next in a direction that can be chosen; one past the end when there is none."""
        at, count = self._index + step, len(self.places())
        while 0 <= at < count and not self.free(at):
            at += step
        return at
