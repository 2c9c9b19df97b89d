"""Where a table stands: who deals, what lies on the table, when the game is over, and what its end moves."""

from tournament.rules.payment import NO_NET, Net, Outcome
from tournament.rules.table_state import TableState, passed_on
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.settlement import ABORTIVE, STICK, declared, tenpai_of
from tournament.tiles.wind import Wind

DEALS = 8
"""How often the deal passes in an East and a South round."""
WEST_DEALS = 12
"""The same with a West round."""
HUNDRED = 100


def start(_options: RiichiOptions) -> TableState:
    """Before the first hand: the East round, nothing on the table."""
    return TableState()


def advance(state: TableState, outcome: Outcome | None, totals: Net, options: RiichiOptions) -> TableState:
    """Before the next hand (3.4.5): East stays after a win and after a drawn hand in which they are tenpai.

    A counter is added when East won or nobody did; else all are taken away. A hand that is not known is as a drawn one
    in which nobody is tenpai. Sticks stay until somebody wins.
    """
    ended = Outcome(None) if outcome is None else outcome
    if ended.drawn:
        stays = ended.answer(ABORTIVE) is not None or state.dealer in tenpai_of(ended)
    else:
        stays = state.dealer in ended.winners
    passed = state.passed if stays else state.passed + 1
    return state._replace(
        hand=state.hand + 1,
        winds=state.winds if stays else passed_on(state.winds),
        prevalent=Wind(min(passed // 4, Wind.NORTH)),
        opens=not stays and passed % 4 == 0,
        passed=passed,
        over=state.over or _over(state, passed, totals, options, stays=stays and ended.answer(ABORTIVE) is None),
        counters=state.counters + 1 if ended.drawn or stays else 0,
        sticks=state.sticks + len(declared(ended)) if ended.drawn else 0,
    )


def _over(state: TableState, passed: int, totals: Net, options: RiichiOptions, *, stays: bool) -> bool:
    """Whether the game ends with the hand of ``state``; ``stays``: East won it or is tenpai."""
    if options.bankruptcy and options.start + min(totals) < 0:
        return True
    reached = options.start + max(totals) >= options.goal
    last = WEST_DEALS if options.west_round else DEALS
    if passed >= last or (passed >= DEALS and reached):
        return True
    if not (options.agari_yame and stays and reached and state.passed in (DEALS - 1, last - 1)):
        return False
    return all(totals[state.dealer] > totals[column] for column in range(4) if column != state.dealer)


def at_end(totals: Net, state: TableState, options: RiichiOptions) -> Net:
    """Who gets the sticks left on the table (3.7): the first; equal ones by option the first by seat, or all."""
    if not state.sticks or options.leftover == "lost":
        return NO_NET
    points = STICK * state.sticks
    first = [column for column in range(4) if totals[column] == max(totals)]
    receivers = first[:1] if options.leftover == "first" else first
    each = points // len(receivers) // HUNDRED * HUNDRED
    a, b, c, d = (each if column in receivers else 0 for column in range(4))
    return a, b, c, d
