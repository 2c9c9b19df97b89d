"""The list of all rule sets. No other module imports a rule set."""

from collections.abc import Mapping
from functools import cache, lru_cache

from tournament.language import Text, mark
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.question import Chosen, answer_problem, defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

_FIRST = (MCR, GUOBIAO)
_LAST = (BLANK,)
_AT_HAND = {rules.id: rules for rules in (*_FIRST, *_LAST)}
"""The rule sets of most events, which are loaded at start-up because they load quickly."""
DEFAULT = MCR
"""The rule set of an event if nobody chooses one."""
NAMES: Mapping[str, Text] = {
    **{rules.id: rules.name for rules in _FIRST},
    "french-classical-simple": mark("French classical, simple"),
    "french-classical-advanced": mark("French classical, advanced"),
    "zung-jung": mark("Zung Jung (World Series)"),
    "quebec-classical": mark("Québec classical"),
    "hong-kong": mark("Hong Kong old style"),
    "riichi-ema-2025": mark("Riichi (EMA 2025)"),
    "riichi-ema-2016": mark("Riichi (EMA 2016)"),
    **{rules.id: rules.name for rules in _LAST},
}
"""The name of every rule set by its id, the default first. No rule set is loaded for its name."""
SUMMARIES: Mapping[str, Text] = {
    MCR.id: mark("The international competition rules: 81 fan, and at least 8 points to win."),
    GUOBIAO.id: mark("The same 81 fan, counted as they are in Chinese practice."),
    "french-classical-simple": mark(
        "Points and doubles; each player is paid the value of their own hand by the other three."
    ),
    "french-classical-advanced": mark(
        "Points and doubles; the winner is paid, and the losers settle the differences among themselves."
    ),
    "zung-jung": mark("44 patterns whose values add up; a game becomes match points."),
    "quebec-classical": mark("Points and doubles, double for East, ten special hands worth the limit."),
    "hong-kong": mark("Fan, which a table converts into points; the game ends when a player runs out of points."),
    "riichi-ema-2025": mark("Japanese mahjong by the Riichi Competition Rules of the European federation, 2025."),
    "riichi-ema-2016": mark("The same by the edition of 2016: without rounding up to mangan."),
    BLANK.id: mark("No rules of its own: points are paid as they are entered."),
}
"""The description of each rule set in one sentence."""
IDS = tuple(NAMES)
OFFERED: Mapping[str, Text] = {
    **{id: name for id, name in NAMES.items() if id not in (GUOBIAO.id, BLANK.id)},
    **{rules.id: mark("Other: {rules}", rules=rules.name) for rules in (GUOBIAO, BLANK)},
}
"""The names in the order in which they are offered. Rules that few events use come last."""
SCORERS: Mapping[str, HandScorer] = {rules.id: rules.scorer for rules in _AT_HAND.values() if rules.scorer is not None}
"""The scorers of rule sets that count the winner's fan, by the id of the rule set."""
DEFAULT_SCORER = next(iter(SCORERS.values()))
COUNT_PLAYERS = tuple(id for id in IDS if id not in _AT_HAND)
"""The ids of the rule sets that count the tiles of any player."""


def rule_set(id: str, options: Chosen = ()) -> RuleSet | None:
    """Return the rule set called ``id`` with ``options``, those that the event chose; None if there is none.

    Raise ValueError if the rule set does not have these options (see :func:`option_problems`).
    """
    if id not in NAMES:
        return None
    return _chosen(id, options) if options else _at_defaults(id)


def _at_defaults(id: str) -> RuleSet:
    return _AT_HAND[id] if id in _AT_HAND else _loaded(id)


@cache
def _loaded(id: str) -> RuleSet:
    """Return a rule set that few events need.

    It is imported here, so that start-up and other events do not wait for it.
    """
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
        case "riichi-ema-2025":
            from tournament.rulesets.riichi.ruleset import RIICHI_2025 as RULES
        case "riichi-ema-2016":
            from tournament.rulesets.riichi.ruleset import RIICHI_2016 as RULES
        case _:
            raise ValueError(f"“{id}” is none of the rule sets to load")
    return RULES


def option_problems(rules: RuleSet, options: Chosen) -> tuple[tuple[str, Text], ...]:
    """Return what is wrong with ``options`` of ``rules``: the name of each, and which values are valid."""
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
    rules = _at_defaults(id)
    if rules.with_options is None or option_problems(rules, options):
        raise ValueError(f"options of “{id}”: {options}")
    return rules.with_options({**defaults_of(rules.options), **dict(options)})
