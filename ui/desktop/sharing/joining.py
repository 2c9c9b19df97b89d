"""Joining an event from the window, off the GUI thread: the replica is fetched or continued, and the link is begun."""

from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import Text, mark
from tournament.sharing.invitation import Invitation, decode
from tournament.sharing.shared_book import SharedBook
from ui.joining.connection import Connection, TokenEnded
from ui.joining.desk_folder import DeskFolder, Kept
from ui.joining.failures import ServerAway
from ui.joining.hosts import Hosts, SeveralHosts
from ui.joining.link import Link, Listener
from ui.server.taking_over import own_server

if TYPE_CHECKING:
    from tournament.use_cases import Store


@dataclass(frozen=True, slots=True)
class JoinWish:
    """What somebody typed to join."""

    invitation: str
    desk: str
    author: str
    pin: str = field(default="", repr=False)
    language: str = "en"
    again: bool = False
    """It joined before, and does not join anew if its host ended it."""


@dataclass(frozen=True, slots=True)
class OpenedDesk:
    """An event that was joined."""

    book: SharedBook
    wish: JoinWish
    connection: Connection
    """For the link; it is closed with the event."""
    invitation: Invitation
    role: EventRole | None
    """The role that the PIN opened; None: no PIN was given."""
    hosts: Hosts
    notices: tuple[Text, ...]

    def link(self, listener: Listener) -> Link:
        """Begin to keep the desk in touch."""
        return Link(self.connection, listener)


def join_event(wish: JoinWish) -> OpenedDesk:
    """Join the event, or join it again where this desk left it.

    Raises Refused (a wrong invitation, PIN or name, an expired ticket), ServerAway, CertificateChanged, StoreDamaged
    and StoreUnavailable; then nothing is left open.
    """
    invitation = decode(wish.invitation)
    with ExitStack() as stack:
        folder = DeskFolder(invitation.event, wish.desk)
        stack.enter_context(folder.held())
        hosts = Hosts(folder.path, invitation)
        connection = stack.enter_context(closing(Connection(hosts.reach, wish.language, heard=hosts.heard)))
        role, store, notices = _enter(folder, connection, invitation, wish)
        stack.callback(store.close)
        kept = folder.kept() or Kept(wish.desk, connection.token)
        folder.keep(replace(kept, invitation=wish.invitation, author=wish.author))
        last = stack.pop_all()
        try:
            book = SharedBook(store, folder.orders(), kept.desk, closed=last.close)
        except BaseException:
            last.close()
            raise
    return OpenedDesk(book, wish, connection, invitation, role, hosts, notices)


def reopen_event(replica: Path, language: str) -> OpenedDesk:
    """Open the event of ``replica`` again, also while its host is away. Raises what `join_event` raises, and TokenEnded
    if the host ended this desk."""
    known = kept_words(replica)
    return join_event(JoinWish(known["invitation"], known["desk"], known["author"], "", language, again=True))


def kept_words(replica: Path) -> dict[str, str]:
    """The invitation, the name and who sat there, as the desk of ``replica`` joined last. Raises Refused."""
    folder = DeskFolder.of_replica(replica)
    kept = folder.kept() if folder is not None else None
    if folder is None or kept is None or not kept.invitation:
        text = mark("How this event was joined is not known any more: join it with an invitation.")
        raise Refused(Problem("desk-unknown", text))
    return {"invitation": kept.invitation, "desk": folder.path.name, "author": kept.author}


def _enter(
    folder: DeskFolder, connection: Connection, invitation: Invitation, wish: JoinWish
) -> "tuple[EventRole | None, Store, tuple[Text, ...]]":
    """Join or sign in as ``wish`` says, and open the replica."""
    kept, role = folder.kept(), None
    try:
        if kept is None:
            role = _join(folder, connection, invitation, wish)
        else:
            connection.token = kept.token
            role = connection.sign_in(wish.author, wish.pin)
        store, aside = folder.open(connection, wish.language)
    except (ServerAway, SeveralHosts) as error:
        if kept is None or not folder.replica.exists():
            raise
        text = error.message if isinstance(error, ServerAway) else error.text
        return None, folder.open(None, wish.language)[0], (text,)
    except TokenEnded:
        if wish.again:
            raise
        role = _join(folder, connection, invitation, wish)
        store, aside = folder.open(connection, wish.language)
    return role if wish.pin else None, store, (aside.text,) if aside is not None else ()


def _join(folder: DeskFolder, connection: Connection, invitation: Invitation, wish: JoinWish) -> EventRole:
    if invitation.expired(datetime.now(UTC)):
        text = mark("This invitation has expired: ask the host for a new one.")
        raise Refused(Problem("ticket-expired", text, "invitation"))
    address, fingerprint = own_server(folder.path, invitation.addresses[0])
    joined = connection.join(
        invitation.ticket,
        wish.desk,
        wish.author,
        pin=wish.pin,
        address=address,
        fingerprint=fingerprint,
        id=folder.id_to_join(),
    )
    folder.keep(Kept(joined.desk, joined.token, signed_in=bool(wish.pin)))
    return joined.role
