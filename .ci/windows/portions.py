"""The tests on the Windows that Wine stands for, a portion of their files at a time.

A run that was interrupted continues where it stopped, and a test that hangs or crashes takes only its portion with it.
What a portion came to counts as long as the program and these tests are the same, also at another commit.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import IO
from xml.etree import ElementTree as ET

from build import ROOT
from wine import Wine, as_windows

sys.path.append(str(ROOT))

from tests.proof.covered import PROGRAM, contents

COMMON = ("tests/conftest.py", "tests/systems.py")
"""What all tests rest on."""
FILES = 8
"""Test files of a portion. pytest takes several seconds to start under Wine."""
LONGEST = 20 * 60
"""Seconds after which a portion is ended. pyproject.toml limits each of its tests."""
MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory. On a disk the tests wait for thousands of files to be flushed."""


@dataclass(frozen=True)
class Tests:
    """How many tests passed, failed and were skipped, and the names of those that failed.

    A portion that did not reach its end is named instead of its tests.
    """

    counts: Counter[str]
    failed: list[str]


@dataclass(frozen=True)
class Portion:
    """Test files, and which of their tests are run: an expression of marks, or nothing for all."""

    marks: str
    files: tuple[str, ...]

    def name(self) -> str:
        return re.sub(r"\W+", "-", f"{self.marks} {self.files[0].removesuffix('.py')}".strip())

    def key(self, program: Mapping[str, str], app: Path) -> str:
        """Return a hash of ``program``, the hashes of its folders, and of these tests in ``app``."""
        tests = [(name, (app / name).read_bytes()) for name in (*COMMON, *self.files)]
        return sha256(repr((self.marks, sorted(program.items()), tests)).encode()).hexdigest()[:12]


def try_tests(wine: Wine, python: Path, app: Path, tests: Mapping[str, Sequence[str]], results: Path) -> Tests:
    """Run tests, as many portions at once as there are processors.

    ``tests`` has for an expression of marks the files and folders of ``app`` whose tests with these marks are run. Each
    portion writes its output and its result into ``results``. A portion whose result is there already, without a
    failure, is not run again.
    """
    results.mkdir(parents=True, exist_ok=True)
    program = contents(PROGRAM, app)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as memory:

        def run(portion: Portion) -> Tests:
            place = results / f"{portion.name()}-{portion.key(program, app)}"
            return _try_portion(wine, python, app, portion, place, Path(memory))

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            portions = (each for marks, paths in tests.items() for each in _portions(marks, _files(app, paths)))
            tried = list(pool.map(run, portions))
    return Tests(sum((each.counts for each in tried), Counter()), [name for each in tried for name in each.failed])


def _files(app: Path, paths: Sequence[str]) -> list[str]:
    found = (
        file for path in paths for file in ([app / path] if path.endswith(".py") else (app / path).rglob("test_*.py"))
    )
    return sorted({file.relative_to(app).as_posix() for file in found})


def _portions(marks: str, files: list[str]) -> Iterator[Portion]:
    """Divide the files so that the slow ones, which often are neighbours, are in different portions."""
    count = -(-len(files) // FILES)
    yield from (Portion(marks, tuple(files[first::count])) for first in range(count))


def _try_portion(wine: Wine, python: Path, app: Path, portion: Portion, place: Path, memory: Path) -> Tests:
    said, result = place.with_suffix(".txt"), place.with_suffix(".xml")
    if result.exists():
        if not (before := _read(result)).failed:
            return before
        result.unlink()
    own = memory / portion.name()
    own.mkdir()
    process = wine.start(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfE", "--tb=short", "-m", portion.marks,
        f"--junitxml={as_windows(result)}", *portion.files, cwd=app, QT_QPA_PLATFORM="offscreen",
        TEMP=as_windows(own), TMP=as_windows(own),
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.close()
    # A program of Wine that the tests started, its desktop for example, may keep the pipe open after their end.
    reader = Thread(target=_write, args=(process.stdout, said), daemon=True)
    reader.start()
    try:
        process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    reader.join(10)
    shutil.rmtree(own, ignore_errors=True)
    tests = _read(result) if result.exists() else Tests(Counter(), [f"{said} ended early, with {process.returncode}"])
    print(
        portion.name(), *(f"{count} {kind}" for kind, count in sorted(tests.counts.items())), *tests.failed, flush=True
    )
    return tests


def _write(output: IO[bytes], said: Path) -> None:
    with said.open("wb") as file:
        for line in output:
            file.write(line)
            file.flush()


def _read(result: Path) -> Tests:
    """Read what pytest wrote of a portion."""
    counts, failed = Counter[str](), list[str]()
    for case in ET.parse(result).iter("testcase"):
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            failed.append(f"{case.attrib['classname']}::{case.attrib['name']}")
        counts["failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"] += 1
    return Tests(counts, failed)
