"""Joining a shared event: the invitation, the name of this desk, who sits there, and a PIN if the event has one."""

import platform
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark
from tournament.sharing.invitation import Invitation, decode, encode, read
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.sharing.following import follow_joined
from ui.desktop.sharing.found_events import FoundEvents
from ui.desktop.sharing.joined_event import HostedHere
from ui.desktop.sharing.joining import JoinWish, OpenedDesk, join_event
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.layouts import aligned, column, row, stretched

if TYPE_CHECKING:
    from ui.joining.discovery import FoundEvent

ChooseFile = Callable[[QWidget, Path], Path | None]
"""Asks for a file, beginning in a folder."""
_NAMES = ("invitation", "desk", "author", "pin")


class JoinDialog(WaitingDialog):
    """Enter joins. An invitation can be pasted, opened or dropped."""

    def __init__(
        self,
        controller: EventController,
        choose: ChooseFile,
        known: Mapping[str, str] | None = None,
        hosting: HostedHere | None = None,
        *,
        parent: QWidget,
    ) -> None:
        """``choose`` asks for a file with an invitation. ``known`` has what is filled in: ``invitation``, ``desk``,
        ``author``. ``hosting``: the host is here.
        """
        super().__init__(controller, mark("Join a shared event"), parent=parent)
        self._hosting, self._choose_file = hosting, choose
        self.fields = Form(
            [
                FormField("invitation", mark("Invitation"), str.strip, placeholder="qv1-…"),
                FormField("desk", mark("Name of this desk"), str.strip),
                FormField("author", mark("Your name"), str.strip),
                FormField("pin", mark("PIN, if the event has one"), str),
            ]
        )
        usual = {"desk": platform.node().partition(".")[0], "author": controller.user.by.author}
        self.fields.show(usual | dict(known or {}))
        self.fields.line("pin").setEchoMode(TextField.EchoMode.Password)
        self.fields.line("invitation").setAcceptDrops(False)  # the dialog takes what is dropped
        self.setAcceptDrops(True)
        self.file = OutlineButton(mark("Open a file …"), shortcut="Ctrl+O")
        self.file.clicked.connect(lambda _checked: self._choose())
        self.about = Notice(NoticeKind.INFO)
        self.found = FoundEvents()
        self.join = PrimaryButton(mark("Join"), shortcut="Ctrl+Return")
        self.join.setDefault(True)
        self.join.clicked.connect(lambda _checked: self._join())
        self._lay_out()
        self.fields.line("invitation").textChanged.connect(lambda _text: self._show_invitation())
        self.fields.line("invitation").textEdited.connect(lambda _text: self.outcome.hide())
        self.found.chosen.connect(self._take_found)
        self.found.changed.connect(self._show_invitation)
        self.finished.connect(self.found.end)
        self._show_invitation()
        self.fields.line("pin" if known else "invitation").setFocus()
        self.found.look()

    def _lay_out(self) -> None:
        text = mark(
            "The host shows the invitation on its page Desks. This computer gets a complete copy of the event, "
            "which stays up to date while you are joined."
        )
        labelled = self.fields.labelled
        invitation = row(
            stretched(labelled["invitation"]), aligned(self.file, Qt.AlignmentFlag.AlignBottom), spacing=10
        )
        who = row(*(stretched(labelled[name]) for name in _NAMES[1:]), spacing=10, centred=False)
        parts = (self.title, words_about(text), invitation, self.about, who, stretched(self.found))
        buttons = row(self.leave, None, self.join, spacing=10)
        column(*parts, self.bar, self.outcome, buttons, spacing=12, margins=(16, 14), on=self)

    def fill_in(self, file: Path) -> None:
        """Fill in the invitation in ``file``, or say why that is not possible."""
        try:
            self.fields.line("invitation").setText(encode(read(file)))
        except Refused as refused:
            self.fields.refuse("invitation", refused.problems[0].text)
        except OSError as error:
            reason = error.strerror or str(error)
            self.fields.refuse("invitation", mark("“{path}” cannot be used: {reason}", path=str(file), reason=reason))

    def explain(self, why: Text) -> None:
        """Say why the event is not simply opened."""
        self.outcome.show_notice(NoticeKind.WARN, why)
        self.outcome.show()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file, or text."""
        data = event.mimeData()
        if data.hasText() or (len(data.urls()) == 1 and data.urls()[0].isLocalFile()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Fill in what was dropped."""
        data = event.mimeData()
        if data.urls():
            self.fill_in(Path(data.urls()[0].toLocalFile()))
        else:
            self.fields.line("invitation").setText(data.text())

    @property
    def _invitation(self) -> Invitation | None:
        """The one that is filled in, if it is whole."""
        with suppress(Refused):
            return decode(self.fields.line("invitation").text())
        return None

    def _choose(self) -> None:
        path = self._choose_file(self, documents_folder())
        if path is not None:
            self.fill_in(path)

    def _show_invitation(self) -> None:
        """Say to what the invitation leads, with the address at which its event was found now."""
        invitation = self._invitation
        self.about.setVisible(invitation is not None)
        if invitation is None:
            return
        self.fields.clear_refusals("invitation")
        begin = invitation.fingerprint[:4].hex()
        for each in self.found.found:
            known = invitation.addresses
            if each.event == invitation.event and each.fingerprint_begin == begin and each.addresses[0] not in known:
                changed = replace(invitation, addresses=(each.addresses[0], *known[:3]))
                self.fields.line("invitation").setText(encode(changed))
                return
        title = mark("Invitation to “{event}”", event=invitation.name)
        self.about.show_notice(NoticeKind.INFO, title, mark("at {addresses}", addresses=invitation.addresses))

    def _take_found(self, event: "FoundEvent | None") -> None:
        invitation = self._invitation
        if event is None or (invitation is not None and invitation.event == event.event):
            return
        text = mark(
            "“{event}” is shared at {address}. Ask the person there for the invitation, and fill it in above.",
            event=event.name,
            address=event.addresses[0],
        )
        self.outcome.show_notice(NoticeKind.INFO, text)
        self.outcome.show()
        self.fields.line("invitation").setFocus()

    def _join(self) -> None:
        typed = {name: self.fields.line(name).text().strip() for name in _NAMES}
        for name in _NAMES[:3]:
            if not typed[name]:
                self.fields.refuse(name, mark("This is needed."))
                self.fields.line(name).setFocus()
                return
        self.fields.clear_refusals()
        wish = JoinWish(typed["invitation"], typed["desk"], typed["author"], typed["pin"], translator.language.code)
        if self.controller.shared_book is not None:
            self.controller.close()  # it may be the same desk, and one program at a time uses its folder
        self.begin(lambda: join_event(wish), mark("Joining"), self._joined)

    def take_back(self, result: OpenedDesk) -> None:
        """Leave the event again."""
        result.book.close()

    def _joined(self, joined: OpenedDesk) -> None:
        self.accept()
        follow_joined(self.controller, joined, self._hosting)
