"""The one ordered list of rule sets; nothing else imports one of them."""

from collections.abc import Mapping
from functools import cache, lru_cache

from tournament.language import Text, mark
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.question import Chosen, answer_problem
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

RULE_SETS: tuple[RuleSet, ...] = (MCR, GUOBIAO, BLANK)
"""Those that events are played by."""
OTHERS = ("french-classical-simple", "french-classical-advanced", "zung-jung", "quebec-classical", "hong-kong")
"""The ids of those whose hands can be counted and settled alone, without an event; each is loaded when asked for."""
CALCULATED = (*(rules.id for rules in RULE_SETS), *OTHERS)
"""The ids of all whose hands can be settled."""
DEFAULT = RULE_SETS[0]
"""What an event is played by unless somebody chooses."""
SCORERS: Mapping[str, HandScorer] = {rules.id: rules.scorer for rules in RULE_SETS if rules.scorer is not None}
"""Those that count tiles, by the id of their rule set."""
DEFAULT_SCORER = next(iter(SCORERS.values()))


def rule_set(id: str, options: Chosen = ()) -> RuleSet | None:
    """The rule set called ``id`` as an event plays it that chose ``options``; None when there is none.

    Raises ValueError where ``options`` are not its own (see :func:`option_problems`).
    """
    return calculated(id, options) if any(rules.id == id for rules in RULE_SETS) else None


def calculated(id: str, options: Chosen = ()) -> RuleSet | None:
    """The same among those whose hands can be counted or settled without an event."""
    found = _found(id)
    return found if found is None or not options else _chosen(id, options)


@cache
def _other(id: str) -> RuleSet:
    """One of those that few events need: start-up does not wait for them."""
    match id:
        case "french-classical-simple":
            from tournament.rulesets.french_classical.ruleset import FRENCH_SIMPLE as RULES
        case "french-classical-advanced":
            from tournament.rulesets.french_classical.ruleset import FRENCH_ADVANCED as RULES
        case "zung-jung":
            from tournament.rulesets.zung_jung.ruleset import ZUNG_JUNG as RULES
        case "quebec-classical":
            from tournament.rulesets.quebec_classical.ruleset import QUEBEC_CLASSICAL as RULES
        case "hong-kong":
            from tournament.rulesets.hong_kong.ruleset import HONG_KONG as RULES
        case _:
            raise ValueError(f"“{id}” is none of the other rule sets")
    return RULES


def _found(id: str) -> RuleSet | None:
    return _other(id) if id in OTHERS else next((rules for rules in RULE_SETS if rules.id == id), None)


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
    rules = _found(id)
    if rules is None or rules.with_options is None or option_problems(rules, options):
        raise ValueError(f"options of “{id}”: {options}")
    defaults = {option.question.name: option.question.default for option in rules.options}
    return rules.with_options({**defaults, **dict(options)})
