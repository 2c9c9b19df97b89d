"""Lists of players: hostile files, each in a process of its own, and the lists of ticket shops and forms."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.proof.calling import call
from tests.proof.covered import FILE
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.shop_lists import SHOPS, ShopList, shop_list
from tests.reports.readers.hostile import HOSTILE
from tournament.event.player_import import NoteEffect, read_roster
from tournament.language import ENGLISH

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 5.0
MEGABYTES = 300
PATIENCE = 60.0


def run(seed: int) -> Outcome:
    """Read one list of each shop; read one hostile file in a process that does nothing else, then import it."""
    outcome, file = Outcome(), HOSTILE[(seed - 1) % len(HOSTILE)]
    for shop in SHOPS:
        check_shop_list(seed, shop_list(shop, seed), outcome)
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


def check_shop_list(seed: int, made: ShopList, outcome: Outcome) -> None:
    """Everybody who is to play is read, nobody else, with first and last name, and each other line has its reason."""
    from reports.readers import read_table

    with temporary_folder() as name:
        path = Path(name) / made.name
        path.write_bytes(made.content)
        roster = read_roster(read_table(path))
    where = f"seed {seed}: {made.shop} ({made.name})"
    outcome.count(f"lists of {made.shop}")
    problems = [ENGLISH.render(problem.text) for problem in roster.problems]
    outcome.expect(not problems, f"{where}: {problems[:3]}")
    read = sorted((player.first_name, player.last_name) for player in roster.players)
    wanted = sorted(made.players)
    outcome.expect(read == wanted, f"{where}: missing {_less(wanted, read)}, too many {_less(read, wanted)}")
    outcome.count("players", len(wanted))
    reasons = {
        (line.player.first_name, line.player.last_name): note.kind.code
        for line in roster.lines
        for note in line.notes
        if not line.taken and note.kind.effect is NoteEffect.LEFT_OUT
    }
    outcome.count("left out", len(made.left_out))
    for person, reason in made.left_out:
        outcome.expect(reasons.get(person) == reason, f"{where}: {person} is {reasons.get(person)}, not {reason}")


def _less(some: list[tuple[str, str]], others: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [each for each in some if each not in others][:4]


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
    title="Lists of players",
    brief="Lists of ticket shops are read as they are, and none can hang or fill the computer.",
    covers=(*FILE, "reports/readers", "tournament/event/player_import", "ui/cli"),
    promise="Random lists of HelloAsso, Billetweb, pretix, Google Forms, spreadsheets and full names, as text, .xlsx "
    "and .ods, with unusual names: everybody who is to play is in, nobody else, names that are clear are split right, "
    "and each line that is left out has its reason. Also files that are made to exhaust or mislead their reader, each "
    "in a separate process. The result is players or a refusal in words, within the documented limits of time and "
    "memory. A refused import changes no byte of the event.",
    cases=200,
    short=30,
    run=run,
    counted="files",
)
