"""Finds the host of a shared event: at an address of the invitation, or at a desk that has taken over.

A desk stores the list of desks that its host last sent. If the host is away, it asks all of them, and `ui.joining.
finding` searches for them at other addresses.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from tournament.event.problem import Refused
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.ledger.facts import HostTakenOver
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.messages import News, Reply, Sync
from tournament.use_cases import StoreUnavailable
from ui.joining.connection import ANSWERED_WITHIN, REACHED_WITHIN, Connection, Hello, Reached
from ui.joining.failures import CertificateChanged, ServerAway

if TYPE_CHECKING:
    from tournament.sharing.invitation import Invitation
    from ui.joining.finding import ComputerSearch, WantedComputers

_FILE = "host.json"
_SEARCHED = "searched"
"""An empty file that was touched when a search had found nobody."""
_AGAIN = 30.0
"""Seconds after which the next command searches again."""
_SLOW = 1.0
"""Seconds without an answer after which the search begins."""
_AT_FIRST = 1.0
"""Seconds that a window waits for a search that has just begun before it says that the host is away."""
_FINGERPRINT = re.compile("[0-9a-f]{64}")
_AT_ONCE = 16
"""The most computers that are asked at the same time."""


class Known(Struct, frozen=True):
    """What a desk knows about its host and the other desks, in case the host is lost."""

    address: str
    """Address of the host, as ``host:port``."""
    fingerprint: str
    """Fingerprint of the host's certificate, hexadecimal."""
    event: str
    """The id of the event's first entry."""
    take_over: int
    """How many entries the event had before its latest takeover; 0 if there was none."""
    news: News
    """The latest message of the host, without answers and entries."""
    chosen: tuple[int, str] | None = None
    """A takeover (as ``take_over``) after which several computers host the event, and the chosen fingerprint."""


@dataclass(frozen=True, slots=True)
class FoundHost:
    """A computer that serves an event."""

    address: str
    fingerprint: str
    """Its id, hexadecimal."""
    hello: Hello


class SeveralHosts(StoreUnavailable):
    """Several computers host the event since the same takeover, or one that was not chosen; people must decide."""

    def __init__(self, text: Text, hosts: tuple[FoundHost, ...]) -> None:
        super().__init__(text)
        self.hosts = hosts


def kept_host(folder: Path) -> Known | None:
    """What the desk of ``folder`` has stored; None before it joins, or if the file is unreadable. Raises OSError."""
    try:
        return decode((folder / _FILE).read_bytes(), type=Known)
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
        searched_for: float = _AT_FIRST,
        search: "ComputerSearch | None" = None,
    ) -> None:
        """``key`` is the file of the key of this computer. ``searched_for``: seconds that `reach` waits for a search
        for a host that is away; it goes on meanwhile."""
        self._folder, self._invitation, self._key, self._answered_within = folder, invitation, key, answered_within
        self._searched_for, self._search = searched_for, search
        self._in_a_command = searched_for > _AT_FIRST
        """Whether the search ends with a command, so that the next command begins another."""
        self._making_search = Lock()
        self._invited = invitation.first_host.hex()
        self._moved = dict[str, str]()
        """The addresses at which computers were found again, by fingerprint."""
        self._typed: tuple[str, ...] = ()
        """The places that somebody typed."""
        self._others = set[str]()
        """Addresses at which one of the computers serves another event."""
        self._reached: FoundHost | None = None
        self._was_away = False
        """Whether the host was away since this desk was started, so that another may have taken over meanwhile."""
        self.known = kept_host(folder)
        self.rivals: tuple[FoundHost, ...] = ()
        """The hosts among which people must choose; empty if there is one host or none."""

    def choose(self, host: FoundHost) -> None:
        """Follow ``host`` until another takes over from it. Raises StoreUnavailable."""
        if self.known is None:
            return
        try:
            self._keep(replace(self.known, chosen=(host.hello.take_over, host.fingerprint)))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise StoreUnavailable(mark("The choice of the host cannot be kept: {reason}.", reason=reason)) from error

    def reach(self, shown: bool) -> Reached:
        """Connect to the current host; this computer shows its certificate there if ``shown``.

        A host from which another has taken over is ignored. Raises what `Connection` raises, and SeveralHosts.
        """
        from ui.joining.pinned import http_client, pinned_context

        rivals: tuple[FoundHost, ...] = ()
        try:
            try:
                with self._searching_if_slow():
                    found = self._find()
            except (ServerAway, CertificateChanged):
                if not self._found_again():
                    raise
                found = self._find()
            self._reached = found
            key = self._key if shown else None
            context = pinned_context(found.address, bytes.fromhex(found.fingerprint), REACHED_WITHIN, key)
            return found.address, http_client(context, found.address, self._answered_within)
        except SeveralHosts as error:
            rivals = error.hosts
            raise
        finally:
            self.rivals = rivals

    def _find(self) -> FoundHost:
        try:
            invited = self._ask(self._at(self._invited, self._invitation.addresses), self._invited)
        except (ServerAway, CertificateChanged) as error:
            self._was_away = True
            if (found := self._elsewhere()) is None:
                raise error from error.__cause__
            return found
        return self._newest(invited)

    def _newest(self, invited: FoundHost) -> FoundHost:
        """``invited``, or the host that has taken over from it, if there is one."""
        known = self.known.take_over if self.known is not None else 0
        left_behind = invited.hello.take_over < known
        found = self._elsewhere() if left_behind or self._was_away else None
        if found is not None and (left_behind or found.hello.take_over > invited.hello.take_over):
            return found
        if left_behind:
            raise ServerAway(_left_behind(invited.address), invited.address)
        return invited

    def search_at(self, text: str) -> None:
        """Search first at the address ``text``, which somebody typed with or without a port. Raises Refused."""
        from ui.joining.places import likely_ports, typed_places

        self._typed = typed_places(text, likely_ports(self._at(self._invited, self._invitation.addresses)))

    def close(self) -> None:
        """End the search, if there is one."""
        if self._search is not None:
            self._search.close()

    def _at(self, fingerprint: str, addresses: Iterable[str]) -> tuple[str, ...]:
        """The addresses at which to ask for the computer with ``fingerprint``: where it was found last, and these."""
        found = [self._moved[fingerprint]] if fingerprint in self._moved else []
        last = [self.known.address] if self.known is not None and self.known.fingerprint == fingerprint else []
        return tuple(dict.fromkeys((*found, *last, *addresses)))

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
                    (self._folder / _SEARCHED).touch()
            return False
        try:
            host = ask((found.address,), found.id.hex(), self._answered_within)
        except (ServerAway, CertificateChanged, StoreUnavailable, Refused):  # away again
            return False
        if host.hello.event != str(self._invitation.event):
            self._others.add(found.address)
            return False
        self._moved[found.id.hex()] = found.address
        return True

    def _the_search(self) -> "ComputerSearch":
        from ui.joining.finding import ComputerSearch

        with self._making_search:
            self._search = self._search or ComputerSearch(self._invitation.event)
            return self._search

    def _wanted(self) -> "WantedComputers":
        """The computers that may host the event, and the addresses at which `_find` asks for them."""
        from ui.joining.finding import WantedComputers

        desks = self.known.news.desks if self.known is not None else ()
        ids = {self._invited, *(each.id for each in desks)}
        asked = self._at(self._invited, self._invitation.addresses)
        asked += tuple(place for each in desks for place in self._at(each.id, (each.address,)) if place)
        return WantedComputers(
            frozenset(bytes.fromhex(each) for each in ids if _FINGERPRINT.fullmatch(each)),
            (*self._typed, *asked),
            frozenset((*asked, *self._others)),
        )

    def _searched_lately(self) -> bool:
        """Whether a command has just searched for nothing: a script that calls many must not flood the network."""
        try:
            last = (self._folder / _SEARCHED).stat().st_mtime if self._in_a_command else 0.0
        except OSError:
            return False
        return 0 <= time.time() - last < _AGAIN

    def heard(self, question: Sync, reply: Reply) -> None:
        """Store what the host said about the desks in ``reply``, its answer to ``question``."""
        if not isinstance(reply, News) or self._reached is None:
            return
        begun = self.known.take_over if self.known is not None and question.have.entries else 0
        taken_over = (each.position - 1 for each in reply.entries if each.kind == HostTakenOver.kind)
        host = self._reached
        news = replace(reply, answers=(), entries=())
        chosen = self.known.chosen if self.known is not None else None
        take_over = max(begun, *taken_over, 0)
        known = Known(host.address, host.fingerprint, str(self._invitation.event), take_over, news, chosen)
        if self.known is None or _lasting(known) != _lasting(self.known):
            with suppress(OSError):  # the next answer tries again; meanwhile the old file serves
                self._keep(known)

    def _keep(self, known: Known) -> None:
        write_whole(self._folder / _FILE, encode(known).decode())
        self.known = known

    def _ask(self, addresses: Sequence[str], fingerprint: str) -> FoundHost:
        return ask(addresses, fingerprint, self._answered_within)

    def _elsewhere(self) -> FoundHost | None:
        """The desk that hosts the event now, else one that is taking over; None if there is none."""
        known = self.known
        if known is None:
            return None
        places = ((place, each.id) for each in known.news.desks for place in self._at(each.id, (each.address,)))
        found = serving(str(self._invitation.event), places, self._answered_within)
        hosts = [each for each in found if not each.hello.gathering and each.hello.take_over >= known.take_over]
        newest = max((each.hello.take_over for each in hosts), default=0)
        same = [each for each in hosts if each.hello.take_over == newest]
        asked, wanted = known.chosen or (None, "")
        best = [each for each in same if asked != newest or each.fingerprint == wanted]
        # While nobody hosts the event, prefer the desk that has collected the most entries.
        gathering = sorted((each for each in found if each.hello.gathering), key=lambda each: -each.hello.entries)
        chosen = next(iter(gathering), None) if not same else best[0] if len(best) == 1 else None
        if same and chosen is None:
            raise SeveralHosts(_several(same), tuple(same))
        return chosen


def ask(addresses: Sequence[str], fingerprint: str, answered_within: float = REACHED_WITHIN) -> FoundHost:
    """Connect to one of ``addresses`` and ask which event it serves. Raises what `Connection` raises."""
    from ui.joining.pinned import first_reached, http_client

    address, context = first_reached(addresses, bytes.fromhex(fingerprint), REACHED_WITHIN)
    client = http_client(context, address, answered_within)
    return FoundHost(address, fingerprint, Connection(lambda _shown: (address, client), "en").hello())


def serving(
    event: str, places: Iterable[tuple[str, str]], answered_within: float = REACHED_WITHIN
) -> tuple[FoundHost, ...]:
    """The computers at these ``places`` (address and fingerprint) that serve ``event``. All are asked at once."""
    asked = [place for place in dict.fromkeys(places) if place[0] and _FINGERPRINT.fullmatch(place[1])]
    if not asked:
        return ()
    with ThreadPoolExecutor(min(_AT_ONCE, len(asked)), "hosts") as threads:
        found = tuple(threads.map(partial(_asked, event, answered_within), asked))
    return tuple(each for each in found if each is not None)


def hosted_elsewhere(event: str, places: Iterable[tuple[str, str]], take_over: int) -> str:
    """Name and address of a computer at ``places`` that hosts ``event`` or is taking it over; empty if there is none.

    ``take_over`` is how many entries the event had before the latest takeover that the caller knows. A host with an
    older one was left behind, and is ignored.
    """
    found = serving(event, places)
    return next((_shown(each) for each in found if each.hello.gathering or each.hello.take_over >= take_over), "")


def refuse_hosted_elsewhere(event: str, places: Iterable[tuple[str, str]], take_over: int) -> None:
    """Raise StoreUnavailable if `hosted_elsewhere` finds a host."""
    if host := hosted_elsewhere(event, places, take_over):
        text = mark(
            "This event is hosted by {host} now. Join it with an invitation from there; what only this file has can be "
            "sent again by the desks that entered it. To share this file all the same, add --anyway.",
            host=host,
        )
        raise StoreUnavailable(text)


def _asked(event: str, answered_within: float, place: tuple[str, str]) -> FoundHost | None:
    """The server of ``event`` at this place; None if there is none."""
    try:
        found = ask(place[:1], place[1], answered_within)
    except (ServerAway, CertificateChanged, StoreUnavailable, Refused):
        return None
    return found if found.hello.event == event else None


def _lasting(known: Known) -> Known:
    """``known`` without what changes with every message, so that the file is written only when more has changed."""
    desks = tuple(replace(each, last_word="", sheet=None, have=0) for each in known.news.desks)
    return replace(known, news=replace(known.news, desks=desks, now="", end=NO_ENTRIES))


def _shown(host: FoundHost) -> str:
    name = harmless_line(host.hello.desk or host.hello.host)
    return f"{name} ({host.address})" if name else host.address


def _several(hosts: Sequence[FoundHost]) -> Text:
    """The message to the person who must choose among ``hosts``."""
    if len(hosts) == 1:
        return mark(
            "The host that was chosen here is away, and {host} says that it hosts the event. If the other does not "
            "come back, choose this one.",
            host=_shown(hosts[0]),
        )
    return mark(
        "Two computers say that they host this event: {hosts}. Agree on one, stop sharing at the other, and join the "
        "one that stays with its invitation.",
        hosts=tuple(map(_shown, hosts)),
    )


def _left_behind(address: str) -> Text:
    return mark(
        "The server at {address} was left behind: another computer has taken over from it, and is away.",
        address=address,
    )
