"""The journey of each player: table by table, the opponents, the result, and the rank after it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands, is_provisional, players_of
from reports.sheets.session_states import session_states
from reports.vocabulary import RANK_AFTER, SCORE, SITS_OUT, TABLE_POINTS, WITH
from tournament.event.player import Player, PlayerState, numbered_name
from tournament.language import Text, listed, mark, verbatim
from tournament.ledger.sheet import Sheet
from tournament.ledger.state import sitting_out
from tournament.standings import Standing, Standings
from tournament.standings.state_words import unranked_text
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class JourneyRow:
    """One table of a player, or a session that they sit out."""

    session: int
    table: int | None
    """None if they sit out."""
    with_whom: Text
    """The other three players; if somebody played in the player's place, their name; or that they sit out."""
    score: int | None
    table_points: Fraction | None
    after: Standing | None
    """The player's standing after the session; None while nothing counts, and for players who are not ranked."""

    @property
    def rank(self) -> int | None:
        """The place after the session."""
        return self.after.rank if self.after is not None else None


_WITH: Column[JourneyRow] = WITH.of(lambda row: row.with_whom)
_SCORE: Column[JourneyRow] = SCORE.of(lambda row: row.score)
_POINTS: Column[JourneyRow] = TABLE_POINTS.of(lambda row: row.table_points)
_SUM: Column[JourneyRow] = Column(
    mark("Table points so far"), lambda row: row.after.table_points if row.after else None, Kind.POINTS
)
_RANK: Column[JourneyRow] = RANK_AFTER.of(lambda row: row.rank)


def journey_fields(view: View) -> tuple[Column[JourneyRow], ...]:
    """The columns; table points only where they rank."""
    session, table = mark("Session"), mark("Table")
    place: tuple[Column[JourneyRow], ...] = (
        Column(session, lambda row: row.session, Kind.INTEGER, Emphasis.MUTED),
        Column(table, lambda row: row.table, Kind.INTEGER, Emphasis.STRONG),
    )
    return (*place, _WITH, _SCORE, *((_POINTS, _SUM) if view.counts_points else ()), _RANK)


def journeys(view: View, options: ReportOptions) -> Document:
    """One journey per player, in order of number, through the sessions up to the selected one, by default all drawn."""
    sessions = view.drawn_sessions if options.session is None else options.sessions_so_far(view)
    after = {session: view.standings(session) for session in sessions if session <= view.last_session}
    sheets = [sheet for session in after for sheet in view.sheets(session)]
    rows, fields = _rows(view, sessions, after), journey_fields(view)
    last = after[max(after)] if after else None
    provisional = is_provisional(sheets)
    return Document(
        event=view.settings.name,
        title=options.after_session(mark("Journeys of the players")),
        state=after_hands(sum(sheet.played for sheet in sheets), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=tuple(filter(None, (players_of(len(rows)), session_states(view, after)))),
        note=None if after else mark("No hand is recorded yet."),
        section_name=mark("Number"),
        sections=tuple(
            Section(
                table_of(fields, rows[number], group=len(rows[number]), together=True),
                heading=verbatim(numbered_name(view.players[number])),
                label=number,
                note=_standing_text(view.players[number], last),
            )
            for number in sorted(rows)
        ),
    )


def _rows(view: View, sessions: Sequence[int], after: Mapping[int, Standings]) -> dict[int, list[JourneyRow]]:
    """By player number, for players who have a seat or for whom someone plays."""
    found: dict[int, list[JourneyRow]] = defaultdict(list)
    # The points for a session that somebody sat out may be the average of all others, so the last ones count.
    last = {row.player.number: row for row in after[max(after)].rows} if after else {}
    for session in sessions:
        standings = {row.player.number: row for row in after[session].rows} if session in after else {}
        for sheet in view.sheets(session):
            for column, number in enumerate(sheet.players):
                found[number].append(_row(view, sheet, column, standings.get(number)))
                played_for = view.state.substitutions.get((session, number))
                if played_for is not None:
                    absent = played_for.player
                    text = mark("{player} plays in this seat", player=view.players[number].name)
                    found[absent].append(JourneyRow(session, sheet.table, text, None, None, standings.get(absent)))
        for number in sitting_out(view.state, session):
            granted = last[number].results.get(session) if number in last else None
            score, points = (granted.score, granted.table_points) if granted is not None else (None, None)
            found[number].append(JourneyRow(session, None, SITS_OUT, score, points, standings.get(number)))
    return found


def _row(view: View, sheet: Sheet, column: int, after: Standing | None) -> JourneyRow:
    others = listed(view.players[sheet.players[(column + turn) % 4]].name for turn in (1, 2, 3))
    played_for = view.state.substitutions.get((sheet.session, sheet.players[column]))
    if played_for is not None:
        others = mark("{others}; for {player}", others=others, player=view.players[played_for.player].name)
    return JourneyRow(
        sheet.session,
        sheet.table,
        others,
        sheet.scores[column] if sheet.counts else None,
        sheet.table_points[column] if sheet.counts else None,
        after,
    )


def _standing_text(player: Player, last: Standings | None) -> Text | None:
    """The player's current standing, or why there is no place."""
    if last is None:
        return None
    own = next((row for row in last.rows if row.player.number == player.number), None)
    if own is not None:
        values = {"rank": own.rank, "players": len(last.rows)}
        sharing = sum(row.rank == own.rank for row in last.rows)
        if sharing > 1:
            return mark("Rank {rank} (shared by {count}) of {players}", count=sharing, **values)
        return mark("Rank {rank} of {players}", **values)
    apart = next((row for row in last.unranked if row.player.number == player.number), None)
    return unranked_text(apart) if apart is not None and apart.status.state is not PlayerState.PLAYING else None
