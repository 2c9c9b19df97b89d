"""The page Display: controls what the hall sees and hears. Each part is behind a segment of a switch."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController, hall_of
from ui.desktop.display.sound_settings import SoundSettings
from ui.desktop.display.sounds import hall_sounds
from ui.desktop.kit.page import Page
from ui.desktop.pages.display.ceremony_part import CeremonyPart
from ui.desktop.pages.display.draw_part import DrawPart
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.pages.display.preparation_view import PreparationView
from ui.desktop.pages.display.screens_view import ScreensView
from ui.desktop.theme import Room, Size, Tone, Type, room_of
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import Key, KeyHint, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, aligned, boxed, column, row, stretched

_WIDEST = 640


class _SoundView(DisplayPart):
    """The gong, its volume, and the sound device."""

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


_TURN = "F3"
"""Switches to the next part."""


class _PartInfo(NamedTuple):
    """A segment and its part."""

    key: str
    name: Text
    make: Callable[[EventController, HallController], DisplayPart]
    """Creates the part when it is first shown."""


PARTS = (
    _PartInfo("screens", mark("Screens"), ScreensView),
    _PartInfo("ceremony", mark("Ceremony"), CeremonyPart),
    _PartInfo("draw", mark("Live draw"), DrawPart),
    _PartInfo("preparation", mark("Preparation"), PreparationView),
    _PartInfo("sound", mark("Sound"), _SoundView),
)
"""The parts, in the order of the switch."""


class DisplayPage(Page):
    """Controls what is shown and heard in the hall."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.hall = hall_of(controller)
        self.parts = Switch(mark("Section of the page"), [Segment(part.key, part.name) for part in PARTS])
        self.made_parts: dict[str, DisplayPart] = {}
        """The parts that were shown, by key."""
        self.public = LinkButton(mark("What is public"), hint="Alt+1")
        self.public.clicked.connect(lambda _checked: controller.navigation.page_wanted.emit("event"))
        self._shown = QStackedWidget()
        title = TextLabel(mark("Display"), kind=Type.PAGE_TITLE)
        margins = (Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, 0)
        head = row(title, self.parts, KeyHint(_TURN), None, self.public, spacing=12, margins=margins)
        self.lay_out(boxed(column(head, stretched(self._shown), spacing=12)))
        self.parts.set_current(PARTS[0].key)
        self.parts.chosen.connect(lambda _key: self._show_part())
        QShortcut(QKeySequence(_TURN), self).activated.connect(self._turn)
        controller.navigation.clock_wanted.connect(self._ask_clock)
        controller.navigation.ceremony_wanted.connect(self._go_to_ceremony)
        self._show_part()

    @property
    def part(self) -> DisplayPart:
        """The current part."""
        return self.made_parts[self.parts.current]

    def refresh(self) -> None:
        """Show the current part for the event and the hall as they are now."""
        if self.view is not None:
            self.part.show_hall()

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        for part in self.made_parts.values():
            part.forget()

    def fit(self, room: Room) -> None:
        """Lay out the current part."""
        self.part.fit(room)

    def _ask_clock(self) -> None:
        """Go to the countdown, which is in the first part."""
        self.show_part(PARTS[0].key)
        part = self.part
        assert isinstance(part, ScreensView)
        part.countdown.controls.ask()

    def _go_to_ceremony(self) -> None:
        self._go_to_part("ceremony")

    def focus_target(self) -> QWidget | None:
        """The focus target of the current part."""
        return self.part.focus_target() or self.parts

    def show_part(self, key: str) -> None:
        """Show the part with this key. Raises KeyError for an unknown key."""
        self.parts.set_current(key)
        self._show_part()

    def _show_part(self) -> None:
        info = next(each for each in PARTS if each.key == self.parts.current)
        if info.key not in self.made_parts:
            part = self.made_parts[info.key] = info.make(self.controller, self.hall)
            self._shown.addWidget(part)
        self._shown.setCurrentWidget(self.part)
        self.part.fit(room_of(self))
        if self.isVisible():
            self.refresh()

    def _turn(self) -> None:
        keys = [each.key for each in PARTS]
        self._go_to_part(keys[(keys.index(self.parts.current) + 1) % len(keys)])

    def _go_to_part(self, key: str) -> None:
        self.show_part(key)
        target = self.focus_target()
        if target is not None:
            target.setFocus()
