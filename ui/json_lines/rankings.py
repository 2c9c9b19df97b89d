"""Rankings and seats as JSON, for scripts and over HTTP: exactly these fields."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct, convert

from reports.frames.records import json_rows
from reports.frames.standings import records_of
from tournament.event.player import PlayerState
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


class StandingLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the standings of a tournament."""

    rank: Number | None
    """None if they are not ranked."""
    player: Number
    name: str
    table_points: ExactText
    score: int
    moved: int | None
    """Places gained since the session before."""
    after: Count
    """The last session that counts."""
    provisional: bool
    """Whether something in these sessions is still to be played."""
    state: PlayerState
    granted: bool
    """Whether points are granted to them for sessions before they joined."""


class EveningLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An evening of a player."""

    session: Number
    score: int
    games: Count
    counted: bool
    table_points: ExactText | None = None
    """Absent if scores rank."""


class SeasonLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A player in the standings of a season or of a club."""

    rank: Number | None
    player: Number
    name: str
    table_points: ExactText | None
    """Those of the evenings that count; None if scores rank."""
    score: int
    worth: ExactText
    """The result by which players are ranked."""
    games: Count
    won: Count
    average: ExactText
    evenings: tuple[EveningLine, ...]
    missing: Count
    """How many more evenings are needed for a rank."""
    missing_games: Count
    moved: int | None
    after: Count
    provisional: bool
    state: PlayerState


class SeatLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat at the start of the session; without public results, points and score are null."""

    seat: Literal["E", "S", "W", "N"]
    player: Number
    name: str
    table_points: ExactText | None
    score: int | None


class TableOfSeats(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, or a game of an evening."""

    table: Number
    seats: tuple[SeatLine, SeatLine, SeatLine, SeatLine]


class SessionLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A session, or an evening, whose seats are public."""

    session: Number
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
