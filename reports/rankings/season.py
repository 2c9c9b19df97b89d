"""Many events as a season: their files read, each with the reason if it does not count, and what is made of them.

Reading is slow and deciding is quick, so a :class:`SeasonReader` reads a file again only after it has changed, and a
:class:`Season` makes rankings on any day from what was read.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Protocol

from reports.rankings.careers import Career, EventCareers, careers_of, participations_in, same_in_all
from reports.rankings.events import (
    EVENT_ENDINGS,
    EXPORT_ENDINGS,
    LIST_ENDINGS,
    places_of_event,
    places_of_list,
    same_people,
    view_of_export,
)
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.rankings import EventPlaces, Ranking, RankingRules, rank_events
from tournament.rankings.outlook import Outlook, only, outlook
from tournament.rankings.rating import Rating, RatingRules, rate_games
from tournament.use_cases.ports import StoreDamaged, StoreMissing, StoreUnavailable
from tournament.use_cases.view import View

_MOST_BYTES = 1_000_000
"""Of a list of files."""
OpenView = Callable[[Path], AbstractContextManager[View]]
Progress = Callable[[int, int], None]


class KnownPlaces(Protocol):
    """The places that were read from files before, and are still those of the files."""

    def stamp(self, path: Path) -> str:
        """Return what changes whenever the file at ``path`` does; empty if that is not certain. Raise OSError."""

    def places(self, path: Path, stamp: str) -> EventPlaces | None:
        """Return the places of ``path`` at this ``stamp``; None if they are not known."""

    def keep(self, path: Path, stamp: str, places: EventPlaces) -> None:
        """Keep the ``places`` that were read from ``path``, unless it has changed since ``stamp``."""


OpenKnown = Callable[[], AbstractContextManager[KnownPlaces]]


def known_or_read(path: Path, known: KnownPlaces, read: Callable[[], EventPlaces]) -> EventPlaces:
    """Return the places of the file at ``path``: those that are known, or else what ``read`` returns, which is kept."""
    try:
        stamp = known.stamp(path)
    except OSError:
        return read()  # which says why
    found = known.places(path, stamp)
    if found is None:
        found = read()
        known.keep(path, stamp, found)
    return found


def season_paths(place: Path, endings: Collection[str]) -> tuple[Path, ...]:
    """Return the files of a folder with one of ``endings``, by name; or those that a list names, relative to it.

    Raise Refused if the list cannot be read, or names a file that is not there.
    """
    return tuple(_paths(place, endings))


def _paths(place: Path, endings: Collection[str]) -> Iterator[Path]:
    if place.is_dir():
        yield from sorted(path for path in place.iterdir() if path.suffix.casefold() in endings and path.is_file())
        return
    if place.suffix.casefold() in endings:
        yield place
        return
    with place.open("rb") as opened:
        content = opened.read(_MOST_BYTES)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        lines = ["\0"]
    if any("\0" in line for line in lines):
        text = mark("{file} is no list of files: write their names into a text file, one a line.", file=place.name)
        raise Refused(Problem("ranking-no-list", text))
    for line in lines:
        if line.strip() and not line.lstrip().startswith("#"):
            yield place.parent / line.strip()


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """One file of a season, and what was read of it."""

    path: Path
    places: EventPlaces | None = None
    """None if it does not count."""
    careers: EventCareers | None = None
    """Who played in it, game by game; None for a list of results, if its games cannot be told apart, or if they were
    not read."""
    coming: EventPlaces | None = None
    """An event that is not over, as it stands: it does not count yet, but can still be worth something."""
    problems: tuple[Text, ...] = ()
    """Why something of it does not count."""
    games_unread: bool = False
    """Whether only its places were read, which were known from before."""


@dataclass(frozen=True)
class Season:
    """Many events. Each game, such as ``mcr`` and ``riichi``, has its own rankings."""

    files: tuple[SeasonFile, ...]

    @cached_property
    def events(self) -> tuple[EventPlaces, ...]:
        """Those that count, with everybody under one number in all of them."""
        return same_people([each.places for each in self.files if each.places is not None])

    @cached_property
    def games(self) -> tuple[str, ...]:
        """What is played in them, in the order of their names."""
        return tuple(sorted({event.game for event in self.events}))

    def of_game(self, game: str) -> tuple[EventPlaces, ...]:
        """Return the events of one game."""
        return tuple(event for event in self.events if event.game == game)

    def outlooks(self, game: str, person: str, rules: RankingRules, day: date) -> Iterator[Outlook]:
        """Return what each event of ``game`` that is not over can still be worth to the person with this id."""
        coming = [each.coming for each in self.files if each.coming is not None and each.coming.game == game]
        known = same_people([*self.of_game(game), *coming])
        for event in known[len(known) - len(coming) :]:
            own = next((placed.person for placed in event.places if placed.person.id == person), None)
            if own is not None:
                yield outlook(known[: len(known) - len(coming)], event, own, rules, max(day, event.ended))

    def ranking(self, game: str, rules: RankingRules, day: date) -> Ranking:
        """Return the ranking of one game on ``day``."""
        return rank_events(self.of_game(game), rules, day)

    def careers(self, game: str, rules: RatingRules) -> tuple[Rating, tuple[Career, ...]]:
        """Return the rating of one game over all games whose sheets are known, and the career of everybody in it.

        The season was read with its games.
        """
        own = same_in_all([
            each.careers for each in self.files if each.careers is not None and each.careers.game == game
        ])  # fmt: skip
        rating = rate_games([event.games for event in own], rules)
        return rating, careers_of(own, game, rating)


class SeasonReader:
    """Reads seasons, and of the files that it has read before only those that changed since."""

    def __init__(self, open_view: OpenView, open_known: OpenKnown) -> None:
        """``open_view`` opens an event file for reading, ``open_known`` what is known of files from earlier runs."""
        self._open_view, self._open_known = open_view, open_known
        self._files: dict[Path, tuple[tuple[int, int], SeasonFile]] = {}
        """The size and time of each file, and what was read of it then."""

    def read(self, place: Path, progress: Progress = lambda _done, _all: None, *, games: bool = False) -> Season:
        """Read the events in a folder, those that a list names, or a single one; with all their ``games``.

        ``progress`` may raise to cancel. Raise Refused if there are no files, OSError if the folder cannot be read.
        """
        endings = EVENT_ENDINGS | EXPORT_ENDINGS | LIST_ENDINGS
        paths = season_paths(place, endings)
        if not paths:
            text = mark("{place} has no events: files that end in {endings}.", place=str(place),
                        endings=", ".join(sorted(endings)))  # fmt: skip
            raise Refused(Problem("ranking-no-events", text))
        files = []
        with self._open_known() as known:
            for number, path in enumerate(paths):
                progress(number, len(paths))
                files.append(self._file(path, known, games=games))
        return Season(tuple(_once(files)))

    def _file(self, path: Path, known: KnownPlaces, *, games: bool) -> SeasonFile:
        try:
            found = path.stat()
        except OSError as error:
            text = mark("{file}: the file cannot be read: {reason}.", file=path.name, reason=error.strerror or "?")
            return SeasonFile(path, problems=(text,))
        stamp = found.st_mtime_ns, found.st_size
        before = self._files.get(path)
        if before is None or before[0] != stamp or (games and before[1].games_unread):
            before = self._files[path] = stamp, self._read(path, known, games=games)
        return before[1]

    def _read(self, path: Path, known: KnownPlaces, *, games: bool) -> SeasonFile:
        ending = path.suffix.casefold()
        try:
            if ending in LIST_ENDINGS:
                return SeasonFile(path, known_or_read(path, known, lambda: places_of_list(path)))
            stamp = known.stamp(path)
            places = None if games else known.places(path, stamp)
            if places is not None:
                return SeasonFile(path, places, games_unread=True)
            file = self._event_file(path)
            if file.places is not None and not file.problems:
                known.keep(path, stamp, file.places)
        except Refused as error:
            return SeasonFile(path, problems=tuple(problem.text for problem in error.problems))
        except (StoreUnavailable, StoreDamaged, StoreMissing) as error:
            return SeasonFile(path, problems=(mark("{file}: {fault}", file=path.name, fault=error.text),))
        except OSError as error:
            text = mark("{file}: the file cannot be read: {reason}.", file=path.name, reason=error.strerror or "?")
            return SeasonFile(path, problems=(text,))
        return file

    def _event_file(self, path: Path) -> SeasonFile:
        if path.suffix.casefold() in EXPORT_ENDINGS:
            return _event_file(path, view_of_export(path))
        with self._open_view(path) as view:
            return _event_file(path, view)


def _event_file(path: Path, view: View) -> SeasonFile:
    places, coming, careers, problems = None, None, None, list[Problem]()
    try:
        places = places_of_event(view, path.name)
    except Refused as error:
        problems += error.problems
        with suppress(Refused):  # a rehearsal, or an event without days, which it just said
            coming = places_of_event(view, path.name, finished=False)
    try:
        careers = participations_in(view, path.name)
    except Refused as error:
        problems += error.problems
    said = tuple(dict.fromkeys(problem.text for problem in problems))
    return SeasonFile(path, places, careers, coming if coming is not None and coming.places else None, said)


def _once(files: Sequence[SeasonFile]) -> Iterator[SeasonFile]:
    """The files, without the event of one that an earlier one has too."""
    known: dict[str, str] = {}
    for each in files:
        ids = {each.places.id} if each.places is not None else set()
        ids |= {each.careers.id} if each.careers is not None else set()
        other = next((known[id] for id in ids if id in known), None)
        if other is None:
            known |= dict.fromkeys(ids, each.path.name)
            yield each
        else:
            text = mark("{file} and {other} have the same event: remove one of them.", file=each.path.name, other=other)
            yield replace(each, places=None, careers=None, coming=None, problems=(*each.problems, text))


def ranks_in(ranking: Ranking) -> Mapping[str, int | None]:
    """Return the rank of everybody in ``ranking``, by their id."""
    return {row.person.id: row.rank for row in ranking.rows}


def value_history(
    events: Sequence[EventPlaces], person: str, rules: RankingRules, day: date
) -> tuple[tuple[EventPlaces, Ranking], ...]:
    """Return each event of the person with this id up to ``day``, and their ranking on its last day.

    The rankings have nobody else: a value depends on one's own results alone.
    """
    own = sorted(
        (each for each in events if each.ended <= day and any(placed.person.id == person for placed in each.places)),
        key=lambda each: (each.ended, each.name),
    )
    alone = [only(each, person) for each in own]
    return tuple((each, rank_events(alone, rules, each.ended)) for each in own)
