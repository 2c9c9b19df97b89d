"""A shared event among computers with networks of their own: addresses change, cables are cut, hosts are lost.

Each computer is a network namespace of Linux with one cable to a switch, which is a namespace too. The host is
``serve``, a desk is :mod:`tests.proof.networks_driver`.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from select import select
from typing import Any

from tests.proof.covered import SHARED_PROGRAM
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.proof_shared import ROOT, Scale, make_event, records_of
from tournament.ledger.entry import Record
from tournament.use_cases.check import check_records

_DESKS = ("north", "south", "west")
_NEWCOMER = "east"
_SCALE = Scale(players=16, sessions=3)
_PATIENCE = 240.0
"""Seconds in which a process must answer, and everything must have come to rest, on a busy machine."""
_LAST_LINES = 20
"""Of the standard error of a computer, where one of its programs ended."""
_STEPS = 4
"""What goes wrong in a series."""


def ip(*words: str) -> None:
    """Call the program ``ip``. Raises CalledProcessError."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


@cache
def why_not() -> str:
    """Why nothing can be tried here; empty if it can."""
    if sys.platform != "linux" or os.geteuid() or shutil.which("ip") is None:
        return "needs Linux, root, and ip of iproute2"
    name = f"qv-{os.getpid()}-try"
    try:
        ip("netns", "add", name)
        ip("netns", "del", name)
    except subprocess.CalledProcessError as error:
        return f"no network namespace can be made here: {error.stderr.decode().strip()}"
    return ""


class Computer:
    """A network namespace with one cable to the ``switch``, and a folder of its own."""

    def __init__(self, name: str, number: int, switch: str, home: Path, end: ExitStack) -> None:
        self.name, self._switch, self._cable = f"{switch}-{name}", switch, f"c{number}"
        self._environment = os.environ | {"QUATRE_VENTS_HOME": str(home / name), "PYTHONPATH": str(ROOT)}
        self._end, self._errors = end, home / f"{name}.errors"
        ip("netns", "add", self.name)
        end.callback(subprocess.run, ["ip", "netns", "del", self.name], check=False, capture_output=True)
        ip("-n", switch, "link", "add", self._cable, "type", "veth", "peer", "name", "cable", "netns", self.name)
        ip("-n", switch, "link", "set", self._cable, "master", "switch", "up")
        ip("-n", self.name, "link", "set", "lo", "up")
        ip("-n", self.name, "link", "set", "cable", "up")

    def at(self, address: str) -> None:
        """Take ``address`` in place of the one before."""
        ip("-n", self.name, "address", "flush", "dev", "cable")
        ip("-n", self.name, "address", "add", f"{address}/24", "dev", "cable")

    def plug(self, *, into_the_switch: bool) -> None:
        """Plug the cable in, or out."""
        ip("-n", self._switch, "link", "set", self._cable, "up" if into_the_switch else "down")

    def start(self, module: str, *words: str | Path) -> "subprocess.Popen[bytes]":
        """Run a program of this project there; it is killed at the end."""
        with self._errors.open("ab") as errors:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.name, sys.executable, "-m", module, *map(str, words)],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        self._end.callback(_kill, process)
        return process

    @property
    def said(self) -> str:
        """The last lines that the programs there wrote on standard error."""
        return "\n".join(self._errors.read_text(errors="replace").splitlines()[-_LAST_LINES:])


def _kill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.communicate()


def _kill_server(pid: int, folder: Path) -> None:
    """Kill the server of an event in ``folder`` that a desk started, if it still runs."""
    with suppress(FileNotFoundError, ProcessLookupError):
        if str(folder).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)


def line_of(process: "subprocess.Popen[bytes]") -> Any:
    """The next line of JSON that ``process`` prints; None if it ended. Raises TimeoutError."""
    assert process.stdout is not None
    if not select([process.stdout], [], [], _PATIENCE)[0]:
        raise TimeoutError(f"{process.args!r} says nothing")
    return json.loads(process.stdout.readline() or b"null")


class Desk:
    """A desk, which answers commands."""

    def __init__(self, computer: Computer, name: str, number: int, invitation: str) -> None:
        self.computer, self.name = computer, name
        self._process = computer.start("tests.proof.networks_driver", invitation, name, str(number))
        answer = line_of(self._process)
        if answer is None:
            raise TimeoutError(f"the desk {name} did not join: {computer.said}")
        self.attempts: int = answer["attempts"]
        """How often it asked to join until it was answered."""

    def ask(self, command: str) -> dict[str, Any]:
        """The answer to ``command``. Raises TimeoutError."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n".encode())
        self._process.stdin.flush()
        answer: dict[str, Any] | None = line_of(self._process)
        if answer is None:
            raise TimeoutError(f"the desk {self.name} has ended: {self.computer.said}")
        return answer


class Series:
    """One event, its host and its desks, and what goes wrong among them."""

    def __init__(self, seed: int, folder: Path, end: ExitStack, outcome: Outcome) -> None:
        self._chance, self.outcome, self._end = Random(f"networks/{seed}"), outcome, end
        self.file, self._home = folder / "cup.qv", folder
        make_event(self.file, _SCALE)
        switch = f"qv-{os.getpid()}-{seed}"
        ip("netns", "add", switch)
        end.callback(subprocess.run, ["ip", "netns", "del", switch], check=False, capture_output=True)
        ip("-n", switch, "link", "add", "switch", "type", "bridge")
        ip("-n", switch, "link", "set", "switch", "up")
        self._addresses = iter(self._chance.sample(range(2, 250), 100))
        names = "host", *_DESKS, _NEWCOMER
        computers = [Computer(name, number, switch, folder, end) for number, name in enumerate(names)]
        for computer in computers:
            self.move(computer)
        self.first = computers[0]
        """The computer of the first host."""
        self._server: subprocess.Popen[bytes] | None = None
        self._pid = 0
        """The process that hosts the event now."""
        self._newcomer = computers[-1]
        self._invitation = self.serve()
        self.desks = [Desk(each, name, number, self._invitation) for number, (each, name) in
                      enumerate(zip(computers[1:-1], _DESKS, strict=True), 1)]  # fmt: skip
        outcome.count("attempts to join that were not answered", sum(each.attempts - 1 for each in self.desks))
        self.host = self.first
        """The computer that hosts the event now."""

    def move(self, computer: Computer) -> None:
        """Give ``computer`` another address."""
        computer.at(f"192.168.77.{next(self._addresses)}")

    def serve(self) -> str:
        """Share the event at the first host; the invitation."""
        words = ("serve", self.file, "--host", "0.0.0.0", "--json", "--confirm-on-two")
        self._server = self.first.start("ui.cli", *words)
        self._pid = self._server.pid
        return str(line_of(self._server)["invitation"])

    def name_deputies(self) -> None:
        """Let all desks take over, in order, and wait until they listen and the host reaches them."""
        for desk in self.desks:
            process = self.first.start("ui.cli", "desks", self.file, "--deputy", desk.name)
            process.communicate(timeout=_PATIENCE)
            self.outcome.expect(process.returncode == 0, f"{desk.name} is not named: {process.returncode}")
        self.until("the deputies are reached", lambda states: all(
            each["certified"] and each["known"] == len(_DESKS) and set(each["reached"]) == set(_DESKS)
            and all(each["reached"].values()) for each in states
        ))  # fmt: skip

    def until(self, what: str, holds: Callable[[list[dict[str, Any]]], bool]) -> float:
        """Wait until ``holds`` is true of the states of all desks; the seconds it took. Raises TimeoutError."""
        begun = time.monotonic()
        while not holds(states := [each.ask("state") for each in self.desks]):
            if time.monotonic() - begun > _PATIENCE:
                shown = [{key: value for key, value in each.items() if key != "acknowledged"} for each in states]
                raise TimeoutError(f"not within {_PATIENCE:.0f} s: {what}: {shown}")
            time.sleep(0.3)
        return time.monotonic() - begun

    def rest(self, what: str) -> None:
        """Wait until all desks have the same entries, follow one host, and have nothing to send."""
        seconds = self.until(what, lambda states: len({(each["fingerprint"], each["host"]) for each in states}) == 1
                             and not any(each["away"] or each["refused"] or each["unsent"] or each["waits"]
                                         for each in states))  # fmt: skip
        self.outcome.count(f"seconds until all was at rest, {what}", round(seconds))

    def type(self) -> None:
        """Let each desk record a hand or two."""
        for desk in self.desks:
            for _ in range(self._chance.randint(1, 2)):
                desk.ask("type")

    def step(self) -> None:
        """Let something go wrong, and wait until all is at rest again."""
        kinds = [self.move_host, self.move_desk, self.cut_desk, self.lose_host]
        if self.host is self.first:
            kinds.append(self.cut_host)
        self.type()
        kind = self._chance.choice(kinds)
        kind()
        self.outcome.count(_WORDS[kind.__name__])

    def move_host(self) -> None:
        """The host gets another address."""
        self.move(self.host)
        self.type()
        self.rest("the host has another address")

    def move_desk(self) -> None:
        """A desk gets another address."""
        self.move(self._chance.choice([each.computer for each in self.desks if each.computer is not self.host]))
        self.type()
        self.rest("a desk has another address")

    def cut_desk(self) -> None:
        """The cable of a desk is cut for a while."""
        computer = self._chance.choice([each.computer for each in self.desks if each.computer is not self.host])
        computer.plug(into_the_switch=False)
        self.type()
        time.sleep(self._chance.uniform(1, 5))
        self.type()
        computer.plug(into_the_switch=True)
        self.rest("the cable of a desk was cut")

    def lose_host(self) -> None:
        """The host is killed, a deputy takes over, and the old host returns in vain."""
        os.kill(self._pid, signal.SIGKILL)
        old = self.host
        self.type()
        self.take_over()
        if old is self.first:
            self.refuse_old_host()
        self.rest("the host was killed")

    def cut_host(self) -> None:
        """The cable of the host is cut, a deputy takes over, and the host hears of it when it is back."""
        old, server = self.host, self._server
        old.plug(into_the_switch=False)
        self.type()
        self.take_over()
        self.rest("the host was cut off")
        old.plug(into_the_switch=True)
        self.type()
        self.rest("the host that was cut off is back")
        assert server is not None
        server.send_signal(signal.SIGTERM)
        server.wait(_PATIENCE)
        self.refuse_old_host()

    def take_over(self) -> None:
        """Let the first deputy that is left become the host."""
        self.until("the host is away", lambda states: all(each["away"] for each in states))
        states = {each.name: each.ask("state") for each in self.desks}
        desk = min((each for each in self.desks if states[each.name]["deputy"]),
                   key=lambda each: int(states[each.name]["deputy"]))  # fmt: skip
        port, answer = states[desk.name]["port"], desk.ask("take-over")
        if "pid" not in answer:
            raise TimeoutError(f"{desk.name} did not take over: {answer}")
        self._pid, self.host = answer["pid"], desk.computer
        self._end.callback(_kill_server, answer["pid"], self._home)
        at = int(answer["desks"].rpartition(":")[2])
        self.outcome.expect(at == port, f"{desk.name} listened at {port} and serves at {at}")

    def refuse_old_host(self) -> None:
        """The first host is started again, and must not share the event."""
        process = self.first.start("ui.cli", "serve", self.file, "--host", "0.0.0.0", "--json")
        code = process.wait(_PATIENCE)
        self.outcome.expect(code == 3, f"the host that was replaced ended with {code}")

    def judge(self) -> None:
        """Compare what the desks were told with what is written."""
        states = [each.ask("state") for each in self.desks]
        files = list(self._home.rglob("replica.qv"))
        everything = [records_of(path) for path in files]
        longest: list[Record] = max(everything, key=len)
        here = {record.id for record in longest}
        self.outcome.expect(len(files) == len(_DESKS), f"{len(files)} replicas")
        self.outcome.expect(all(each == longest for each in everything), "two desks have other entries")
        self.outcome.expect(not check_records(longest).problems, "the event does not pass its check")
        for desk, state in zip(self.desks, states, strict=True):
            acknowledged = set(state["acknowledged"])
            lost = acknowledged - here
            self.outcome.expect(not lost, f"{desk.name}: acknowledged and lost: {sorted(lost)}")
            self.outcome.count("entries acknowledged", len(acknowledged))
            self.outcome.count("desks joined again", state["rejoined"])

    def let_newcomer_join(self) -> None:
        """A desk joins with the first invitation, wherever the event is hosted now, and types."""
        desk = Desk(self._newcomer, _NEWCOMER, len(self.desks) + 1, self._invitation)
        self.desks.append(desk)
        self.type()
        self.rest("a newcomer has joined")
        self.outcome.count("newcomers that found a successor with the first invitation", self.host is not self.first)
        self.outcome.count("attempts of newcomers that found nobody", desk.attempts - 1)


_WORDS = {
    "move_host": "the host got another address",
    "move_desk": "a desk got another address",
    "cut_desk": "the cable of a desk was cut",
    "lose_host": "the host was killed and a deputy took over",
    "cut_host": "the host was cut off, a deputy took over, and it came back",
}


@contextmanager
def _series(seed: int, outcome: Outcome) -> Iterator[Series]:
    with temporary_folder(in_memory=True) as name, ExitStack() as end:
        yield Series(seed, Path(name), end, outcome)


def run(seed: int) -> Outcome:
    """One series."""
    outcome = Outcome()
    if why := why_not():
        outcome.remarks[f"not tried: {why}"] += 1
        return outcome
    with _series(seed, outcome) as series:
        try:
            series.name_deputies()
            for _ in range(_STEPS):
                series.step()
            series.type()
            series.rest("nothing more goes wrong")
            series.judge()
            series.let_newcomer_join()
        except TimeoutError as error:
            outcome.failures.append(str(error))
    outcome.failures[:] = [f"seed {seed}: {each}" for each in outcome.failures]
    return outcome


PART = Part(
    name="networks",
    title="A shared event in networks that fail",
    brief="Cut cables and new addresses lose and double nothing.",
    covers=SHARED_PROGRAM,
    promise="A host and three desks, each with a network of its own, share an event with confirmation on two desks. "
    "Addresses of host and desks change, cables are cut, the host is killed or cut off, deputies take over at the port "
    "at which they listened, and the host that was replaced returns and shares nothing. Each time all desks come to "
    "follow one host by themselves, with the same entries and nothing left to send, and nothing that was acknowledged "
    "is lost. At the end a new desk joins with the first invitation, wherever the event is hosted then. It needs Linux "
    "and root; elsewhere it is left out, and says so.",
    cases=200,
    short=1,
    run=run,
    limit=1800,
    counted="series",
)
