"""The proofs that are programs of their own: engines, draws, differences, a season, a tournament.

Each runs as a process; it says itself what it covered, and ends with a code that is not zero where something differed.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.proof.covered import PROGRAM
from tests.proof.part import Outcome, Part

ROOT = Path(__file__).resolve().parents[2]
_HOUR = 3600.0


def program(module: str, arguments: Callable[[int], list[str]]) -> Callable[[int], Outcome]:
    """A case that runs ``module`` with the arguments for a seed: it must end with zero."""

    def run(seed: int) -> Outcome:
        words = [sys.executable, "-m", module, *arguments(seed)]
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
        answer = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        outcome = Outcome()
        for line in answer.stdout.splitlines():
            read_account(line, outcome)
        said = (answer.stdout + answer.stderr).strip().splitlines()[-12:]
        outcome.expect(answer.returncode == 0, "\n".join((f"seed {seed}: {' '.join(words[1:])}", *said)))
        return outcome

    return run


def read_account(line: str, outcome: Outcome) -> None:
    """The account that a program prints: a line of words and one number, or what it compared."""
    found = re.fullmatch(r"\s+(?P<what>[a-z][^\d:|]*?)\s{2,}(?P<number>\d+)", line)
    if found:
        outcome.count(found["what"].strip(), int(found["number"]))
    found = re.fullmatch(r"[^\d]+?\s+(?P<planted>\d+)\s+(?P<first>\d+)\s+(?P<three>\d+)\s+(?P<named>\d+)\s+\d+", line)
    if found:
        places = {"planted": "planted", "first": "named first", "three": "among the first three", "named": "named"}
        for place, what in places.items():
            outcome.count(f"slips {what}", int(found[place]))
    found = re.match(r"(?P<what>[^:\d]+): (?P<differ>\d+) differences in (?P<number>\d+) hands", line)
    if found:
        outcome.count(f"hands compared: {found['what']}", int(found["number"]))
        outcome.count(f"differences: {found['what']}", int(found["differ"]))
    found = re.match(r"(?P<what>[a-z-]+): (?P<number>\d+) hands, (?P<differ>\d+) differences", line)
    if found:
        outcome.count(f"hands compared: {found['what']}", int(found["number"]))
        outcome.count(f"differences: {found['what']}", int(found["differ"]))
    found = re.match(r"(?P<number>\d+) draws verified .*: (?P<failed>\d+) failures", line)
    if found:
        outcome.count("draws verified", int(found["number"]))
        outcome.count("draws with a failure", int(found["failed"]))
    found = re.match(r"(?P<number>\d+) draws beside published seatings: (?P<worse>\d+) worse, (?P<equal>\d+) eq", line)
    if found:
        outcome.count("draws beside published seatings", int(found["number"]))
        outcome.count("draws worse than the published seating", int(found["worse"]))
        outcome.count("draws equal to the published seating", int(found["equal"]))


def _everything_happened(whole: Outcome, cases: int) -> tuple[str, ...]:
    """Each kind of hand and game came in the whole tournaments."""
    return tuple(f"no {what}" for what, number in whole.counts.items() if not number) if cases > 1 else ()


PARTS = (
    Part(
        name="engine",
        title="Points of hands, by other counters",
        brief="Hands of Chinese official mahjong are worth what a published engine says.",
        covers=("tournament/hand", "tournament/rulesets", "tournament/tiles"),
        promise="The Chinese official profile agrees with a published engine, and the rules of the organisation agree "
        "with the counter of the tests, on random hands, on every multiset of four chows and on every four "
        "pungs.",
        cases=1,
        run=program("tests.proof.proof_engine", lambda seed: ["--seed", f"proof {seed}"]),
        run_short=program(
            "tests.proof.proof_engine",
            lambda seed: ["--seed", f"proof {seed}", "--hands", "15000", "--second", "2000", "--every", "20"],
        ),
        limit=_HOUR,
        counted="whole comparisons",
        shown="hands compared: guobiao, PyMahjongGB",
    ),
    Part(
        name="systems",
        title="Points under the other rule sets, by other counters",
        brief="Hands of the other rule sets are worth what a second count says.",
        covers=("tournament/hand", "tournament/rulesets", "tournament/tiles"),
        promise="The engines of the other rule sets agree with the second counters of the tests, on random hands and "
        "on hands that differ by a tile or two from the examples of their rule books.",
        cases=4,
        run=program(
            "tests.tournament.rulesets.proof_systems",
            lambda seed: ["--seed", str(seed), "--random", "1250", "--difficult", "250"],
        ),
        short=4,
        run_short=program(
            "tests.tournament.rulesets.proof_systems",
            lambda seed: ["--seed", str(seed), "--random", "200", "--difficult", "40"],
        ),
        limit=_HOUR,
        counted="comparisons",
    ),
    Part(
        name="draw",
        title="Draws",
        brief="Nobody meets anybody twice if that can be avoided.",
        covers=("tournament/draw",),
        promise="In every draw of the sizes that events have, nobody meets the same opponent twice if that is "
        "possible, and the winds are even. At the sizes of the best published seatings, no draw is worse in repeats, "
        "visits to tables, winds or strangers. The verifier knows nothing of how the draw was made.",
        cases=1,
        run=program("tests.proof.proof_draw", lambda _seed: []),
        run_short=program("tests.proof.proof_draw", lambda _seed: ["--every", "4"]),
        limit=_HOUR,
        counted="whole sets of draws",
        shown="draws verified",
    ),
    Part(
        name="differences",
        title="Differences of totals",
        brief="The mistake behind a wrong total is named.",
        covers=("tournament/ledger", "tournament/rules", "tournament/rulesets"),
        promise="A mistake that was planted into a sheet is named among the likely causes of its difference.",
        cases=1,
        run=program("tests.proof.proof_difference", lambda _seed: []),
        limit=_HOUR,
        counted="whole sets of slips",
        shown="slips planted",
    ),
    Part(
        name="season",
        title="A club's season",
        brief="A season by keys and one by commands have the same results.",
        covers=PROGRAM,
        promise="A league of many evenings and thirteen players, of whom some come and some rest, is entered with keys "
        "alone in the window, and again by lines on the command line. Players, evenings, games, sheets, season and "
        "standings of both files are the same. The Standings page shows in every language what an account of its own "
        "makes of the hands: the score of each evening, those in brackets that do not count, sums, averages, games, "
        "places, movements, and the course of every player.",
        cases=8,
        run=program("tests.season.proof_season", lambda seed: ["--seed", str(seed)]),
        limit=_HOUR,
        counted="seasons",
    ),
    Part(
        name="tournament",
        title="A tournament of riichi",
        brief="A tournament by keys and one by commands have the same results.",
        covers=PROGRAM,
        promise="A tournament of forty players and eight hanchans by the rules of EMA, and a smaller one by their "
        "earlier edition, are entered with keys alone in the window, and again by lines on the command line. Winners "
        "on one discard, deposits, counters, liability, chombo, ties and games that the gong stopped are among them. "
        "Players, draw, sheets, standings, exports and EMA’s result file of both events are the same. After each "
        "session the Standings page shows what an account of its own makes of the hands. On average an ordinary hand "
        "takes at most seven keys, and a drawn hand with tenpai four.",
        cases=4,
        run=program("tests.tournament_by_keys.proof_tournament", lambda seed: ["--seed", str(seed)]),
        run_short=program(
            "tests.tournament_by_keys.proof_tournament",
            lambda seed: ["--seed", str(seed), "--tables", "4", "--sessions", "2"],
        ),
        limit=_HOUR,
        counted="tournaments",
        enough=_everything_happened,
    ),
)
