"""One line of ``settle --jsonl`` and its answer."""

from dataclasses import dataclass

from tournament.catalogue import IDS, rule_set
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Language, mark
from tournament.ledger.checks import value_problems
from tournament.rules.payment import net_of
from tournament.rules.ruleset import RuleSet
from ui.cli.game_json import settle_game
from ui.json_lines.objects import read_object
from ui.json_lines.strict import MOST_CHARACTERS, JsonLine, Letter, Whole, is_won, outcome_of, read_line


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settlement(JsonLine):
    winner: Letter | None
    discarder: Letter | None = None
    points: Whole | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _WonSettlement(_Settlement):
    points: Whole


def settle_line(line: bytes, rules: str, language: Language) -> dict[str, object]:
    """``{"net": …}`` for a good line, ``{"error": …}`` with all that is wrong for a bad one."""
    try:
        members = read_object(line)
        found = _rules(members, rules)
        if found.counter is not None:
            return settle_game(members, found, language)
        settlement = read_line(members, _WonSettlement if is_won(members) else _Settlement)
        outcome = outcome_of(settlement.winner, settlement.discarder, settlement.points)
        blocking = [p for p in value_problems(found, outcome, 0) if p.gravity is Gravity.BLOCKS]
        if blocking:
            raise Refused(*blocking)
    except Refused as error:
        return {"error": _error(error.problems, language)}
    return {"net": dict(zip(LETTERS, net_of(found.settle(outcome, 0)), strict=True))}


def _rules(members: dict[str, object], default: str) -> RuleSet:
    id = members.pop("rules", default)
    id = id if isinstance(id, str) and len(id) <= MOST_CHARACTERS else ""
    found = rule_set(id)
    if found is None:
        known = ", ".join(IDS)
        text = mark("There are no rules called “{rules}”. The rules are: {known}.", rules=id, known=known)
        raise Refused(Problem("rules-unknown", text, "rules"))
    return found


def _error(problems: tuple[Problem, ...], language: Language) -> dict[str, object]:
    column = next((int(problem.field) for problem in problems if problem.field.isdecimal()), None)
    message = " ".join(language.render(problem.text) for problem in problems)
    return {"code": problems[0].code, "message": message, "at": column}
