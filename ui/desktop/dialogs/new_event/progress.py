"""The three steps at the left: which are done and which is current."""

from PySide6.QtWidgets import QWidget

from ui.desktop.dialogs.new_event.steps import STEPS
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row
from ui.desktop.widgets.signs import Icon


class StepProgress(QWidget):
    """A tick for done, a half ring for the current step, an empty ring for later ones."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = [Icon("ring", size=16) for _ in STEPS]
        self._labels = [TextLabel(step.title, kind=Type.BODY, tone=Tone.TEXT2) for step in STEPS]
        lines = (row(icon, 4, label, None) for icon, label in zip(self._icons, self._labels, strict=True))
        column(*lines, None, spacing=14, on=self)

    def show_step(self, index: int) -> None:
        """Show step ``index``, from 0, as the current one."""
        for place, (icon, label) in enumerate(zip(self._icons, self._labels, strict=True)):
            name, tone = (
                ("tick", Tone.OK) if place < index else ("half", Tone.ACCENT) if place == index else ("ring", None)
            )
            icon.set_icon(name, tone or Tone.TEXT2)
            label.set_tone(Tone.TEXT if place == index else Tone.TEXT2)
            label.set_kind(Type.TOTAL if place == index else Type.BODY)
