"""Seatings that are not drawn by the program: numbers drawn by the players, a file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_table
from ui.desktop.pages.draw.acting import is_closed
from ui.desktop.pages.draw.drawn import Drawn, GoesOn, by_lots, from_file
from ui.desktop.pages.draw.lots import LotsScreen
from ui.desktop.pages.draw.panel import DrawPanel


class Sources(QObject):
    """What comes of them is shown like a draw, to be published."""

    def __init__(
        self, controller: EventController, panel: DrawPanel, find: Callable[[Callable[[GoesOn], Drawn]], None]
    ) -> None:
        super().__init__(panel)
        self._controller, self._panel, self._find = controller, panel, find
        self.lots = LotsScreen(controller, parent=panel)
        self.lots.filled.connect(self._fill)
        panel.lots.clicked.connect(self._draw_lots)
        panel.read.clicked.connect(self._choose)

    def read(self, path: Path) -> None:
        """Show the seating that a file holds."""
        view = self._controller.view
        wishes = self._panel.wishes.wishes()
        if view is not None and wishes is not None and not is_closed(self._controller):
            self._find(lambda _goes_on: from_file(view, path, wishes=wishes))

    def _draw_lots(self) -> None:
        reserves = self._panel.wishes.reserves_typed()
        if reserves is not None:
            self.lots.begin(reserves)

    def _choose(self) -> None:
        path = choose_table(self._panel, mark("Read a seating"), mark("Seatings"))
        if path is not None:
            self.read(path)

    def _fill(self) -> None:
        view = self._controller.view
        try:
            seed = self._panel.chosen_seed()
        except ValueError:  # said at the field
            return
        if view is not None:
            method, reserves = self._panel.chosen_method, self.lots.reserves
            self._find(partial(by_lots, view, method=method, seed=seed, reserves=reserves))
