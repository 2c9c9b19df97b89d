"""Whole games of riichi by chance: the sheet, the audit and a count from the scoring tables agree."""

from tests.proof.covered import EVENT
from tests.proof.part import Outcome, Part
from tests.tournament.rulesets.riichi.hanchans import TABLES, faults_of


def run(seed: int) -> Outcome:
    """Play and recount one event."""
    outcome = Outcome()
    outcome.failures += faults_of(seed)
    outcome.count("games recounted", len(TABLES))
    return outcome


PART = Part(
    name="hanchans",
    title="Games of riichi",
    brief="Games of riichi are settled and end as the rules say.",
    covers=(*EVENT, "ui/json_lines"),
    promise="Whole games of riichi, by both editions, under each option alone and under options by chance, are "
    "recorded by lines. Scores, final "
    "points and the end of the game are those of the ledger’s audit and of a count from the scoring tables.",
    cases=1000,
    short=20,
    run=run,
    counted="events",
)
