"""A shared event in real processes: a host that is killed, desks that are killed, and a bad link between them.

The host is ``serve``, a desk is :mod:`tests.proof.shared_driver`; what the desks noted is compared with the event file.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from tests.proof.calling import call
from tests.proof.covered import SHARED_PROGRAM
from tests.proof.faulty_link import FaultyLink
from tests.proof.part import Outcome, Part, temporary_folder
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.entry import Record
from tournament.ledger.facts import HostTakenOver
from tournament.sharing.host import TakeOverLoss, what_take_over_loses
from tournament.sharing.invitation import decode, encode
from tournament.sharing.messages import DeskSeen
from tournament.storage import create, open_for_reading
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.joining.connection import Connection
from ui.joining.desk_folder import HOSTED, kept_desk
from ui.joining.failures import ServerAway
from ui.joining.hosts import ask, kept_host
from ui.joining.key_file import NAME
from ui.joining.pinned import http_client, pinned_context

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 60
"""Seconds in which a process must be ready."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much one day is."""

    players: int = 168
    sessions: int = 11
    desks: int = 10
    pause: float = 0.3
    """Seconds between two entries of a desk, in the middle."""
    every: float = 0.8
    """Seconds between two faults, in the middle."""
    seconds: float = 1500.0
    """In which everything must be entered."""
    both: float = 0.1
    """The share of sheets that two desks enter."""
    first: tuple[tuple[str, int], ...] = (
        ("all links cut", 110), ("host killed", 40), ("host stopped and started", 10), ("desk killed", 10),
    )  # fmt: skip
    """How often each of these goes wrong while all desks use the bad link."""
    then: tuple[tuple[str, int], ...] = (("taken over", 8), ("host killed", 15), ("desk killed", 5))
    """And afterwards, when desks find the host that has taken over where it says that it is."""


class Day:
    """One event, its host, its desks and the link between them. All files are in ``folder``."""

    def __init__(self, seed: int, folder: Path, scale: Scale) -> None:
        self.chance, self.scale, self.folder = Random(f"shared/{seed}"), scale, folder
        self.confirms_on_two = seed % 2 == 0
        self._options = ("--confirm-on-two",) if self.confirms_on_two else ()
        self.file = folder / "cup.qv"
        """The file that the current host serves, in the folder of ``self.at``."""
        self.at = "host"
        self.gone: list[str] = []
        """Desks that were lost for ever."""
        self.loss: TakeOverLoss | None = None
        """The warning to somebody who took over with what other desks had reported."""
        self.desks = [f"Desk {number}" for number in range(1, scale.desks + 1)]
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._sheets = self._given_out()
        make_event(self.file, scale)
        self.invitation = self.start_host()
        self.link = FaultyLink(int(decode(self.invitation).addresses[0].rpartition(":")[2]), self.chance)

    def start_host(self) -> str:
        """Serve the event; the invitation, once desks can come."""
        return self._serve(self.file)

    @property
    def living(self) -> list[str]:
        """The desks that are not gone."""
        return [name for name in self.desks if name not in self.gone]

    def knows_all(self, name: str) -> bool:
        """Whether this desk has heard of all desks."""
        return len(self.seen(name)) == len(self.desks)

    def seen(self, name: str) -> tuple[DeskSeen, ...]:
        """The desks that this one knows."""
        known = kept_host(self.replica(name).parent)
        return known.news.desks if known is not None and known.news is not None else ()

    def name_deputy(self, name: str) -> None:
        """Let this desk take over, and wait until it has heard it, with what it needs for that."""
        kept = kept_desk(self.replica(name).parent)
        assert kept is not None
        assert call("desks", self.file, "--deputy", kept.desk).code == 0
        until = time.monotonic() + _PATIENCE
        while not all(each.certificate for each in self.seen(name)):
            assert time.monotonic() < until
            time.sleep(0.05)

    def take_over(self, name: str) -> None:
        """Let the desk of this name become the host; it waits for all that are not gone, however slow they are."""
        replica = self.replica(name)
        self.at = name
        self._start(replica, "--take-over", "--gather", str(_PATIENCE))
        if self.gone:
            self._end_gathering(replica.parent)
        self._ready()
        self.file = replica.with_name(HOSTED)

    def _end_gathering(self, taker: Path) -> None:
        """Wait only until the desks that remain have reported what they have."""
        known, kept = kept_host(taker), kept_desk(taker)
        assert known is not None
        assert known.news is not None
        assert kept is not None
        mine = next(each for each in known.news.desks if each.name == kept.desk)
        until, since = time.monotonic() + _PATIENCE, 0.0
        while time.monotonic() < until:
            time.sleep(0.1)
            with suppress(ServerAway):
                found = ask([mine.address], bytes.fromhex(mine.id))
                since = since or time.time()
                if all(self._has(name, since) == found.hello.entries for name in self.living):
                    self._said(mine, taker)
                    return

    def _said(self, mine: DeskSeen, taker: Path) -> None:
        """Let the desk of the folder ``taker`` wait for no other any more."""
        context = pinned_context(mine.address, bytes.fromhex(mine.id), _PATIENCE, taker / NAME)
        client = http_client(context, mine.address, _PATIENCE)
        with closing(Connection(lambda _shown: (mine.address, client), "en")) as connection:
            connection.gathered()

    def _has(self, name: str, since: float) -> int:
        """How many entries this desk had when it was answered last, if it was ``since`` this time."""
        answered = (line for line in reversed(self.lines(name)) if line["what"] == "received")
        return next((line["entries"] for line in answered if line["at"] > since), -1)

    def _serve(self, file: Path, *options: str) -> str:
        self._start(file, *options)
        return self._ready()

    def _start(self, file: Path, *options: str) -> None:
        with (self.folder / "host errors.txt").open("ab") as errors:
            self.host = subprocess.Popen(
                [sys.executable, "-m", "ui.cli", "serve", file, "--json", *self._options, *options],
                cwd=ROOT, env=self._environment(self.at), stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip

    def _ready(self) -> str:
        assert self.host.stdout is not None
        said = self.host.stdout.readline()
        assert said, f"the host at {self.at} ended with {self.host.wait(_PATIENCE)}"
        return str(json.loads(said)["invitation"])

    def start_desk(self, name: str, *, again: bool = False) -> None:
        """Let the desk of this name begin, or go on where it was killed."""
        told = replace(decode(self.invitation), addresses=(f"127.0.0.1:{self.link.port}",))
        order = {"invitation": encode(told), "desk": name, "sheets": self._sheets[name], "again": again,
                 "log": str(self.log_of(name)), "pause": self.scale.pause}  # fmt: skip
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(order), encoding="utf-8")
        with (self.folder / f"{name} errors.txt").open("ab") as errors:
            self._processes[name] = subprocess.Popen(
                [sys.executable, "-m", "tests.proof.shared_driver", path],
                cwd=ROOT, env=self._environment(name), stdin=subprocess.PIPE, stdout=errors, stderr=errors,
            )  # fmt: skip

    def kill(self, process: "subprocess.Popen[bytes]") -> None:
        """End it at once."""
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def desk(self, name: str) -> "subprocess.Popen[bytes]":
        """The process of this desk."""
        return self._processes[name]

    def is_done(self, name: str) -> bool:
        """Whether the desk of this name has entered everything, and the host has answered."""
        return any(line["what"] == "done" for line in self.lines(name))

    def lines(self, name: str) -> list[dict[str, Any]]:
        """What the desk of this name noted."""
        path = self.log_of(name)
        return [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []

    def log_of(self, name: str) -> Path:
        """Where it notes that."""
        return self.folder / f"{name}.jsonl"

    def replica(self, name: str) -> Path:
        """The replica of this desk."""
        (found,) = (self.folder / name).rglob("replica.qv")
        return found

    def end(self) -> None:
        """Kill what runs, if anything does."""
        for process in (*self._processes.values(), self.host):
            self.kill(process)
        self.link.close()

    def _given_out(self) -> dict[str, list[tuple[int, int]]]:
        """Which sheets each desk enters, session after session; some are given to two."""
        tables = self.scale.players // 4
        given: dict[str, list[tuple[int, int]]] = {name: [] for name in self.desks}
        for session in range(1, self.scale.sessions + 1):
            for table in range(1, tables + 1):
                both = 2 if self.chance.random() < self.scale.both and len(self.desks) > 1 else 1
                for name in self.chance.sample(self.desks, both):
                    given[name].insert(0, (session, table)) if both == 2 else given[name].append((session, table))
        return {name: sorted(sheets, key=lambda sheet: sheet[0]) for name, sheets in given.items()}

    def _environment(self, name: str) -> dict[str, str]:
        return os.environ | {"QUATRE_VENTS_HOME": str(self.folder / name), "LC_ALL": "C.UTF-8"}


def make_event(path: Path, scale: Scale) -> None:
    by, tables = By("Organiser", "proof"), scale.players // 4
    book = Book(create(path))
    carry_out(book, CreateEvent(Settings("Cup", sessions=scale.sessions)), by=by)
    carry_out(book, AddPlayers(tuple(Player(0, f"First{n}", f"Sample{n}") for n in range(scale.players))), by=by)
    rounds = tuple(
        tuple(
            (
                1 + table,
                1 + tables + (table + session) % tables,
                1 + 2 * tables + (table + 2 * session) % tables,
                1 + 3 * tables + (table + 3 * session) % tables,
            )
            for table in range(tables)
        )
        for session in range(scale.sessions)
    )
    carry_out(book, PublishDraw(Seating(rounds, "cyclic")), by=by)
    book.close()


# What goes wrong.


def _kill_host(day: Day) -> None:
    day.kill(day.host)
    time.sleep(day.chance.random() * 2)
    day.start_host()


def _stop_host(day: Day) -> None:
    day.host.send_signal(signal.SIGTERM)
    if day.host.wait(_PATIENCE):
        raise AssertionError(f"the host ended with {day.host.returncode}")
    day.kill(day.host)
    day.start_host()


def _cut_link(day: Day) -> None:
    day.link.cut()
    time.sleep(day.chance.random() * 4)
    day.link.mend()


def _kill_desk(day: Day) -> None:
    name = day.chance.choice(day.desks)
    day.kill(day.desk(name))
    day.start_desk(name, again=True)


def _take_over(day: Day) -> None:
    _wait_until_all_know_all(day)
    taker = day.chance.choice([name for name in day.desks if name != day.at])
    day.name_deputy(taker)
    day.kill(day.host)
    day.take_over(taker)


def _lose_host(day: Day) -> None:
    """The host is lost, and without confirmation on two desks perhaps a desk with it; both for ever."""
    taker, *others = day.chance.sample(day.desks, len(day.desks))
    _wait_until_all_know_all(day)
    day.name_deputy(taker)
    day.kill(day.host)
    known = kept_host(day.replica(taker).parent)
    assert known is not None
    assert known.news is not None
    if not day.confirms_on_two and day.chance.random() < 0.5:
        day.gone = others[:1]
        day.kill(day.desk(others[0]))
    day.take_over(taker)
    fact = next(record for record in reversed(records_of(day.file)) if record.kind == HostTakenOver.kind)
    missing = json.loads(fact.content)["missing"]
    asked = {each.name for each in known.news.desks if each.name not in missing}
    day.loss = what_take_over_loses(known.news, fact.position - 1, asked)


def _wait_until_all_know_all(day: Day) -> None:
    """A desk finds only those of which it has heard, and as host lets only them speak."""
    until = time.monotonic() + _PATIENCE
    while not all(day.knows_all(name) for name in day.desks) and time.monotonic() < until:
        time.sleep(0.02)


FAULTS: dict[str, Callable[[Day], None]] = {
    "host killed": _kill_host,
    "host stopped and started": _stop_host,
    "all links cut": _cut_link,
    "desk killed": _kill_desk,
    "taken over": _take_over,
    "host lost": _lose_host,
}


def run(seed: int, *, scale: Scale = Scale()) -> Outcome:
    """One day, then the judgement."""
    outcome = Outcome()
    with temporary_folder() as name:
        day = Day(seed, Path(name), scale)
        try:
            enter_everything(f"seed {seed}", day, outcome)
        finally:
            day.end()
        for error in sorted(day.folder.glob("* errors.txt")):
            text = error.read_text(encoding="utf-8", errors="replace")
            outcome.expect(
                "Traceback" not in text and "went wrong" not in text, f"seed {seed}: {error.stem}: {text[-1500:]}"
            )
        judge(f"seed {seed}", day, outcome)
    return outcome


def enter_everything(where: str, day: Day, outcome: Outcome, *, faults: bool = True) -> None:
    """Let all desks enter what is theirs, with ``faults`` meanwhile, and stop desks and host when they are level."""
    for name in day.desks:
        day.start_desk(name)
    until = time.monotonic() + day.scale.seconds
    left, due = list(day.desks), _due(day) if faults else iter(())
    while not all(day.lines(name) for name in day.desks) and time.monotonic() < until:
        time.sleep(0.1)
    while left and time.monotonic() < until and (fault := next(due, "")):
        time.sleep(day.chance.expovariate(1 / day.scale.every))
        FAULTS[fault](day)
        outcome.count(fault)
        left = [name for name in left if not day.is_done(name)]
        left = [name for name in left if name in day.living]
        if any(day.desk(name).poll() is not None for name in day.living):
            break  # it is told below
    day.link.faulty = False
    while left and time.monotonic() < until and all(day.desk(name).poll() is None for name in left):
        time.sleep(0.2)
        left = [name for name in left if not day.is_done(name)]
    outcome.expect(not left, f"{where}: {', '.join(left)} had not entered everything after {day.scale.seconds:.0f} s")
    for name in day.living:
        ending = day.desk(name).stdin
        assert ending is not None
        with suppress(OSError), ending:  # one that died is told below
            ending.write(_fingerprint(day.file).encode())
    for name in day.living:
        try:
            code = day.desk(name).wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            code = -1
        outcome.expect(code == 0, f"{where}: {name} ended with {code}: {day.lines(name)[-1:]}")
    day.host.send_signal(signal.SIGTERM)
    outcome.expect(day.host.wait(_PATIENCE) == 0, f"{where}: the host ended with {day.host.returncode}")
    outcome.count("connections lost", day.link.lost)


def _due(day: Day) -> Iterator[str]:
    """What goes wrong, one after the other."""
    for times in (day.scale.first, day.scale.then):
        these = [fault for fault, count in times for _ in range(count)]
        yield from day.chance.sample(these, len(these))


def judge(where: str, day: Day, outcome: Outcome) -> None:
    """Compare what the desks noted, their replicas and the event file."""
    records = records_of(day.file)
    written = {record.id: record for record in records}
    outcome.expect(len(written) == len(records), f"{where}: an id stands twice")
    lines = list(chain.from_iterable(day.lines(name) for name in day.living))
    by_what: dict[str, dict[str, dict[str, Any]]] = {
        what: {line["id"]: line for line in lines if line["what"] == what} for what in ("typed", "acknowledged", "told")
    }
    typed, acknowledged, told = by_what["typed"], by_what["acknowledged"], by_what["told"]
    for id, line in acknowledged.items():
        stands = id in written and written[id].position <= line["position"] <= len(records)
        outcome.expect(stands, f"{where}: {id} was acknowledged as {line['position']}, and is not there")
    for id, line in told.items():
        outcome.expect(bool(line["why"]), f"{where}: {id} was refused without a reason")
        outcome.expect(id not in written, f"{where}: {id} was refused, and is there: {line}")
    for id, line in typed.items():
        outcome.expect(id in written or id in told, f"{where}: {line['command']} {id} is neither written nor refused")
    outcome.failures.extend(
        f"{where}: {line}" for line in lines if line["what"] in ("not continued", "refused by the host")
    )
    for record in records:
        if record.kind == HostTakenOver.kind:
            missing = json.loads(record.content)["missing"]
            outcome.expect(missing == day.gone, f"{where}: taken over without {missing}, but {day.gone} were gone")
    for fault in _twice(records):
        outcome.failures.append(f"{where}: {fault}")
    for name in day.living:
        same = records_of(day.replica(name)) == records
        outcome.expect(same, f"{where}: the replica of {name} is not what the host wrote")
    for problem in check_records(records).problems:
        outcome.failures.append(f"{where}: {ENGLISH.render(problem.text)}")
    answer = call("check", day.file)
    outcome.expect(answer.code == 0, f"{where}: check ended with {answer.code}: {answer.err}{answer.escaped}")
    outcome.count("desks", len(day.living))
    outcome.count("hands in the event", sum(record.kind == "hand-recorded" for record in records))
    outcome.count("entries of the event", len(records))
    outcome.count("orders typed", len(typed))
    outcome.count("orders acknowledged", len(acknowledged))
    outcome.count("orders refused with reasons", len(told))
    outcome.count("replicas equal to the event", len(day.living))
    for codes in (line["why"] for line in told.values()):
        outcome.count(f"refused: {', '.join(codes)}")


def _twice(records: list[Record]) -> Iterator[str]:
    """Hands that were recorded more than once."""
    hands = Counter[tuple[str, int]]()
    for record in records:
        if record.kind == "hand-recorded":
            hands[record.stream, json.loads(record.content)["hand"]] += 1
    yield from (f"hand {hand} was recorded {times} times" for hand, times in hands.items() if times > 1)


def records_of(path: Path) -> list[Record]:
    """The entries of the event file ``path``."""
    store = open_for_reading(path)
    try:
        return list(store.read())
    finally:
        store.close()


def _fingerprint(path: Path) -> str:
    book = Book(open_for_reading(path))
    try:
        return str(book.view.fingerprint)
    finally:
        book.close()


_WANTED = {"host killed": 100, "all links cut": 200, "taken over": 10, "host stopped and started": 1, "desk killed": 1,
           "connections lost": 1, "orders refused with reasons": 1}  # fmt: skip
"""How often each must have happened."""


def _enough(whole: Outcome, _cases: int) -> tuple[str, ...]:
    few = [f"{what}: {whole.counts[what]} times" for what, wanted in _WANTED.items() if whole.counts[what] < wanted]
    return tuple(f"too seldom: {each}" for each in few)


SHORT = Scale(
    players=16, sessions=2, desks=4, pause=0.1, every=1.0, seconds=180, both=0.5,
    first=(("all links cut", 2), ("host killed", 2), ("host stopped and started", 1), ("desk killed", 1)),
    then=(("taken over", 2), ("host killed", 1)),
)  # fmt: skip
PART = Part(
    name="shared",
    title="A shared event, with host, desks and links failing",
    brief="Ten desks and a host that fail lose and double nothing.",
    covers=SHARED_PROGRAM,
    promise="Desks in processes of their own enter a whole event at one host, some sheets at two desks at once, with "
    "and without confirmation on two desks. Host and desks are killed and started again, all links are cut, "
    "connections are slow and lost, and desks take over from a host that was killed. What was acknowledged is in the "
    "event, once; whatever was typed is written or was refused with reasons; the replica of every desk is the event of "
    "the host, which passes its check and whose standings are those of the second count.",
    cases=2,
    run=run,
    run_short=partial(run, scale=SHORT),
    limit=1800,
    counted="events",
    enough=_enough,
)
