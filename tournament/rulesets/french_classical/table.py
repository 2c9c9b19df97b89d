"""How a table goes from hand to hand (Poilbarbe, 2.8 and 5.8)."""

from tournament.rules.payment import Net, Outcome
from tournament.rules.table_state import TableState, passed_on
from tournament.rulesets.french_classical.options import ROUND_WIND_HANDS, FrenchOptions
from tournament.tiles.wind import Wind


def start(options: FrenchOptions) -> TableState:
    """Before the first hand; only the optional rule gives rounds a wind."""
    return TableState(prevalent=Wind.EAST if options.round_wind else None)


def hands_of(options: FrenchOptions) -> int | None:
    """The hands of a game; None where players go on as long as they like."""
    return ROUND_WIND_HANDS if options.round_wind else options.hands or None


def advance(state: TableState, outcome: Outcome | None, _totals: Net, options: FrenchOptions) -> TableState:
    """The state before the next hand: East stays after winning, and after a drawn hand by option."""
    winner = outcome.winner if outcome is not None else None
    stays = options.east_stays_after_draw if winner is None else winner == state.dealer
    hands, hand = hands_of(options), state.hand + 1
    over = hands is not None and hand > hands
    passed = state.passed + (not stays)
    winds = state.winds if stays else passed_on(state.winds)
    prevalent = state.prevalent
    opens = not stays and passed % 4 == 0
    if prevalent is not None and not over:
        prevalent = Wind((hand - 1) // 4)
        opens = (hand - 1) % 4 == 0
    seats = winds if opens else state.seats
    return TableState(hand, winds, prevalent, seats, opens, passed, over)
