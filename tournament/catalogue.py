"""The one ordered list of rule sets; nothing else imports one of them."""

from collections.abc import Mapping
from functools import lru_cache

from tournament.language import Text, mark
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.question import Chosen, answer_problem
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

RULE_SETS: tuple[RuleSet, ...] = (MCR, GUOBIAO, BLANK)
DEFAULT = RULE_SETS[0]
"""What an event is played by unless somebody chooses."""
SCORERS: Mapping[str, HandScorer] = {rules.id: rules.scorer for rules in RULE_SETS if rules.scorer is not None}
"""Those that count tiles, by the id of their rule set."""
DEFAULT_SCORER = next(iter(SCORERS.values()))


def rule_set(id: str, options: Chosen = ()) -> RuleSet | None:
    """The rule set called ``id`` as an event plays it that chose ``options``; None when there is none.

    Raises ValueError where ``options`` are not its own (see :func:`option_problems`).
    """
    found = next((rules for rules in RULE_SETS if rules.id == id), None)
    return found if found is None or not options else _chosen(id, options)


def option_problems(rules: RuleSet, options: Chosen) -> tuple[tuple[str, Text], ...]:
    """What is wrong with ``options`` of ``rules``: the name of each, and what it may be."""
    questions = {option.question.name: option.question for option in rules.options}
    found: list[tuple[str, Text]] = []
    for name, answer in options:
        if name in questions:
            problem = answer_problem(questions[name], answer)
        else:
            known = ", ".join(questions) or "–"
            problem = mark("These rules have no option “{name}”; they have: {known}.", name=name, known=known)
        if problem is not None:
            found.append((name, problem))
    return tuple(found)


@lru_cache(maxsize=64)
def _chosen(id: str, options: Chosen) -> RuleSet:
    rules = next(rules for rules in RULE_SETS if rules.id == id)
    if rules.with_options is None or option_problems(rules, options):
        raise ValueError(f"options of “{id}”: {options}")
    defaults = {option.question.name: option.question.default for option in rules.options}
    return rules.with_options({**defaults, **dict(options)})
