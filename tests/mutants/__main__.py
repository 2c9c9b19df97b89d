"""Plants faults into the program and writes docs/mutants.md: how many the tests noticed, and each that they did not.

python -m tests.mutants [--sample PART | --again] [--seed NUMBER] [--workers NUMBER] [room ...]

With --again only the mutants are tried that the document lists as not caught, after tests were written for them.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.planting import Mutant, mutants_of
from tests.mutants.report import Tried, is_listed, lists_line, write_caught, write_section
from tests.mutants.rooms import ROOMS, Room

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "mutants.md"
_PATIENCE = 3
"""How many times longer than without a fault the tests may take: a fault that never ends is noticed."""


@dataclass(frozen=True, slots=True)
class _Answer:
    code: int | None
    seconds: float


class _Worker:
    """A copy of the program, and a process in it that tries one mutant after the other."""

    def __init__(self, folder: Path, files: Sequence[Path]) -> None:
        for file in files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, folder / file)
        environment = os.environ | {"PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.worker"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self, path: str, code: str | None, tests: Sequence[str], limit: float) -> _Answer:
        """Run the tests with this code in the file; None is the file as it is."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(
            json.dumps({"path": path, "code": code, "tests": tests, "limit": limit}),
            file=self._process.stdin,
            flush=True,
        )
        return _Answer(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Try the rooms named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", metavar="room", help="a folder such as tournament/ledger, or a file of it")
    parser.add_argument("--sample", type=float, help="the part of the mutants that is tried, such as 0.1")
    parser.add_argument("--again", action="store_true", help="only the mutants listed as not caught")
    parser.add_argument("--seed", type=int, default=1, help="chooses which part")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    files = _files()
    with tempfile.TemporaryDirectory(prefix="quatre-vents-mutants-") as home:
        workers = [_Worker(Path(home) / str(number), files) for number in range(chosen.workers)]
        try:
            for room in _rooms(chosen.rooms):
                _try(room, workers, chosen.sample or room.sample, chosen.seed, again=chosen.again)
        finally:
            for worker in workers:
                worker.close()


def _rooms(named: Sequence[str]) -> Iterator[Room]:
    if not named:
        yield from ROOMS
    for name in named:
        found = [room for room in ROOMS if room.holds(name)]
        if not found:
            raise SystemExit(f"{name} is in none of the rooms: {', '.join(room.path for room in ROOMS)}")
        yield found[0].narrowed(name)


def _files() -> list[Path]:
    """What belongs to the program: all that could be committed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def _try(room: Room, workers: Sequence[_Worker], sample: float, seed: int, *, again: bool) -> None:
    os.chdir(ROOT)
    if again:
        every = (
            mutant
            for path in room.files
            for mutant in mutants_of(
                path, 1, seed, measures=room.measures, in_line=partial(lists_line, DOCUMENT, room, path)
            )
        )
        mutants = [mutant for mutant in every if is_listed(DOCUMENT, room, mutant)]
    else:
        mutants = [mutant for path in room.files for mutant in mutants_of(path, sample, seed, measures=room.measures)]
    tests = tuple(dict.fromkeys(test for mutant in mutants for test in room.tests_of(mutant.path))) or room.tests
    whole = [worker.answer(room.files[0].as_posix(), None, tests, 600) for worker in workers]
    if any(answer.code for answer in whole):
        raise SystemExit(f"The tests of {room.path} fail without any fault: {' '.join(tests)}")
    limit = 10 + _PATIENCE * max(answer.seconds for answer in whole)
    free: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def one(mutant: Mutant) -> Tried:
        worker = free.get()
        try:
            code = worker.answer(mutant.path, mutant.code, room.tests_of(mutant.path), limit).code
        finally:
            free.put(worker)
        return Tried(mutant, survived=code == 0)

    tried: list[Tried] = []
    with ThreadPoolExecutor(len(workers)) as pool:
        for each in pool.map(one, mutants):
            tried.append(each)
            if each.survived:
                print(f"{each.mutant.path}:{each.mutant.line}: {each.mutant.removed} → {each.mutant.added}", flush=True)
    if again:
        print(write_caught(DOCUMENT, room, tried), flush=True)
    else:
        print(write_section(DOCUMENT, room, tried, sample, seed), flush=True)


if __name__ == "__main__":
    main()
