"""The ranking of a season as a document: for paper, workbooks, tables and web pages, and its columns for every list."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from reports.column import Column, Kind
from reports.document import Chart, ChartSeries, ChartShape, Document, Section, table_of
from reports.vocabulary import COUNTRY, EMA_NUMBER, EVENT, EVENTS, MOVED, PLAYER, PLAYERS, RANK, RESULTS, VALUE
from tournament.event.prizes import country_names
from tournament.language import Average, Text, listed, mark, mark_count, mark_in, verbatim
from tournament.members.season import SeasonPerson
from tournament.rankings import Counted, EventPlaces, Ranking
from tournament.rankings.quotas import CountryQuota, Quotas
from tournament.rankings.ranking import CountryRow, RankingRow


def moved_since(before: Mapping[str, int | None]) -> Column[RankingRow]:
    """Return the column of the ranks gained or lost since an earlier ranking; empty for who was not in it."""

    def ranks(row: RankingRow) -> int | None:
        earlier = before.get(row.person.id)
        return None if earlier is None or row.rank is None else earlier - row.rank

    return MOVED.of(ranks)


def value_text(decimals: int) -> Callable[[Any], Text]:
    """Return what shows the value of a row with so many decimals."""
    return lambda row: Text("{value}", (("value", Average(row.value, decimals)),))


def ranking_columns(decimals: int, before: Mapping[str, int | None] | None = None) -> tuple[Column[RankingRow], ...]:
    """Return the columns of a ranking of players; with the ranks ``before``, by id, also their movement."""
    return (
        RANK.of(lambda row: row.rank),
        *((moved_since(before),) if before is not None else ()),
        PLAYER.of(lambda row: row.person.name),
        COUNTRY.of(lambda row: row.person.country),
        EMA_NUMBER.of(lambda row: row.person.number or None),
        VALUE.of(value_text(decimals), kind=Kind.AVERAGE),
        RESULTS.of(lambda row: len(row.results)),
    )


def _country(code: str) -> Text | str:
    return mark("{country} ({code})", country=country_names(code), code=code) if code else ""


def country_columns(decimals: int) -> tuple[Column[CountryRow], ...]:
    """Return the columns of a ranking of countries."""
    return (
        RANK.of(lambda row: row.rank),
        COUNTRY.of(lambda row: _country(row.country)),
        VALUE.of(value_text(decimals), kind=Kind.AVERAGE),
        PLAYERS.of(lambda row: ", ".join(person.name for person in row.people), kind=Kind.TEXT, flexible=True),
    )


QUOTA_COLUMNS: tuple[Column[CountryQuota], ...] = (
    RANK.of(lambda row: row.place, name="place"),
    COUNTRY.of(lambda row: _country(row.country), flexible=True),
    Column(mark_in("championship", "Seats"), lambda row: row.seats, Kind.INTEGER, name="seats"),
    PLAYERS.of(lambda row: row.players, name="players"),
    Column(mark("At most"), lambda row: row.limit, Kind.INTEGER, name="limit"),
    Column(mark("Given back"), lambda row: row.given_back, Kind.INTEGER, name="given_back"),
)
RESULT_COLUMNS: tuple[Column[Counted], ...] = (
    EVENT.of(lambda row: row.event.name),
    Column(mark("Last day"), lambda row: row.event.ended.isoformat(), name="date"),
    RANK.of(lambda row: row.place, name="place"),
    PLAYERS.of(lambda row: len(row.event.places), name="players"),
    VALUE.of(lambda row: row.value, kind=Kind.POINTS),
    Column(mark("Weight"), lambda row: row.weight, Kind.POINTS, name="weight"),
    Column(mark("By its age"), lambda row: row.factor, Kind.POINTS, name="age_factor"),
)
"""The results of one player, as the ranking counts them."""


def who_text(each: SeasonPerson) -> Text:
    """Return who somebody in the results is in the directory, in words."""
    sure = each.match.sure
    if sure is not None:
        return sure.text
    asked = [found.text for found in each.match.asked]
    asked += [mark("{name} ({reason})", name=other.name, reason=why.reason.text) for other, why in each.others]
    return mark("or {them}?", them=listed(asked)) if asked else mark("not in the directory")


PEOPLE_COLUMNS: tuple[Column[SeasonPerson], ...] = (
    PLAYER.of(lambda row: row.person.name),
    COUNTRY.of(lambda row: row.person.country),
    EMA_NUMBER.of(lambda row: row.person.number or None),
    EVENTS.of(lambda row: row.events),
    Column(mark("In the directory"), who_text, flexible=True),
)
"""Who is who in the results of a season."""


def ranking_document(
    season: str,
    ranking: Ranking,
    printed: datetime,
    *,
    before: Mapping[str, int | None] | None = None,
    seats: Quotas | None = None,
) -> Document:
    """Return the ranking of players and countries of a ``season``, and the ``seats`` of a championship.

    ``before`` has the ranks on an earlier day, by id, for the movement.
    """
    rules = ranking.rules
    sections = [
        Section(table_of(ranking_columns(rules.decimals, before), ranking.rows), mark("Players"), mark("players"))
    ]
    if ranking.countries:
        table = table_of(country_columns(rules.decimals), ranking.countries)
        sections.append(Section(table, mark("Countries"), mark("countries")))
    if seats is not None:
        text = mark("Seats of a championship: {count}", count=seats.total)
        sections.append(Section(table_of(QUOTA_COLUMNS, seats.rows), text, mark("seats")))
    return Document(
        event=season,
        title=mark("Ranking on {day}", day=ranking.day),
        state=mark_count("{count} player", "{count} players", len(ranking.rows)),
        printed=printed,
        note=mark("Rules: {rules}. Source: {source}", rules=verbatim(rules.name), source=verbatim(rules.source)),
        section_name=mark("Part"),
        sections=tuple(sections),
    )


def value_chart(history: Sequence[tuple[EventPlaces, Ranking]], name: str) -> Chart:
    """Return the value of one player after each of their events, as :func:`~reports.rankings.season.value_history` has
    it; none while they are not ranked."""
    values = tuple(
        next((row.value for row in ranking.rows if row.rank is not None and row.person.id), None)
        for _event, ranking in history
    )
    return Chart(
        "ranking-value",
        mark("Value in the ranking"),
        ChartShape.LINES,
        names=tuple(event.name for event, _ranking in history),
        names_title=mark("Event"),
        series=(ChartSeries(name, values),),
        values_title=mark("Value"),
        kind=Kind.AVERAGE,
        empty=mark("Not ranked yet."),
    )
