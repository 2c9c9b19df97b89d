"""A line for a reason, with the usual ones and their digits below."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import LineField
from ui.desktop.widgets.keys import Key, KeyText
from ui.entry.form import USUAL_REASONS

_ROOMY_FROM = 740
"""From this height of the window there is room for the usual reasons."""


class ReasonField(LineField):
    """A line edit under its label; a digit alone is a usual reason."""

    def __init__(self, label: Text | str, *, parent: QWidget | None = None) -> None:
        super().__init__(label, parent=parent)
        one, two, three = USUAL_REASONS.values()
        words = mark("{a} {one}   {b} {two}   {c} {three}", a=Key("1"), one=one, b=Key("2"), two=two, c=Key("3"),
                     three=three)  # fmt: skip
        self._usual = KeyText(words, kind=Type.CAPTION, tone=Tone.TEXT3, wrap=True)
        self._rows.addWidget(self._usual)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the usual reasons if the window is high enough."""
        super().showEvent(event)
        self.fit(self.window().height())

    def fit(self, height: int) -> None:
        """Show the usual reasons in a window of this height, or leave them out of a low one."""
        self._usual.setVisible(height >= _ROOMY_FROM)
