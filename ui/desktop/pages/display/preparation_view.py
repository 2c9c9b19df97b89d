"""What is prepared before the day: arrangements of the screens, and the sponsors' pictures."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.pages.display.arrangements_card import ArrangementsCard
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.pages.display.sponsors_card import SponsorsCard
from ui.desktop.theme import Room, Size
from ui.desktop.widgets.layouts import Scrolled, boxed, column


class PreparationView(DisplayPart):
    """Two cards, beside each other where there is room."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.arrangements = ArrangementsCard(hall)
        self.sponsors = SponsorsCard(controller, hall)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(12)
        margins = (Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        column(Scrolled(boxed(column(self._grid, None, margins=margins))), on=self)
        hall.changed.connect(self._hall_changed)

    def show_hall(self) -> None:
        """Show the saved arrangements and the pictures."""
        self.arrangements.show_hall()
        self.sponsors.show_hall()

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self.arrangements.forget()
        self.sponsors.forget()

    def fit(self, room: Room) -> None:
        """Put the cards below one another in a narrow window."""
        self._grid.addWidget(self.arrangements, 0, 0, Qt.AlignmentFlag.AlignTop)
        line, side = (1, 0) if room.compact else (0, 1)
        self._grid.addWidget(self.sponsors, line, side, Qt.AlignmentFlag.AlignTop)
        for each in (0, 1):
            self._grid.setColumnStretch(each, 0 if room.compact and each else 1)

    def focus_target(self) -> QWidget:
        """The saved arrangements, or the first thing to do where there is none."""
        cards = self.arrangements
        return next((part for part in (cards.kept, cards.name) if not part.isHidden()), self.sponsors.add)

    def _hall_changed(self) -> None:
        if self.isVisible():
            self.show_hall()
