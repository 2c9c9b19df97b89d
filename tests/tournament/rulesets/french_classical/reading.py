"""Lines of gold and of chance, handed to the engine."""

import json
from pathlib import Path
from typing import Any

from tournament.hand.notation import parse_player_hand
from tournament.rules.payment import Net, Outcome, net_of
from tournament.rulesets.french_classical.lines import score_members
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.scoring import count
from tournament.rulesets.french_classical.settlement import outcome_problems, settle
from tournament.rulesets.french_classical.situation import FrenchSituation

WINDS = "ESWN"
Line = dict[str, Any]


def gold(name: str) -> list[Line]:
    """The cases of a file of gold."""
    return [json.loads(line) for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()]


def options_of(line: Line) -> FrenchOptions:
    """The options that a line names."""
    named = ("limit", "pure_with_honours", "pay_draws", "winner_pays_dearer")
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
