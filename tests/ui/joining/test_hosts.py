"""Which of several computers a desk takes for its host, and that it keeps no connection to the others."""

from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.messages import PROTOCOL, News, Sync
from tournament.use_cases import StoreUnavailable
from ui.joining import hosts
from ui.joining.connection import Hello
from ui.joining.failures import ServerAway
from ui.joining.hosts import FoundHost, Hosts, Known, SeveralHosts

EVENT = "5f0c6d3e-0000-4000-8000-000000000001"
INVITATION: Any = SimpleNamespace(event=EVENT, addresses=("hall:1",), fingerprint=b"\x01" * 32)
NEWS = News((), (), NO_ENTRIES, "", False, ())
SAID = Hello(1, EVENT, "Cup", 9, False, "hall")


def found(address: str, take_over: int, *, gathering: bool = False, fingerprint: str = "01" * 32) -> FoundHost:
    hello = replace(SAID, take_over=take_over, gathering=gathering)
    client = httpx.Client(transport=httpx.MockTransport(lambda _request: httpx.Response(200)))
    return FoundHost(address, fingerprint, client, hello)


@pytest.mark.parametrize("known", [None, 0, 1])
@pytest.mark.parametrize("invited", [None, 0, 1, 2])
def test_a_desk_keeps_one_connection_to_the_newest_host_and_none_to_the_others(
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
        desk = Hosts(tmp_path, INVITATION)
        desk._was_away = was_away
        desk.known = Known("hall:1", "01" * 32, EVENT, known, NEWS) if known is not None else None
        answered = [each for each in (at_invited, *elsewhere) if each]
        try:
            address, client = desk.reach()
        except (ServerAway, StoreUnavailable):
            assert all(each.client.is_closed for each in answered if asked or each is at_invited)
            continue
        met = answered if asked else answered[:1]
        assert [each.address for each in met if not each.client.is_closed] == [address]
        (chosen,) = (each for each in answered if each.client is client)
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
    desk = Hosts(tmp_path, INVITATION)
    desk.known = Known("hall:1", "01" * 32, EVENT, 0, NEWS)

    def asks(*rivals: FoundHost) -> None:
        with pytest.raises(SeveralHosts) as told:
            desk.reach()
        assert told.value.hosts == desk.rivals == rivals

    asks(north, south)
    with monkeypatch.context() as full:
        full.setattr(hosts, "write_whole", _full)
        with pytest.raises(StoreUnavailable, match="cannot be kept"):
            desk.choose(north)
    asks(north, south)
    desk.choose(north)
    assert desk.reach() == north.way
    assert desk.rivals == ()
    desk.heard(Sync(PROTOCOL, NO_ENTRIES), NEWS)
    desk = Hosts(tmp_path, INVITATION)  # it is started again
    assert desk.reach() == north.way
    served.remove(north)
    asks(south)
    served.append(north)
    assert desk.reach() == north.way
    served.clear()
    with pytest.raises(ServerAway):
        desk.reach()
    assert desk.rivals == ()
    served.append(south)
    desk.choose(south)
    assert desk.reach() == south.way
    served.append(west := found("desk:3", 3))
    assert desk.reach() == west.way
    served.append(found("desk:4", 3, fingerprint="04" * 32))
    asks(*served[1:])
