"""The base class of the parts of the page Display."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.theme import Room


class DisplayPart(QWidget):
    """A part of the page. Subclasses override the methods that they need."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__()
        self.controller, self.hall = controller, hall

    def show_hall(self) -> None:
        """Show the event and the hall as they are now.

        Called while the part is visible, and whenever the event changes.
        """

    def forget(self) -> None:
        """Drop what belonged to the previous event."""

    def fit(self, room: Room) -> None:
        """Lay out for a window of this size."""

    def focus_target(self) -> QWidget | None:
        """The widget that gets the focus when the part is shown."""
        return None
