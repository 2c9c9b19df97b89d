"""The one ordered list of rule sets; nothing else imports one of them."""

from collections.abc import Mapping

from tournament.rules.hand_scorer import HandScorer
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

RULE_SETS: tuple[RuleSet, ...] = (MCR, GUOBIAO, BLANK)
DEFAULT = RULE_SETS[0]
"""What an event is played by unless somebody chooses."""
SCORERS: Mapping[str, HandScorer] = {rules.id: rules.scorer for rules in RULE_SETS if rules.scorer is not None}
"""Those that count tiles, by the id of their rule set."""
DEFAULT_SCORER = next(iter(SCORERS.values()))


def rule_set(id: str) -> RuleSet | None:
    """The rule set called ``id``, or None."""
    return next((rules for rules in RULE_SETS if rules.id == id), None)
