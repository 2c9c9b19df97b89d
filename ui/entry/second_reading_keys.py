"""The keys around a second reading: it begins, is left, and ends. ``reading_draft`` has those of its form."""

from dataclasses import replace

from tournament.event.problem import Problem
from tournament.language import mark
from ui.entry import form
from ui.entry.cursor import back, typed_on_page
from ui.entry.reading_draft import ReadingOnSheet, ReadingPart
from ui.entry.tables_state import TablesState, TablesStep, reading_stepped


def asked(state: TablesState) -> TablesStep:
    """V: begin the second reading of the current sheet."""
    before = state.second_reading
    if state.table is None or not state.can_be_read:
        return typed_on_page(state, "V")
    begun = ReadingOnSheet(state.table, reader=before.reader if before is not None else "")
    return reading_stepped(state, form.go_on(begun))


def typed_in_vain(state: TablesState, key: str) -> TablesStep:
    """A digit or a letter while the sheet is hidden: say why the key does nothing."""
    return TablesStep(
        state, message=mark("“{key}” was not entered: the sheet is waiting for its second reading.", key=key)
    )


def left(state: TablesState) -> TablesStep:
    """Esc: leave without writing anything. The sheet stays hidden from the reader."""
    before = state.second_reading
    away = ReadingOnSheet(before.table, reader=before.reader, away=True) if before is not None else None
    return back(replace(state, second_reading=away))


def written(state: TablesState) -> TablesStep:
    """The sheet was confirmed or rejected: show it."""
    return back(replace(state, second_reading=None))


def refused(state: TablesState, problem: Problem) -> TablesStep:
    """Show why nothing was written; in most cases because the reader may not read this sheet."""
    reading = state.second_reading
    if reading is None:
        return TablesStep(state, message=problem.text)
    step = reading_stepped(state, form.refused(reading, problem))
    return step if problem.field == ReadingPart.READER.value else step._replace(focus=None)
