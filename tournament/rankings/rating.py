"""Ratings of players over the games of many events: Elo for four, Plackett–Luce by openskill, and the average place.

A rating never ranks in an event. What counts in a game is who has more points than whom, not by how much.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import assert_never

from tournament.rankings.ranking import RankedPerson

_PRECISE = Context(prec=30)
"""How exactly an expectation is computed, which is no fraction; everything else about Elo is exact."""


@dataclass(frozen=True, slots=True)
class Elo:
    """Each pair at a table exchanges a third of ``factor``, times result less expectation."""

    start: int
    """The rating of a new player."""
    scale: int
    """Who has as much more is expected to have ten times the share of the other."""
    factor: Fraction


@dataclass(frozen=True, slots=True)
class PlackettLuce:
    """A player has a skill and an uncertainty, in units of no meaning of their own.

    Source: Weng and Lin, “A Bayesian Approximation Method for Online Ranking”, JMLR 12 (2011).
    """

    skill: Fraction
    """Of a new player: mu."""
    uncertainty: Fraction
    """Of a new player: sigma."""
    chance: Fraction
    """How much one game depends on luck: beta."""
    drift: Fraction
    """How much less certain a skill becomes before each game: tau."""
    caution: Fraction
    """The value is the skill less so many uncertainties."""


@dataclass(frozen=True, slots=True)
class AveragePlace:
    """The mean of somebody's places at the tables, where players with equal points share the mean of their places."""


@dataclass(frozen=True, slots=True)
class RatingRules:
    """The rules of a rating."""

    id: str
    name: str
    source: str
    """The document in which they are written down."""
    method: Elo | PlackettLuce | AveragePlace
    decimals: int
    """Elo: each exchange is rounded to as many. Otherwise the value is. A half is rounded away from zero."""
    least_games: int
    """Players with fewer games are not ranked."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts."""

    day: date
    session: int
    table: int
    people: tuple[RankedPerson, RankedPerson, RankedPerson, RankedPerson]
    """By column of the sheet."""
    scores: tuple[int, int, int, int]

    def place(self, column: int) -> int:
        """Return the place at the table; equal scores share the better one."""
        return 1 + sum(score > self.scores[column] for score in self.scores)

    def mean_place(self, column: int) -> Fraction:
        """Return the place at the table; equal scores share the mean of their places."""
        return self.place(column) + Fraction(self.scores.count(self.scores[column]) - 1, 2)


@dataclass(frozen=True, slots=True)
class EventGames:
    """An event with its games that count."""

    id: str
    """What identifies it: two files with the same id have the same event."""
    name: str
    game: str
    """What is played, such as ``mcr`` or ``riichi``: each game has its own rating."""
    games: tuple[RatedGame, ...]


class PairResult(IntEnum):
    """How a player did against another one, in halves."""

    BEHIND = 0
    EQUAL = 1
    AHEAD = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """One of the three pairs that a player makes at a table, as Elo counts it."""

    opponent: RankedPerson
    rating: Fraction
    """Of the opponent, before the game."""
    result: PairResult
    expected: Fraction
    """What was expected: 0 to 1."""
    stake: Fraction
    """What a game of two moves at most."""
    change: Fraction


@dataclass(frozen=True, slots=True)
class Skill:
    """Skill and uncertainty after a game, as Plackett–Luce counts them."""

    skill: float
    uncertainty: float
    caution: Fraction
    """The value is the skill less so many uncertainties."""

    @property
    def value(self) -> Fraction:
        """The value before it is rounded."""
        return Fraction(self.skill) - self.caution * Fraction(self.uncertainty)


@dataclass(frozen=True, slots=True)
class MeanOfPlaces:
    """The places after a game, as an average place counts them."""

    sum: Fraction
    games: int


@dataclass(frozen=True, slots=True)
class EloGame:
    """The ratings before a game, from which Elo finds everything about it."""

    before: tuple[int, ...]
    """By column, in units of the last decimal."""
    elo: Elo
    decimals: int

    def exchange(self, game: RatedGame, one: int, other: int) -> int:
        """Return what ``one`` gains from ``other``, in units of the last decimal."""
        expected = self._expected(one, other)
        gain = rounded(self.elo.factor / 3 * (Fraction(_result(game, one, other), 2) - expected), self.decimals)
        return int(gain * 10**self.decimals)

    def pairs(self, game: RatedGame, column: int) -> tuple[Pair, ...]:
        """Return the pairs of the player in ``column`` with the other three, by column."""
        unit = 10**self.decimals
        return tuple(
            Pair(
                game.people[other], Fraction(self.before[other], unit), _result(game, column, other),
                self._expected(column, other), self.elo.factor / 3,
                Fraction(self.exchange(game, column, other) if column < other else -self.exchange(game, other, column),
                         unit),
            )
            for other in range(4)
            if other != column
        )  # fmt: skip

    def _expected(self, one: int, other: int) -> Fraction:
        return expectation(Fraction(self.before[one] - self.before[other], 10**self.decimals), self.elo.scale)


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one game did to the rating of one player."""

    event: EventGames
    game: RatedGame
    column: int
    before: Fraction
    """With an average place 0 before the first game."""
    after: Fraction
    counted: EloGame | Skill | MeanOfPlaces
    """How the method counted the game."""

    @property
    def working(self) -> tuple[Pair, ...] | Skill | MeanOfPlaces:
        """With Elo the pairs with the other three, by column; otherwise what is known after the game.

        Pairs are made when they are asked for: there are a million of them in ten years of a federation.
        """
        return self.counted.pairs(self.game, self.column) if isinstance(self.counted, EloGame) else self.counted


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player in the rating."""

    rank: int | None
    """None if they have too few games."""
    person: RankedPerson
    value: Fraction
    """As rounded by the rules: equal values share a rank."""
    steps: tuple[RatingStep, ...]
    """Game by game."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating over all games of some events."""

    rules: RatingRules
    rows: tuple[RatingRow, ...]
    """The ranked players by rank, then the others by value; equal ones by name."""


def rate_games(events: Iterable[EventGames], rules: RatingRules) -> Rating:
    """Return the rating of everybody after all games of ``events``, which are of one game.

    Games count in the order of their days, on one day event by event in the order of their names, and in an event by
    session and table: the order of ``events`` changes nothing.
    """
    games = sorted(
        ((event, game) for event in events for game in event.games),
        key=lambda each: (each[1].day, each[0].name, each[0].id, each[1].session, each[1].table),
    )
    people: dict[str, RankedPerson] = {}
    steps: dict[str, list[RatingStep]] = {}
    for step in _steps(games, rules):
        person = step.game.people[step.column]
        people[person.id] = person  # as they are called in the last game
        steps.setdefault(person.id, []).append(step)
    lowest_first = isinstance(rules.method, AveragePlace)
    return Rating(rules, tuple(_ranked(people, steps, rules.least_games, lowest_first=lowest_first)))


def _ranked(
    people: Mapping[str, RankedPerson], steps: Mapping[str, Sequence[RatingStep]], least: int, *, lowest_first: bool
) -> Iterator[RatingRow]:
    rows = [RatingRow(None, people[id], own[-1].after, tuple(own)) for id, own in steps.items()]
    best = 1 if lowest_first else -1
    rows.sort(key=lambda row: (len(row.steps) < least, best * row.value, row.person.name, row.person.id))
    ranks: dict[Fraction, int] = {}
    for number, row in enumerate(rows, 1):
        if len(row.steps) < least:
            yield row
        else:
            yield RatingRow(ranks.setdefault(row.value, number), row.person, row.value, row.steps)


def _steps(games: Sequence[tuple[EventGames, RatedGame]], rules: RatingRules) -> Iterator[RatingStep]:
    match rules.method:
        case Elo():
            return _elo_steps(games, rules.method, rules.decimals)
        case PlackettLuce():
            return _skill_steps(games, rules.method, rules.decimals)
        case AveragePlace():
            return _place_steps(games, rules.decimals)
        case _:
            assert_never(rules.method)


def _elo_steps(games: Iterable[tuple[EventGames, RatedGame]], elo: Elo, decimals: int) -> Iterator[RatingStep]:
    unit = 10**decimals
    ratings: defaultdict[str, int] = defaultdict(lambda: elo.start * unit)
    known: dict[tuple[int, PairResult], int] = {}
    """Exchanges that were computed before, by difference and result: powers are slow, and most differences recur."""
    for event, game in games:
        before = tuple([ratings[person.id] for person in game.people])
        counted, changes = EloGame(before, elo, decimals), [0, 0, 0, 0]
        for one, other in _PAIRS:
            key = before[one] - before[other], _result(game, one, other)
            gain = known.get(key)
            if gain is None:
                gain = known[key] = counted.exchange(game, one, other)
            changes[one] += gain
            changes[other] -= gain
        for column, person in enumerate(game.people):
            after = ratings[person.id] = before[column] + changes[column]
            yield RatingStep(event, game, column, Fraction(before[column], unit), Fraction(after, unit), counted)


_PAIRS = tuple(combinations(range(4), 2))
"""The pairs of the columns of a game."""


def _place_steps(games: Iterable[tuple[EventGames, RatedGame]], decimals: int) -> Iterator[RatingStep]:
    places: dict[str, MeanOfPlaces] = {}
    for event, game in games:
        for column, person in enumerate(game.people):
            before = places.get(person.id)
            sum, count = (before.sum, before.games) if before is not None else (Fraction(0), 0)
            after = places[person.id] = MeanOfPlaces(sum + game.mean_place(column), count + 1)
            yield RatingStep(
                event, game, column, rounded(sum / max(count, 1), decimals), rounded(after.sum / after.games, decimals),
                after,
            )  # fmt: skip


def _result(game: RatedGame, one: int, other: int) -> PairResult:
    own, theirs = game.scores[one], game.scores[other]
    return PairResult.AHEAD if own > theirs else PairResult.EQUAL if own == theirs else PairResult.BEHIND


@lru_cache(100_000)
def expectation(difference: Fraction, scale: int) -> Fraction:
    """Return what somebody rated ``difference`` higher is expected to have of a game of two, from 0 to 1.

    Source: the logistic curve of Elo (1978), to 30 digits.
    """
    if difference < 0:
        return 1 - expectation(-difference, scale)  # so that the two of a pair have exactly 1 together
    exponent = _PRECISE.divide(Decimal(-difference.numerator), Decimal(difference.denominator * scale))
    return Fraction(_PRECISE.divide(Decimal(1), _PRECISE.add(Decimal(1), _PRECISE.power(Decimal(10), exponent))))


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Return ``value`` rounded to ``decimals``, a half away from zero."""
    scale = 10**decimals
    parts = (2 * scale * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return Fraction(parts if value >= 0 else -parts, scale)


def _skill_steps(
    games: Sequence[tuple[EventGames, RatedGame]], method: PlackettLuce, decimals: int
) -> Iterator[RatingStep]:
    from openskill.models import PlackettLuce as Model  # loaded for this method alone

    model = Model(
        mu=float(method.skill),
        sigma=float(method.uncertainty),
        beta=float(method.chance),
        tau=float(method.drift),
    )
    ratings = {person.id: model.rating() for _event, game in games for person in game.people}
    for event, game in games:
        places = [float(game.place(column)) for column in range(4)]
        after = model.rate([[ratings[person.id]] for person in game.people], ranks=places)
        for column, (person, (now,)) in enumerate(zip(game.people, after, strict=True)):
            before = Skill(ratings[person.id].mu, ratings[person.id].sigma, method.caution)
            skill = Skill(now.mu, now.sigma, method.caution)
            yield RatingStep(
                event, game, column, rounded(before.value, decimals), rounded(skill.value, decimals), skill
            )  # fmt: skip
            ratings[person.id] = now
