"""The chosen screen in browsers: its address as a QR code and as text, and which browsers show it."""

from time import time
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from reports.code_matrix import QUIET, matrix_of
from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.display.hall_controller import HallController
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, aligned, column, row, stretched
from ui.hall.browsers import ServedScreens, browsers_text, kept_browsers
from ui.hall.hall_state import HallState, screen_address

COPY = "Ctrl+Shift+C"
_MODULE = 3
"""Pixels: a phone reads it from a screen half a metre away."""


class _Look(NamedTuple):
    """What is kept for the desk, and the QR codes of the addresses, by screen."""

    served: ServedScreens | None
    codes: dict[str, tuple[bytes, ...]]


class BrowsersCard(Card):
    """Where browsers find the chosen screen. `look` reads what the program that serves it keeps."""

    looked = Signal()

    def __init__(self, controller: EventController, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._hall = controller, hall
        self._screen = ""
        self._last = _Look(None, {})
        self._looking = CurrentWork(self)
        self.address = TextField(name=mark("Address of the screen"))
        self.address.setReadOnly(True)
        self.copy = OutlineButton(mark("Copy"), name=mark("Copy the address of the screen"), shortcut=COPY)
        self.code = QLabel()
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        words = column(self.state, self.address, row(self.copy, None), None, spacing=8)
        add(self.body, TextLabel(mark("In a browser"), kind=Type.LABEL))
        add(self.body, row(aligned(self.code, Qt.AlignmentFlag.AlignTop), stretched(words), spacing=12, centred=False))
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.address.text()))
        self._looking.done.connect(self._looked)
        translator.follow(self._retranslate)

    def text_of(self, screen: str) -> Text | None:
        """Which browsers show the screen of this name; None: none do."""
        served, now = self._last.served, time()
        return browsers_text(served, screen, now) if served is not None and served.browsers else None

    def is_shown(self, screen: str) -> bool:
        """Whether a browser shows it now."""
        return self._last.served is not None and bool(self._last.served.showing(screen, time()))

    def look(self) -> None:
        """Read what is kept, off the GUI thread."""
        state = self._hall.state
        if state.event and not self._looking.busy:
            self._looking.start(Work(lambda _step: _read(state)))

    def show_hall(self, chosen: str) -> None:
        """Show how the screen of this name reaches a browser."""
        self._screen, served, now = chosen, self._last.served, time()
        is_served = served is not None and served.is_served(now)
        known = is_served and chosen in self._last.codes
        for part in (self.address, self.copy, self.code):
            part.setVisible(known)
        self.state.set_text(self._state_text(served if is_served else None, now))
        if known and served is not None:
            address = _address(served, self._hall.state, chosen)
            if address != self.address.text() or self.code.pixmap().isNull():
                self.address.setText(address)
                self.address.setCursorPosition(0)
                self.code.setPixmap(QPixmap.fromImage(_picture(self._last.codes[chosen])))

    def _state_text(self, served: ServedScreens | None, now: float) -> Text:
        if served is not None:
            shown = browsers_text(served, self._screen, now)
            return shown or mark("Open this address in the browser of a television or a small computer.")
        joined = joined_event_of(self._controller)
        if joined.book is not None and joined.hosting is None:
            return mark("Browsers show the screens of the computer that hosts the event.")
        return mark("A television or a small computer shows screens in its browser, without a cable: share the event "
                    "and show the results on phones, on the page Desks.")  # fmt: skip

    def _looked(self, look: _Look) -> None:
        self._last = look
        self.show_hall(self._screen)
        self.looked.emit()

    def _retranslate(self) -> None:
        self.code.setAccessibleName(translator.translate(mark("QR code of the screen")))


def _read(state: HallState) -> _Look:
    served = kept_browsers(state.event)
    if served is None or not served.address:
        return _Look(served, {})
    return _Look(served, {each.name: matrix_of(_address(served, state, each.name)) for each in state.screens})


def _address(served: ServedScreens, state: HallState, name: str) -> str:
    screen = state.screen(name)
    return served.address + screen_address(state, screen) if screen is not None else served.address


def _picture(rows: tuple[bytes, ...]) -> QImage:
    """Black on white in every theme, because phones read no other."""
    side = len(rows) + 2 * QUIET
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    for y, row_ in enumerate(rows, QUIET):
        for x, dark in enumerate(row_, QUIET):
            if dark:
                image.setPixelColor(x, y, Qt.GlobalColor.black)
    return image.scaled(side * _MODULE, side * _MODULE)
