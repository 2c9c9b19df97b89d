"""The common part of widgets that paint choices side by side, of which one can be chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from ui.desktop.widgets.accessible import Accessible, Role


class PaintedChoices(Accessible, QWidget):
    """Arrows, Home, End and clicks choose. A subclass says where its choices are and what follows.

    For screen readers it is a group of radio buttons, which the subclass names (:meth:`accessible_items`).
    """

    accessible_role = Role.Grouping
    accessible_item_role = Role.RadioButton

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = -1
        """The current choice; −1 for none."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def choice_rects(self) -> Sequence[QRectF]:
        """Where the choices are painted, from left to right."""
        raise NotImplementedError

    def choice_made(self) -> None:
        """Called when the user chose another one; :attr:`_index` is its index."""
        raise NotImplementedError

    def can_choose(self, index: int) -> bool:
        """Whether the choice at ``index`` can be chosen now."""
        return True

    def choose(self, index: int) -> None:
        """Choose ``index`` as the user does. Does nothing if there is no such choice or it cannot be chosen."""
        if 0 <= index < len(self.choice_rects()) and index != self._index and self.can_choose(index):
            self._index = index
            self.choice_made()
            self.item_changed(index)

    def press_accessible_item(self, index: int) -> None:
        """Choose it."""
        self.choose(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Announce the current choice."""
        super().focusInEvent(event)
        self.item_changed(self._index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice."""
        moves = {
            Qt.Key.Key_Left: self._beside(-1),
            Qt.Key.Key_Right: self._beside(1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self.choice_rects()) - 1,
        }
        if (wanted := moves.get(Qt.Key(event.key()))) is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        else:
            self.choose(wanted)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the choice under the pointer."""
        for index, rect in enumerate(self.choice_rects()):
            if rect.contains(event.position()):
                self.choose(index)

    def _beside(self, step: int) -> int:
        """The next choice in a direction that can be chosen; one past the end if there is none."""
        index, count = self._index + step, len(self.choice_rects())
        while 0 <= index < count and not self.can_choose(index):
            index += step
        return index
