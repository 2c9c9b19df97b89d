"""The open event while it is shared: what the window knows about its host and the other desks.

Replies arrive in another thread; everything here runs in the GUI thread.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, assert_never
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.event.problem import Refused
from tournament.language import Text, listed, mark
from tournament.sharing.invitation import decode, joined_address, split_address
from tournament.use_cases import StoreDamaged, StoreUnavailable
from tournament.use_cases.commands import AllowTableEntry, SetPhoneCheckIn
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.translation import translator

if TYPE_CHECKING:  # imported only when an event is shared
    from tournament.ledger.entry import Entry
    from tournament.sharing.messages import DeskSeen, News, Offer, Reply, Rival, Sync
    from tournament.sharing.shared_book import SharedBook, WaitingOrder
    from tournament.use_cases import Changes

DESKS, PHONES = "desks", "phones"
"""Ids of the page that shows desks and orders, and of that with the address for phones."""
_LOOK = 1000
"""Milliseconds between two checks of the server of this computer while it does not answer."""
_STEP = 0.01
"""Seconds for which orders are applied to the replica before the window handles other input."""
_SHOWN = 6000
"""Milliseconds for which the status bar shows that an entry of another desk arrived."""


class DeskLink(Protocol):
    """Exchanges messages with the host, in its own threads."""

    def say(self, question: "Sync") -> None:
        """Send ``question`` as soon as possible. It replaces a question that was not sent yet."""

    def offer(self, offer: "Offer") -> None:
        """Send ``offer``, the entries that a host lacks while it takes over, then ask again."""

    def sign_in(self, author: str, pin: str) -> None:
        """Sign ``author`` in at the host as soon as possible, before further orders are sent."""

    def close(self) -> None:
        """Stop the threads. The listener is not called afterwards."""


class SharingProcess(Protocol):
    """The process that shares an event of this computer."""

    @property
    def running(self) -> bool:
        """Whether the server runs."""

    def stop(self) -> None:
        """Stop the server, and return when it has closed the file. Raises StoreUnavailable if it does not."""


PHONES_WAIT = mark("Phones and screens in browsers wait until the event is shared again.")
"""The warning before sharing is stopped while browsers show public pages."""


@dataclass(frozen=True, slots=True)
class HostedHere:
    """How this computer shares the event."""

    file: Path
    """The event file."""
    invitation: str
    server: SharingProcess
    public: str = ""
    """The address at which phones show the public results, as ``http://host:port``; empty if they are not shown."""
    until: datetime | None = None
    """When the invitation expires; None if that is not known."""


@dataclass(frozen=True, slots=True)
class HostAccess:
    """Everything needed to reach the host of the open event."""

    link: "Callable[[LinkListener], DeskLink]"
    """Starts the exchange with the host."""
    host: str
    """The address of the host, as shown to users."""
    hosting: HostedHere | None = None
    """How this computer hosts the event, or None if another computer is the host."""
    gathered: Callable[[], None] = lambda: None
    """Tells a host that is taking over not to wait for more desks. Blocks; raises what `ui.joining.connection`
    raises."""
    search_at: Callable[[str], None] = lambda _address: None
    """Searches for the host at an address that somebody typed, with or without a port. Raises Refused."""
    port_released: Callable[[], AbstractContextManager[None]] = nullcontext
    """Leaves the port of this computer, while it is a deputy, to its server that takes over. Blocks."""


class LinkListener:
    """Forwards the messages of a link from its threads to the GUI thread, with the number of the link."""

    def __init__(self, joined: "JoinedEvent", number: int) -> None:
        self._joined, self._number = joined, number

    def on_reply(self, reply: "Reply") -> None:
        """The host answered."""
        self._joined.said.emit(self._number, reply)

    def on_away(self, text: Text) -> None:
        """The host cannot be reached."""
        self._joined.said.emit(self._number, text)

    def on_back(self) -> None:
        """The host can be reached again."""
        self._joined.said.emit(self._number, None)

    def on_refused(self, error: Exception) -> None:
        """The host refuses this desk until the user does something."""
        self._joined.said.emit(self._number, error)

    def on_not_signed_in(self, text: Text) -> None:
        """The host did not sign the user in."""
        self._joined.said.emit(self._number, _NotSignedIn(text))


@dataclass(frozen=True, slots=True)
class _NotSignedIn:
    why: Text


class JoinedEvent(QObject):
    """Connects the open event to its host; idle while the event is not shared."""

    changed = Signal()
    """Orders, desks or the connection changed."""
    refused = Signal()
    """More orders were refused or lost, and the user must decide about them."""
    decision_wanted = Signal(str)
    """Show both versions of the sheet for the order with this id."""
    entered = Signal()
    """The user has just joined the event: entries that other desks of this computer have left can be sent here."""
    said = Signal(int, object)
    """A message of the link with this number: a reply, why the host is away (Text) or refuses (an exception); None when
    the host is back."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._link: DeskLink | None = None
        self._access: HostAccess | None = None
        self._number = 0
        """Number of the current link. Messages of an earlier one are ignored."""
        self.away: Text | None = None
        """Why the host cannot be reached, or None if it can."""
        self.ended = False
        """Whether the host refuses this desk or has other entries, so that the user must join the event again."""
        self._watch = QTimer(self, interval=_LOOK)
        self._watch.timeout.connect(self._look_at_server)
        self.desks: Sequence[DeskSeen] = ()
        """The desks that have joined, from the last message of the host."""
        self.news: News | None = None
        """The last news of the host, which is needed when the host is lost; None before the first."""
        self.arrived: Sequence[Entry] = ()
        """The last entries that arrived from other desks; empty after some seconds."""
        self._forgetting = QTimer(self, singleShot=True, interval=_SHOWN)
        self._forgetting.timeout.connect(self._forget_arrived)
        self._applying = QTimer(self, interval=0)
        self._applying.timeout.connect(self._apply_waiting)
        self.said.connect(self._handle_message)
        controller.leaving.connect(self.leave)
        controller.changed.connect(self._say)
        listen(controller.sheet_changed, self, self._say)

    @property
    def book(self) -> "SharedBook | None":
        """The open event if it is shared, otherwise None."""
        return self._controller.shared_book

    @property
    def host(self) -> str:
        """The address of the host; empty if the event is not shared."""
        if self._access is None or self.book is None:
            return ""
        taken_over = self.book.written.state.host
        return taken_over.address if taken_over is not None and taken_over.address else self._access.host

    @property
    def orders(self) -> "tuple[WaitingOrder, ...]":
        """The orders of this desk that the host has not written, in order."""
        return self.book.orders if self.book is not None else ()

    @property
    def unsent(self) -> int:
        """The number of orders that wait to be sent."""
        return len(self.book.unsent) if self.book is not None else 0

    @property
    def undecided(self) -> "tuple[WaitingOrder, ...]":
        """The orders that were refused or lost, and about which the user must decide."""
        from tournament.sharing.shared_book import OrderState

        return tuple(each for each in self.orders if each.state is not OrderState.WAITING)

    @property
    def to_decide(self) -> int:
        """The number of orders that were refused or lost."""
        return len(self.orders) - self.unsent

    @property
    def others(self) -> Mapping[tuple[int, int], tuple[Text, ...]]:
        """The users at other desks who have a sheet open, by session and table."""
        own = self.book.desk if self.book is not None else ""
        found: dict[tuple[int, int], tuple[Text, ...]] = {}
        for each in self.desks:
            if each.sheet is not None and each.name != own and self.is_here(each):
                who = mark("{author} at {desk}", author=each.author, desk=each.name)
                found[each.sheet] = (*found.get(each.sheet, ()), who)
        return found

    @property
    def deputies(self) -> "tuple[DeskSeen, ...]":
        """The desks that may take over from the host, in order."""
        return tuple(sorted((each for each in self.desks if each.deputy), key=lambda each: each.deputy))

    @property
    def unreached(self) -> "Iterator[DeskSeen]":
        """The deputies that the host cannot reach, in order."""
        return (each for each in self.deputies if each.reached is False)

    @property
    def who_hosts(self) -> Text | None:
        """The desk of the host and who works there; None if that is not known."""
        host = next((each for each in self.desks if each.at_host), None)
        return mark("Host: {desk} ({author})", desk=host.name, author=host.author) if host is not None else None

    @property
    def who_takes_over(self) -> Text:
        """Who can take over from the host, which is away."""
        if not self.deputies:
            return mark("No desk may take over: if the host does not come back, share the event anew.")
        names = listed(mark("{author} at {desk}", author=each.author, desk=each.name) for each in self.deputies)
        return mark("These can take over: {names}.", names=names)

    @property
    def copy(self) -> str:
        """Where another computer shares a copy of the event; empty: nowhere, as far as the host knows."""
        return self.news.copy if self.news is not None and self.away is None else ""

    @property
    def rival(self) -> "Rival | None":
        """The host that has replaced the one of this desk, while people have to choose and it answers."""
        return self.news.rival if self.news is not None and self.news.waits else None

    @property
    def is_deputy(self) -> bool:
        """Whether this desk may take over from the host."""
        return self.book is not None and any(each.name == self.book.desk for each in self.deputies)

    @property
    def successor(self) -> "DeskSeen | None":
        """The desk to which the host hands over; None if it does not."""
        id = self.news.successor if self.news is not None else ""
        return next((each for each in self.desks if each.id == id), None) if id else None

    @property
    def hands_over_here(self) -> bool:
        """Whether the host hands over to this desk, which has everything that it wrote."""
        own, book = self.successor, self.book
        if own is None or book is None or self.news is None or own.name != book.desk:
            return False
        return book.written.fingerprint == self.news.end

    @property
    def waits(self) -> bool:
        """Whether the host writes nothing, since another computer replaced it or is to do so."""
        return self.news is not None and self.news.waits

    @property
    def hosting(self) -> HostedHere | None:
        """How this computer hosts the event, or None if it does not."""
        return self._access.hosting if self._access is not None else None

    @property
    def server_ended(self) -> bool:
        """Whether the server of this computer ended by itself."""
        return self.away is not None and self.hosting is not None and not self.hosting.server.running

    def is_here(self, desk: "DeskSeen") -> bool:
        """Whether ``desk`` is connected to the host, as far as this desk knows."""
        return desk.here or (self.book is not None and desk.name == self.book.desk)

    @property
    def other_desks(self) -> int:
        """The number of other desks that are connected to the host."""
        return max(sum(map(self.is_here, self.desks)) - 1, 0)

    def follow(self, access: HostAccess) -> None:
        """Connect the event that was just opened to its host."""
        self._access = access
        if self.book is not None:
            self.book.step = _STEP
        self._number += 1
        self._link = access.link(LinkListener(self, self._number))
        self._say()
        self.changed.emit()
        if self.to_decide:
            self.refused.emit()

    def note_addresses(self, invitation: str, public: tuple[str, ...]) -> None:
        """Note the ``invitation`` and the addresses of the public where this computer hosts the event: they change with
        its address."""
        hosting = self.hosting
        if self._access is None or hosting is None or not invitation:
            return
        shown = f"http://{public[0]}" if public and hosting.public else hosting.public
        if (invitation, shown) != (hosting.invitation, hosting.public):
            moved = replace(hosting, invitation=invitation, public=shown)
            self._access = replace(self._access, hosting=moved, host=decode(invitation).addresses[0])
            self.changed.emit()

    def host_here(self, hosting: HostedHere) -> None:
        """Note that this desk has taken over as ``hosting`` says; the link connects to the new host by itself."""
        if self._access is not None:
            self._access = replace(self._access, hosting=hosting)
            self.changed.emit()

    @property
    def gathered(self) -> Callable[[], None] | None:
        """Tells a host that is taking over not to wait for more desks; None if the event is not shared."""
        return self._access.gathered if self._access is not None else None

    def search_at(self, address: str) -> None:
        """Search for the host at ``address``, with or without a port. Raises Refused if it is not an address."""
        if self._access is not None:
            self._access.search_at(address)

    @property
    def port_released(self) -> Callable[[], AbstractContextManager[None]]:
        """Leaves the port of this computer to its server that takes over; see `HostAccess`."""
        return self._access.port_released if self._access is not None else nullcontext

    def sign_in(self, author: str, pin: str) -> None:
        """Sign ``author`` in at the host too, as soon as it can be reached."""
        if self._link is not None:
            self._link.sign_in(author, pin)

    def leave(self) -> None:
        """Close the link when the event is closed. Orders that wait stay on the disk."""
        link, self._link, self._access = self._link, None, None
        self.away, self.desks, self.news, self.arrived, self.ended = None, (), None, (), False
        self._watch.stop()
        self._applying.stop()
        if link is not None:
            link.close()
            self.changed.emit()

    def send_again(self, id: str) -> None:
        """Send a refused or lost order again, a refused one in the name of the user. Raises StoreUnavailable."""
        if self.book is not None:
            self._show(self.book, self.book.send_again(id, self._controller.user.by))
            self._say()

    def adopt(self, orders: "Sequence[WaitingOrder]") -> None:
        """Send the orders of another desk of this computer that the host does not have. Raises StoreUnavailable."""
        if self.book is not None:
            self._show(self.book, self.book.adopt(orders))
            self._say()
            if self.to_decide:
                self.refused.emit()

    def drop(self, id: str) -> None:
        """Discard an order. Raises StoreUnavailable."""
        if self.book is not None:
            self._show(self.book, self.book.drop(id))
            self._say()

    def _say(self, _changes: object = None) -> None:
        if self._link is not None and self.book is not None:
            self._link.say(self.book.question(self._controller.sheet, translator.language.code))
            self.changed.emit()

    def _handle_message(self, number: int, said: "Reply | Text | Exception | _NotSignedIn | None") -> None:
        if number != self._number or self._link is None:
            return  # sent by the link of an event that was closed meanwhile
        match said:
            case None:
                self._show_back()
            case Text():
                self._show_away(said)
            case _NotSignedIn(why):
                self._controller.messages.shown.emit(why)
            case Refused():
                from ui.joining.connection import NotJoined

                self.ended = isinstance(said, NotJoined)
                self._show_away(said.problems[0].text)
            case Exception():  # CertificateChanged; the link keeps asking, because a desk may take over
                self.ended = True
                self._report_away(getattr(said, "message", None) or mark("The host cannot be reached."))
            case _:
                if self.away is not None:
                    self._show_back()
                self._take(said)

    def _take(self, reply: "Reply") -> None:
        from tournament.sharing.host import offer_after
        from tournament.sharing.messages import Behind, Forked, News

        if self.book is None or self._link is None:
            return
        match reply:
            case News():
                self._take_news(self.book, reply)
            case Behind(end) if offer := offer_after(self.book.written.journal, end):
                self._link.offer(offer)
            case Forked() | Behind():
                self._stop(
                    mark(
                        "This desk and the host have different entries. Nothing more is sent: join the event again, "
                        "and what only this desk has is offered to be sent again."
                    )
                )
            case _:
                assert_never(reply)

    def _take_news(self, book: "SharedBook", news: "News") -> None:
        before, host = self.to_decide, book.written.state.host
        try:
            changes = book.take(news)
        except StoreUnavailable as error:
            self._controller.show_failure(error)
            return
        except StoreDamaged as error:
            self._stop(error.text)
            return
        self.desks, self.news = news.desks, news
        if (now := book.written.state.host) != host and now is not None:
            self._controller.messages.noted.emit(mark("“{desk}” hosts the event now.", desk=now.desk))
            if now.desk != book.desk and self._access is not None:
                self._access = replace(self._access, hosting=None)  # another desk took over from this computer
        self._show(book, changes)
        answered = {each.id for each in news.answers}
        # The host has more entries, or has not answered every order: ask again at once.
        if len(book.written.journal) < news.end.entries or any(each.id not in answered for each in book.unsent):
            self._say()
        else:
            self.changed.emit()
        if self.to_decide > before:
            self.refused.emit()

    def _show(self, book: "SharedBook", changes: "Changes") -> None:
        """Show ``changes``, and apply the remaining orders to the replica when the window is idle."""
        if changes.streams:
            self._controller.show_received(changes)
        others = [each for each in changes.entries if each.record.desk != book.desk and book.is_confirmed(each)]
        if others:
            self.arrived = others
            self._forgetting.start()
            self._follow_pins(others)
        if book.is_behind:
            self._applying.start()

    def _follow_pins(self, others: "Sequence[Entry]") -> None:
        """Sign the user out if another desk changed the PIN of their role, because the host does the same."""
        from tournament.ledger.facts import PinFact

        role = self._controller.user.by.role
        if role is not None and any(isinstance(each.fact, PinFact) and each.fact.role is role for each in others):
            self._controller.user.lock()
            text = mark("The PIN of this role was changed, so nobody is signed in here any more: {role}.",
                        role=role.label)  # fmt: skip
            self._controller.messages.shown.emit(text)

    def _apply_waiting(self) -> None:
        self._applying.stop()
        if self.book is not None:
            self._show(self.book, self.book.apply_waiting())
            if not self.book.is_behind:
                self.changed.emit()

    def _forget_arrived(self) -> None:
        self.arrived = ()
        self.changed.emit()

    def _stop(self, why: Text) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
        self.ended = True
        self._report_away(why)

    def _report_away(self, why: Text) -> None:
        self._show_away(why)
        self._controller.messages.shown.emit(why)

    def _show_away(self, why: Text) -> None:
        self.away = why
        if self.hosting is not None:
            self._watch.start()
        self.changed.emit()

    def _look_at_server(self) -> None:
        """Check whether the server has ended, for which a server that crashed needs a moment. Then stop checking."""
        if self.server_ended:
            self._watch.stop()
        self.changed.emit()

    def _show_back(self) -> None:
        self.away, self.ended = None, False
        self._watch.stop()
        self.changed.emit()


def joined_event_of(controller: EventController) -> JoinedEvent:
    """The instance that connects the event of ``controller`` to its host."""
    return controller.findChild(JoinedEvent) or JoinedEvent(controller)


SHOW_ON_PHONES = mark("Show the results on phones")


def public_addresses(hosting: HostedHere) -> tuple[str, ...]:
    """The addresses at which phones can reach the public pages of this computer, the most likely first."""
    if not hosting.public:
        return ()
    _, port = split_address(hosting.public.removeprefix("http://"))
    hosts = (split_address(each)[0] for each in decode(hosting.invitation).addresses)
    return tuple(dict.fromkeys((hosting.public, *(f"http://{joined_address(host, port)}" for host in hosts))))


def codes_lead_elsewhere(address: str, addresses: tuple[str, ...]) -> bool:
    """Whether codes for phones with ``address`` lead to none of the ``addresses`` of this computer.

    An https address is that of a proxy before it, and a name leads where the network says, of which this computer knows
    nothing: they are right until somebody changes them.
    """
    if not addresses or address in addresses or address.startswith("https://"):
        return False
    try:
        ip_address(urlsplit(address).hostname or "")
    except ValueError:
        return False
    return True


class PhonesAddress(QObject):
    """Records the address for phones when it has changed, if the current user may, and reports it.

    Codes that are already printed lead to the old address.
    """

    def __init__(self, controller: EventController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller, self._joined = controller, joined_event_of(controller)
        self._tried = set[tuple[str, str]]()
        listen(self._joined.changed, self, self._look)
        listen(controller.user.role_changed, self, self._look)

    def _look(self) -> None:
        view, hosting = self._controller.view, self._joined.hosting
        if view is None or hosting is None or self._joined.away is not None:
            return
        addresses, entry, check_in = public_addresses(hosting), view.state.table_entry, view.state.phone_check_in
        if entry is not None and codes_lead_elsewhere(entry.address, addresses):
            text = mark(
                "The codes on score sheets lead to {address} from now on: print the sheets of the tables that play "
                "again. Those on paper lead to {before}, where nothing is any more.",
                address=addresses[0],
                before=entry.address,
            )
            self._move(AllowTableEntry(addresses[0], entry.key), text)
        if check_in is not None and check_in.allowed and codes_lead_elsewhere(check_in.address, addresses):
            text = mark(
                "The personal links lead to {address} from now on: print or send them again. Earlier ones lead to "
                "{before}, where nothing is any more.",
                address=addresses[0],
                before=check_in.address,
            )
            self._move(SetPhoneCheckIn(True, addresses[0], check_in.key), text)

    def _move(self, command: AllowTableEntry | SetPhoneCheckIn, text: Text) -> None:
        """Carry out ``command``, once for each address, and say so."""
        tried = type(command).__name__, command.address
        if tried in self._tried or not self._controller.may(command.act):
            return
        self._tried.add(tried)
        if not attempt(self._controller, command):
            self._controller.messages.shown.emit(text)
