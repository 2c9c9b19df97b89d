"""What a federation or a league decides about its ranking, as plain values. Numbers are exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import assert_never


class Rounding(StrEnum):
    """How the value of a place becomes a number; the value is its name in a data file."""

    HALF_UP = "half-up"
    DOWN = "down"
    EXACT = "exact"

    def of(self, value: Fraction) -> Fraction:
        """Return ``value``, which is not negative, as rounded."""
        match self:
            case Rounding.HALF_UP:
                return Fraction((2 * value.numerator + value.denominator) // (2 * value.denominator))
            case Rounding.DOWN:
                return Fraction(value.numerator // value.denominator)
            case Rounding.EXACT:
                return value
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class BaseRank:
    """The first place is worth ``highest``, the last nothing, and the places between them fall in equal steps."""

    highest: int
    rounding: Rounding = Rounding.HALF_UP

    def of(self, place: int, players: int, sharing: int) -> Fraction:
        """Return what ``place`` among ``players`` is worth; all who are ``sharing`` it have its value."""
        del sharing
        if players < 2:
            return Fraction(self.highest)
        return self.rounding.of(Fraction(self.highest * (players - place), players - 1))


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """The first places are worth ``points``, all others ``others``, however many play."""

    points: tuple[Fraction, ...]
    others: Fraction = Fraction(0)

    def of(self, place: int, players: int, sharing: int) -> Fraction:
        """Return what ``place`` is worth: those who are ``sharing`` it share the points of their places."""
        del players
        points = [self.points[each - 1] if each <= len(self.points) else self.others
                  for each in range(place, place + sharing)]  # fmt: skip
        return sum(points, Fraction(0)) / sharing


@dataclass(frozen=True, slots=True)
class Step:
    """From a number of players or countries on, an event weighs so much more."""

    least: int
    adds: Fraction


@dataclass(frozen=True, slots=True)
class WeightRules:
    """The weight of an event: a sum of parts."""

    base: Fraction = Fraction(0)
    """Of every event."""
    most_days: int = 0
    """Each day up to this number adds 1."""
    players: tuple[Step, ...] = ()
    """In ascending order: the last that is reached counts."""
    countries: tuple[Step, ...] = ()
    championship: Fraction = Fraction(0)
    """For an event for which players qualify."""

    def of(self, *, days: int, players: int, countries: int, championship: bool) -> Fraction:
        """Return the weight of an event."""
        of_days = Fraction(min(days, self.most_days))
        level = self.championship if championship else Fraction(0)
        return self.base + of_days + _reached(self.players, players) + _reached(self.countries, countries) + level


def _reached(steps: Sequence[Step], count: int) -> Fraction:
    return next((step.adds for step in reversed(steps) if count >= step.least), Fraction(0))


@dataclass(frozen=True, slots=True)
class Age:
    """Results that are at most ``years`` old weigh ``factor`` times as much."""

    years: int
    factor: Fraction


@dataclass(frozen=True, slots=True)
class RankingPart:
    """One part of a player's value: the weighted mean of their best results."""

    share: Fraction
    """Of the whole."""
    best: int
    """As many of the best results count; 0 for all."""
    beyond: Fraction = Fraction(0)
    """The share of the results above ``best`` that count too, rounded up to whole results."""
    filled: bool = False
    """Whether a player with fewer than ``best`` results has others of value 0 and weight 1."""

    def count_of(self, results: int) -> int:
        """Return how many of a player's ``results`` count at most."""
        if not self.best:
            return results
        above = max(0, results - self.best) * self.beyond
        return min(results, self.best) - -above.numerator // above.denominator


class Combination(StrEnum):
    """What is made of the results that count; the value is its name in a data file."""

    MEAN = "mean"
    """Their mean, each with its weight."""
    SUM = "sum"
    """The sum of their values times their weights."""


@dataclass(frozen=True, slots=True)
class QuotaRules:
    """How the seats of a championship are divided among countries."""

    best: int
    """As many of the best countries have one seat more."""
    above: Fraction
    """A country with a player whose value is above this has one seat more."""
    members: tuple[str, ...] = ()
    """The member countries, ISO 3166 alpha-2; if there are none, each country with a ranked player is one."""

    def is_member(self, country: str) -> bool:
        """Whether the players of ``country`` count."""
        return not self.members or country in self.members


@dataclass(frozen=True, slots=True)
class RankingRules:
    """The rules of a ranking."""

    id: str
    name: str
    source: str
    """The document in which they are written down."""
    value: BaseRank | PlacePoints
    weight: WeightRules
    ages: tuple[Age, ...]
    """In ascending order; a result that is older than all of them does not count. Empty: results do not age."""
    parts: tuple[RankingPart, ...]
    combination: Combination
    least_results: int
    """Players with fewer results that count are not ranked."""
    numbered_only: bool = False
    """Whether only people with a number of the federation are ranked; all others keep their places in the events."""
    country_best: int = 3
    """A country's value is the mean of as many of its best players."""
    decimals: int = 2
    """Of the values as shown; they rank exactly."""
    quotas: QuotaRules | None = None
    """None if nobody qualifies by this ranking."""

    def factor(self, ended: date, day: date) -> Fraction:
        """Return how much a result of an event that ended on ``ended`` still weighs on ``day``; 0 if it is too old."""
        if not self.ages:
            return Fraction(1)
        return next((age.factor for age in self.ages if day <= anniversary(ended, age.years)), Fraction(0))


def anniversary(day: date, years: int) -> date:
    """Return the day ``years`` after ``day``; 29 February has its anniversary on 28 February."""
    year = min(day.year + years, date.max.year)
    try:
        return day.replace(year=year)
    except ValueError:
        return day.replace(year=year, day=28)
