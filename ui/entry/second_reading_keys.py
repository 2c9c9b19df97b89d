"""A second pair of eyes: totals or points of a signed sheet typed once more, with nothing of the first in view."""

from dataclasses import replace

from tournament.event.problem import Problem
from tournament.language import Language, Text, mark
from tournament.ledger.facts import PaperReading
from tournament.ledger.second_reading import ReadDifference, differences, reader_problem, value_text
from tournament.use_cases import ConfirmSheet, RejectSheet
from ui.entry.cursor import back, typed_on_page
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import PagePart, ReadingField, SecondReadingDraft, TablesState, TablesStep, read_value

_TOTALS = 4
_NAMED = 3
"""Maximum number of values named in the proposed reason; the rest are counted."""


def asked(state: TablesState) -> TablesStep:
    """V: begin the second reading of the current sheet."""
    if not state.can_be_read:
        return typed_on_page(state, "V")
    before = state.second_reading
    draft = SecondReadingDraft(("",) * _TOTALS, reader=before.reader if before is not None else "")
    return TablesStep(replace(state, second_reading=draft), ReadingField(0))


def typed_in_vain(state: TablesState, key: str) -> TablesStep:
    """A digit or a letter while the sheet is hidden: say why the key does nothing."""
    return TablesStep(
        state, message=mark("“{key}” was not entered: the sheet is waiting for its second reading.", key=key)
    )


def reader_typed(state: TablesState, text: str) -> TablesStep:
    """The user changed the name of the reader."""
    draft = state.second_reading
    return TablesStep(state) if draft is None else _step(state, replace(draft, reader=text, problem=""))


def reader_confirmed(state: TablesState, author: str) -> TablesStep:
    """Enter on the name of the reader. If it is empty, ``author``, who is signed in, is the reader."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None:
        return TablesStep(state)
    problem = reader_problem(table.sheet, draft.reader.strip() or author)
    return TablesStep(state, state.typing_place) if problem is None else refused(state, problem)


def typed(state: TablesState, index: int, text: str) -> TablesStep:
    """The user changed the text of the field at ``index``."""
    draft = state.second_reading
    if draft is None or draft.differs_twice or index not in draft.fields:
        return TablesStep(state)
    texts = (*draft.texts[:index], text, *draft.texts[index + 1 :])
    return _step(state, replace(draft, texts=texts, problem="", unreadable=None))


def switched(state: TablesState) -> TablesStep:
    """F6: read the column of points instead of the totals, or the totals again. Some tables only have totals."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None or table.sheet.totals_only or draft.again:
        return TablesStep(state)
    count = _TOTALS if draft.of_points else table.sheet.written_rows
    fresh = replace(draft, texts=("",) * count, of_points=not draft.of_points, problem="", unreadable=None)
    return TablesStep(replace(state, second_reading=fresh), ReadingField(0))


def confirmed(state: TablesState, index: int, language: Language) -> TablesStep:
    """Enter in a field: on to the next and, after the last, compare; what agrees is confirmed.

    What differs is asked once more, without the other value, and then goes back with a reason in ``language``.
    """
    draft, table = state.second_reading, state.table
    if draft is None or table is None or draft.differs_twice:
        return TablesStep(state)
    if not draft.answered(index):
        return _step(state, replace(draft, unreadable=index), ReadingField(index))
    behind = next((place for place in draft.fields if place > index), None)
    if behind is not None:
        return TablesStep(state, ReadingField(behind))
    wrong = draft.missing
    if wrong is not None:
        return _step(state, replace(draft, unreadable=wrong), ReadingField(wrong))
    reading = _reading_of(draft)
    found = differences(table.sheet, reading)
    if not found:
        return TablesStep(state, command=ConfirmSheet(*table.place, reading, draft.reader.strip()))
    if draft.again:
        reason = language.render(_reason(table, found))
        return _step(state, replace(draft, differs_twice=True, reason=reason), PagePart.READING_REASON)
    again = tuple(map(field_of, found))
    texts = tuple("" if place in again else text for place, text in enumerate(draft.texts))
    return _step(state, replace(draft, again=again, texts=texts), ReadingField(again[0]))


def reason_typed(state: TablesState, text: str) -> TablesStep:
    """The user changed the reason for rejecting the sheet."""
    draft = state.second_reading
    return TablesStep(state) if draft is None else _step(state, replace(draft, reason=text))


def rejected(state: TablesState) -> TablesStep:
    """Enter on values that differ twice: reject the sheet with what was read. Only then are both values shown."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None or not draft.differs_twice:
        return TablesStep(state)
    command = RejectSheet(*table.place, _reading_of(draft), draft.reader.strip(), draft.reason.strip())
    return TablesStep(state, command=command)


def left(state: TablesState) -> TablesStep:
    """Esc: leave without writing anything. The sheet stays hidden from the reader."""
    draft = state.second_reading
    away = SecondReadingDraft(("",) * _TOTALS, reader=draft.reader, away=True) if draft is not None else None
    return back(replace(state, second_reading=away))


def written(state: TablesState) -> TablesStep:
    """The sheet was confirmed or rejected: show it."""
    return back(replace(state, second_reading=None))


def refused(state: TablesState, problem: Problem) -> TablesStep:
    """Show why nothing was written; in most cases because the reader may not read this sheet."""
    draft = state.second_reading
    if draft is None:
        return TablesStep(state, message=problem.text)
    return _step(state, replace(draft, problem=problem.text), ReadingField(-1) if problem.field == "reader" else None)


def mismatches(state: TablesState) -> tuple[ReadDifference, ...]:
    """The values that were read twice and differ from the signed ones; empty before that."""
    draft, table = state.second_reading, state.table
    if draft is None or table is None or not draft.differs_twice:
        return ()
    return differences(table.sheet, _reading_of(draft))


def field_of(difference: ReadDifference) -> int:
    """The field of the value that differs."""
    return difference.column if difference.column is not None else (difference.hand or 1) - 1


def again_text(table: TableSheet, draft: SecondReadingDraft) -> Text:
    """The notice that asks to read values again."""
    if len(draft.again) > 1:
        return mark("Read these {count} values again", count=len(draft.again))
    if draft.of_points:
        return mark("Read hand {hand} again", hand=draft.again[0] + 1)
    return mark("Read {player}’s total again", player=table.names[draft.again[0]])


def differs_text(table: TableSheet, found: tuple[ReadDifference, ...]) -> Text:
    """The notice about values that differ twice, without the signed values."""
    if len(found) > 1:
        return mark("{count} values were read twice and differ from the signed ones", count=len(found))
    where, value = _where(table, found[0]), value_text(found[0].second)
    return mark("{where}: {value} was read twice, and differs from the signed value", where=where, value=value)


def _reading_of(draft: SecondReadingDraft) -> PaperReading:
    """The typed values. Every field must be readable."""
    numbers = tuple(read_value(text) for text in draft.texts)
    if draft.of_points:
        return PaperReading(points=numbers)
    a, b, c, d = (number or 0 for number in numbers)
    return PaperReading((a, b, c, d))


def fault_text(draft: SecondReadingDraft) -> Text:
    """What to type where something cannot be read."""
    if draft.of_points:
        return mark("Type the points, {drawn} for a drawn hand. Leave a hand that was not played blank.", drawn="0")
    return mark("Type the total as it appears on the paper.")


def _reason(table: TableSheet, found: tuple[ReadDifference, ...]) -> Text:
    """Proposed: what was read is written beside it, and what was signed stands in the log."""
    where = _where(table, found[0])
    for more in found[1:_NAMED]:
        where = mark("{before}, {text}", before=where, text=_where(table, more))
    if len(found) > _NAMED:
        where = mark("{before}, and {count} more", before=where, count=len(found) - _NAMED)
    return mark("{where}: read twice", where=where)


def _where(table: TableSheet, difference: ReadDifference) -> Text:
    if difference.column is None:
        return mark("Hand {hand}", hand=difference.hand)
    return mark("Total of {player}", player=table.names[difference.column])


def _step(state: TablesState, draft: SecondReadingDraft, focus: ReadingField | PagePart | None = None) -> TablesStep:
    return TablesStep(replace(state, second_reading=draft), focus)
