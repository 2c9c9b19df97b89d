"""A path that can be typed or chosen."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.layouts import aligned, column, row, stretched


class PathField(QWidget):
    """A labelled line, and a button that opens the system's file dialog."""

    edited = Signal()
    """The user typed or chose a path."""

    def __init__(
        self,
        label: Text,
        choose: Callable[[QWidget, Path], Path | None],
        *,
        placeholder: Text | str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._choose = choose
        self.line = TextField(placeholder=placeholder)
        self.field = LabeledField(label, self.line)
        button = OutlineButton(mark("Choose…"), icon="folder")
        button.clicked.connect(self._ask)
        side = column(button, margins=(0, 24, 0, 0))
        row(stretched(self.field), aligned(side, Qt.AlignmentFlag.AlignTop), centred=False, on=self)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._touched)

    @property
    def path(self) -> Path | None:
        """The typed path, or None."""
        typed = self.line.text().strip()
        return Path(typed).expanduser() if typed else None

    def set_path(self, path: Path | None) -> None:
        """Show ``path`` without emitting a signal."""
        self.line.setText(str(path) if path is not None else "")
        self.field.clear_problem()

    def _ask(self) -> None:
        path = self._choose(self, self.path or Path())
        if path is not None:
            self.set_path(path)
            self._touched()

    def _touched(self) -> None:
        self.field.clear_problem()
        self.edited.emit()
