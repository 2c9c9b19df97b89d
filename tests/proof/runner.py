"""Runs the cases of the parts in processes of their own, and goes on where it was killed.

Every case that is done is a line in ``.proof/PART.jsonl``, written before the next one is asked for. They are tried
again when the code of the part, or that which it covers, has changed; at another scale the same seeds are the same
cases. What a part came to when all its cases are done is kept in ``tests/proof/results/PART.json``, of a short run in
``results/short/PART.json``.
"""

import json
import multiprocessing
import os
import platform
import signal
import sqlite3
import subprocess
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from tests.proof.catalogue import part_called
from tests.proof.covered import PROGRAM, changed, contents
from tests.proof.part import SHOWN, Outcome, Part

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / ".proof"
RESULTS = Path(__file__).with_name("results")
SHORT = "short"
"""The folder of the results of short runs, in that of the others."""
FRESHNESS = "freshness.json"
"""Of the results: which code that each rests on had changed when the document was written."""
WINDOWS = "windows"
"""The name of what ``make windows`` came to; it is no part of the proof."""
PROOF = "tests/proof"
"""The folder of the parts, whose code decides what a case is."""
FIRST_SEED = 1
_CASES_OF_A_PROCESS = 200
"""A worker is replaced after so many: what one case leaves in memory does not reach the last."""
_NICE = 10
_UNKNOWN = "unknown"
"""What git does not know."""


class _Hang(BaseException):
    """The case did not end in its time; nothing that catches errors catches it."""


def run_part(
    part: Part, *, scale: float = 1.0, short: bool = False, workers: int, state: Path = STATE, results: Path = RESULTS
) -> dict[str, Any]:
    """Run what is missing of ``part``, keep the result and return it; with ``short`` its short run at any scale."""
    wanted = part.short_seeds if short else range(FIRST_SEED, FIRST_SEED + max(1, round(part.cases * scale)))
    header: dict[str, Any] = {"part": part.name, "code": contents((*part.covers, PROOF))}
    state.mkdir(exist_ok=True)
    log = state / (f"{part.name}.{SHORT}.jsonl" if short else f"{part.name}.jsonl")
    done = _lines_done(log, header)
    if not done:
        log.write_text(json.dumps(header) + "\n", encoding="utf-8")
    seeds = [seed for seed in wanted if seed not in done]
    with log.open("a", encoding="utf-8") as file:
        for seed, line in _tried(part, seeds, workers, short=short):
            done[seed] = line
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
    lines = [done[seed] for seed in wanted]
    named = {
        "part": part.name,
        "commit": commit(),
        "covered": {folder: code for folder, code in header["code"].items() if folder != PROOF},
        "scale": SHORT if short else scale,
        "cases": len(wanted),
    }
    result = _result(part, named, lines, workers)
    path = (results / SHORT if short else results) / f"{part.name}.json"
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    log.unlink()
    return result


def _lines_done(log: Path, header: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What an earlier run of the same cases finished; a line that a kill cut is not among it."""
    if not log.exists():
        return {}
    first, *rest = log.read_text(encoding="utf-8").splitlines() or [""]
    if first != json.dumps(header):
        return {}
    done = {}
    whole = []
    for text in rest:
        try:
            line = json.loads(text)
        except ValueError:
            break
        whole.append(text)
        done[line["seed"]] = line
    log.write_text("\n".join([first, *whole]) + "\n", encoding="utf-8")
    return done


def _tried(part: Part, seeds: Sequence[int], workers: int, *, short: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each seed with what it came to, as they end; a process that dies is a failure of its case."""
    left = list(reversed(seeds))
    while left:
        with ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            max_tasks_per_child=_CASES_OF_A_PROCESS,
        ) as pool:
            asked: dict[Future[dict[str, Any]], int] = {}
            while left or asked:
                while left and len(asked) < 2 * workers:
                    seed = left.pop()
                    asked[pool.submit(try_case, part.name, seed, short=short)] = seed
                ended, _ = wait(asked, return_when=FIRST_COMPLETED)
                broken = False
                for future in ended:
                    seed = asked.pop(future)
                    try:
                        yield seed, future.result()
                    except BrokenProcessPool:
                        broken = True
                        yield seed, _line(seed, 0.0, Outcome(failures=[f"seed {seed}: the process died"]))
                if broken:
                    left.extend(asked.values())
                    break


def _begin() -> None:
    os.nice(_NICE)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


def try_case(name: str, seed: int, *, short: bool = False) -> dict[str, Any]:
    """Run one case in this process, in a folder that is deleted afterwards; an error or a hang is a failure."""
    part = part_called(name)
    run = part.run_short if short and part.run_short is not None else part.run
    started = time.monotonic()
    try:
        with _limited(part.limit):
            outcome = run(seed)
    except _Hang:
        outcome = Outcome(failures=[f"seed {seed}: not done after {part.limit:.0f} s"])
    except Exception as error:  # noqa: BLE001 – whatever the program throws is what the proof is to find
        errors = error.exceptions if isinstance(error, ExceptionGroup) else (error,)
        ends = ["".join(traceback.format_exception(each)[-3:]) for each in errors]
        outcome = Outcome(failures=[f"seed {seed}: {end}" for end in ends])
    return _line(seed, time.monotonic() - started, outcome)


class _limited:  # noqa: N801 – used as a function
    """An alarm that ends what takes longer than ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_error: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        raise _Hang


def _line(seed: int, seconds: float, outcome: Outcome) -> dict[str, Any]:
    return {
        "seed": seed,
        "seconds": round(seconds, 3),
        "counts": dict(outcome.counts),
        "failures": outcome.failures,
        "remarks": dict(outcome.remarks),
    }


def _result(part: Part, header: dict[str, Any], lines: Sequence[dict[str, Any]], workers: int) -> dict[str, Any]:
    whole = Outcome()
    for line in lines:
        whole.counts.update(line["counts"])
        whole.remarks.update(line["remarks"])
        whole.failures.extend(line["failures"])
    whole.failures.extend(part.enough(whole, len(lines)))
    return {
        **header,
        "full": part.cases,
        "first seed": lines[0]["seed"],
        "last seed": lines[-1]["seed"],
        "failed": len(whole.failures),
        "failures": whole.failures[:SHOWN],
        "counts": dict(sorted(whole.counts.items())),
        "remarks": dict(whole.remarks.most_common()),
        "seconds": round(sum(line["seconds"] for line in lines)),
        "processes": workers,
        "machine": machine(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def commit() -> str:
    """The commit under test, and whether the worktree has other changes."""
    head = _git("rev-parse", "--short=12", "HEAD")
    beside = _git("status", "--porcelain", "--", "tournament", "reports", "ui", "assets", "tests/*.py")
    return f"{head} with changes" if beside else head


def note_freshness(parts: Iterable[Part], results: Path = RESULTS) -> None:
    """Keep what of the code that each result rests on is another today."""
    noted = {"date": datetime.now(UTC).date().isoformat(), "changed": changed_since(parts, results)}
    (results / FRESHNESS).write_text(json.dumps(noted, indent=2) + "\n", encoding="utf-8")


def changed_since(parts: Iterable[Part], results: Path = RESULTS) -> dict[str, list[str] | None]:
    """Return by its name for each result the folders whose code has changed since; None if it names no code."""
    covers = {part.name: part.covers for part in parts} | {WINDOWS: PROGRAM}
    now = contents(PROGRAM)
    found = {}
    for path in sorted(results.rglob("*.json")):
        if path.stem in covers:
            covered = json.loads(path.read_text(encoding="utf-8")).get("covered")
            name = path.relative_to(results).with_suffix("").as_posix()
            found[name] = None if covered is None else changed(covered, covers[path.stem], now)
    return found


def _git(*words: str) -> str:
    answer = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.strip() if answer.returncode == 0 else _UNKNOWN


def machine() -> str:
    """What the figures were measured on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = os.cpu_count() or 1
    return (
        f"{platform.system()} {platform.machine()}, {cores} cores, {memory:.0f} GB, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
