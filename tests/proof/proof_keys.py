"""Random keys at the window: it never dies, never fails, and never loses what was entered."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.proof.covered import DESKTOP
from tests.proof.part import Outcome, Part, temporary_folder
from tournament.language import ENGLISH
from tournament.storage import open_for_reading
from tournament.use_cases import StoreDamaged, StoreUnavailable
from tournament.use_cases.check import check_records
from ui.desktop.bootstrap import play_evening_into

ROOT = Path(__file__).resolve().parents[2]
ACTIONS = 12_000
"""Of one case: what a pair of hands does in more than five minutes."""
SHOWN = 200
"""The number of actions before a failure that are reported."""
_MOST_SAID = 8_000
"""The number of characters of a run's output that are reported, from its beginning and its end."""
_SECONDS = 1_500.0
_EVENINGS = {
    "club evening": "hong-kong",
    "evening with four hands": "french-classical-advanced",
    "riichi evening": "riichi-ema-2025",
}
_SCENES = ("sample", "empty home", *_EVENINGS)


def _arguments(scene: str, folder: Path) -> list[str]:
    """How the program is started; an evening is played into a file before."""
    if scene == "empty home":
        return []
    if scene == "sample":
        return ["--sample"]
    path = folder / "evening.qv"
    play_evening_into(path, _EVENINGS[scene])
    return [str(path)]


@contextmanager
def _display(wanted: bool) -> Iterator[dict[str, str]]:
    """A screen of its own under Xvfb where that is ``wanted`` and installed, else the offscreen platform."""
    server = shutil.which("Xvfb")
    if not wanted or server is None:
        yield {"QT_QPA_PLATFORM": "offscreen"}
        return
    read, write = os.pipe()
    running = subprocess.Popen(
        [server, "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        yield {"QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number}"}
    finally:
        running.terminate()
        running.wait()


def _try(seed: int, *, actions: int = ACTIONS) -> Outcome:
    outcome = Outcome()
    scene = _SCENES[seed % len(_SCENES)]
    with temporary_folder() as name, _display(seed % 8 >= 4) as platform:
        folder = Path(name)
        home, events = folder / "home", folder / "events"
        for each in (home, events):
            each.mkdir()
        order = {
            "seed": seed,
            "actions": actions,
            "folder": str(folder),
            "logs": str(folder),
            "arguments": _arguments(scene, events),
        }
        environment = (
            os.environ
            | platform
            | {
                "QUATRE_VENTS_HOME": str(home),
                "HOME": str(home),
                "LC_ALL": "C.UTF-8",
                "PYTHONFAULTHANDLER": "1",
                "PYTHONPATH": str(ROOT),
            }
        )
        begun = time.monotonic()
        with tempfile.TemporaryFile() as told:
            words = [sys.executable, "-m", "tests.proof.keys_driver", json.dumps(order)]
            try:
                code = subprocess.run(
                    words, cwd=events, env=environment, stdout=told, stderr=told, timeout=_SECONDS, check=False
                ).returncode
            except subprocess.TimeoutExpired:
                code = None
            told.seek(0)
            said = told.read().decode(errors="replace")
            said = said if len(said) <= _MOST_SAID else f"{said[: _MOST_SAID // 2]} … {said[-_MOST_SAID // 2 :]}"
        done = (folder / "actions.txt").read_text("utf-8").splitlines()
        faults = list(_faults(folder, code, done, said))
        if faults:
            last = "\n".join(done[-SHOWN:])
            outcome.expect(False, f"seed {seed} ({scene}): " + "\n".join(faults) + f"\nThe last actions:\n{last}")
        outcome.count("actions", len(done))
        outcome.count(f"runs with {scene}")
        outcome.count(f"runs on {platform['QT_QPA_PLATFORM']}")
        outcome.count("seconds", round(time.monotonic() - begun))
    return outcome


def _faults(folder: Path, code: int | None, done: list[str], said: str) -> Iterator[str]:
    if code is None:
        yield "it hangs"
    elif code != 0 or done[-1:] != ["end"]:
        yield f"it ended with {code}: {said}"
    for report in sorted(folder.rglob("crash-*.txt")):
        yield f"{report.name}: {report.read_text('utf-8')[-2_000:]}"
    warned = (folder / "warnings.txt").read_text("utf-8").splitlines()
    yield from (f"Qt warned: {warning}" for warning in dict.fromkeys(warned))
    for file in sorted(folder.rglob("*.qv")):
        yield from (f"{file.name}: {problem}" for problem in _problems(file))


def _problems(file: Path) -> list[str]:
    try:
        store = open_for_reading(file)
    except (StoreDamaged, StoreUnavailable) as error:
        return [ENGLISH.render(error.text)]
    try:
        found = check_records(list(store.read()), store.end).problems
    finally:
        store.close()
    return [ENGLISH.render(problem.text) for problem in found]


PART = Part(
    name="keys",
    title="Random keys in the window",
    brief="No keys, clicks or closed windows crash the program.",
    covers=DESKTOP,
    promise="Whatever is pressed, clicked, dragged, closed and plugged in, in any order: the program does not end "
    "and reports no error of its own, Qt prints no warning, and every event file is intact afterwards.",
    cases=40,
    run=_try,
    run_short=partial(_try, actions=ACTIONS // 10),
    short=4,
    limit=_SECONDS + 60,
    counted="runs",
)
