"""What a sheet says as a whole, by the rules of the game, from the probabilities of its boxes.

A digit alone is misread once in fifty times. But the totals that the players wrote must be the sum of what the hands
moved: of all readings, only few agree with that, and their probabilities can be compared. A reading is

* *sure* if the sheet agrees as it was read, nothing is struck out, all totals are written, and no other reading that
  agrees is anywhere near as probable;
* worth *one look* if it agrees after a change of one or two boxes that were doubtful anyway; a person confirms them;
* *in doubt* otherwise.

That the players added wrongly is a reading too: without it a wrong sum would be "repaired" by changing a hand that was
read correctly.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from math import prod
from typing import Any, NamedTuple

STRUCK = 10
"""The class of what is struck out, after the ten digits."""
LEAST_SURE, LEAST_ONE_LOOK = 0.9999, 0.999
"""The least probability of a sure reading, and of one whose changed boxes a person confirms."""
CLEAR = 0.98
"""A box with a lower probability is doubtful: it may be changed, and is shown if the sheet is in doubt."""
WRONGLY_ADDED = 0.04
"""The share of sheets whose players added wrongly, as far as is known."""
_WRONG_SUMS = 300
"""Among how many wrong sums the players' one is found."""
_TINY = 1e-7
_MOST_VALUES = 24
"""Values that are considered for a number."""
_MOST_STRUCK = 0.5

Net = tuple[int, int, int, int]
NetOf = Callable[[int, int | None, int], Net | None]
"""What a hand moves: by the columns of winner and discarder (None: self-draw) and its points; None if such a hand
cannot be."""


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """The boxes of a number."""

    digits: tuple[Sequence[float] | None, ...]
    """The probabilities of the ten digits and of something struck out; None for an empty box."""
    negative: float = 0.0
    """The probability of a minus."""
    unit: int = 1


@dataclass(frozen=True, slots=True)
class ReadHandBoxes:
    """The boxes of a hand."""

    points: ReadNumber
    won: tuple[float, float, float, float]
    """The probability that each player is ticked as the winner."""
    discarder: tuple[float, float, float, float]


class ReadHand(NamedTuple):
    """What a hand says; a drawn one has no winner."""

    winner: int | None
    discarder: int | None
    points: int


class Certainty(Enum):
    """How far a reading can be believed."""

    SURE = "sure"
    ONE_LOOK = "one look"
    IN_DOUBT = "in doubt"


class Doubt(NamedTuple):
    """Something that a person has to look at."""

    hand: int | None
    """None for a total."""
    field: str
    """``points``, ``winner``, ``discarder``, ``penalties``, or the letter of the player whose total it is."""
    read: str
    sure: float
    """The probability of what was read."""


@dataclass(frozen=True, slots=True)
class SheetReading:
    """What a sheet says."""

    certainty: Certainty
    hands: tuple[ReadHand | None, ...]
    """None for a hand that was not played."""
    totals: tuple[int | None, ...]
    """Of columns A–D; None if nothing is written."""
    doubts: tuple[Doubt, ...]
    agrees: bool
    """Whether the hands add up to the totals."""


class _Choice(NamedTuple):
    """What some boxes may say, and how probable that is."""

    value: Any
    probability: float


class _Change(NamedTuple):
    """Another reading of one hand or total."""

    cell: int
    choice: int
    moved: tuple[int, ...]
    """What it adds to the difference between hands and totals."""
    odds: float
    """Its probability, divided by that of the best reading of the cell."""


class _Weighed(NamedTuple):
    """The most probable reading of those that agree."""

    changes: tuple[_Change, ...]
    probability: float
    """Among all readings, those that do not agree included."""


def decide(
    hands: Sequence[ReadHandBoxes], totals: Sequence[ReadNumber], net_of: NetOf, *, penalties: Sequence[bool] = ()
) -> SheetReading:
    """Read a sheet with hands and totals; ``penalties`` are the columns with something written in that row."""
    cells = [*(_hand_choices(hand, net_of) for hand in hands), *(_number_choices(total) for total in totals)]
    best = [choices[0].value if choices else None for choices in cells]
    strange = [
        *_strange_hands(hands, cells), *_strange_totals(totals, cells[len(hands) :]),
        *(Doubt(None, "penalties", LETTERS[column], 0.0) for column, written in enumerate(penalties) if written),
    ]  # fmt: skip
    count = len(hands)
    moved = [_net(net_of, choices[0].value) if choices else _NOTHING for choices in cells[:count]]
    sums = [best[count + column] for column in range(len(totals))]
    off = tuple(sum(column) - (total or 0) for column, total in zip(zip(*moved, strict=True), sums, strict=True))

    def change(cell: int, value: Any) -> tuple[int, ...]:
        if cell < count:
            return _less(_net(net_of, value), moved[cell])
        column = cell - count
        return tuple((best[cell] - value) * (place == column) for place in range(len(totals)))

    reading = _decided(cells, off, change, strange, count)
    gaps = _gaps(reading.hands)
    if gaps and reading.certainty is Certainty.SURE:
        return replace(reading, certainty=Certainty.ONE_LOOK, doubts=gaps)
    return replace(reading, doubts=(*reading.doubts, *gaps))


def decide_totals(totals: Sequence[ReadNumber], expected: int) -> SheetReading:
    """Read a sheet of which only the totals are read, which add up to ``expected``."""
    cells = [_number_choices(total) for total in totals]
    best = [choices[0].value if choices else 0 for choices in cells]
    off = (sum(best) - expected,)
    return _decided(cells, off, lambda cell, value: (value - best[cell],), _strange_totals(totals, cells), 0)


LETTERS = "ABCD"
_NOTHING = (0, 0, 0, 0)


def _decided(
    cells: Sequence[list[_Choice]],
    off: tuple[int, ...],
    change: Callable[[int, Any], tuple[int, ...]],
    strange: Sequence[Doubt],
    count: int,
) -> SheetReading:
    """Weigh all readings; the first ``count`` cells are hands."""
    changes = [
        _Change(cell, place, change(cell, choice.value), choice.probability / choices[0].probability)
        for cell, choices in enumerate(cells)
        for place, choice in enumerate(choices)
        if place
    ]
    found = _weighed(off, changes)
    chosen = {each.cell: each.choice for each in found.changes} if found is not None else {}
    doubtful = [cell for cell, choices in enumerate(cells) if not choices or choices[0].probability < CLEAR]
    certainty = Certainty.IN_DOUBT
    if found is not None and not strange:
        if not chosen and found.probability >= LEAST_SURE:
            certainty = Certainty.SURE
        elif found.probability >= LEAST_ONE_LOOK and all(cell in doubtful for cell in chosen):
            certainty = Certainty.ONE_LOOK
    if certainty is Certainty.IN_DOUBT:
        chosen = {}
    values = [choices[chosen.get(cell, 0)].value if choices else None for cell, choices in enumerate(cells)]
    doubts = list(strange)
    if certainty is not Certainty.SURE:
        shown = chosen if chosen and certainty is Certainty.ONE_LOOK else doubtful
        named = {(doubt.hand, doubt.field) for doubt in strange}
        doubts += [each for cell in shown for each in _doubts(cell, cells[cell], values[cell], count)
                   if (each.hand, each.field) not in named]  # fmt: skip
        if not doubts:
            differing = [count + column for column, difference in enumerate(off) if difference] or [count]
            doubts = [each for cell in differing for each in _doubts(cell, cells[cell], values[cell], count)]
    agrees = not strange and (certainty is not Certainty.IN_DOUBT or not any(off))
    return SheetReading(certainty, tuple(values[:count]), tuple(values[count:]), tuple(doubts), agrees)


def _weighed(off: tuple[int, ...], changes: Sequence[_Change]) -> _Weighed | None:
    """The most probable reading that agrees, after at most two changes; None if there is none."""
    by_move = defaultdict[tuple[int, ...], list[_Change]](list)
    for each in changes:
        by_move[each.moved].append(each)
    agreeing: list[tuple[float, tuple[_Change, ...]]] = [] if any(off) else [(1.0, ())]
    agreeing += [(each.odds, (each,)) for each in by_move.get(tuple(-part for part in off), ())]
    for first in changes:
        wanted = tuple(-a - b for a, b in zip(off, first.moved, strict=True))
        agreeing += [
            (first.odds * second.odds, (first, second))
            for second in by_move.get(wanted, ())
            if second.cell > first.cell
        ]
    if not agreeing:
        return None
    others = (1.0 if any(off) else 0.0) + sum(each.odds for each in changes)
    weight = sum(odds for odds, _ in agreeing) + others * WRONGLY_ADDED / (1 - WRONGLY_ADDED) / _WRONG_SUMS
    odds, best = max(agreeing, key=lambda each: each[0])
    return _Weighed(best, odds / weight)


def _hand_choices(hand: ReadHandBoxes, net_of: NetOf) -> list[_Choice]:
    """What a hand may say, the most probable first; empty if nothing that a hand can be is probable."""
    found = defaultdict[ReadHand | None, float](float)
    for points in _number_choices(hand.points):
        for winner in _tick_choices(hand.won):
            for discarder in _tick_choices(hand.discarder):
                probability = points.probability * winner.probability * discarder.probability
                if probability < _TINY:
                    continue
                value = _hand_of(points.value, winner.value, discarder.value, net_of)
                if value is not _NO_HAND:
                    found[value] += probability  # a self-draw can be ticked in two ways
    if sum(found.values()) < _LEAST_POSSIBLE:
        return []
    return _most_probable([_Choice(value, chance) for value, chance in found.items()])


_NO_HAND = object()
_LEAST_POSSIBLE = 0.5


def _hand_of(points: int | None, winner: int | None, discarder: int | None, net_of: NetOf) -> Any:
    """The hand, None for one that was not played, or _NO_HAND."""
    if winner is None:
        if points or discarder is not None:
            return _NO_HAND
        return None if points is None else ReadHand(None, None, 0)
    hand = ReadHand(winner, None if discarder == winner else discarder, points or 0)
    return hand if points and net_of(winner, hand.discarder, points) is not None else _NO_HAND


def _net(net_of: NetOf, hand: ReadHand | None) -> Net:
    if hand is None or hand.winner is None:
        return _NOTHING
    return net_of(hand.winner, hand.discarder, hand.points) or _NOTHING


def _less(first: Iterable[int], second: Iterable[int]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(first, second, strict=True))


def _tick_choices(ticked: Sequence[float]) -> Iterator[_Choice]:
    """Which one of four is ticked, or None."""
    yield _Choice(None, prod(1 - each for each in ticked))
    for column, chance in enumerate(ticked):
        yield _Choice(column, chance * prod(1 - each for place, each in enumerate(ticked) if place != column))


def _number_choices(number: ReadNumber) -> list[_Choice]:
    """The values of a number, the most probable first: None if nothing is written, none at all if it is no number."""
    written = [place for place, digit in enumerate(number.digits) if digit is not None]
    if not written:
        return [_Choice(None, 1.0)]
    if written[-1] - written[0] + 1 != len(written):
        return []
    digits = []
    for place in written:
        chances = number.digits[place]
        assert chances is not None
        if chances[STRUCK] > _MOST_STRUCK:
            return []
        digits.append([(digit, chance) for digit, chance in enumerate(chances[:STRUCK]) if chance > _TINY])
    found = defaultdict[int, float](float)
    for combination in product(*digits):
        value = int("".join(str(digit) for digit, _ in combination)) * number.unit
        chance = prod(each for _, each in combination)
        found[-value] += chance * number.negative
        found[value] += chance * (1 - number.negative)
    return _most_probable([_Choice(value, chance) for value, chance in found.items() if chance > _TINY])


def _most_probable(choices: list[_Choice]) -> list[_Choice]:
    choices = sorted(choices, key=lambda each: -each.probability)[:_MOST_VALUES]
    whole = sum(each.probability for each in choices)
    return [_Choice(each.value, each.probability / whole) for each in choices]


def _strange_hands(hands: Sequence[ReadHandBoxes], cells: Sequence[list[_Choice]]) -> Iterator[Doubt]:
    """Hands of which nothing is believed: something is struck out, or the boxes make no hand."""
    for place, (hand, choices) in enumerate(zip(hands, cells, strict=False), start=1):
        if not _number_choices(hand.points):
            yield Doubt(place, "points", "", 0.0)
        elif not choices:
            yield Doubt(place, "winner", "", 0.0)


def _strange_totals(totals: Sequence[ReadNumber], cells: Sequence[list[_Choice]]) -> list[Doubt]:
    return [
        Doubt(None, LETTERS[column], "", 0.0)
        for column, choices in enumerate(cells)
        if column < len(totals) and (not choices or choices[0].value is None)
    ]


def _doubts(cell: int, choices: Sequence[_Choice], value: Any, count: int) -> list[Doubt]:
    """What is doubtful of a cell: the parts in which its other readings differ."""
    sure = next((each.probability for each in choices if each.value == value), 0.0)
    if cell >= count:
        return [Doubt(None, LETTERS[cell - count], "" if value is None else str(value), sure)]
    if value is None or len(choices) < 2:
        return [Doubt(cell + 1, "points", "", sure)]
    other = next(each.value for each in choices if each.value != value)
    fields = [name for name in ReadHand._fields if other is None or getattr(other, name) != getattr(value, name)]
    return [Doubt(cell + 1, field, _shown(field, value), sure) for field in fields]


def _shown(field: str, hand: ReadHand) -> str:
    read = getattr(hand, field)
    if read is None:
        return ""
    return str(read) if field == "points" else LETTERS[read]


def _gaps(hands: Sequence[ReadHand | None]) -> tuple[Doubt, ...]:
    """Rows with nothing in them above one that was played: drawn, most likely, but the totals do not tell."""
    last = max((place for place, hand in enumerate(hands) if hand is not None), default=0)
    return tuple(Doubt(place + 1, "winner", "", 0.0) for place, hand in enumerate(hands[:last]) if hand is None)
