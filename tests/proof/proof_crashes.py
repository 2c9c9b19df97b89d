"""Killed, or failed by the system, at any call that changes a file: nothing acknowledged is lost, no carcass is left.

The steps are those of :mod:`tests.proof.crash_driver`, in a process in which the shim of ``faults.c`` is preloaded.
"""

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from tests.proof.calling import call
from tests.proof.covered import COMMAND_LINE
from tests.proof.crash_driver import DONE, EVENT, REFUSED, SCENARIOS
from tests.proof.event_file import Row, rows_of
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.proof_races import hand

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).with_name("faults.c")
FIRST_VERSION = ROOT / "tests" / "tournament" / "storage" / "files" / "first.qv"
NO_COMPILER = "no compiler for C is here: left out"
WRITES, SYNCS, LOCKS, RENAMES, UNLINKS, OPENS = (1 << place for place in range(6))
ALL = (1 << 6) - 1
ERRORS = {
    WRITES: (errno.ENOSPC, errno.EIO, errno.EDQUOT),
    SYNCS: (errno.EIO, errno.ENOSPC, errno.EDQUOT),
    LOCKS: (errno.ENOLCK, errno.EIO),
    RENAMES: (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT),
    UNLINKS: (errno.EIO, errno.EROFS),
    OPENS: (errno.EROFS, errno.ENOSPC, errno.EIO, errno.EDQUOT),
}
NAMES = {
    WRITES: "a write", SYNCS: "a sync", LOCKS: "a lock", RENAMES: "a rename or link", UNLINKS: "an unlink",
    OPENS: "an opening to write",
}  # fmt: skip
WORDS = {"entry": "entry", "lines": "entry by lines", "correction": "correction and undo", "import": "import",
         "draw": "draw", "new": "making an event", "copy": "backup", "restore": "restore", "migration": "migration",
         "export": "export"}  # fmt: skip
JOURNALED = {"entry": EVENT, "lines": EVENT, "correction": EVENT, "import": "empty.qv", "draw": "undrawn.qv",
             "copy": EVENT, "migration": "first.qv"}  # fmt: skip
"""Scenarios that write into an event, and which."""
Kinds = list[tuple[str, str]]
"""Streams and kinds of entries."""


COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
COMPILES = COMPILER is not None and sys.platform == "linux"


def library() -> Path:
    """The shim, compiled where it is not yet."""
    made = ROOT / ".proof" / "faults.so"
    made.parent.mkdir(exist_ok=True)
    if not made.exists() or made.stat().st_mtime < SOURCE.stat().st_mtime:
        unfinished = made.with_name(f"faults.{os.getpid()}.so")
        subprocess.run([str(COMPILER), "-shared", "-fPIC", "-O1", "-o", unfinished, SOURCE, "-ldl"], check=True)
        unfinished.replace(made)
    return made


class Driver:
    """The process that forks the cases."""

    def __init__(self, shim: Path, *, word: str = "") -> None:
        self._shim, self._word = shim, word
        self._process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.proof.crash_driver", *([self._word] if self._word else [])],
            cwd=ROOT,
            env=os.environ | {"LD_PRELOAD": str(self._shim), "QUATRE_VENTS_HOME": "/nonexistent"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def try_case(self, folder: Path, scenario: str, **fault: int) -> dict[str, Any]:
        """Go through ``scenario`` in ``folder`` with this fault; without one it is gone through whole."""
        case = {"at": 0, "error": 0, "stays": 0, "torn": 0, "kinds": ALL} | fault
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(case | {"folder": str(folder), "scenario": scenario}), file=self._process.stdin, flush=True)
        try:
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except BaseException:  # whoever waited too long: what is answered later is no answer to the next case
            self._process.kill()
            self.close()
            self._process = self._started()
            raise
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@lru_cache(maxsize=1)
def driver() -> Driver | None:
    """The one of this process; None without a compiler."""
    return Driver(library()) if COMPILES else None


@lru_cache(maxsize=1)
def _prepared() -> Mapping[str, bytes]:
    """What lies in the folder before anything happens."""
    with temporary_folder() as name:
        folder = Path(name)
        names = "".join(f"F{n},Sample{n}\n" for n in range(8))
        (folder / "players.csv").write_text(f"first_name,last_name\n{names}", encoding="utf-8")
        (folder / "more.csv").write_text("first_name,last_name\nG,Sample\n", encoding="utf-8")
        for event in ("empty.qv", EVENT):
            _done("new", folder / event, "--name", "Cup", "--sessions", 3)
        _done("players", folder / EVENT, "import", folder / "players.csv")
        shutil.copyfile(folder / EVENT, folder / "undrawn.qv")
        _done("draw", folder / EVENT, "--seed", 1)
        shutil.copyfile(folder / EVENT, folder / "older.qv")
        _done("record", folder / EVENT, "--jsonl", stdin=hand(2, 1, 8))
        shutil.copyfile(FIRST_VERSION, folder / "first.qv")
        for kind in ("csv", "html", "xlsx"):
            _done("export", folder / "older.qv", "--what", "standings", "--to", kind, "--out", folder / f"out.{kind}")
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def _done(*words: str | Path | int, stdin: bytes = b"") -> None:
    answer = call(*words, stdin=stdin)
    assert answer.code == 0, (words, answer)


def _lay_out(folder: Path) -> None:
    for name, content in _prepared().items():
        (folder / name).write_bytes(content)


@lru_cache(maxsize=len(SCENARIOS) * 8)
def _undisturbed(scenario: str, kinds: int) -> tuple[int, frozenset[str]]:
    """The scenario without a fault: calls of these kinds, and the names it leaves."""
    running = driver()
    assert running is not None
    with temporary_folder() as name:
        folder = Path(name)
        _lay_out(folder)
        answer = running.try_case(folder, scenario, kinds=kinds)
        assert set(answer["steps"]) == {DONE}, (scenario, answer)
        return answer["calls"], _names(folder)


def _names(folder: Path) -> frozenset[str]:
    """All names, without figures: those of copies hold a time."""
    names = (re.sub(r"^copies/[^/]+", "copies/#", str(path.relative_to(folder))) for path in folder.rglob("*"))
    return frozenset(re.sub(r"\d+", "#", name) for name in names)


def run(seed: int) -> Outcome:
    """One fault, or one kill, somewhere in one scenario."""
    outcome, chance, running = Outcome(), Random(f"crashes/{seed}"), driver()
    if running is None:
        outcome.remarks[NO_COMPILER] += 1
        return outcome
    scenario = list(SCENARIOS)[seed // 2 % len(SCENARIOS)]
    fault = _kill(chance) if seed % 2 else _error(chance)
    calls, names = _undisturbed(scenario, fault["kinds"])
    if not calls:
        fault["kinds"] = WRITES
        calls, names = _undisturbed(scenario, WRITES)
    fault["at"] = chance.randint(1, calls)
    what = "killed" if fault["error"] == 0 else errno.errorcode[fault["error"]]
    where = f"seed {seed}: {WORDS[scenario]}, {what} at call {fault['at']} of {calls} of the kinds {fault['kinds']:b}"
    with temporary_folder() as name:
        folder = Path(name)
        _lay_out(folder)
        answer = running.try_case(folder, scenario, **fault)
        outcome.count(f"killed in {WORDS[scenario]}" if what == "killed" else f"failed in {WORDS[scenario]}")
        outcome.count("kills" if what == "killed" else f"injected: {what}")
        steps: Sequence[str] = answer["steps"]
        outcome.count("steps acknowledged", steps.count(DONE))
        outcome.count("steps refused in words", steps.count(REFUSED))
        for step in steps:
            outcome.expect(step in (DONE, REFUSED), f"{where}: {step}")
        struck = answer["signal"] == 9 if what == "killed" else answer["signal"] == 0
        outcome.expect(struck, f"{where}: the process ended by signal {answer['signal']}")
        _look(where, scenario, folder, steps, outcome)
        _carcasses(where, folder, names, outcome, killed=what == "killed")
    return outcome


def _kill(chance: Random) -> dict[str, int]:
    return {
        "error": 0,
        "stays": 0,
        "torn": chance.randrange(2),
        "kinds": chance.choice((ALL, ALL, WRITES, SYNCS | UNLINKS)),
    }


def _error(chance: Random) -> dict[str, int]:
    kind = chance.choice((WRITES, WRITES, SYNCS, LOCKS, RENAMES, UNLINKS, OPENS))
    error = chance.choice(ERRORS[kind])
    return {"error": error, "stays": int(chance.random() < 0.4), "torn": chance.randrange(2), "kinds": kind}


def _look(where: str, scenario: str, folder: Path, steps: Sequence[str], outcome: Outcome) -> None:
    """Open everything afterwards: what was acknowledged is there, what was refused is not, and one can go on."""
    event = JOURNALED.get(scenario)
    if event is not None and _opens(where, folder / event, outcome):
        _rows_are_right(where, scenario, folder / event, steps, outcome)
        _goes_on(where, folder / event, outcome)
    match scenario:
        case "new":
            new = folder / "new.qv"
            if DONE in steps or new.exists():
                _opens(where, new, outcome)
            outcome.expect(not (REFUSED in steps and new.exists()), f"{where}: refused, and the event is there")
        case "export":
            for kind, said in zip(("csv", "html", "xlsx"), (*steps, "", "", ""), strict=False):
                _exported(where, folder / f"out.{kind}", kind, said, outcome)
            _opens(where, folder / EVENT, outcome)
        case "restore":
            _restored(where, folder, steps, outcome)
        case "copy":
            for copy in (folder / "copies").rglob("*.qv"):
                if not copy.name.startswith("."):
                    _opens(f"{where}: a copy", copy, outcome)


def _opens(where: str, path: Path, outcome: Outcome) -> bool:
    answer = call("check", path)
    return outcome.expect(
        answer.code == 0, f"{where}: {path.name} does not check: {(answer.escaped or answer.err)[:300]!r}"
    )


def _goes_on(where: str, path: Path, outcome: Outcome) -> None:
    """Another process can write afterwards, and no leftovers of the fault remain beside the event."""
    words = ("players", path, "import", path.with_name("more.csv")) if path.name == "empty.qv" else ("undo", path)
    again = call(*words)
    outcome.expect(again.code == 0, f"{where}: cannot be written afterwards: {(again.escaped or again.err)[:300]!r}")
    outcome.expect(not path.with_name(f"{path.name}-journal").exists(), f"{where}: a journal is left beside the event")
    _opens(f"{where}: written on", path, outcome)


def _rows_are_right(where: str, scenario: str, path: Path, steps: Sequence[str], outcome: Outcome) -> None:
    """The entries are those before, and of each acknowledged step all; of the step that was killed all or none."""
    found, before = rows_of(path), len(_rows_before(scenario))
    groups = _steps_of(scenario)
    told = list(zip(groups, steps, strict=False))
    sure = [kind for group, said in told if said == DONE for kind in group]
    maybe = list(groups[len(steps)]) if len(steps) < len(groups) else []
    kinds = [(row["stream"], row["kind"]) for row in found[before:] if row["kind"] != "heads-chained"]
    if REFUSED in steps:  # what is taken back then is something else
        kinds, sure, maybe = ([("", kind) for _, kind in each] for each in (kinds, sure, maybe))
    outcome.expect(
        kinds in (sure, sure + maybe),
        f"{where}: {steps} should have left {sure}, maybe {maybe}, and left {kinds}",
    )
    same = [row["id"] for row in found[:before]] == [row["id"] for row in _rows_before(scenario)]
    outcome.expect(same, f"{where}: entries from before are not there")


@lru_cache(maxsize=len(SCENARIOS))
def _rows_before(scenario: str) -> tuple[Row, ...]:
    with temporary_folder() as name:
        path = Path(name) / "event.qv"
        path.write_bytes(_prepared()[JOURNALED[scenario]])
        return tuple(rows_of(path))


def _steps_of(scenario: str) -> tuple[Kinds, ...]:
    """The entries that each step writes, as a reader of the scenario would predict; chained heads are left out."""
    one, two, event = "session-1/table-1", "session-1/table-2", "event"
    recorded = [(one, "hand-recorded")]
    nothing: Kinds = []
    match scenario:
        case "entry":
            return (*[recorded] * 5, [(two, "hand-recorded")], nothing)
        case "lines":
            return (recorded * 2, recorded * 2, [(one, "undone")])
        case "correction":
            return (recorded, [(one, "hand-corrected")], [(one, "undone")], [(one, "redone")], nothing)
        case "import":
            return ([(event, "players-added")],)
        case "draw":
            return ([(event, "draw-published")], [(event, "players-swapped")])
        case "copy":
            return (nothing, recorded, nothing, nothing)
        case "migration":
            return ([("session-2/table-1", "hand-recorded")], [("session-2/table-1", "hand-recorded")], nothing)
        case _:
            raise AssertionError(scenario)


def _exported(where: str, out: Path, kind: str, said: str, outcome: Outcome) -> None:
    """The file is the old one or the new one, whole; after an acknowledgement the new one."""
    old = out.read_bytes() == _prepared()[out.name]
    with temporary_folder() as name:
        alone = Path(name) / out.name
        event = Path(name) / EVENT
        event.write_bytes(_prepared()[EVENT])
        _done("export", event, "--what", "standings", "--to", kind, "--out", alone)
        new = _text_of(out, kind) == _text_of(alone, kind)
    if said == DONE:
        outcome.expect(new, f"{where}: {out.name} was acknowledged and is not the new one")
    elif said == REFUSED:
        outcome.expect(old, f"{where}: {out.name} was refused and is not the old one")
    else:
        outcome.expect(old or new, f"{where}: {out.name} is neither the old file nor the new one")


def _text_of(path: Path, kind: str) -> object:
    """What an export says, without the time at which it was made."""
    if kind != "xlsx":
        return re.sub(r"\d\d:\d\d", "", path.read_text(encoding="utf-8-sig"))
    from zipfile import BadZipFile

    from openpyxl import load_workbook

    try:
        book = load_workbook(path)
    except (BadZipFile, KeyError, OSError):
        return None
    return [row for sheet in book for row in sheet.iter_rows(values_only=True)]


def _restored(where: str, folder: Path, steps: Sequence[str], outcome: Outcome) -> None:
    """The event is the earlier one, or the copy with an entry that states so; once acknowledged it is the copy, and the
    earlier one is kept beside it."""
    _opens(where, folder / "older.qv", outcome)
    events = [path for path in folder.iterdir() if path.suffix == ".qv" and not path.name.startswith(".")]
    ends, told = {}, {}
    for path in events:
        _opens(where, path, outcome)
        if not outcome.failures:
            rows = rows_of(path)
            told[path.name] = rows[-1]["kind"] == "event-restored"
            ends[path.name] = rows[-2 if told[path.name] else -1]["id"]
    if outcome.failures:
        return
    (before, older) = (_last_id(name) for name in (EVENT, "older.qv"))
    kept = [name for name, last in ends.items() if last == before]
    outcome.expect(bool(kept), f"{where}: the event that was replaced is nowhere")
    if DONE in steps:
        outcome.expect(ends.get(EVENT) == older and told[EVENT], f"{where}: restored, and not the copy")
    elif REFUSED in steps:
        outcome.expect(ends.get(EVENT) == before, f"{where}: refused, and not the event from before")
    else:
        there = EVENT in ends
        outcome.expect(there, f"{where}: killed, and no event has its name")


@lru_cache(maxsize=2)
def _last_id(name: str) -> str:
    with temporary_folder() as folder:
        path = Path(folder) / name
        path.write_bytes(_prepared()[name])
        last: str = rows_of(path)[-1]["id"]
        return last


def _carcasses(where: str, folder: Path, names: frozenset[str], outcome: Outcome, *, killed: bool) -> None:
    """Nothing is left that an undisturbed run does not leave; of who was killed hidden files."""
    left = sorted(_names(folder) - names - frozenset(_prepared()))
    hidden = [name for name in left if Path(name).name.startswith(".")]
    if killed and hidden:
        outcome.remarks["a hidden, unfinished file was left by who was killed"] += 1
        left = [name for name in left if name not in hidden]
    outcome.expect(not left, f"{where}: left behind: {left}")


PART = Part(
    name="crashes",
    title="Killed, and failed by the system",
    brief="What was saved stays saved, whatever fails.",
    covers=COMMAND_LINE,
    promise="A process is killed at any write, sync, lock, rename, unlink or opening of a file, or the system "
    "reports at that point that the disk is full, broken, read-only or over quota, once or from then on: "
    "during entry, correction, import, draw, creation of an event, backup, restore, migration and export. "
    "What was acknowledged is there, what was refused is not, and a killed step is there completely or "
    "not at all. Every file opens and can be written to, and no temporary files are left.",
    cases=2000,
    short=40,
    run=run,
    counted="kills and faults",
)
