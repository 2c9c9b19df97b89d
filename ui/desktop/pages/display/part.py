"""What stands behind a segment of the Display page."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.theme import Room


class DisplayPart(QWidget):
    """A part of the page; it overrides what it needs."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__()
        self.controller, self.hall = controller, hall

    def show_hall(self) -> None:
        """Read event and hall, and show them; called while it is in view, and whenever the event changes."""

    def forget(self) -> None:
        """Another event: drop what belonged to the one before."""

    def fit(self, room: Room) -> None:
        """Lay out for a window of this size."""

    def focus_target(self) -> QWidget | None:
        """What gets the focus when it comes into view."""
        return None
