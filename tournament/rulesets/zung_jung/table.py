"""Where a table stands in Zung Jung: sixteen hands, the deal passes after each, no wind prevails."""

from tournament.rules.payment import Net, Outcome
from tournament.rules.table_state import TableState, passed_on
from tournament.rulesets.zung_jung.options import ZungJungOptions

HANDS = 16
"""Hands of a session: everybody is East four times."""
ROUND = 4
"""Hands of a round: everybody is East once."""


def start(_options: ZungJungOptions) -> TableState:
    """Before the first hand."""
    return TableState(prevalent=None)


def advance(state: TableState, _outcome: Outcome | None, _totals: Net, _options: ZungJungOptions) -> TableState:
    """Before the next hand: East passes whoever won (World Series v1.03)."""
    passed = state.passed + 1
    return state._replace(
        hand=state.hand + 1,
        winds=passed_on(state.winds),
        opens=passed % ROUND == 0,
        passed=passed,
        over=passed >= HANDS,
    )
