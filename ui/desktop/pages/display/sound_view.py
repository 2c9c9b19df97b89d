"""The sounds of the hall, and the countdown that they follow."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.display.sound_settings import SoundSettings
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, aligned, boxed, column

_WIDEST = 640


class SoundView(DisplayPart):
    """Which gong, its volume, and the device."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.settings = SoundSettings(hall_sounds())
        card = Card()
        card.setMaximumWidth(_WIDEST)
        add(card.body, TextLabel(mark("Gong and warning on this computer"), kind=Type.LABEL))
        add(card.body, self.settings)
        clock = mark("Start, pause or extend the countdown in its own line: {key}.", key=Key("F12"))
        margins = (Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        words = KeyText(clock, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        inside = boxed(column(aligned(card, Qt.AlignmentFlag.AlignTop), words, None, spacing=12, margins=margins))
        column(Scrolled(inside), on=self)

    def show_hall(self) -> None:
        """Show the devices that are available now."""
        self.settings.show_choice()
        self.settings.show_devices()

    def focus_target(self) -> QWidget:
        """The first choice box."""
        return next(iter(self.settings.choices.values()))
