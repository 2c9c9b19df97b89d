"""An event while it is shared: its host, who has joined, and what the process that shares it can do to it."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.json import encode as encode_json

from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.host import Host, RivalClaims
from tournament.sharing.invitation import Invitation
from tournament.sharing.joining import Welcome
from tournament.sharing.messages import HandedOn
from tournament.sharing.statements import Signed, first_certificate
from tournament.sharing.tickets import InvitationTicket, KnownTickets, standing_ticket
from tournament.use_cases.ports import CopyErasure
from ui.server.admitted import AdmittedDesk, AdmittedDesks
from ui.server.hosting import Hosting
from ui.server.joining import Joining, KeptJoining
from ui.server.streams import Streams


class ServedEvent:
    """One shared event, of a file or of a database: its host, who has joined, and the streams of its desks.

    `DesksMount` answers desks. ``desk`` is the name of the desk that takes over.
    """

    def __init__(
        self,
        host: Host,
        invitation: Invitation,
        desks: AdmittedDesks,
        joining: KeptJoining,
        *,
        admitted: Callable[[Iterable[bytes]], None] = lambda _certificates: None,
        keep_statements: Callable[[tuple[Signed, ...]], None] = lambda _statements: None,
        ended: Callable[[str], None] = lambda _id: None,
        id: bytes = b"",
        desk: str = "",
        expires: datetime | None = None,
        name_deputy: Callable[[AdmittedDesk], None] = lambda _desk: None,
        public: tuple[str, ...] = (),
        erase_copies: Callable[[Sequence[str]], tuple[CopyErasure, ...]] = lambda _ids: (),
    ) -> None:
        """``admitted`` is called with certificates that may connect from now on, ``keep_statements`` with what hosts
        stated when that changes, ``ended`` with the id of a desk before it is ended. ``id`` is that of this computer,
        by default that of the first host. The ticket of the ``invitation`` is valid until ``expires``; ``joining``
        keeps those of other invitations. ``name_deputy`` lets a desk take over that somebody chose for this."""
        self.invitation, self.expires, self.desks = invitation, expires, desks
        self._admitted, self.keep_statements, self._ended = admitted, keep_statements, ended
        self.id = id or invitation.first_host
        self.joining = Joining(invitation.event, self.id, joining, desks, self._standing, name_deputy)
        self.streams = Streams(lambda: _end_event(self.hosting.summary.end))
        self.hosting = Hosting(host, self.streams.notify)
        self._here = frozenset[str](), frozenset[str]()
        """The desks that are connected, and those of them on this computer, as the host knows them."""
        self._reached: Mapping[str, bool] = {}
        self._claims: RivalClaims | None = None
        self._erase_copies = erase_copies
        self.public = public
        """The addresses of its public pages, as ``host:port``; empty if they are not served."""
        self.desk, self.gathered = desk, asyncio.Event()
        """The desk that takes over, and an event that is set when it no longer waits for other desks."""

    @property
    def connected(self) -> frozenset[str]:
        """The names of the desks that have a stream open."""
        return self.streams.names

    @property
    def reached(self) -> Mapping[str, bool]:
        """Whether each deputy is reached, by its id, as desks are told."""
        return self._reached

    async def note_reached(self, reached: Mapping[str, bool]) -> None:
        """Tell desks which deputies are reached."""

        def note(host: Host) -> None:
            host.reached = reached

        self._reached = reached
        await self.hosting.do(note)

    async def note_claims(self, claims: RivalClaims | None) -> None:
        """Tell desks what the host that has replaced this one says of itself."""

        def note(host: Host) -> None:
            host.claims = claims

        if claims != self._claims:
            self._claims = claims
            await self.hosting.do(note)

    async def note_handed_on(self, handed_on: HandedOn) -> None:
        """Tell deputies how people beside the desks are served."""

        def note(host: Host) -> None:
            host.handed_on = handed_on

        await self.hosting.do(note)

    async def look_who_is_here(self, elsewhere: timedelta | None = None) -> None:
        """Note which desks are connected, and let all desks ask for news if others are than before.

        With ``elsewhere``, desks may be connected to other workers: those that one of them heard within this time are
        here too.
        """
        now, names, at_host = _now(), self.streams.names, self.streams.names_here
        self.desks.hear(names, now)
        if elsewhere is not None:
            names |= {desk.name for desk in self.desks.all(now) if now - desk.last_word < elsewhere}

        def note(host: Host) -> None:
            host.here, host.at_host = names, at_host

        if (names, at_host) != self._here:
            await self.hosting.do(note)
            self._here = names, at_host

    async def receive(self, statements: tuple[Signed, ...]) -> None:
        """Note the statements of another computer."""

        def note(host: Host) -> None:
            assert host.signing is not None, "it serves an event"
            host.signing.receive(statements)
            self.keep_statements(host.signing.known.signed)

        await self.hosting.do(note)

    async def end_desk(self, name: str, *, leaves: bool = False) -> None:
        """End the desk with this name, which may come back with its invitation if it ``leaves`` by itself. Raises
        OSError if that cannot be stored."""

        def end(host: Host) -> None:
            for desk in self.desks.all(_now()):
                if desk.name == name:
                    self._ended(desk.id)
                    if leaves:
                        self.desks.end(name)
                    else:
                        self.joining.end(desk)
            host.forget(name)

        await self.hosting.do(end)
        self.streams.finish(name)

    async def forget_desk(self, name: str) -> None:
        """Close the streams of a desk that was ended elsewhere."""
        await self.hosting.do(lambda host: host.forget(name))
        self.streams.finish(name)

    def erase_copies(self, ids: Sequence[str]) -> tuple[CopyErasure, ...]:
        """Erase data of people in the copies of the event. It may take a while, in any thread. Raises
        StoreUnavailable."""
        return self._erase_copies(ids)

    def known_tickets(self) -> KnownTickets:
        """The tickets with which desks can join, as deputies are told. Raises OSError."""
        return self.joining.known_tickets(_now())

    def adopt_tickets(self, tickets: KnownTickets) -> None:
        """Accept the ``tickets`` of a lost host, before any desk asks. Raises OSError."""
        self.joining.adopt(tickets)

    def notify(self) -> None:
        """Make all desks ask for news."""
        self.streams.notify()

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        self.streams.finish_all()

    def close(self) -> None:
        """Wait until the work of the host is done."""
        self.hosting.close()

    def welcomed(self, host: Host, desk: AdmittedDesk) -> Welcome:
        """What a desk learns when it is admitted; it may connect from now on."""
        self._admitted([desk.certificate])
        signing = host.signing
        if signing is None:
            return Welcome(desk.name, desk.key, b"")
        first = first_certificate(signing.known, signing.key)
        return Welcome(desk.name, desk.key, first, signing.known.signed)

    def _standing(self) -> InvitationTicket:
        return standing_ticket(self.invitation.ticket, self.expires)


def _end_event(end: Fingerprint) -> bytes:
    return b"event: end\ndata: " + encode_json({"entries": end.entries, "hash": end.hash}) + b"\n\n"


def _now() -> datetime:
    return datetime.now(UTC)
