"""Joining a shared event, and opening it in the window. What waits for another computer runs in another thread."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import Text, mark
from tournament.sharing.invitation import NO_TICKET, Invitation, decode, encode
from tournament.sharing.joining import JoiningDesk, Welcome, joining_desk
from tournament.sharing.keys import ComputerKey, id_of
from tournament.sharing.messages import Reply
from tournament.sharing.shared_book import SharedBook
from tournament.sharing.statements import Signed
from ui.desktop.controller import EventController
from ui.desktop.recent import remember
from ui.desktop.sharing.joined_event import HostAccess, HostedHere, joined_event_of
from ui.joining.connection import Connection, NotJoined, way_to
from ui.joining.desk_folder import DeskFolder, Kept
from ui.joining.failures import ServerAway
from ui.joining.hosts import AT_FIRST, Hosts
from ui.joining.link import Link, Listener
from ui.joining.remote_private import RemotePrivate
from ui.server.deputy_port import DeputyPort
from ui.server.takeover import own_address

if TYPE_CHECKING:
    from tournament.use_cases import Store
    from ui.joining.looking import SeenHost


_SEARCHED_FOR = 15.0
"""Seconds for which a host that does not answer is searched at other addresses when a desk joins: one round in a
network of the usual size, and then the computers of the event that it found."""


@dataclass(frozen=True, slots=True)
class JoinDetails:
    """What the user typed to join an event."""

    invitation: str
    """Empty if the desk joins without one, at `host`."""
    desk: str
    author: str
    pin: str = field(default="", repr=False)
    language: str = "en"
    again: bool = False
    """Whether the desk only continues. It then does not join again if its host has removed it."""
    host: "SeenHost | None" = None
    """The computer at which the desk joins without an invitation."""
    digits: str = field(default="", repr=False)
    """The six digits that it shows; empty to join by approval."""
    same: Callable[[str], bool] = field(default=lambda _digits: False, repr=False, compare=False)
    """Asks, in another thread, whether the host shows these six digits as well. It may raise GivenUp."""
    waits: Callable[[str], object] = field(default=lambda _digits: None, repr=False, compare=False)
    """Called with six digits, in another thread, while somebody at the host must approve this desk. It may raise
    GivenUp."""
    connects: Callable[[Connection | Hosts], object] = field(default=lambda _made: None, repr=False, compare=False)
    """Called with each connection before it is used, and with what searches for a host, so that another thread can
    close it."""


@dataclass(frozen=True, slots=True)
class OpenedDesk:
    """A joined event, opened on this computer."""

    book: SharedBook
    request: JoinDetails
    connection: Connection
    """The connection that the link uses. It is closed with the event."""
    invitation: Invitation
    role: EventRole | None
    """The role in which the host signed the user in: that of the PIN, or the one chosen for this desk. None if the host
    signed nobody in."""
    hosts: Hosts
    notices: tuple[Text, ...]
    port: DeputyPort
    """The port of this computer while it is a deputy. It is closed with the event."""

    def link(self, listener: Listener) -> Link:
        """Start the exchange of messages with the host, in its own threads."""
        follower = _PortFollower(listener, self.port)
        follower.link = Link(self.connection, follower)
        return follower.link


class _PortFollower:
    """Lets ``port`` follow what the host says, before ``listener`` hears it."""

    link: Link

    def __init__(self, listener: Listener, port: DeputyPort) -> None:
        self._listener, self._port = listener, port
        self.on_away, self.on_back = listener.on_away, listener.on_back
        self.on_refused, self.on_not_signed_in = listener.on_refused, listener.on_not_signed_in

    def on_reply(self, reply: Reply) -> None:
        """The host answered."""
        if self._port.follow(reply):
            self.link.ask_again()
        self._listener.on_reply(reply)


def join_event(request: JoinDetails) -> OpenedDesk:
    """Join the event, or continue as a desk that joined it before. Blocks.

    Raises Refused (a wrong invitation, PIN or name, an expired ticket), ServerAway, CertificateChanged, StoreDamaged
    and StoreUnavailable; then nothing is left open.
    """
    host = request.host
    event = host.event if host is not None else decode(request.invitation).event
    with ExitStack() as stack:
        folder = DeskFolder(event, request.desk)
        stack.enter_context(folder.held())
        own, admitted = folder.key(), None
        if host is None:
            invitation, statements = decode(request.invitation), tuple[Signed, ...]()
        else:
            invitation, welcome = _admitted(host, own.key, request)
            folder.keep(Kept(welcome.desk, signed_in=True, key=welcome.role))
            admitted, statements = welcome.role, welcome.statements
        # A window that has joined shows its replica meanwhile; without one it can only wait.
        seconds = AT_FIRST if folder.kept() is not None else _SEARCHED_FOR
        hosts = stack.enter_context(closing(Hosts(folder.path, invitation, own.file, searched_for=seconds)))
        request.connects(hosts)
        connection = stack.enter_context(closing(Connection(hosts.reach, request.language, own.key.id, hosts)))
        port = DeputyPort(str(invitation.event), own.key, hosts)
        stack.callback(port.close)
        request.connects(connection)
        hosts.learn(statements)
        role, store, notices = _enter(folder, own.key, connection, hosts, invitation, request, admitted)
        notices = (*(remark.text for remark in own.remarks), *notices)
        stack.callback(store.close)
        kept = folder.kept() or Kept(request.desk)
        folder.keep(structs.replace(kept, invitation=request.invitation or encode(invitation), author=request.author))
        last = stack.pop_all()
        try:
            book = SharedBook(store, folder.orders(), kept.desk, kept.key, closed=last.close)
            asks = Connection(hosts.reach, request.language, own.key.id)  # beside the two threads of the other one
            last.callback(asks.close)
            book.private = remote = RemotePrivate(asks)
            book.eraser = remote.erase_copies
        except BaseException:
            last.close()
            raise
    return OpenedDesk(book, request, connection, invitation, role, hosts, notices, port)


def reopen_event(replica: Path, language: str) -> OpenedDesk:
    """Open the event of ``replica`` again, even while its host is away. Raises what `join_event` raises, and NotJoined
    if the host ended this desk."""
    known = kept_words(replica)
    return join_event(JoinDetails(known["invitation"], known["desk"], known["author"], "", language, again=True))


def kept_words(replica: Path) -> dict[str, str]:
    """The ``invitation``, the ``desk`` and the ``author`` with which ``replica`` was joined last. Raises Refused."""
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
    role: EventRole | None,
) -> "tuple[EventRole | None, Store, tuple[Text, ...]]":
    """Join or sign in according to ``request``, and open the replica; a desk that was admitted in a ``role`` only opens
    it. Return the role in which somebody is signed in, the store and notices."""
    kept = folder.kept()
    try:
        if kept is None:
            role = _join(folder, key, connection, hosts, invitation, request)
        elif role is None:
            opened = connection.sign_in(request.author, request.pin)
            role = opened if request.pin else None
        store, aside = folder.open(connection, request.language)
    except ServerAway as error:
        if kept is None or not folder.replica.exists():
            raise
        return role, folder.open(None, request.language)[0], (error.message,)
    except NotJoined:
        if request.again:
            raise
        role = _join(folder, key, connection, hosts, invitation, request)
        store, aside = folder.open(connection, request.language)
    return role, store, (aside.text,) if aside is not None else ()


def _join(
    folder: DeskFolder,
    key: ComputerKey,
    connection: Connection,
    hosts: Hosts,
    invitation: Invitation,
    request: JoinDetails,
) -> EventRole | None:
    """Join, and sign in with the PIN that was typed. Return the role in which somebody is signed in now."""
    from ui.joining.entering import join_with

    shown = set[str]()

    def waits(digits: str) -> None:
        shown.add(digits)
        request.waits(digits)

    desk = _joining(key, request, invitation.addresses[0])
    welcome = join_with(invitation, desk, key, connection, hosts, waits=waits)
    # Somebody who was approved is signed in; the ticket of an invitation alone signs nobody in.
    folder.keep(Kept(welcome.desk, signed_in=bool(request.pin or shown), key=welcome.role))
    if request.pin:
        return connection.sign_in(request.author, request.pin)
    return welcome.role if shown else None


def _admitted(host: "SeenHost", key: ComputerKey, request: JoinDetails) -> tuple[Invitation, Welcome]:
    """Join at ``host`` by digits or by approval. Return how to reach the event from now on, and what the host says."""
    from ui.joining.entering import join_by_approval, join_with_digits

    desk = _joining(key, request, host.address)
    with closing(Connection(way_to((host.address,), host.id), request.language)) as connection:
        request.connects(connection)
        if request.digits:
            welcome = join_with_digits(host.event, host.id, request.digits, desk, key, connection)
        else:
            welcome = join_by_approval(
                host.event, host.id, desk, key, connection, same=request.same, waits=request.waits
            )
    return Invitation((host.address,), host.event, host.name, id_of(welcome.first_host), NO_TICKET), welcome


def _joining(key: ComputerKey, request: JoinDetails, address: str) -> JoiningDesk:
    return joining_desk(key.certificate, request.desk, request.author, own_address(address))


def follow_joined(controller: EventController, joined: OpenedDesk, hosting: HostedHere | None = None) -> None:
    """Open ``joined`` in the window and connect it to its host, which is this computer if ``hosting`` is given."""
    controller.replace_event(joined.book)
    controller.user.join_as(joined.request.author)
    if joined.role is not None:
        controller.user.sign_in(joined.role, joined.request.author, joined.request.pin)
    access = HostAccess(joined.link, joined.invitation.addresses[0], hosting, joined.connection.gathered,
                        joined.hosts.search_at, joined.port.released)  # fmt: skip
    joined_event_of(controller).follow(access)
    if hosting is None:  # on the host, its own file is in the list
        remember(controller.book.view, Path(controller.book.place))
    for notice in joined.notices:
        controller.messages.noted.emit(notice)
