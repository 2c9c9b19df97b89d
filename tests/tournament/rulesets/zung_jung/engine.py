"""The engine of Zung Jung asked in the members of ``score`` and ``settle``."""

from typing import Any

from tests.second_count.zung_jung_lines import gold
from tournament.hand.notation import parse_player_hand
from tournament.hand.problem import HandProblems
from tournament.rules.payment import Outcome, net_of
from tournament.rules.score import NotComplete
from tournament.rulesets.zung_jung.options import NONE, ZungJungOptions
from tournament.rulesets.zung_jung.scoring import count, score_members
from tournament.rulesets.zung_jung.settlement import outcome_problems, settle
from tournament.rulesets.zung_jung.situation import ZungJungSituation

LETTERS = "ABCD"
REFUSED: dict[str, Any] = {"error": {}}


def score(line: dict[str, Any]) -> dict[str, Any]:
    """What a hand is worth, or ``REFUSED``."""
    situation = ZungJungSituation(first=line.get("first"), mixed=line.get("mixed", False))
    options = ZungJungOptions(minimum=line.get("minimum", ZungJungOptions().minimum))
    try:
        counted = count(parse_player_hand(line["hand"]), situation, options)
    except (HandProblems, NotComplete):
        return REFUSED
    return score_members(counted, situation, options)


def settled(line: dict[str, Any], **options: Any) -> dict[str, Any]:
    """What a hand moves, or ``REFUSED``; a line of ``settle`` knows no minimum."""
    columns = {name: _column(line.get(name)) for name in ("winner", "discarder", "responsible")}
    outcome = Outcome(columns["winner"], columns["discarder"], line.get("points", 0), liable=columns["responsible"])
    chosen = ZungJungOptions(**{"minimum": NONE, **options})
    if outcome_problems(outcome, 0, chosen):
        return REFUSED
    return {"net": dict(zip(LETTERS, net_of(settle(outcome, 0, chosen)), strict=True))}


def at_the_table(case: dict[str, Any]) -> bool:
    """Whether a case of settlement names players of the table alone; others no outcome can name."""
    named = {case["in"].get(name) for name in ("winner", "discarder", "responsible")}
    return named <= {None, *LETTERS}


def cases(name: str) -> list[dict[str, Any]]:
    """The gold of a file."""
    return gold(name)


def _column(letter: str | None) -> int | None:
    return None if letter is None else LETTERS.index(letter)
