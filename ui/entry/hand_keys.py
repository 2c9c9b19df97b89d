"""The keys of a hand on the page Tables.

What is typed in its form is in ``hand_typing``. Here is what the form does not know: before a hand is recorded out of
turn, a question is asked; Esc also goes to the hand that waits; T opens the tiles.
"""

from collections.abc import Callable
from dataclasses import replace

from tournament.event.problem import Gravity, Problem
from tournament.language import Language, mark, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases import View
from ui.entry import cursor, form, hand_typing
from ui.entry.hand_draft import DRAWN_OVER, HandOnSheet, HandStep
from ui.entry.tables_state import TablesState, TablesStep, hand_stepped, without_question
from ui.entry.typing_order import AnswerField, HandField, Marked, TypedField

EARLIER_OPEN = "earlier-session-open"
"""Code of the question that is asked before the first hand of a session while an earlier session is not finished."""
_EARLIER_EMPTY = "earlier-hand-empty"
"""Code of the question that is asked before a hand is recorded below an empty row.

The totals would not reveal a row in the wrong place, because they do not depend on the order of the rows.
"""
TURN_QUESTIONS = (EARLIER_OPEN, _EARLIER_EMPTY)


def _gap_question(sheet: Sheet, hand: int) -> Problem | None:
    """Return the question to ask before ``hand`` is recorded; None if every hand above it is recorded."""
    if sheet.next_hand is None or sheet.next_hand >= hand:
        return None
    text = mark("Hand {empty} is not entered yet: is this hand {hand}?", empty=sheet.next_hand, hand=hand)
    return Problem(_EARLIER_EMPTY, text, gravity=Gravity.ASKS)


def _session_question(view: View, session: int) -> Problem | None:
    """Return the question to ask before something is recorded in ``session``; None if all earlier ones are verified."""
    for earlier in range(1, session):
        waiting = sum(sheet.state is not SheetState.VERIFIED for sheet in view.sheets(earlier))
        if waiting:
            tables = mark_count("{count} table is not verified", "{count} tables are not verified", waiting)
            text = mark("Session {earlier} is not finished ({tables}): is this session {session}?", earlier=earlier,
                        tables=tables, session=session)  # fmt: skip
            if all(sheet.state is SheetState.NOT_STARTED for sheet in view.sheets(session)):
                text = mark(
                    "Session {session} has not started, and session {earlier} is not "
                    "finished ({tables}). Start session {session}?",
                    earlier=earlier,
                    tables=tables,
                    session=session,
                )
            return Problem(EARLIER_OPEN, text, gravity=Gravity.ASKS)
    return None


def typed(state: TablesState, field: TypedField, text: str, language: Language) -> TablesStep:
    """Return the step after the text of ``field`` changed to ``text``."""
    return _in_form(state, lambda hand: hand_typing.typed(hand, field, text, language))


def erased(state: TablesState, field: TypedField) -> TablesStep:
    """Return the step after Backspace in an empty field."""
    return _in_form(state, lambda hand: hand_typing.erased(hand, field))


def confirmed(state: TablesState, field: TypedField, language: Language) -> TablesStep:
    """Return the step after Enter in ``field``."""
    step = _in_form(state, lambda hand: form.confirmed(hand, field, language))
    return _resumed(step) if state.refusal is not None and state.refusal.asks else step


def submitted(state: TablesState) -> TablesStep:
    """Return the step after a click on the button."""
    step = _in_form(state, hand_typing.submitted)
    return _resumed(step) if state.refusal is not None and state.refusal.asks else step


def refused(state: TablesState, problem: Problem) -> TablesStep:
    """Return the step that shows ``problem`` at its field. If it is a question, Enter or Esc answers it there."""
    if state.hand is None:
        return TablesStep(state, message=problem.text)
    return hand_stepped(state, form.refused(state.hand, problem))


def drawn(state: TablesState) -> TablesStep:
    """Return the step after X: nobody won. Where no hand waits, say that it does nothing."""
    if state.hand is None:
        return TablesStep(state, message=mark("“{key}” does nothing here: all hands are entered.", key="X"))
    return _resumed(_in_form(state, hand_typing.drawn))


def escaped(state: TablesState) -> TablesStep:
    """Return the step after Esc: leave a question; without one, discard what is typed; else go to the pending hand."""
    hand = state.hand
    if hand is None:
        return cursor.next_hand(state)
    if hand.refusal is not None and hand.asking and not hand.left_half_typed:
        at, over = hand.refusal.field, hand.refusal.problem.code == DRAWN_OVER
        focus = at if over else Marked.POINTS if at is HandField.POINTS else None
        return hand_stepped(state, HandStep(hand.without_refusal(), focus))
    if hand.changed or hand.draft.reason:
        state = hand_stepped(state, HandStep(hand.begun_anew(hand.unchanged))).state
        return TablesStep(state, state.typing_place)
    return cursor.next_hand(state)


def tiles_asked(state: TablesState) -> TablesStep:
    """Return the step after T: open the tiles of the hand if its winner is known and the rules can count them."""
    hand = state.hand
    if hand is None or state.penalty is not None or state.repair is not None:
        return TablesStep(state)
    unknown = next((each for each in (HandField.WINNER, HandField.SOURCE) if not hand.answered(each)), None)
    if hand.draft.drawn and not (hand.rules.draws_paid and hand.rules.counter is not None):
        at: TypedField = HandField.WINNER
        problem = Problem("drawn", mark("A drawn hand has no winner, and so no winning tiles."))
    elif unknown is not None:
        at, problem = unknown, hand.unanswered(unknown)
    elif hand.rules.scorer is None and hand.rules.counter is None:
        at, problem = hand.last, Problem("not-counted", mark("The rules of this event cannot count tiles."))
    else:
        return TablesStep(replace(state, refusal=None, tiles_open=True))
    return hand_stepped(state, HandStep(hand.refused_at(at, problem), at))


def _resumed(step: TablesStep) -> TablesStep:
    """Return ``step``, with the cursor in the form or in the total that is open besides the hand, if there is one."""
    if step.focus is None or step.state.refusal is not None or isinstance(step.focus, AnswerField):
        return step
    return step._replace(focus=step.state.typing_place)


def _in_form(state: TablesState, key: Callable[[HandOnSheet], HandStep]) -> TablesStep:
    """Return the step after a key in the form of the hand. A hand out of turn is asked about before it is recorded.

    A question about signing is withdrawn: it was asked about the sheet without this hand.
    """
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    state = without_question(state)
    step = hand_stepped(state, key(hand))
    if step.command is None or _is_refused(step.state.hand):
        return step
    shown = step.state.refusal
    turn, state = turn_question(step.state, answered=shown.problem.code if shown is not None else "")
    if turn is not None:
        return refused(state, turn)
    return step._replace(state=state, confirmed=step.confirmed and state.refusal is not None)


def _is_refused(hand: HandOnSheet | None) -> bool:
    """Return whether the hand is impossible, so that its command will be refused: then nothing is asked before."""
    return hand is not None and hand.outcome is not None and bool(hand.problems(hand.outcome))


def turn_question(state: TablesState, *, answered: str = "") -> tuple[Problem | None, TablesState]:
    """Return the question to ask before a hand is recorded out of order, or None; and the state with the answers.

    Each question is asked once until the program is restarted. ``answered`` is the code of the question that the user
    has just answered.
    """
    hand = state.hand
    if hand is None or hand.recorded is not None:
        return None, state
    session, sheet = hand.table.sheet.session, hand.table.sheet
    gap = (*hand.table.place, sheet.next_hand or 0)
    if answered in TURN_QUESTIONS:
        state = replace(state, refusal=None)
    agreed = session in state.sessions_agreed or answered == EARLIER_OPEN
    turn = None if agreed else _session_question(hand.table.view, session)
    if turn is not None:
        return turn, state
    state = replace(state, sessions_agreed=state.sessions_agreed | {session})
    missing = None if gap in state.gaps_agreed or answered == _EARLIER_EMPTY else _gap_question(sheet, hand.draft.hand)
    if missing is not None:
        return missing, state
    return None, replace(state, gaps_agreed=state.gaps_agreed | {gap}) if answered == _EARLIER_EMPTY else state
