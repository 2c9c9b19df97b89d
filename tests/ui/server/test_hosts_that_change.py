"""A host whose deputies change, whose files are damaged, or that another computer has replaced."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.json import encode

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import drawn
from tests.ui.server.running import running
from tests.waiting import wait_until
from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.sharing.messages import DeskSeen, Rival
from tournament.sharing.statements import HostPath, Statements, made_statement, written_path
from tournament.sharing.succession import staying, taking_over
from tournament.use_cases import Book, StoreUnavailable
from ui.joining.connection import Hello
from ui.joining.hosts import FoundHost, Known
from ui.joining.key_file import kept_key
from ui.server import deputies_reached, serving, two_ports
from ui.server.admitted import AdmittedDesks
from ui.server.deputies import with_deputy
from ui.server.host_folder import HostFolder
from ui.server.served_event import ServedEvent
from ui.server.serving import ServedFile, Sharing
from ui.server.takeover import first_host, new_naming, signing_of

ORGANISER = EventRole.ORGANISER
NOW = datetime.now(UTC)
FIRST = key_of("first host")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)
    monkeypatch.setattr(serving, "_PAUSE", 0.02)


@contextmanager
def served(book: Book, sharing: Sharing | None = None) -> Iterator[ServedFile]:
    with running(lambda fault, remark: ServedFile(book, sharing or Sharing(), fault=fault, remark=remark)) as server:
        yield server


def folder_of(book: Book) -> HostFolder:
    return HostFolder(book.view.journal[0].id, Path(book.place))


def joined(book: Book, *names: str, serves_at: str = "127.0.0.1:9") -> AdmittedDesks:
    """Let these desks have joined the event before it is shared."""
    desks = folder_of(book).admitted()
    for name in names:
        desks.admit(
            name,
            name,
            None,
            "",
            NOW,
            key=EventRole.ORGANISER,
            certificate=key_of(name).certificate,
            serves_at=serves_at,
        )
    return desks


def named(book: Book) -> list[str]:
    """The names of the deputies that the host of the event has named."""
    folder = folder_of(book)
    names = {key_of(name).id.hex(): name for name in (f"desk {number}" for number in range(12))}
    kept = signing_of(folder, book.view.journal[0].id, kept_key(folder.path, NOW).key)
    return [names[each.id.hex()] for each in kept.known.deputies(kept.path)]


# Deputies


def test_a_host_with_too_many_names_of_deputies_names_the_first_and_goes_on() -> None:
    book, names = drawn(), [f"desk {number}" for number in range(10)]
    joined(book, *names)
    with served(book, Sharing(deputies=tuple(names))):
        wait_until(lambda: named(book) == names[:8])
        folder_of(book).ask_to_end(key_of(names[0]).id.hex())
        wait_until(lambda: named(book) == names[1:9])


def test_deputies_that_are_written_twice_or_are_the_host_itself_do_not_stop_it() -> None:
    book = drawn()
    joined(book, "desk 1")
    own = kept_key(folder_of(book).path, NOW).key
    folder_of(book).admitted().admit(
        "here", "here", None, "", NOW, key=ORGANISER, certificate=own.certificate, serves_at="h:1"
    )
    with served(book):
        ids = [own.id.hex(), key_of("desk 1").id.hex(), key_of("desk 1").id.hex()]
        folder_of(book).keep_deputies(tuple(ids))
        wait_until(lambda: named(book) == ["desk 1"])


def test_a_deputy_that_is_ended_is_none_when_it_joins_again() -> None:
    book = drawn()
    joined(book, "desk 1", "desk 2")
    folder = folder_of(book)
    folder.keep_deputies((key_of("desk 1").id.hex(), key_of("desk 2").id.hex()))
    with served(book):
        wait_until(lambda: named(book) == ["desk 1", "desk 2"])
        folder.ask_to_end(key_of("desk 1").id.hex())
        wait_until(lambda: named(book) == ["desk 2"])
        assert folder.deputies() == (key_of("desk 2").id.hex(),)


def test_a_deputy_that_is_ended_is_not_named_by_the_options_again() -> None:
    book = drawn()
    joined(book, "desk 1", "desk 2")
    folder, id = folder_of(book), key_of("desk 1").id.hex()
    with served(book, Sharing(deputies=("desk 1", "desk 2"))) as server:
        wait_until(lambda: named(book) == ["desk 1", "desk 2"])
        folder.ask_to_end(id)
        wait_until(lambda: named(book) == ["desk 2"] and not folder.asked_to_end())
        server._admitted.admit(
            "desk 1",
            "",
            None,
            "",
            NOW,
            key=EventRole.ORGANISER,
            certificate=key_of("desk 1").certificate,
            serves_at="h:1",
        )
        time.sleep(0.2)
        assert named(book) == ["desk 2"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "address", ["x" * 70 + ".example:1", "\0:1", "host:99999", "[::1%1]:80", "é" * 90 + ":1", "a:-1"]
)
def test_garbage_for_the_address_of_a_deputy_does_not_stop_the_host(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_CHECKS_BETWEEN_STORES", 1)
    book = drawn()
    joined(book, "desk 1", serves_at=address)
    folder_of(book).keep_deputies((key_of("desk 1").id.hex(),))
    with served(book) as server:
        wait_until(lambda: named(book) == ["desk 1"])
        time.sleep(0.2)
        folder_of(book).ask_to_stop()
        wait_until(lambda: server._server.should_exit)


@pytest.mark.parametrize("name", ["deputies.json", "decision", "ended"])
def test_a_file_that_cannot_be_read_does_not_keep_the_host_from_stopping(name: str) -> None:
    book = drawn()
    with served(book) as server:
        path = folder_of(book).path / name
        if name == "ended":
            path.write_text("")
        else:
            path.mkdir()
        time.sleep(0.1)
        folder_of(book).ask_to_stop()
        wait_until(lambda: server._server.should_exit)


def test_what_a_host_states_is_stored_as_soon_as_that_is_possible() -> None:
    book = drawn()
    joined(book, "desk 1")
    folder = folder_of(book)
    with served(book) as server:
        wait_until(folder.statements)
        (folder.path / "statements.json").unlink()
        (folder.path / "statements.json.part").mkdir()
        folder.keep_deputies((key_of("desk 1").id.hex(),))
        wait_until(lambda: server._signing.known.deputies(server._signing.path))
        time.sleep(0.1)
        (folder.path / "statements.json.part").rmdir()
        wait_until(lambda: folder.statements() == server._signing.known.signed)


# Whether deputies are reached


class Deputies:
    """The deputies of a host, as they answer; all are connected."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, book: Book, *names: str) -> None:
        self.book, self.answering, self.asked = book, set[str](), list[tuple[str, bytes]]()
        self.remarks = list[Problem]()
        joined(book, *names, serves_at="192.168.1.7:8470")
        folder_of(book).keep_deputies(tuple(key_of(name).id.hex() for name in names))
        self.ids = {key_of(name).id: name for name in names}
        self.answering.update(names)
        monkeypatch.setattr(serving, "serving", self.serving_at)
        monkeypatch.setattr(ServedEvent, "connected", frozenset(names))
        monkeypatch.setattr(deputies_reached, "TO_OPEN", 0.0)
        monkeypatch.setattr(deputies_reached, "AGAIN", 0.05)

    def serving_at(self, event: str, places: Iterable[tuple[str, bytes]]) -> tuple[FoundHost, ...]:
        asked = list(places)
        self.asked += asked
        hello = Hello(2, event, "", 9, gathering=False, host="laptop", hosting=False)
        return tuple(FoundHost(address, id, hello) for address, id in asked if self.ids[id] in self.answering)

    @contextmanager
    def served(self) -> Iterator[ServedFile]:
        made = partial(ServedFile, self.book, Sharing())
        with running(lambda fault, _remark: made(fault=fault, remark=self.remarks.append)) as server:
            yield server

    @property
    def reached(self) -> dict[str, bool]:
        return {self.ids[bytes.fromhex(id)]: value for id, value in folder_of(self.book).reached().items()}


def test_a_host_tries_at_once_whether_it_reaches_its_deputies_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    deputies = Deputies(monkeypatch, drawn(), "desk 1", "desk 2")
    deputies.answering = {"desk 1"}
    with deputies.served() as server:
        wait_until(lambda: deputies.reached == {"desk 1": True, "desk 2": False})
        assert set(deputies.asked) == {("192.168.1.7:8470", id) for id in deputies.ids}
        wait_until(lambda: deputies.remarks)
        host = server._event.hosting._host
        members = {each.name: each.member for each in server._admitted.all(NOW)}
        assert [(each.name, each.reached) for each in host.desks(members)] == [("desk 1", True), ("desk 2", False)]
        deputies.answering.add("desk 2")
        wait_until(lambda: deputies.reached == {"desk 1": True, "desk 2": True})
    assert [each.code for each in deputies.remarks] == ["deputy-unreached"]


def test_a_host_that_begins_again_knows_nothing_yet_of_its_deputies(monkeypatch: pytest.MonkeyPatch) -> None:
    book = drawn()
    folder_of(book).keep_reached({key_of("desk 1").id.hex(): False})
    monkeypatch.setattr(ServedEvent, "connected", frozenset())
    joined(book, "desk 1")
    with served(book):
        assert folder_of(book).reached() == {}


def test_a_fault_while_deputies_are_tried_is_reported_and_the_host_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    deputies, faults = Deputies(monkeypatch, drawn(), "desk 1"), list[Exception]()

    def fail(*_: object) -> tuple[FoundHost, ...]:
        raise ZeroDivisionError

    made = partial(ServedFile, deputies.book, Sharing())
    with running(lambda _fault, _remark: made(fault=faults.append, remark=_no)) as server:
        monkeypatch.setattr(serving, "serving", fail)
        wait_until(lambda: faults)
        folder_of(deputies.book).ask_to_stop()
        wait_until(lambda: server._server.should_exit)
    assert [type(each) for each in faults] == [ZeroDivisionError]


# Hosts that were replaced


class Successor:
    """The folder of a desk that took over, and what it knows."""

    def __init__(self, book: Book) -> None:
        self.event = book.view.journal[0].id
        self.book = book
        self.folder = folder_of(book)
        self.key = kept_key(self.folder.path, NOW).key
        self.first = Statements(self.event, FIRST.id)
        root = HostPath(FIRST.id)
        self.first = self.first.merge([made_statement(self.first, root, FIRST, [self.key.certificate], new_naming)])
        self.known = self.first.merge([taking_over(self.first, self.key, new_naming)])
        self.ended = self.known.merge([staying(self.known, root, FIRST, new_naming)])


def test_people_at_a_host_that_was_replaced_are_told_what_both_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other one says may be wrong, and is said to be what it says."""
    book, remarks = drawn(), list[Problem]()
    own = kept_key(folder_of(book).path, NOW).key
    first, deputy = first_host(own, book.view.journal[0].id), key_of("desk 1")
    joined(book, "desk 1", "desk 2")
    first.name_deputies([deputy.certificate], new_naming)
    known = first.known.merge([taking_over(first.known, deputy, new_naming)])
    answering = list[FoundHost]()
    monkeypatch.setattr(serving, "serving", lambda *_: tuple(answering))
    folder_of(book).keep_statements(first.known.signed)
    folder_of(book).keep_deputies((deputy.id.hex(),))
    entries = len(book.view.journal)
    made = partial(ServedFile, book, Sharing())
    with running(lambda fault, _remark: made(fault=fault, remark=remarks.append)) as server:
        hosting = server._event.hosting
        hosting._host.connected = 9
        hello = Hello(
            2, str(server.invitation.event), "Cup", entries + 12 - 3, gathering=False, host="laptop", desk="B2",
            path=written_path(own.certificate, known.host), statements=known.signed, desks=2, since=entries - 3,
        )  # fmt: skip
        monkeypatch.setattr(serving, "_CHECKS_BETWEEN_STORES", 1)
        answering.append(FoundHost("192.168.1.7:8470", deputy.id, hello))
        wait_until(lambda: remarks)
        rival = hosting.summary.rival
        assert rival == Rival("B2", "192.168.1.7:8470", 2, 12, 9, 3)
        shown = [ENGLISH.render(each) for each in (rival.follow, rival.stay, rival.figures)]
        assert shown == [
            "Follow B2: 2 desks connected, 12 entries since",
            "Stay the host: 9 desks connected, 3 entries since",
            "“B2” at 192.168.1.7:8470 says: 2 desks connected, 12 entries since it took over. "
            "Here: 9 desks connected, 3 entries since then.",
        ]
        assert shown[2] in ENGLISH.render(remarks[0].text)
        long = structs.replace(rival, name="Tables 1 to 8 beside the bar")
        assert ENGLISH.render(long.follow).startswith("Follow Tables 1 to 8 beside th…: 2 desks")
        answering[:] = [replace(answering[0], hello=structs.replace(hello, desks=-5, entries=-7, since=10**9))]
        wait_until(lambda: hosting.summary.rival == Rival("B2", "192.168.1.7:8470", 0, 0, 9, entries))
        answering.clear()
        wait_until(lambda: hosting.summary.rival is None)
    assert [each.code for each in remarks] == ["host-replaced"]
    answering.append(FoundHost("192.168.1.7:8470", deputy.id, hello))
    with pytest.raises(StoreUnavailable) as refused:
        ServedFile(book, Sharing(), fault=_no, remark=_no)
    assert "Here: 0 desks connected, 3 entries since then." in ENGLISH.render(refused.value.text)


def test_a_successor_whose_path_has_ended_shares_nothing_until_somebody_insists() -> None:
    book = drawn()
    successor = Successor(book)
    successor.folder.keep_statements(successor.ended.signed)
    with pytest.raises(StoreUnavailable):
        ServedFile(book, Sharing(), fault=_no, remark=_no)
    with served(book, Sharing(anyway=True)) as server:
        assert server.invitation.first_host == successor.key.id, "a new first host: whoever comes has an invitation"
        assert server._event.hosting.summary.hosting
    with served(book) as server:
        assert server.invitation.first_host == successor.key.id


def test_a_successor_hears_from_the_host_that_it_replaced_when_that_returns_and_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody else tells it, as long as all desks are connected here."""
    successor = Successor(drawn())
    successor.folder.keep_statements(successor.known.signed)
    known = Known(successor.event, FIRST.id, successor.known.signed, addresses={FIRST.id.hex(): "hall:1"})
    (successor.folder.path / "host.json").write_bytes(encode(known))
    returned = list[bool]()

    def serving_at(event: str, places: Iterable[tuple[str, bytes]]) -> tuple[FoundHost, ...]:
        assert (event, list(places)) == (successor.event, [("hall:1", FIRST.id)])
        path = written_path(FIRST.certificate, HostPath(FIRST.id))
        hello = Hello(2, event, "Cup", 9, gathering=False, host="hall", path=path, statements=successor.ended.signed)
        return (FoundHost("hall:1", FIRST.id, hello),) * len(returned)

    monkeypatch.setattr(serving, "serving", serving_at)
    monkeypatch.setattr(serving, "_CHECKS_BETWEEN_STORES", 1)
    with served(successor.book) as server:
        assert server._event.hosting.summary.hosting
        returned.append(True)
        wait_until(lambda: not server._event.hosting.summary.hosting)
    with pytest.raises(StoreUnavailable):
        ServedFile(successor.book, Sharing(), fault=_no, remark=_no)


@pytest.mark.parametrize("content", [b"", b"[{}]", b"\xff", b"[" * 9999])
def test_a_successor_whose_statements_are_damaged_remains_the_successor(content: bytes) -> None:
    """A new first host would be one that no desk follows."""
    successor = Successor(drawn())
    known = Known(successor.event, FIRST.id, successor.known.signed)
    (successor.folder.path / "host.json").write_bytes(encode(known))
    (successor.folder.path / "statements.json").write_bytes(content)
    signing = signing_of(successor.folder, successor.event, successor.key)
    assert (signing.path, signing.known) == (successor.known.host, successor.known)
    assert len(list(successor.folder.path.glob("statements*"))) == 1, "it is set aside"


def test_a_first_host_whose_statements_are_damaged_hears_of_them_from_its_desks() -> None:
    folder = folder_of(drawn())
    own, event = kept_key(folder.path, NOW).key, drawn().view.journal[0].id
    first = first_host(own, event)
    for name in ("north", "south"):
        first.name_deputies([key_of(name).certificate], new_naming)
    folder.keep_statements(first.known.signed)
    (folder.path / "statements.json").write_bytes(b"{")
    signing = signing_of(folder, event, own)
    assert signing.known.host == HostPath(own.id)
    signing.receive(first.known.signed)
    assert signing.known == first.known


def test_the_host_itself_is_no_deputy() -> None:
    book = drawn()
    successor = Successor(book)
    (desk,) = joined(book, "desk 1").all(NOW)
    with pytest.raises(Refused):
        with_deputy(successor.folder, successor.event, replace(desk, certificate=successor.key.certificate))
    with_deputy(successor.folder, successor.event, desk)
    assert successor.folder.deputies() == (desk.id,)


def test_desks_of_a_lost_host_without_certificates_are_not_admitted() -> None:
    """A desk that is no deputy was not told them. Those that join again must not be forgotten at the next start."""
    book = drawn()
    seen = DeskSeen("south", "", "Ada", None, "", None, 0, "", 0)
    folder_of(book).admitted().adopt([seen], {}, NOW)
    desks = folder_of(book).admitted()
    assert (desks.remarks, desks.all(NOW)) == ((), ())


def _no(*_: object) -> None:
    raise AssertionError
