"""Two thousand phones at one laptop: real processes over loopback, while desks type and results are published.

The server is ``serve``, the desks are those of :mod:`tests.proof.shared_driver`, the phones those of
:mod:`tests.proof.phones_driver`. All run on one computer, which the phones and the desks keep busy too: what is
compared is a desk with phones and the same desk without.
"""

import json
import os
import signal
import subprocess
import sys
import time
from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from queue import Queue
from random import randbytes
from statistics import median, quantiles
from threading import Thread
from typing import Any

import httpx

from tests.proof.calling import call
from tests.proof.covered import SHARED_PROGRAM
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.proof_shared import Scale, make_event, records_of
from tests.proof.shared_driver import Listening
from tournament.sharing.messages import Done, News
from tournament.storage import open_for_writing
from tournament.use_cases import Book, By, Command, RecordTotals, carry_out, carry_out_all
from tournament.use_cases.commands import AllowTableEntry, PublishResults, WithdrawResults
from tournament.use_cases.table_entry import table_token
from ui.desktop.sharing.joining import JoinDetails, join_event

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 60
_PLAYED = 4
"""Sessions that are over, so that there is something to publish."""
_MOST_WAIT = 2.0
"""Seconds from the publication to the page, without the wait that chance gives, for 99 of 100."""
_MOST_RATIO = 1.5
"""Of the time in which a desk is answered, with phones and without."""
_MOST_GROWTH = 1.1
"""Of the memory of the server, from one version to the last of many."""
_MOST_OF_BAD = 64
"""MB that those who read and send slowly may take, each with an answer that waits."""
_ESTABLISHED, _NO_INODE = "01", "0"
"""In /proc/net/tcp: the latter is that of what no process has any more."""
_DROPPED_AFTER = 85.0
"""Seconds that somebody who sends or reads too slowly may keep a connection."""


@dataclass(frozen=True, slots=True)
class PhonesScale:
    """How much one run is."""

    event: Scale = field(default_factory=partial(Scale, players=168, sessions=11, desks=10, pause=3.0))
    """Its desks enter a hand three times as fast as a good referee does."""
    phones: int = 2000
    processes: int = 4
    """In which the phones are."""
    tables: int = 25
    """At which four phones each propose and confirm hands, while the others look."""
    hands: int = 5
    """Of each of these tables."""
    hand_every: float = 30.0
    """Seconds between two hands of a table, in the mean; people need minutes."""
    slow: int = 200
    dripping: int = 200
    published: int = 6
    """Versions that are measured: without phones before and after, with phones, and with those who are slow beside."""
    every: float = 10.0
    """Seconds between two of them."""
    quick: int = 30
    """Versions one right after the other, twice, after which memory is measured."""


class Running:
    """The server, the desks and the phones, as processes. All files are in ``folder``."""

    def __init__(self, folder: Path, scale: PhonesScale) -> None:
        self.folder, self.scale, self.file = folder, scale, folder / "cup.qv"
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._make_event()
        server = self._start("server", "ui.cli", "serve", str(self.file), "--public-port", "0", "--json")
        assert server.stdout is not None
        said = server.stdout.readline()
        assert said, f"the server ended with {server.wait(_PATIENCE)}"
        told = json.loads(said)
        self.pid, self.invitation, self.public = server.pid, told["invitation"], str(told["public"])

    def start_desks(self) -> None:
        """Let all desks join and type until the end; they share the tables of all sessions that are left but one."""
        event = self.scale.event
        sheets = [(session, table) for session in range(_PLAYED + 1, event.sessions)
                  for table in range(1, event.players // 4 + 1)]  # fmt: skip
        for number in range(event.desks):
            name = f"Desk {number + 1}"
            order = {"invitation": self.invitation, "desk": name, "sheets": sheets[number :: event.desks],
                     "again": False, "log": str(self.log(name)), "pause": event.pause}  # fmt: skip
            path = self.folder / f"{name}.json"
            path.write_text(json.dumps(order), encoding="utf-8")
            self._start(name, "tests.proof.shared_driver", str(path))
        self.wait(lambda: all(self.lines(name) for name in self.desks), "desks")

    def start_tables(self) -> None:
        """Let phones at tables of the last session propose and confirm."""
        host, _, port = self.public.removeprefix("http://").rpartition(":")
        order = {"host": host, "port": int(port), "tokens": self.tokens, "log": str(self.log("Tables")),
                 "pause": self.scale.hand_every, "hands": self.scale.hands}  # fmt: skip
        self._start("Tables", "tests.proof.tables_driver", json.dumps(order))

    def start_phones(self, name: str, *, phones: int = 0, slow: int = 0, dripping: int = 0) -> None:
        """Let some look and listen."""
        host, _, port = self.public.removeprefix("http://").rpartition(":")
        players = range(1, self.scale.event.players + 1)
        order = {"host": host, "port": int(port), "seed": name, "log": str(self.log(name)), "readers": phones,
                 "slow": slow, "dripping": dripping,
                 "paths": ["/"] * len(players) + [f"/player/{number}" for number in players]}  # fmt: skip
        self._start(name, "tests.proof.phones_driver", json.dumps(order))

    @cached_property
    def desks(self) -> list[str]:
        """Their names."""
        return [f"Desk {number + 1}" for number in range(self.scale.event.desks)]

    @cached_property
    def phones(self) -> list[str]:
        """The names of the processes of those who behave."""
        return [f"Phones {number + 1}" for number in range(self.scale.processes)]

    def log(self, name: str) -> Path:
        """What the process of this name notes."""
        return self.folder / f"{name}.jsonl"

    def lines(self, *names: str) -> list[dict[str, Any]]:
        """What these noted."""
        found = (self.log(name) for name in names)
        return [json.loads(line) for path in found if path.exists() for line in path.read_bytes().splitlines()]

    def wait(self, true: Any, what: str) -> None:
        """Until it is ``true``."""
        until = time.monotonic() + _PATIENCE
        while not true():
            assert time.monotonic() < until, f"no {what} after {_PATIENCE} s"
            time.sleep(0.2)

    def memory(self) -> int:
        """Of the server, in MB."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) // 1000 for line in status.splitlines() if line.startswith("VmRSS"))

    def connections(self) -> int:
        """Those at the public port that the server still has: one is that of the publisher."""
        port = f":{int(self.public.rpartition(':')[2]):04X}"
        time.sleep(1)
        lines = Path(f"/proc/{self.pid}/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        rows = (line.split() for line in lines)
        return sum(row[1].endswith(port) and row[3] == _ESTABLISHED and row[9] != _NO_INODE for row in rows)

    def end(self, name: str) -> None:
        """Kill the process of this name; the server is asked to end."""
        process = self._processes.pop(name)
        process.send_signal(signal.SIGTERM if name == "server" else signal.SIGKILL)
        process.wait(_PATIENCE)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def end_all(self) -> None:
        """The server last."""
        for name in reversed(tuple(self._processes)):
            self.end(name)

    def _start(self, name: str, module: str, *words: str) -> "subprocess.Popen[bytes]":
        environment = os.environ | {"QUATRE_VENTS_HOME": str(self.folder / f"home {name}"), "LC_ALL": "C.UTF-8"}
        with (self.folder / f"{name} errors.txt").open("ab") as errors:
            process = subprocess.Popen([sys.executable, "-m", module, *words], cwd=ROOT, env=environment,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)  # fmt: skip
        self._processes[name] = process
        return process

    def _make_event(self) -> None:
        make_event(self.file, self.scale.event)
        with closing(Book(open_for_writing(self.file))) as book:
            tables = range(1, self.scale.event.players // 4 + 1)
            played = [RecordTotals(session, table, (30 + table, 10 * session, -10 * session, -30 - table))
                      for session in range(1, _PLAYED + 1) for table in tables]  # fmt: skip
            carry_out_all(
                book, [AllowTableEntry("http://hall:8080", randbytes(32)), *played], by=By("Organiser", "proof")
            )
            last = self.scale.event.sessions
            self.tokens = [table_token(book.view, last, table) for table in range(1, self.scale.tables + 1)]


class Publisher:
    """A desk that publishes, and a phone that sees the resulting versions."""

    def __init__(self, running: Running) -> None:
        self._joined: Any = join_event(JoinDetails(running.invitation, "Results", "Organiser"))
        self._listening = Listening()
        self._link = self._joined.link(self._listening)
        self._public = 0
        self._told = Queue[int]()
        Thread(target=self._listen, args=(running.public,), daemon=True).start()
        self._told.get(timeout=_PATIENCE)
        self.published: list[tuple[float, int]] = []
        """When something was published, and the resulting version: equal results have equal versions."""

    def _listen(self, address: str) -> None:
        with suppress(httpx.HTTPError), httpx.stream("GET", f"{address}/events", timeout=None) as stream:
            event = ""
            for line in stream.iter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    event = value
                elif name == "data" and event == "version":
                    self._told.put(int(value))

    def publish(self) -> None:
        """Publish one more session, or withdraw all but the first; either notifies phones."""
        book = self._joined.book
        command: Command = PublishResults(self._public + 1)
        if self._public == _PLAYED:
            command = WithdrawResults(2)
        before, began = {each.id for each in book.unsent}, time.time()
        carry_out(book, command, by=By("Organiser", book.desk), confirmed=True)
        (order,) = (each for each in book.unsent if each.id not in before)
        self._public = self._public + 1 if self._public < _PLAYED else 1
        self._link.say(book.question(None, "en"))
        while True:
            reply = self._listening.replies.get(timeout=_PATIENCE)
            assert isinstance(reply, News), reply
            book.take(reply)
            if any(isinstance(answer, Done) and answer.id == order.id for answer in reply.answers):
                break
        self.published.append((began, self._told.get(timeout=_PATIENCE)))

    def close(self) -> None:
        """Leave."""
        self._link.close()
        self._joined.book.close()


def run(seed: int, *, scale: PhonesScale = PhonesScale()) -> Outcome:
    """Run everything once, then judge it."""
    outcome = Outcome()
    with temporary_folder() as name:
        running = Running(Path(name), scale)
        try:
            running.start_desks()
            publisher = Publisher(running)
            try:
                _day(running, publisher, outcome)
            finally:
                publisher.close()
        finally:
            running.end_all()
        for error in sorted(running.folder.glob("* errors.txt")):
            text = error.read_text(encoding="utf-8", errors="replace")
            fine = "Traceback" not in text and "went wrong" not in text
            outcome.expect(fine, f"{error.stem}: {text[-1500:]}")
        _judge_event(running, outcome)
    return outcome


def _day(running: Running, publisher: Publisher, outcome: Outcome) -> None:
    scale, alone, with_phones = running.scale, list[tuple[float, float]](), list[tuple[float, float]]()

    def publish(spans: list[tuple[float, float]], least: float = 0.0) -> range:
        """As often as it is measured."""
        began = time.time()
        versions = _publish(publisher, scale.published, scale.every)
        time.sleep(max(0.0, began + least - time.time()))
        spans.append((began, time.time()))
        return versions

    publish(alone)
    for name in running.phones:
        running.start_phones(name, phones=scale.phones // scale.processes)

    def listen() -> bool:
        return [line["what"] for line in running.lines(*running.phones)].count("listening") >= scale.phones

    running.wait(listen, "phones")
    running.start_tables()
    first = publish(with_phones)
    memory = list[int]()
    for _ in range(2):  # the first versions fill what the server keeps and uses again
        _publish(publisher, scale.quick, 1.0)
        time.sleep(5)
        memory.append(running.memory())
    running.start_phones("Slow", slow=scale.slow)
    running.start_phones("Dripping", dripping=scale.dripping)
    beside = publish(with_phones, _DROPPED_AFTER + 5)

    def played() -> bool:
        return [line["what"] for line in running.lines("Tables")].count("done") == scale.tables

    running.wait(played, "hands at the tables")
    memory.append(running.memory())
    end = httpx.get(running.public, headers={"Accept-Language": "en"}).headers["etag"]
    for name in (*running.phones, "Tables", "Dripping"):
        running.end(name)
    left = running.connections()
    outcome.expect(left <= 1, f"{left - 1} of those who read slowly were not dropped after {_DROPPED_AFTER} s")
    running.end("Slow")
    publish(alone)
    _judge_phones(running, publisher, (("by themselves", first), ("beside those who are slow", beside)), end, outcome)
    _judge_tables(running, outcome)
    _judge_desks(running, alone, with_phones, outcome)
    first_mb, last_mb, bad_mb = memory
    outcome.expect(
        last_mb <= first_mb * _MOST_GROWTH, f"the server had {first_mb} MB, and {last_mb} after as many versions again"
    )
    outcome.expect(
        bad_mb <= last_mb + _MOST_OF_BAD, f"the server had {last_mb} MB, and {bad_mb} beside those who are slow"
    )
    outcome.count("MB of the server after many versions", first_mb)
    outcome.count("MB of the server after as many again", last_mb)
    outcome.count("MB of the server beside those who are slow", bad_mb)


def _publish(publisher: Publisher, count: int, every: float) -> range:
    """Publish so often; the places of these in what was published."""
    before = len(publisher.published)
    for _ in range(count):
        due = time.monotonic() + every
        publisher.publish()
        time.sleep(max(0.0, due - time.monotonic()))
    return range(before, len(publisher.published))


def _judge_phones(
    running: Running, publisher: Publisher, groups: Sequence[tuple[str, range]], end: str, outcome: Outcome
) -> None:
    lines = running.lines(*running.phones)
    seen = [line for line in lines if line["what"] == "seen"]
    for told in ("lost", "refused", "failed"):
        met = sum(line["what"] == told for line in lines)
        outcome.expect(not met, f"{met} phones were {told}")
    for name, places in groups:
        waits = list(_waits(seen, publisher, places))
        wanted = running.scale.phones * len(places)
        outcome.expect(len(waits) == wanted, f"{name}: {len(waits)} of {wanted} pages came")
        slowest = quantiles(waits, n=100)[98]
        outcome.expect(slowest <= _MOST_WAIT, f"{name}: 99 of 100 had their page after {slowest:.2f} s")
        outcome.count(f"ms from the publication to the page, {name}: half of the phones", round(1000 * median(waits)))
        outcome.count(f"ms from the publication to the page, {name}: 99 of 100", round(1000 * slowest))
        outcome.count(f"ms from the publication to the page, {name}: the last", round(1000 * max(waits)))
    last = {line["page"]: line["tag"] for line in seen if line["page"] == "/ en"}
    outcome.expect(set(last.values()) <= {end}, f"phones have {last}, the server {end}")
    reading = sum(line["what"] == "began" for line in running.lines("Slow"))
    outcome.expect(reading == running.scale.slow, f"only {reading} read slowly")
    outcome.count("who read slowly, dropped", reading)
    lasted = [line["lasted"] for line in running.lines("Dripping") if line["what"] == "dropped"]
    outcome.expect(
        len(lasted) >= running.scale.dripping, f"only {len(lasted)} times somebody who sent slowly was dropped"
    )
    outcome.expect(max(lasted, default=0) <= _DROPPED_AFTER, f"dropped after {max(lasted, default=0):.0f} s")
    outcome.count("times that somebody who sent slowly was dropped", len(lasted))
    outcome.count("phones", running.scale.phones)
    outcome.count("versions", len(publisher.published))
    outcome.count("pages sent to phones", sum(line["status"] == 200 for line in seen))
    outcome.count("answers that the page is the same", sum(line["status"] == 304 for line in seen))
    outcome.count("MB of pages sent to phones", sum(line["bytes"] for line in seen) // 1_000_000)


def _judge_tables(running: Running, outcome: Outcome) -> None:
    lines = running.lines("Tables")
    for line in lines:
        outcome.expect(line["what"] != "failed", f"at a table: {line.get('what_failed')}")
    done = sum(line["what"] == "done" for line in lines)
    outcome.expect(done == running.scale.tables, f"{done} of {running.scale.tables} tables played to the end")
    for what, said in (
        ("saved", "until what a phone sent was saved"),
        ("heard", "until all phones of a table knew it"),
    ):
        took = [line["took"] for line in lines if line["what"] == what]
        if len(took) > 1:
            outcome.count(f"ms {said}: half of them", round(1000 * median(took)))
            outcome.count(f"ms {said}: 99 of 100", round(1000 * quantiles(took, n=100)[98]))
    outcome.count("tables with phones", done)
    outcome.count("proposals and confirmations saved", sum(line["what"] == "saved" for line in lines))


def _waits(seen: list[dict[str, Any]], publisher: Publisher, places: range) -> Iterator[float]:
    """Seconds from each publication to the page at each phone, without what chance let it wait."""
    published = publisher.published
    for line in seen:
        place = bisect(published, (line["told"], 0)) - 1
        if place in places and published[place][1] == line["version"]:
            yield line["at"] - published[place][0] - line["delay"]


def _judge_desks(
    running: Running, alone: list[tuple[float, float]], with_phones: list[tuple[float, float]], outcome: Outcome
) -> None:
    ratios, everybody = list[float](), {"without": list[float](), "with": list[float]()}
    for name in running.desks:
        lines = running.lines(name)
        typed = {line["id"]: line["at"] for line in lines if line["what"] == "typed"}
        took = [(typed[line["id"]], line["at"] - typed[line["id"]])
                for line in lines if line["what"] == "acknowledged" and line["id"] in typed]  # fmt: skip
        slow, quick = (
            [seconds for at, seconds in took if any(begin <= at < end for begin, end in spans)]
            for spans in (with_phones, alone)
        )
        if outcome.expect(len(slow) > 10 and len(quick) > 10, f"{name}: {len(slow)} and {len(quick)} orders"):
            ratios.append(median(slow) / median(quick))
            outcome.expect(ratios[-1] <= _MOST_RATIO, f"{name} was answered {ratios[-1]:.2f} times as late with phones")
            everybody["without"] += quick
            everybody["with"] += slow
    for what, all_of in everybody.items():
        outcome.count(f"orders of desks {what} phones", len(all_of))
        if ratios:
            said = f"ms until an order of a desk was answered, {what} phones"
            outcome.count(f"{said}: half of them", round(1000 * median(all_of)))
            outcome.count(f"{said}: 99 of 100", round(1000 * quantiles(all_of, n=100)[98]))
    if ratios:
        outcome.count("percent of its time without phones that the slowest desk took", round(100 * max(ratios)))


def _judge_event(running: Running, outcome: Outcome) -> None:
    written = {record.id for record in records_of(running.file)}
    lost = [line["id"] for line in running.lines(*running.desks, "Tables")
            if line["what"] in ("acknowledged", "saved") and line["id"] not in written]  # fmt: skip
    outcome.expect(not lost, f"acknowledged, and not there: {lost}")
    answer = call("check", running.file)
    outcome.expect(answer.code == 0, f"check ended with {answer.code}: {answer.err}{answer.escaped}")
    outcome.count("entries of the event", len(written))


SHORT = PhonesScale(
    event=Scale(players=32, sessions=16, desks=3, pause=0.3), phones=200, processes=1, tables=6, slow=20, dripping=20,
    published=4, every=4.0, quick=6, hands=4, hand_every=4.0,
)  # fmt: skip
PART = Part(
    name="phones",
    title="Phones in the hall",
    brief="Hundreds of phones have new results at once and slow no desk down.",
    covers=(*SHARED_PROGRAM, "ui/public"),
    promise="Phones in processes of their own have the pages of a shared event open while desks enter hands and "
    "results are published again and again. Of a hundred phones all but one have the new page two seconds after the "
    "publication, apart from the moment of chance that each waits; in the end all have the same. No desk is answered "
    "half as late again as without phones. Others read or send a byte at a "
    "time, and are dropped. The memory of the server does not grow with versions, and what desks were told is saved is "
    "in the event.",
    cases=1,
    run=run,
    run_short=partial(run, scale=SHORT),
    limit=900,
    counted="runs",
    shown="pages sent to phones",
)
