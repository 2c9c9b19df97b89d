"""Who can still win in the last session, and with what results.

Where places at the tables decide the table points, all cases are counted exactly: each order in which the four of a
table can finish, with ties, at every table. The tables are independent of one another as soon as one player's own total
is given, so no case has to be tried by itself. Scores decide between players with equal table points and can be
anything, so a case in which they do is counted twice: with the scores against the player, and for them.

Where scores make the table points, there are too many cases: :func:`simulated` plays the session many times.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import nlargest
from itertools import compress, product
from math import isqrt
from random import Random

from tournament.rules.table_points import TablePoints, TablePointsKind
from tournament.standings.finals import Merit
from tournament.standings.tally import PARTS

PODIUM = 3
"""The places of the podium."""
Levels = tuple[int, int, int, int]
"""The order in which the four columns of a table finish: 0 is the best; equal ones have equal scores."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of the last session whose result is not final."""

    table: int
    players: tuple[int, ...]
    """The numbers of the four, by column."""
    unplaced: frozenset[int] = frozenset()
    """The columns without table points."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Whether a player can reach a place, and in what share of the cases."""

    possible: bool
    certain: bool
    least: Fraction
    """Of the cases without ties at a table: those in which table points alone are enough. 0 to 1."""
    most: Fraction
    """Those, and the ones in which the scores can decide in the player's favour."""


@dataclass(frozen=True, slots=True)
class Threat:
    """Somebody who can still finish ahead of a player."""

    number: int
    table: int | None
    """None if their last session is over, or if they do not play in it."""
    ahead: int
    """They are ahead with this place at their table or a better one; 0: not even with the first."""
    level: int | None
    """With this place, scores decide between the two; None: with none. 0 for somebody who has no table."""
    margin: int
    """By how much the player's score in the session must then exceed theirs, at least, so that they are not ahead."""


@dataclass(frozen=True, slots=True)
class OwnResult:
    """What a player can reach with one place at their own table, which they share with nobody."""

    place: int
    first: Chance
    podium: Chance
    ahead: int
    """How many others are ahead in every case."""
    rivals: tuple[Threat, ...]
    """Those who are ahead in some cases, by number."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a player can still reach."""

    number: int
    table: int | None
    """None if their last session is over, or if they do not play in it."""
    first: Chance
    podium: Chance
    results: tuple[OwnResult, ...] = ()
    """By place at their own table; none without one, and none if the session was simulated."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """One way in which a table can finish."""

    levels: Levels
    parts: tuple[int, ...]
    """The table points of each column, in units of 1/:data:`PARTS`."""
    strict: bool
    """Whether nobody is equal."""


@lru_cache
def orders_at(points: TablePoints, unplaced: frozenset[int]) -> tuple[TableOrder, ...]:
    """Return all 75 ways in which a table can finish."""
    found = []
    for a, b, c, d in product(range(4), repeat=4):
        if {a, b, c, d} == set(range(max(a, b, c, d) + 1)):
            worth = points.of((-a, -b, -c, -d), unplaced)
            parts = tuple(int(each * PARTS) for each in worth)
            found.append(TableOrder((a, b, c, d), parts, len({a, b, c, d}) == 4))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Case:
    """How many others are ahead in one outcome of a player's own table, or at one table."""

    least: int
    """In the most favourable case, with the scores for the player."""
    most: int
    """In the least favourable one, with the scores against them."""
    favourable: tuple[int, ...] = (1, 0, 0, 0)
    """How many cases without ties have 0, 1, 2, or more others ahead, with the scores for the player."""
    unfavourable: tuple[int, ...] = (1, 0, 0, 0)
    strict: bool = True

    def beside(self, other: "_Case") -> "_Case":
        """Return this and another, independent one together."""
        return _Case(
            self.least + other.least, self.most + other.most, _convolved(self.favourable, other.favourable),
            _convolved(self.unfavourable, other.unfavourable), self.strict,
        )  # fmt: skip


def _convolved(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    found = [0] * (PODIUM + 1)
    for i, count in enumerate(one):
        if count:
            for j, times in enumerate(other):
                found[min(i + j, PODIUM)] += count * times
    return tuple(found)


def _ahead(count: int) -> tuple[int, ...]:
    """The one case in which so many are ahead."""
    return tuple(int(min(count, PODIUM) == each) for each in range(PODIUM + 1))


def _chance(cases: Sequence[_Case], best: int) -> Chance:
    """Whether at most ``best`` − 1 others are ahead."""
    strict = [case for case in cases if case.strict]
    return Chance(
        possible=any(case.least < best for case in cases),
        certain=all(case.most < best for case in cases),
        least=sum((_share(case.unfavourable, best) for case in strict), Fraction(0)) / len(strict),
        most=sum((_share(case.favourable, best) for case in strict), Fraction(0)) / len(strict),
    )


def _share(counts: Sequence[int], best: int) -> Fraction:
    """The share of the cases with fewer than ``best`` others ahead; how many cases are counted varies."""
    return Fraction(sum(counts[:best]), sum(counts))


class _Count:
    """Counts the cases of one last session."""

    def __init__(self, merits: Mapping[int, Merit], tables: Sequence[OpenTable], points: TablePoints) -> None:
        self._merits, self._tables, self._points = merits, tables, points
        self._seats = {
            number: (table, column)
            for table in tables
            for column, number in enumerate(table.players)
            if number in merits and column not in table.unplaced
        }
        self._fixed = [number for number in merits if number not in self._seats]
        self._known: dict[tuple[int, int, int | Fraction], _Case] = {}

    def prospect(self, number: int) -> Prospect:
        """Return what ``number`` can still reach."""
        if number not in self._seats:
            final, parts, _score = self._merits[number]
            case = self._elsewhere(number, final, parts, None)
            return Prospect(number, None, _chance([case], 1), _chance([case], PODIUM))
        table, column = self._seats[number]
        outcomes = orders_at(self._points, table.unplaced)
        final, parts, _score = self._merits[number]
        elsewhere = {
            worth: self._elsewhere(number, final, parts + worth, table)
            for worth in {outcome.parts[column] for outcome in outcomes}
        }
        cases = [
            self._here(number, table, column, outcome).beside(elsewhere[outcome.parts[column]]) for outcome in outcomes
        ]
        results = []
        for place in range(1, 5 - len(table.unplaced)):
            placed = (_place(outcome, table, column) == place for outcome in outcomes)
            own = list(compress(cases, placed))
            ahead, rivals = self._rivals(number, table, place)
            results.append(OwnResult(place, _chance(own, 1), _chance(own, PODIUM), ahead, rivals))
        return Prospect(number, table.table, _chance(cases, 1), _chance(cases, PODIUM), tuple(results))

    def _here(self, number: int, table: OpenTable, column: int, outcome: TableOrder) -> _Case:
        """How many of the own table are ahead if it finishes with ``outcome``."""
        final, parts, score = self._merits[number]
        own = parts + outcome.parts[column]
        least = most = 0
        for other, rival in enumerate(table.players):
            if other == column or rival not in self._seats:
                continue
            their_final, their_parts, their_score = self._merits[rival]
            theirs = their_final, their_parts + outcome.parts[other]
            if theirs != (final, own):
                least += theirs > (final, own)
                most += theirs > (final, own)
                continue
            # The scores decide. How far the two are apart at the table is open, but not who has more there.
            apart, lead = outcome.levels[other] - outcome.levels[column], score - their_score
            least += lead + apart < 0 if apart <= 0 else False
            most += lead + apart < 0 if apart >= 0 else True
        return _Case(least, most, _ahead(least), _ahead(most), outcome.strict)

    def _elsewhere(self, number: int, final: int, parts: int | Fraction, own: OpenTable | None) -> _Case:
        """How many are ahead of a player with this total at the other tables, and among those who do not play."""
        score = self._merits[number][2]
        least = most = 0
        for other in self._fixed:
            if other != number:
                theirs = self._merits[other]
                level = theirs[:2] == (final, parts)
                sure = theirs > (final, parts, score) if own is None else theirs[:2] > (final, parts)
                least += sure
                most += sure or (level and own is not None)
        case = _Case(least, most, _ahead(least), _ahead(most))
        for table in self._tables:
            if table is not own and (at := self._at(table, final, parts)).most:
                case = case.beside(at)
        return case

    def _at(self, table: OpenTable, final: int, parts: int | Fraction) -> _Case:
        """How many of ``table`` are ahead of a player of another one with this total."""
        key = table.table, final, parts
        known = self._known.get(key)
        if known is not None:
            return known
        favourable, unfavourable = [0] * (PODIUM + 1), [0] * (PODIUM + 1)
        counts = []
        placed = [
            (column, self._merits[number]) for column, number in enumerate(table.players) if number in self._seats
        ]  # fmt: skip
        for outcome in orders_at(self._points, table.unplaced):
            totals = [(merit[0], merit[1] + outcome.parts[column]) for column, merit in placed]
            least = sum(total > (final, parts) for total in totals)
            most = sum(total >= (final, parts) for total in totals)
            counts.append((least, most))
            if outcome.strict:
                favourable[min(least, PODIUM)] += 1
                unfavourable[min(most, PODIUM)] += 1
        least, most = min(least for least, _most in counts), max(most for _least, most in counts)
        if least == most:  # the same in all cases, which need not be told apart
            favourable = unfavourable = list(_ahead(least))
        case = _Case(least, most, tuple(favourable), tuple(unfavourable))
        self._known[key] = case
        return case

    def _rivals(self, number: int, table: OpenTable, place: int) -> tuple[int, tuple[Threat, ...]]:
        """How many are ahead in any case if ``number`` has this place, and who is ahead in some."""
        final, parts, score = self._merits[number]
        own = final, parts + _worth(self._points, table.unplaced, place)
        certain, rivals = 0, []
        for other, merit in self._merits.items():
            if other == number:
                continue
            their_final, their_parts, their_score = merit
            seat = self._seats.get(other)
            places: Sequence[int] = [0]
            worth = [0]
            if seat is not None:
                places = [each for each in range(1, 5 - len(seat[0].unplaced)) if seat[0] is not table or each != place]
                worth = [_worth(self._points, seat[0].unplaced, each) for each in places]
            totals = [(their_final, their_parts + each) for each in worth]
            if all(total > own for total in totals):
                certain += 1
            elif any(total >= own for total in totals):
                ahead = max((each for each, total in zip(places, totals, strict=True) if total > own), default=0)
                level = next((each for each, total in zip(places, totals, strict=True) if total == own), None)
                at = None if seat is None else seat[0].table
                rivals.append(Threat(other, at, ahead, level, their_score - score))
        return certain, tuple(rivals)


def _place(outcome: TableOrder, table: OpenTable, column: int) -> int | None:
    """The place of ``column`` among those with table points; None if it is shared."""
    others = [outcome.levels[each] for each in range(4) if each != column and each not in table.unplaced]
    own = outcome.levels[column]
    return None if own in others else 1 + sum(level < own for level in others)


@lru_cache
def _worth(points: TablePoints, unplaced: frozenset[int], place: int) -> int:
    """What a place is worth that is not shared, in parts."""
    placed = [column for column in range(4) if column not in unplaced]
    scores = [0] * 4
    for rank, column in enumerate(placed):
        scores[column] = -rank
    return int(points.of(scores, unplaced)[placed[place - 1]] * PARTS)


def counted(merits: Mapping[int, Merit], tables: Sequence[OpenTable], points: TablePoints) -> tuple[Prospect, ...]:
    """Return the prospects of everybody who can still be among the first three, by number.

    ``merits`` are those of all ranked players with everything that is final; who sits at one of the open ``tables``
    adds to theirs what that table brings. Raise ValueError if places at the tables do not decide the table points.
    """
    if points.kind is not TablePointsKind.PLACES:
        raise ValueError(points.kind)
    count = _Count(merits, tables, points)
    return tuple(
        prospect for number in sorted(_reaching(merits, tables, points))
        if (prospect := count.prospect(number)).podium.possible
    )  # fmt: skip


def _reaching(merits: Mapping[int, Merit], tables: Sequence[OpenTable], points: TablePoints) -> Collection[int]:
    """Those whom fewer than three others have left behind even if they win and all others come last."""
    most = {number: max(points.places) * PARTS for table in tables for number in table.players}
    now = nlargest(PODIUM, (merit[:2] for merit in merits.values()))
    return [
        number
        for number, (final, parts, _score) in merits.items()
        if len(now) < PODIUM or (final, parts + most.get(number, 0)) >= now[-1]
    ]


def simulated(
    merits: Mapping[int, Merit],
    tables: Sequence[OpenTable],
    points: TablePoints,
    known: Sequence[Sequence[int]],
    *,
    times: int,
    seed: int = 0,
) -> tuple[Prospect, ...]:
    """Return the prospects of everybody who was among the first three in one of so many simulated sessions, by number.

    Each table has the scores of one of the ``known`` sheets, at random, dealt out to its players at random. What did
    not happen may still be possible.
    """
    rng = Random(seed)
    placed = [
        [(column, number) for column, number in enumerate(table.players)
         if number in merits and column not in table.unplaced]
        for table in tables
    ]  # fmt: skip
    first: Counter[int] = Counter()
    podium: Counter[int] = Counter()
    for _time in range(times):
        totals = dict(merits)
        for table, players in zip(tables, placed, strict=True):
            scores = rng.sample(rng.choice(known), 4)
            worth = points.of(scores, table.unplaced)
            for column, number in players:
                final, parts, score = merits[number]
                totals[number] = final, parts + worth[column] * PARTS, score + scores[column]
        best = nlargest(PODIUM, totals.values())
        first.update(number for number, total in totals.items() if total == best[0])
        podium.update(number for number, total in totals.items() if total >= best[-1])
    seats = {number: table.table for table, players in zip(tables, placed, strict=True) for _column, number in players}

    def chance(count: int) -> Chance:
        return Chance(count > 0, False, Fraction(count, times), Fraction(count, times))

    return tuple(
        Prospect(number, seats.get(number), chance(first[number]), chance(podium[number])) for number in sorted(podium)
    )


def simulation_error(times: int) -> Fraction:
    """Return how far off a simulated share is at most in 95 of 100 simulations, rounded up to a thousandth.

    1.96 standard deviations of a share of ½, which varies most: 0.98 ÷ √times.
    """
    return Fraction(980 // isqrt(times) + 1, 1000)
