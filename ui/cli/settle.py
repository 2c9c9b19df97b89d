"""``settle --jsonl``: the points that one hand moves, for scripts; no event is needed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from tournament.catalogue import DEFAULT, IDS, rule_set
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Language, joined, mark
from tournament.rules.payment import Stakes, net_of
from tournament.rules.ruleset import RuleSet
from ui.cli.commands import NO_LINES, command, lines_argument, option
from ui.cli.context import REFUSED, CliContext
from ui.cli.streams import input_lines, json_line, write_answer
from ui.json_lines.objects import column_of, read_object


@command("settle")
@lines_argument
@option("--jsonl", is_flag=True, help_text=mark("Reads JSON lines from standard input if LINES is not given."))
@option("--rules", default=DEFAULT.id, help_text=mark("Rule set for lines that do not name one: {rules}.",
                                            rules=", ".join(IDS)))  # fmt: skip
@click.pass_obj
def settle(context: CliContext, *, source: Path | None, jsonl: bool, rules: str) -> int:
    """Answer every line as it arrives; return 1 if one of them was wrong."""
    if not jsonl and source is None:
        raise click.UsageError(context.translate(NO_LINES))
    failed = False
    for answer in _answers(context, input_lines(source), rules):
        failed = failed or "error" in answer
        write_answer(json_line(answer))
    return REFUSED if failed else 0


def _answers(context: CliContext, lines: Iterable[bytes], rules: str) -> Iterator[dict[str, object]]:
    for line in lines:
        if line.strip():
            yield settle_line(line.strip(), rules, context.language)


def settle_line(line: bytes, rules: str, language: Language) -> dict[str, object]:
    """``{"net": …}`` for a valid line, otherwise ``{"error": …}`` with all problems."""
    from tournament.ledger.checks import value_problems
    from ui.cli.hand_json import settle_game
    from ui.json_lines.strict import is_won, outcome_members, outcome_of, read_members

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
    """Take the rule set that a line names out of its ``members``; raise Refused if there is no such rule set."""
    from ui.json_lines.strict import MOST_CHARACTERS

    id = members.pop("rules", default)
    id = id if isinstance(id, str) and len(id) <= MOST_CHARACTERS else ""
    found = rule_set(id)
    if found is None:
        known = ", ".join(IDS)
        text = mark("There are no rules called “{rules}”. The rules are: {known}.", rules=id, known=known)
        raise Refused(Problem("rules-unknown", text, "rules"))
    return found


def _error(problems: tuple[Problem, ...], language: Language) -> dict[str, object]:
    column = next(filter(None, map(column_of, problems)), None)
    message = joined(language.render(problem.text) for problem in problems)
    return {"code": problems[0].code, "message": message, "at": column}
