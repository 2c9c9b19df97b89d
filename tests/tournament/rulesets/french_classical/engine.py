"""The engine of French classical asked in the members of ``score`` and ``settle``, and beside it the second count."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.second_count import french_classical as second
from tests.second_count.french_classical_lines import difficult_line, gold_lines, random_line
from tournament.hand.notation import parse_player_hand
from tournament.hand.problem import HandProblems
from tournament.hand.table_problems import shared_problems
from tournament.rules.payment import Net, Outcome, net_of
from tournament.rules.score import NotComplete
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.scoring import count, score_members
from tournament.rulesets.french_classical.settlement import outcome_problems, settle
from tournament.rulesets.french_classical.situation import FrenchSituation

WINDS = "ESWN"
Line = dict[str, Any]


def gold(name: str) -> list[Line]:
    """The cases of a file of gold."""
    return [json.loads(line) for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()]


def options_of(line: Line) -> FrenchOptions:
    """The options that a line names."""
    named = ("limit", "pure_with_honours", "plum_blossom_on_hill", "pay_draws", "winner_pays_dearer")
    given = {name: line[name] for name in named if name in line}
    return FrenchOptions(advanced=line.get("rules") == "french-classical-advanced", **given)


def scored(line: Line) -> Line:
    """The answer to a line of ``score``; refusals are raised."""
    hand = parse_player_hand(line["hand"], won=not line.get("lost", False), any_size=line.get("lost", False))
    names = ("dominant", "ready", "first", "void", "drawn")
    situation = FrenchSituation(**{name: line[name] for name in names if name in line})
    options = options_of(line)
    return score_members(count(hand, situation, options), situation, options)


def settled(line: Line) -> Line:
    """The answer to a line of ``settle`` by winds."""
    values = line["values"]
    winner = WINDS.index(line["winner"]) if line["winner"] is not None else None
    four: Net = (values["E"], values["S"], values["W"], values["N"])
    outcome, options = Outcome(winner, values=four), options_of(line)
    assert not outcome_problems(outcome, 0, options)
    return {"net": dict(zip(WINDS, net_of(settle(outcome, 0, options)), strict=True))}


def random_lines(seed: int, number: int) -> Iterator[Line]:
    """Hands of every kind, won and lost."""
    chance = Random(seed)
    return (random_line(chance) for _ in range(number))


def difficult_lines(seed: int, number: int) -> Iterator[Line]:
    """Hands one or two changes away from the gold; some win nothing."""
    chance, gold_hands = Random(seed), gold_lines()
    return (difficult_line(chance, gold_hands) for _ in range(number))


def compared(line: Line) -> Line:
    """What the engine says and the second count says too; base and times where no value stands in their place."""
    try:
        answer = scored(line)
    except NotComplete:
        return {"points": None}
    if line.get("lost"):
        return _members(answer, "points", "base", "times")
    jeux = _members(answer, "points", "grand_jeu", "grands_jeux")
    return jeux if answer["grand_jeu"] or answer["flat"] else jeux | _members(answer, "base", "times")


def counted_again(line: Line) -> Line:
    """The same members of the second count."""
    if line.get("lost"):
        return _members(second.count(line), "points", "base", "times")
    if not second.wins(line):
        return {"points": None}
    answer = second.count(line)
    jeux = _members(answer, "points", "grand_jeu", "grands_jeux")
    return jeux if answer.get("grand_jeu") or line.get("first") else jeux | _members(answer, "base", "times")


def _members(answer: Line, *names: str) -> Line:
    return {name: answer.get(name) for name in names}


def scored_table(line: Line) -> Line:
    """The answer to a line of ``score`` with four hands; a table that cannot be raises HandProblems."""
    winner, options = line["winner"], options_of(line)
    hands = {
        wind: parse_player_hand(each["hand"], won=wind == winner, any_size=wind != winner)
        for wind, each in line["hands"].items()
    }
    if problems := tuple(problem for _, problem in shared_problems(tuple(hands.values()))):
        raise HandProblems(problems)
    values = {}
    for wind, hand in hands.items():
        told = {name: answer for name, answer in line["hands"][wind].items() if name != "hand"}
        situation = FrenchSituation(line["dominant"], drawn=winner is None, **told)
        values[wind] = count(hand, situation, options).points
    return {"values": values, **settled(line | {"values": values})}
