"""A season as pandas data frames: every result that counts, the ranking, and that of the countries.

    from reports.rankings.frames import read_season
    season = read_season("season/", rules="mers")

Values are exact fractions, as in :mod:`reports.frames`; ``with_exact_parts`` makes numerators and denominators of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.column import Column, Kind
from reports.frames.event import opened_event
from reports.frames.records import make_frame
from reports.ranking_rules import RANKINGS
from reports.rankings.events import (
    EVENT_ENDINGS,
    EXPORT_ENDINGS,
    LIST_ENDINGS,
    places_of_event,
    places_of_list,
    same_people,
    view_of_export,
)
from reports.vocabulary import COUNTRY, EMA_NUMBER, NO_HEADING, PLAYER, RANK
from tournament.rankings import Counted, CountryRow, EventPlaces, RankedPerson, Ranking, RankingRow, rank_events

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class _SeasonResult:
    """One result of a person."""

    game: str
    row: RankingRow
    counted: Counted

    @property
    def person(self) -> RankedPerson:
        """Whose it is."""
        return self.row.person


_PERSON: tuple[Column[Any], ...] = (
    Column(NO_HEADING, lambda row: row.person.id, Kind.CODE, name="person",
           meaning="What identifies the person: a number of their federation, or a name."),
    PLAYER.of(lambda row: row.person.name),
    COUNTRY.of(lambda row: row.person.country),
    EMA_NUMBER.of(lambda row: row.person.number),
)  # fmt: skip
RESULT_COLUMNS: tuple[Column[_SeasonResult], ...] = (
    Column(NO_HEADING, lambda row: row.game, Kind.CODE, name="game", meaning="What is played, such as mcr or riichi."),
    *_PERSON,
    Column(NO_HEADING, lambda row: row.counted.event.name, Kind.CODE, name="event", meaning="Name of the event."),
    Column(NO_HEADING, lambda row: row.counted.event.ended.isoformat(), Kind.CODE, name="date",
           meaning="Its last day, such as 2026-05-10."),
    Column(NO_HEADING, lambda row: row.counted.place, Kind.INTEGER, name="place", meaning="Final place; 1 is best."),
    Column(NO_HEADING, lambda row: len(row.counted.event.places), Kind.INTEGER, name="players",
           meaning="How many people have a place."),
    Column(NO_HEADING, lambda row: row.counted.value, Kind.POINTS, name="base_rank",
           meaning="What the place is worth, exact."),
    Column(NO_HEADING, lambda row: row.counted.weight, Kind.POINTS, name="weight", meaning="Weight of the event."),
    Column(NO_HEADING, lambda row: row.counted.factor, Kind.POINTS, name="age_factor",
           meaning="By which its weight is multiplied on that day."),
    Column(NO_HEADING, lambda row: sum(row.counted in part.results for part in row.row.parts), Kind.INTEGER,
           name="parts", meaning="In how many parts of the value it counts."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A line of the ranking of a game."""

    game: str
    row: RankingRow

    @property
    def person(self) -> RankedPerson:
        """Whose it is."""
        return self.row.person


RANKING_COLUMNS: tuple[Column[_Ranked], ...] = (
    Column(NO_HEADING, lambda row: row.game, Kind.CODE, name="game", meaning="What is played, such as mcr or riichi."),
    RANK.of(lambda row: row.row.rank, meaning="1 is best; missing for people with too few results."),
    *_PERSON,
    Column(NO_HEADING, lambda row: row.row.value, Kind.POINTS, name="value", meaning="Value in the ranking, exact."),
    Column(NO_HEADING, lambda row: len(row.row.results), Kind.INTEGER, name="results",
           meaning="How many results count."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _RankedCountry:
    """A line of the ranking of the countries in a game."""

    game: str
    row: CountryRow


COUNTRY_COLUMNS: tuple[Column[_RankedCountry], ...] = (
    Column(NO_HEADING, lambda row: row.game, Kind.CODE, name="game", meaning="What is played, such as mcr or riichi."),
    RANK.of(lambda row: row.row.rank, meaning="1 is best."),
    COUNTRY.of(lambda row: row.row.country),
    Column(NO_HEADING, lambda row: row.row.value, Kind.POINTS, name="value", meaning="Value in the ranking, exact."),
    Column(NO_HEADING, lambda row: len(row.row.people), Kind.INTEGER, name="players",
           meaning="How many people make it; it is divided by as many as the rules say."),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class SeasonFrames:
    """Many events, as frames; each game has its own ranking."""

    results: "DataFrame"
    """Every result that is not too old, one row for each person and event."""
    ranking: "DataFrame"
    """The people by rank; those with too few results come last."""
    countries: "DataFrame"
    """The countries by rank."""


def read_season(folder: str | Path, rules: str = "mers", on: date | None = None) -> SeasonFrames:
    """The events in ``folder``, ranked on a day (by default today) by the shipped ``rules`` of this name.

    Files are those of ``quatre-vents ranking``. Raise Refused if one of them cannot count, KeyError if there are no
    such rules.
    """
    paths = sorted(path for path in Path(folder).iterdir() if path.is_file())
    events = same_people([event for path in paths if (event := _event(path)) is not None])
    chosen, day = RANKINGS.called(rules), on or datetime.now().astimezone().date()
    return season_frames(
        {
            game: rank_events([event for event in events if event.game == game], chosen, day)
            for game in sorted({event.game for event in events})
        }
    )


def _event(path: Path) -> EventPlaces | None:
    ending = path.suffix.casefold()
    if ending in LIST_ENDINGS:
        return places_of_list(path)
    if ending in EXPORT_ENDINGS:
        return places_of_event(view_of_export(path), path.name)
    if ending not in EVENT_ENDINGS:
        return None
    with opened_event(path) as view:
        return places_of_event(view, path.name)


def season_frames(rankings: dict[str, Ranking]) -> SeasonFrames:
    """The frames of rankings, by game."""
    return SeasonFrames(
        make_frame(RESULT_COLUMNS, _results(rankings)),
        make_frame(RANKING_COLUMNS, (_Ranked(game, row) for game, ranking in rankings.items() for row in ranking.rows)),
        make_frame(
            COUNTRY_COLUMNS,
            (_RankedCountry(game, row) for game, ranking in rankings.items() for row in ranking.countries),
        ),
    )


def _results(rankings: dict[str, Ranking]) -> Iterator[_SeasonResult]:
    for game, ranking in rankings.items():
        for row in ranking.rows:
            yield from (_SeasonResult(game, row, counted) for counted in row.results)
