"""Table points: what the scores of a session are worth in the standings."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import assert_never

from tournament.language import Text, integer_text, listed, mark
from tournament.language.text import LabelledEnum
from tournament.rules.question import Choice, Option, QuestionKind, RuleQuestion, read_places

MOST_WORTH = 1000
"""The maximum table points of a place."""


class TablePointsKind(LabelledEnum):
    """What determines table points. The value is the name in files and on the command line."""

    PLACES = "places", mark("by place at the table")
    MATCH = "match", mark("match points: the square root of the score, with its sign")
    SCORE = "score", mark("the score itself")
    UMA = "uma", mark("the score and the uma of the place")


@dataclass(frozen=True, slots=True)
class TablePoints:
    """How the four scores of a table become table points."""

    kind: TablePointsKind = TablePointsKind.PLACES
    places: tuple[int, ...] = (4, 2, 1, 0)
    """The table points of the four places, best first, for the kinds that count places."""
    by_seat: bool = False
    """Whether equal scores do not share their places, so that the player in the first of their columns is placed
    higher."""
    by_above: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Other values of the places, by how many scores are 0 or above: ``(1, (12000, -1000, -3000, -8000))``."""

    def of(self, scores: Sequence[int], without: Collection[int] = ()) -> tuple[Fraction, ...]:
        """Return the table points of ``scores``, in their order.

        The columns ``without`` have none, and the others rank among themselves for the first places (EMA, substitutes).
        """
        if self.by_above:
            above = sum(score >= 0 for score in scores)
            places = dict(self.by_above).get(above, self.places)
            return replace(self, places=places, by_above=()).of(scores, without)
        if without:
            others = [column for column in range(len(scores)) if column not in without]
            points = dict(zip(others, self.of([scores[column] for column in others]), strict=True))
            return tuple(points.get(column, Fraction(0)) for column in range(len(scores)))
        match self.kind:
            case TablePointsKind.PLACES:
                return self._by_place(scores)
            case TablePointsKind.MATCH:
                return tuple(match_points(score) for score in scores)
            case TablePointsKind.SCORE:
                return tuple(Fraction(score) for score in scores)
            case TablePointsKind.UMA:
                return tuple(score + worth for score, worth in zip(scores, self._by_place(scores), strict=True))
            case _:
                assert_never(self.kind)

    def _by_place(self, scores: Sequence[int]) -> tuple[Fraction, ...]:
        if not self.by_seat:
            return share_places(scores, self.places)
        ordered = sorted(range(len(scores)), key=lambda column: -scores[column])
        return tuple(Fraction(self.places[ordered.index(column)]) for column in range(len(scores)))

    @property
    def rank_evenings(self) -> bool:
        """Whether evenings and leagues add up table points instead of scores."""
        return self.kind is TablePointsKind.UMA

    @property
    def short_text(self) -> Text:
        """A description in a few words for a paper: ``4, 2, 1, 0``."""
        match self.kind:
            case TablePointsKind.PLACES:
                return listed(str(worth) for worth in self.places)
            case TablePointsKind.MATCH:
                return mark("square root of the total")
            case TablePointsKind.SCORE:
                return mark("the total itself")
            case TablePointsKind.UMA:
                return mark("total + uma {places}", places=listed(integer_text(worth) for worth in self.places))
            case _:
                assert_never(self.kind)


BY_PLACE = TablePoints()
"""4-2-1-0, as in the Mahjong Competition Rules."""


def share_places(scores: Sequence[int], worth: Sequence[int]) -> tuple[Fraction, ...]:
    """Return what the place of each score is worth. Equal scores share their places equally.

    ``scores`` and ``worth`` have one item a player, ``worth`` best place first. The answer is in
    the order of ``scores`` and sums to the sum of ``worth``. Source: FFMJ, "Points de table".

    >>> [str(points) for points in share_places((50, 20, 20, -90), (4, 2, 1, 0))]
    ['4', '3/2', '3/2', '0']
    """
    ordered = sorted(scores, reverse=True)
    return tuple(
        [_mean(tuple(worth[(first := ordered.index(score)) : first + ordered.count(score)])) for score in scores]
    )


@lru_cache(maxsize=256)
def _mean(worth: tuple[int, ...]) -> Fraction:
    return Fraction(sum(worth), len(worth))


class Hundredths(Fraction):
    """A number that was rounded to two decimals and is shown so: 12.25, not 12¼. Sums of it are plain fractions."""

    __slots__ = ()
    decimal = True


def match_points(score: int) -> Hundredths:
    """The square root of a score with its sign, to two decimals (World Series since 2010): -50 is -7.07."""
    hundredths = (isqrt(4 * 10_000 * abs(score)) + 1) // 2
    return Hundredths(hundredths if score > 0 else -hundredths, 100)


_OPEN_KINDS = (TablePointsKind.PLACES, TablePointsKind.MATCH, TablePointsKind.SCORE)
"""The kinds that an event may choose. Uma has options of its own."""


def table_points_options(default: TablePointsKind, source: Text) -> tuple[Option, Option]:
    """Return the options for rules that do not determine table points; ``source`` is that of ``default``."""
    return (
        Option(
            RuleQuestion(
                "table_points",
                mark("Table points"),
                QuestionKind.CHOICE,
                default.value,
                tuple(Choice(kind.value, kind.label) for kind in _OPEN_KINDS),
            ),
            source,
        ),
        Option(
            RuleQuestion(
                "place_points",
                mark("Table points by place, best first"),
                QuestionKind.PLACES,
                "-".join(str(worth) for worth in BY_PLACE.places),
                most=MOST_WORTH,
            ),
            mark("Our proposal: as in the Mahjong Competition Rules"),
        ),
    )


OPEN_TABLE_POINTS = table_points_options(
    TablePointsKind.PLACES, mark("Our proposal: the rules document says nothing about it")
)
"""The options for rules whose document does not mention tournaments."""


def chosen_table_points(table_points: str, place_points: str) -> TablePoints:
    """Return how scores become table points by the answers to both options, which were checked before."""
    return TablePoints(TablePointsKind(table_points), read_places(place_points))
