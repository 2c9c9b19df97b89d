"""Hostile lists of players: read or refused in words, within the limits, by a process of its own each."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.proof.calling import call
from tests.proof.covered import FILE
from tests.proof.part import Outcome, Part, temporary_folder
from tests.reports.readers.hostile import HOSTILE

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 5.0
MEGABYTES = 300
PATIENCE = 60.0


def run(seed: int) -> Outcome:
    """Read one file in a process that does nothing else, then import it into an event."""
    outcome, file = Outcome(), HOSTILE[(seed - 1) % len(HOSTILE)]
    with temporary_folder() as name:
        folder = Path(name)
        (folder / "lists").mkdir()
        path = folder / "lists" / f"list{file.ending}"
        path.write_bytes(file.make())
        measured = _measured(path.parent)
        if measured is None:
            outcome.failures.append(f"seed {seed}: {file.name}: no answer")
            return outcome
        outcome.count("lists read", int(isinstance(measured["outcome"], int)))
        outcome.count("lists refused", int(isinstance(measured["outcome"], str)))
        seconds, megabytes = measured["seconds"], measured["megabytes"]
        outcome.expect(seconds <= SECONDS, f"seed {seed}: {file.name}: {seconds:.1f} s")
        outcome.expect(megabytes <= MEGABYTES, f"seed {seed}: {file.name}: {megabytes} MB")
        _import(seed, file.name, path, folder / "cup.qv", outcome)
    return outcome


def _measured(folder: Path) -> dict[str, float] | None:
    words = [sys.executable, "-m", "tests.reports.readers.hostile_reading", str(folder)]
    try:
        done = subprocess.run(words, cwd=ROOT, env=os.environ, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, float] | None = json.loads(done.stdout) if done.returncode == 0 and done.stdout else None
    return found


def _import(seed: int, name: str, path: Path, event: Path, outcome: Outcome) -> None:
    """The command takes all or nothing, and says so."""
    made = call("new", event, "--name", "Cup", "--sessions", 2)
    assert made.code == 0, made
    before = event.read_bytes()
    answer = call("players", event, "import", path)
    outcome.expect(not answer.escaped, f"seed {seed}: {name}: {answer.escaped}")
    outcome.expect(answer.code in (0, 1, 3), f"seed {seed}: {name}: ended with {answer.code}: {answer.err[:200]!r}")
    if answer.code:
        outcome.expect("error: " in answer.err, f"seed {seed}: {name}: refused without a word")
        outcome.expect(event.read_bytes() == before, f"seed {seed}: {name}: refused, and the event is another")
    checked = call("check", event)
    outcome.expect(checked.code == 0, f"seed {seed}: {name}: the event does not check: {checked.err[:200]!r}")


PART = Part(
    name="imports",
    title="Hostile lists of players",
    brief="No list of players can hang or fill the computer.",
    covers=(*FILE, "reports/readers", "ui/cli"),
    promise="Files that are made to exhaust or mislead their reader, each in a separate process. The result is "
    "players or a refusal in words, within the documented limits of time and memory. A refused import "
    "changes no byte of the event.",
    cases=200,
    short=30,
    run=run,
    counted="files",
)
