"""The results of a session, table by table."""

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked, after_hands
from tournament.language import Text, mark, mark_count, mark_in
from tournament.ledger.sheet import Sheet, SheetState
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

_COLUMNS = (
    Column(mark("Table"), Kind.INTEGER, Emphasis.STRONG, once=True),
    Column(mark_in("rank", "Place"), Kind.INTEGER),
    Column(mark_in("seat", "Start"), Kind.TEXT, Emphasis.MUTED),
    Column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
    Column(mark("Country"), Kind.TEXT, Emphasis.MUTED),
    Column(mark("Penalties"), Kind.SIGNED, Emphasis.MUTED),
    Column(mark("Score"), Kind.SIGNED),
    Column(mark("Table points"), Kind.POINTS, Emphasis.STRONG),
    Column(mark("Sheet"), Kind.TEXT, Emphasis.MUTED, once=True),
)


def sessions(view: View, asked: Asked) -> Document:
    """Show every table of the session asked for, by default of all sessions played, players in order of place."""
    wanted = (asked.session,) if asked.session is not None else tuple(range(1, view.last_session + 1))
    sheets = {session: tuple(view.sheets(session)) for session in wanted}
    every = [sheet for of_session in sheets.values() for sheet in of_session]
    provisional = any(sheet.state is not SheetState.VERIFIED for sheet in every)
    one = asked.session is not None
    return Document(
        event=view.settings.name,
        title=mark("Results of session {session}", session=asked.session) if one else mark("Session results"),
        state=after_hands(sum(sheet.played for sheet in every), provisional=provisional),
        printed=asked.printed,
        provisional=provisional,
        aside=(view.rules.name,),
        note=_note() if every else mark("No hand is recorded yet."),
        section_name=mark("Session"),
        sections=tuple(
            Section(
                Table(_COLUMNS, _rows(view, sheets[session]), group=4, together=True),
                heading=None if one else mark("Session {session}", session=session),
                label=session,
            )
            for session in wanted
        ),
    )


def _note() -> Text:
    return mark("Start is the seat in the first hand. Penalties are part of the score.")


def _rows(view: View, sheets: tuple[Sheet, ...]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(row for sheet in sheets for row in _rows_of(view, sheet))


def _rows_of(view: View, sheet: Sheet) -> list[tuple[Cell, ...]]:
    order = sorted(range(4), key=lambda column: (-sheet.scores[column] if sheet.counts else 0, column))
    return [_row(view, sheet, column) for column in order]


def _row(view: View, sheet: Sheet, column: int) -> tuple[Cell, ...]:
    player = view.player_at(sheet, column)
    lost = sum(penalty.net[column] for penalty in sheet.penalties)
    shown = sheet.counts
    return (
        sheet.table,
        1 + sum(score > sheet.scores[column] for score in sheet.scores) if shown else None,
        Wind(column).short,
        player.name,
        player.country or None,
        lost or None,
        sheet.scores[column] if shown else None,
        sheet.place_points[column] if shown else None,
        _state(sheet),
    )


def _state(sheet: Sheet) -> Text:
    """Where the sheet stands, in a few words."""
    if sheet.state is SheetState.VERIFIED:
        if sheet.totals_only:
            return mark("totals only")
        if sheet.played < len(sheet.hands):
            return mark_count("ended after {count} hand", "ended after {count} hands", sheet.played)
        return mark("verified")
    if sheet.state is SheetState.TOTALS_DIFFER:
        return mark("totals differ")
    if sheet.state is SheetState.TO_VERIFY:
        return mark("to verify")
    if sheet.state is SheetState.IN_PLAY:
        return mark_count("{count} hand so far", "{count} hands so far", sheet.played)
    return mark("not started")
