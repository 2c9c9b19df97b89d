"""A second pair of eyes: totals or points of a signed sheet typed once more, with nothing of the first in view."""

from dataclasses import replace

from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.ledger.facts import PaperReading
from tournament.ledger.second_reading import ReadDifference, differences, reader_problem
from tournament.ledger.sheet import SheetState
from tournament.use_cases import ConfirmSheet, RejectSheet
from ui.entry.cursor import back, typed_on_page
from ui.entry.tables_state import PagePart, ReadingField, SecondReadingDraft, TablesState, TablesStep
from ui.entry.typed_totals import read_total

_TOTALS = 4
_DRAWN = ("x", "X")
"""What a referee types for a drawn hand."""
_NOT_PLAYED = ("", "-", "−", "–")


def can_be_read(state: TablesState) -> bool:
    """Whether the sheet in view waits for its second reader."""
    return state.table is not None and state.table.sheet.state is SheetState.TO_READ_AGAIN


def asked(state: TablesState) -> TablesStep:
    """V: read the sheet in view again, from the beginning."""
    if not can_be_read(state):
        return typed_on_page(state, "V")
    return TablesStep(replace(state, second_reading=SecondReadingDraft(("",) * _TOTALS)), ReadingField(0))


def reader_typed(state: TablesState, text: str) -> TablesStep:
    """Who reads."""
    return _with(state, reader=text, problem="")


def reader_confirmed(state: TablesState, author: str) -> TablesStep:
    """Enter on who reads; nothing typed: ``author``, who acts."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None:
        return TablesStep(state)
    problem = reader_problem(table.sheet, draft.reader.strip() or author)
    return TablesStep(state, ReadingField(0)) if problem is None else refused(state, problem)


def typed(state: TablesState, index: int, text: str) -> TablesStep:
    """``text`` stands in the field at ``index``."""
    draft = state.second_reading
    if draft is None or draft.compared:
        return TablesStep(state)
    texts = (*draft.texts[:index], text, *draft.texts[index + 1 :])
    return _with(state, texts=texts, problem="", unreadable=None)


def switched(state: TablesState) -> TablesStep:
    """F6: the column of points in place of the totals, or back; of a table known by its totals alone there are none."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None or table.sheet.totals_only or draft.compared:
        return TablesStep(state)
    count = _TOTALS if draft.of_points else len(table.sheet.hands)
    fresh = replace(draft, texts=("",) * count, of_points=not draft.of_points, problem="", unreadable=None)
    return TablesStep(replace(state, second_reading=fresh), ReadingField(0))


def confirmed(state: TablesState, index: int) -> TablesStep:
    """Enter in a field: on to the next and, after the last, compare; what agrees is confirmed."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None:
        return TablesStep(state)
    if index >= 0 and not _readable(draft, draft.texts[index]):
        return _with(state, ReadingField(index), unreadable=index)
    if index + 1 < len(draft.texts):
        return TablesStep(state, ReadingField(index + 1))
    wrong = next((place for place, text in enumerate(draft.texts) if not _readable(draft, text)), None)
    if wrong is not None:
        return _with(state, ReadingField(wrong), unreadable=wrong)
    reading = reading_of(draft)
    if differences(table.sheet, reading):
        return _with(state, PagePart.READING_QUESTION, compared=True)
    return TablesStep(state, command=ConfirmSheet(*table.place, reading, draft.reader.strip()))


def rejected(state: TablesState) -> TablesStep:
    """Enter on the mismatch: the sheet goes back with what was read."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None or not draft.compared:
        return TablesStep(state)
    return TablesStep(state, command=RejectSheet(*table.place, reading_of(draft), draft.reader.strip()))


def left(state: TablesState) -> TablesStep:
    """Esc: nothing is written."""
    return back(replace(state, second_reading=None))


def refused(state: TablesState, problem: Problem) -> TablesStep:
    """Why nothing was written: mostly who may not be the reader."""
    if state.second_reading is None:
        return TablesStep(state, message=problem.text)
    return _with(state, ReadingField(-1) if problem.field == "reader" else None, problem=problem.text)


def mismatches(state: TablesState) -> tuple[ReadDifference, ...]:
    """What was read and is not what was signed; nothing before it is compared."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None or not draft.compared:
        return ()
    return differences(table.sheet, reading_of(draft))


def reading_of(draft: SecondReadingDraft) -> PaperReading:
    """What is typed; every field is readable."""
    numbers = tuple(_number(text) for text in draft.texts)
    if draft.of_points:
        return PaperReading(points=numbers)
    a, b, c, d = (number or 0 for number in numbers)
    return PaperReading((a, b, c, d))


def fault_text(draft: SecondReadingDraft) -> Text:
    """What to type where something cannot be read."""
    if draft.of_points:
        return mark("Type the points, {drawn} for a drawn hand, nothing for one that was not played.", drawn="0")
    return mark("Type the total as it stands on the paper.")


def _with(state: TablesState, focus: ReadingField | PagePart | None = None, **changes: object) -> TablesStep:
    draft = state.second_reading
    if draft is None:
        return TablesStep(state)
    return TablesStep(replace(state, second_reading=replace(draft, **changes)), focus)  # type: ignore[arg-type]


def _readable(draft: SecondReadingDraft, text: str) -> bool:
    number = _number(text)
    if draft.of_points:
        return text.strip() in _NOT_PLAYED or (number is not None and number >= 0)
    return number is not None


def _number(text: str) -> int | None:
    return 0 if text.strip() in _DRAWN else read_total(text)
