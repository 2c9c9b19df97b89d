"""The event as data for other programs: players and penalties as tables, and the complete
event."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any

from reports.column import Cell, Emphasis
from reports.document import Document, Section, Table, table_of
from reports.frames.hands import hands_records
from reports.frames.penalties import PENALTY_COLUMNS, penalties_records
from reports.frames.players import players_records
from reports.frames.records import Records
from reports.sheets.options import ReportOptions, players_of
from tournament.language import ENGLISH, mark, mark_count
from tournament.use_cases.view import View

_FAULT, _FAULT_NAME = ([column.name for column in PENALTY_COLUMNS].index(name) for name in ("fault", "fault_name"))


def players(view: View, options: ReportOptions) -> Document:
    """The list of players with all their details."""
    records = players_records(view)
    return Document(
        event=view.settings.name,
        title=mark("List of players"),
        state=players_of(len(records.rows)),
        printed=options.printed,
        sections=(Section(_table(records, options.printed.tzinfo)),),
        records=lambda _language: records,
    )


def penalties(view: View, options: ReportOptions) -> Document:
    """Every penalty given, of the selected session and table or of all, including cancelled ones."""
    records = _asked_for(penalties_records(view, ENGLISH), options)
    table = _table(records, options.printed.tzinfo)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Penalties")),
        state=mark_count("{count} penalty", "{count} penalties", len(records.rows)),
        printed=options.printed,
        sections=(Section(replace(table, rows=tuple(_with_fault_named(view, row) for row in table.rows))),),
        records=lambda language: _asked_for(penalties_records(view, language), options),
    )


def _with_fault_named(view: View, row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The frame has words in one language; a document can have them in any."""
    fault = view.rules.fault(str(row[_FAULT]))
    return row if fault is None else (*row[:_FAULT_NAME], fault.name, *row[_FAULT_NAME + 1 :])


def hands_of(view: View, options: ReportOptions) -> Records:
    """The hands of the selected session and table, or all."""
    return _asked_for(hands_records(view), options)


def whole_event(view: View, options: ReportOptions) -> Document:
    """The journal entry by entry: everything in the event file."""
    return Document(
        event=view.settings.name,
        title=mark("The whole event"),
        state=mark_count("{count} entry", "{count} entries", len(view.journal)),
        printed=options.printed,
        whole=view,
    )


def _asked_for(records: Records, options: ReportOptions) -> Records:
    return records.only(session=options.session, table=options.table)


def _table(records: Records, zone: tzinfo | None) -> Table:
    columns = tuple(
        column.of(_reader(place, zone), emphasis=Emphasis.PLAIN, flexible=False)
        for place, column in enumerate(records.columns)
    )
    return table_of(columns, records.rows)


def _reader(place: int, zone: tzinfo | None) -> Callable[[tuple[Any, ...]], Any]:
    """What reads the value at ``place``; a moment in the time zone of the event."""

    def value(row: tuple[Any, ...]) -> Any:
        found = row[place]
        return found.astimezone(zone) if isinstance(found, datetime) else found

    return value
