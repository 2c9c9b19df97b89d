"""The panel beside a ranking: why somebody has their value, line by line."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched

_MOST_LINES = 80
"""More lines are on the paper only."""


class WhyPanel(SidePanel):
    """A title, the sentences of an explanation, and a button for more."""

    opened = Signal()
    """The user asked for the page of the player."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self._lines: list[TextLabel] = []
        self._body = column(spacing=10, margins=(0, 0, 10, 0))
        self._body.addStretch(1)
        self._scrolled = Scrolled(boxed(self._body))
        self.more = OutlineButton("", hint="Return")
        self.more.clicked.connect(self.opened)
        self.body.addWidget(self._title)
        self.body.addWidget(self._scrolled, 1)
        add(self.body, row(stretched(self.more)))
        self.show_lines("", ())

    def show_lines(self, title: Text | str, lines: Sequence[Text], more: Text | None = None) -> None:
        """Show the sentences; ``more`` names what the button opens, None for nothing."""
        self._title.set_text(title)
        shown = lines[:_MOST_LINES]
        while len(self._lines) < len(shown):
            label = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._body.insertWidget(len(self._lines), label)
            self._lines.append(label)
        for place, label in enumerate(self._lines):
            label.setVisible(place < len(shown))
            if place < len(shown):
                label.set_text(shown[place])
        self.more.setVisible(more is not None)
        if more is not None:
            self.more.set_text(more)
        self._scrolled.verticalScrollBar().setValue(0)

    def text(self) -> str:
        """The sentences that are shown."""
        return "\n".join(label.text() for label in self._lines if not label.isHidden())
