"""What the page Rankings computes in other threads: the events that are read, their rankings, and their ratings."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from reports.rankings.careers import Career
from reports.rankings.season import Season, SeasonReader, ranks_in
from tournament.language import mark
from tournament.rankings import Ranking, RankingRules
from tournament.rankings.quotas import Quotas, quotas
from tournament.rankings.rating import Rating, RatingRules
from tournament.use_cases.view import View
from ui.desktop.bootstrap import look_at_book
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar


@dataclass(frozen=True, slots=True)
class AskedRanking:
    """What is asked of a season."""

    game: str
    rules: RankingRules
    day: date
    since: date | None
    """The day from which movement is counted; None for none."""
    seats: int
    """Of a championship."""


@dataclass(frozen=True, slots=True)
class MadeRanking:
    """The answer."""

    asked: AskedRanking
    ranking: Ranking
    before: Mapping[str, int | None] | None
    """The ranks on the day since which movement is counted, by the id of the person."""
    seats: Quotas | None
    """None if the rules have no quotas."""


@dataclass(frozen=True, slots=True)
class MadeRating:
    """The rating of one game, and the career of everybody who played it, by their id."""

    game: str
    rating: Rating
    careers: Mapping[str, Career]


@contextmanager
def _view_of(path: Path) -> Iterator[View]:
    book = look_at_book(path)
    try:
        yield book.view
    finally:
        book.close()


class SeasonWork(QObject):
    """Reads a season, and makes its rankings and ratings, each in another thread with a bar that can cancel it."""

    read = Signal()
    """``season`` is new."""
    ranked = Signal()
    """``made`` is new."""
    rated = Signal()
    """``rating`` is new."""
    rating_cancelled = Signal()
    failed = Signal(object)
    """The exception: Refused, or OSError if the folder cannot be read."""

    def __init__(self, owner: QObject, bar: WorkBar) -> None:
        super().__init__(owner)
        self._bar = bar
        self._reader = SeasonReader(_view_of)
        self.season: Season | None = None
        self.made: MadeRanking | None = None
        self.rating: MadeRating | None = None
        self._reading, self._ranking, self._rating = (CurrentWork(self) for _ in range(3))
        self._reading.done.connect(self._take_season)
        self._ranking.done.connect(self._take_ranking)
        self._rating.done.connect(self._take_rating)
        self._rating.cancelled.connect(self.rating_cancelled)
        for work in (self._reading, self._ranking, self._rating):
            work.failed.connect(self.failed)

    def forget(self) -> None:
        """Drop the season: another one is chosen."""
        for work in (self._reading, self._ranking, self._rating):
            work.forget()
        self.season = self.made = self.rating = None

    def read_season(self, place: Path) -> None:
        """Read the events in a folder or of a list; of files that were read before only those that changed."""
        reader = self._reader
        work = Work(lambda step: reader.read(place, step))
        self._bar.follow(work, mark("Reading {name}", name=place.name))
        self._reading.start(work)

    def rank(self, asked: AskedRanking) -> None:
        """Make the ranking that is ``asked`` for, unless it is there."""
        season = self.season
        if season is None or (self.made is not None and self.made.asked == asked and not self._ranking.busy):
            return

        def task(step: Step) -> MadeRanking:
            step(0, 0)
            ranking = season.ranking(asked.game, asked.rules, asked.day)
            step(0, 0)
            before = season.ranking(asked.game, asked.rules, asked.since) if asked.since is not None else None
            rules = asked.rules.quotas
            seats = quotas(ranking, rules, asked.seats) if rules is not None and asked.seats else None
            return MadeRanking(asked, ranking, ranks_in(before) if before is not None else None, seats)

        work = Work(task)
        self._bar.follow(work, mark("Ranking the players"))
        self._ranking.start(work)

    def rate(self, game: str, rules: RatingRules) -> None:
        """Make the rating of one game, unless it is being made."""
        season = self.season
        if season is None or self._rating.busy:
            return

        def task(step: Step) -> MadeRating:
            step(0, 0)
            rating, careers = season.careers(game, rules)
            return MadeRating(game, rating, {each.person.id: each for each in careers})

        work = Work(task)
        self._bar.follow(work, mark("Rating every game"))
        self._rating.start(work)

    def _take_season(self, season: Season) -> None:
        if self.season is None or season.files != self.season.files:
            self.season, self.made, self.rating = season, None, None
            self.read.emit()

    def _take_ranking(self, made: MadeRanking) -> None:
        if self.rating is not None and self.rating.game != made.asked.game:
            self.rating = None
        self.made = made
        self.ranked.emit()

    def _take_rating(self, rating: MadeRating) -> None:
        self.rating = rating
        self.rated.emit()
