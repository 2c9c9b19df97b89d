"""Kept event files with one bit changed: each way in refuses them in words, or answers as of the whole file."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from tests.proof.calling import Answer, call, own_home
from tests.proof.covered import PROGRAM
from tests.proof.event_file import Row, rows_of
from tests.proof.flipped_window import opening_window
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.proof_damaged import valid_without
from tests.proof.recovered_entries import never_entered, said_of
from tournament.storage import open_for_reading
from tournament.use_cases.check import check_records

FILES = tuple(sorted((Path(__file__).parents[1] / "tournament" / "storage" / "files").glob("*.qv")))
HEADER = 100
"""Bytes; the SQLite file format, section 1.3."""
_PAGES = range(28, 32)
"""Where the header has the number of pages; 0 is valid, and SQLite then asks the system (section 1.3.8)."""
FLIPS = 100
"""Of a case."""
HEADER_CASES = HEADER * 8 // FLIPS
"""Of a file: every bit of its header."""
CASES = HEADER_CASES + 1000 // FLIPS
"""Of a file: with its flips anywhere."""
_TREES = (0x02, 0x05, 0x0A, 0x0D)
"""How the pages of tables and indexes begin; what continues a long entry begins otherwise."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A kept file, and what the program says of it."""

    content: bytes
    page: int
    rows: tuple[Row, ...]
    places: tuple[tuple[int, int], ...]
    """The bytes of each row in its page: first and last."""
    check: Answer
    fingerprint: str
    at_fault: frozenset[int]
    """After how many of its entries the event does not check."""

    def lost(self, byte: int) -> list[Row]:
        """The rows that a change of this byte may cost: the one around it, or each of which a part is elsewhere."""
        page = byte // self.page
        start = HEADER if page == 0 else page * self.page
        if self.content[start] not in _TREES:
            return [row for row in self.rows if _size(row) > self.page // 4]
        return [row for row, (first, last) in zip(self.rows, self.places, strict=True) if first <= byte <= last]


def _size(row: Row) -> int:
    return sum(len(value.encode()) for value in row.values() if isinstance(value, str))


@lru_cache(maxsize=len(FILES))
def _whole(number: int) -> Whole:
    content = FILES[number].read_bytes()
    rows = tuple(rows_of(FILES[number]))
    page = int.from_bytes(content[16:18], "big")
    places = []
    for row in rows:
        place = content.index(f"{row['id']}{row['stream']}".encode())  # in an index something else follows the id
        end = min(place + _size(row) + 8, (place // page + 1) * page - 1)
        places.append((place - 40, end))
    with temporary_folder() as folder:
        path = Path(folder) / "cup.qv"
        path.write_bytes(content)
        answer = call("check", path)
        assert answer.code == 0, answer
        named = json.loads(call("check", path, "--json").out)["fingerprint"]
    return Whole(content, page, rows, tuple(places), answer, named, _at_fault(FILES[number]))


def _at_fault(path: Path) -> frozenset[int]:
    store = open_for_reading(path)
    records = list(store.read())
    store.close()
    return frozenset(count for count in range(1, len(records)) if check_records(records[:count]).problems)


def flips(seed: int) -> tuple[int, list[int]]:
    """The number of the file of a case, and the bits that are changed in it, one at a time."""
    file, series = (seed - 1) % len(FILES), (seed - 1) // len(FILES) % CASES
    if series < HEADER_CASES:
        return file, list(range(series * FLIPS, series * FLIPS + FLIPS))
    chance, bits = Random(f"bits/{seed}"), _whole(file).content
    return file, [chance.randrange(len(bits) * 8) for _ in range(FLIPS)]


@own_home()
def run(seed: int) -> Outcome:
    """Change one bit after the other, and go every way into the file."""
    outcome = Outcome()
    file, bits = flips(seed)
    whole = _whole(file)
    with temporary_folder(in_memory=True) as folder:
        for bit in bits:
            _Flipped(f"seed {seed}: {FILES[file].name}, bit {bit}", whole, bit, Path(folder), outcome).enter()
    return outcome


class _Flipped:
    """One file with one bit changed."""

    def __init__(self, name: str, whole: Whole, bit: int, folder: Path, outcome: Outcome) -> None:
        self._name, self._whole, self._bit, self._outcome = name, whole, bit, outcome
        content = bytearray(whole.content)
        content[bit // 8] ^= 1 << bit % 8
        self._content = bytes(content)
        self._file, self._new = folder / "cup.qv", folder / "new.qv"
        self._folder = folder

    def enter(self) -> None:
        """Try each way in; each finds the same file."""
        self._outcome.count("bits changed")
        self._outcome.count("bits of the header", int(self._bit < HEADER * 8))
        self._file.write_bytes(self._content)
        checked = self._checked()
        self._recovered()
        self._restored()
        self._replaced()
        self._converted()
        self._opened(checked)
        self._file.unlink()

    def _expect(self, held: bool, what: str) -> bool:
        return self._outcome.expect(held, f"{self._name}: {what}")

    def _call(self, *words: str | Path) -> Answer:
        answer = call(*words)
        what = words[0]
        self._expect(not answer.escaped and "Traceback" not in answer.err, f"{what}: {answer.escaped or answer.err}")
        self._expect(answer.code in (0, 1), f"{what}: ended with {answer.code}: {answer.err[:200]!r}")
        self._expect(answer.code == 0 or "error: " in answer.err, f"{what}: refused without a word")
        self._outcome.count(f"{what}: ended with code {answer.code}")
        self._unchanged(str(what))
        return answer

    def _unchanged(self, what: str) -> None:
        self._expect(self._file.read_bytes() == self._content, f"{what}: the damaged file was changed")
        ours = ("cup.qv", "new.qv", "new.rescued.txt", "new.rescued.jsonl")
        beside = [path.name for path in self._folder.iterdir() if path.name not in ours]
        self._expect(not beside, f"{what}: left behind: {beside}")

    def _checked(self) -> bool:
        """``check`` says what it said of the whole file, or what is wrong."""
        answer = self._call("check", self._file)
        same = answer.out == self._whole.check.out
        self._expect(answer.code != 0 or same, f"check: answers otherwise, with code 0: {answer.out!r}")
        return answer.code == 0

    def _recovered(self) -> None:
        """Every entry that does not depend on the changed byte is in the new file, and none that was never written."""
        answer = self._call("recover", self._file, "--to", self._new)
        rows = self._whole.rows
        valid, once = said_of(valid_without(rows, self._whole.lost(self._bit // 8))), said_of(rows)
        recovered = rows_of(self._new) if self._new.exists() else []
        there, strange = said_of(recovered), never_entered(recovered, rows, self._content)
        self._outcome.count("entries that are surely valid", len(valid))
        self._outcome.count("entries recovered", len(there))
        self._expect(valid <= there, f"recover: left out {len(valid - there)} of {len(valid)} valid entries")
        self._expect(not strange, f"recover: wrote what was never entered: {strange[:3]}")
        self._expect(answer.code != 0 or there == once, f"recover: calls {len(there)} of {len(once)} entries whole")
        self._outcome.count("bits after which every entry was recovered", int(there == once))
        self._new_one("recover", answer.err if self._cured() else "")

    def _cured(self) -> bool:
        """Whether the event was at fault where the changed byte begins, and a later entry cured it."""
        lost = self._whole.lost(self._bit // 8)
        return bool(lost) and min(row["position"] for row in lost) - 1 in self._whole.at_fault

    def _new_one(self, what: str, told: str = "") -> None:
        """A new file must pass ``check``, or have only faults that the program ``told``; then it is deleted."""
        if self._new.exists():
            again = call("check", self._new)
            faults = [line for line in again.err.splitlines() if line.startswith("error: ") and line not in told]
            held = again.code == 0 or (bool(told) and not faults)
            self._expect(held, f"{what}: the new file does not check: {again.err[:200]!r}")
            for path in self._folder.glob("new.*"):
                path.unlink()

    def _restored(self) -> None:
        """As a copy it is restored whole or not at all."""
        answer = self._call("restore", self._file, "--to", self._new)
        self._expect(self._new.exists() == (answer.code == 0), "restore: refused and written, or neither")
        if self._new.exists():
            held = said_of(self._whole.rows) <= said_of(rows_of(self._new))
            self._expect(held, "restore: entries are missing")
        self._new_one("restore")

    def _replaced(self) -> None:
        """In the place of the damaged file comes a whole copy, and the damaged file is kept; or nothing happens."""
        place = self._folder / "place"
        place.mkdir()
        damaged, copy = place / "cup.qv", place / "copy.qv"
        damaged.write_bytes(self._content)
        copy.write_bytes(self._whole.content)
        answer = call("restore", copy, "--to", damaged)
        self._expect(not answer.escaped, f"restore in its place: {answer.escaped}")
        self._expect(answer.code in (0, 1), f"restore in its place: ended with {answer.code}: {answer.err[:200]!r}")
        kept = [path for path in place.iterdir() if path.read_bytes() == self._content]
        self._expect(bool(kept), "restore in its place: the damaged file is gone")
        self._outcome.count(f"restore in its place: ended with code {answer.code}")
        if answer.code == 0:
            self._expect(call("check", damaged).code == 0, "restore in its place: what is there does not check")
        for path in place.iterdir():
            path.unlink()
        place.rmdir()

    def _converted(self) -> None:
        """It is no event of another program, whatever its bytes."""
        answer = self._call("convert", self._file, "--to", self._new)
        self._expect(answer.code == 1, "convert: an event file was taken for one of another program")
        self._expect(not self._new.exists(), "convert: refused and written")

    def _opened(self, checked: bool) -> None:
        """In the window it is refused in words, shown as damaged, or is the event that it was."""
        opened = opening_window().open(self._file)
        self._outcome.count("window: " + ("refused" if opened.refusal else "damaged" if opened.damaged else "opened"))
        self._expect(not opened.faults, f"window: {' '.join(opened.faults)}")
        self._expect(bool(opened.refusal) or bool(opened.fingerprint), "window: neither opened nor refused in words")
        same = opened.fingerprint == self._whole.fingerprint
        self._expect(bool(opened.refusal) or opened.damaged or same, "window: opened as another event")
        self._expect(not checked or same, f"window: refused what passes check: {opened.refusal}")
        marked = bool(opened.refusal) or opened.damaged
        self._expect(checked or marked, "window: opened as undamaged what check refuses")
        if self._bit // 8 in _PAGES and checked and not opened.damaged:
            # The window writes, and then SQLite sets right a number of pages that it takes for unknown.
            self._expect(call("check", self._file).out == self._whole.check.out, "window: another event was left")
        else:
            self._unchanged("window")


PART = Part(
    name="bits",
    title="Event files with one bit changed",
    brief="No changed bit of a file goes unnoticed or does harm.",
    covers=PROGRAM,
    promise="In the kept event files of every version, each bit of the SQLite header and bits anywhere else are "
    "changed, one at a time. `check`, `recover`, `restore` and `convert` end with zero or one and a reason in words, "
    "and the window opens the event as it was, shows that it is damaged, or refuses it. Nothing is written to the "
    "damaged file. `recover` restores every entry that does not depend on the changed byte.",
    cases=len(FILES) * CASES,
    short=4,
    run=run,
    limit=600,
    counted="series of changed bits",
)
