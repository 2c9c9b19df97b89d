"""East stays after winning and after a drawn hand; the round turns when everybody has been East."""

from tournament.rules.payment import Net, Outcome
from tournament.rules.table_state import TableState, Winds, passed_on
from tournament.rulesets.quebec_classical.options import BY_DOCUMENT, SOUTH, Options
from tournament.tiles.wind import Wind


def start(_options: Options = BY_DOCUMENT) -> TableState:
    """Before the first hand."""
    return TableState()


def advance(state: TableState, outcome: Outcome | None, _totals: Net, options: Options = BY_DOCUMENT) -> TableState:
    """Before the next hand; a hand that is not known is as a drawn one."""
    if outcome is None or outcome.winner is None or outcome.winner == state.dealer:
        return state._replace(hand=state.hand + 1, opens=False)
    passed = state.passed + 1
    over = passed >= 4 * options.rounds
    return state._replace(
        hand=state.hand + 1,
        winds=passed_on(state.winds) if options.next_east == SOUTH else _passed_back(state.winds),
        prevalent=state.prevalent if over else Wind(passed // 4),
        opens=passed % 4 == 0,
        passed=passed,
        over=over,
    )


def _passed_back(winds: Winds) -> Winds:
    """The winds after North has become East."""
    return passed_on(passed_on(passed_on(winds)))
