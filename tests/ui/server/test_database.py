"""Several workers on one database, in this process and in others; desks notice nothing of it."""

import json
import random
import signal
import socket
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes
from threading import Thread

import httpx
import psycopg
import pytest

from tests.examples.keys import key_of
from tests.examples.pins import cheap_pin
from tests.forked import start
from tests.postgres_server import PostgresServer
from tests.tournament.sharing.fakes import FakeWaitingOrders
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.cli.conftest import call_program
from tests.ui.cli.test_take_over import LiveDesk
from tests.ui.server.workers import Desk, desk, new_database, proxy, worker
from tests.waiting import PATIENCE, wait_until
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.ledger.facts import DrawPublished
from tournament.rules.payment import Outcome
from tournament.sharing.approval import ComparingDesk, RequestingDesk
from tournament.sharing.invitation import Invitation, decode
from tournament.sharing.joining import joining_desk
from tournament.sharing.messages import Declined, Done, Overtaken
from tournament.sharing.shared_book import SharedBook
from tournament.storage.postgres import create_tables, open_event
from tournament.storage.postgres_desks import SharedDatabase
from tournament.use_cases import By, RecordHand, StoreDamaged, StoreUnavailable, carry_out
from tournament.use_cases.chain import chain_problems
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import CancelSessions, PlanSessions, RestoreSession, SetPin, Undo
from ui.joining.connection import Connection
from ui.joining.hosts import Hosts, kept_host
from ui.joining.looking import SeveralEvents, seen_host
from ui.server import database, two_ports
from ui.server.database import DatabaseSharing, ServedDatabase

pytestmark = pytest.mark.thorough
"""Seconds after which a test gives up: the machine may be busy."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)
    monkeypatch.setattr(database, "_PAUSE", 0.05)


def is_refused(desk: Desk) -> bool:
    """Whether no worker lets the desk in: it is told so, or its connection ends as that of a stranger."""
    try:
        return desk.send().status_code == 401
    except httpx.TransportError:
        return True


def free_ports(number: int) -> list[int]:
    with ExitStack() as end:
        found = [end.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in found]


def event_in(url: str) -> str:
    with closing(SharedDatabase(url)) as found:
        (event,) = found.events()
        return event


def journal(url: str) -> list[str]:
    """The ids of all entries, which are whole."""
    with closing(open_event(url, event_in(url))) as store:
        records = list(store.read())
        assert not chain_problems(records, store.end)
        return [record.id for record in records]


def invited(server: ServedDatabase) -> Invitation:
    return next(iter(server.invitations.values()))


def address(server: ServedDatabase) -> str:
    return f"https://{server.address}"


def settle(desks: list[Desk], rng: random.Random) -> None:
    """Let all desks ask, and drop what was overtaken, until nothing waits and all have the same."""
    for _ in range(20):
        rng.shuffle(desks)
        for each in desks:
            for answer in each.ask().answers:
                if isinstance(answer, Overtaken | Declined):
                    each.book.drop(answer.id)
        if not any(each.book.unsent for each in desks) and len({each.book.view.fingerprint for each in desks}) == 1:
            return
    pytest.fail("the desks do not agree")


def test_desks_at_two_workers_lose_nothing_and_write_nothing_twice(postgres: PostgresServer) -> None:
    url, rng = new_database(postgres), random.Random(7)
    ports = free_ports(2)
    front = "127.0.0.1:9"  # what the invitation says: the proxy of this test gets its port later
    with ExitStack() as end:
        workers = [end.enter_context(worker(url, DatabaseSharing(port=port, proxy=front))) for port in ports]
        assert invited(workers[0]) == invited(workers[1]), "one host"
        at = end.enter_context(proxy(ports))
        desks = [end.enter_context(desk(at, name, invited(workers[0]))) for name in ("north", "east", "south")]
        written, refused = set[str](), set[str]()
        for hand in range(1, 9):
            # the same hand of table 1 by two desks at once, and one of their own
            ids = [each.record(hand, winner=place) for place, each in enumerate(desks[:2])]
            own = desks[2].record(hand, table=2)
            answers = dict[str, object]()

            def send(each: Desk, answers: dict[str, object] = answers) -> None:
                for answer in each.ask().answers:
                    answers[answer.id] = answer

            threads = [Thread(target=send, args=(each,)) for each in desks]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert isinstance(answers[own], Done)
            assert sum(isinstance(answers[id], Done) for id in ids) == 1, answers
            written |= {id for id, answer in answers.items() if isinstance(answer, Done)}
            refused |= {id for id, answer in answers.items() if isinstance(answer, Overtaken | Declined)}
            settle(desks, rng)
        there = journal(url)
        assert written <= set(there)
        assert not refused & set(there)
        assert len(there) == len(set(there)) == len(desks[0].book.view.journal)
        kept = _rows(postgres, url, "SELECT name, certificate FROM quatre_vents.admitted_desks ORDER BY name")
        assert kept == [(name, key_of(name).certificate) for name in ("east", "north", "south")]


def test_one_desk_ends_the_tournament_while_another_types_at_another_worker(postgres: PostgresServer) -> None:
    """In a hundred orders: whichever the database has first counts, and both desks and the database agree."""
    url, rng = new_database(postgres), random.Random(46)
    ports = free_ports(2)
    plans = (PlanSessions(1, "the hall closes"), CancelSessions((2,), "the hall closes"), RestoreSession(2), Undo())
    by = By("Ada Sample", "north", EventRole.ORGANISER)
    outcomes = Counter[tuple[str, str]]()
    with ExitStack() as end:
        workers = [end.enter_context(worker(url, DatabaseSharing(port=port, proxy="127.0.0.1:9"))) for port in ports]
        at = end.enter_context(proxy(ports))
        north, south = (end.enter_context(desk(at, name, invited(workers[0]))) for name in ("north", "south"))

        def send(each: Desk) -> None:
            for answer in each.ask().answers:
                outcomes[each.name, type(answer).__name__] += 1
                if isinstance(answer, Declined):
                    assert "value-impossible" not in {problem.code for problem in answer.problems}

        for _ in range(100):
            table = rng.choice((1, 2))
            there = south.book.view
            hand = 1 if 2 in there.state.cancelled else there.sheet(2, table).last_played + 1
            typed = RecordHand(2, table, hand, Outcome(0, 1, 8)) if rng.random() < 0.8 else Undo()
            for each, command in ((north, rng.choice(plans)), (south, typed)):
                undone = each.book.view.journal.undo_order.done[-1].fact
                if not (isinstance(command, Undo) and isinstance(undone, DrawPublished)):
                    with suppress(Refused):
                        carry_out(each.book, command, by=replace(by, desk=each.name), confirmed=True)
            threads = [Thread(target=send, args=(each,)) for each in (north, south)]
            for thread in rng.sample(threads, 2):
                thread.start()
            for thread in threads:
                thread.join()
            settle([north, south], rng)
            views = north.book.view, south.book.view
            assert views[0].state.cancelled == views[1].state.cancelled
            assert not (2 in views[0].state.cancelled and views[0].tally(2).sheets)
        with closing(open_event(url, event_in(url))) as store:
            records = list(store.read())
        assert check_records(records).problems == ()
        assert [record.id for record in records] == [entry.id for entry in north.book.view.journal]
        for name in ("north", "south"):
            assert outcomes[name, "Done"] >= 10, outcomes
            assert outcomes[name, "Declined"] + outcomes[name, "Overtaken"] >= 1, outcomes


def test_what_one_worker_writes_wakes_the_streams_of_the_other(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_ALL", 10**9)  # it never looks without having been woken
    url = new_database(postgres)
    with (
        worker(url) as one,
        worker(url) as two,
        desk(address(one), "north", invited(one)) as north,
        desk(address(two), "east", invited(two)) as east,
    ):
        stream = east.stream()
        before = next(stream)
        north.record(1)
        began = time.monotonic()
        north.ask()
        while (entries := next(stream)) == before:
            pass
        assert entries == len(north.book.view.journal)
        assert time.monotonic() - began < PATIENCE
        seen = {each.name: each.last_word for each in east.ask().desks}
        assert set(seen) == {"north", "east"}
        assert all(seen.values())


def test_desks_and_tickets_are_those_of_all_workers(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    with worker(url) as one, worker(url) as two, desk(address(one), "north", invited(two)) as north:
        with desk(address(two), "north", invited(one), "other") as other:
            assert {each.name for each in other.ask().desks} == {"north", "north (2)"}
        again = Desk(address(two), "north", invited(two))
        with closing(again.client):
            assert again.send().status_code == 200
            assert again.client.post("/sign-in", json={"author": "Bo Model"}).status_code == 200
            stream = again.stream()
            next(stream)
            north.client.post("/leave")
            for _ in stream:  # it is ended by the other worker
                pass
            wait_until(lambda: is_refused(again))
        stranger = Desk(address(two), "stranger", invited(two))
        with closing(stranger.client), pytest.raises(httpx.TransportError):
            stranger.send()
        before = invited(one).ticket
        with worker(url, DatabaseSharing(new_invitation=True)) as three:
            assert invited(three).ticket != before
            wait_until(lambda: invited(one).ticket == invited(three).ticket)


def test_a_desk_that_joined_at_one_worker_is_let_in_by_another_once_it_asked(postgres: PostgresServer) -> None:
    """Its certificate ends the connection until the other worker has heard of it, which an open question makes sure."""
    url = new_database(postgres)
    with worker(url) as one, worker(url) as two:
        north = Desk(address(one), "north", invited(one))
        with closing(north.client):
            assert north.join(invited(one).ticket).status_code == 200
            found = httpx.get(f"{address(two)}/joined/{key_of('north').id.hex()}", verify=False)
            assert (found.status_code, found.json()) == (200, {"desk": "north"})
            north.client.base_url = address(two)
            assert north.send().status_code == 200


def test_a_desk_that_asks_another_worker_again_to_join_is_the_same_desk(postgres: PostgresServer) -> None:
    url = new_database(postgres, 2)
    with worker(url) as one, worker(url) as two:
        first, second = one.invitations.values()
        asked = ((one, first, "a"), (two, first, "a"), (two, second, "b"), (one, second, "b"))
        for server, invitation, computer in asked:
            with closing((found := Desk(address(server), "north", invitation, computer)).client):
                assert found.join(invitation.ticket).json()["desk"] == "north"
                assert [each.name for each in found.ask().desks] == ["north"]


def test_the_certificate_of_one_event_opens_no_other(postgres: PostgresServer) -> None:
    url = new_database(postgres, 2)
    with worker(url) as one:
        (first, its), (second, other) = one.invitations.items()
        with desk(address(one), "north", its) as north, desk(address(one), "east", other) as east:
            for each, event in ((north, first), (east, second)):
                each.book = SharedBook(FakeStore(), FakeWaitingOrders(), each.name)
                each.ask()
                assert each.book.view.journal[0].id == event


def test_what_was_written_and_not_answered_is_written_once(postgres: PostgresServer) -> None:
    """A worker goes away between writing and answering; its proxy asks the other one."""
    url = new_database(postgres)
    with worker(url) as one, worker(url) as two, desk(address(one), "north", invited(one)) as north:
        id = north.record(1)
        assert north.send().status_code == 200  # the answer is lost
        there = journal(url)
        north.client.base_url = address(two)
        (answer,) = north.ask().answers
        assert isinstance(answer, Done)
        assert journal(url) == there
        assert there.count(id) == 1


def test_several_events_are_distinguished_by_ticket_key_and_name(postgres: PostgresServer) -> None:
    url = new_database(postgres, 2)
    with worker(url) as one, ExitStack() as end:
        assert len(one.invitations) == 2
        for event, invitation in one.invitations.items():
            found = end.enter_context(desk(address(one), "north", invitation, event))
            assert found.book.view.journal[0].id == event
            assert found.client.get("/hello", params={"event": event}).json()["event"] == event
            assert found.client.get("/health").json() == {"events": 2}
            found.record(1)
            assert [type(answer) for answer in found.ask().answers] == [Done]
            assert [each.name for each in found.ask().desks] == ["north"]
        wrong = Desk(address(one), "south", invited(one))
        with closing(wrong.client):
            answer = wrong.join(bytes(16))
        assert (answer.status_code, answer.json()["code"]) == (403, "ticket-unknown")


def test_a_desk_finds_its_event_of_several_and_who_types_the_address_sees_all(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with worker(new_database(postgres, 2)) as one:
        for event, invitation in one.invitations.items():
            at = replace(invitation, addresses=(address(one).removeprefix("https://"),))
            with closing(Hosts(tmp_path / event, at, tmp_path / "key.pem")) as hosts:
                connection = Connection(hosts.reach, "en")
                assert connection.hello(event).event == event
        with pytest.raises(SeveralEvents) as raised:
            seen_host((address(one).removeprefix("https://"),))
        assert {str(each.event) for each in raised.value.hosts} == {*one.invitations}


def test_the_command_desks_lists_and_ends_those_of_a_database(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    where = f"{url}/{event_in(url)}"
    with worker(url) as one, desk(address(one), "north", invited(one)) as north:
        (listed,) = call_program("desks", where, "--json").json
        assert (listed["desk"], listed["author"]) == ("north", "Ada Sample")
        assert call_program("desks", where, "--end", "south").code == 1
        assert call_program("desks", where, "--end", "North", "--json").json == []
        wait_until(lambda: is_refused(north))
        assert north.join(invited(one).ticket).status_code == 200
        named = call_program("desks", where, "--deputy", "north")
        assert (named.code, named.out) == (1, "")
        assert "Nobody takes over an event in a database" in named.err
    assert call_program("desks", f"{url}/none").code == 1


def test_a_desk_that_was_ended_does_not_come_back_higher_at_any_worker(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    where = f"{url}/{event_in(url)}"
    with worker(url) as one, worker(url) as two:
        made = call_program("desks", where, "--invite", "referee", "--no-approval", "--json").json["invitation"]
        north = Desk(address(one), "north", invited(one))
        with closing(north.client):
            assert north.join(decode(made).ticket).json()["role"] == "referee"
            assert call_program("desks", where, "--end", "north").code == 0
            north.client.base_url = address(two)
            assert north.join(invited(two).ticket).json()["role"] == "referee"
            assert call_program("desks", where, "--end-all").code == 0
            renewed = SharedDatabase(url)
            with closing(renewed):
                ticket = bytes.fromhex(renewed.tickets()[event_in(url)].ticket)
            assert north.join(ticket).json()["role"] == "organiser"


def test_a_desk_goes_on_at_another_worker_when_its_own_is_killed_and_nobody_speaks_of_taking_over(
    postgres: PostgresServer,
) -> None:
    """It joined with the invitation of one; an order that waits is sent to the other within five seconds."""
    url = new_database(postgres)
    with worker(url) as stays, ExitStack() as end:
        process = Process(url)
        end.callback(process.kill)
        invitation = decode(process.said["invitation"])
        at = invitation.addresses[0]
        assert stays.address in invitation.addresses
        assert f"https://{at}" == process.said["desks"]
        north = LiveDesk(process.said["invitation"], "north")
        end.callback(north.close)

        def sent(entries: int) -> float:
            """Seconds until everything is sent, and the journal has so many entries."""
            began = time.monotonic()
            wait_until(lambda: north.has(entries) and written_at(stays) == entries)
            return time.monotonic() - began

        before = written_at(stays)
        north.record(1)
        sent(before + 2)  # the hand, and the heads of all streams
        assert kept_address(north) == at
        process.kill()
        north.record(2)
        seconds = sent(before + 3)
        assert kept_address(north) == stays.address
        assert seconds < 5, "it took 0.2 to 0.3 where much else ran"
        assert (north.refused, north.forked) == (None, False)
        found = kept_host(north.folder)
        assert found is not None
        assert found.news is not None
        assert (found.news.successor, found.news.waits) == ("", False)
        assert not any(each.deputy for each in found.news.desks)
        assert north.book.written.state.host is None
        answer = call_program("serve", north.folder / "replica.qv", "--take-over")
        assert answer.code in (1, 3)
        assert answer.out == ""
        assert kept_address(north) == stays.address


def written_at(worker: ServedDatabase) -> int:
    """How many entries the one event of ``worker`` has."""
    ((mount, _),) = worker._events.values()
    return mount.event.hosting.summary.end.entries


def kept_address(desk: LiveDesk) -> str:
    """Where the host answered that the desk follows, as it has stored it."""
    found = kept_host(desk.folder)
    assert found is not None
    (address,) = found.addresses.values()
    return address


def test_a_restart_of_the_database_is_reported_and_service_continues(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    with worker(url) as one, desk(address(one), "north", invited(one)) as north:
        north.record(1)
        north.ask()
        id = north.record(2)
        postgres.stop()
        try:
            answer = north.send()
            assert (answer.status_code, answer.json()["code"]) == (503, "host-cannot-write")
            assert answer.json()["text"]
            found = httpx.get(f"{address(one)}/joined/{key_of('late').id.hex()}", verify=False)
            assert found.status_code == 503, "nobody knows whether it is known"
            wait_until(lambda: north.client.get("/health").status_code == 503)
        finally:
            postgres.start()
        wait_until(lambda: north.send().status_code != 503)
        assert [type(each) for each in north.ask().answers] == [Done]
        assert journal(url).count(id) == 1
        wait_until(lambda: north.client.get("/health").status_code == 200)


def test_an_account_without_rights_is_refused_with_that_reason(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    owner = url.replace(url.partition("://")[2].partition("@")[0], "owner")
    role = url.partition("://")[2].partition("@")[0]
    postgres.run(f"REVOKE ALL ON quatre_vents.admitted_desks, quatre_vents.tickets FROM {role}", url=owner)
    with pytest.raises(StoreUnavailable) as refused:
        ServedDatabase(SharedDatabase(url), DatabaseSharing(), fault=_no, remark=_no)
    assert "no right" in refused.value.text.message
    empty = new_database(postgres, 0)
    with pytest.raises(Refused, match="database-empty"):
        ServedDatabase(SharedDatabase(empty), DatabaseSharing(), fault=_no, remark=_no)


@pytest.mark.parametrize("tickets", [False, True])
def test_a_database_of_an_earlier_version_gets_the_tables_of_desks(postgres: PostgresServer, tickets: bool) -> None:
    url = new_database(postgres)
    owner = url.replace(url.partition("://")[2].partition("@")[0], "owner")
    new = ("admitted_desks", "host_key", "joining", "workers", *(() if tickets else ("tickets",)))
    postgres.run(*(f"DROP TABLE quatre_vents.{table}" for table in new), url=owner)
    if tickets:
        postgres.run("CREATE TABLE quatre_vents.desks (token_hash text)", url=owner)
    with pytest.raises(StoreDamaged) as refused:
        ServedDatabase(SharedDatabase(owner), DatabaseSharing(), fault=_no, remark=_no)
    assert "shared prepare" in refused.value.text.message
    create_tables(owner)
    with worker(owner) as one, desk(address(one), "north", invited(one)):
        pass


def test_an_invitation_of_a_database_names_all_workers_and_is_valid_at_each(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    event = f"{url}/{event_in(url)}"
    answer = call_program("desks", event, "--invite", "referee")
    assert (answer.code, "Nobody shares this database now" in answer.err) == (1, True)
    with worker(url) as one, worker(url) as two:
        code = call_program("desks", event, "--invite", "referee", "--uses", 1, "--no-approval", "--json").json[
            "invitation"
        ]
        invitation = decode(code)
        assert set(invitation.addresses) == {one.address, two.address}
        with closing((north := Desk(address(one), "north", invitation)).client):
            assert north.join(invitation.ticket).json()["role"] == "referee"
        with closing((south := Desk(address(two), "south", invitation)).client):
            refused = south.join(invitation.ticket)
        assert (refused.status_code, refused.json()["code"]) == (403, "ticket-used-up")
        assert [each["key"] for each in call_program("desks", event, "--json").json] == ["referee"]
        before = invited(one).ticket
        assert call_program("desks", event, "--end-all", "--json").json == []
        with closing((north := Desk(address(two), "north", invitation)).client):
            assert north.join(before).json()["code"] == "ticket-unknown"
    assert call_program("desks", event, "--invite", "referee").code == 1, "their addresses were forgotten"


def test_a_desk_that_waits_at_one_worker_is_approved_and_let_in_by_another(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    event = f"{url}/{event_in(url)}"
    with worker(url) as one, worker(url) as two:
        invitation = decode(call_program("desks", event, "--invite", "head-referee", "--json").json["invitation"])
        key = key_of("north")
        desk = joining_desk(key.certificate, "north", "Ada Sample")
        asking = RequestingDesk(invitation.event, invitation.first_host, desk, key.sign, token_bytes, invitation.ticket)

        def ask(server: ServedDatabase, method: str, path: str, content: bytes = b"") -> bytes:
            at = f"{address(server)}{path}?event={invitation.event}"
            found = httpx.request(method, at, content=content, verify=False, timeout=30)
            assert found.status_code == 200, found.text
            return found.content

        comparing = asking.answered(ask(one, "POST", "/join", asking.request))
        assert isinstance(comparing, ComparingDesk)
        agreed = comparing.agreed()
        ask(two, "POST", "/join/confirm", comparing.request)
        ask(one, "POST", "/join/confirm", agreed.request)
        assert agreed.welcomed(ask(two, "GET", f"/join/{agreed.id}")) is None
        (waiting,) = call_program("desks", event, "--json").json
        assert (waiting["waiting"], waiting["desk"]) == (comparing.digits, "north")
        assert call_program("desks", event, "--approve", "north", waiting["id"]).code == 0
        welcome = agreed.welcomed(ask(two, "GET", f"/join/{agreed.id}"))
        assert welcome is not None
        assert (welcome.desk, welcome.role) == ("north", EventRole.HEAD_REFEREE)
        again = agreed.welcomed(ask(one, "GET", f"/join/{agreed.id}"))
        assert again is not None
        assert (again.desk, again.role, again.first_host) == (welcome.desk, welcome.role, welcome.first_host)


def test_a_pin_that_is_changed_at_one_worker_signs_out_at_all(postgres: PostgresServer) -> None:
    url = new_database(postgres)
    with (
        worker(url) as one,
        worker(url) as two,
        desk(address(one), "north", invited(one)) as north,
        desk(address(two), "east", invited(two)) as east,
    ):

        def set_pin(each: Desk, pin: str, role: EventRole | None = None) -> None:
            carry_out(each.book, SetPin(EventRole.ORGANISER, cheap_pin(pin)), by=By("Ada Sample", each.name, role))
            assert [type(answer) for answer in each.ask().answers] == [Done]

        set_pin(north, "1")
        for each in (north, east):
            each.ask()
            assert each.client.post("/sign-in", json={"author": "Ada Sample", "pin": "1"}).status_code == 200
        set_pin(east, "2", EventRole.ORGANISER)
        wait_until(
            lambda: {each.name: each.role for each in north.ask().desks} == {"north": None, "east": EventRole.ORGANISER}
        )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--database"),
        (("cup.qv", "--database", "postgresql://x/y"), "--database"),
        (("cup.qv", "--behind-proxy", "hall:8470"), "--behind-proxy"),
        (("--database", "postgresql://x/y", "--confirm-on-two"), "standby"),
        (("--database", "postgresql://x/y", "--announce"), "--announce"),
        (("--database", "postgresql://x/y", "--behind-proxy", "hall:8470"), "--port"),
    ],
)
def test_wrong_usage_is_two(words: tuple[str, ...], said: str) -> None:
    answer = call_program("serve", *words)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_what_is_no_database_is_refused_with_words() -> None:
    (port,) = free_ports(1)
    for url, code in (("masters", 1), (f"postgresql://hall@127.0.0.1:{port}/events", 3)):
        answer = call_program("serve", "--database", url)
        assert (answer.code, answer.out) == (code, "")
        assert answer.err


class Process:
    """``serve --database`` in a process of its own."""

    def __init__(self, url: str, *options: str | int) -> None:
        self.process = start(["serve", "--database", url, "--json", *options])
        assert self.process.stdout is not None
        self.said = json.loads(self.process.stdout.readline() or b"null")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, bytes]:
        """Its exit code, and what it said to standard error beside what its invitation is good for."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=PATIENCE)
        first, _, others = errors.partition(b"\n")
        assert first.startswith(b"remark: Whoever has this invitation joins at once")
        return self.process.wait(), others


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(postgres: PostgresServer) -> None:
    """It is killed while it waits for its turn to write; desks go on at the other one, through the proxy."""
    url, ports = new_database(postgres), free_ports(2)
    options = ("--behind-proxy", "127.0.0.1:8470")
    with ExitStack() as end:
        workers = list[Process]()
        for port in ports:
            workers.append(Process(url, "--port", port, *options))
            end.callback(workers[-1].kill)
        assert set(workers[0].said) == {"desks", "public", "invitation", "fingerprint"}
        assert workers[0].said == workers[1].said | {"invitation": workers[0].said["invitation"]}
        invitation = decode(workers[0].said["invitation"])
        assert invitation.addresses == ("127.0.0.1:8470",)
        at = end.enter_context(proxy(ports))
        north, east = (end.enter_context(desk(at, name, invitation)) for name in ("north", "east"))
        north.record(1)
        north.ask()
        id = north.record(2)
        north.client.base_url = at
        killed = Desk(f"https://127.0.0.1:{ports[0]}", "north", invitation)
        end.enter_context(closing(killed.client))
        killed.book = north.book
        with psycopg.connect(url) as lock:
            lock.execute("SELECT 1 FROM quatre_vents.ends FOR UPDATE")
            waiting = Thread(target=_send_in_vain, args=(killed,))
            waiting.start()
            wait_until(lambda: _rows(postgres, url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))
            workers[0].kill()
            waiting.join()
        answers = north.ask().answers
        assert [(answer.id, type(answer)) for answer in answers] == [(id, Done)]
        for hand in range(1, 5):
            east.record(hand, table=2)
            assert [type(answer) for answer in east.ask().answers] == [Done]
        settle([north, east], random.Random(1))
        there = journal(url)
        assert len(there) == len(set(there)) == len(north.book.view.journal)
        assert workers[1].stop() == (0, b"")


def test_a_worker_behind_a_proxy_shows_everybody_what_is_public(postgres: PostgresServer) -> None:
    url, (port, public) = new_database(postgres), free_ports(2)
    worker = Process(url, "--port", port, "--public-port", public, "--behind-proxy", "127.0.0.1:8470")
    try:
        assert worker.said["public"] == f"http://127.0.0.1:{public}"
        found = httpx.get(worker.said["public"], headers={"X-Forwarded-Proto": "https"}, follow_redirects=True)
        assert (found.status_code, found.url.path) == (200, f"/e/{event_in(url)}/")
        assert found.history[0].headers["location"].startswith("/")  # wherever the proxy is
        assert worker.stop() == (0, b"")
    finally:
        worker.kill()


def _send_in_vain(desk: Desk) -> None:
    with pytest.raises(httpx.HTTPError):
        desk.send()


def _no(_: object) -> None:
    raise AssertionError


def _rows(postgres: PostgresServer, url: str, sql: str) -> list[tuple]:
    owner = postgres.url(url.rpartition("/")[2])
    with psycopg.connect(owner) as connection:
        return connection.execute(sql).fetchall()
