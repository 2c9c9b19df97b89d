"""What the hands say: wins, self-draws, deal-ins, values. Counted over sheets, added up over sessions."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest

from tournament.ledger.sheet import Sheet

BANDS = ((8, 11), (12, 15), (16, 23), (24, 31), (32, 63), (64, None))
"""Values of winning hands that are counted together: from, to; the last one has no end."""
_FIRSTS = tuple(first for first, _ in BANDS)


@dataclass(frozen=True, slots=True)
class Played:
    """What one player did in the hands that are recorded."""

    hands: int = 0
    """Hands at the table, won by anybody or drawn."""
    wins: int = 0
    """Hands won, self-draws too."""
    self_draws: int = 0
    deal_ins: int = 0
    """Hands in which somebody won on this player's tile."""
    points: int = 0
    """Values of the hands won, together."""
    best: int = 0
    """The dearest hand won; 0 when none is."""

    @property
    def average(self) -> Fraction | None:
        """Value of a winning hand, on average; None without one."""
        return Fraction(self.points, self.wins) if self.wins else None

    def __add__(self, other: "Played") -> "Played":
        return Played(
            self.hands + other.hands,
            self.wins + other.wins,
            self.self_draws + other.self_draws,
            self.deal_ins + other.deal_ins,
            self.points + other.points,
            max(self.best, other.best),
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


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over any number of sheets; two of them add up."""

    players: Mapping[int, Played] = field(default_factory=dict)
    """By player number; players without a hand have none."""
    hands: int = 0
    """Hands recorded."""
    won: tuple[WonHand, ...] = ()
    """Every hand won, in the order of play."""

    @property
    def self_draws(self) -> int:
        """Hands won by self-draw."""
        return sum(hand.discarder is None for hand in self.won)

    @property
    def by_discard(self) -> int:
        """Hands won on a discard."""
        return len(self.won) - self.self_draws

    @property
    def drawn(self) -> int:
        """Hands that nobody won."""
        return self.hands - len(self.won)

    @property
    def average(self) -> Fraction | None:
        """Value of a winning hand, on average; None without one."""
        return Fraction(sum(hand.points for hand in self.won), len(self.won)) if self.won else None

    @property
    def bands(self) -> tuple[int, ...]:
        """Winning hands in each of :data:`BANDS`."""
        counts = [0] * len(BANDS)
        for hand in self.won:
            counts[max(bisect_right(_FIRSTS, hand.points) - 1, 0)] += 1
        return tuple(counts)

    def __add__(self, other: "Statistics") -> "Statistics":
        players = dict(self.players)
        for number, played in other.players.items():
            players[number] = players[number] + played if number in players else played
        return Statistics(players, self.hands + other.hands, self.won + other.won)


def statistics(sheets: Iterable[Sheet]) -> Statistics:
    """Count the recorded hands of ``sheets``. Tables known by their totals alone have none."""
    counts: dict[int, list[int]] = {}
    hands = 0
    won: list[WonHand] = []
    for sheet in sheets:
        for line in sheet.hands:
            outcome = line.outcome
            if outcome is None:
                continue
            hands += 1
            for number in sheet.players:
                counts.setdefault(number, [0, 0, 0, 0, 0, 0])[0] += 1
            if outcome.winner is None:
                continue
            winner = sheet.players[outcome.winner]
            discarder = sheet.players[outcome.discarder] if outcome.discarder is not None else None
            _count_win(counts, winner, discarder, outcome.points)
            won.append(WonHand(outcome.points, winner, discarder, sheet.session, sheet.table, line.hand))
    return Statistics({number: Played(*each) for number, each in counts.items()}, hands, tuple(won))


def best_hands(counted: Statistics, most: int) -> tuple[WonHand, ...]:
    """The ``most`` dearest hands, the dearest first; equal ones in the order of play."""
    return tuple(nsmallest(most, counted.won, key=lambda hand: (-hand.points, hand.session, hand.table, hand.hand)))


def _count_win(counts: dict[int, list[int]], winner: int, discarder: int | None, points: int) -> None:
    own = counts[winner]
    own[1] += 1
    own[4] += points
    own[5] = max(own[5], points)
    if discarder is None:
        own[2] += 1
    else:
        counts[discarder][3] += 1
