"""The one ordered list of rule sets."""

from tournament.rules.ruleset import RuleSet
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

RULE_SETS: tuple[RuleSet, ...] = (MCR, GUOBIAO, BLANK)


def rule_set(id: str) -> RuleSet | None:
    """The rule set called ``id``, or None."""
    return next((rules for rules in RULE_SETS if rules.id == id), None)
