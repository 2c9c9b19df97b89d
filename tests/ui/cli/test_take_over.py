"""The host fails: its process is killed, a desk takes over, and the others follow. All hosts are processes."""

import json
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from tests.ui.cli.test_serve import Server
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import Text, mark
from tournament.rules.payment import Outcome
from tournament.sharing.host import offer_after
from tournament.sharing.invitation import decode, encode
from tournament.sharing.messages import Behind, DeskSeen, Forked, News, Reply
from tournament.sharing.shared_book import OrderState
from tournament.use_cases import By, RecordHand, carry_out
from ui.cli.context import PIN_VARIABLE
from ui.cli.shared_event import folder_of
from ui.desktop.sharing.joining import JoinDetails, join_event
from ui.joining import places
from ui.joining.connection import Connection
from ui.joining.desk_folder import HOSTED, Kept, kept_desk
from ui.joining.failures import ServerAway
from ui.joining.hosts import kept_host
from ui.joining.key_file import kept_key
from ui.server.host_folder import HostDecision, HostFolder

pytestmark = pytest.mark.thorough

PIN = "471147"


class LiveDesk:
    """A desk that listens to its host, as a window does."""

    def __init__(self, invitation: str, name: str, pin: str = "") -> None:
        self.joined = join_event(JoinDetails(invitation, name, f"{name} sample", pin))
        self.book, self.lock = self.joined.book, RLock()
        self.folder = Path(self.book.place).parent
        self.away: Text | None = None
        self.refused: Exception | None = None
        self.forked = False
        self.acknowledged = set[str]()
        self.link = self.joined.link(self)
        self.say()

    def say(self) -> None:
        with self.lock:
            self.link.say(self.book.question(None, "en"))

    def on_reply(self, reply: Reply) -> None:
        with self.lock:
            match reply:
                case News():
                    self.book.take(reply)
                    kept = self.book._orders.values()
                    self.acknowledged |= {id for each in kept if each.state is OrderState.SENT for id in each.order.ids}
                case Behind(end):
                    offer = offer_after(self.book.written.journal, end)
                    assert offer is not None
                    self.link.offer(offer)
                case Forked():
                    self.forked = True
                    return
            self.say()

    def on_away(self, text: Text) -> None:
        self.away = text

    def on_back(self) -> None:
        self.away = None

    def on_refused(self, error: Exception) -> None:
        self.refused = error

    def on_not_signed_in(self, text: Text) -> None:
        raise AssertionError(text)

    def record(self, number: int, table: int = 1) -> None:
        with self.lock:
            command = RecordHand(1, table, number, Outcome(0, 1, 8))
            carry_out(self.book, command, by=By("Ada", self.book.desk), confirmed=True)
        self.say()

    @property
    def is_deputy(self) -> bool:
        """Whether it may take over, and has what it needs for that."""
        found = kept_host(self.folder)
        desks = found.news.desks if found is not None and found.news is not None else ()
        return any(each.deputy for each in desks if each.name == self.book.desk) and all(
            each.certificate for each in desks
        )

    def has(self, entries: int) -> bool:
        return len(self.book.written.journal) >= entries and not self.book.unsent

    def close(self) -> None:
        self.link.close()
        with self.lock:
            self.book.close()


class Hall:
    """An event file, the computers that host it, and the desks."""

    def __init__(self, file: Path, end: ExitStack) -> None:
        self.file, self._end = file, end
        self._desks = list[LiveDesk]()

    def serve(self, file: Path | str, *options: str | int) -> Server:
        """Share ``file``; a desk of it that listens as a deputy leaves its port to the server, as a window does."""
        with ExitStack() as released:
            for each in self._desks:
                if each.folder == Path(file).parent:
                    released.enter_context(each.joined.port.released())
            server = Server(Path(file), *options)
        self._end.callback(server.kill)
        return server

    def name_deputies(self, call: Call, *desks: LiveDesk) -> None:
        """Let these desks take over, in this order, and wait until they have heard it."""
        for each in desks:
            assert call("desks", self.file, "--deputy", each.book.desk).code == 0
        until(lambda: all(each.is_deputy for each in desks))

    def desk(self, server: Server, name: str) -> LiveDesk:
        desk = LiveDesk(server.said["invitation"], name)
        self._end.callback(desk.close)
        self._desks.append(desk)
        return desk


@pytest.fixture
def hall(event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("ui.joining.link._LONGEST_PAUSE", 0.3)
    # Tests that run at once would share the fixed ports of the program.
    monkeypatch.setattr(places, "DESK_PORTS", [secrets.randbelow(12_000) + 20_000 for _ in range(4)])
    with ExitStack() as end:
        yield Hall(event, end)


def seen(folder: Path) -> tuple[DeskSeen, ...]:
    """The desks that the desk of ``folder`` knows."""
    found = kept_host(folder)
    return found.news.desks if found is not None and found.news is not None else ()


def alike(desks: Iterable[LiveDesk]) -> bool:
    """Whether all have the same entries."""
    return len({each.book.written.fingerprint for each in desks}) == 1


def until(found: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("options", [(), ("--confirm-on-two",)])
def test_the_others_follow_a_desk_that_takes_over_and_nothing_is_lost(
    hall: Hall, call: Call, options: tuple[str, ...]
) -> None:
    host = hall.serve(hall.file, *options)
    desks = north, south, west = [hall.desk(host, name) for name in ("north", "south", "west")]
    for number, desk in enumerate(desks, 1):
        desk.record(number)
    until(lambda: not any(desk.book.unsent for desk in desks) and alike(desks))
    until(lambda: all(seen(each.folder)[-1].name == "west" for each in desks))
    hall.name_deputies(call, north)
    if os.name == "posix":
        assert stat.S_IMODE((north.folder / "host.json").stat().st_mode) == 0o600
    host.kill()
    until(lambda: all(each.away for each in desks))
    south.record(4)
    west.record(1, table=2)
    before = len(south.book.written.journal)

    new = hall.serve(north.folder / "replica.qv", "--take-over")
    assert set(new.said) == {"desks", "public", "invitation", "fingerprint", "until"}
    assert new.said["fingerprint"] != host.said["fingerprint"]
    until(lambda: all(each.has(before + 3) for each in desks) and alike(desks))
    until(lambda: not any(each.away for each in desks))
    assert not any(each.refused or each.forked for each in desks)
    fact = west.book.written.state.host
    assert fact is not None
    assert (fact.desk, fact.missing, f"https://{fact.address}") == ("north", (), new.said["desks"])
    ends = {str(each.book.written.fingerprint) for each in desks}
    hosted = north.folder / HOSTED
    assert {call("check", hosted, "--json").json["fingerprint"]} == ends
    here = {each.id for each in north.book.written.journal}
    assert all(each.acknowledged <= here for each in desks)
    assert all(each.state is OrderState.SENT for desk in desks for each in desk.book._orders.values())

    # the new host is restarted as any other, and found again
    assert new.stop() == (0, "")
    again = hall.serve(hosted, *options)
    assert again.said["desks"] == new.said["desks"]
    assert again.said["fingerprint"] == new.said["fingerprint"]
    south.record(5)
    until(lambda: all(each.has(before + 4) for each in desks))
    assert [each["desk"] for each in call("desks", hosted, "--json").json] == ["north", "south", "west"]


def test_the_old_host_returns_and_what_only_it_had_can_be_sent_again(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south, west = (hall.desk(host, name) for name in ("north", "south", "west"))
    south.record(1)
    until(lambda: all(each.has(len(south.book.view.journal)) for each in (north, south, west)))
    hall.name_deputies(call, north)
    for each in (north, west):
        each.close()
    south.record(2)
    until(lambda: not south.book.unsent)
    south.close()
    host.kill()
    only_there = len(call("log", hall.file, "--json").json)

    new = hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "0.2")
    taken = call("log", north.folder / HOSTED, "--json").json[-1]
    assert only_there == taken["position"], "the hand is lost"
    refused = call("serve", hall.file)
    assert (refused.code, refused.out) == (3, "")
    assert "hosted by north" in refused.err
    assert new.said["desks"].removeprefix("https://") in refused.err
    again = hall.serve(hall.file, "--anyway")
    assert again.said["desks"] == host.said["desks"]
    back = hall.desk(host, "west")  # the old host stays, and names its deputies anew: north hosts nothing for it
    until(lambda: len(back.book.written.journal) == only_there)
    back.close()
    again.kill()

    second = hall.desk(host, "south")
    assert "is kept as" in second.joined.notices[0].message
    (lost,) = second.book.orders
    assert lost.state is OrderState.LOST
    second.book.send_again(lost.id)
    second.say()
    until(lambda: second.has(only_there + 1))
    assert second.book.written.sheet(1, 1).last_played == 2


def test_a_desk_that_was_not_answered_when_it_joined_joins_again_under_its_name(
    hall: Hall, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody who takes over waits for a desk that is not there."""
    host, join = hall.serve(hall.file), Connection.join

    def lost(*given: Any, **more: Any) -> Any:
        join(*given, **more)
        raise ServerAway(mark("Cut."), "hall:1")

    for _ in range(2):
        with monkeypatch.context() as cut:
            cut.setattr(Connection, "join", lost)
            with pytest.raises(ServerAway):
                hall.desk(host, "north")
            assert call("standings", host.said["invitation"]).code == 3
    north = hall.desk(host, "north")
    assert call("standings", host.said["invitation"]).code == 0
    assert north.book.desk == "north"
    names = [each["desk"] for each in call("desks", hall.file, "--json").json]
    assert names == ["north", folder_of(decode(host.said["invitation"])).path.name]


def test_what_another_desk_has_more_is_gathered_before_anything_is_written(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south, west = (hall.desk(host, name) for name in ("north", "south", "west"))
    until(lambda: all(len(seen(each.folder)) == 3 for each in (north, south, west)))
    hall.name_deputies(call, north)
    north.close()
    for number in range(1, 9):
        south.record(number)
    until(lambda: not south.book.unsent and west.has(len(south.book.view.journal)))
    host.kill()
    began = time.monotonic()
    hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "60")
    assert time.monotonic() - began < 30, "it waits no longer than for all desks"
    again = hall.desk(host, "north")
    until(lambda: again.book.written.state.host is not None)
    assert again.book.written.sheet(1, 1).last_played == 8
    until(lambda: again.book.written.fingerprint == south.book.written.fingerprint == west.book.written.fingerprint)
    assert not south.forked
    assert not west.forked


def test_the_desk_that_takes_over_need_not_wait_for_one_that_is_gone(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south, west = (hall.desk(host, name) for name in ("north", "south", "west"))
    until(lambda: all(len(seen(each.folder)) == 3 for each in (north, south, west)))
    hall.name_deputies(call, north)
    west.close()
    host.kill()
    until(lambda: north.away and south.away)
    with ThreadPoolExecutor(1) as thread:
        began = time.monotonic()
        serving = thread.submit(hall.serve, north.folder / "replica.qv", "--take-over", "--gather", "60")
        until(lambda: not north.away and not south.away)
        north.record(1)
        with pytest.raises(Refused):
            south.joined.connection.gathered()
        assert north.book.unsent, "nothing is written before it has taken over"
        north.joined.connection.gathered()
        serving.result()
        assert time.monotonic() - began < 30
    until(lambda: not north.book.unsent)
    fact = north.book.written.state.host
    assert fact is not None
    assert fact.missing == ("west",)


def test_of_two_deputies_that_took_over_the_first_is_followed(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south, west = (hall.desk(host, name) for name in ("north", "south", "west"))
    until(lambda: all(len(seen(each.folder)) == 3 for each in (north, south, west)))
    hall.name_deputies(call, north, south)
    # A deputy that has not heard of the other one cannot ask it, and is not refused.
    known = [each.joined.hosts for each in (north, south, west)]
    until(lambda: all(len(each.statements.deputies(each.statements.host)) == 2 for each in known))
    # On one computer all begin with the same port; the second deputy then opens another one, and tells it.
    until(lambda: all(len({each.address for each in seen(desk.folder)[:2]}) == 2 for desk in (north, south, west)))
    for each in (north, south):
        each.close()
    host.kill()
    second = hall.serve(south.folder / "replica.qv", "--take-over", "--gather", "0")
    until(lambda: west.book.written.state.host is not None)
    refused = Server(north.folder / "replica.qv", "--take-over", "--gather", "0")
    assert refused.process.wait(20) == 3
    refused.kill()
    second.kill()
    until(lambda: west.away)
    hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "0.2")
    until(lambda: west.joined.hosts.host_name == "north")
    old = Server(south.folder / HOSTED)
    assert old.process.wait(20) == 3, "north was named before it"
    old.kill()


def test_a_host_hands_over_and_nothing_is_lost_or_asked(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south = (hall.desk(host, name) for name in ("north", "south"))
    until(lambda: all(len(seen(each.folder)) == 2 for each in (north, south)))
    hall.name_deputies(call, south, north)
    south.record(1)
    until(lambda: alike([north, south]) and not south.book.unsent)
    event = north.book.written.journal[0].id
    refused = Server(north.folder / "replica.qv", "--take-over", "--gather", "0")
    assert refused.process.wait(20) == 3, "the host answers, and hands nothing over"
    refused.kill()
    id = kept_key(north.folder, datetime.now(UTC)).key.id.hex()
    HostFolder(event, hall.file).ask_to_decide(HostDecision.HAND_OVER, id)
    until(lambda: json.loads(Path(north.folder, "host.json").read_text())["news"]["waits"])
    south.record(2)
    hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "5")
    until(lambda: all(each.has(len(south.book.view.journal)) for each in (north, south)) and alike([north, south]))
    assert south.joined.hosts.host_name == "north"
    assert not south.forked
    assert south.book.written.sheet(1, 1).last_played == 2
    assert north.book.written.state.host is not None


def test_a_deputy_whose_address_has_changed_takes_over_all_the_same(
    hall: Hall, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.desktop.sharing.joining.own_address", lambda _: "192.0.2.77:28470")
    host = hall.serve(hall.file)
    north = hall.desk(host, "north")
    hall.name_deputies(call, north)
    north.close()
    host.kill()
    new = hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "0")
    assert new.said["desks"].endswith(":28470")
    assert "192.0.2.77" not in new.said["desks"]


def test_who_is_no_deputy_cannot_take_over_and_nobody_follows_who_does_all_the_same(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south = (hall.desk(host, name) for name in ("north", "south"))
    until(lambda: all(len(seen(each.folder)) == 2 for each in (north, south)))
    hall.name_deputies(call, north)
    assert call("desks", hall.file, "--no-deputy", "north").code == 0
    until(lambda: not north.is_deputy)
    north.close()
    host.kill()
    refused = Server(north.folder / "replica.qv", "--take-over", "--gather", "0")
    assert refused.process.wait(20) == 1
    refused.kill()
    hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "0", "--anyway")
    time.sleep(2)
    assert south.away
    assert south.book.written.state.host is None, "it is a new first host, which needs a new invitation"


def test_a_deputy_listens_and_its_server_gets_the_port_when_it_takes_over(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)
    north, south = (hall.desk(host, name) for name in ("north", "south"))
    until(lambda: all(len(seen(each.folder)) == 2 for each in (north, south)))
    assert (north.joined.port.port, south.joined.port.port) == (0, 0)
    hall.name_deputies(call, north)
    until(lambda: call("desks", hall.file, "--json").json[0]["reached"])
    port = north.joined.port.port
    assert port in places.DESK_PORTS
    assert call("desks", hall.file, "--json").json[0]["serves_at"] == f"127.0.0.1:{port}"
    assert south.joined.port.port == 0
    host.kill()
    new = hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "5")
    assert new.said["desks"] == f"https://127.0.0.1:{port}"
    until(lambda: not south.away and south.book.written.state.host is not None)


def test_an_old_host_that_returns_hears_from_a_deputy_who_replaced_it(hall: Hall, call: Call) -> None:
    """Also if the computer that replaced it is away by then: two halves of the desks would go on separately."""
    host = hall.serve(hall.file)
    north, south = (hall.desk(host, name) for name in ("north", "south"))
    until(lambda: all(len(seen(each.folder)) == 2 for each in (north, south)))
    hall.name_deputies(call, north, south)
    until(lambda: all(each["reached"] for each in call("desks", hall.file, "--json").json))
    host.kill()
    new = hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "5")
    until(lambda: south.book.written.state.host is not None)
    until(lambda: south.joined.port.port)
    new.kill()
    refused = call("serve", hall.file)
    assert (refused.code, refused.out) == (3, "")
    assert "has replaced this one" in refused.err


def test_a_deputy_is_named_when_it_joins_if_the_options_say_so(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file, "--deputy", "north")
    south, north = (hall.desk(host, name) for name in ("south", "north"))
    until(lambda: north.is_deputy)
    assert not south.is_deputy
    assert [each["deputy"] for each in call("desks", hall.file, "--json").json] == [None, 1]


def test_a_script_takes_over_with_the_rights_of_who_does_and_the_others_go_on(
    event: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes = [tmp_path / name for name in ("host", "one", "two", "three")]

    def at(number: int) -> None:
        monkeypatch.setenv("QUATRE_VENTS_HOME", str(homes[number]))

    monkeypatch.setenv(PIN_VARIABLE, PIN)
    for role, pin in (("organiser", PIN), ("head-referee", "123456")):
        monkeypatch.setenv("QUATRE_VENTS_NEW_PIN", pin)
        assert call("pin", event, "set", role).code == 0
    at(0)
    host = Server(event)
    monkeypatch.delenv(PIN_VARIABLE)
    code = host.said["invitation"]
    for number in (1, 2, 3, 1, 2):  # so that each has heard of the others
        at(number)
        assert call("standings", code).code == 0
    at(0)
    deputy = call("desks", event, "--json").json[0]["desk"]
    assert call("desks", event, "--deputy", deputy).code == 1, "nobody is named without the right"
    monkeypatch.setenv(PIN_VARIABLE, PIN)
    assert call("desks", event, "--deputy", deputy).code == 0
    monkeypatch.delenv(PIN_VARIABLE)
    until(lambda: call("desks", event, "--json").json[0]["deputy"] == 1)
    for number in (1, 2):
        at(number)
        until(lambda: call("standings", code).code == 0 and seen(folder_of(decode(code)).path)[0].deputy)
    at(1)
    monkeypatch.setenv(PIN_VARIABLE, "wrong")
    alive = call("serve", code, "--take-over")
    assert alive.code == 3
    assert "is hosted by" in alive.err
    host.kill()
    for pin in ("wrong", ""):
        monkeypatch.setenv(PIN_VARIABLE, pin)
        assert call("serve", code, "--take-over").code == 1, "nothing is served without the right"
    monkeypatch.setenv(PIN_VARIABLE, PIN)
    new = Server(Path(code), "--take-over", "--gather", "0.5")
    try:
        at(2)
        assert call("record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
        at(1)
        assert "host-taken-over" in {each["kind"] for each in call("log", code, "--json").json}
        logs = list[str]()
        for number in (1, 2):
            at(number)
            logs.append(json.dumps(call("log", code, "--json").json))
        assert len(set(logs)) == 1
    finally:
        new.kill()
    at(3)
    assert call("standings", code).code == 3
    found = kept_host(folder_of(decode(code)).path)
    assert found is not None
    assert found.verified.deputies(found.verified.host) == (), "it has not heard of the deputy"


def test_the_queue_lists_what_was_lost_with_the_host_and_sends_it(
    event: Path, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes = {name: str(tmp_path / name) for name in ("host", "one", "two")}
    monkeypatch.setenv("QUATRE_VENTS_HOME", homes["host"])
    host = Server(event)
    code = host.said["invitation"]
    for name in ("one", "two"):
        monkeypatch.setenv("QUATRE_VENTS_HOME", homes[name])
        assert call("standings", code).code == 0
    monkeypatch.setenv("QUATRE_VENTS_HOME", homes["host"])
    assert call("desks", event, "--deputy", call("desks", event, "--json").json[0]["desk"]).code == 0
    for name in ("one", "two"):
        monkeypatch.setenv("QUATRE_VENTS_HOME", homes[name])
        until(lambda: call("standings", code).code == 0 and seen(folder_of(decode(code)).path)[0].deputy)
    monkeypatch.setenv("QUATRE_VENTS_HOME", homes["two"])
    assert call("record", code, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0
    host.kill()
    monkeypatch.setenv("QUATRE_VENTS_HOME", homes["one"])
    new = Server(Path(code), "--take-over", "--gather", "0")
    try:
        (fact,) = [each for each in call("log", code, "--json").json if each["kind"] == "host-taken-over"]
        assert fact["content"]["missing"] == [known_desk(homes["two"], code)]
        monkeypatch.setenv("QUATRE_VENTS_HOME", homes["two"])
        assert "had entries that the host does not have" in call("standings", code).err
        (kept,) = call("queue", code, "--json").json["queued"]
        assert (kept["state"], kept["commands"]) == ("lost", ["record-hand"])
        assert call("queue", code, "--send").code == 0
        assert call("queue", code, "--json").json == {"queued": []}
        assert call("sheet", code, "--session", 1, "--table", 1, "--json").json["hands"][0]["points"] == 12
    finally:
        new.kill()


def known_desk(home: str, code: str) -> str:
    """The name of the scripts of this home at the host."""
    (kept,) = Path(home).rglob(f"joined/{decode(code).event}/*/desk.json")
    return str(json.loads(kept.read_text())["desk"])


def test_invitations_outlive_a_take_over_with_their_uses_and_ends(hall: Hall, call: Call) -> None:
    host = hall.serve(hall.file)

    def invite(*options: str) -> str:
        return str(
            call("desks", hall.file, "--invite", "referee", "--no-approval", *options, "--json").json["invitation"]
        )

    ended = invite()
    assert call("desks", hall.file, "--end-all").code == 0
    until(lambda: HostFolder(str(decode(ended).event)).invitation != host.said["invitation"])
    standing = HostFolder(str(decode(ended).event)).invitation
    north = LiveDesk(standing, "north")
    twice, thrown_out = invite("--uses", "2"), LiveDesk(invite(), "east")
    LiveDesk(twice, "south").close()
    hall.name_deputies(call, north)
    thrown_out.close()
    assert call("desks", hall.file, "--end", "east").code == 0
    until(lambda: [each.name for each in seen(north.folder)] == ["north", "south"])

    def known() -> set[tuple[int | None, bool]]:
        found = kept_host(north.folder)
        tickets = found.news.tickets if found is not None and found.news is not None else None
        return {(each.uses, each.standing) for each in tickets.tickets} if tickets is not None else set()

    until(lambda: known() == {(None, True), (1, False), (None, False)})
    late = invite("--uses", "7")  # no desk does anything: the deputy hears of it all the same
    until(lambda: (7, False) in known())
    host.kill()

    new = hall.serve(north.folder / "replica.qv", "--take-over", "--gather", "0.2")
    address = new.said["desks"].removeprefix("https://")

    def join(code: str, name: str) -> Kept:
        desk = LiveDesk(encode(replace(decode(code), addresses=(address,))), name)
        kept = kept_desk(desk.folder)
        desk.close()
        assert kept is not None
        return kept

    assert join(twice, "west").key is EventRole.REFEREE
    assert join(late, "sixth").key is EventRole.REFEREE
    assert join(standing, "office").key is EventRole.ORGANISER
    assert join(standing, "east").key is EventRole.REFEREE, "it was ended as a referee"
    for code, words in ((twice, "used-up"), (ended, "unknown")):
        with pytest.raises(Refused, match=words):
            join(code, "fifth")
    assert join(new.said["invitation"], "fifth").key is EventRole.ORGANISER
    north.close()
