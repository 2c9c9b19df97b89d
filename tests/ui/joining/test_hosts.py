"""Which of several computers a desk takes for its host, and where it looks for it. No network is used."""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from threading import Barrier, Thread, current_thread
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.examples.keys import key_of
from tests.waiting import PATIENCE
from tournament.event.problem import Refused
from tournament.files.writing import write_whole
from tournament.language import mark
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.sharing.ends import SignedEnd, made_end, read_end
from tournament.sharing.messages import PROTOCOL, DeskSeen, News, Offer, Replaced, Sync
from tournament.sharing.statements import HostPath, Signed, Statements, made_statement, written_path
from tournament.sharing.succession import staying, taking_over
from ui.joining import hosts, pinned
from ui.joining.connection import Hello
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.finding import FoundComputer, WantedComputers
from ui.joining.hosts import FoundHost, Hosts, kept_end_of, kept_host

KEY = Path("key.pem")
EVENT = "5f0c6d3e-0000-4000-8000-000000000001"
FIRST, NORTH, SOUTH, STRANGER = map(key_of, ("first host", "north", "south", "stranger"))
INVITATION: Any = SimpleNamespace(event=EVENT, addresses=("hall:1",), first_host=FIRST.id)
NEWS = News((), (), NO_ENTRIES, "", False, ())
ROOT = HostPath(FIRST.id)


def namings() -> Iterator[bytes]:
    return (number.to_bytes(16) for number in count(1))


_NAMINGS = namings()


def naming() -> bytes:
    return next(_NAMINGS)


def named(known: Statements, *deputies: Any) -> Statements:
    """What is known after the first host named these."""
    return known.merge([made_statement(known, ROOT, FIRST, [each.certificate for each in deputies], naming)])


NOBODY = named(Statements(EVENT, FIRST.id))
NAMED = named(NOBODY, NORTH, SOUTH)
TAKEN = NAMED.merge([taking_over(NAMED, NORTH, naming)])
STAYED = TAKEN.merge([staying(TAKEN, ROOT, FIRST, naming)])


@dataclass
class Network:
    """Servers by address: the key of each, the host that it says it is, and the statements that it knows."""

    at: dict[str, tuple[Any, HostPath | None, Statements]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    event: str = EVENT

    def serve(self, address: str, key: Any, path: HostPath | None, known: Statements) -> None:
        self.at[address] = key, path, known

    def ask(self, addresses: Sequence[str], id: bytes, *_: object) -> FoundHost:
        changed: CertificateChanged | None = None
        for address in addresses:
            self.asked.append(address)
            if address in self.at:
                key, path, known = self.at[address]
                if key.id == id:
                    return FoundHost(address, id, self._hello(path, known))
                changed = CertificateChanged(address, id, key.id)
        raise changed or ServerAway(mark("Interrupted: nothing more was written."), addresses[0])

    def _hello(self, path: HostPath | None, known: Statements) -> Hello:
        written = written_path(FIRST.certificate, path) if path is not None else None
        hello = Hello(PROTOCOL, self.event, "Cup", 9, gathering=False, host="hall")
        return replace(hello, hosting=path is not None, path=written, statements=known.signed)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """A client is the address that it asks, the id of who must answer there, and the key that it shows."""
    found = Network()
    monkeypatch.setattr(hosts, "ask", found.ask)
    monkeypatch.setattr(pinned, "pinned_context", lambda address, found, _timeout, key: (address, found, key))
    monkeypatch.setattr(pinned, "http_client", lambda context, *_: context)
    return found


class FakeSearch:
    """A search that finds what the test says."""

    def __init__(self, *found: FoundComputer) -> None:
        self.found = list(found)
        self.wanted = list[WantedComputers]()
        self.begun = list[WantedComputers]()
        self.waited = list[float]()
        self.closed = False

    def begin(self, wanted: WantedComputers) -> None:
        self.begun.append(wanted)

    def look(self, wanted: WantedComputers, wait: float = 0.0) -> FoundComputer | None:
        self.wanted.append(wanted)
        self.waited.append(wait)
        return self.found.pop(0) if self.found else None

    def close(self) -> None:
        self.closed = True


def desk_of(folder: Path, search: FakeSearch | None = None, **more: Any) -> Hosts:
    fake: Any = search or FakeSearch()
    return Hosts(folder, INVITATION, KEY, search=fake, **more)


def reached(desk: Hosts) -> tuple[str, bytes]:
    """The address and the id of the host that the desk reaches."""
    address, client = desk.reach(True)
    shown: Any = client
    assert shown[2] == KEY
    return address, shown[1]


def knows(desk: Hosts, known: Statements, *desks: DeskSeen) -> None:
    """Let the host that the desk follows tell it these statements and desks."""
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, known=known.digest, statements=known.signed, desks=desks))


def seen(key: Any, address: str) -> DeskSeen:
    return DeskSeen("desk", key.id.hex(), "", None, "", None, 0, address, 0)


NORTH_AT, SOUTH_AT = seen(NORTH, "north:1"), seen(SOUTH, "south:1")
TAKEN_PATH = TAKEN.host


def test_a_desk_follows_the_first_host_and_asks_nobody_else_while_it_answers(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    assert reached(desk) == ("hall:1", FIRST.id)
    knows(desk, NAMED, NORTH_AT, SOUTH_AT)
    assert reached(desk) == ("hall:1", FIRST.id)
    assert set(network.asked) == {"hall:1"}
    assert (desk.path, desk.host) == (ROOT, FIRST.id)


def test_a_deputy_that_took_over_is_followed_also_after_a_restart(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    reached(desk)
    knows(desk, NAMED, NORTH_AT, SOUTH_AT)
    network.at.clear()
    with pytest.raises(ServerAway):
        desk.reach(True)
    network.serve("north:1", NORTH, TAKEN_PATH, TAKEN)
    for each in (desk, desk_of(tmp_path)):
        assert reached(each) == ("north:1", NORTH.id)
        assert each.host_name == "desk"
    network.asked.clear()
    assert reached(desk_of(tmp_path)) == ("north:1", NORTH.id)
    assert network.asked == ["north:1"], "the one that it follows is asked first"


@pytest.mark.parametrize("known", [NOBODY, NAMED, STAYED])
def test_nobody_follows_a_computer_whom_no_naming_makes_the_host(
    network: Network, tmp_path: Path, known: Statements
) -> None:
    """It was never named, has not signed, or was named anew since."""
    network.serve("hall:1", FIRST, ROOT, known)
    desk = desk_of(tmp_path)
    reached(desk)
    knows(desk, known, NORTH_AT, SOUTH_AT)
    network.at.clear()
    network.serve("north:1", NORTH, TAKEN_PATH, known)
    network.serve("hall:1", SOUTH, ROOT, known)
    with pytest.raises((ServerAway, CertificateChanged)):
        desk.reach(True)


def test_a_host_that_still_answers_is_followed_until_it_steps_back(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    network.serve("north:1", NORTH, TAKEN_PATH, TAKEN)
    desk = desk_of(tmp_path)
    reached(desk)
    knows(desk, TAKEN, NORTH_AT, SOUTH_AT)
    assert reached(desk) == ("hall:1", FIRST.id)
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), Replaced(TAKEN.signed))
    network.serve("hall:1", FIRST, None, TAKEN)
    assert reached(desk) == ("north:1", NORTH.id)
    network.serve("hall:1", FIRST, ROOT, STAYED)
    network.at.pop("north:1")
    assert reached(desk) == ("hall:1", FIRST.id), "people there decided to stay"


def test_a_desk_joins_a_successor_whose_invitation_names_the_first_host(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", NORTH, TAKEN_PATH, TAKEN)
    assert reached(desk_of(tmp_path)) == ("hall:1", NORTH.id)


@pytest.mark.parametrize("known", [NOBODY, NAMED, STAYED])
def test_a_stranger_at_the_address_of_an_invitation_is_not_believed(
    network: Network, tmp_path: Path, known: Statements
) -> None:
    network.serve("hall:1", NORTH, TAKEN_PATH, known)
    desk = desk_of(tmp_path)
    with pytest.raises(CertificateChanged):
        desk.reach(False)
    assert kept_host(tmp_path) is None or desk.path is None


def test_a_joining_computer_shows_no_certificate(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NOBODY)
    _, client = desk_of(tmp_path).reach(False)
    shown: Any = client
    assert shown == ("hall:1", FIRST.id, None)


def test_statements_are_sent_to_a_host_that_does_not_know_them(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NOBODY)
    desk = desk_of(tmp_path)
    reached(desk)
    assert desk.complete(Sync(PROTOCOL, NO_ENTRIES)).statements == NOBODY.signed
    knows(desk, NAMED)
    sent = desk.complete(Sync(PROTOCOL, NO_ENTRIES))
    assert (sent.known, sent.statements) == (NAMED.digest, ())
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, known=NOBODY.digest))
    assert desk.complete(Sync(PROTOCOL, NO_ENTRIES)).statements == NAMED.signed


def test_how_far_the_time_of_the_host_is_ahead_is_kept_and_the_way_through_the_network_is_no_change(
    network: Network, tmp_path: Path
) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    reached(desk)

    def tell(ahead: float) -> float:
        now = (datetime.now(UTC) + timedelta(seconds=ahead)).isoformat(timespec="milliseconds")
        desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, now=now))
        kept = kept_host(tmp_path)
        assert kept is not None
        assert kept.host_ahead == desk.known.host_ahead
        return kept.host_ahead

    assert tell(0.3) == 0.0
    first = tell(600)
    assert first == pytest.approx(600, abs=5)
    assert tell(599.8) == first
    assert tell(-60) == pytest.approx(-60, abs=5)
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, now="yesterday"))
    assert desk.known.host_ahead == pytest.approx(-60, abs=5)


def test_the_newest_end_that_the_host_signed_is_kept_and_offered(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    reached(desk)
    assert desk.complete(Offer(())).end is None
    for entries in (3, 2):
        end = made_end(NAMED, ROOT, FIRST, Fingerprint(entries, "ab" * 32))
        desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, closing=end.signed))
    forged = made_end(TAKEN, TAKEN_PATH, NORTH, Fingerprint(9, "cd" * 32))
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, closing=forged.signed))
    kept = kept_end_of(tmp_path, EVENT)
    assert kept is not None
    assert (kept.end.entries, kept.path) == (3, ROOT)
    assert desk_of(tmp_path).complete(Offer(())).end == kept.signed


def test_with_another_first_host_nothing_of_before_counts(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    reached(desk)
    knows(desk, NAMED, NORTH_AT)
    anew: Any = SimpleNamespace(event=EVENT, addresses=("north:1",), first_host=NORTH.id)
    other = Hosts(tmp_path, anew, KEY, search=FakeSearch())  # type: ignore[arg-type]
    assert (other.path, other.known.statements) == (None, ())


def test_a_file_of_an_earlier_version_is_as_none(tmp_path: Path) -> None:
    for content in (b'{"address": "hall:1", "fingerprint": "ab"}', b"{", b"\xff"):
        (tmp_path / "host.json").write_bytes(content)
        assert kept_host(tmp_path) is None
        (tmp_path / "end.json").write_bytes(content)
        assert kept_end_of(tmp_path, EVENT) is None


def test_a_full_disk_hinders_nobody(network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(hosts, "write_whole", full)
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    assert reached(desk) == ("hall:1", FIRST.id)
    knows(desk, NAMED, NORTH_AT)
    assert desk.statements == NAMED
    network.at.clear()
    network.serve("north:1", NORTH, TAKEN_PATH, TAKEN)
    assert reached(desk) == ("north:1", NORTH.id), "it knows what it could not store"
    monkeypatch.undo()
    knows(desk, TAKEN, NORTH_AT)
    kept = kept_host(tmp_path)
    assert kept is not None
    assert (kept.verified, kept.addresses[NORTH.id.hex()]) == (TAKEN, "north:1")


def test_what_two_threads_learn_at_the_same_time_is_all_known(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk = desk_of(tmp_path)
    reached(desk)
    others = list[Thread]()

    def slowly(path: Path, text: str) -> None:
        if not others:  # the other thread finds the host elsewhere at this moment
            found = FoundHost("hall:2", FIRST.id, network.ask(["hall:1"], FIRST.id).hello)
            others.append(Thread(target=desk._note_address, args=(found,)))
            others[0].start()
            others[0].join(0.2)
        write_whole(path, text)

    monkeypatch.setattr(hosts, "write_whole", slowly)
    knows(desk, NAMED, NORTH_AT, SOUTH_AT)
    others[0].join()
    for known in (desk.known, kept_host(tmp_path)):
        assert known is not None
        assert known.addresses == {FIRST.id.hex(): "hall:2"}
        assert known.news is not None


def test_an_end_that_is_known_is_not_verified_again(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    desk, verified = desk_of(tmp_path), list[Signed]()
    reached(desk)

    def counted(content: Signed, event: str) -> SignedEnd | None:
        verified.append(content)
        return read_end(content, event)

    monkeypatch.setattr(hosts, "read_end", counted)
    for entries in (3, 3, 4):
        end = made_end(NAMED, ROOT, FIRST, Fingerprint(entries, "ab" * 32))
        for _ in range(9):
            desk.heard(Sync(PROTOCOL, NO_ENTRIES), replace(NEWS, closing=end.signed))
    assert len(verified) == 3
    assert desk.end is not None
    assert desk.end.end.entries == 4


def test_many_are_asked_at_once_in_threads_for_which_no_program_waits_when_it_ends() -> None:
    together = Barrier(16, timeout=20)

    def ask(number: int) -> tuple[int, bool]:
        if number < 16:
            together.wait()
        return number, current_thread().daemon

    assert hosts.at_once(ask, range(40)) == [(number, True) for number in range(40)]
    with pytest.raises(ZeroDivisionError):
        hosts.at_once(lambda number: 1 // number, (1, 0, 2))


# At other addresses


def test_a_host_with_another_address_is_followed_there_also_after_a_restart(network: Network, tmp_path: Path) -> None:
    network.serve("10.0.0.9:8470", FIRST, ROOT, NOBODY)
    search = FakeSearch(FoundComputer("10.0.0.9:8470", FIRST.id))
    desk = desk_of(tmp_path, search, searched_for=7.0)
    assert reached(desk) == ("10.0.0.9:8470", FIRST.id)
    assert search.wanted == [WantedComputers(frozenset({FIRST.id}), ("hall:1",), frozenset({"hall:1"}))]
    assert search.waited == [7.0]
    desk = desk_of(tmp_path, search)
    assert reached(desk) == ("10.0.0.9:8470", FIRST.id)
    assert len(search.wanted) == 1, "it was at its last address"
    network.at.clear()
    with pytest.raises(ServerAway):
        desk.reach(True)
    assert search.wanted[1].known == ("10.0.0.9:8470", "hall:1")
    desk.close()
    assert search.closed


def test_a_server_of_another_event_is_not_taken_for_the_host_and_not_asked_again(
    network: Network, tmp_path: Path
) -> None:
    network.serve("10.0.0.9:8470", FIRST, ROOT, NOBODY)
    network.event = "another"
    search = FakeSearch(FoundComputer("10.0.0.9:8470", FIRST.id))
    desk = desk_of(tmp_path, search)
    for _ in range(2):
        with pytest.raises(ServerAway):
            desk.reach(True)
    assert "10.0.0.9:8470" in search.wanted[1].asked


@pytest.mark.usefixtures("network")
def test_commands_that_follow_each_other_share_a_search_that_finds_nobody(tmp_path: Path) -> None:
    search = FakeSearch()

    def call(in_a_command: bool) -> int:
        with pytest.raises(ServerAway):
            desk_of(tmp_path, search, searched_for=7.0, in_a_command=in_a_command).reach(True)
        return len(search.wanted)

    assert [call(True), call(True)] == [1, 1]
    assert call(False) == 2, "a window has a search of its own, with pauses"
    os.utime(tmp_path / "searched", (0, 0))
    assert call(True) == 3


def test_the_search_begins_while_the_known_addresses_are_silent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    search = FakeSearch()

    def ask(*_: object) -> FoundHost:
        end = time.monotonic() + PATIENCE
        while not search.begun and time.monotonic() < end:
            time.sleep(0.001)
        raise ServerAway(mark("Interrupted: nothing more was written."), "hall:1")

    monkeypatch.setattr(hosts, "_SLOW", 0.01)
    monkeypatch.setattr(hosts, "ask", ask)
    with pytest.raises(ServerAway):
        desk_of(tmp_path, search).reach(True)
    assert search.begun == search.wanted


@pytest.mark.usefixtures("network")
def test_an_address_that_somebody_types_is_searched_first(tmp_path: Path) -> None:
    search = FakeSearch()
    desk = desk_of(tmp_path, search)
    desk.search_at("10.0.0.9")
    with pytest.raises(ServerAway):
        desk.reach(True)
    known = search.wanted[0].known
    assert known[:2] == ("10.0.0.9:1", "10.0.0.9:8470"), "at the port of the invitation, then at the fixed ones"
    assert known[-1] == "hall:1"
    with pytest.raises(Refused):
        desk.search_at("no address")


def test_a_deputy_that_took_over_is_found_at_another_address(network: Network, tmp_path: Path) -> None:
    network.serve("hall:1", FIRST, ROOT, NAMED)
    search = FakeSearch(FoundComputer("10.0.0.7:8470", NORTH.id))
    desk = desk_of(tmp_path, search)
    reached(desk)
    knows(desk, NAMED, NORTH_AT, SOUTH_AT)
    network.at.clear()
    network.serve("10.0.0.7:8470", NORTH, TAKEN_PATH, TAKEN)
    assert reached(desk) == ("10.0.0.7:8470", NORTH.id)
    assert search.wanted[0].ids == {FIRST.id, NORTH.id, SOUTH.id}
    assert search.wanted[0].known == ("hall:1", "north:1", "south:1")


def test_a_newcomer_whose_invitation_names_only_the_lost_host_finds_its_successor(
    network: Network, tmp_path: Path
) -> None:
    """Neither the invitation nor the lost host tells of the successor; among strangers, only statements do."""
    network.serve("10.0.0.7:8470", NORTH, TAKEN_PATH, TAKEN)
    network.serve("10.0.0.8:8470", SOUTH, None, TAKEN)
    network.serve("10.0.0.9:8470", STRANGER, TAKEN_PATH, TAKEN)
    others = [FoundComputer(f"10.0.0.{number}:8470", key.id) for number, key in ((9, STRANGER), (8, SOUTH), (7, NORTH))]

    class Search(FakeSearch):
        def look(self, wanted: WantedComputers, wait: float = 0.0) -> FoundComputer | None:
            super().look(wanted, wait)
            return desk._host_among(others)

    desk = desk_of(tmp_path, Search())
    assert reached(desk) == ("10.0.0.7:8470", NORTH.id)
    assert desk.host == NORTH.id


def test_of_strangers_nobody_is_taken_for_the_host_who_does_not_host_the_event_now(
    network: Network, tmp_path: Path
) -> None:
    network.serve("10.0.0.7:8470", NORTH, TAKEN_PATH, STAYED)
    network.serve("10.0.0.8:8470", SOUTH, None, TAKEN)
    desk = desk_of(tmp_path)
    others = [FoundComputer("10.0.0.7:8470", NORTH.id), FoundComputer("10.0.0.8:8470", SOUTH.id)]
    assert desk._host_among(others) is None
    network.event = "another"
    network.serve("10.0.0.7:8470", NORTH, TAKEN_PATH, TAKEN)
    assert desk_of(tmp_path / "other")._host_among(others) is None
