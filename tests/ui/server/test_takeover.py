"""Where a desk would serve if it took over, and whether it may."""

import random
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from uuid import uuid4

import pytest

from tests.examples.keys import key_of
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.sharing.invitation import split_address
from tournament.sharing.keys import ComputerKey
from tournament.sharing.statements import MOST_CHANGES, HostPath, Signed, Statements, written_path
from tournament.sharing.succession import taking_over
from tournament.use_cases import StoreUnavailable
from ui.joining import places
from ui.joining.connection import Hello
from ui.joining.hosts import FoundHost, Known
from ui.joining.key_file import kept_key
from ui.server import takeover
from ui.server.host_folder import HostFolder
from ui.server.takeover import first_host, is_here, new_naming, own_address, signing_of, take_over_signed

EVENT = str(uuid4())
NOW = datetime.now(UTC)
HALL, NORTH, SOUTH = key_of("hall"), key_of("north"), key_of("south")
"""The first host, and two other desks."""
ROOT = HostPath(HALL.id)


class Desk:
    """A desk that may take over, or not, and who answers it."""

    def __init__(self, folder: HostFolder) -> None:
        self.folder, self.key = folder, kept_key(folder.path, NOW).key
        self.answering = list[FoundHost]()
        self.asked = list[tuple[str, bytes]]()

    def serving(self, event: str, asked: Iterable[tuple[str, bytes]]) -> tuple[FoundHost, ...]:
        assert event == EVENT
        self.asked += asked
        return tuple(self.answering)

    def named(self, *deputies: ComputerKey) -> Statements:
        """What the desk knows after the first host named these."""
        signing = first_host(HALL, EVENT)
        signing.name_deputies([each.certificate for each in deputies], new_naming)
        return signing.known

    def answer(
        self, key: ComputerKey, path: HostPath, statements: tuple[Signed, ...] = (), *, successor: str = ""
    ) -> None:
        """Let the computer with ``key`` answer as the host of ``path``."""
        hello = Hello(
            2, EVENT, "Cup", 9, gathering=False, host="laptop", path=written_path(HALL.certificate, path),
            statements=statements, successor=successor,
        )  # fmt: skip
        self.answering.append(FoundHost("10.0.0.7:8470", key.id, hello))

    def take_over(self, known: Statements) -> HostPath:
        """The host of the event afterwards, as far as the desk knows."""
        places = {HALL.id.hex(): "hall:1", SOUTH.id.hex(): "south:1"}
        take_over_signed(self.folder, Known(EVENT, HALL.id, known.signed, addresses=places))
        return Statements(EVENT, HALL.id).receive(self.folder.statements()).host


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    desk = Desk(HostFolder(EVENT))
    monkeypatch.setattr(takeover, "serving", desk.serving)
    return desk


@contextmanager
def refused_as(code: str) -> Iterator[None]:
    with pytest.raises(Refused) as refused:
        yield
    assert [(each.code, each.field) for each in refused.value.problems] == [(code, "file")]


def test_a_deputy_takes_over_from_a_host_that_does_not_answer(desk: Desk) -> None:
    known = desk.named(desk.key, SOUTH)
    host = desk.take_over(known)
    assert (host.host, host.first) == (desk.key.id, HALL.id)
    assert set(desk.asked) == {("hall:1", HALL.id), ("south:1", SOUTH.id)}
    signing = signing_of(desk.folder, EVENT, desk.key)
    assert (signing.path, signing.stepped_back) == (host, False)
    taken = desk.folder.statements()
    assert desk.take_over(known.receive(taken)) == host, "it had begun before"
    assert desk.folder.statements() == taken


def test_nobody_takes_over_from_a_host_that_answers_unless_it_hands_over_to_them(desk: Desk) -> None:
    known = desk.named(desk.key, SOUTH)
    for successor in ("", SOUTH.id.hex()):
        desk.answering.clear()
        desk.answer(HALL, ROOT, successor=successor)
        with pytest.raises(StoreUnavailable) as refused:
            desk.take_over(known)
        assert "10.0.0.7:8470" in ENGLISH.render(refused.value.text)
        assert desk.folder.statements() == ()
    desk.answering.clear()
    desk.answer(HALL, ROOT, successor=desk.key.id.hex())
    assert desk.take_over(known).host == desk.key.id


def test_nobody_takes_over_from_another_deputy_that_did_so_before(desk: Desk) -> None:
    """Of which this desk hears only now."""
    known = desk.named(SOUTH, desk.key)
    taken = known.merge([taking_over(known, SOUTH, new_naming)])
    desk.answer(SOUTH, taken.host, taken.signed)
    with pytest.raises(StoreUnavailable):
        desk.take_over(known)
    assert desk.folder.statements() == ()
    desk.answering.clear()
    assert desk.take_over(taken).hosts[-2:] == (SOUTH.id, desk.key.id), "that one is lost as well, and had named it"


def test_an_answer_of_a_computer_that_hosts_nothing_hinders_nobody_and_says_what_it_knows(desk: Desk) -> None:
    desk.answer(SOUTH, ROOT, desk.named(desk.key).signed)  # it lies: it is not the host of this path
    assert desk.take_over(first_host(HALL, EVENT).known).host == desk.key.id


def test_who_is_not_named_does_not_take_over(desk: Desk) -> None:
    with refused_as("take-over-unnamed"):
        desk.take_over(desk.named(SOUTH, NORTH))
    assert desk.folder.statements() == ()


def test_after_too_many_hosts_nobody_takes_over(desk: Desk) -> None:
    known = desk.named(desk.key)
    for number in range(MOST_CHANGES):
        known = known.merge([taking_over(known, (desk.key, HALL)[number % 2], new_naming)])
    assert known.host.host == HALL.id
    with refused_as("hosts-too-many"):
        desk.take_over(known)
    assert desk.folder.statements() == ()


def test_a_computer_that_was_never_a_host_signs_as_a_first_one_only_if_nobody_else_was(desk: Desk) -> None:
    own = signing_of(desk.folder, EVENT, desk.key)
    assert (own.path, own.known.host, own.stepped_back) == (HostPath(desk.key.id), HostPath(desk.key.id), False)
    assert own.path in own.known.newest, "it has signed who its deputies are: nobody"
    desk.folder.keep_statements(desk.named(desk.key).signed)
    follows = signing_of(desk.folder, EVENT, desk.key)
    assert (follows.path, follows.stepped_back) == (ROOT, True)
    anew = signing_of(desk.folder, EVENT, desk.key, anew=True)
    assert (anew.path, anew.stepped_back) == (HostPath(desk.key.id), False)


def test_a_host_signs_on_where_it_left_off(desk: Desk) -> None:
    signing = first_host(desk.key, EVENT)
    for deputy in (NORTH, SOUTH):
        signing.name_deputies([deputy.certificate], new_naming)
    desk.folder.keep_statements(signing.known.signed)
    again = signing_of(desk.folder, EVENT, desk.key)
    assert (again.path, again.known, again.stepped_back) == (signing.path, signing.known, False)
    taken = signing.known.merge([taking_over(signing.known, SOUTH, new_naming)])
    desk.folder.keep_statements(taken.signed)
    replaced = signing_of(desk.folder, EVENT, desk.key)
    assert (replaced.path, replaced.known.host) == (signing.path, taken.host), "people decide whether it stays"


def test_each_naming_is_another() -> None:
    namings = list(islice(iter(new_naming, None), 5))
    assert len(set(namings)) == 5
    assert {len(each) for each in namings} == {16}


def test_the_first_fixed_port_that_is_free_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as free:
        ports = [each.getsockname()[1] for each in (taken, free)]
        free.close()
        monkeypatch.setattr(places, "DESK_PORTS", ports)
        assert own_address("127.0.0.1:4711") == f"127.0.0.1:{ports[1]}"


def test_then_ten_free_ports_below_those_of_outgoing_connections_are_tried_and_then_the_system_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried, create, range_ = list[int](), socket.create_server, list[range]()

    def taken(address: tuple[str, int], *, family: int) -> socket.socket:
        tried.append(address[1])
        if address[1]:
            raise OSError
        return create(address, family=family)

    def first(ports: range, count: int) -> list[int]:
        range_.append(ports)
        return list(ports[:count])

    monkeypatch.setattr(random, "sample", first)
    monkeypatch.setattr(socket, "create_server", taken)
    address = own_address("127.0.0.1:4711")
    assert tried == [*places.DESK_PORTS, *range(20_000, 20_010), 0]
    assert range_ == [range(20_000, 32_000)]
    assert split_address(address)[1] > 0


def test_an_address_of_ipv6_is_offered_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    if not socket.has_ipv6:
        pytest.skip("there is no IPv6 here")
    monkeypatch.setattr(places, "DESK_PORTS", ())
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("there is no IPv6 here")
    address = own_address("[::1]:4711")
    assert split_address(address)[0] == "::1"
    with socket.create_server(split_address(address), family=socket.AF_INET6):
        pass


def test_without_a_free_port_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: object, **_more: object) -> socket.socket:
        raise OSError

    monkeypatch.setattr(socket, "create_server", taken)
    assert own_address("127.0.0.1:4711") == ""


@pytest.mark.parametrize("invited", ["nowhere.invalid:4711", "a" * 64 + ".example:1"])
def test_whoever_reaches_nobody_offers_nothing(invited: str) -> None:
    assert own_address(invited) == ""


@pytest.mark.parametrize(("host", "here"), [
    ("127.0.0.1", True), ("localhost", True), ("192.0.2.77", False), ("nowhere.invalid", False),
    ("a" * 64 + ".example", False),
])  # fmt: skip
def test_an_address_that_this_computer_had_before_is_not_here(host: str, here: bool) -> None:
    """192.0.2.0/24 is of documentation (RFC 5737)."""
    assert is_here(host) is here


def test_whether_an_address_is_here_does_not_depend_on_a_port_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, create = list[object](), socket.create_server

    def noted(address: tuple[str, int], *, family: int) -> socket.socket:
        asked.append(address)
        return create(address, family=family)

    monkeypatch.setattr(socket, "create_server", noted)
    assert is_here("127.0.0.1")
    assert asked == [("127.0.0.1", 0)]
