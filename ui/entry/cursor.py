"""Moving the cursor of the page Tables: to a table, a row, a form; and following changes of the event."""

from dataclasses import replace

from tournament.event.problem import Refused
from tournament.language import mark
from tournament.ledger.sheet import SheetState
from tournament.use_cases import CancelPenalty, View
from ui.entry import form, penalty_draft, repair_draft
from ui.entry.half_typed import half_typed
from ui.entry.hand_draft import HandDraft
from ui.entry.penalty_draft import CancelDraft, PenaltyField
from ui.entry.reading_draft import ReadingOnSheet
from ui.entry.repair_draft import RepairField
from ui.entry.sheet_address import SheetAddress, sheet_named
from ui.entry.table_sheet import RowKey, table_sheet
from ui.entry.tables_state import (
    Jump,
    PagePart,
    SigningDraft,
    SigningQuestion,
    TablesState,
    TablesStep,
    TotalField,
    at_row,
    event_of,
    off_totals,
    to_total,
    with_forms_left,
    with_hand,
    with_totals,
    without_question,
)
from ui.entry.typing_order import TypingOrder

_TOTAL_KEYS = frozenset("0123456789-−–")
"""The keys that are text in a total."""


def opened(state: TablesState, view: View | None) -> TablesState:
    """Follow another event that was opened, or none. In the same event at another moment, unfinished entries stay."""
    event = event_of(view)
    if event != state.event:
        return TablesState(event=event, order=state.order)
    return replace(at_row(state, None), table=None, signing=SigningDraft(), tiles_open=False, second_reading=None)


def order_chosen(state: TablesState, order: TypingOrder) -> TablesState:
    """Use ``order`` for typing from now on. The question about an unfinished hand moves to its new first field."""
    if order is state.order:
        return state
    asked = state.refusal if state.left_half_typed else None
    state = replace(state, order=order, refusal=None)
    if asked is None or state.hand is None:
        return state
    return replace(state, refusal=replace(asked, field=state.hand.first))


def look_again(state: TablesState, view: View | None, session: int, *, shared: bool = False) -> TablesStep:
    """Follow a change of the event or of the session; keep the cursor and unfinished entries where possible.

    In a ``shared`` event another desk may have recorded the hand at the cursor. If nothing was typed for it here, the
    cursor moves to the next hand that is not recorded.
    """
    if view is None or view.seating is None:  # no event, no draw, or the draw was undone
        return TablesStep(opened(state, view))
    if state.table is None and not view.settings.format.is_drawn and not view.seating.tables(session):
        return TablesStep(opened(state, view))  # the page says that there is no game yet
    if state.table is not None and state.table.sheet.session in view.state.cancelled:
        return _leave_cancelled(state, view, session)
    if state.table is not None and state.table.place in view.state.taken_back:
        return go_to_session(opened(state, view), view, session)
    if state.table is None or state.table.sheet.session != session:
        return go_to_session(state, view, session)
    waits = state.hand is not None and state.hand.recorded is None and not state.hand.changed
    formless = state.penalty is None and state.repair is None and not state.tiles_open
    state = _reloaded(state, view)
    if (
        shared
        and waits
        and formless
        and state.table is not None
        and state.hand is not None
        and state.hand.recorded is not None
    ):
        state = at_row(state, state.table.next_row())
    return TablesStep(state)


def _leave_cancelled(state: TablesState, view: View, session: int) -> TablesStep:
    """Go to ``session``, because the one that was shown is cancelled. What was typed is kept in case it is restored."""
    assert state.table is not None
    place, left = state.table.place, opened(state, view)
    step = go_to_session(left, view, session)
    if place not in half_typed(left).tables:
        return step
    text = mark(
        "Session {session} is cancelled. What you typed at table {table} is kept as an unfinished entry.",
        session=place[0],
        table=place[1],
    )
    return step._replace(message=text, quiet=True)


def _reloaded(state: TablesState, view: View) -> TablesState:
    """The state with the current sheet read again."""
    assert state.table is not None
    table = table_sheet(view, *state.table.place)
    state = replace(state, table=table)
    if state.penalty is not None:
        state = replace(state, penalty=penalty_draft.look_again(state.penalty, view, table.sheet.session))
    if state.repair is not None:
        state = replace(state, repair=repair_draft.look_again(state.repair, view))
    if state.second_reading is not None:
        state = replace(state, second_reading=replace(state.second_reading, table=table))
    if state.row is None or not table.can_stand(state.row):
        total, edited = (state.total, state.total_edited) if table.signable else (None, False)
        state = replace(
            at_row(state, table.next_row()),
            penalty=state.penalty,
            repair=state.repair,
            total=total,
            total_edited=edited,
        )
    return state


def go_to_session(state: TablesState, view: View, session: int) -> TablesStep:
    """Go to the table of ``session`` that was shown last, or to the first that is not verified."""
    if not session:
        return TablesStep(opened(state, view))
    if view.seating is None or not view.seating.tables(session):
        if view.settings.format.is_drawn:
            text = mark("Session {session} has not been drawn yet: go to Draw.", session=session)
        else:
            text = mark("No game has been opened this evening: go to Games.")
        return TablesStep(state, message=text, quiet=True)
    signed = (SheetState.VERIFIED, SheetState.TO_READ_AGAIN)
    sheets = view.sheets(session)
    waiting = (sheet.table for sheet in sheets if sheet.state not in signed)
    first = next(waiting, sheets[0].table if sheets else 1)
    seen = state.tables_seen.get(session, first)
    return go_to(state, view, session, first if (session, seen) in view.state.taken_back else seen)


def go_to(state: TablesState, view: View, session: int, table: int) -> TablesStep:
    """Go to another table. An unknown one is reported in the bar of the window."""
    try:
        found = table_sheet(view, session, table)
    except Refused as refused:
        return TablesStep(state, message=refused.problems[0].text)
    seen = {**state.tables_seen, session: table}
    state = replace(
        at_row(replace(at_row(state, None), table=found), found.next_row()),
        total_refused=None,
        signing=SigningDraft(),
        jump=Jump(),
        tables_seen=seen,
        tiles_open=False,
        second_reading=ReadingOnSheet(found) if found.sheet.state is SheetState.TO_READ_AGAIN else None,
    )
    if state.second_reading is not None:
        return back(state)
    totals_typed = found.place in state.totals_typed and not (state.hand is not None and state.hand.changed)
    return _to_totals(state) if totals_typed else back(at_end(state))


def at_end(state: TablesState) -> TablesState:
    """If all hands are recorded, move the cursor to the first missing total."""
    table, missing = state.table, state.totals.missing
    if state.row is not None or table is None or table.sheet.closed is not None or missing is None:
        return state
    return replace(state, total=missing, total_edited=False)


def _to_totals(state: TablesState) -> TablesStep:
    """Move the cursor to the first missing total, else to the first that differs, else to the last."""
    if state.table is None or not state.totals_open:
        return TablesStep(state)
    totals, computed = state.totals, state.table.sheet.computed
    wrong = (column for column, number in enumerate(totals.numbers) if number != computed[column])
    return to_total(state, totals.missing if totals.missing is not None else next(wrong, 3))


def totals_left(state: TablesState) -> TablesStep:
    """Esc in the totals: go back to the sheet, where the keys of the page work. What is typed stays."""
    return back(off_totals(state))


def next_sheet(state: TablesState, view: View) -> TablesStep:
    """Enter on a complete sheet: go to its totals, or if they are done to the next sheet that waits."""
    table = state.table
    if table is None or state.row is not None:
        return TablesStep(state)
    if state.totals_open:
        return _to_totals(state)
    waiting = table.next_waiting
    if waiting is None:
        text = mark("Every sheet of session {session} is verified.", session=table.sheet.session)
        return TablesStep(state, message=text, quiet=True)
    return go_to(state, view, table.sheet.session, waiting)


def typed_on_page(state: TablesState, key: str) -> TablesStep:
    """Handle a digit or letter that is no key of the page: begin the totals, or explain that it does nothing."""
    table = state.table
    if table is None or state.row is not None:
        return TablesStep(state)
    missing = state.totals.missing
    if state.totals_open and missing is not None and key in _TOTAL_KEYS:
        state = with_totals(state, state.totals.with_text(missing, key))
        return TablesStep(replace(state, total=missing, total_edited=True), TotalField(missing, begun=True))
    if state.totals_open:
        return TablesStep(state, message=mark("“{key}” does nothing here: all hands are entered.", key=key))
    waiting = table.next_waiting
    if waiting is None:
        text = mark(
            "“{key}” was not entered: table {table} is verified, and so is every other sheet.",
            key=key,
            table=table.sheet.table,
        )
        return TablesStep(state, message=text)
    return TablesStep(
        state,
        message=mark(
            "“{key}” was not entered: table {table} is verified. Enter goes to table {next}.",
            key=key,
            table=table.sheet.table,
            next=waiting,
        ),
    )


def typed_astray(state: TablesState, key: str) -> TablesStep:
    """Refuse a digit or letter that was typed where nothing takes it, such as on a button."""
    if state.signing.question is not SigningQuestion.NONE:
        return TablesStep(state, message=form.answer_first(key), refuses=True)
    text = mark("“{key}” was not entered: the cursor is in no field. Esc returns to the field.", key=key)
    return TablesStep(state, message=text, refuses=True)


def jump_asked(state: TablesState, first: str) -> TablesStep:
    """Wait for a number or a code that begins with ``first``."""
    return TablesStep(replace(state, jump=Jump(first, asked=True)), PagePart.JUMP)


def jump_typed(state: TablesState, text: str) -> TablesStep:
    """The user changed the text of the field."""
    return TablesStep(replace(state, jump=replace(state.jump, typed=text, problem="", ignored=0)))


def jump_confirmed(state: TablesState, view: View, session: int) -> TablesStep:
    """Go to the sheet that was typed or scanned, or say what is wrong with it."""
    address = sheet_named(state.jump.typed, view, session)
    if isinstance(address, SheetAddress):
        step = go_to(state, view, address.session, address.table)
        return step if address.remark is None else step._replace(message=address.remark)
    return TablesStep(replace(state, jump=replace(state.jump, problem=address, ignored=0)), PagePart.JUMP)


def jump_left(state: TablesState) -> TablesStep:
    """Esc in the field: go back to the question that is open, or to where typing continues."""
    state = replace(state, jump=Jump())
    return TablesStep(state, state.signing.place or state.typing_place)


def row_chosen(state: TablesState, row: RowKey) -> TablesStep:
    """Move the cursor to another row. A question about signing is withdrawn."""
    return back(at_row(without_question(state), row))


def row_moved(state: TablesState, step: int) -> TablesStep:
    """Move the cursor by ``step`` rows, down if positive."""
    row = state.table.row_beside(state.row, step) if state.table is not None else None
    return TablesStep(state) if row is None else row_chosen(state, row)


def next_hand(state: TablesState) -> TablesStep:
    """Move the cursor to the first hand that waits, or to the totals if all are recorded."""
    return back(at_end(at_row(state, state.table.next_row() if state.table is not None else None)))


def back(state: TablesState) -> TablesStep:
    """Close the form of a penalty or a repair, and continue typing."""
    state = without_forms(state)
    return TablesStep(state, state.typing_place)


def without_forms(state: TablesState) -> TablesState:
    """The state without the form of a penalty or a repair, which was completed or discarded."""
    if state.penalty is None and state.repair is None:
        return state
    penalties, repairs = dict(state.penalties), dict(state.repairs)
    if state.penalty is not None and state.penalty.table is not None:
        penalties.pop(state.penalty.table.place, None)
    if state.repair is not None:
        repairs.pop(state.repair.table.place, None)
    return replace(state, penalty=None, penalties=penalties, repair=None, repairs=repairs)


def penalty_asked(state: TablesState) -> TablesStep:
    """Type a penalty in the hand at the cursor, or of the session."""
    table = state.table
    if table is None:
        return TablesStep(state)
    if state.penalty is not None:
        return TablesStep(state, state.penalty.place)
    state = without_question(with_forms_left(state))
    hand, left = state.row.hand if state.row is not None else None, state.penalties.get(table.place)
    if left is None:
        draft = penalty_draft.on_sheet(table, hand)
    else:
        draft = penalty_draft.look_again(left, table.view, table.sheet.session)
        draft = replace(form.asked_again(draft, penalty_draft.HALF_TYPED), hand_anew=hand)
    return TablesStep(replace(state, penalty=draft), PenaltyField.PLAYER)


def repair_asked(state: TablesState) -> TablesStep:
    """R: repair the row at the cursor, or the sheet. Refused while a hand of the table is unfinished."""
    table = state.table
    if table is None or state.penalty is not None:
        return TablesStep(state)
    if state.repair is not None:
        return TablesStep(state, state.repair.place)
    here = (each for each in state.hands.values() if each.changed and (each.session, each.table) == table.place)
    unfinished = next(here, None)
    if unfinished is not None:
        return TablesStep(
            state, message=mark("Hand {hand} is unfinished: record it, or press Esc.", hand=unfinished.draft.hand)
        )
    hand, left = state.row.hand if state.row is not None else None, state.repairs.get(table.place)
    if left is None:
        draft = repair_draft.on_row(table, hand)
    else:
        draft = replace(form.asked_again(left, repair_draft.left_text(left)), table=table, hand_anew=hand)
    return TablesStep(replace(without_question(state), repair=draft), RepairField.KIND)


def cancel_typed(state: TablesState, text: str) -> TablesStep:
    """Why the penalty at the cursor is cancelled, as far as it is typed."""
    return TablesStep(replace(state, cancel=CancelDraft(text)))


def cancel_confirmed(state: TablesState) -> TablesStep:
    """Enter cancels the penalty at the cursor."""
    given, wrong = state.penalty_at_cursor, form.reason_problem(state.cancel.reason)
    if given is not None and wrong is not None and state.cancel.reason.strip():
        return TablesStep(replace(state, cancel=replace(state.cancel, problem=wrong)))
    command = CancelPenalty(given.entry.id, state.cancel.reason) if given is not None else None
    return TablesStep(state, command=command)


def tiles_left(state: TablesState, draft: HandDraft, typed: str) -> TablesStep:
    """Esc on the tiles: go back to the sheet with the values that were counted."""
    if state.hand is not None:
        state = with_hand(state, replace(state.hand.with_draft(draft), tiles_typed=typed))
    return back(replace(state, tiles_open=False))
