"""The standings after a session."""

from fractions import Fraction

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked, after_hands, players_of
from tournament.language import Text, mark
from tournament.ledger.sheet import SheetState
from tournament.standings import Standing, Standings
from tournament.standings.finals import final_text
from tournament.use_cases.view import View


def standings(view: View, asked: Asked) -> Document:
    """Rank all players after the session asked for, by default after the last one played."""
    shown = view.standings(asked.session)
    sessions = max(shown.after, view.settings.sessions)
    moved = asked.movement and shown.after > 1
    return Document(
        event=view.settings.name,
        title=_title(shown, sessions),
        state=after_hands(shown.hands, provisional=shown.provisional),
        printed=asked.printed,
        provisional=shown.provisional,
        aside=(
            mark("{played} of {sessions} sessions · {players}", played=shown.after, sessions=sessions,
                 players=players_of(len(shown.rows))),
            view.rules.name,
        ),
        note=_with_final(shown, _note(view, shown, moved=moved)),
        sections=(Section(_table(shown, asked, moved=moved)),),
    )  # fmt: skip


def _title(shown: Standings, sessions: int) -> Text:
    if shown.after == 0:
        return mark("Standings")
    if shown.after == sessions and not shown.provisional:
        return mark("Final standings")
    return mark("Standings after session {session}", session=shown.after)


def _with_final(shown: Standings, note: Text) -> Text:
    """The note with how the last final counts before it."""
    if not shown.finals:
        return note
    return mark("{final} {note}", final=final_text(shown.finals[-1]), note=note)


def _note(view: View, shown: Standings, *, moved: bool) -> Text:
    if shown.after == 0:
        return mark("No hand is recorded yet.")
    if shown.provisional:
        sheets = (sheet for session in range(1, shown.after + 1) for sheet in view.sheets(session))
        return mark(
            "Provisional: {verified} of {expected} sheets are verified. Table points, then score.",
            verified=sum(sheet.state is SheetState.VERIFIED for sheet in sheets),
            expected=shown.expected,
        )
    if moved:
        return mark(
            "Table points, then score. An arrow shows the places won or lost since session {session}.",
            session=shown.after - 1,
        )
    return mark("Table points, then score.")


def _table(shown: Standings, asked: Asked, *, moved: bool) -> Table:
    sessions = range(1, shown.after + 1)
    columns = [
        Column(mark("Rank"), Kind.INTEGER, Emphasis.STRONG),
        *([Column(mark("Moved"), Kind.MOVEMENT)] if moved else []),
        Column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
        Column(mark("Country"), Kind.TEXT, Emphasis.MUTED),
        *([Column(mark("EMA number"), Kind.CODE, Emphasis.MUTED)] if asked.ema_numbers else []),
        *(Column(mark("S{session}", session=session), Kind.POINTS, Emphasis.MUTED) for session in sessions),
        Column(mark("Table points"), Kind.POINTS, Emphasis.STRONG),
        Column(mark("Score"), Kind.SIGNED),
    ]
    return Table(tuple(columns), tuple(_row(row, asked, sessions, moved=moved) for row in shown.rows))


def _row(row: Standing, asked: Asked, sessions: range, *, moved: bool) -> tuple[Cell, ...]:
    return (
        row.rank,
        *((row.moved,) if moved else ()),
        row.player.name,
        row.player.country or None,
        *((row.player.ema_number or None,) if asked.ema_numbers else ()),
        *(_points(row, session) for session in sessions),
        row.table_points,
        row.score,
    )


def _points(row: Standing, session: int) -> Fraction | None:
    result = row.results.get(session)
    return result.table_points if result else None
