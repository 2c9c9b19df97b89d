"""What is done while a fault strikes: ``python -m tests.proof.crash_driver``, with the shim of ``faults.c`` preloaded.

A line of JSON on standard input is one case: the program forks, the child arms the shim and goes through the steps of a
scenario, and says of each, once it returned, that it was done or refused. The answer is a line of JSON.
"""

import ctypes
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reports.writers.atomic_file import ExportFailed
from tests.proof.calling import call
from tournament.rules.payment import Outcome
from tournament.storage import SqliteStore, open_for_reading, open_for_writing, sqlite
from tournament.storage.copies import take_copies
from tournament.use_cases import (
    Book,
    By,
    Command,
    Conflict,
    CorrectHand,
    RecordHand,
    Refused,
    StoreDamaged,
    StoreUnavailable,
    carry_out,
)
from tournament.use_cases.commands import Redo, Undo

TOLD = (Refused, Conflict, StoreUnavailable, StoreDamaged, ExportFailed)
DONE, REFUSED = "done", "refused"
EVENT = "cup.qv"
Step = Callable[[], None]


class _Told(Exception):
    """A call of the command line was refused in words."""


class _Open:
    """An event open for writing as the window has it, from the first step that gets that far."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._book: Book | None = None

    @property
    def book(self) -> Book:
        """The event."""
        if self._book is None:
            self._book = Book(open_for_writing(self._path))
        return self._book

    def does(self, command: Command) -> Step:
        """Carry out ``command``."""
        return lambda: _nothing(carry_out(self.book, command, by=By("Referee"), confirmed=True))

    def close(self) -> None:
        """Close the event if it is open."""
        if self._book is not None:
            self._book.close()


def _nothing(_value: object) -> None:
    """Forget the answer."""


def _calls(*words: str | Path | int, stdin: bytes = b"") -> Step:
    def step() -> None:
        answer = call(*words, stdin=stdin)
        if answer.escaped:
            raise AssertionError(answer.escaped)
        if answer.code in (1, 3) and "error: " in answer.err:
            raise _Told
        if answer.code not in (0, 4):
            raise AssertionError(f"{words[0]} ended with {answer.code}: {answer.err[:300]}")

    return step


def _line(**members: object) -> bytes:
    return json.dumps({"session": 1, "table": 1} | members).encode() + b"\n"


def _entry(folder: Path) -> Iterator[Step]:
    event = _Open(folder / EVENT)
    for number in range(1, 6):
        yield event.does(RecordHand(1, 1, number, Outcome(number % 4, None, 8 + number)))
    yield event.does(RecordHand(1, 2, 2, Outcome(None)))
    yield event.close


def _lines(folder: Path) -> Iterator[Step]:
    for number in (1, 3):
        lines = (_line(type="hand", hand=number + more, winner="A", points=8 + more) for more in (0, 1))
        yield _calls("record", folder / EVENT, "--jsonl", stdin=b"".join(lines))
    yield _calls("undo", folder / EVENT)


def _correction(folder: Path) -> Iterator[Step]:
    event = _Open(folder / EVENT)
    yield event.does(RecordHand(1, 1, 1, Outcome(0, 1, 12)))
    yield event.does(CorrectHand(1, 1, 1, Outcome(0, 2, 18), "misread"))
    yield lambda: _nothing(carry_out(event.book, Undo(), by=By("Referee")))
    yield lambda: _nothing(carry_out(event.book, Redo(), by=By("Referee")))
    yield event.close


def _import(folder: Path) -> Iterator[Step]:
    yield _calls("players", folder / "empty.qv", "import", folder / "players.csv")


def _draw(folder: Path) -> Iterator[Step]:
    yield _calls("draw", folder / "undrawn.qv", "--seed", 3)
    yield _calls("draw", folder / "undrawn.qv", "--session", 2, "--swap", "1-2", "--onwards")


def _new(folder: Path) -> Iterator[Step]:
    yield _calls("new", folder / "new.qv", "--name", "New", "--sessions", 3)


def _copy(folder: Path) -> Iterator[Step]:
    """A copy, then an entry, then another copy."""
    event, home = _Open(folder / EVENT), folder / "copies"

    def take() -> None:
        store = open_for_reading(folder / EVENT)
        try:
            first = next(iter(store.read())).id
        finally:
            store.close()
        now = datetime.now(UTC)
        (outcome,) = take_copies(folder / EVENT, event=first, name="Cup", entries=0, last="", home=home, now=now)
        if outcome.copy is None:
            raise _Told

    yield take
    yield event.does(RecordHand(1, 1, 1, Outcome(0, None, 8)))
    yield take
    yield event.close


def _restore(folder: Path) -> Iterator[Step]:
    yield _calls("restore", folder / "older.qv", "--to", folder / EVENT)


def _migration(folder: Path) -> Iterator[Step]:
    event = _Open(folder / "first.qv")
    yield event.does(RecordHand(2, 1, 1, Outcome(0, 1, 20)))
    yield event.does(RecordHand(2, 1, 2, Outcome(1, None, 9)))
    yield event.close


def _export(folder: Path) -> Iterator[Step]:
    for kind in ("csv", "html", "xlsx"):
        yield _calls("export", folder / EVENT, "--what", "standings", "--to", kind, "--out", folder / f"out.{kind}")


SCENARIOS: dict[str, Callable[[Path], Iterator[Step]]] = {
    "entry": _entry,
    "lines": _lines,
    "correction": _correction,
    "import": _import,
    "draw": _draw,
    "new": _new,
    "copy": _copy,
    "restore": _restore,
    "migration": _migration,
    "export": _export,
}


def _child(case: dict[str, Any], answers: int) -> None:
    """Arm the fault, go through the steps, and report the result of each step that returns."""
    shim = ctypes.CDLL(None)
    shim.proof_arm.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_uint]
    shim.proof_calls.restype = ctypes.c_long
    folder = Path(case["folder"])
    steps = SCENARIOS[case["scenario"]](folder)
    shim.proof_arm(str(folder).encode(), case["at"], case["error"], case["stays"], case["torn"], case["kinds"])
    for step in steps:
        try:
            step()
            said = DONE
        except (*TOLD, _Told):
            said = REFUSED
        except Exception as error:  # noqa: BLE001 – whatever escapes is told
            said = "".join(traceback.format_exception(error)[-3:])
        os.write(answers, json.dumps(said).encode() + b"\n")
    os.write(answers, json.dumps(shim.proof_calls()).encode() + b"\n")


def _tried(case: dict[str, Any]) -> dict[str, Any]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            signal.alarm(240)  # a hang; a busy machine needs more than a minute for what takes two seconds
            _child(case, write)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        said = [json.loads(line) for line in file.read().splitlines()]
    _, status = os.waitpid(child, 0)
    calls = said.pop() if said and isinstance(said[-1], int) else 0
    return {"steps": said, "calls": calls, "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0}


def main() -> None:
    """Answer case after case until there are no more.

    The word ``lost`` plants a store that writes nothing; with ``impatient`` nobody waits for a lock.
    """
    if "lost" in sys.argv[1:]:
        SqliteStore.write = SqliteStore.append = lambda *_values: None  # type: ignore[method-assign,assignment]
    if "impatient" in sys.argv[1:]:
        sqlite._LOCK_PATIENCE = 0.1
    for line in sys.stdin:
        print(json.dumps(_tried(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
