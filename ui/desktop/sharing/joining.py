"""Joining a shared event: the request, the events found in the network, and the dialog.

Everything that waits for another computer runs in another thread.
"""

import platform
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark, verbatim
from tournament.sharing.invitation import Invitation, decode, encode, read
from tournament.sharing.joining import joining_desk, shown_digits
from tournament.sharing.keys import ComputerKey
from tournament.sharing.shared_book import SharedBook
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.kit.form import Form, FormField
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.recent import remember
from ui.desktop.sharing.joined_event import HostAccess, HostedHere, joined_event_of
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import CheckBox, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import aligned, column, row, stretched
from ui.joining.connection import Connection, NotJoined
from ui.joining.desk_folder import DeskFolder, Kept
from ui.joining.failures import ServerAway
from ui.joining.hosts import Hosts
from ui.joining.link import Link, Listener
from ui.server.takeover import own_address

if TYPE_CHECKING:
    from tournament.use_cases import Store
    from ui.joining.discovery import FoundEvent, LocalNetwork


@dataclass(frozen=True, slots=True)
class JoinDetails:
    """What the user typed to join an event."""

    invitation: str
    desk: str
    author: str
    pin: str = field(default="", repr=False)
    language: str = "en"
    again: bool = False
    """Whether the desk only continues. It then does not join again if its host has removed it."""
    waits: Callable[[str], None] = field(default=lambda _digits: None, repr=False, compare=False)
    """Called with six digits, in another thread, while somebody at the host must approve this desk."""


@dataclass(frozen=True, slots=True)
class OpenedDesk:
    """A joined event, opened on this computer."""

    book: SharedBook
    request: JoinDetails
    connection: Connection
    """The connection that the link uses. It is closed with the event."""
    invitation: Invitation
    role: EventRole | None
    """The role of the PIN that was typed, or None without a PIN."""
    hosts: Hosts
    notices: tuple[Text, ...]

    def link(self, listener: Listener) -> Link:
        """Start the exchange of messages with the host, in its own threads."""
        return Link(self.connection, listener)


def join_event(request: JoinDetails) -> OpenedDesk:
    """Join the event, or continue as a desk that joined it before. Blocks.

    Raises Refused (a wrong invitation, PIN or name, an expired ticket), ServerAway, CertificateChanged, StoreDamaged
    and StoreUnavailable; then nothing is left open.
    """
    invitation = decode(request.invitation)
    with ExitStack() as stack:
        folder = DeskFolder(invitation.event, request.desk)
        stack.enter_context(folder.held())
        own = folder.key()
        hosts = stack.enter_context(closing(Hosts(folder.path, invitation, own.file)))
        connection = stack.enter_context(closing(Connection(hosts.reach, request.language, own.key.id, hosts)))
        role, store, notices = _enter(folder, own.key, connection, hosts, invitation, request)
        notices = (*(remark.text for remark in own.remarks), *notices)
        stack.callback(store.close)
        kept = folder.kept() or Kept(request.desk)
        folder.keep(structs.replace(kept, invitation=request.invitation, author=request.author))
        last = stack.pop_all()
        try:
            book = SharedBook(store, folder.orders(), kept.desk, kept.key, closed=last.close)
        except BaseException:
            last.close()
            raise
    return OpenedDesk(book, request, connection, invitation, role, hosts, notices)


def reopen_event(replica: Path, language: str) -> OpenedDesk:
    """Open the event of ``replica`` again, even while its host is away. Raises what `join_event` raises, and NotJoined
    if the host ended this desk."""
    known = kept_words(replica)
    return join_event(JoinDetails(known["invitation"], known["desk"], known["author"], "", language, again=True))


def kept_words(replica: Path) -> dict[str, str]:
    """The invitation, the desk and the author with which ``replica`` was joined last. Raises Refused."""
    folder = DeskFolder.of_replica(replica)
    kept = folder.kept() if folder is not None else None
    if folder is None or kept is None or not kept.invitation:
        text = mark("How this event was joined is not known any more: join it with an invitation.")
        raise Refused(Problem("desk-unknown", text))
    return {"invitation": kept.invitation, "desk": folder.path.name, "author": kept.author}


def _enter(
    folder: DeskFolder,
    key: ComputerKey,
    connection: Connection,
    hosts: Hosts,
    invitation: Invitation,
    request: JoinDetails,
) -> "tuple[EventRole | None, Store, tuple[Text, ...]]":
    """Join or sign in according to ``request``, and open the replica. Return the role, the store and notices."""
    kept, role = folder.kept(), None
    try:
        if kept is None:
            role = _join(folder, key, connection, hosts, invitation, request)
        else:
            role = connection.sign_in(request.author, request.pin)
        store, aside = folder.open(connection, request.language)
    except ServerAway as error:
        if kept is None or not folder.replica.exists():
            raise
        return None, folder.open(None, request.language)[0], (error.message,)
    except NotJoined:
        if request.again:
            raise
        role = _join(folder, key, connection, hosts, invitation, request)
        store, aside = folder.open(connection, request.language)
    return role if request.pin else None, store, (aside.text,) if aside is not None else ()


def _join(
    folder: DeskFolder,
    key: ComputerKey,
    connection: Connection,
    hosts: Hosts,
    invitation: Invitation,
    request: JoinDetails,
) -> EventRole:
    """Join, and sign in with the PIN that was typed. Return the role in which somebody acts here now."""
    from ui.joining.entering import join_with

    serves_at = own_address(invitation.addresses[0])
    desk = joining_desk(key.certificate, request.desk, request.author, serves_at)
    welcome = join_with(invitation, desk, key, connection, hosts, waits=request.waits)
    folder.keep(Kept(welcome.desk, signed_in=bool(request.pin), key=welcome.role))
    return connection.sign_in(request.author, request.pin) if request.pin else welcome.role


def follow_joined(controller: EventController, joined: OpenedDesk, hosting: HostedHere | None = None) -> None:
    """Open ``joined`` in the window and connect it to its host, which is this computer if ``hosting`` is given."""
    controller.replace_event(joined.book)
    controller.user.join_as(joined.request.author)
    if joined.role is not None:
        controller.user.sign_in(joined.role, joined.request.author, joined.request.pin)
    access = HostAccess(joined.link, joined.connection.sign_in, joined.invitation.addresses[0], hosting,
                    joined.connection.gathered)  # fmt: skip
    joined_event_of(controller).follow(access)
    if hosting is None:  # on the host, its own file is in the list
        remember(controller.book.view, Path(controller.book.place))
    for notice in joined.notices:
        controller.messages.noted.emit(notice)


_PREFERENCE = "find-shared-events"


def looks_around() -> bool:
    """Whether this computer searches for shared events and announces its own."""
    return preferences.value(_PREFERENCE) != "no"


def keep_looks_around(wanted: bool) -> None:
    """Save ``wanted`` for the next time."""
    preferences.keep_value(_PREFERENCE, "" if wanted else "no")


class FoundEvents(QWidget):
    """A list of the events announced in the local network, and a box to turn the search off."""

    chosen = Signal(object)
    """The user chose this :class:`FoundEvent`."""
    changed = Signal()
    _heard = Signal(object)
    """Emitted from another thread: a tuple of the events found, or a Problem."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wanted = CheckBox(mark("Look for shared events in the local network"))
        self.wanted.setChecked(looks_around())
        self.events: TableView[FoundEvent] = TableView(
            mark("Shared events in the local network"),
            (
                TableColumn(mark("Event"), lambda each: verbatim(each.name)),
                TableColumn(mark("Address"), lambda each: verbatim(each.addresses[0])),
            ),
            key=lambda each: (each.event, each.addresses),
        )
        self._problem = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._problem.hide()
        self._network: LocalNetwork | None = None
        column(self.wanted, stretched(self.events), self._problem, spacing=6, on=self)
        self.wanted.toggled.connect(self._want)
        self._heard.connect(self._show)
        self.events.row_chosen.connect(self.chosen)
        self.events.clicked.connect(lambda _index: self.chosen.emit(self.events.current_row))
        self.events.setVisible(False)

    @property
    def found(self) -> "tuple[FoundEvent, ...]":
        """The events in the list."""
        return tuple(self.events.rows)

    def look(self, browse: "Callable[..., LocalNetwork] | None" = None) -> None:
        """Start the search, unless the user turned it off. ``browse`` defaults to `ui.joining.discovery.browse`."""
        if self._network is None and self.wanted.isChecked():
            from ui.joining import discovery

            self._network = (browse or discovery.browse)(self._heard.emit, self._heard.emit)

    def end(self) -> None:
        """Stop the search, in another thread because that takes a moment."""
        network, self._network = self._network, None
        if network is not None:
            Thread(target=closing(network).__exit__, args=(None, None, None), daemon=True).start()

    def _want(self, wanted: bool) -> None:
        keep_looks_around(wanted)
        if wanted:
            self.look()
        else:
            self.end()
            self._show(())

    def _show(self, heard: "tuple[FoundEvent, ...] | Problem") -> None:
        self._problem.setVisible(isinstance(heard, Problem))
        if isinstance(heard, Problem):
            self._problem.set_text(heard.text)
            return
        self.events.show_rows(heard)
        self.events.setVisible(bool(heard))
        if twice := _shared_twice(heard):
            self._problem.set_text(
                mark("Two computers share “{event}”: ask at both which of them is the host.", event=twice)
            )
            self._problem.show()
        self.changed.emit()


def _shared_twice(found: "tuple[FoundEvent, ...]") -> str:
    """The name of an event that two computers announce; empty if there is none."""
    computers = {(each.event, each.fingerprint_begin): each.name for each in found}
    events = [event for event, _ in computers]
    return next((name for (event, _), name in computers.items() if events.count(event) > 1), "")


ChooseFile = Callable[[QWidget, Path], Path | None]
"""Asks for a file, starting in a folder. Returns None if the user cancels."""
_NAMES = ("invitation", "desk", "author", "pin")


class JoinDialog(WaitingDialog):
    """Asks for an invitation and the name of the desk, and joins the event. The invitation can be dropped as a file."""

    _awaited = Signal(str)
    """Emitted from another thread: six digits, while somebody at the host must approve this desk."""

    def __init__(
        self,
        controller: EventController,
        choose: ChooseFile,
        known: Mapping[str, str] | None = None,
        hosting: HostedHere | None = None,
        *,
        parent: QWidget,
    ) -> None:
        """Create the dialog. ``choose`` asks for a file with an invitation. ``known`` fills in the fields
        ``invitation``, ``desk`` and ``author``. ``hosting`` is given if this computer is the host.
        """
        super().__init__(controller, mark("Join a shared event"), parent=parent)
        self._hosting, self._choose_file = hosting, choose
        self._given_up = Event()
        self._awaited.connect(self._show_waiting)
        self.fields = Form(
            [
                FormField("invitation", mark("Invitation"), str.strip, placeholder="qv2-…"),
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
        """Fill in the invitation in ``file``, or show why it cannot be read."""
        try:
            self.fields.line("invitation").setText(encode(read(file)))
        except Refused as refused:
            self.fields.refuse("invitation", refused.problems[0].text)
        except OSError as error:
            reason = error.strerror or str(error)
            self.fields.refuse("invitation", mark("“{path}” cannot be used: {reason}", path=str(file), reason=reason))

    def explain(self, why: Text) -> None:
        """Show ``why`` the event must be joined and cannot just be opened."""
        self.outcome.show_notice(NoticeKind.WARN, why)
        self.outcome.show()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file, or text."""
        data = event.mimeData()
        if data.hasText() or (len(data.urls()) == 1 and data.urls()[0].isLocalFile()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Fill in the invitation that was dropped."""
        data = event.mimeData()
        if data.urls():
            self.fill_in(Path(data.urls()[0].toLocalFile()))
        else:
            self.fields.line("invitation").setText(data.text())

    @property
    def _invitation(self) -> Invitation | None:
        """The invitation in the field, or None while it cannot be read."""
        with suppress(Refused):
            return decode(self.fields.line("invitation").text())
        return None

    def _choose(self) -> None:
        path = self._choose_file(self, documents_folder())
        if path is not None:
            self.fill_in(path)

    def _show_invitation(self) -> None:
        """Show which event the invitation is for. If the event was found at another address, put that first."""
        invitation = self._invitation
        self.about.setVisible(invitation is not None)
        if invitation is None:
            return
        self.fields.clear_refusals("invitation")
        begin = invitation.first_host[:4].hex()
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
        self._given_up.clear()
        request = JoinDetails(
            typed["invitation"],
            typed["desk"],
            typed["author"],
            typed["pin"],
            translator.language.code,
            waits=self._wait,
        )
        if self.controller.shared_book is not None:
            self.controller.close()  # it may be the same desk, whose folder only one program can use
        self.begin(lambda: join_event(request), mark("Joining"), self._joined)

    def _wait(self, digits: str) -> None:
        """Show that the host must approve this desk. Called in another thread; raise ServerAway to give up."""
        if self._given_up.is_set():
            raise ServerAway(mark("The connection was closed."), "")
        self._awaited.emit(digits)

    def _show_waiting(self, digits: str) -> None:
        text = mark("The person at the host must approve this desk. Digits: {digits}", digits=shown_digits(digits))
        self.outcome.show_notice(NoticeKind.INFO, text)
        self.outcome.show()

    def reject(self) -> None:
        """Close the dialog, and do not wait for approval any more."""
        self._given_up.set()
        super().reject()

    def take_back(self, result: OpenedDesk) -> None:
        """Close the event that was joined before the user cancelled."""
        result.book.close()

    def _joined(self, joined: OpenedDesk) -> None:
        self.accept()
        follow_joined(self.controller, joined, self._hosting)
