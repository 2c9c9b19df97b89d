"""Which of several computers a desk takes for its host."""

import os
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.examples.keys import key_of
from tournament.event.problem import Refused
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.messages import PROTOCOL, DeskSeen, News, Sync
from tournament.use_cases import StoreUnavailable
from ui.joining import hosts, pinned
from ui.joining.connection import Hello
from ui.joining.failures import ServerAway
from ui.joining.finding import FoundComputer, WantedComputers
from ui.joining.hosts import FoundHost, Hosts, Known, SeveralHosts

KEY = Path("key.pem")
EVENT = "5f0c6d3e-0000-4000-8000-000000000001"
INVITATION: Any = SimpleNamespace(event=EVENT, addresses=("hall:1",), first_host=b"\x01" * 32)
NEWS = News((), (), NO_ENTRIES, "", False, ())
SAID = Hello(1, EVENT, "Cup", 9, False, "hall")


def found(address: str, take_over: int, *, gathering: bool = False, fingerprint: str = "01" * 32) -> FoundHost:
    return FoundHost(address, fingerprint, replace(SAID, take_over=take_over, gathering=gathering))


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client is the address that it asks, the id of who must answer there, and the key that it shows."""
    monkeypatch.setattr(pinned, "pinned_context", lambda address, found, _timeout, key: (address, found.hex(), key))
    monkeypatch.setattr(pinned, "http_client", lambda context, *_: context)


def reached(host: FoundHost) -> object:
    """What `Hosts.reach` returns for this host."""
    return host.address, (host.address, host.fingerprint, KEY)


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


NOTHING: Any = FakeSearch()
"""A search that finds nothing."""


@pytest.mark.parametrize("known", [None, 0, 1])
@pytest.mark.parametrize("invited", [None, 0, 1, 2])
def test_a_desk_follows_the_newest_host(
    known: int | None, invited: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """For every pair of other computers: each gone, gathering, or the host since the take-over 0, 1 or 2."""
    others = [None, (0, True), (1, True), *((number, False) for number in range(3))]
    asked = list[bool]()
    at_invited: FoundHost | None = None
    elsewhere = list[FoundHost]()

    def ask(*_: object) -> FoundHost:
        if at_invited is None:
            raise ServerAway(hosts._left_behind("hall:1"), "hall:1")
        return at_invited

    def serving(*_: object) -> tuple[FoundHost, ...]:
        asked.append(True)
        return tuple(elsewhere)

    monkeypatch.setattr(hosts, "ask", ask)
    monkeypatch.setattr(hosts, "serving", serving)
    for first, second, was_away in product(others, others, (False, True)):
        asked.clear()
        elsewhere = [
            found(f"desk:{port}", each[0], gathering=each[1]) for port, each in enumerate((first, second)) if each
        ]
        at_invited = found("hall:1", invited) if invited is not None else None
        desk = Hosts(tmp_path, INVITATION, KEY, search=NOTHING)
        desk._was_away = was_away
        desk.known = Known("hall:1", "01" * 32, EVENT, known, NEWS) if known is not None else None
        answered = [each for each in (at_invited, *elsewhere) if each]
        try:
            address, _ = desk.reach(True)
        except (ServerAway, StoreUnavailable):
            continue
        met = answered if asked else answered[:1]
        (chosen,) = (each for each in met if each.address == address)
        assert chosen.hello.gathering or chosen.hello.take_over >= (known or 0)
        if not chosen.hello.gathering:
            assert chosen.hello.take_over == max(each.hello.take_over for each in met if not each.hello.gathering)


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_the_host_that_was_chosen_is_followed_until_somebody_takes_over_from_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    north, south = (found(f"desk:{port}", 2, fingerprint=f"0{port}" * 32) for port in (1, 2))
    served = [north, south]

    def away(*_: object) -> FoundHost:
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "ask", away)
    monkeypatch.setattr(hosts, "serving", lambda *_: tuple(served))
    desk = Hosts(tmp_path, INVITATION, KEY, search=NOTHING)
    desk.known = Known("hall:1", "01" * 32, EVENT, 0, NEWS)

    def asks(*rivals: FoundHost) -> None:
        with pytest.raises(SeveralHosts) as told:
            desk.reach(True)
        assert told.value.hosts == desk.rivals == rivals

    asks(north, south)
    with monkeypatch.context() as full:
        full.setattr(hosts, "write_whole", _full)
        with pytest.raises(StoreUnavailable, match="cannot be kept"):
            desk.choose(north)
    asks(north, south)
    desk.choose(north)
    assert desk.reach(True) == reached(north)
    assert desk.rivals == ()
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), NEWS)
    desk = Hosts(tmp_path, INVITATION, KEY, search=NOTHING)  # it is started again
    assert desk.reach(True) == reached(north)
    served.remove(north)
    asks(south)
    served.append(north)
    assert desk.reach(True) == reached(north)
    served.clear()
    with pytest.raises(ServerAway):
        desk.reach(True)
    assert desk.rivals == ()
    served.append(south)
    desk.choose(south)
    assert desk.reach(True) == reached(south)
    served.append(west := found("desk:3", 3))
    assert desk.reach(True) == reached(west)
    served.append(found("desk:4", 3, fingerprint="04" * 32))
    asks(*served[1:])


def test_a_host_with_another_address_is_followed_there_also_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at = {"10.0.0.9:8470": found("10.0.0.9:8470", 0)}

    def ask(addresses: Sequence[str], *_: object) -> FoundHost:
        for each in addresses:
            if each in at:
                return at[each]
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "ask", ask)
    search: Any = FakeSearch(FoundComputer("10.0.0.9:8470", b"\x01" * 32))
    desk = Hosts(tmp_path, INVITATION, KEY, searched_for=7.0, search=search)
    assert desk.reach(True) == reached(at["10.0.0.9:8470"])
    assert search.wanted == [WantedComputers(frozenset({b"\x01" * 32}), ("hall:1",), frozenset({"hall:1"}))]
    assert search.waited == [7.0]
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), NEWS)
    desk = Hosts(tmp_path, INVITATION, KEY, search=search)
    assert desk.reach(True) == reached(at["10.0.0.9:8470"])
    assert len(search.wanted) == 1, "it was at its last address"
    at.clear()
    with pytest.raises(ServerAway):
        desk.reach(True)
    assert search.wanted[1].known == ("10.0.0.9:8470", "hall:1")
    desk.close()
    assert search.closed


def test_a_server_of_another_event_is_not_taken_for_the_host_and_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = found("10.0.0.9:8470", 0)
    other = FoundHost(other.address, other.fingerprint, replace(SAID, event="another"))

    def ask(addresses: Sequence[str], *_: object) -> FoundHost:
        if "10.0.0.9:8470" in addresses:
            return other
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "ask", ask)
    search: Any = FakeSearch(FoundComputer("10.0.0.9:8470", b"\x01" * 32))
    desk = Hosts(tmp_path, INVITATION, KEY, search=search)
    for _ in range(2):
        with pytest.raises(ServerAway):
            desk.reach(True)
    assert "10.0.0.9:8470" in search.wanted[1].asked


def test_commands_that_follow_each_other_share_a_search_that_finds_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ask(*_: object) -> FoundHost:
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "ask", ask)
    search: Any = FakeSearch()

    def call(searched_for: float) -> int:
        with pytest.raises(ServerAway):
            Hosts(tmp_path, INVITATION, KEY, searched_for=searched_for, search=search).reach(True)
        return len(search.wanted)

    assert [call(7.0), call(7.0)] == [1, 1]
    assert call(1.0) == 2, "a window has a search of its own, with pauses"
    os.utime(tmp_path / "searched", (0, 0))
    assert call(7.0) == 3


def test_the_search_begins_while_the_known_addresses_are_silent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ask(*_: object) -> FoundHost:
        end = time.monotonic() + 20
        while not search.begun and time.monotonic() < end:
            time.sleep(0.001)
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "_SLOW", 0.01)
    monkeypatch.setattr(hosts, "ask", ask)
    search: Any = FakeSearch()
    with pytest.raises(ServerAway):
        Hosts(tmp_path, INVITATION, KEY, search=search).reach(True)
    assert search.begun == search.wanted


def test_an_address_that_somebody_types_is_searched_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def ask(*_: object) -> FoundHost:
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "ask", ask)
    search: Any = FakeSearch()
    desk = Hosts(tmp_path, INVITATION, KEY, search=search)
    desk.search_at("10.0.0.9")
    with pytest.raises(ServerAway):
        desk.reach(True)
    known = search.wanted[0].known
    assert known[:2] == ("10.0.0.9:1", "10.0.0.9:8470"), "at the port of the invitation, then at the fixed ones"
    assert known[-1] == "hall:1"
    with pytest.raises(Refused):
        desk.search_at("no address")


def test_a_desk_that_has_taken_over_is_found_at_another_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    north = DeskSeen("North", "", None, "", None, 0, key_of("north").certificate, "10.0.0.2:25000")
    id = key_of("north").id
    moved = found("10.0.0.7:8470", 4, fingerprint=id.hex())

    def ask(addresses: Sequence[str], fingerprint: str, *_: object) -> FoundHost:
        if "10.0.0.7:8470" in addresses and fingerprint == id.hex():
            return moved
        raise ServerAway(hosts._left_behind("hall:1"), "hall:1")

    monkeypatch.setattr(hosts, "ask", ask)
    search: Any = FakeSearch(FoundComputer("10.0.0.7:8470", id))
    desk = Hosts(tmp_path, INVITATION, KEY, search=search)
    desk.known = Known("hall:1", "01" * 32, EVENT, 0, replace(NEWS, desks=(north,)))
    assert desk.reach(True) == reached(moved)
    assert search.wanted[0].ids == {b"\x01" * 32, id}
    assert search.wanted[0].known == ("hall:1", "10.0.0.2:25000")


def test_a_stranger_shows_no_certificate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hosts, "ask", lambda *_: found("hall:1", 0))
    _, shown = Hosts(tmp_path, INVITATION, KEY, search=NOTHING).reach(False)
    assert shown == ("hall:1", "01" * 32, None)  # type: ignore[comparison-overlap]  # it stands for a client
