"""French classical agrees with its gold, which was added up by hand from the document."""

import pytest

from tests.cases import all_cases
from tests.tournament.rulesets.french_classical.engine import Line, gold, scored, scored_table, settled
from tournament.hand.problem import HandProblems
from tournament.rules.score import NotComplete
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX
from tournament.rulesets.french_classical.items import ITEMS

SINGLE = [case for case in gold("gold.jsonl") if "hands" not in case["in"]]
# The bounds of an option and the choices of a question are held by whoever reads the line.
READ_BEFORE = {"a limit below nothing"}


@all_cases([case for case in SINGLE if "error" not in case["out"]], lambda case: case["name"])
def test_counts(case: Line) -> None:
    answer = scored(case["in"])
    assert {name: answer[name] for name in case["out"]} == case["out"]


@pytest.mark.parametrize(
    "case",
    [case for case in SINGLE if "error" in case["out"] and case["name"] not in READ_BEFORE],
    ids=lambda case: case["name"],
)
def test_refuses(case: Line) -> None:
    with pytest.raises((HandProblems, NotComplete)):
        scored(case["in"])


@pytest.mark.parametrize("case", gold("settle.jsonl"), ids=lambda case: case["name"])
def test_settles(case: Line) -> None:
    assert settled(case["in"]) == case["out"]


TABLES = [case for case in gold("gold.jsonl") if "hands" in case["in"]]


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case["name"])
def test_a_whole_table(case: Line) -> None:
    if "error" in case["out"]:
        with pytest.raises(HandProblems):
            scored_table(case["in"])
    else:
        assert scored_table(case["in"]) == case["out"]


def test_the_gold_meets_every_row() -> None:
    met: set[str] = set()
    for case in SINGLE:
        if "error" not in case["out"]:
            answer = scored(case["in"])
            met |= {each["slug"] for each in (*answer["items"], *answer["doubles"])}
            met |= {*answer["grands_jeux"], answer["flat"]}
    assert met - {None} == {item.slug for item in ITEMS} | {jeu.item.slug for jeu in GRANDS_JEUX}
