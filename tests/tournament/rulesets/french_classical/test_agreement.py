"""French classical counts as the second count does, which shares no code with it.

``python -m tests.tournament.rulesets.french_classical.test_agreement SEED NUMBER`` compares as many as one likes.
"""

import sys
from random import Random

from tests.second_count import french_classical as second
from tests.second_count.french_classical_lines import difficult_line, gold_lines, random_line
from tests.tournament.rulesets.french_classical.reading import Line, scored
from tournament.rules.score import NotComplete


def _engine(line: Line) -> Line:
    try:
        answer = scored(line)
    except NotComplete:
        return {"points": None}
    if line.get("lost"):
        return {name: answer[name] for name in ("points", "base", "times")}
    jeux = {name: answer[name] for name in ("points", "grand_jeu", "grands_jeux")}
    fixed = answer["grand_jeu"] or answer["flat"]
    return jeux if fixed else {**jeux, "base": answer["base"], "times": answer["times"]}


def _second(line: Line, engine: Line) -> Line:
    """The same members; base and times are not looked at where a value stands in their place."""
    if not line.get("lost") and not second.wins(line):
        return {"points": None}
    counted = second.count(line)
    return {name: counted.get(name) for name in engine}


def differences(seed: int, number: int) -> list[tuple[Line, Line, Line]]:
    """Lines on which the two do not agree: half of them by chance, half near misses of the gold."""
    chance, gold, found = Random(seed), gold_lines(), []
    for turn in range(number):
        line = difficult_line(chance, gold) if turn % 2 else random_line(chance)
        engine = _engine(line)
        other = _second(line, engine)
        if other != engine:
            found.append((line, engine, other))
    return found


def test_agrees_with_the_second_count() -> None:
    assert differences(seed=1, number=200) == []


if __name__ == "__main__":
    for line, engine, other in differences(int(sys.argv[1]), int(sys.argv[2])):
        print(line, engine, other, sep="\n  ")
