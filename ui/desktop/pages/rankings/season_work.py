"""What the page Rankings does in other threads: it reads events, ranks and rates their players, and writes papers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from reports.document import Document
from reports.rankings.careers import Career
from reports.rankings.check import faults_of_list
from reports.rankings.events import LIST_ENDINGS
from reports.rankings.season import Season, SeasonFile, SeasonReader, ranks_in
from tournament.event.problem import Refused
from tournament.files.user_folders import documents_folder
from tournament.language import Text, mark
from tournament.members.member import DirectoryMember
from tournament.members.season import SeasonPerson, with_members
from tournament.rankings import EventPlaces, RankedPerson, Ranking, RankingRules, rank_events
from tournament.rankings.quotas import Quotas, quotas
from tournament.rankings.rating import Rating, RatingRules
from tournament.use_cases.copies import safe_name
from tournament.use_cases.view import View
from ui.desktop.bootstrap import look_at_book, members_stamp, open_known_places, open_members
from ui.desktop.dialogs.files import choose_new_paper
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.translation import translator


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
    named: bool = False
    """Whether people are named as the directory does, where it is certain who they are."""


@dataclass(frozen=True, slots=True)
class MadeRanking:
    """The answer."""

    asked: AskedRanking
    events: tuple[EventPlaces, ...]
    """Those of the game, with the people as they are ranked."""
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

    def career_of(self, person: RankedPerson) -> Career | None:
        """Return the career of a person, who may be named as the directory does: then by their number."""
        known = self.careers.get(person.id)
        return known if known is not None or not person.number else self.careers.get(person.number)


@contextmanager
def _view_of(path: Path) -> Iterator[View]:
    book = look_at_book(path)
    try:
        if book.damage:
            raise Refused(*book.damage)
        yield book.view
    finally:
        book.close()


def _members() -> tuple[DirectoryMember, ...]:
    """The directory of this user; nobody if there is none, which is not created for that."""
    if members_stamp() is None:
        return ()
    with open_members() as directory:
        return directory.members()


class SeasonWork(QObject):
    """Reads a season, and makes its rankings and ratings, each in another thread with a bar that can cancel it."""

    read = Signal()
    """``season`` is new."""
    ranked = Signal()
    """``made`` is new."""
    matched = Signal()
    """``people`` is new."""
    rated = Signal()
    """``rating`` is new."""
    rating_cancelled = Signal()
    checked = Signal()
    """``faults`` has another file."""
    failed = Signal(object)
    """The exception: Refused, OSError if the folder cannot be read, or that of a directory that cannot be."""

    def __init__(self, owner: QObject, bar: WorkBar) -> None:
        super().__init__(owner)
        self._bar = bar
        self._reader = SeasonReader(_view_of, open_known_places)
        self._place: Path | None = None
        self.season: Season | None = None
        self.made: MadeRanking | None = None
        self.rating: MadeRating | None = None
        self.people: tuple[SeasonPerson, ...] | None = None
        """Who is who in the results; those who are asked about come first. None before it is known."""
        self.faults: dict[SeasonFile, tuple[Text, ...]] = {}
        """What is wrong in lists of results that were checked, cell by cell."""
        self._reading, self._ranking, self._rating, self._matching, self._checking = (
            CurrentWork(self) for _ in range(5)
        )
        self._checking.done.connect(self._take_faults)
        self._matching.done.connect(self._take_people)
        self._reading.done.connect(self._take_season)
        self._ranking.done.connect(self._take_ranking)
        self._rating.done.connect(self._take_rating)
        self._rating.cancelled.connect(self.rating_cancelled)
        for work in (self._reading, self._ranking, self._rating, self._matching, self._checking):
            work.failed.connect(self.failed)

    def forget(self) -> None:
        """Drop the season: another one is chosen."""
        for work in (self._reading, self._ranking, self._rating, self._matching):
            work.forget()
        self.season = self.made = self.rating = self.people = None

    def read_season(self, place: Path) -> None:
        """Read the events in a folder or of a list; of files that were read before only those that changed."""
        reader, self._place = self._reader, place
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
            events = season.of_game(asked.game)
            if asked.named:
                events, _people = with_members(events, _members())
            step(0, 0)
            ranking = rank_events(events, asked.rules, asked.day)
            step(0, 0)
            before = rank_events(events, asked.rules, asked.since) if asked.since is not None else None
            rules = asked.rules.quotas
            seats = quotas(ranking, rules, asked.seats) if rules is not None and asked.seats else None
            return MadeRanking(asked, events, ranking, ranks_in(before) if before is not None else None, seats)

        work = Work(task)
        self._bar.follow(work, mark("Ranking the players"))
        self._ranking.start(work)

    def match(self) -> None:
        """Compare everybody in the results with the directory, and with one another."""
        season = self.season
        if season is None or self._matching.busy:
            return

        def task(step: Step) -> tuple[SeasonPerson, ...]:
            step(0, 0)
            _events, people = with_members(season.events, _members())
            asked = [each for each in people if each.match.sure is None and (each.match.asked or each.others)]
            return (*asked, *(each for each in people if each not in asked))

        work = Work(task)
        self._bar.follow(work, mark("Comparing with the directory"))
        self._matching.start(work)

    def check(self, file: SeasonFile) -> None:
        """Check a list of results, unless it was checked: sums, ties, base ranks, weight, numbers and countries."""
        if file in self.faults or file.path.suffix.casefold() not in LIST_ENDINGS:
            return

        def task(step: Step) -> tuple[SeasonFile, tuple[Text, ...]]:
            step(0, 0)
            return file, faults_of_list(file.path)

        self._checking.start(Work(task))

    def rate(self, game: str, rules: RatingRules) -> None:
        """Make the rating of one game, unless it is being made; games of which only the places are known are read."""
        season, place, reader = self.season, self._place, self._reader
        if season is None or place is None or self._rating.busy:
            return

        def task(step: Step) -> tuple[Season, MadeRating]:
            whole = season
            if any(each.games_unread for each in season.files):
                whole = reader.read(place, step, games=True)
            step(0, 0)
            rating, careers = whole.careers(game, rules)
            return whole, MadeRating(game, rating, {each.person.id: each for each in careers})

        work = Work(task)
        self._bar.follow(work, mark("Rating every game"))
        self._rating.start(work)

    def _take_season(self, season: Season) -> None:
        if self.season is None or season.files != self.season.files:
            self.season, self.made, self.rating, self.people = season, None, None, None
            self.read.emit()

    def _take_ranking(self, made: MadeRanking) -> None:
        if self.rating is not None and self.rating.game != made.asked.game:
            self.rating = None
        self.made = made
        self.ranked.emit()

    def _take_people(self, people: tuple[SeasonPerson, ...]) -> None:
        self.people = people
        self.matched.emit()

    def _take_faults(self, found: tuple[SeasonFile, tuple[Text, ...]]) -> None:
        file, faults = found
        self.faults[file] = faults
        self.checked.emit()

    def _take_rating(self, made: tuple[Season, MadeRating]) -> None:
        self.season, self.rating = made
        self.rated.emit()


_FORMATS = ("pdf", "html", "xlsx", "csv")


class PaperSaver(CurrentWork):
    """Asks for a file, and writes a document to it."""

    saved = Signal(object)
    """Where it was written, a Text."""
    refused = Signal(object)
    """Why it was not written, a Text."""

    def __init__(self, owner: QWidget, bar: WorkBar) -> None:
        super().__init__(owner)
        self._owner, self._bar = owner, bar
        self.done.connect(self._report)
        self.failed.connect(self._refuse)

    def save(self, document: Document, name: str) -> None:
        """Ask for a file, by default called ``name``; its ending says what is written."""
        path = choose_new_paper(self._owner, documents_folder() / f"{safe_name(name)}.pdf")
        if path is not None:
            self.write(document, path)

    def write(self, document: Document, path: Path) -> None:
        """Write ``document`` to ``path``."""
        ending, language = path.suffix.casefold().removeprefix("."), translator.language
        if ending not in _FORMATS:
            self.refused.emit(mark("The name of the file ends in .pdf, .html, .xlsx or .csv."))
            return

        def task(step: Step) -> Path:
            from reports.catalogue import write
            from reports.report import Format

            write(document, path, Format(ending), language, progress=step)
            return path

        work = Work(task)
        self._bar.follow(work, mark("Writing {name}", name=path.name))
        self.start(work)

    def _report(self, path: Path) -> None:
        self.saved.emit(mark("Written to {path}", path=str(path)))

    def _refuse(self, error: Exception) -> None:
        from reports.writers.atomic_file import ExportFailed

        if not isinstance(error, ExportFailed):
            raise error
        self.refused.emit(error.message)
