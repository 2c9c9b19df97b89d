"""The bar below the top bar that shows which tables call a referee."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign

DISMISS = "Ctrl+Shift+Y"
"""The shortcut that hides the bar at this desk."""


class CallBar(Accessible, EdgedSurface):
    """The tables that call, a button for whoever goes, and one that hides the bar at this desk only."""

    accessible_role = Role.AlertMessage
    going = Signal()
    """The current user goes to the first of the tables."""
    dismissed = Signal()
    """The bar is no longer wanted for these calls at this desk."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._words = TextLabel(kind=Type.PANEL_TITLE, tone=Tone.WARN, wrap=True)
        self.go = LinkButton(mark("On my way"))
        self.dismiss = LinkButton(mark("Dismiss"), shortcut=DISMISS)
        parts = (StatusSign(StatusIcon.ASKS), stretched(self._words), self.go, self.dismiss)
        row(*parts, margins=(16, 8, 12, 8), on=self)
        self.go.clicked.connect(self.going)
        self.dismiss.clicked.connect(self.dismissed)
        self.hide()

    def show_calls(self, text: Text | None, go: str = "") -> None:
        """Show ``text``, with the shortcut ``go`` for whoever goes, empty if the user may not; None hides the bar."""
        if text is not None:
            self._words.set_text(text)
            self.setAccessibleName(self._words.text())
            self.go.set_hint(go)
            self.go.setVisible(bool(go))
        self.setVisible(text is not None)

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._words.text()
