"""Which wind each player has in each hand of a session."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournament.language import Text
from tournament.rules.payment import NO_NET, Net, Outcome
from tournament.rules.table_state import Advance, TableState, round_text
from tournament.tiles.wind import Wind

HANDS_IN_ROUND = 4
MOST_FORESEEN = 200
"""The number of hands to look ahead; no game has as many."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """The seats of a session: one row a round, in it the wind of columns A–D in its first hand.

    Within a round the winds turn after every hand: South becomes East, and so on.
    """

    rounds: tuple[tuple[Wind, Wind, Wind, Wind], ...]

    @property
    def hands(self) -> int:
        """Number of hands in a session."""
        return len(self.rounds) * HANDS_IN_ROUND

    def prevalent(self, hand: int) -> Wind:
        """The prevalent wind of ``hand`` (1-based)."""
        return Wind((hand - 1) // HANDS_IN_ROUND)

    def round_text(self, hand: int) -> Text:
        """What the round of ``hand`` is called."""
        return round_text(self.state(hand))

    def first_seat(self, column: int, hand: int) -> Wind:
        """The seat that ``column`` took for the round of ``hand``: its wind in that round's first hand."""
        return self.rounds[(hand - 1) // HANDS_IN_ROUND][column]

    def own_wind(self, column: int, hand: int) -> Wind:
        """The wind of ``column`` in ``hand`` (1-based)."""
        turn = (hand - 1) % HANDS_IN_ROUND
        return Wind((self.first_seat(column, hand) - turn) % 4)

    def winds(self, hand: int) -> tuple[Wind, Wind, Wind, Wind]:
        """The winds of columns A–D in ``hand``."""
        return _winds(self, hand)

    def column(self, wind: Wind, hand: int) -> int:
        """The column that has ``wind`` in ``hand``; the dealer is the one with East."""
        return self.winds(hand).index(wind)

    def state(self, hand: int) -> TableState:
        """The table before ``hand``; over behind the last."""
        return _state(self, hand)


@lru_cache(maxsize=256)
def _winds(rotation: Rotation, hand: int) -> tuple[Wind, Wind, Wind, Wind]:
    east, south, west, north = (rotation.own_wind(column, hand) for column in range(4))
    return east, south, west, north


@lru_cache(maxsize=256)
def _state(rotation: Rotation, hand: int) -> TableState:
    last = min(hand, rotation.hands)
    opens = last % HANDS_IN_ROUND == 1
    return TableState(
        hand, rotation.winds(last), rotation.prevalent(last), rotation.rounds[(last - 1) // HANDS_IN_ROUND], opens,
        hand - 1, hand > last,
    )  # fmt: skip


class TableRule(NamedTuple):
    """How a table goes from hand to hand."""

    start: TableState
    advance: Advance
    rotation: Rotation | None = None
    """The winds of every hand, if no result changes them: a session then has that many hands, and forms can
    be printed before. None where hands are played until the game is over."""
    hands: int | None = None
    """How many hands a game has, where that is known before it begins."""
    players_stop: bool = False
    """Only the players decide when a game ends."""
    starting_points: int | None = None
    """What each player has before the first hand, where the game counts it; None where all begin with nothing."""
    sheet_unit: int = 1
    """What sheets count in, as long as all their points are multiples of it."""


def foreseen(rule: TableRule) -> tuple[TableState, ...]:
    """The states before the first hands, as far as no result changes them: at least that before hand 1."""
    states = [rule.start]
    while len(states) < MOST_FORESEEN:
        ends = (None, *(Outcome(winner) for winner in range(4)))
        after = {rule.advance(states[-1], outcome, NO_NET) for outcome in ends}
        if len(after) > 1 or any(state.over for state in after):
            break
        states += after
    return tuple(states)


def fewest_hands(rule: TableRule) -> int | None:
    """How many hands a game has where the deal passes after each; None where it has no end of its own."""
    state = rule.start
    while state.hand <= MOST_FORESEEN:
        state = rule.advance(state, Outcome((state.dealer + 1) % 4), NO_NET)
        if state.over:
            return state.hand - 1
    return None


def fixed_seats(rotation: Rotation) -> TableRule:
    """The rule of a session of a fixed number of hands, whose winds no result changes."""

    def advance(state: TableState, _outcome: Outcome | None, _totals: Net) -> TableState:
        return rotation.state(state.hand + 1)

    return TableRule(rotation.state(1), advance, rotation, rotation.hands)


_E, _S, _W, _N = Wind
SEATS_KEPT = Rotation(((_E, _S, _W, _N),) * 4)
"""Nobody changes seat between rounds."""
SEATS_CHANGED = Rotation(((_E, _S, _W, _N), (_S, _E, _N, _W), (_N, _W, _E, _S), (_W, _N, _S, _E)))
"""The seat changes of WMO 2006 ("Figure 5"); see docs/rules.md, M1."""
