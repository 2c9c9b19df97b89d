"""Rankings and seats as JSON, for scripts and over HTTP: exactly these fields."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from reports.column import Column
from reports.frames.records import json_rows
from reports.frames.seats import SEAT_COLUMNS
from reports.frames.standings import STANDING_COLUMNS, records_of
from tournament.event.player import PlayerState
from tournament.files.typed_json import convert
from tournament.language import exact_text
from tournament.standings import Standings
from tournament.standings.season import SeasonStandings
from tournament.tiles.wind import Wind

if TYPE_CHECKING:
    from reports.site import Site, SiteSeat, SiteTable

Number = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
ExactText = Annotated[str, Meta(pattern=r"^-?[0-9]*(/[1-9][0-9]*|\.[0-9]+)?$", min_length=1)]
"""An exact number: ``13/2``, ``4``, ``-7.07``."""


def _column(name: str, *, of: Sequence[Column[Any]] = STANDING_COLUMNS) -> Meta:
    """What the column ``name`` means, for a field that has its values."""
    return Meta(description=next(column.meaning for column in of if column.name == name))


class StandingLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the standings of a tournament."""

    rank: Annotated[Number | None, _column("rank")]
    player: Annotated[Number, _column("player")]
    name: Annotated[str, _column("name")]
    table_points: Annotated[ExactText, _column("table_points")]
    score: Annotated[int, _column("score")]
    moved: Annotated[int | None, _column("moved")]
    after: Annotated[Count, _column("after")]
    provisional: Annotated[bool, _column("provisional")]
    state: Annotated[PlayerState, _column("state")]
    granted: Annotated[bool, _column("granted")]


class EveningLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An evening of a player."""

    session: Annotated[Number, _column("session", of=SEAT_COLUMNS)]
    score: int
    games: Count
    counted: bool
    table_points: ExactText | None = None
    """Absent if scores rank."""


class SeasonLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the standings of a season or of a club."""

    rank: Annotated[Number | None, _column("rank")]
    player: Annotated[Number, _column("player")]
    name: Annotated[str, _column("name")]
    table_points: Annotated[ExactText | None, _column("table_points")]
    score: Annotated[int, _column("score")]
    worth: Annotated[ExactText, _column("worth")]
    games: Annotated[Count, _column("games")]
    won: Annotated[Count, _column("won")]
    average: Annotated[ExactText, _column("average")]
    evenings: tuple[EveningLine, ...]
    missing: Annotated[Count, _column("missing")]
    missing_games: Count
    moved: Annotated[int | None, _column("moved")]
    after: Annotated[Count, _column("after")]
    provisional: Annotated[bool, _column("provisional")]
    state: Annotated[PlayerState, _column("state")]


class SeatLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat at the start of the session; without public results, points and score are null."""

    seat: Literal["E", "S", "W", "N"]
    player: Annotated[Number, _column("player", of=SEAT_COLUMNS)]
    name: Annotated[str, _column("name", of=SEAT_COLUMNS)]
    table_points: Annotated[ExactText | None, _column("table_points", of=SEAT_COLUMNS)]
    score: Annotated[int | None, _column("score", of=SEAT_COLUMNS)]


class TableOfSeats(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, or a game of an evening."""

    table: Annotated[Number, _column("table", of=SEAT_COLUMNS)]
    seats: tuple[SeatLine, SeatLine, SeatLine, SeatLine]


class SessionLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A session, or an evening, whose seats are public."""

    session: Annotated[Number, _column("session", of=SEAT_COLUMNS)]
    results: bool
    """Whether its results are public."""
    held: bool
    """Whether they are held for the ceremony."""
    tables: tuple[TableOfSeats, ...]
    sit_out: tuple[Number, ...]
    """The players who sit out."""


def ranking_json(shown: Standings | SeasonStandings) -> list[StandingLine] | list[SeasonLine]:
    """One line for each player of a tournament, a season or a club."""
    return standings_json(shown) if isinstance(shown, Standings) else season_json(shown)


def standings_json(shown: "Standings") -> list[StandingLine]:
    """One line for each player, best first, then those not ranked. Table points are exact text."""
    return convert(_lines(shown, StandingLine), list[StandingLine])


def season_json(season: SeasonStandings) -> list[SeasonLine]:
    """One line for each player, best first, then those not ranked yet, then those never ranked. Fractions are exact."""
    rows = (*season.rows, *season.waiting, *season.unranked)
    lines = [
        {
            **line,
            "average": line["average"] or "0",
            "missing_games": row.missing_games,
            "evenings": [
                EveningLine(
                    session,
                    result.score,
                    result.games,
                    session in row.counted,
                    exact_text(result.table_points) if season.by_points else None,
                )
                for session, result in sorted(row.evenings.items())
            ],
        }
        for line, row in zip(_lines(season, SeasonLine), rows, strict=True)
    ]
    return convert(lines, list[SeasonLine])


def _lines(shown: Standings | SeasonStandings, kind: type[Struct]) -> list[dict[str, Any]]:
    """The rows of the table of standings, with the columns that ``kind`` has."""
    rows = json_rows(records_of(shown))
    return [{name: line[name] for name in kind.__struct_fields__ if name in line} for line in rows]


def sessions_json(site: "Site") -> list[SessionLine]:
    """One line for each session with public seats, with its tables. Without public results, scores are null."""

    def seat(wind: Wind, taken: "SiteSeat") -> SeatLine:
        points = None if taken.points is None else exact_text(taken.points)
        letter: Literal["E", "S", "W", "N"] = wind.letter  # type: ignore[assignment]
        return SeatLine(letter, taken.number, site.players[taken.number].name, points, taken.score)

    def table(found: "SiteTable") -> TableOfSeats:
        east, south, west, north = (seat(*each) for each in zip(Wind, found.seats, strict=True))
        return TableOfSeats(found.table, (east, south, west, north))

    return [
        SessionLine(each.session, each.has_results, each.held, tuple(map(table, each.tables)), each.sit_out)
        for each in site.sessions
    ]
