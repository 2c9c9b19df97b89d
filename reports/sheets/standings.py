"""The standings after a session: the columns, which the screen shows too, and the document."""

from collections.abc import Sequence
from fractions import Fraction

from reports import vocabulary
from reports.column import Column
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, after_hands, players_of
from reports.sheets.season import season_standings
from tournament.language import Text, mark
from tournament.ledger.sheet import SheetState
from tournament.standings import Standing, Standings, Unranked
from tournament.standings.finals import final_text
from tournament.standings.granted import granted_text
from tournament.standings.ranking import listed_name
from tournament.standings.state_words import unranked_text
from tournament.use_cases.results_state import ResultsState, results_state
from tournament.use_cases.view import View

StandingsRow = Standing | Unranked
"""Players who are ranked, and players of the event who are not."""


def _rank(row: StandingsRow) -> int | None:
    return row.rank if isinstance(row, Standing) else None


def _moved(row: StandingsRow) -> int | None:
    return row.moved if isinstance(row, Standing) else None


RANK: Column[StandingsRow] = vocabulary.RANK.of(_rank)
MOVED: Column[StandingsRow] = vocabulary.MOVED.of(_moved)
NUMBER: Column[StandingsRow] = vocabulary.NUMBER.within(lambda row: row.player)
PLAYER: Column[StandingsRow] = vocabulary.PLAYER.of(listed_name)
COUNTRY: Column[StandingsRow] = vocabulary.COUNTRY.within(lambda row: row.player)
EMA_NUMBER: Column[StandingsRow] = vocabulary.EMA_NUMBER.within(lambda row: row.player)
TABLE_POINTS: Column[StandingsRow] = vocabulary.TABLE_POINTS.of(lambda row: row.table_points)
STATE: Column[Unranked] = vocabulary.STATE.of(unranked_text)
SCORE: Column[StandingsRow] = vocabulary.SCORE.of(lambda row: row.score)


def session_points(session: int) -> Column[StandingsRow]:
    """Table points in one session; empty if the player did not play."""

    def points(row: StandingsRow) -> Fraction | None:
        result = row.results.get(session)
        return result.table_points if result else None

    return vocabulary.session_result(session, points)


def standings(view: View, options: ReportOptions) -> Document:
    """Rank all players after the selected session, by default after the last one played."""
    if not view.settings.format.is_drawn:
        return season_standings(view, options)
    shown = view.standings(options.session)
    sessions = view.sessions_until(shown.after)
    moved = options.movement and len(sessions) > 1
    fields = _fields(sessions, options, moved=moved)
    ranked = Section(table_of(fields, shown.rows), label=mark("ranked") if shown.unranked else None)
    apart = Section(
        table_of(_unranked_fields(sessions, options), shown.unranked), mark("Not ranked"), mark("not ranked")
    )
    return Document(
        event=view.settings.name,
        title=_title(results_state(view, options.session)),
        state=after_hands(shown.hands, provisional=shown.provisional),
        printed=options.printed,
        provisional=shown.provisional,
        aside=(
            mark("{played} of {sessions} sessions · {players}", played=len(sessions),
                 sessions=len(view.session_numbers), players=players_of(len(shown.rows))),
            view.rules.name,
            view.settings.counted_totals.label,
        ),
        note=with_granted(view, shown, _with_final(shown, _note(view, shown, moved=moved))),
        section_name=mark("Ranking") if shown.unranked else None,
        sections=(ranked, apart) if shown.unranked else (ranked,),
    )  # fmt: skip


def unranked_section(shown: Standings) -> tuple[Section, ...]:
    """Players without a place and why, for papers that rank something else; no section if there are none."""
    if not shown.unranked:
        return ()
    fields: list[Column[Unranked]] = [
        PLAYER.within(_as_row),
        TABLE_POINTS.within(_as_row),
        SCORE.within(_as_row),
        STATE,
    ]
    return (Section(table_of(fields, shown.unranked), mark("Not ranked"), mark("not ranked")),)


def _title(state: ResultsState) -> Text:
    if not state.after:
        return mark("Standings")
    if state.final:
        return mark("Final standings")
    return mark("Standings after session {session}", session=state.after)


def _with_final(shown: Standings, note: Text) -> Text:
    """The note, preceded by how the last final counts."""
    if not shown.finals:
        return note
    return mark("{final} {note}", final=final_text(shown.finals[-1], shown.final_ranks), note=note)


def with_granted(view: View, shown: Standings, note: Text) -> Text:
    """The note, followed by the meaning of the mark of granted points if a name has that mark."""
    granted = granted_text(shown, view.settings)
    return note if granted is None else mark("{note} {granted}", note=note, granted=granted)


def _note(view: View, shown: Standings, *, moved: bool) -> Text:
    if shown.after == 0:
        return mark("No hand is recorded yet.")
    if view.has_open_means(shown.after):
        return mark("Provisional until all sessions are verified. Table points, then score.")
    if shown.provisional:
        sheets = (sheet for session in view.sessions_until(shown.after) for sheet in view.sheets(session))
        return mark(
            "Provisional: {verified} of {expected} sheets are verified. Table points, then score.",
            verified=sum(sheet.state is SheetState.VERIFIED for sheet in sheets),
            expected=shown.expected,
        )
    if moved:
        return mark(
            "Table points, then score. An arrow shows the places won or lost since session {session}.",
            session=view.session_before(shown.after),
        )
    return mark("Table points, then score.")


def _fields(sessions: Sequence[int], options: ReportOptions, *, moved: bool) -> list[Column[StandingsRow]]:
    return [
        RANK,
        *([MOVED] if moved else []),
        PLAYER,
        COUNTRY,
        *([EMA_NUMBER] if options.ema_numbers else []),
        *map(session_points, sessions),
        TABLE_POINTS,
        SCORE,
    ]


def _unranked_fields(sessions: Sequence[int], options: ReportOptions) -> list[Column[Unranked]]:
    """The columns of players without a place: no rank, but the reason."""
    fields = (
        PLAYER,
        COUNTRY,
        *([EMA_NUMBER] if options.ema_numbers else []),
        *map(session_points, sessions),
        TABLE_POINTS,
        SCORE,
    )
    return [*(field.within(_as_row) for field in fields), STATE]


def _as_row(row: Unranked) -> StandingsRow:
    return row
