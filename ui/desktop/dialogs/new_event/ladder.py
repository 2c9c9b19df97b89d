"""The five steps at the left: which are done, which is asked now."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.desktop.dialogs.new_event.steps import STEPS
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.signs import Icon


class Ladder(QWidget):
    """A tick for done, a half ring for the one in view, an empty ring for what comes."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        self._icons = [Icon("ring", size=16) for _ in STEPS]
        self._labels = [TextLabel(step.title, kind=Type.BODY, tone=Tone.TEXT2) for step in STEPS]
        for icon, label in zip(self._icons, self._labels, strict=True):
            column.addLayout(row(icon, 4, label, None))
        column.addStretch(1)

    def show_step(self, at: int) -> None:
        """Show that step ``at`` (0-based) is asked now."""
        for place, (icon, label) in enumerate(zip(self._icons, self._labels, strict=True)):
            name, tone = ("tick", Tone.OK) if place < at else ("half", Tone.ACCENT) if place == at else ("ring", None)
            icon.set_icon(name, tone or Tone.TEXT2)
            label.set_tone(Tone.TEXT if place == at else Tone.TEXT2)
            label.set_kind(Type.TOTAL if place == at else Type.BODY)
