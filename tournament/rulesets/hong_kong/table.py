"""East stays or passes, the wind of the round, the end of the game."""

from tournament.rules.payment import Net, Outcome
from tournament.rules.table_state import TableState, passed_on
from tournament.rulesets.hong_kong.options import Options
from tournament.tiles.wind import Wind

DEALS = 16
"""How often the deal passes in a game: four times in each of four rounds."""


def start(options: Options) -> TableState:  # noqa: ARG001 - the first hand is the same under every option
    """Before the first hand: the round of East."""
    return TableState()


def advance(state: TableState, outcome: Outcome | None, totals: Net, options: Options) -> TableState:
    """Before the next hand.

    East stays after a win of East's and after a drawn hand (a hand not known, or one annulled for a fault, is as a
    drawn one). The round changes when who was East first is East again. The game ends after four rounds, or when a
    player has nothing left; what is owed is paid whole (docs/rules.md).
    """
    stays = outcome is None or outcome.winner in (None, state.dealer)
    passed = state.passed if stays else state.passed + 1
    return state._replace(
        hand=state.hand + 1,
        winds=state.winds if stays else passed_on(state.winds),
        prevalent=Wind(min(passed // 4, Wind.NORTH)),
        opens=not stays and passed % 4 == 0,
        passed=passed,
        over=state.over or passed >= DEALS or bankrupt(totals, options),
    )


def bankrupt(totals: Net, options: Options) -> bool:
    """Whether a player has nothing left, where there are stacks and the game ends with one."""
    stack = options.starting_points
    return options.bankruptcy and stack is not None and stack + min(totals) <= 0
