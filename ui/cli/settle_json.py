"""One line of ``settle --jsonl`` and its answer."""

from tournament.catalogue import IDS, rule_set
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Language, mark
from tournament.ledger.checks import value_problems
from tournament.rules.payment import Stakes, net_of
from tournament.rules.ruleset import RuleSet
from ui.cli.game_json import settle_game
from ui.json_lines.objects import read_object
from ui.json_lines.strict import MOST_CHARACTERS, is_won, outcome_members, outcome_of, read_members


def settle_line(line: bytes, rules: str, language: Language) -> dict[str, object]:
    """``{"net": …}`` for a good line, ``{"error": …}`` with all that is wrong for a bad one."""
    try:
        members = read_object(line)
        found = _rules(members, rules)
        language = language.with_words(found.words)
        if found.counter is not None or found.on_table:
            return settle_game(members, found, language)
        outcome = outcome_of(read_members(members, outcome_members(won=is_won(members))))
        blocking = [p for p in value_problems(found, outcome, 0) if p.gravity is Gravity.BLOCKS]
        if blocking:
            raise Refused(*blocking)
    except Refused as error:
        return {"error": _error(error.problems, language)}
    return {"net": dict(zip(LETTERS, net_of(found.settle(outcome, Stakes(0))), strict=True))}


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
