"""Statistics of the hands: wins, self-draws, deal-ins and values, counted for each sheet and added up over sessions."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from typing import NamedTuple

from tournament.ledger.sheet import Sheet
from tournament.rules.payment import RIICHI
from tournament.standings.tally import Tally


@dataclass(frozen=True, slots=True)
class Played:
    """Counts for one player over the recorded hands."""

    hands: int = 0
    """Hands played at the table, whether anybody won or not."""
    wins: int = 0
    """Hands won, including self-draws."""
    self_draws: int = 0
    deal_ins: int = 0
    """Hands in which another player won on this player's discard."""
    points: int = 0
    """The sum of the values of the hands won."""
    best: int = 0
    """The highest value of a hand won; 0 without one."""
    riichi: int = 0
    """Hands in which this player declared riichi."""

    @property
    def average(self) -> Fraction | None:
        """The average value of a winning hand; None without one."""
        return Fraction(self.points, self.wins) if self.wins else None

    def __add__(self, other: "Played") -> "Played":
        return Played(
            self.hands + other.hands,
            self.wins + other.wins,
            self.self_draws + other.self_draws,
            self.deal_ins + other.deal_ins,
            self.points + other.points,
            max(self.best, other.best),
            self.riichi + other.riichi,
        )


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand that somebody won."""

    points: int
    winner: int
    """Player number."""
    discarder: int | None
    """Player number; None for a self-draw."""
    session: int
    table: int
    hand: int
    named: str = ""
    """The name of the special hand if the event added it; otherwise empty."""
    further: bool = False
    """Whether another player, counted before, won the same hand on the same discard."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over any number of sheets; two of them can be added."""

    players: Mapping[int, Played] = field(default_factory=dict)
    """The counts by player number; players without a recorded hand are missing."""
    hands: int = 0
    """Hands recorded."""
    self_draws: int = 0
    """Hands won by self-draw."""
    values: Mapping[int, int] = field(default_factory=dict)
    """The number of winning hands by value."""
    won: tuple[WonHand, ...] = ()
    """Every hand won, in the order of play; once for each winner."""

    @property
    def by_discard(self) -> int:
        """Hands won on a discard."""
        return self._hands_won - self.self_draws

    @property
    def drawn(self) -> int:
        """Hands that nobody won."""
        return self.hands - self._hands_won

    @property
    def _hands_won(self) -> int:
        return sum(not hand.further for hand in self.won)

    @property
    def average(self) -> Fraction | None:
        """The average value of a winning hand; None without one."""
        points = sum(value * count for value, count in self.values.items())
        return Fraction(points, len(self.won)) if self.won else None

    def in_bands(self, firsts: Sequence[int]) -> tuple[int, ...]:
        """Return the number of winning hands in each band of values; ``firsts`` are the lowest values of the bands."""
        counts = [0] * len(firsts)
        for value, count in self.values.items():
            counts[max(bisect_right(firsts, value) - 1, 0)] += count
        return tuple(counts)

    def __add__(self, other: "Statistics") -> "Statistics":
        players = dict(self.players)
        for number, played in other.players.items():
            players[number] = players[number] + played if number in players else played
        values = Counter(self.values)
        values.update(other.values)
        return Statistics(
            players, self.hands + other.hands, self.self_draws + other.self_draws, values, self.won + other.won
        )


_NOTHING = Statistics()


def statistics(sheets: Iterable[Sheet]) -> Statistics:
    """Count the recorded hands of ``sheets``. Tables entered by their totals alone have none."""
    players: dict[int, Played] = {}
    hands = 0
    won: list[WonHand] = []
    for sheet in sheets:
        played = sheet.played
        if not played:
            continue
        hands += played
        own, riichi = _won(sheet), _riichi(sheet)
        won += own
        for column, number in enumerate(sheet.players):
            counted = _played(number, played, own, riichi[column])
            players[number] = players[number] + counted if number in players else counted
    self_draws = sum(hand.discarder is None for hand in won)
    return Statistics(players, hands, self_draws, Counter(hand.points for hand in won), tuple(won))


class _Session(NamedTuple):
    """The counts of one session."""

    tally: Tally
    own: Statistics
    before: Statistics
    """All earlier sessions together."""
    together: Statistics
    """All sessions up to this one together."""


class RunningStatistics:
    """The statistics after each session; a session is counted again only when its tally has changed."""

    def __init__(self) -> None:
        self._sessions: list[_Session] = []

    def of(self, tallies: Sequence[Tally], sheets: Callable[[int], Iterable[Sheet]]) -> Statistics:
        """Return the statistics of all sessions of ``tallies`` together; ``sheets`` gives the sheets of a session by
        its number."""
        before = _NOTHING
        for position, tally in enumerate(tallies):
            known = self._sessions[position] if position < len(self._sessions) else None
            if known is None or known.tally is not tally or known.before is not before:
                own = known.own if known is not None and known.tally is tally else statistics(sheets(tally.session))
                known = _Session(tally, own, before, before + own)
                self._sessions[position : position + 1] = [known]
            before = known.together
        return before


def won_by(counted: Statistics, players: Container[int]) -> Statistics:
    """Return the hands of ``counted`` that were won by one of ``players``."""
    won = tuple(hand for hand in counted.won if hand.winner in players)
    return Statistics(values=Counter(hand.points for hand in won), won=won)


def best_hands(counted: Statistics, most: int) -> tuple[WonHand, ...]:
    """Return the highest hands, at most ``most``, the highest first; equal ones in the order of play."""
    return tuple(nsmallest(most, counted.won, key=lambda hand: (-hand.points, hand.session, hand.table, hand.hand)))


def _won(sheet: Sheet) -> list[WonHand]:
    """Return the hands of one sheet that somebody won, once for each winner."""
    found: list[WonHand] = []
    for line in sheet.hands:
        outcome = line.outcome
        if outcome is not None and outcome.winner is not None:
            discarder = sheet.players[outcome.discarder] if outcome.discarder is not None else None
            place = (sheet.session, sheet.table, line.hand)
            for number, (column, points) in enumerate(outcome.wins):
                winner = sheet.players[column]
                found.append(WonHand(points, winner, discarder, *place, outcome.own_hand, further=number > 0))
    return found


def _riichi(sheet: Sheet) -> Counter[int]:
    """Return in how many hands each column declared riichi."""
    said = (line.outcome.answer(RIICHI) for line in sheet.hands if line.outcome is not None and line.outcome.answers)
    return Counter(column for columns in said if isinstance(columns, tuple) for column in columns)


def _played(number: int, hands: int, won: list[WonHand], riichi: int) -> Played:
    """Return what one player did in the hands of one sheet."""
    own = [hand for hand in won if hand.winner == number]
    return Played(
        hands,
        len(own),
        sum(hand.discarder is None for hand in own),
        sum(hand.discarder == number and not hand.further for hand in won),
        sum(hand.points for hand in own),
        max((hand.points for hand in own), default=0),
        riichi,
    )
