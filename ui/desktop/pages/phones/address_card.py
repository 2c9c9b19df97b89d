"""The card with the address at which phones show the results."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from reports.code_matrix import matrix_of
from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.sharing.joined_event import SHOW_ON_PHONES, joined_event_of, public_addresses
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.code_picture import CodePicture
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, aligned, column, row, stretched

COPY_ADDRESS = "Ctrl+Shift+C"


class AddressCard(Card):
    """The address of the results for phones, as a QR code and as text; or a button that makes them available."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joined = controller, joined_event_of(controller)
        self.picture = CodePicture(mark("QR code of the results"))
        self.address = TextField(name=mark("Address of the results"))
        self.address.setReadOnly(True)
        self.copy = OutlineButton(mark("Copy"), shortcut=COPY_ADDRESS, name=mark("Copy the address of the results"))
        self.begin = OutlineButton(SHOW_ON_PHONES)
        self._about = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.not_allowed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        """Why the button is disabled."""
        title = TextLabel(mark("Results on phones"), kind=Type.PANEL_TITLE)
        buttons = row(self.copy, self.begin, None, spacing=10)
        words = column(title, self._about, self.address, buttons, self.not_allowed, None, spacing=12)
        picture = aligned(self.picture, Qt.AlignmentFlag.AlignTop)
        add(self.body, row(picture, stretched(words), spacing=16, centred=False))
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.address.text()))
        self.begin.clicked.connect(partial(controller.navigation.event_wanted.emit, OpenAction.SHOW_ON_PHONES))

    def show_event(self) -> None:
        """Show the address for phones if this computer is the host, otherwise how they can show the results."""
        hosting, elsewhere = self._joined.hosting, self._joined.book is not None and self._joined.hosting is None
        addresses = public_addresses(hosting) if hosting is not None else ()
        for each in (self.picture, self.address, self.copy):
            each.setVisible(bool(addresses))
        self.begin.setVisible(not addresses and not elsewhere)
        self.begin.setEnabled(self._controller.may(Act.HOSTING))
        problem = right_problem(self._controller.user.role, Act.HOSTING)
        self.not_allowed.set_text(problem.text if problem is not None else "")
        self.not_allowed.setVisible(problem is not None and not self.begin.isHidden())
        self._about.set_text(_about(addresses, elsewhere=elsewhere, shared=hosting is not None))
        if addresses and addresses[0] != self.address.text():
            self.address.setText(addresses[0])
            self.picture.show_code(matrix_of(addresses[0]))


def _about(addresses: tuple[str, ...], *, elsewhere: bool, shared: bool) -> Text:
    """What phones can show at ``addresses``, or where else; ``shared`` if this computer shares the event."""
    if elsewhere:
        return mark("The computer that hosts the event shows the results on phones, and has their address.")
    if not shared:
        return mark("While this computer shares the event, phones in the same network can show what is public.")
    if not addresses:
        return mark("Phones in the same network can show what is public, and nothing else.")
    if not addresses[1:]:
        return mark("Phones in the same network show what is public at this address.")
    return mark("Phones in the same network show what is public at this address, or at {others}.", others=addresses[1:])
