"""Shares an open event from this process, until it is asked to stop."""

import asyncio
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, assert_never
from uuid import UUID

from msgspec import structs

from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, mark
from tournament.sharing.host import Host, HostSigning
from tournament.sharing.invitation import Invitation, encode
from tournament.sharing.messages import HandedOn
from tournament.sharing.statements import MOST_DEPUTIES, Signed
from tournament.sharing.succession import places_to_ask
from tournament.sharing.tickets import InvitationTicket, KnownTickets, standing_ticket
from tournament.use_cases import Book, StoreUnavailable, View
from tournament.use_cases.rights import pins_in
from ui.hall.hall_store import kept_hall
from ui.joining.hosts import claims_of, kept_host, replaced, replaced_by, serving
from ui.joining.key_file import kept_key
from ui.server.admitted import AdmittedDesk
from ui.server.deputies_reached import DeputiesReached
from ui.server.desks_mount import DesksMount
from ui.server.host_folder import HostDecision, HostFolder, KeptTicket
from ui.server.hosting import Hosting
from ui.server.joining import note_end
from ui.server.ports import LOOPBACK, Ports, is_ip
from ui.server.public_hosts import SECRET_BYTES, PublicHosts, public_places
from ui.server.served_event import ServedEvent
from ui.server.takeover import LostHost, new_naming, signing_of
from ui.server.throttle import Throttle
from ui.server.tls import ServerTls
from ui.server.two_ports import EventsServer, ServedToAll

if TYPE_CHECKING:
    from ui.joining.discovery import FoundEvent

_STEP = 0.1
"""Seconds between two checks whether all desks have reported their entries."""
_PAUSE = 0.5
"""Seconds between two checks for desks to be ended."""
_CHECKS_BETWEEN_STORES = 20
"""After this many checks the times at which desks were last seen are stored."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """How an event is shared."""

    host: str = LOOPBACK
    """The address at which desks are served; ``0.0.0.0`` and ``::``: every address of this computer."""
    port: int | None = 0
    """0: the port of the last time if it is free, else any free one; None: that of the last time, else a fixed one."""
    confirm_on_two: bool = False
    announce: bool = False
    new_invitation: bool = False
    """Whether earlier invitations become invalid."""
    anyway: bool = False
    """Whether to remain the host even if another computer has replaced this one."""
    anew: bool = False
    """Whether this computer becomes a new first host, whose invitation every desk needs."""
    deputies: tuple[str, ...] = ()
    """The names of desks that may take over, in order, once they have joined."""
    public_port: int | None = None
    """The port of the public over plain HTTP; 0: the port of the last time if it is free, else a fixed one, else any;
    None: no public pages."""
    told_port: int = 0
    """The port that this computer told the others before it took over, which comes before that of the last time."""
    told_public_port: int = 0
    """The port at which the lost host served the public, which comes before that of the last time."""


class ServedFile:
    """The event file of ``book`` while it is shared; nothing else may use it until `run` has returned.

    It listens from the beginning.

    Raises CannotListen; OSError if its files cannot be written; Refused for an event that cannot be shared.
    """

    _failed: Exception | None = None
    """What `run` raises when it ends."""
    _reaching: asyncio.Task[None] | None = None
    """Tries to reach deputies."""
    _copying: asyncio.Task[None] | None = None
    """Copies the event."""
    _copy_reported = _rival_reported = False
    _to_move = False
    """Whether the addresses of this computer have changed, and not everything is renewed."""
    _copy = _copy_told = ""
    """Where another computer shares a copy of the event, and what desks were told of it."""
    _handed_on: HandedOn | None = None
    """What deputies were told last about how people beside the desks are served."""
    _network: ExitStack | None = None
    """Multicast DNS, if the event is announced."""

    def __init__(
        self,
        book: Book,
        sharing: Sharing,
        *,
        lost_host: LostHost | None = None,
        public: "Callable[[Callable[[], View], Hosting], ServedToAll] | None" = None,
        copy: Callable[[View], tuple[Text, ...]] = lambda _view: (),
        fault: Callable[[Exception], None],
        remark: Callable[[Problem], None],
    ) -> None:
        """``fault`` receives errors of the program, ``remark`` everything else that should be reported, in any thread.

        ``copy`` copies the event if that is due, and returns why it could not; it is called every few seconds, in
        another thread. ``public`` makes the public server from a function that returns the current event and from the
        host's thread.
        """
        event, now = event_id(book), datetime.now(UTC)
        self._folder = HostFolder(str(event), Path(book.place))
        told = _told_tickets(lost_host, sharing)
        new, before = self._folder.asked_for_new_ticket() or sharing.new_invitation, self._folder.ticket(now, new=False)
        ticket = self._folder.ticket(now, new=True) if new else before
        if told is not None and not told.has(bytes.fromhex(ticket.ticket)):  # it was ended while others were the host
            ticket = self._folder.ticket(now, new=True)
        self._admitted = self._folder.admitted()
        if lost_host is not None:
            known = (each for each in book.view.journal if each.record.position <= lost_host.entries)
            self._admitted.adopt(lost_host.desks, pins_in(known), now)
        kept = kept_key(self._folder.path, now)
        self._signing = signing_of(self._folder, str(event), kept.key, anew=sharing.anew)
        if self._signing.stepped_back and sharing.anyway:
            self._signing = signing_of(self._folder, str(event), kept.key, anew=True)
        if lost_host is None:
            self._refuse_replaced(sharing, len(book.view.journal))
        self._stored = self._signing.known.signed
        """The statements in the file."""
        self._folder.keep_statements(self._stored)
        self._ended = set[str]()
        """The ids of desks that were ended, so that no option names them as deputies again."""
        self._reached = DeputiesReached()
        self._ports = ports = Ports(
            sharing.host,
            sharing.port,
            sharing.public_port if public is not None else None,
            last=sharing.told_port or ticket.port,
            last_public=sharing.told_public_port or ticket.public_port,
        )
        for problem in (*kept.remarks, *self._admitted.remarks):
            remark(problem)
        self._tls = ServerTls(kept.key)
        self._sharing, self._remark, self._fault = sharing, remark, fault
        self._lost_host, self._public_hosts = lost_host, PublicHosts(_public_secret(lost_host, ticket))
        self._book, self._copy_event = book, copy
        self._told = KnownTickets()
        """The tickets that deputies were told last."""
        self.invitation = Invitation(
            ports.addresses,
            event,
            book.view.settings.name,
            self._signing.path.first,
            bytes.fromhex(ticket.ticket),
        )
        self.expires = ticket.expires
        self._event = ServedEvent(
            Host(
                book,
                confirm_on_two=sharing.confirm_on_two,
                gathering=lost_host is not None,
                signing=self._signing,
                kept_end=lost_host.end if lost_host is not None else None,
            ),
            self.invitation,
            self._admitted,
            self._folder.joining(),
            admitted=self._tls.know,
            keep_statements=self._keep_statements,
            ended=self._forget_deputy,
            name_deputy=self._name_deputy,
            id=kept.key.id,
            desk=lost_host.desk if lost_host is not None else "",
            expires=ticket.expires,
            public=ports.public_addresses,
            erase_copies=book.erase_copies,
        )
        self._mount = DesksMount(self._event, Throttle(), platform.node(), fault)
        if told is not None:
            self._event.adopt_tickets(told)
        self._end_before_serving(standing_ticket(bytes.fromhex(before.ticket), before.expires))
        self._tls.know(desk.certificate for desk in self._admitted.all(now))
        to_all = None
        if public is not None and ports.public is not None:
            to_all = public(lambda: book.view, self._event.hosting)
        self._folder.keep_ticket(
            structs.replace(
                ticket,
                port=ports.desks.port,
                invitation=encode(self.invitation),
                confirm_on_two=sharing.confirm_on_two,
                public_port=ports.public.port if ports.public is not None else ticket.public_port,
                public=ports.public_addresses,
                public_secret=self._public_hosts.secret,
            )
        )
        self._folder.forget_new_ticket()
        self._folder.keep_reached({})
        self._folder.asked_to_stop()  # an earlier server was
        self._server = EventsServer(ports, self._mount, self._tls, self._look_after, to_all)
        self.fingerprint = kept.key.id
        """The SHA-256 of the certificate of this computer, which is its id in the event."""

    @property
    def public_addresses(self) -> tuple[str, ...]:
        """The addresses of the public, the likeliest first; empty if it is not served."""
        return self._ports.public_addresses

    @property
    def public_hosts(self) -> PublicHosts:
        """Where pages find the hosts that may replace this one, or that has. Any thread may ask."""
        seen = self._event.hosting.summary
        hosting = seen.hosting and not seen.waits and not seen.gathering
        return replace(self._public_hosts, hosting=hosting)

    def run(self, ready: Callable[[], None], moved: Callable[[], None] = lambda: None) -> None:
        """Serve until `stop` or a signal (signals only in the main thread); ``ready`` is called when desks can connect,
        or when the takeover is complete. ``moved`` is called in another thread when this computer has other addresses.

        When it returns, everything that was confirmed is on the disk. Raises OSError, and what ``ready`` or the
        takeover raises.
        """
        self._moved = moved
        try:
            with self._announced():
                self._server.run(self._gathering(ready))
        finally:
            self._server.close()
            self._mount.close()
            self._admitted.keep()
        if self._failed is not None:
            raise self._failed

    def stop(self) -> None:
        """Make `run` return soon. Any thread may call it."""
        self._server.stop()

    def _refuse_replaced(self, sharing: Sharing, entries: int) -> None:
        """Ask the computers that may have replaced this host. Raise StoreUnavailable if one did, and not ``anyway``."""
        signing = self._signing
        for found in serving(signing.known.event, self._deputies_asked()):
            signing.receive(found.hello.statements)
            if not sharing.anyway and found.path == signing.known.host != signing.own_path:
                raise StoreUnavailable(replaced_by(found, entries))
        if signing.known.host != signing.own_path:
            if not sharing.anyway:
                raise StoreUnavailable(replaced())
            signing.stay(new_naming)

    def _deputies_asked(self) -> list[tuple[str, bytes]]:
        """Where to ask the computers that may know who hosts the event.

        A computer that took over knows as a desk where the host was that it replaced, which may have returned.
        """
        known, ids = self._signing.known, set(places_to_ask(self._signing.known)) - {self._signing.key.id}
        admitted = ((each.serves_at, bytes.fromhex(each.id)) for each in self._admitted.all(datetime.now(UTC)))
        try:
            kept = kept_host(self._folder.path)
        except OSError:
            kept = None
        as_desk = (
            kept.places(ids) if kept is not None and (kept.event, kept.first) == (known.event, known.first) else ()
        )
        places = dict.fromkeys((*admitted, *as_desk))
        return [(address, id) for address, id in places if address and id in ids]

    async def _look_for_hosts(self) -> None:
        """Ask deputies that are not connected, and the one to hand over to, whether one has replaced this host."""
        places = await asyncio.to_thread(self._deputies_asked)
        here = self._event.connected
        names = {desk.id: desk.name for desk in self._admitted.all(datetime.now(UTC))}
        successor = self._signing.successor
        missing = [place for place in places if place[1].hex() == successor or names.get(place[1].hex()) not in here]
        answered = await asyncio.to_thread(serving, self._signing.known.event, missing) if missing else ()
        for found in answered:
            await self._event.receive(found.hello.statements)
        own, host = self._signing.own_path, self._signing.known.host
        rival = next((each for each in answered if each.path == host != own), None)
        if rival is not None and own is None:
            self._public_hosts = replace(self._public_hosts, successor=next(iter(rival.hello.public), ""))
        await self._event.note_claims(claims_of(rival) if rival is not None else None)
        self._report_rival()

    def _report_rival(self) -> None:
        """Report, once, that another computer has taken over, and what it says of itself."""
        summary = self._event.hosting.summary
        if not summary.waits or summary.successor:
            self._rival_reported = False
        elif summary.rival is not None and not self._rival_reported:
            self._rival_reported = True
            text = mark(
                "Another computer has taken over from this one, which writes nothing more. {figures} To remain the "
                "host, share the event again with --anyway; otherwise stop sharing and join it there.",
                figures=summary.rival.figures,
            )
            self._remark(Problem("host-replaced", text, "host", Gravity.REMARK))

    async def _begin_to_reach_deputies(self) -> None:
        """Try to reach the deputies that are connected, beside everything else: a firewall may let it wait."""
        last = self._reaching
        if last is None or last.done():
            self._reaching = asyncio.create_task(self._reach_deputies())
            if last is not None:
                last.result()  # raises what it raised

    async def _reach_deputies(self) -> None:
        known, now = self._signing.known, time.monotonic()
        named, connected = {each.id.hex() for each in known.deputies(self._signing.path)}, self._event.connected
        deputies = [each for each in self._admitted.all(datetime.now(UTC)) if each.id in named]
        due = self._reached.due(deputies, connected, now)
        if due:
            where = [(each.serves_at, bytes.fromhex(each.id)) for each in due]
            found = await asyncio.to_thread(serving, known.event, where)
            for each in found:
                await self._event.receive(each.hello.statements)
            for problem in self._reached.note(due, {each.id.hex() for each in found}, time.monotonic()):
                self._remark(problem)
        reached = self._reached.known
        if reached != self._event.reached:
            await self._event.note_reached(reached)
            with suppress(OSError):  # the next change tries again; those who look at the file see the old state
                await asyncio.to_thread(self._folder.keep_reached, reached)

    async def _follow_decisions(self) -> None:
        """Name the deputies that somebody chose, and do what somebody decided."""
        wanted = await asyncio.to_thread(self._folder.deputies)
        decision = await asyncio.to_thread(self._folder.decided)
        others = (each for each in self._admitted.all(datetime.now(UTC)) if each.id != self._signing.key.id.hex())
        certificates = {desk.id: desk.certificate for desk in others}
        named = [each.id.hex() for each in self._signing.known.deputies(self._signing.path)]
        if wanted is None:
            wanted = tuple(named) + self._chosen_by_name(named)
        left = list(dict.fromkeys(id for id in wanted if id in certificates))[:MOST_DEPUTIES]

        def decide(_: Host) -> None:
            signing = self._signing
            try:
                if decision is not None:
                    _decide(signing, *decision)
            except Refused as refused:
                for problem in refused.problems:
                    self._remark(problem)
            if left != named and not signing.successor:  # while it hands over, that deputy comes first
                signing.name_deputies([certificates[id] for id in left], new_naming)
            self._keep_statements(signing.known.signed)

        renamed = left != named and not self._signing.successor
        if decision is not None or renamed or self._signing.known.signed != self._stored:
            await self._event.hosting.do(decide)

    def _chosen_by_name(self, named: list[str]) -> tuple[str, ...]:
        """The ids of the desks that the options name as deputies and that are not yet."""
        desks = {desk.name: desk.id for desk in self._admitted.all(datetime.now(UTC))}
        return tuple(
            id
            for id in (desks[name] for name in self._sharing.deputies if name in desks)
            if id not in named and id not in self._ended
        )

    def _forget_deputy(self, id: str) -> None:
        """Let a desk that is ended be no deputy if it joins again. Raises OSError."""
        self._ended.add(id)
        chosen = self._folder.deputies()
        if chosen is not None and id in chosen:
            self._folder.keep_deputies(tuple(each for each in chosen if each != id))

    def _keep_statements(self, statements: tuple[Signed, ...]) -> None:
        """Store what hosts stated; if that fails, it is tried again at each look."""
        if statements != self._stored:
            with suppress(OSError):
                self._folder.keep_statements(statements)
                self._stored = statements

    def _gathering(self, ready: Callable[[], None]) -> Callable[[], None]:
        """The function to call when desks can connect; in a takeover it calls ``ready`` only when that is complete."""
        over = self._lost_host
        if over is None:
            return ready
        tasks = set[asyncio.Task[None]]()

        async def gather() -> None:
            hosting, gathered = self._event.hosting, self._event.gathered
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(over.seconds):
                        while not gathered.is_set() and await hosting.do(lambda host: any(over.missing(host))):
                            with suppress(TimeoutError):
                                await asyncio.wait_for(gathered.wait(), _STEP)
                await hosting.do(lambda host: over.finish(host, self.invitation.addresses[0]))
                ready()
            except Exception as error:  # noqa: BLE001  # `run` raises it
                self._failed = error
                self.stop()

        return lambda: tasks.add(asyncio.create_task(gather()))

    @contextmanager
    def _announced(self) -> Iterator[None]:
        if not self._sharing.announce:
            yield
            return
        self._network = self._opened_network()
        try:
            yield
        finally:
            self._network.close()

    def _opened_network(self) -> ExitStack:
        """Announce the event at the addresses of this computer, and hear of others, until the result is closed."""
        from ui.joining.discovery import announce, browse

        invitation = self.invitation
        hosts = [host for host in self._ports.hosts if is_ip(host)]
        with ExitStack() as stack:
            announced = announce(
                invitation.event,
                invitation.name,
                self._ports.desks.port,
                self.fingerprint,
                hosts,
                self._remark,
                computer=platform.node(),
            )
            stack.enter_context(closing(announced))
            stack.enter_context(closing(browse(self._look_for_copies, self._remark)))
            return stack.pop_all()

    async def _follow_addresses(self) -> None:
        """Renew invitation and announcement if this computer has other addresses. Desks find it by its certificate."""
        self._to_move = await asyncio.to_thread(self._ports.look) or self._to_move
        if self._to_move:
            await asyncio.to_thread(self._move)
            self._to_move = False

    def _move(self) -> None:
        self.invitation = replace(self.invitation, addresses=self._ports.addresses)
        self._event.invitation = self.invitation
        if self._network is not None:
            self._network.close()  # multicast DNS also has sockets of its own for each address
            self._network = self._opened_network()
        kept = self._folder.ticket(datetime.now(UTC), new=False)
        code = encode(self.invitation)
        self._folder.keep_ticket(structs.replace(kept, invitation=code, public=self.public_addresses))
        self._event.public = self.public_addresses
        self._moved()

    async def _hand_on(self) -> None:
        """Tell deputies how people beside the desks are served, and look up where pages would find them."""
        port = self._ports.public.port if self._ports.public is not None else 0
        event = str(self.invitation.event)
        hall = await asyncio.to_thread(kept_hall, event)
        told = HandedOn(self._sharing.announce, port, self._public_hosts.secret, hall)
        if told != self._handed_on:
            await self._event.note_handed_on(told)
            self._handed_on = told
            self._event.notify()
        if port:
            asked = await asyncio.to_thread(self._deputies_asked)
            others = public_places((address for address, _ in asked), port, self.public_addresses)
            self._public_hosts = replace(self._public_hosts, others=others)

    def _look_for_copies(self, found: "tuple[FoundEvent, ...]") -> None:
        """Note whether a computer which is no host of this event announces it, and report the first one; called in
        another thread."""
        known = self._signing.known
        begins = {id[:4].hex() for id in (self.fingerprint, *places_to_ask(known), *known.host.hosts)}
        copies = (each for each in found if each.event == self.invitation.event)
        copy = next((each for each in copies if each.fingerprint_begin not in begins), None)
        self._copy = copy.addresses[0] if copy is not None else ""
        if copy is not None and not self._copy_reported:
            self._copy_reported = True
            what = mark("Another computer shares a copy of this event at {address}.", address=self._copy)
            why = mark("What is entered at one of them is missing at the other. Stop sharing one of them.")
            self._remark(Problem("event-copy", mark("{one} {other}", one=what, other=why), "network", Gravity.REMARK))

    async def _tell_of_copy(self) -> None:
        """Tell desks whether another computer shares a copy of the event."""
        copy = self._copy
        if copy == self._copy_told:
            return

        def tell(host: Host) -> None:
            host.copy = copy

        self._copy_told = copy
        await self._event.hosting.do(tell)

    async def _look_after(self) -> None:
        """Run beside the server: end desks, stop when asked to, and store when desks were last seen."""
        always, seldom = (
            (
                self._renew_ticket_if_asked,  # before desks are ended, which might join again at once
                self._end_desks,
                self._event.look_who_is_here,
                self._follow_decisions,
                self._look_for_successor,
                self._begin_to_reach_deputies,
                self._follow_addresses,
                self._tell_of_copy,
                self._tell_deputies,
                self._hand_on,
                self._stop_if_asked,
            ),
            (
                self._look_for_hosts,
                self._begin_to_copy,
                partial(asyncio.to_thread, self._admitted.keep),
            ),
        )
        failed = False
        for look in count(1):
            for step in (*always, *(seldom if look % _CHECKS_BETWEEN_STORES == 0 else ())):
                try:
                    await step()
                except OSError:
                    pass  # tried again at the next look, as the others are
                except Exception as error:  # noqa: BLE001  # what cannot be done must not end the rest
                    if not failed:
                        self._fault(error)
                    failed = True
            await asyncio.sleep(_PAUSE)

    async def _begin_to_copy(self) -> None:
        """Copy the event if that is due, beside everything else: a disk may be slow."""
        last = self._copying
        if last is None or last.done():
            self._copying = asyncio.create_task(self._copy_now())
            if last is not None:
                last.result()  # raises what it raised

    async def _copy_now(self) -> None:
        for text in await asyncio.to_thread(self._copy_event, self._book.view):
            self._remark(Problem("copy-failed", text, "copies", Gravity.REMARK))

    async def _tell_deputies(self) -> None:
        """Let desks ask for news if somebody made or ended an invitation, which deputies must know."""
        before, self._told = self._told, await asyncio.to_thread(self._event.known_tickets)
        if self._told != before:
            self._event.notify()

    async def _look_for_successor(self) -> None:
        """Ask the deputy to which this host hands over whether it has taken over, and one that has replaced it, which
        pages then follow."""
        seen = self._event.hosting.summary
        if seen.waits or not (seen.hosting or self._public_hosts.successor):
            await self._look_for_hosts()

    async def _stop_if_asked(self) -> None:
        if await asyncio.to_thread(self._folder.asked_to_stop):
            self.stop()

    async def _renew_ticket_if_asked(self) -> None:
        if await asyncio.to_thread(self._folder.asked_for_new_ticket):
            await asyncio.to_thread(self._renew_ticket)

    def _renew_ticket(self) -> None:
        """Make a new ticket, after which the earlier one is invalid."""
        kept = self._folder.ticket(datetime.now(UTC), new=False)
        fresh = self._folder.ticket(datetime.now(UTC), new=True)
        self.invitation = replace(self.invitation, ticket=bytes.fromhex(fresh.ticket))
        code = encode(self.invitation)
        changed = structs.replace(kept, ticket=fresh.ticket, expires=fresh.expires, invitation=code)
        self._folder.keep_ticket(changed)
        self._folder.forget_new_ticket()
        self.expires = fresh.expires
        self._event.invitation, self._event.expires = self.invitation, self.expires

    async def _end_desks(self) -> None:
        for ended in await asyncio.to_thread(self._folder.asked_to_end):
            for desk in self._joined(ended):
                await self._event.end_desk(desk.name)
            await asyncio.to_thread(self._folder.forget_ended, ended)
        await asyncio.to_thread(self._tls.keep, self._certificates)

    def _certificates(self) -> Iterator[bytes]:
        """Those of the desks that have joined."""
        return (desk.certificate for desk in self._admitted.all(datetime.now(UTC)))

    def _end_before_serving(self, shown: InvitationTicket) -> None:
        """End desks as somebody asked while the event was not shared; ``shown`` is the ticket of that time."""
        for ended in self._folder.asked_to_end():
            for desk in self._joined(ended):
                self._forget_deputy(desk.id)
                note_end(self._folder.joining(), shown, desk)
                self._admitted.end(desk.name)
            self._folder.forget_ended(ended)

    def _name_deputy(self, desk: AdmittedDesk) -> None:
        """Let ``desk`` take over, if it can serve the event and there are not too many deputies."""
        from ui.server.deputies import with_deputy

        with suppress(Refused):
            with_deputy(self._folder, str(self.invitation.event), desk)

    def _joined(self, id: str) -> list[AdmittedDesk]:
        return [desk for desk in self._admitted.all(datetime.now(UTC)) if desk.id == id]


def _told_tickets(lost_host: LostHost | None, sharing: Sharing) -> KnownTickets | None:
    """The tickets that are valid beside the one that this host shows; None: those that it has kept.

    If the event is shared anew there are none. Of an earlier time as the host, this computer may have kept some that
    were ended since.
    """
    if sharing.anew:
        return KnownTickets()
    return lost_host.tickets if lost_host is not None else None


def _public_secret(lost_host: LostHost | None, ticket: KeptTicket) -> bytes:
    """Return the secret with which a successor proves to pages that it has replaced the host.

    It is the secret of the lost host, else the one that this computer had before, else a new one.
    """
    told = lost_host.handed_on if lost_host is not None else None
    return (told.public_secret if told is not None else b"") or ticket.public_secret or token_bytes(SECRET_BYTES)


def _decide(signing: HostSigning, decision: HostDecision, deputy: str) -> None:
    """Do what somebody decided. Raises Refused if that is not possible any more."""
    match decision:
        case HostDecision.STAY:
            signing.stay(new_naming)
        case HostDecision.FOLLOW:
            signing.stepped_back = True
        case HostDecision.HAND_OVER:
            signing.hand_over(deputy, new_naming)
        case _:
            assert_never(decision)


def event_id(book: Book) -> UUID:
    """The id of the event, by which an invitation names it. Raises Refused."""
    if not len(book.view.journal):
        raise Refused(Problem("event-empty", mark("This file contains no event: its creation was interrupted.")))
    try:
        return UUID(book.view.journal[0].id)
    except ValueError as error:
        text = mark("This event cannot be shared: the id of its first entry is not a UUID.")
        raise Refused(Problem("event-id", text)) from error
