"""The event as data for other programs: players and penalties as tables made from their frames, and the complete
event."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from reports.document import Cell, Column, Document, Kind, Section, Table
from reports.frames import hands_frame, penalties_frame, players_frame
from reports.frames.column import ColumnType, FrameColumn
from reports.frames.penalties import PENALTY_COLUMNS
from reports.frames.players import PLAYER_COLUMNS
from reports.sheets.options import ReportOptions, players_of
from tournament.language import ENGLISH, Text, mark, mark_count
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

_KINDS = {
    ColumnType.WHOLE: Kind.INTEGER,
    ColumnType.TEXT: Kind.CODE,
    ColumnType.CHOICE: Kind.TEXT,
    ColumnType.YES_NO: Kind.TEXT,
    ColumnType.MOMENT: Kind.TEXT,
    ColumnType.EXACT: Kind.POINTS,
}

_FAULT, _FAULT_NAME = ([column.name for column in PENALTY_COLUMNS].index(name) for name in ("fault", "fault_name"))


def players(view: View, options: ReportOptions) -> Document:
    """The list of players with all their details."""
    frame = players_frame(view)
    return Document(
        event=view.settings.name,
        title=mark("List of players"),
        state=players_of(len(frame)),
        printed=options.printed,
        sections=(Section(_table(PLAYER_COLUMNS, frame, options.printed.tzinfo)),),
        frame=lambda _language: frame,
    )


def penalties(view: View, options: ReportOptions) -> Document:
    """Every penalty given, of the selected session and table or of all, including cancelled ones."""
    frame = _asked_for(penalties_frame(view, ENGLISH), options)
    table = _table(PENALTY_COLUMNS, frame, options.printed.tzinfo)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Penalties"), view),
        state=mark_count("{count} penalty", "{count} penalties", len(frame)),
        printed=options.printed,
        sections=(Section(replace(table, rows=tuple(_with_fault_named(view, row) for row in table.rows))),),
        frame=lambda language: _asked_for(penalties_frame(view, language), options),
    )


def _with_fault_named(view: View, row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The frame has words in one language; a document can have them in any."""
    fault = view.rules.fault(str(row[_FAULT]))
    return row if fault is None else (*row[:_FAULT_NAME], fault.name, *row[_FAULT_NAME + 1 :])


def hands_of(view: View, options: ReportOptions) -> "DataFrame":
    """The hands of the selected session and table, or all."""
    return _asked_for(hands_frame(view), options)


def whole_event(view: View, options: ReportOptions) -> Document:
    """The journal entry by entry: everything in the event file."""
    return Document(
        event=view.settings.name,
        title=mark("The whole event"),
        state=mark_count("{count} entry", "{count} entries", len(view.journal)),
        printed=options.printed,
        whole=view,
    )


def _asked_for(frame: "DataFrame", options: ReportOptions) -> "DataFrame":
    for name, wanted in (("session", options.session), ("table", options.table)):
        if wanted is not None:
            frame = frame[frame[name] == wanted]
    return frame.reset_index(drop=True)


def _table(columns: Sequence[FrameColumn[Any]], frame: "DataFrame", zone: tzinfo | None) -> Table:
    cells = (_cells(column, frame, zone) for column in columns)
    headings = tuple(Column(column.heading, _KINDS[column.type]) for column in columns)
    return Table(headings, tuple(zip(*cells, strict=True)))


def _cells(column: FrameColumn[Any], frame: "DataFrame", zone: tzinfo | None) -> Iterator[Cell]:
    values = frame[column.name]
    for value, known in zip(values, values.notna(), strict=True):
        yield _cell(column, value, zone) if known else None


def _cell(column: FrameColumn[Any], value: Any, zone: tzinfo | None) -> Cell:
    match column.type:
        case ColumnType.WHOLE:
            return int(value)
        case ColumnType.TEXT:
            return str(value)
        case ColumnType.CHOICE:
            return column.labels[value]
        case ColumnType.YES_NO:
            return mark("yes") if value else mark("no")
        case ColumnType.MOMENT:
            return Text("{moment}", (("moment", value.to_pydatetime().astimezone(zone)),))
        case ColumnType.EXACT:
            return Fraction(value)
