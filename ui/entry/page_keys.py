"""The page Tables as a whole: the keys that work while nothing is typed, and what follows from a command."""

from dataclasses import replace
from enum import Enum
from typing import assert_never

from tournament.event.problem import Problem
from tournament.use_cases import (
    CancelPenalty,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    TableCommand,
    TypeTotals,
)
from ui.entry import cursor, end_keys, form, hand_keys, second_reading_keys
from ui.entry.cursor import at_end, back, go_to, next_hand, without_forms
from ui.entry.hand_draft import HandDraft
from ui.entry.tables_state import (
    SigningDraft,
    SigningQuestion,
    TablesState,
    TablesStep,
    at_row,
    hand_stepped,
    off_totals,
    penalty_stepped,
    repair_stepped,
    to_total,
    with_forms_left,
    with_hand,
    with_totals,
)


class PageKey(Enum):
    """A key of the page; a letter in capitals."""

    UP = "UP"
    DOWN = "DOWN"
    DRAWN = "X"
    TILES = "T"
    PENALTY = "P"
    REPAIR = "R"
    GO_TO_TABLE = "G"
    CODE = "Q"
    """The first letter of the code on a sheet, from a scanner."""
    CODE_ON_FRENCH = "A"
    """The same on a French keyboard."""
    READ_AGAIN = "V"


WHERE_NOTHING_IS_SHOWN = frozenset({PageKey.GO_TO_TABLE, PageKey.CODE, PageKey.CODE_ON_FRENCH, PageKey.READ_AGAIN})
"""The keys that work while a sheet waits for its second reading and is hidden."""


def pressed(state: TablesState, key: PageKey) -> TablesStep:
    """Do what ``key`` means."""
    match key:
        case PageKey.UP:
            return cursor.row_moved(state, -1)
        case PageKey.DOWN:
            return cursor.row_moved(state, 1)
        case PageKey.GO_TO_TABLE:
            return cursor.jump_asked(state, "")
        case PageKey.CODE | PageKey.CODE_ON_FRENCH:
            return cursor.jump_asked(state, key.value)
        case PageKey.PENALTY:
            return cursor.penalty_asked(state)
        case PageKey.REPAIR:
            return cursor.repair_asked(state)
        case PageKey.TILES:
            return hand_keys.tiles_asked(state)
        case PageKey.READ_AGAIN:
            return second_reading_keys.asked(state)
        case PageKey.DRAWN:
            return hand_keys.drawn(state)
        case _:
            assert_never(key)


def cleared(state: TablesState) -> TablesStep | None:
    """Ctrl+Z: clear what is typed where the cursor is; None if nothing is typed there.

    Open questions about signing are left. In a second reading, whose values cannot be typed in a moment, nothing is
    cleared.
    """
    table, hand = state.table, state.hand
    if state.jump.typed:
        return cursor.jump_left(state)
    if table is None or state.in_reading:
        return None
    if state.signing.question is not SigningQuestion.NONE:
        return end_keys.given_up(state)
    for typed in (state.penalty, state.repair):
        if typed is not None:
            return back(state) if typed.typed.started else None
    if state.total is not None:
        if table.place not in state.totals_half_typed:
            return None
        return to_total(with_totals(state, None), state.total)
    if hand is None or not (hand.changed or hand.draft.reason or state.refusals):
        return None
    state = hand_stepped(state, form.KeyStep(hand.begun_anew(hand.unchanged))).state
    return TablesStep(replace(state, refusal=None), state.typing_place)


def done(state: TablesState, command: TableCommand) -> TablesStep:
    """Continue after ``command`` was carried out. ``state`` already shows the changed sheet."""
    match command:
        case RecordHand() | CorrectHand():
            key = (command.session, command.table, command.hand)
            hands = {each: unfinished for each, unfinished in state.hands.items() if each != key}
            behind = command.hand if isinstance(command, RecordHand) else 0
            row = state.table.next_row(behind) if state.table is not None else None
            state = replace(state, hands=hands, tiles_open=False)
            return back(at_end(at_row(state, row)))
        case CancelPenalty():
            return next_hand(state)
        case CloseSheet() | RecordTotals() | ReopenSheet():
            return back(off_totals(replace(with_forms_left(state), signing=SigningDraft())))
        case TypeTotals():
            return end_keys.totals_stored(with_totals(state, None) if state.table is not None else state)
        case ConfirmSheet() | RejectSheet():
            return second_reading_keys.written(state)
        case GivePenalty() if state.tiles_open and state.hand is not None:  # for a false Hu: the hand starts again
            state = with_hand(state, state.hand.begun_anew(HandDraft(state.hand.draft.hand)))
            return back(replace(state, tiles_open=False))
        case GivePenalty():
            return _typed_on(without_forms(state))
        case MoveSheet() if state.table is not None:
            return go_to(without_forms(state), state.table.view, command.to_session, command.to_table)
        case InsertHand() | DeleteHand() | MoveHand() | ExchangeColumns() | MoveSheet():
            return _typed_on(without_forms(state))
        case _:
            assert_never(command)


def _typed_on(state: TablesState) -> TablesStep:
    """Continue with the hand or the total at the cursor, but never in a recorded row: digits would overwrite it.

    From there the cursor goes to the hand that waits, or to the totals if all are recorded.
    """
    waits = state.hand is not None and state.hand.recorded is None
    return back(state) if waits or state.total is not None else next_hand(state)


def refused(state: TablesState, command: TableCommand, problem: Problem) -> TablesStep:
    """The command was refused: show ``problem`` where it was given."""
    problem = state.table.named(problem) if state.table is not None else problem
    match command:
        case RecordHand() | CorrectHand():
            return hand_keys.refused(state, problem)
        case GivePenalty() if state.penalty is not None:
            return penalty_stepped(state, form.refused(state.penalty, problem))
        case CancelPenalty():
            return TablesStep(replace(state, cancel=replace(state.cancel, problem=problem.text)))
        case CloseSheet() | RecordTotals() | ReopenSheet():
            return end_keys.refused(state, problem.text)
        case ConfirmSheet() | RejectSheet():
            return second_reading_keys.refused(state, problem)
        case GivePenalty() | TypeTotals():
            return TablesStep(state, message=problem.text)
        case InsertHand() | DeleteHand() | MoveHand() | ExchangeColumns() | MoveSheet():
            if state.repair is None:
                return TablesStep(state, message=problem.text)
            return repair_stepped(state, form.refused(state.repair, problem))
        case _:
            assert_never(command)
