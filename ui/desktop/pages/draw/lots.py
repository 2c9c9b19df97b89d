"""Seating by lots: the window in which they are drawn, and the search for the seating that they give."""

from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Text
from ui.desktop.controller import EventController
from ui.desktop.kit.form import NotRead
from ui.desktop.pages.draw.draw_form import DrawForm
from ui.desktop.pages.draw.lots_window import LotsWindow
from ui.desktop.pages.draw.proposal import propose_by_lots


class Lots(QObject):
    """Draws lots with the reserves, method and seed of ``form``."""

    search_wanted = Signal(object)
    """Everybody has a number: the function that proposes a seating."""

    def __init__(self, controller: EventController, form: DrawForm, page: QWidget) -> None:
        super().__init__(page)
        self._controller, self._form = controller, form
        self.window = LotsWindow(controller, parent=page)
        self.window.filled.connect(self._fill)
        self._why: Text | None = None
        self._no_lots = QShortcut(QKeySequence("Ctrl+L"), page)
        self._no_lots.activated.connect(self._refuse)

    def begin(self) -> None:
        """Open the window."""
        with suppress(NotRead):  # the problem is shown at its field
            self.window.begin(self._form.read_reserves())

    def set_refused(self, why: Text | None) -> None:
        """Set why lots cannot be drawn, which the key says while the button that has it is hidden; None: they can."""
        self._why = why
        self._no_lots.setEnabled(why is not None)

    def _fill(self) -> None:
        form, reserves = self._form, self.window.reserves
        with suppress(NotRead):  # the problem is shown at its field
            seed = form.read_seed()
            self.search_wanted.emit(partial(propose_by_lots, method=form.chosen_method, seed=seed, reserves=reserves))

    def _refuse(self) -> None:
        if self._why is not None:
            self._controller.messages.noted.emit(self._why)
