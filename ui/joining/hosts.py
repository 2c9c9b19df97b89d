"""Finds the host of a shared event: by the statements that hosts signed, wherever its address has moved to.

A desk stores the statements that it knows, the desks that its host last named, and where each answered last. It asks
the host that it follows, then all computers that may know who hosts the event, and `ui.joining.finding` searches for
them at other addresses.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock, RLock, Thread, Timer
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import DecodeError, Struct
from msgspec.json import encode
from msgspec.structs import replace

from tournament.event.problem import Problem, Refused
from tournament.files.typed_json import decode
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.ends import SignedEnd, kept_end, read_end
from tournament.sharing.host import RivalClaims
from tournament.sharing.messages import News, Offer, Replaced, Said, Sync
from tournament.sharing.statements import HostPath, Signed, Statements, WrittenPath, read_path, written_path
from tournament.sharing.succession import followed, places_to_ask
from tournament.use_cases import StoreUnavailable
from ui.joining.connection import ANSWERED_WITHIN, REACHED_WITHIN, Connection, Hello, Reached
from ui.joining.desk_folder import keep_private, kept_private
from ui.joining.failures import CertificateChanged, ServerAway

if TYPE_CHECKING:
    from tournament.sharing.invitation import Invitation
    from ui.joining.finding import ComputerSearch, FoundComputer, WantedComputers

_FILE, _END = "host.json", "end.json"
_SEARCHED = "searched"
"""An empty file that was touched when a search had found nobody."""
_AGAIN = 30.0
"""Seconds after which the next command searches again."""
_SLOW = 1.0
"""Seconds without an answer after which the search begins."""
_DESCRIBED_WITHIN = 5.0
"""Seconds in which a server that was reached must have described itself, however slowly it sends."""
AT_FIRST = 1.0
"""Seconds that a window waits for a search that has just begun before it says that the host is away."""
_MOST_NAME = 60
"""The most characters that are shown of the name of a host."""
_SAME_TIME = 1.0
"""Seconds by which an answer may seem late without the clock of either computer having been set."""
_AT_ONCE, _MOST_ASKED = 16, 64
"""The most computers that are asked at the same time, and in turn: a hostile deputy may name hundreds."""

Message = TypeVar("Message", Sync, Offer)
Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


class Known(Struct, frozen=True):
    """What a desk knows about its host and the other desks, in case the host is lost."""

    event: str
    """The id of the event's first entry."""
    first: bytes
    """The id of the first host."""
    statements: tuple[Signed, ...] = ()
    path: WrittenPath | None = None
    """The host that the desk follows; None before the first."""
    addresses: dict[str, str] = {}
    """Where each computer answered last, as ``host:port``, by its id in hexadecimal digits."""
    news: News | None = None
    """The latest message of the host, without answers, entries and statements."""
    host_ahead: float = 0.0
    """By how many seconds the time of the host is ahead of the clock of this computer."""

    @property
    def verified(self) -> Statements:
        """The statements, verified."""
        return Statements(self.event, self.first).receive(self.statements)

    def places(self, ids: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
        """Yield where the computers with these ``ids`` may be asked: where they answered, and what they told others."""
        desks = self.news.desks if self.news is not None else ()
        told = {each.id: each.address for each in desks}
        for id in ids:
            for address in dict.fromkeys((self.addresses.get(id.hex(), ""), told.get(id.hex(), ""))):
                if address:
                    yield address, id


@dataclass(frozen=True, slots=True)
class FoundHost:
    """A computer that serves an event."""

    address: str
    id: bytes
    hello: Hello

    @property
    def path(self) -> HostPath | None:
        """The host that it says it is; None if it hosts the event no more, or lies about whose certificate it shows."""
        found = read_path(self.hello.path) if self.hello.path is not None else None
        path = found[1] if found is not None else None
        return path if path is not None and path.host == self.id and self.hello.hosting else None

    @property
    def shown(self) -> str:
        """Its name, as far as it says one, and its address."""
        name = harmless_line(self.hello.desk or self.hello.host)
        return f"{name} ({self.address})" if name else self.address


def kept_host(folder: Path) -> Known | None:
    """What the desk of ``folder`` has stored; None before it joins, or if the file is unreadable. Raises OSError."""
    try:
        return decode((folder / _FILE).read_bytes(), Known)
    except (FileNotFoundError, DecodeError, UnicodeDecodeError, RecursionError):
        return None


def kept_end_of(folder: Path, event: str) -> SignedEnd | None:
    """The newest signed end that the desk of ``folder`` has stored; None if there is none. Raises OSError."""
    try:
        return read_end(decode((folder / _END).read_bytes(), Signed), event)
    except (FileNotFoundError, DecodeError, UnicodeDecodeError, RecursionError):
        return None


class Hosts:
    """Finds the computer that hosts the event of ``invitation`` now, for the desk of ``folder``."""

    def __init__(
        self,
        folder: Path,
        invitation: "Invitation",
        key: Path,
        answered_within: float = ANSWERED_WITHIN,
        *,
        searched_for: float = AT_FIRST,
        in_a_command: bool = False,
        search: "ComputerSearch | None" = None,
    ) -> None:
        """``key`` is the file of the key of this computer. ``searched_for``: seconds that `reach` waits for a search
        for a host that is away; it goes on meanwhile, unless ``in_a_command`` it ends with the program."""
        self._folder, self._invitation, self._key, self._answered_within = folder, invitation, key, answered_within
        self._searched_for, self._search = searched_for, search
        self._in_a_command = in_a_command
        """Whether the search ends with a command, so that the next command begins another."""
        self._making_search = Lock()
        self._typed: tuple[str, ...] = ()
        """The places that somebody typed."""
        self._others = set[str]()
        """Addresses at which one of the computers serves another event."""
        event, kept = str(invitation.event), kept_host(folder)
        # With an invitation of another first host, nothing that is known from before counts.
        ours = kept is not None and (kept.event, kept.first) == (event, invitation.first_host)
        self._changing = RLock()
        """Held while what is known changes, since two threads may find out something."""
        self.known = kept if kept is not None and ours else Known(event, invitation.first_host)
        self._stored = self.known
        self.statements = self.known.verified
        self.path = _path(self.known.path)
        """The host that the desk follows."""
        self.end = kept_end_of(folder, event)
        """The newest end of the entries of that host, which it signed."""
        self._theirs = b""
        """The digest of the statements that the host knows."""
        private = kept_private(folder)
        self._private = private.digest if private is not None else b""
        """The digest of the data of people that this computer keeps as a deputy; empty: it has none."""
        self.serves_at = ""
        """Where this computer would serve the event, to be told to the host; empty: the host knows it."""

    @property
    def host_name(self) -> str:
        """The name of the desk that hosts the event; empty for the first host, and while it is not known."""
        news = self.known.news
        id = self.path.host.hex() if self.path is not None and self.path.successors else ""
        return next((each.name for each in news.desks if each.id == id), "") if news is not None else ""

    def reach(self, shown: bool) -> Reached:
        """Connect to the current host; this computer shows its certificate there if ``shown``.

        A host that another one has replaced is ignored, unless it still answers. Raises what `Connection` raises.
        """
        from ui.joining.pinned import http_client, pinned_context

        try:
            with self._searching_if_slow():
                found = self._find()
        except (ServerAway, CertificateChanged):
            if not self._found_again():
                raise
            found = self._find()
        key = self._key if shown else None
        context = pinned_context(found.address, found.id, REACHED_WITHIN, key)
        return found.address, http_client(context, found.address, self._answered_within)

    @property
    def host(self) -> bytes:
        """The id of the host that was reached last."""
        return self.path.host if self.path is not None else self._invitation.first_host

    @property
    def address(self) -> str:
        """Where that host was reached last."""
        return self.known.addresses.get(self.host.hex(), "") or self._invitation.addresses[0]

    def _find(self) -> FoundHost:
        """The host to follow now. Raises what `ask` raises for it if it does not answer."""
        answering, asked = dict[HostPath, FoundHost](), set[bytes]()
        failed: ServerAway | CertificateChanged | Refused | None = None
        while True:
            wanted = followed(self.statements, self.path, answering)
            if wanted in answering:
                return self._chosen(wanted, answering[wanted])
            ids = [*(() if self.path is None else (self.path.host,)), wanted.host, *places_to_ask(self.statements)]
            left = [id for id in dict.fromkeys(ids) if id not in asked]
            if not left:
                raise failed or ServerAway(mark("No computer hosts this event now."), "")
            now = left[:_MOST_ASKED] if asked else left[:1]  # while the host answers, nobody else is asked
            asked.update(now)
            for found in self._asked_at_once(now):
                if isinstance(found, FoundHost):
                    self._learn(found.hello.statements)
                    self._note_address(found)
                    if (path := found.path) is not None:
                        answering[path] = found
                else:
                    failed = failed or found

    def _asked_at_once(self, ids: Sequence[bytes]) -> "list[FoundHost | ServerAway | CertificateChanged | Refused]":
        return at_once(self._asked, ids)

    def _asked(self, id: bytes) -> "FoundHost | ServerAway | CertificateChanged | Refused":
        addresses = self._at(id)
        if not addresses:
            return ServerAway(mark("Nobody knows where the host of the event is now."), "")
        try:
            try:
                found = ask(addresses, id, self._answered_within, self.known.event)
            except CertificateChanged as error:
                # A successor of the host may have its address. Nothing is sent to it but the question who hosts.
                found = ask((error.address,), error.found, self._answered_within, self.known.event)
                if found.hello.event == self.known.event and not self._leads_to(found):
                    return error
        except (ServerAway, CertificateChanged) as error:
            return error
        except (StoreUnavailable, Refused):
            return ServerAway(mark("The server at {address} does not say which event it shares.",
                                   address=addresses[0]), addresses[0])  # fmt: skip
        if found.hello.event != self.known.event:
            self._others.add(found.address)
            text = mark("The server shares another event now: ask for a new invitation.")
            return Refused(Problem("event-other", text, "invitation"))
        return found

    def _leads_to(self, found: FoundHost) -> bool:
        """Whether the statements of a computer that nobody expected show that it hosts the event."""
        return self.statements.receive(found.hello.statements).host.host == found.id

    def _chosen(self, path: HostPath, found: FoundHost) -> FoundHost:
        if path != self.path:
            self.path = path
            self._keep()
        return found

    def _learn(self, statements: Iterable[Signed]) -> None:
        with self._changing:
            self.statements = self.statements.receive(statements)

    def _note_address(self, found: FoundHost) -> None:
        with self._changing:
            self._keep(addresses={**self.known.addresses, found.id.hex(): found.address})

    def _at(self, id: bytes) -> tuple[str, ...]:
        """The addresses at which to ask for the computer with this ``id``."""
        places = [address for address, _ in self.known.places([id])]
        invited = self._invitation.addresses if id == self._invitation.first_host or not places else ()
        return tuple(dict.fromkeys((*places, *invited)))

    def search_at(self, text: str) -> None:
        """Search first at the address ``text``, which somebody typed with or without a port. Raises Refused."""
        from ui.joining.places import likely_ports, typed_places

        self._typed = typed_places(text, likely_ports(self._at(self._invitation.first_host)))

    def close(self) -> None:
        """End the search, if there is one."""
        if self._search is not None:
            self._search.close()

    @contextmanager
    def _searching_if_slow(self) -> Iterator[None]:
        """Begin to search if nobody has answered for a while, so that the result is there when all addresses failed."""
        timer = Timer(_SLOW, self._begin_search)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _begin_search(self) -> None:
        if not self._searched_lately():
            self._the_search().begin(self._wanted())

    def _found_again(self) -> bool:
        """Whether a computer that may host the event was just found at another address. If not, the search goes on."""
        if self._searched_lately():
            return False
        found = self._the_search().look(self._wanted(), self._searched_for)
        if found is None:
            if self._in_a_command:
                with suppress(OSError):  # the next command searches as well
                    (self._folder / _SEARCHED).touch(0o600)
            return False
        try:
            host = ask((found.address,), found.id, self._answered_within, self.known.event)
        except (ServerAway, CertificateChanged, StoreUnavailable, Refused):  # away again
            return False
        if host.hello.event != self.known.event:
            self._others.add(found.address)
            return False
        self._note_address(host)
        return True

    def _the_search(self) -> "ComputerSearch":
        from ui.joining.finding import ComputerSearch

        with self._making_search:
            self._search = self._search or ComputerSearch(self._invitation.event, host_among=self._host_among)
            return self._search

    def _host_among(self, others: "Sequence[FoundComputer]") -> "FoundComputer | None":
        """The one of ``others`` that hosts the event, as statements show that were not known here: a successor of whom
        neither the invitation nor an earlier host could tell."""
        from ui.joining.finding import FoundComputer

        answers = serving(self.known.event, ((each.address, each.id) for each in others))
        for each in answers:
            self._learn(each.hello.statements)
        host = self.statements.host
        found = (FoundComputer(each.address, each.id, proven=True) for each in answers if each.path == host)
        return next(found, None)

    def _wanted(self) -> "WantedComputers":
        """The computers that may host the event, and the addresses at which `_find` asks for them."""
        from ui.joining.finding import WantedComputers

        ids = places_to_ask(self.statements)
        asked = tuple(dict.fromkeys(address for id in ids for address in self._at(id)))
        return WantedComputers(frozenset(ids), (*self._typed, *asked), frozenset((*asked, *self._others)))

    def _searched_lately(self) -> bool:
        """Whether a command has just searched for nothing: a script that calls many must not flood the network."""
        try:
            last = (self._folder / _SEARCHED).stat().st_mtime if self._in_a_command else 0.0
        except OSError:
            return False
        return 0 <= time.time() - last < _AGAIN

    def learn(self, statements: Iterable[Signed]) -> None:
        """Note the statements of the host that has admitted this desk."""
        self.statements = self.statements.receive(statements)

    def complete(self, message: Message) -> Message:
        """Return ``message`` with what the host should know: the statements, or how far the entries are signed."""
        if isinstance(message, Offer):
            return replace(message, end=self.end.signed if self.end is not None else None)
        digest = self.statements.digest
        told = self.statements.signed if digest != self._theirs else ()
        return replace(message, known=digest, statements=told, serves_at=self.serves_at, private=self._private)

    def heard(self, question: Sync, said: Said) -> None:  # noqa: ARG002  # as `Connection` calls it
        """Store what the host said about desks and other hosts in its answer to ``question``."""
        if isinstance(said, News | Replaced):
            self._learn(said.statements)
        if isinstance(said, Replaced):
            self._theirs = b""
        if not isinstance(said, News) or self.path is None:
            return
        self._theirs = said.known
        self._note_end(said)
        if said.private is not None:
            with suppress(OSError):  # the next answer tries again
                keep_private(self._folder, self.known.event, said.private)
                self._private = said.private.digest
        news = replace(said, answers=(), entries=(), statements=(), known=b"", closing=None, private=None)
        self._keep(news=news, host_ahead=self._host_ahead(said.now))

    def _host_ahead(self, now: str) -> float:
        """By how much the time of the host, which was ``now`` when it answered, is ahead of the clock of this computer.

        Answers take a while, so a little more or less is no change.
        """
        try:
            ahead = (datetime.fromisoformat(now) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):  # no time, or one without a zone
            return self.known.host_ahead
        return ahead if abs(ahead - self.known.host_ahead) > _SAME_TIME else self.known.host_ahead

    def _note_end(self, news: News) -> None:
        if self.end is not None and news.closing == self.end.signed:
            return
        received = read_end(news.closing, self.known.event) if news.closing is not None else None
        if received is None or self.path is None:
            return
        kept = kept_end(self.end, received, self.path)
        if kept is not None and kept is not self.end:
            self.end = kept
            with suppress(OSError):  # the next answer tries again
                write_whole(self._folder / _END, encode(kept.signed).decode())

    def _keep(self, **changes: Any) -> None:
        """Note these ``changes`` of what is known, and store it if it lasts."""
        with self._changing:
            first = next(iter(self.statements.newest.values()), None)
            path = None
            if self.path is not None and first is not None:
                path = written_path(first.certificate, self.path)
            self.known = replace(self.known, statements=self.statements.signed, path=path, **changes)
            if _lasting(self.known) != _lasting(self._stored):
                with suppress(OSError):  # the next answer tries again; meanwhile the old file serves
                    write_whole(self._folder / _FILE, encode(self.known).decode())
                    self._stored = self.known


def _path(written: WrittenPath | None) -> HostPath | None:
    found = read_path(written) if written is not None else None
    return found[1] if found is not None else None


def ask(addresses: Sequence[str], id: bytes, answered_within: float = REACHED_WITHIN, event: str = "") -> FoundHost:
    """Connect to one of ``addresses`` and ask which event it serves, whether ``event`` if that is given.

    Raises what `Connection` raises.
    """
    from ui.joining.pinned import first_reached, http_client

    address, context = first_reached(addresses, id, REACHED_WITHIN)
    client = http_client(context, address, min(answered_within, _DESCRIBED_WITHIN))
    connection = Connection(lambda _shown: (address, client), "en")
    ending = Timer(_DESCRIBED_WITHIN, connection.close)
    ending.daemon = True
    ending.start()
    try:
        return FoundHost(address, id, connection.hello(event))
    finally:
        ending.cancel()


def serving(
    event: str, places: Iterable[tuple[str, bytes]], answered_within: float = REACHED_WITHIN
) -> tuple[FoundHost, ...]:
    """The computers at these ``places`` (address and id) that serve ``event``. All are asked at once."""
    asked = list(dict.fromkeys(places))
    if not asked:
        return ()
    found = at_once(partial(_serving, event, answered_within), asked)
    return tuple(each for each in found if each is not None)


def at_once(ask: Callable[[Asked], Answered], asked: Sequence[Asked]) -> list[Answered]:
    """What ``ask`` returns for each of ``asked``, several at the same time, in order.

    The threads are daemons: a program that ends need not wait for those of a `ThreadPoolExecutor`.
    """
    if len(asked) == 1:
        return [ask(asked[0])]
    left, answers = deque(enumerate(asked)), dict[int, Answered]()
    failed = list[Exception]()

    def work() -> None:
        with suppress(IndexError):
            while not failed:
                number, each = left.popleft()
                try:
                    answers[number] = ask(each)
                except Exception as error:  # noqa: BLE001  # it is raised below
                    failed.append(error)

    threads = [Thread(target=work, name="hosts", daemon=True) for _ in range(min(_AT_ONCE, len(asked)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return [answers[number] for number in range(len(asked))]


def _serving(event: str, answered_within: float, place: tuple[str, bytes]) -> FoundHost | None:
    """The server of ``event`` at this place; None if there is none."""
    try:
        found = ask(place[:1], place[1], answered_within, event)
    except (ServerAway, CertificateChanged, StoreUnavailable, Refused):
        return None
    return found if found.hello.event == event else None


def hosted_elsewhere(host: FoundHost) -> Text:
    """The message to who wants to share an event that ``host`` hosts now."""
    return mark(
        "This event is hosted by {host} now. Join it with an invitation from there; what only this file has can be "
        "sent again by the desks that entered it. To share this file all the same, add --anyway.",
        host=host.shown,
    )


def replaced_by(host: FoundHost, entries: int) -> Text:
    """The message to who wants to share an event of so many ``entries`` as before, which ``host`` took over."""
    return mark("{one} {other}", one=hosted_elsewhere(host), other=claims_of(host).against(0, entries).figures)


def claims_of(host: FoundHost) -> RivalClaims:
    """What ``host``, which has taken over, says of itself."""
    hello = host.hello
    assert host.path is not None, "it hosts the event"
    name = harmless_line(hello.desk or hello.host)[:_MOST_NAME]
    return RivalClaims(host.path, name, host.address, hello.desks, hello.entries, hello.since)


def replaced() -> Text:
    """The message to who wants to share an event whose host was replaced by a computer that does not answer."""
    return mark(
        "Another computer has replaced this one as the host of the event, and does not answer. Join the event there; "
        "to remain its host, add --anyway."
    )


def host_now(known: Statements, own: HostPath | None, places: Iterable[tuple[str, bytes]]) -> FoundHost | None:
    """A computer at ``places`` that hosts the event in place of ``own``; None if there is none.

    None is nobody's path: then any host counts.
    """
    found = serving(known.event, places)
    for each in found:
        known = known.receive(each.hello.statements)
    host = known.host
    return next((each for each in found if each.path == host != own), None)


def _lasting(known: Known) -> Known:
    """``known`` without what changes with every message, so that the file is written only when more has changed."""
    if known.news is None:
        return known
    desks = tuple(replace(each, last_word="", sheet=None, have=0) for each in known.news.desks)
    return replace(known, news=replace(known.news, desks=desks, now="", end=NO_ENTRIES))
