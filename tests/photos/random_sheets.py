"""Random sheets of Mahjong Competition Rules as a reader of digits sees them: probabilities that are as sure as right.

The truth is drawn from the probabilities themselves, so that they are calibrated; some players add wrongly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from reports.photos.deciding import Net, ReadHand, ReadHandBoxes, ReadNumber

CLEAR_TICK = 1e-6
POINTS = (8, 8, 9, 10, 11, 12, 13, 15, 16, 18, 22, 24, 25, 28, 32, 38, 48, 64, 88, 104)


def net_of(winner: int, discarder: int | None, points: int) -> Net | None:
    """What a hand moves (WMO 2006), counted for itself; None below eight points."""
    if points < 8:
        return None
    loses = [8 + points if discarder in (None, column) else 8 for column in range(4)]
    a, b, c, d = (-loss if column != winner else sum(loses) - loses[winner] for column, loss in enumerate(loses))
    return a, b, c, d


@dataclass(frozen=True)
class SimulatedSheet:
    """A sheet, and what its boxes look like."""

    hands: tuple[ReadHand | None, ...]
    written: tuple[int, int, int, int]
    """The totals as the players wrote them."""
    boxes: tuple[ReadHandBoxes, ...]
    totals: tuple[ReadNumber, ...]


Seen = tuple[float, ...] | None
"""The probabilities of a digit that was written, or None if nothing was seen in its box."""


def simulated(
    random: Random, accuracy: float = 1.0, *, wrongly_added: float = 0.04, seen: Callable[[int], Seen] | None = None
) -> SimulatedSheet:
    """A sheet whose digits are read correctly with this probability each, or as ``seen`` says of each digit."""
    see = seen or (lambda digit: _seen(digit, random, accuracy))
    played = random.choice((16, 16, 16, 15, 14, 12, 9))
    hands = tuple(_hand(random) if number < played else None for number in range(16))
    if hands[played - 1] is None:
        hands = (*hands[: played - 1], ReadHand(0, 1, 8), *hands[played:])
    sums = [0, 0, 0, 0]
    for hand in hands:
        if hand is not None and hand.winner is not None:
            net = net_of(hand.winner, hand.discarder, hand.points)
            assert net is not None
            sums = [total + moved for total, moved in zip(sums, net, strict=True)]
    if random.random() < wrongly_added:
        for column in random.sample(range(4), random.choice((1, 1, 2))):
            sums[column] += random.choice((-100, -20, -10, -8, -2, -1, 1, 2, 8, 10, 20, 100))
    boxes = tuple(_boxes(hand, see) for hand in hands)
    a, b, c, d = sums
    totals = tuple(ReadNumber(_digits(str(abs(total)), 3, see), _minus(total, random)) for total in sums)
    return SimulatedSheet(hands, (a, b, c, d), boxes, totals)


def _hand(random: Random) -> ReadHand:
    if random.random() < 0.12:
        return ReadHand(None, None, 0)
    winner = random.randrange(4)
    discarder = None if random.random() < 0.3 else random.choice([each for each in range(4) if each != winner])
    return ReadHand(winner, discarder, random.choice(POINTS))


def _boxes(hand: ReadHand | None, see: Callable[[int], Seen]) -> ReadHandBoxes:
    if hand is None:
        return ReadHandBoxes(ReadNumber((None,) * 3), _ticks(None), _ticks(None))
    points = ReadNumber(_digits(str(hand.points), 3, see))
    return ReadHandBoxes(points, _ticks(hand.winner), _ticks(hand.discarder))


def _ticks(column: int | None) -> tuple[float, float, float, float]:
    a, b, c, d = (1 - CLEAR_TICK if place == column else CLEAR_TICK for place in range(4))
    return a, b, c, d


def _minus(total: int, random: Random) -> float:
    return 0.999 if total < 0 else 0.001 if random.random() < 0.5 else 0.02


def _digits(text: str, count: int, see: Callable[[int], Seen]) -> tuple[Seen, ...]:
    """The boxes of a number, which ends in the last one."""
    empty = (None,) * (count - len(text))
    return (*empty, *(see(int(digit)) for digit in text))


def _seen(digit: int, random: Random, accuracy: float) -> tuple[float, ...]:
    """Probabilities under which ``digit`` is as often the most probable one as these say."""
    wrong = 2e-5 if random.random() < 0.8 else min(0.6, random.betavariate(1.2, 6) * (1 - accuracy) * 5 * 6)
    others = random.sample([each for each in range(10) if each != digit], 3)
    chances = [wrong / 3000] * 11
    shares = (1 - wrong, wrong * 0.7, wrong * 0.2, wrong * 0.1)
    place = random.choices(range(4), shares)[0]
    ranked = [*others[:place], digit, *others[place:]]
    for each, share in zip(ranked, shares, strict=True):
        chances[each] = share
    return tuple(chances)
