"""Files damaged in their bytes: refused with the place, or every fact equal; ``recover`` brings back what is valid."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

from tests.proof.calling import Answer, call, own_home
from tests.proof.covered import FILE
from tests.proof.event_file import Row, make_event, rows_of
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.recovered_entries import never_entered, rebuilt_rows, said_of, whole_rows
from ui.cli.commands import COMMANDS

BASES = 8
RECOVERS = "recover" in COMMANDS
QUESTIONS = (("log", "--json"), ("standings", "--json"), ("sheet", "--session", "1", "--table", "1", "--json"))
"""What is asked of a damaged file: refused, or answered as before."""
PENALTY = (
    b'{"type": "penalty", "session": 1, "table": 1, "player": "A", "points": 5, "to": [], '
    b'"reason": "after the damage"}\n'
)
OTHERS = (
    "settings FILE", "settings FILE --name Cup", "players FILE list", "players FILE set 1 --state withdrawn",
    "draw FILE --json", "draw FILE --redraw --seed 1", "games FILE", "timetable FILE", "prizes FILE",
    "prizes FILE set --place 1 --what Cup", "clock FILE", "clock FILE --start", "session FILE",
    "session FILE 1 --to playing",
    "sessions FILE", "pin FILE", "signature FILE", "signature FILE sign", "record FILE --jsonl",
    "record FILE --jsonl --dry-run", "phones FILE", "season FILE", "publish FILE --session 1",
    "unpublish FILE --session 1",
    "display FILE --screen clock", "site FILE --to NEW", "export FILE --what event --to json --out OUT",
    "export FILE --what standings --to csv --out OUT", "serve FILE --port 0", "desks FILE", "undo FILE", "redo FILE",
    "queue FILE", "new NEW --season-from FILE", "restore FILE --to NEW",
)  # fmt: skip
"""Every other command that takes an event file. Of a damaged one they say what ``check`` says, and write nothing."""

Damage = Callable[[bytearray, Random], object]


def _page(content: bytearray) -> int:
    return int.from_bytes(content[16:18], "big")


def _cut(content: bytearray, chance: Random) -> None:
    del content[chance.randrange(len(content)) :]


def _cut_pages(content: bytearray, chance: Random) -> None:
    pages = len(content) // _page(content)
    del content[chance.randrange(1, pages) * _page(content) :]


def _flip(content: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 1, 1, 3, 20))):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _flip_text(content: bytearray, chance: Random) -> None:
    """A digit of what was written, so that it stays text."""
    digits = [index for index, byte in enumerate(content) if 48 <= byte <= 57]
    index = chance.choice(digits)
    content[index] = 48 + (content[index] - 48 + chance.randint(1, 9)) % 10


def _zero(content: bytearray, chance: Random) -> None:
    start, length = chance.randrange(len(content)), chance.choice((1, 16, 512, 4096))
    content[start : start + length] = bytes(len(content[start : start + length]))


def _noise(content: bytearray, chance: Random) -> None:
    start, length = chance.randrange(len(content)), chance.choice((4, 64, 512, 4096))
    content[start : start + length] = chance.randbytes(len(content[start : start + length]))


def _swap_pages(content: bytearray, chance: Random) -> None:
    size = _page(content)
    one, other = (place * size for place in chance.sample(range(len(content) // size), 2))
    content[one : one + size], content[other : other + size] = content[other : other + size], content[one : one + size]


def _repeat_page(content: bytearray, chance: Random) -> None:
    size = _page(content)
    one, other = (place * size for place in chance.sample(range(len(content) // size), 2))
    content[one : one + size] = content[other : other + size]


def _shift(content: bytearray, chance: Random) -> None:
    place = chance.randrange(len(content))
    content[place:place] = chance.randbytes(chance.choice((1, 7, 100)))


def _longer(content: bytearray, chance: Random) -> None:
    content += chance.randbytes(chance.choice((1, 100, 4096)))


def _head(content: bytearray, chance: Random) -> None:
    content[chance.randrange(100)] = chance.randrange(256)


def _older_page(content: bytearray, chance: Random) -> None:
    """The last page as it was when the file was shorter: nothing."""
    size = _page(content)
    content[-size:] = bytes(size)


DAMAGES: Mapping[str, Damage] = {
    "cut anywhere": _cut,
    "cut by whole pages": _cut_pages,
    "bits flipped": _flip,
    "a digit changed": _flip_text,
    "zeroed": _zero,
    "noise written over": _noise,
    "two pages exchanged": _swap_pages,
    "a page repeated over another": _repeat_page,
    "bytes put in between": _shift,
    "bytes put behind": _longer,
    "a byte of the head": _head,
    "the last page empty": _older_page,
}


@lru_cache(maxsize=BASES)
def _base(number: int) -> tuple[bytes, tuple[Row, ...], tuple[str, ...]]:
    """An event, its rows, and its answers to the questions."""
    with temporary_folder() as folder:
        path = Path(folder) / "event.qv"
        make_event(path, f"damaged/{number}", steps=(8, 30)[number % 2], players=8)
        answers = tuple(call(words[0], path, *words[1:]).out for words in QUESTIONS)
        return path.read_bytes(), tuple(rows_of(path)), answers


@own_home()
def run(seed: int) -> Outcome:
    """Damage a copy of an event, ask it everything, and recover it."""
    outcome, chance = Outcome(), Random(f"damaged/{seed}")
    name = list(DAMAGES)[seed % len(DAMAGES)]
    content, rows, answers = _base(chance.randrange(BASES))
    damaged = bytearray(content)
    DAMAGES[name](damaged, chance)
    if damaged == content:
        outcome.count("damages that changed no byte")
        return outcome
    outcome.count(f"damaged: {name}")
    with temporary_folder() as folder:
        path = Path(folder) / "event.qv"
        path.write_bytes(damaged)
        found = call("check", path)
        _told(seed, name, path, "check", found, outcome)
        if found.code:
            _refused_alike(seed, name, path, found, outcome)
        for words, before in zip(QUESTIONS, answers, strict=True):
            answer = call(words[0], path, *words[1:])
            if before:
                _told(seed, name, path, words[0], answer, outcome)
            if answer.code == 0:
                outcome.expect(answer.out == before, f"seed {seed}: {name}: {words[0]} answers otherwise, with code 0")
        outcome.count("refused" if found.code else "every fact equal")
        outcome.expect(path.read_bytes() == damaged, f"seed {seed}: {name}: reading changed the file")
        if RECOVERS:
            _recover(seed, name, path, bytes(damaged), rows, outcome)
    return outcome


def _told(seed: int, name: str, path: Path, words: str, answer: Answer, outcome: Outcome) -> None:
    """A refusal is in words, and says which file, stream or part of the journal."""
    outcome.expect(not answer.escaped, f"seed {seed}: {name}: {words}: {answer.escaped}")
    if answer.code == 0 or answer.escaped:
        return
    errors = [line for line in answer.err.splitlines() if line.startswith("error: ")]
    placed = any(place in line for line in errors for place in (str(path), "event", "session", "journal", "Session"))
    outcome.expect(placed, f"seed {seed}: {name}: {words} ends with {answer.code} and no place: {answer.err[:200]!r}")


def _refused_alike(seed: int, name: str, path: Path, found: Answer, outcome: Outcome) -> None:
    """Every command refuses the file with the code of ``check``, names a fault that it found, and writes nothing."""
    faults, there = _errors(found), set(path.parent.iterdir())
    files = {"FILE": path, "NEW": path.with_name("new.qv"), "OUT": path.with_name("out")}
    for words in (*(" ".join((first, "FILE", *more)) for first, *more in QUESTIONS), *OTHERS):
        command = [files.get(word, word) for word in words.split()]
        answer = call(*command, stdin=PENALTY)
        shown = f"seed {seed}: {name}: {words}"
        outcome.expect(not answer.escaped, f"{shown}: {answer.escaped}")
        outcome.expect(answer.code == found.code, f"{shown}: ends with {answer.code}, check with {found.code}")
        told = [error for error in _errors(answer) if any(fault in error for fault in faults)]
        outcome.expect(bool(told), f"{shown}: says {answer.err[:200]!r}, check {found.err[:200]!r}")
        outcome.expect(set(path.parent.iterdir()) == there, f"{shown}: left files behind")
        outcome.count("commands that refused a damaged file alike")


def _errors(answer: Answer) -> list[str]:
    return [line.removeprefix("error: ") for line in answer.err.splitlines() if line.startswith("error: ")]


def valid_rows(content: bytes, rows: Sequence[Row]) -> list[Row]:
    """Of ``rows``, what a file's bytes still hold and what surely hangs on nothing that is lost."""
    whole = {row["id"] for row in whole_rows(content, rows)}
    return valid_without(rows, [row for row in rows if row["id"] not in whole])


def valid_without(rows: Sequence[Row], lost: Sequence[Row]) -> list[Row]:
    """Of ``rows``, what surely hangs on nothing that is ``lost``.

    An entry hangs on those before it in its stream, on all of the event's own stream before it, and on the one that it
    takes back; a signature hangs on all entries before it. Where anything is lost, sheets that were moved are left out:
    what hangs there is a matter of the rules.
    """
    first = min((row["position"] for row in lost), default=len(rows) + 1)
    events = [row["position"] for row in lost if row["stream"] == "event"]
    end = min(events, default=len(rows) + 1)
    broken = {row["stream"] for row in lost}
    moved = {row["stream"] for row in rows if row["kind"] == "sheet-moved"} if lost else set()
    moved |= {f"session-{said['to_session']}/table-{said['to_table']}" for said in map(_moved, rows) if said and lost}
    valid: list[Row] = []
    ids: set[str] = set()
    for row in rows:
        before = all(other["position"] > row["position"] for other in lost if other["stream"] == row["stream"])
        taken_back = json.loads(row["content"]).get("entry")
        whole = (row["stream"] not in broken or before) and (
            row["kind"] != "fingerprint-signed" or row["position"] < first
        )
        if row["position"] < end and whole and row["stream"] not in moved and taken_back in (None, *ids):
            valid.append(row)
            ids.add(row["id"])
    return valid


def _moved(row: Row) -> dict[str, int]:
    said: dict[str, int] = json.loads(row["content"]) if row["kind"] == "sheet-moved" else {}
    return said


def _recover(seed: int, name: str, path: Path, content: bytes, rows: Sequence[Row], outcome: Outcome) -> None:
    """Every valid entry is in the new file, nothing that was never written is, and the list says what is missing."""
    new = path.with_name("recovered.qv")
    answer = call("recover", path, "--to", new, "--json")
    if not outcome.expect(not answer.escaped, f"seed {seed}: {name}: recover: {answer.escaped}"):
        return
    valid = said_of(valid_rows(content, rows))
    recovered = rows_of(new) if new.exists() else []
    there, once = said_of(recovered), said_of(rows)
    outcome.count("entries that are surely valid", len(valid))
    outcome.count("entries recovered", len(there))
    lost = len(valid - there)
    outcome.expect(not lost, f"seed {seed}: {name}: recover left out {lost} of {len(valid)} valid entries")
    strange = never_entered(recovered, rows, content)
    outcome.count("entries rebuilt", len(rebuilt_rows(recovered, rows)))
    outcome.expect(not strange, f"seed {seed}: {name}: recover wrote what was never entered: {strange[:3]}")
    whole = {row["position"] for row in whole_rows(content, rows)}
    saved = {row["position"] for row in rows if said_of([row]) <= there}
    listed = _listed(answer)
    outcome.count("entries that are whole", len(whole))
    outcome.count("whole entries in the list", len(whole & listed - saved))
    neither = sorted(whole - saved - listed)
    outcome.expect(not neither, f"seed {seed}: {name}: recover neither saved nor listed entries {neither[:9]}")
    if answer.code == 0:
        outcome.count("recovered whole")
        outcome.expect(there == once, f"seed {seed}: {name}: recover calls {len(there)} of {len(once)} entries whole")
    if new.exists():
        again = call("check", new)
        outcome.expect(again.code == 0, f"seed {seed}: {name}: what was recovered does not check: {again.err[:200]!r}")


def _listed(answer: Answer) -> set[int]:
    """The positions of the entries in the list beside a recovered event."""
    path = json.loads(answer.out)["list"] if answer.out.startswith("{") else None
    lines = Path(path).read_text(encoding="utf-8").splitlines() if path else []
    return {int(line.partition(" · ")[0]) for line in lines if line.partition(" · ")[0].isdecimal()}


PART = Part(
    name="damaged",
    title="Files with damaged bytes",
    brief="A damaged file is refused, and its good entries are recovered.",
    covers=(*FILE, "ui/cli"),
    promise="Bytes of a file are cut off, flipped, zeroed or overwritten, or pages are swapped. Where `check` finds "
    "a fault, every other command that takes an event file refuses it with the same exit code and names a fault that "
    "`check` names; otherwise they answer as if nothing had happened. Nothing is written. `recover` saves every "
    "entry that can still be read and is complete, as checked by a separate reader: in the new event if it depends on "
    "nothing that is lost, else there or in the list beside it. An entry that it rebuilds in the place of a lost one "
    "says nothing that was never entered: nobody has the seat of another.",
    cases=3000,
    short=180,
    run=run,
    counted="damaged files",
)
