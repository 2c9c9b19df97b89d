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


class TableState(NamedTuple):
    """The state before ``hand``; with the default values before the first."""

    hand: int = 1
    winds: Winds = FIRST_WINDS
    prevalent: Wind | None = Wind.EAST
    """The wind of the round; None where the game knows none."""
    seats: Winds = FIRST_WINDS
    """The winds that columns A–D had in the first hand of this round: the chairs where they sit."""
    opens: bool = True
    """A round begins with this hand."""
    passed: int = 0
    """How many times the deal has passed."""
    over: bool = False
    """The game has ended: there is no such hand."""
    counters: int = 0
    """How many are on the table: hands that the dealer won, or that were drawn, one after the other."""
    sticks: int = 0
    """Riichi sticks that lie on the table."""

    @property
    def dealer(self) -> int:
        """The column of East."""
        return self.winds.index(Wind.EAST)

    @property
    def stakes(self) -> Stakes:
        """What the payment of the hand depends on."""
        return Stakes(self.winds.index(Wind.EAST), self.counters, self.sticks)

    def column(self, wind: Wind) -> int:
        """The column that has ``wind``."""
        return self.winds.index(wind)

    @property
    def from_east(self) -> tuple[int, int, int, int]:
        """The columns of East, South, West and North."""
        return self.column(Wind.EAST), self.column(Wind.SOUTH), self.column(Wind.WEST), self.column(Wind.NORTH)


Advance = Callable[[TableState, Outcome | None, Net], TableState]
"""The state before the next hand: after this state, how its hand ended (None where that is not known: as a drawn one)
and the totals that hands and penalties came to."""


def round_text(state: TableState) -> Text:
    """What the round of a hand is called: by its wind, or by its number where no wind prevails."""
    if state.prevalent is None:
        return mark("Round {number}", number=state.passed // 4 + 1)
    return _ROUND_TEXTS[state.prevalent]


def hand_texts(state: TableState) -> tuple[Text, Text]:
    """Where a game with counters stands: “East 2 · 1 counter · 1 stick”, and where there is little room “E2·1”."""
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
