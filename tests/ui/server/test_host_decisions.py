"""What people decide about an event while it is shared, and why a server does not begin or end well."""

import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace as replace_field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import running
from tests.waiting import wait_until
from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH, mark
from tournament.sharing.invitation import decode, split_address
from tournament.sharing.statements import MOST_DEPUTIES, HostPath
from tournament.use_cases import Book, StoreUnavailable
from ui.joining.hosts import FoundHost
from ui.joining.key_file import kept_key
from ui.server import serving, two_ports
from ui.server.admitted import AdmittedDesk
from ui.server.host_folder import HostDecision, HostFolder
from ui.server.serving import ServedFile, Sharing, event_id
from ui.server.takeover import LostHost, first_host, new_naming

NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)
    monkeypatch.setattr(serving, "_PAUSE", 0.02)
    monkeypatch.setattr(serving, "serving", lambda *_: ())  # nobody answers


@pytest.fixture
def book() -> Book:
    return drawn()


@pytest.fixture
def folder(book: Book) -> HostFolder:
    return folder_of(book)


def folder_of(book: Book) -> HostFolder:
    return HostFolder(book.view.journal[0].id, Path(book.place))


@contextmanager
def served(book: Book, sharing: Sharing | None = None, remarks: list[Problem] | None = None) -> Iterator[ServedFile]:
    """The server of ``book``; what it remarks is added to ``remarks``, where there is nothing without."""
    made = partial(ServedFile, book, sharing or Sharing())
    with running(
        lambda fault, remark: made(fault=fault, remark=remarks.append if remarks is not None else remark)
    ) as server:
        yield server


def joined(folder: HostFolder, *names: str, serves_at: str = "127.0.0.1:9") -> list[AdmittedDesk]:
    desks, how = folder.admitted(), {"key": EventRole.ORGANISER, "serves_at": serves_at}
    return [
        desks.admit(name, name, None, "", NOW, certificate=key_of(name).certificate, **how)  # type: ignore[arg-type]
        for name in names
    ]


def ids(*names: str) -> tuple[str, ...]:
    return tuple(key_of(name).id.hex() for name in names)


def deputies(server: ServedFile) -> tuple[str, ...]:
    known = server._signing.known
    return tuple(each.id.hex() for each in known.deputies(server._signing.path))


# Decisions


def test_a_host_that_hands_over_writes_nothing_more_until_it_stays(book: Book, folder: HostFolder) -> None:
    joined(folder, "north", "south", "west")
    folder.keep_deputies(ids("north", "south"))
    with served(book) as server:
        hosting = server._event.hosting
        wait_until(lambda: deputies(server) == ids("north", "south"))
        assert (hosting.summary.successor, hosting.summary.waits) == ("", False)
        folder.ask_to_decide(HostDecision.HAND_OVER, *ids("south"))
        wait_until(lambda: hosting.summary.successor)
        assert (hosting.summary.successor, hosting.summary.waits) == (*ids("south"), True)
        assert deputies(server) == ids("south", "north"), "no other comes before it"
        folder.keep_deputies(ids("west"))
        time.sleep(0.2)
        assert deputies(server) == ids("south", "north"), "while it hands over, that deputy comes first"
        folder.ask_to_decide(HostDecision.STAY)
        wait_until(lambda: not hosting.summary.waits)
        assert hosting.summary.hosting
        wait_until(lambda: deputies(server) == ids("west"))
        wait_until(lambda: folder.statements() == server._signing.known.signed)


def test_a_host_does_not_hand_over_to_who_is_no_deputy_and_says_so(book: Book, folder: HostFolder) -> None:
    joined(folder, "north", "south")
    folder.keep_deputies(ids("north"))
    remarks = list[Problem]()
    with served(book, remarks=remarks) as server:
        wait_until(lambda: deputies(server) == ids("north"))
        folder.ask_to_decide(HostDecision.HAND_OVER, *ids("south"))
        wait_until(lambda: remarks)
        assert [each.code for each in remarks] == ["deputy-unknown"]
        assert server._event.hosting.summary.successor == ""


def test_a_host_follows_another_if_somebody_decides_it(book: Book, folder: HostFolder) -> None:
    with served(book) as server:
        assert server._event.hosting.summary.hosting
        folder.ask_to_decide(HostDecision.FOLLOW)
        wait_until(lambda: not server._event.hosting.summary.hosting)
        assert folder.decided() is None, "it was decided once"


def test_a_host_that_hands_over_asks_at_each_look_whether_that_was_done(
    book: Book, folder: HostFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[str, bytes]]()

    def nobody(_: str, places: Iterable[tuple[str, bytes]]) -> tuple[FoundHost, ...]:
        asked.extend(places)
        return ()

    monkeypatch.setattr(serving, "serving", nobody)
    monkeypatch.setattr(serving, "_CHECKS_BETWEEN_STORES", 10**9)
    joined(folder, "north")
    folder.keep_deputies(ids("north"))
    with served(book) as server:
        wait_until(lambda: deputies(server) == ids("north"))
        time.sleep(0.1)
        assert asked == [], "there is no reason to"
        folder.ask_to_decide(HostDecision.HAND_OVER, *ids("north"))
        wait_until(lambda: len(asked) > 2)
        assert set(asked) == {("127.0.0.1:9", key_of("north").id)}


# Tickets and deputies


def test_a_new_ticket_is_made_while_the_event_is_shared(book: Book, folder: HostFolder) -> None:
    with served(book) as server:
        before, port = server.invitation, split_address(server.invitation.addresses[0])[1]
        assert folder.invitation
        time.sleep(0.1)
        assert server.invitation == before, "nobody has asked for it"
        folder.ask_for_new_ticket()
        wait_until(lambda: not folder.asked_for_new_ticket() and server._event.invitation.ticket != before.ticket)
        wait_until(lambda: server._event.expires == server.expires == folder.expires)
        assert server._event.invitation == server.invitation == decode(folder.invitation)
        assert replace_field(server.invitation, ticket=before.ticket) == before
        fresh = server.invitation.ticket
    with served(book) as server:
        assert server.invitation.ticket == fresh
        assert split_address(server.invitation.addresses[0])[1] == port


def test_a_new_ticket_that_was_asked_for_meanwhile_is_made_at_the_start(book: Book, folder: HostFolder) -> None:
    with served(book) as server:
        before = server.invitation.ticket
    folder.ask_for_new_ticket()
    with served(book) as server:
        assert server.invitation.ticket != before
        assert not folder.asked_for_new_ticket()


def test_a_desk_may_take_over_from_its_joining_on_if_there_is_room(book: Book, folder: HostFolder) -> None:
    names = [f"desk {number}" for number in range(MOST_DEPUTIES + 1)]
    desks = joined(folder, *names)
    (nowhere,) = joined(folder, "nowhere", serves_at="")
    with served(book) as server:
        for each in (nowhere, *desks):
            server._name_deputy(each)
        wait_until(lambda: deputies(server) == ids(*names[:MOST_DEPUTIES]))


def test_the_options_name_deputies_beside_those_of_before_and_each_once(book: Book, folder: HostFolder) -> None:
    joined(folder, "north", "south", "west")
    own = kept_key(folder.path, NOW).key
    signing = first_host(own, book.view.journal[0].id)
    signing.name_deputies([key_of("west").certificate], new_naming)
    folder.keep_statements(signing.known.signed)
    with served(book, Sharing(deputies=("south", "nobody", "west", "north"))) as server:
        wait_until(lambda: deputies(server) == ids("west", "south", "north"))
        folder.keep_deputies(ids("north"))
        wait_until(lambda: deputies(server) == ids("north"))


def test_only_the_desk_that_is_meant_is_ended(book: Book, folder: HostFolder) -> None:
    joined(folder, "north", "south", "west")
    folder.keep_deputies(ids("north", "south"))
    with served(book) as server:
        wait_until(lambda: deputies(server) == ids("north", "south"))
        folder.ask_to_end(*ids("south"))
        wait_until(lambda: not folder.asked_to_end())
        assert [each.name for each in server._admitted.all(NOW)] == ["north", "west"]
        assert folder.deputies() == ids("north")
        folder.ask_to_end(*ids("west"))
        wait_until(lambda: not folder.asked_to_end())
        assert folder.deputies() == ids("north")


# How it is shared


def test_how_an_event_was_shared_is_kept_for_those_who_ask(book: Book, folder: HostFolder) -> None:
    for confirm in (True, False):
        with served(book, Sharing(confirm_on_two=confirm)) as server:
            assert folder.confirms_on_two is confirm
            assert server._event.hosting._host.confirm_on_two is confirm
            assert decode(folder.invitation) == server.invitation
            assert folder.public == ()


def test_an_event_is_shared_modestly_unless_somebody_wants_more() -> None:
    """Nobody else reaches it, earlier invitations are valid, and a host that was replaced writes nothing."""
    usual = Sharing()
    assert (usual.host, usual.port, usual.public_port, usual.deputies) == ("127.0.0.1", 0, None, ())
    assert not any((usual.confirm_on_two, usual.announce, usual.new_invitation, usual.anyway, usual.anew))


def test_a_computer_that_takes_over_listens_where_it_told_the_others(book: Book) -> None:
    with served(book) as server:
        last = server._ports.desks.port
    with served(book) as server:
        assert server._ports.desks.port == last, "where it listened the last time"
        with socket.create_server(("127.0.0.1", 0)) as free:
            told = free.getsockname()[1]
    with served(book, Sharing(told_port=told)) as server:
        assert server._ports.desks.port == told


def test_people_may_insist_that_a_host_which_was_replaced_remains_it(book: Book, folder: HostFolder) -> None:
    """The others follow it, since it names its deputies anew."""
    from tournament.sharing.succession import taking_over

    own, deputy = kept_key(folder.path, NOW).key, key_of("north")
    signing = first_host(own, book.view.journal[0].id)
    signing.name_deputies([deputy.certificate], new_naming)
    taken = signing.known.merge([taking_over(signing.known, deputy, new_naming)])
    folder.keep_statements(taken.signed)
    with pytest.raises(StoreUnavailable) as refused:
        ServedFile(book, Sharing(), fault=_no, remark=_no)
    assert "does not answer" in ENGLISH.render(refused.value.text)
    with served(book, Sharing(anyway=True)) as server:
        assert server._signing.known.host == HostPath(own.id)
        assert server._event.hosting.summary.hosting
        assert server.invitation.first_host == own.id
    with served(book):
        pass  # nobody needs to insist any more


def test_a_computer_that_becomes_a_first_host_anew_is_followed_by_no_earlier_invitation(
    book: Book, folder: HostFolder
) -> None:
    other = first_host(key_of("hall"), book.view.journal[0].id)
    own = kept_key(folder.path, NOW).key
    other.name_deputies([own.certificate], new_naming)
    folder.keep_statements(other.known.signed)
    with served(book, Sharing(anew=True)) as server:
        assert server.invitation.first_host == own.id
        assert server._signing.known.host == HostPath(own.id)


def test_a_server_says_what_it_found_damaged(book: Book, folder: HostFolder) -> None:
    with served(book):
        pass
    (folder.path / "desks.json").write_text("{")
    remarks = list[Problem]()
    with served(book, remarks=remarks):
        assert [each.code for each in remarks] == ["desks-damaged"]


def test_an_event_without_entries_or_with_another_kind_of_id_is_not_shared() -> None:
    with pytest.raises(Refused) as refused:
        event_id(Book(FakeStore()))
    assert [each.code for each in refused.value.problems] == ["event-empty"]
    records = [entry.record for entry in drawn().view.journal]
    assert str(event_id(Book(FakeStore(records)))) == records[0].id
    with pytest.raises(Refused) as refused:
        event_id(Book(FakeStore([structs.replace(records[0], id="no-uuid")])))
    assert [each.code for each in refused.value.problems] == ["event-id"]


def test_a_takeover_that_fails_ends_the_server_and_is_told(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreUnavailable(mark("The disk is full."))

    monkeypatch.setattr(LostHost, "finish", fail)
    lost, ready = LostHost("old", BY, (), len(book.view.journal), seconds=0.1), list[bool]()
    server = ServedFile(book, Sharing(), lost_host=lost, fault=_no, remark=_no)
    with pytest.raises(StoreUnavailable):
        server.run(lambda: ready.append(True))
    assert ready == []


def _no(_: object) -> None:
    raise AssertionError
