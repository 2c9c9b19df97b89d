"""A line under the top bar of a rehearsal: it says that nothing counts, and leads to its actions."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row, stretched


class RehearsalBar(EdgedSurface):
    """Visible while the open event is a rehearsal."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._controller = controller
        controller.opened.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        view = self._controller.view
        shown = view is not None and view.settings.rehearsal
        if shown and self.layout() is None:
            self._lay_out()
        self.setVisible(shown)

    def _lay_out(self) -> None:
        words = TextLabel(mark("Rehearsal"), kind=Type.DENSE_TOTAL, tone=Tone.WARN)
        aside = ElidedLabel(mark("Nothing here counts."), kind=Type.DENSE)
        open = LinkButton(mark("Fill, empty, situations"), hint=OpenAction.REHEARSE.value)
        wanted = self._controller.navigation.event_wanted
        open.clicked.connect(lambda _checked: wanted.emit(OpenAction.REHEARSE))
        row(words, stretched(aside), open, margins=(16, 4, 12, 4), spacing=10, on=self)
