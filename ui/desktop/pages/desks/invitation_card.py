"""The card of the invitation for other desks."""

from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from reports.code_matrix import matrix_of
from tournament.event.role import Act
from tournament.language import mark
from tournament.sharing.invitation import decode, write_text
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.dialogs.files import INVITATION, choose_new_invitation
from ui.desktop.sharing.joined_event import HostedHere
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.code_picture import CodePicture
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, aligned, column, row, stretched


class InvitationCard(Card):
    """The invitation for people who want to join: as a QR code, as text and as a file."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self._until: datetime | None = None
        """When the invitation expires."""
        self.picture = CodePicture(mark("QR code of the invitation"))
        self.code = TextField(name=mark("Invitation"))
        self.code.setReadOnly(True)
        self.copy = OutlineButton(mark("Copy"), name=mark("Copy the invitation"))
        self.save = OutlineButton(mark("Save as a file …"), name=mark("Save the invitation"))
        self.renew = OutlineButton(mark("New invitation"))
        self._where = TextLabel(kind=Type.DENSE, wrap=True)
        about = TextLabel(
            mark(
                "Whoever has this invitation can join with a name, and with the PIN of a role where the event has one."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        title = TextLabel(mark("Invitation"), kind=Type.PANEL_TITLE)
        buttons = row(self.copy, self.save, self.renew, None, spacing=10)
        words = column(title, about, self._where, self.code, buttons, None, spacing=12)
        picture = aligned(self.picture, Qt.AlignmentFlag.AlignTop)
        add(self.body, row(picture, stretched(words), spacing=16, centred=False))
        wanted = controller.navigation.event_wanted
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.code.text()))
        self.save.clicked.connect(lambda _checked: self._save())
        self.renew.clicked.connect(partial(wanted.emit, OpenAction.NEW_INVITATION))

    def show_hosting(self, hosting: HostedHere | None) -> None:
        """Show how to join, if this computer is the host."""
        self.setVisible(hosting is not None)
        if hosting is None:
            return
        self.renew.setEnabled(self._controller.may(Act.HOSTING))
        until = hosting.until.astimezone() if hosting.until is not None else None
        if (hosting.invitation, until) != (self.code.text(), self._until):
            self._until = until
            invitation = decode(hosting.invitation)
            self.code.setText(hosting.invitation)
            self.code.setCursorPosition(0)
            # QR codes have a shorter encoding for capitals, and both cases are read alike
            self.picture.show_code(matrix_of(hosting.invitation.upper()))
            where = mark("Address: {addresses}.", addresses=invitation.addresses)
            valid = mark("Address: {addresses}. Valid until {end}.", addresses=invitation.addresses, end=until)
            self._where.set_text(where if until is None else valid)

    def _save(self) -> None:
        name = Path(self._controller.book.view.settings.name.replace("/", " ") or "event").name
        hosting = Path.home() / f"{name}{INVITATION}"
        path = choose_new_invitation(self, hosting)
        if path is not None:
            self.save_to(path if path.suffix else path.with_suffix(INVITATION))

    def save_to(self, path: Path) -> None:
        """Write the invitation to ``path``."""
        messages = self._controller.messages
        try:
            write_text(path, decode(self.code.text()), translator.language, self._until)
        except OSError as error:
            reason = error.strerror or str(error)
            messages.shown.emit(mark("“{path}” cannot be used: {reason}", path=str(path), reason=reason))
        else:
            messages.noted.emit(mark("The invitation was saved in “{path}”.", path=str(path)))
