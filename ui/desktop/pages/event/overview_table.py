"""The sessions with their progress: typed, compared, verified, public."""

from typing import assert_never

from tournament.event.format import EventFormat
from tournament.language import Text, integer_text, listed, mark, mark_count, mark_in
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.use_cases.progress import Publicity, SessionProgress
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Room, Tone
from ui.desktop.widgets.signs import StatusIcon

_MOST_ROWS = 16
_BRIEF_BELOW = 1000
"""Below this width of the window there is no space for the time at which results became public."""
_MARKED_FROM = 1360
"""From this width of the window the marked sheets have a column; in a narrower one the verified ones show a sign."""
_STATE_SIGNS = {
    SessionState.NOT_DRAWN: StatusIcon.EMPTY,
    SessionState.DRAWN: StatusIcon.EMPTY,
    SessionState.PUBLISHED: StatusIcon.EMPTY,
    SessionState.PLAYING: StatusIcon.PLAYING,
    SessionState.ENTERED: StatusIcon.PLAYING,
    SessionState.VERIFIED: StatusIcon.DONE,
    SessionState.CLOSED: StatusIcon.DONE,
    SessionState.CANCELLED: StatusIcon.CANCELLED,
}
_RESULT_SIGNS = {
    Publicity.NO_RESULT: None,
    Publicity.WITHHELD: StatusIcon.EMPTY,
    Publicity.HELD: StatusIcon.PLAYING,
    Publicity.PUBLIC: StatusIcon.DONE,
}


_RESULT_WORDS: dict[Publicity, Text | str] = {
    Publicity.NO_RESULT: "–",
    Publicity.WITHHELD: mark_in("results", "not yet"),
    Publicity.HELD: mark_in("results", "held"),
    Publicity.PUBLIC: mark_in("results", "public"),
}


def _columns(
    format: EventFormat, *, narrow: bool, brief: bool, wide: bool, most: int
) -> tuple[TableColumn[SessionProgress], ...]:
    """Return the columns of the table.

    A ``narrow`` window omits the state, which the counts show too, and says less about differences. With ``brief`` the
    results are a single word. Only a ``wide`` one has a column for marked sheets. The tooltips of the cells have the
    rest. No session has more than ``most`` tables.
    """
    count = (100 if brief else 108) if most >= 100 else 92
    session: TableColumn[SessionProgress] = TableColumn(
        mark("Session") if format.is_drawn else mark("Evening"),
        lambda row: integer_text(row.session),
        style=_number_style,
        width=72,
    )
    state: TableColumn[SessionProgress] = TableColumn(
        mark("State"),
        lambda row: STATE_TEXTS[row.state],
        style=lambda row: CellStyle(sign=_STATE_SIGNS[row.state], tone=Tone.TEXT2 if _is_cancelled(row) else None),
        width=136,
    )
    typed: TableColumn[SessionProgress] = TableColumn(
        mark("Typed"),
        lambda row: _share(row, row.typed),
        style=lambda row: CellStyle(sign=_sign(row, row.typed)),
        width=count,
    )
    compared: TableColumn[SessionProgress] = TableColumn(
        mark("Compared"),
        (lambda row: _share(row, row.compared)) if narrow else _compared,
        style=_compared_style,
        width=count if narrow else 168,
    )
    verified: TableColumn[SessionProgress] = TableColumn(
        mark("Verified"),
        lambda row: _share(row, row.verified),
        style=(lambda row: CellStyle(sign=_sign(row, row.verified))) if wide else _verified_style,
        width=count,
    )
    marked: TableColumn[SessionProgress] = TableColumn(mark("Marked"), _marked, style=_marked_style, width=92)
    results: TableColumn[SessionProgress] = TableColumn(
        mark("Results"), _results_in_a_word if brief else _results, style=_results_style
    )
    return session, *(() if narrow else (state,)), typed, compared, verified, *((marked,) if wide else ()), results


class OverviewTable(TableView[SessionProgress]):
    """As high as its rows, up to sixteen."""

    def __init__(self) -> None:
        self._format, self._most = EventFormat.TOURNAMENT, 0
        self._narrow = self._brief = False
        self._wide = True
        columns = _columns(self._format, narrow=False, brief=False, wide=True, most=0)
        super().__init__(mark("Sessions"), columns, key=lambda row: row.session)
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    def show_progress(self, rows: tuple[SessionProgress, ...], format: EventFormat) -> None:
        """Show the progress of each session of an event of ``format``."""
        most = max((row.tables for row in rows), default=0)
        if (format, most) != (self._format, self._most):
            self._format, self._most = format, most
            self._arrange()
        self.show_rows(rows)
        self.fit_height(min(len(rows), _MOST_ROWS))

    def fit(self, room: Room) -> None:
        """Show the columns that fit."""
        narrow, brief, wide = room.compact, room.width < _BRIEF_BELOW, room.width >= _MARKED_FROM
        if (narrow, brief, wide) != (self._narrow, self._brief, self._wide):
            self._narrow, self._brief, self._wide = narrow, brief, wide
            self._arrange()

    def _arrange(self) -> None:
        self.set_columns(
            _columns(self._format, narrow=self._narrow, brief=self._brief, wide=self._wide, most=self._most)
        )


def _is_cancelled(row: SessionProgress) -> bool:
    return row.state is SessionState.CANCELLED


def _number_style(row: SessionProgress) -> CellStyle:
    """The number of a cancelled session is struck through; a narrow table has no column that says so."""
    if not _is_cancelled(row):
        return CellStyle()
    said = mark("{session}, cancelled", session=row.session)
    return CellStyle(struck=True, tone=Tone.TEXT2, tooltip=said, accessible_text=said)


def _share(row: SessionProgress, done: int) -> str:
    return f"{done}/{row.tables}" if row.tables else "–"


def _sign(row: SessionProgress, done: int) -> StatusIcon | None:
    if not row.tables:
        return None
    return StatusIcon.DONE if done == row.tables else StatusIcon.PLAYING if done else StatusIcon.EMPTY


def _compared(row: SessionProgress) -> Text | str:
    share, differ = _share(row, row.compared), len(row.differing)
    return mark_count("{share}, {count} differs", "{share}, {count} differ", differ, share=share) if differ else share


def _compared_style(row: SessionProgress) -> CellStyle:
    if not row.differing:
        return CellStyle(sign=_sign(row, row.compared))
    tables = mark_count(
        "table {tables} differs", "tables {tables} differ", len(row.differing), tables=listed(row.differing)
    )
    return CellStyle(sign=StatusIcon.DIFFERS, tooltip=tables)


def _marked(row: SessionProgress) -> str:
    tables = {table for _, tables in row.marked for table in tables}
    return integer_text(len(tables)) if tables else "–"


def _verified_style(row: SessionProgress) -> CellStyle:
    return _marked_style(row) if row.marked else CellStyle(sign=_sign(row, row.verified))


def _marked_style(row: SessionProgress) -> CellStyle:
    """The tables of each mark in the tooltip."""
    if not row.marked:
        return CellStyle()
    told = [mark("{mark}: {tables}", mark=each.heading, tables=listed(tables)) for each, tables in row.marked]
    first, *others = told
    for each in others:
        first = mark("{before}; {text}", before=first, text=each)
    return CellStyle(sign=StatusIcon.ASKS, tooltip=first, accessible_text=first)


def _results(row: SessionProgress) -> Text | str:
    if _is_cancelled(row):
        return mark("does not count")
    time = f"{row.decided.time.astimezone():%H:%M}" if row.decided is not None else ""
    match row.publicity:
        case Publicity.PUBLIC:
            return mark("public, {time}", time=time)
        case Publicity.HELD:
            return mark("for the ceremony, {time}", time=time)
        case Publicity.WITHHELD:
            return mark("not public")
        case Publicity.NO_RESULT:
            return "–"
        case _:
            assert_never(row.publicity)


def _results_in_a_word(row: SessionProgress) -> Text | str:
    if _is_cancelled(row):
        return STATE_TEXTS[row.state]
    return _RESULT_WORDS[row.publicity]


def _results_style(row: SessionProgress) -> CellStyle:
    sign = _RESULT_SIGNS[row.publicity]
    if row.decided is None:
        return CellStyle(sign=sign)
    moment = row.decided.time.astimezone()
    values = {"day": moment.date(), "time": f"{moment:%H:%M}", "author": row.decided.author}
    if row.publicity is Publicity.HELD:
        told = mark("held for the ceremony since {day}, {time}, {author}", **values)
    else:
        told = mark("public since {day}, {time}, {author}", **values)
    return CellStyle(sign=sign, tooltip=told, accessible_text=told)
