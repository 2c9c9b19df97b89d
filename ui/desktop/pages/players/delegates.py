"""How the cells of the list of players are drawn and edited."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from tournament.event.roster import field_label, most_characters
from ui.desktop.theme import theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import DrawnCell, Index, TextDelegate
from ui.desktop.widgets.fields import TextField

_BEYOND = 40
"""Characters that a line accepts beyond its maximum, so that the list can say that the text is too long."""

_READABLE = 110
"""Minimum width in pixels at which the beginning of a remark is readable."""


class CellDelegate(TextDelegate):
    """A cell with a frame around it if it is the current one."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, and the frame if the cursor is on it."""
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = QRectF(option.rect).adjusted(1, 1, -1, -2)
            painting.box(painter, frame, radius=4, border=theme.tokens.accent, width=2)
            painter.restore()


class PlayerNumberDelegate(CellDelegate):
    """The number of a player, at the right."""

    align = painting.RIGHT


class RemarkDelegate(CellDelegate):
    """A remark with its sign. In a narrow column only the sign is shown, and the text is in the tooltip."""

    def line(self, painter: QPainter, rect: QRectF, text: str, cell: DrawnCell, *, figures: bool = False) -> None:
        """Write the text if most of it can be read."""
        if rect.width() >= _READABLE or painting.width_of(text, self.type_of(cell)) <= rect.width():
            super().line(painter, rect, text, cell, figures=figures)


class FieldDelegate(CellDelegate):
    """A field of a player, with a line edit while it is edited."""

    def __init__(self, field: str) -> None:
        super().__init__()
        self._field = field

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a line edit."""
        line = TextField(name=field_label(self._field), parent=parent)
        line.setMaxLength(most_characters(self._field) + _BEYOND)
        line.setProperty("ring", False)
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Start with the text of the cell. What was typed since then stays when the cell is shown again."""
        if isinstance(editor, TextField) and editor.isModified():
            return
        super().setEditorData(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the cell."""
        editor.setGeometry(option.rect.adjusted(0, 0, 0, -1))
