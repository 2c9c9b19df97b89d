"""The served addresses, asked by Schemathesis for what their description allows and for what it does not.

It is installed apart, by ``make fuzzing``: the program and its tests do not need it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.browser.sites import EVENTS
from tests.browser.test_live_page import Hall
from tests.proof.covered import EVENT
from tests.proof.part import Outcome, Part, temporary_folder
from ui.public.pages import description

_PROGRAM = Path(__file__).resolve().parents[2] / "out" / "fuzzing" / ("Scripts" if os.name == "nt" else "bin") / "st"
_CASES = re.compile(r"(\d+) generated, (\d+) passed")


def run(seed: int) -> Outcome:
    """One event."""
    outcome, chance = Outcome(), Random(f"addresses/{seed}")
    name = list(EVENTS)[seed % len(EVENTS)]
    if not outcome.expect(_PROGRAM.exists(), f"Schemathesis is not installed: {sys.executable} knows no {_PROGRAM}"):
        return outcome
    with temporary_folder() as folder, Hall(EVENTS[name]()).open() as hall:
        answer = subprocess.run(
            [_PROGRAM, "run", f"{hall.address}/openapi.json", "--exclude-path", "/events", "--checks", "all",
             "--seed", str(chance.randrange(2**32)), "--max-examples", "40", "--request-timeout", "10", "--no-color"],
            cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False,
            env=os.environ | {"PYTHONUTF8": "1"},
        )  # fmt: skip
    said = _CASES.search(answer.stdout)
    outcome.expect(answer.returncode == 0, f"seed {seed}, {name}: {answer.stdout[-3000:]}{answer.stderr[-500:]}")
    if outcome.expect(said is not None, f"seed {seed}, {name}: nothing was asked") and said is not None:
        outcome.count("requests", int(said[1]))
        outcome.count("answered as described", int(said[2]))
        outcome.count(f"event: {name}")
    return outcome


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    few = whole.counts["requests"] < 10 * len(description()["paths"]) * cases
    return ("too few requests",) if few else ()


PART = Part(
    name="addresses",
    title="The served addresses",
    brief="The web server answers as its description says.",
    covers=(*EVENT, "ui/public", "ui/server"),
    promise="Every public address is asked for what the OpenAPI description of the server allows and for what it does "
    "not: languages, tags, numbers, methods and headers made up by Schemathesis, for events of every format and rule "
    "set. No answer is an error of the server, has another status or media type than it says, or a field outside the "
    "list.",
    cases=len(EVENTS),
    short=1,
    run=run,
    limit=300,
    counted="events",
    enough=_enough,
)
