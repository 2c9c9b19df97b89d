"""The standings as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from reports.frames.column import ColumnType, FrameColumn, Records, make_records
from reports.frames.players import STATE_LABELS
from tournament.event.player import Player, PlayerState
from tournament.language import mark
from tournament.standings.season import SeasonRow
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFrameRow:
    """One player in the standings."""

    after: int
    provisional: bool
    rank: int | None
    player: Player
    state: PlayerState
    table_points: Fraction | None = None
    score: int
    moved: int | None = None
    sessions: int
    worth: Fraction | None = None
    games: int | None = None
    won: int | None = None
    average: Fraction | None = None
    missing: int | None = None
    granted: bool | None = None


STANDING_COLUMNS: tuple[FrameColumn[StandingFrameRow], ...] = (
    FrameColumn("rank", mark("Rank"), ColumnType.WHOLE, lambda row: row.rank,
                "1 is best, equal players share the place; missing for players who are not ranked."),
    FrameColumn("player", mark("No."), ColumnType.WHOLE, lambda row: row.player.number, "Number of the player."),
    FrameColumn("name", mark("Player"), ColumnType.TEXT, lambda row: row.player.name, "First and last name."),
    FrameColumn("country", mark("Country"), ColumnType.TEXT, lambda row: row.player.country, "As in the players."),
    FrameColumn("team", mark("Team"), ColumnType.TEXT, lambda row: row.player.team, "As in the players."),
    FrameColumn("state", mark("State"), ColumnType.CHOICE, lambda row: row.state.value,
                "State of the player in the event after that session.", STATE_LABELS),
    FrameColumn("table_points", mark("Table points"), ColumnType.EXACT, lambda row: row.table_points,
                "Sum of the table points that count, exact; missing in a club and a league except in riichi."),
    FrameColumn("score", mark("Score"), ColumnType.WHOLE, lambda row: row.score,
                "Sum of the points that count; in a league, of the evenings that count."),
    FrameColumn("moved", mark("Moved"), ColumnType.WHOLE, lambda row: row.moved,
                "Places gained (positive) or lost since the session before; missing if there is nothing to compare."),
    FrameColumn("sessions", mark("Sessions"), ColumnType.WHOLE, lambda row: row.sessions,
                "Sessions (for a club or a league: evenings) in which the player has a result."),
    FrameColumn("worth", mark("Worth"), ColumnType.EXACT, lambda row: row.worth,
                "For a club or a league: the sum or the average of the evenings that count, which ranks; exact."),
    FrameColumn("games", mark("Games"), ColumnType.WHOLE, lambda row: row.games,
                "For a club or a league: games played."),
    FrameColumn("won", mark("Games won"), ColumnType.WHOLE, lambda row: row.won,
                "For a club or a league: games in which nobody had more."),
    FrameColumn("average", mark("Average a game"), ColumnType.EXACT, lambda row: row.average,
                "For a club or a league: points per game, exact."),
    FrameColumn("missing", mark("Evenings missing"), ColumnType.WHOLE, lambda row: row.missing,
                "For a club or a league: evenings still to play before being ranked."),
    FrameColumn("after", mark("After session"), ColumnType.WHOLE, lambda row: row.after,
                "The last session that counts; 0 before play. The same in every row."),
    FrameColumn("provisional", mark("Provisional"), ColumnType.YES_NO, lambda row: row.provisional,
                "True while a sheet up to that session is not verified. The same in every row."),
    FrameColumn("granted", mark("Granted points"), ColumnType.YES_NO, lambda row: row.granted,
                "True if points are granted for sessions before the player joined; missing in a club and a league."),
)  # fmt: skip


def standings_frame(view: View, after: int | None = None) -> "DataFrame":
    """The ranking after session ``after``, by default the last that counts; players who are not ranked come last."""
    return standings_records(view, after).frame()


def standings_records(view: View, after: int | None = None) -> Records:
    """The rows of :func:`standings_frame`."""
    rows = _of_a_tournament(view, after) if view.settings.format.is_drawn else _of_evenings(view, after)
    return make_records(STANDING_COLUMNS, rows)


def _of_a_tournament(view: View, after: int | None) -> Iterator[StandingFrameRow]:
    standings = view.standings(after)
    for row in standings.rows:
        yield StandingFrameRow(
            after=standings.after,
            provisional=standings.provisional,
            rank=row.rank,
            player=row.player,
            state=PlayerState.PLAYING,
            table_points=row.table_points,
            score=row.score,
            moved=row.moved,
            sessions=sum(not result.granted for result in row.results.values()),
            granted=row.granted,
        )
    for apart in standings.unranked:
        yield StandingFrameRow(
            after=standings.after,
            provisional=standings.provisional,
            rank=None,
            player=apart.player,
            state=apart.status.state,
            table_points=apart.table_points,
            score=apart.score,
            sessions=len(apart.results),
            granted=False,
        )


def _of_evenings(view: View, after: int | None) -> Iterator[StandingFrameRow]:
    season = view.season(after)
    for row in (*season.rows, *season.waiting, *season.unranked):
        yield StandingFrameRow(
            after=season.after,
            provisional=season.provisional,
            rank=row.rank,
            player=row.player,
            state=row.status.state,
            table_points=row.counted_points if season.by_points else None,
            score=row.counted_score,
            moved=row.moved,
            sessions=len(row.evenings),
            worth=row.worth,
            games=row.games,
            won=row.won,
            average=_average(row),
            missing=row.missing,
        )


def _average(row: SeasonRow) -> Fraction | None:
    return row.average if row.games else None
