"""Parts side by side in as many rows as they need."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

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
