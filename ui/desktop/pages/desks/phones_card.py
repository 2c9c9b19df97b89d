"""Where phones show the results of the event that this computer shares: as a QR code and as text."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.pages.desks.invitation_card import CodePicture
from ui.desktop.sharing.joined_event import SHOW_ON_PHONES, HostedHere, public_addresses
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, aligned, column, row, stretched

COPY_ADDRESS = "Ctrl+Shift+C"


class PhonesCard(Card):
    """What is given to who wants to see the results, or how to let them."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.picture = CodePicture(mark("QR code of the results"))
        self.address = TextField(name=mark("Address of the results"))
        self.address.setReadOnly(True)
        self.copy = OutlineButton(mark("Copy"), shortcut=COPY_ADDRESS, name=mark("Copy the address of the results"))
        self.begin = OutlineButton(SHOW_ON_PHONES)
        self._about = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        title = TextLabel(mark("Results on phones"), kind=Type.PANEL_TITLE)
        buttons = row(self.copy, self.begin, None, spacing=10)
        words = column(title, self._about, self.address, buttons, None, spacing=12)
        picture = aligned(self.picture, Qt.AlignmentFlag.AlignTop)
        add(self.body, row(picture, stretched(words), spacing=16, centred=False))
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.address.text()))
        self.begin.clicked.connect(partial(controller.navigation.event_wanted.emit, OpenAction.SHOW_ON_PHONES))

    def show_hosting(self, hosting: HostedHere | None) -> None:
        """Show where phones go, if this computer is the host."""
        self.setVisible(hosting is not None)
        if hosting is None:
            return
        shown = bool(hosting.public)
        for each in (self.picture, self.address, self.copy):
            each.setVisible(shown)
        self.begin.setVisible(not shown)
        if not shown:
            self._about.set_text(mark("Phones in the same network can show what is public, and nothing else."))
            return
        if hosting.public != self.address.text():
            self.address.setText(hosting.public)
            self.picture.show_code(hosting.public)
        others = public_addresses(hosting)[1:]
        about = mark("Phones in the same network show what is public at this address.")
        more = mark("Phones in the same network show what is public at this address, or at {others}.", others=others)
        self._about.set_text(more if others else about)
