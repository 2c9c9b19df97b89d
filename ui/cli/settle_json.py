"""One line of ``settle --jsonl`` and its answer."""

from tournament.catalogue import RULE_SETS, rule_set
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Language, mark
from tournament.ledger.checks import value_problems
from tournament.rules.payment import Outcome, net_of
from tournament.rules.ruleset import RuleSet
from ui.json_lines.strict import Members, read_members


def settle_line(line: bytes, rules: str, language: Language) -> dict[str, object]:
    """``{"net": …}`` for a good line, ``{"error": …}`` with all that is wrong for a bad one."""
    try:
        members = read_members(line)
        found = _rules(members, rules)
        outcome = _outcome(members)
        members.finish()
        blocking = [p for p in value_problems(found, outcome) if p.gravity is Gravity.BLOCKS]
        if blocking:
            raise Refused(*blocking)
    except Refused as error:
        return {"error": _error(error.problems, language)}
    return {"net": dict(zip(LETTERS, net_of(found.settle(outcome)), strict=True))}


def _rules(members: Members, default: str) -> RuleSet:
    id = members.text("rules") if "rules" in members else default
    found = rule_set(id)
    if found is None:
        known = ", ".join(rules.id for rules in RULE_SETS)
        text = mark("There are no rules “{rules}”; there are: {known}.", rules=id, known=known)
        raise Refused(Problem("rules-unknown", text, "rules"))
    if "values" in members:
        text = mark("“values”: losers' hands come with a later version, and not in “{rules}”.", rules=id)
        raise Refused(Problem("values-later", text, "values"))
    return found


def _outcome(members: Members) -> Outcome:
    winner = members.letter_or_null("winner", required=True)
    discarder = members.letter_or_null("discarder", required=False)
    points = members.integer_or_none("points") if winner is None else members.integer("points")
    return Outcome(winner, discarder, points or 0)


def _error(problems: tuple[Problem, ...], language: Language) -> dict[str, object]:
    column = next((int(problem.field) for problem in problems if problem.field.isdecimal()), None)
    message = " ".join(language.render(problem.text) for problem in problems)
    return {"code": problems[0].code, "message": message, "at": column}
