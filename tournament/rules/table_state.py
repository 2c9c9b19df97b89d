"""The state of a table before a hand, computed from the hands before it and never stored."""

from collections.abc import Callable
from typing import NamedTuple

from tournament.language import Text, mark, mark_count, mark_in
from tournament.rules.payment import Net, Outcome, Stakes
from tournament.tiles.wind import Wind

Winds = tuple[Wind, Wind, Wind, Wind]
"""The winds of columns A–D."""
FIRST_WINDS: Winds = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)
_ROUND_TEXTS = (mark("East round"), mark("South round"), mark("West round"), mark("North round"))


_OF_DEALER = tuple(map(Stakes, range(4)))
"""The stakes while nothing lies on the table, by dealer: they are read for every hand of an event."""


class TableState(NamedTuple):
    """The state of a table before ``hand``. The default values are those before the first hand."""

    hand: int = 1
    winds: Winds = FIRST_WINDS
    prevalent: Wind | None = Wind.EAST
    """The wind of the round; None in games without one."""
    seats: Winds = FIRST_WINDS
    """The winds of columns A–D in the first hand of this round, which are their seats."""
    opens: bool = True
    """Whether a round begins with this hand."""
    passed: int = 0
    """How many times the deal has passed."""
    over: bool = False
    """Whether the game is over, so that this hand is not played."""
    counters: int = 0
    """The number of counters on the table: one for each hand in a row that the dealer won or that was drawn."""
    sticks: int = 0
    """The number of riichi sticks on the table."""

    @property
    def dealer(self) -> int:
        """The column of East."""
        return self.winds.index(Wind.EAST)

    @property
    def stakes(self) -> Stakes:
        """The values on which the payment of the hand depends."""
        dealer = self.winds.index(Wind.EAST)
        return Stakes(dealer, self.counters, self.sticks) if self.counters or self.sticks else _OF_DEALER[dealer]

    def column(self, wind: Wind) -> int:
        """Return the column that has ``wind``."""
        return self.winds.index(wind)

    @property
    def from_east(self) -> tuple[int, int, int, int]:
        """The columns of East, South, West and North."""
        return self.column(Wind.EAST), self.column(Wind.SOUTH), self.column(Wind.WEST), self.column(Wind.NORTH)


Advance = Callable[[TableState, Outcome | None, Net], TableState]
"""Return the state before the next hand.

The arguments are the state before a hand, its outcome (None if it is not known, which counts as drawn), and the totals
after the hand and its penalties.
"""


def round_text(state: TableState) -> Text:
    """Return the name of the round: by its wind, or by its number in games without a prevalent wind."""
    if state.prevalent is None:
        return mark("Round {number}", number=state.passed // 4 + 1)
    return _ROUND_TEXTS[state.prevalent]


def hand_texts(state: TableState) -> tuple[Text, Text]:
    """Return the place of the hand in a game with counters: “East 2 · 1 counter · 1 stick”, and in short “E2·1”."""
    number = state.passed % 4 + 1
    wind = state.prevalent or Wind.EAST
    place = mark_in("hand of a round", "{wind} {number}", wind=wind.label, number=number)
    short = mark_in("hand of a round, short", "{wind}{number}", wind=wind.short, number=number)
    if state.counters:
        counters = mark_count("{count} counter", "{count} counters", state.counters)
        place = mark("{place} · {lying}", place=place, lying=counters)
        short = mark_in("hand of a round, short", "{place}·{counters}", place=short, counters=state.counters)
    if state.sticks:
        place = mark("{place} · {lying}", place=place,
                     lying=mark_count("{count} stick", "{count} sticks", state.sticks))  # fmt: skip
    return place, short


def passed_on(winds: Winds) -> Winds:
    """Return the winds after the deal has passed: South becomes East."""
    east, south, west, north = (Wind((wind - 1) % 4) for wind in winds)
    return east, south, west, north
