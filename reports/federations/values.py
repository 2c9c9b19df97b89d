"""The cells of a federation's file for an event, column by column; the event must be complete."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache
from math import floor
from typing import assert_never

from reports.document import ExactCell
from reports.federations.definition import (
    ColumnValue,
    DateForm,
    Federation,
    FederationColumn,
    FederationFile,
    FileKind,
    WholePoints,
)
from reports.ranking_rules import rules_called
from tournament.event.country import country_code, country_text
from tournament.event.ema import GUEST, is_no_member
from tournament.event.officials import Official
from tournament.event.player import Player, PlayerState
from tournament.event.settings import FederationLevel, Settings
from tournament.event.timetable import planned_sessions
from tournament.language import Text, language_of
from tournament.rankings import RankingRules
from tournament.standings import Standing
from tournament.use_cases.view import View

_WORDS = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)(\d\d)(?!\d)")
MOST_SUBSTITUTES = 3
"""The maximum number of substitutes that count as players."""


@cache
def _european_ranking() -> RankingRules:
    return rules_called("mers")


def base_rank(place: int, players: int) -> int:
    """Return what ``place`` among ``players`` is worth in the European ranking, which rounds it to a whole number.

    Who shares a place has its base rank.
    """
    return int(_european_ranking().value.of(place, players, 1))


def european_weight(*, days: int, players: int, countries: int, championship: bool) -> Fraction:
    """Return the weight of an event in the European ranking."""
    return _european_ranking().weight.of(days=days, players=players, countries=countries, championship=championship)


@dataclass(frozen=True, slots=True)
class EventResults:
    """An event as a federation sees it."""

    settings: Settings
    starts: date | None
    ends: date | None
    days: int
    """The number of days with a session that counts. While a session has no date, all days from the first to the last
    one of the event; 0 if one of these is missing."""
    lengths: tuple[int, ...]
    """The minutes of each session that counts."""
    rows: tuple[Standing, ...]
    """The players with a place; nobody else is in a report."""
    substitutes: int
    rules: Text
    """Name of the rule set."""

    @property
    def countries(self) -> frozenset[str]:
        """The countries of the players with a place."""
        return frozenset(code for row in self.rows if (code := country_code(row.player.country)))

    @property
    def championship(self) -> bool:
        """Whether players qualify for the event."""
        return self.settings.level is FederationLevel.CHAMPIONSHIP

    @property
    def weight(self) -> Fraction:
        """The weight of the event in the European ranking."""
        return european_weight(
            days=self.days,
            players=self.counted_players,
            countries=len(self.countries),
            championship=self.championship,
        )

    @property
    def counted_players(self) -> int:
        """The players with a place, and at most three substitutes."""
        return len(self.rows) + min(self.substitutes, MOST_SUBSTITUTES)


def event_results(view: View) -> EventResults:
    """The data of ``view`` for reports."""
    settings, standings = view.settings, view.standings()
    planned = planned_sessions(settings.timetable, view.session_numbers, settings.minutes)
    days = sorted(each.day for each in planned if each.day is not None)
    dated = bool(days) and len(days) == len(planned)
    starts, ends = (days[0], days[-1]) if dated else (settings.first_day, settings.last_day)
    count = (ends - starts).days + 1 if starts is not None and ends is not None else 0
    count = len(set(days)) if dated else count
    lengths = tuple(each.minutes for each in planned)
    substitutes = sum(row.status.state is PlayerState.SUBSTITUTE for row in standings.unranked)
    return EventResults(settings, starts, ends, count, lengths, standings.rows, substitutes, view.rules.name)


def file_rows(federation: Federation, file: FederationFile, results: EventResults) -> tuple[tuple[ExactCell, ...], ...]:
    """One row per player, best first, with a cell for each column of ``file``."""
    federation = replace(federation, country_codes=file.country_codes or federation.country_codes)
    whole = {
        column: _event_cell(federation, file, column, results) for column in file.columns if not column.value.of_player
    }
    return tuple(
        tuple(
            whole[column] if column in whole else _player_cell(federation, file, column, row, len(results.rows))
            for column in file.columns
        )
        for row in results.rows
    )


def _rules_text(federation: Federation, results: EventResults) -> str:
    """The federation's name for the rules, otherwise their name in its language."""
    return dict(federation.rules).get(results.settings.rules) or language_of(federation.language).render(results.rules)


def _answer(federation: Federation, *, yes: bool) -> str:
    return federation.yes if yes else federation.no


_OF_EVENT: Mapping[ColumnValue, Callable[[Federation, EventResults], ExactCell]] = {
    ColumnValue.TOURNAMENT_NAME: lambda _, results: results.settings.name,
    ColumnValue.SHORT_NAME: lambda _, results: short_name(results.settings, results.starts),
    ColumnValue.PARTICIPANTS: lambda _, results: len(results.rows),
    ColumnValue.OFFICIALS: lambda _, results: ", ".join(map(official_text, results.settings.officials)),
    ColumnValue.DATE: lambda federation, results: date_text(results.starts, federation.date),
    ColumnValue.DATES: lambda federation, results: dates_text(results.starts, results.ends, federation.language),
    ColumnValue.DAYS: lambda _, results: results.days,
    ColumnValue.HOST_COUNTRY: lambda federation, results: country_text(
        results.settings.host_country, federation.country_codes
    ),
    ColumnValue.CITY: lambda _, results: results.settings.city,
    ColumnValue.ORGANISER: lambda _, results: results.settings.organiser,
    ColumnValue.RULES: _rules_text,
    ColumnValue.SESSIONS: lambda _, results: len(results.lengths),
    ColumnValue.CHAMPIONSHIP: lambda federation, results: _answer(federation, yes=results.championship),
    ColumnValue.COUNTRIES: lambda _, results: len(results.countries),
    ColumnValue.WEIGHT_PLAYERS: lambda _, results: results.counted_players,
    ColumnValue.WEIGHT: lambda _, results: results.weight,
}
"""Values of columns that are the same in every row."""
_OF_PLAYER: Mapping[ColumnValue, Callable[[Federation, Standing, int], ExactCell]] = {
    ColumnValue.PLACE: lambda _, row, _players: row.rank,
    ColumnValue.FIRST_NAME: lambda federation, row, _players: names_for(federation, row.player)[0],
    ColumnValue.LAST_NAME: lambda federation, row, _players: names_for(federation, row.player)[1],
    ColumnValue.NUMBER: lambda _, row, _players: "" if is_no_member(row.player.ema_number) else row.player.ema_number,
    ColumnValue.MEMBER: lambda federation, row, _players: _answer(federation, yes=is_member(row.player)),
    ColumnValue.COUNTRY: lambda federation, row, _players: country_text(row.player.country, federation.country_codes),
    ColumnValue.CLUB: lambda _, row, _players: row.player.club,
    ColumnValue.TEAM: lambda _, row, _players: row.player.team,
    ColumnValue.TABLE_POINTS: lambda _, row, _players: row.table_points,
    ColumnValue.SCORE: lambda _, row, _players: row.score,
    ColumnValue.BASE_RANK: lambda _, row, players: base_rank(row.rank, players),
}
"""Values of columns that differ by player; the number is that of players with a place."""


def _event_cell(
    federation: Federation, file: FederationFile, column: FederationColumn, results: EventResults
) -> ExactCell:
    if column.value is ColumnValue.TEXT:
        return column.text
    if column.value is ColumnValue.DATE and file.kind is FileKind.XLSX and results.starts is not None:
        return results.starts  # a date, which a spreadsheet can sort and reckon with
    return _cased(column, _OF_EVENT[column.value](federation, results))


def _player_cell(
    federation: Federation, file: FederationFile, column: FederationColumn, row: Standing, players: int
) -> ExactCell:
    if column.value is ColumnValue.TABLE_POINTS and file.points is WholePoints.ROUNDED:
        return rounded(row.table_points)
    return _cased(column, _OF_PLAYER[column.value](federation, row, players))


def rounded(points: Fraction | int) -> int:
    """The nearest whole number; halves are rounded up."""
    return floor(points + Fraction(1, 2))


def names_for(federation: Federation, player: Player) -> tuple[str, str]:
    """First and last name as the federation reads them."""
    return player.latin_names if federation.latin_names else (player.first_name, player.last_name)


def official_text(official: Official) -> str:
    """``Head referee: Ada Bamboo (ada@example.org)``."""
    contact = f" ({official.contact})" if official.contact else ""
    return f"{official.role}: {official.name}{contact}"


def _cased(column: FederationColumn, cell: ExactCell) -> ExactCell:
    return cell.upper() if column.capitals and isinstance(cell, str) else cell


def is_member(player: Player) -> bool:
    """Whether ``player`` has a number of an association; a guest number does not count."""
    return is_members(player.ema_number)


def is_members(number: str) -> bool:
    """Whether ``number`` is that of a member of an association, and not that of a guest."""
    return bool(number) and not is_no_member(number) and not number.startswith(GUEST)


def date_text(day: date | None, form: DateForm) -> str:
    """A day in figures: ``9/5/2026``."""
    if day is None:
        return ""
    match form:
        case DateForm.PLAIN:
            return f"{day.day}/{day.month}/{day.year}"
        case DateForm.PADDED:
            return f"{day.day:02}/{day.month:02}/{day.year}"
        case DateForm.DOTS:
            return f"{day.day:02}.{day.month:02}.{day.year}"
        case DateForm.ISO:
            return day.isoformat()
        case _:
            assert_never(form)


def dates_text(starts: date | None, ends: date | None, language: str) -> str:
    """All days in words: ``9-10 May 2026``, ``30 April-2 May 2026``."""
    if starts is None or ends is None:
        return ""
    first, last = (language_of(language).date(day) for day in (starts, ends))
    if starts == ends:
        return last
    day_first = first.startswith(str(starts.day))
    if day_first and (starts.year, starts.month) == (ends.year, ends.month):
        return f"{starts.day}-{last}"
    if day_first and starts.year == ends.year:
        first = first.removesuffix(str(starts.year)).rstrip()
    return f"{first}-{last}"


def short_name(settings: Settings, starts: date | None) -> str:
    """The organiser's, or the initials of the name with the year: ``HO26`` of Harbour Open 2026."""
    if settings.short_name:
        return settings.short_name
    words = _WORDS.findall(settings.name)
    capitals = [word for word in words if word[0].isupper()]
    initials = "".join(word[0] for word in capitals or words).upper()
    if not initials:
        return ""
    year = _YEAR.search(settings.name)
    return initials + (year[1] if year else f"{starts.year % 100:02}" if starts else "")
