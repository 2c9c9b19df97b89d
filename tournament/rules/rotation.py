"""The winds of the players in each hand of a session, and how a table goes from hand to hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournament.language import Text
from tournament.rules.payment import NO_NET, Net, Outcome
from tournament.rules.table_state import Advance, TableState, round_text
from tournament.tiles.wind import Wind

HANDS_IN_ROUND = 4
MOST_FORESEEN = 200
"""How many hands are looked ahead at most. No game is as long."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """The seats of a session: for each round, the winds of columns A–D in its first hand.

    Within a round the winds turn after every hand: South becomes East, and so on.
    """

    rounds: tuple[tuple[Wind, Wind, Wind, Wind], ...]

    @property
    def hands(self) -> int:
        """The number of hands in a session."""
        return len(self.rounds) * HANDS_IN_ROUND

    def prevalent(self, hand: int) -> Wind:
        """Return the prevalent wind of ``hand`` (from 1)."""
        return Wind((hand - 1) // HANDS_IN_ROUND)

    def round_text(self, hand: int) -> Text:
        """Return the name of the round of ``hand``."""
        return round_text(self.state(hand))

    def first_seat(self, column: int, hand: int) -> Wind:
        """Return the wind of ``column`` in the first hand of the round to which ``hand`` belongs."""
        return self.rounds[(hand - 1) // HANDS_IN_ROUND][column]

    def own_wind(self, column: int, hand: int) -> Wind:
        """Return the wind of ``column`` in ``hand`` (from 1)."""
        turn = (hand - 1) % HANDS_IN_ROUND
        return Wind((self.first_seat(column, hand) - turn) % 4)

    def winds(self, hand: int) -> tuple[Wind, Wind, Wind, Wind]:
        """Return the winds of columns A–D in ``hand``."""
        return _winds(self, hand)

    def column(self, wind: Wind, hand: int) -> int:
        """Return the column that has ``wind`` in ``hand``. The one with East is the dealer."""
        return self.winds(hand).index(wind)

    def state(self, hand: int) -> TableState:
        """Return the state of the table before ``hand``. After the last hand it is over."""
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
    """The winds of every hand, if results do not change them. A session then has a fixed number of hands, and its forms
    can be printed in advance. None if hands are played until the game is over."""
    hands: int | None = None
    """The number of hands of a game; None if hands are played until the game is over."""
    players_stop: bool = False
    """Whether a game only ends when the players decide so."""
    starting_points: int | None = None
    """The points of each player before the first hand; None in games that start from nothing."""
    sheet_unit: int = 1
    """The unit in which players write points, used as long as all points of a sheet are multiples of it."""


def foreseen(rule: TableRule) -> tuple[TableState, ...]:
    """Return the states before the first hands, as far as they do not depend on results; at least that of hand 1."""
    states = [rule.start]
    while len(states) < MOST_FORESEEN:
        ends = (None, *(Outcome(winner) for winner in range(4)))
        after = {rule.advance(states[-1], outcome, NO_NET) for outcome in ends}
        if len(after) > 1 or any(state.over for state in after):
            break
        states += after
    return tuple(states)


def fewest_hands(rule: TableRule) -> int | None:
    """Return the number of hands of a game in which the deal passes after every hand.

    None if the game is not over after the most hands that are looked ahead.
    """
    state = rule.start
    while state.hand <= MOST_FORESEEN:
        state = rule.advance(state, Outcome((state.dealer + 1) % 4), NO_NET)
        if state.over:
            return state.hand - 1
    return None


def fixed_seats(rotation: Rotation) -> TableRule:
    """Return the rule for a session with a fixed number of hands, in which results do not change the winds."""

    states = tuple(map(rotation.state, range(1, rotation.hands + 2)))

    def advance(state: TableState, _outcome: Outcome | None, _totals: Net) -> TableState:
        return states[state.hand] if state.hand < len(states) else rotation.state(state.hand + 1)

    return TableRule(states[0], advance, rotation, rotation.hands)


_E, _S, _W, _N = Wind
SEATS_KEPT = Rotation(((_E, _S, _W, _N),) * 4)
"""The rotation in which all players keep their seats between rounds."""
SEATS_CHANGED = Rotation(((_E, _S, _W, _N), (_S, _E, _N, _W), (_N, _W, _E, _S), (_W, _N, _S, _E)))
"""The seat changes of WMO 2006 ("Figure 5"); see docs/rules.md, M1."""
