"""Hands of riichi: han, fu, yaku and points by our use of an engine, a published engine, and the second count."""

from typing import Any

from tests.proof import riichi_engine
from tests.proof.part import Outcome, Part
from tests.second_count import riichi_hands
from tests.second_count.riichi_hand_lines import random_lines
from tests.tournament.rulesets.riichi.lines import counted
from tournament.rulesets.riichi.items import YAKU

HANDS = 1_000
"""Of a case."""


def run(seed: int) -> Outcome:
    """Compare the hands of this seed."""
    outcome = Outcome()
    if outcome.expect(riichi_engine.THERE, "riichienv is not installed: make engines"):
        for line in random_lines(seed, HANDS):
            compare(line, outcome)
    return outcome


def compare(line: dict[str, Any], outcome: Outcome) -> None:
    """Compare one hand, under its own options and under those of the published engine."""
    ours, second = counted(line), riichi_hands.count(line)
    outcome.count("hands compared with the second count")
    outcome.expect(ours == second, f"{line}: {ours}, the second count {second}")
    for slug in ours["yaku"] or ("no yaku",):
        outcome.count(f"hands with {slug}")
    line = riichi_engine.asked(line)
    ours, theirs = counted(line), riichi_engine.answer(line)
    ours["yaku"] = {*ours["yaku"]}
    outcome.count("hands compared with the published engine")
    why = riichi_engine.settled(line, ours, theirs) if ours != theirs else ""
    if why:
        outcome.remarks[why] += 1
    outcome.expect(bool(why) or ours == theirs, f"{line}: {ours}, the published engine {theirs}")


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    """Every yaku came."""
    slugs = (row.item.slug for row in YAKU) if cases >= PART.short else ()
    return tuple(f"no hand with {slug}" for slug in slugs if not whole.counts[f"hands with {slug}"])


PART = Part(
    name="riichi",
    title="Hands of riichi, by other counters",
    brief="Hands of riichi are worth what a published engine says.",
    covers=("tournament/hand", "tournament/rulesets", "tournament/tiles"),
    promise="Han, fu, yaku and points of random hands in every situation agree with a published engine, whose author "
    "compares it with records of games. Under the rules of either edition, and the options of other federations, they "
    "agree with the second count of the tests, which was written from the text of the rules.",
    cases=1000,
    run=run,
    short=8,
    limit=600,
    counted="series of hands",
    shown="hands compared with the published engine",
    enough=_enough,
)
