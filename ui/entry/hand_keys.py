"""Typing a hand: 1–4 or the own wind of this hand name a player, D is a self-draw, X a drawn hand, Enter goes on."""

from dataclasses import replace

from tournament.event.problem import Problem
from tournament.language import Language, Text, mark
from ui.entry import cursor
from ui.entry.hand_draft import HandDraft, HandField, HandOnSheet
from ui.entry.refusal import FieldRefusal
from ui.entry.session_order import EARLIER_OPEN, turn_question
from ui.entry.tables_state import PagePart, TablesState, TablesStep, thrown_away, with_draft

MISSING: dict[HandField, Text] = {
    HandField.WINNER: mark("A winner is missing."),
    HandField.SOURCE: mark("Say from whom the tile came."),
    HandField.POINTS: mark("The points are missing."),
}
"""What keeps a hand from being recorded."""
_AT_THE_WINNER = ("hand-recorded", "sheet-closed", "totals-only")
"""Problems of the hand as a whole are shown at its first field."""


def typed(state: TablesState, field: HandField, text: str, language: Language) -> TablesStep:
    """``text`` stands in the line of ``field`` now."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    if field is HandField.REASON:
        refused = state.refusal is not None and state.refusal.field is HandField.REASON
        typed = with_draft(state, replace(hand.draft, reason=text))
        return TablesStep(replace(typed, refusal=None if refused else state.refusal))
    if field is HandField.WINNER and state.left_half_typed:  # whoever types a winner begins anew
        state = thrown_away(state)
        hand = HandOnSheet(hand.table, hand.unchanged)
    if field is HandField.POINTS:
        return TablesStep(with_draft(state, replace(hand.draft, points=text.strip())))
    self_draw = field is HandField.SOURCE and text[-1:].upper() == "D"
    column = None if self_draw else hand.table.column_of(text[-1:], hand.draft.hand, language)
    if column is None and not self_draw:
        return _refused_at(state, field, "nobody", mark("“{typed}” names nobody at this table", typed=text))
    if field is HandField.SOURCE:
        return _source(state, hand, column)
    assert column is not None
    problem = hand.winner_problem(column)
    if problem is not None:
        return TablesStep(replace(state, refusal=FieldRefusal(field, problem, column)))
    return TablesStep(with_draft(state, hand.draft.with_winner(column)), HandField.SOURCE)


def _source(state: TablesState, hand: HandOnSheet, column: int | None) -> TablesStep:
    draft = hand.draft
    if draft.winner is None:
        return _refuse_missing(state, draft)
    if column == draft.winner:
        text = mark("{player} is the winner", player=hand.table.names[draft.winner])
        return _refused_at(state, HandField.SOURCE, "winner-is-discarder", text)
    return TablesStep(with_draft(state, draft.with_source(column)), PagePart.POINTS_MARKED)


def drawn(state: TablesState) -> TablesStep:
    """X: nobody won."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    return TablesStep(with_draft(thrown_away(state), HandDraft(hand.draft.hand, drawn=True)), HandField.WINNER)


def tiles_asked(state: TablesState) -> TablesStep:
    """T: lay out the tiles of the hand, if its winner is known and they can be counted."""
    hand = state.hand
    if hand is None or state.penalty is not None:
        return TablesStep(state)
    if hand.draft.drawn:
        text = mark("A drawn hand has no winner, so no winner’s tiles.")
        return _refused_at(state, HandField.WINNER, "drawn", text)
    if hand.draft.missing in (HandField.WINNER, HandField.SOURCE):
        return _refuse_missing(state, hand.draft)
    if hand.table.rules.scorer is None:
        text = mark("Tiles cannot be counted by the rules of this event.")
        return _refused_at(state, HandField.POINTS, "not-counted", text)
    return TablesStep(replace(state, refusal=None, tiles_open=True))


def confirmed(state: TablesState, field: HandField) -> TablesStep:
    """Enter in ``field``: what the button says when nothing is missing, else on to the next field."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    draft, asking = hand.draft, state.refusal is not None and state.refusal.asks
    complete = draft.outcome is not None and hand.changed
    if field is HandField.REASON and not asking:
        return _given(state, hand)
    if asking or complete or draft.missing is HandField.WINNER:
        return submitted(state)
    if field is HandField.WINNER and not draft.drawn:
        return TablesStep(state, HandField.SOURCE)
    if field is HandField.SOURCE and draft.source_known:
        return TablesStep(state, PagePart.POINTS_MARKED)
    return submitted(state)


def submitted(state: TablesState) -> TablesStep:
    """What the button says: record the hand, or correct it; what is missing is asked for, the reason last."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    if state.left_half_typed:
        state = replace(state, refusal=None)
        return TablesStep(state, state.typing_place)
    if hand.draft.outcome is not None and hand.lacks_reason:
        problems = hand.problems(hand.draft.outcome)
        return refused(state, problems[0]) if problems else TablesStep(state, HandField.REASON)
    return _given(state, hand)


def _given(state: TablesState, hand: HandOnSheet) -> TablesStep:
    """Give the command, or say what is missing."""
    if hand.draft.outcome is None:
        return _refuse_missing(state, hand.draft)
    turn, state = its_turn(state, confirmed=state.refusal is not None and state.refusal.problem.code == EARLIER_OPEN)
    if turn is not None:
        return refused(state, turn)
    asking = state.refusal is not None and state.refusal.asks
    return TablesStep(state, command=hand.command(hand.draft.outcome, hand.draft.reason), confirmed=asking)


def its_turn(state: TablesState, *, confirmed: bool) -> tuple[Problem | None, TablesState]:
    """What to ask before a hand is recorded in the session in view, once a start; ``confirmed``: it was answered."""
    hand = state.hand
    if hand is None or hand.recorded is not None:
        return None, state
    session = hand.table.sheet.session
    agreed = replace(state, sessions_agreed=state.sessions_agreed | {session})
    if confirmed:
        return None, replace(agreed, refusal=None)
    turn = None if session in state.sessions_agreed else turn_question(hand.table.view, session)
    return (turn, state) if turn is not None else (None, agreed)


def escaped(state: TablesState) -> TablesStep:
    """Esc: leave a question, else throw away what is typed, for good, else go on to the hand that waits."""
    hand = state.hand
    if hand is not None and state.refusal is not None and state.refusal.asks and not state.left_half_typed:
        marked = PagePart.POINTS_MARKED if state.refusal.field is HandField.POINTS else None
        return TablesStep(replace(state, refusal=None), marked)
    if hand is not None and (hand.changed or hand.draft.reason):
        state = thrown_away(state)
        return TablesStep(state, state.typing_place)
    return cursor.next_hand(state)


def refused(state: TablesState, problem: Problem) -> TablesStep:
    """Show ``problem`` at its field; a question waits there for Enter or Esc."""
    drawn_hand = state.hand is not None and state.hand.draft.drawn
    if problem.field == "reason":
        field = HandField.REASON
    elif problem.field == "winner" or problem.code in _AT_THE_WINNER or drawn_hand:
        field = HandField.WINNER
    else:
        field = HandField.SOURCE if problem.field == "discarder" else HandField.POINTS
    return TablesStep(replace(state, refusal=FieldRefusal(field, problem)), field)


def _refuse_missing(state: TablesState, draft: HandDraft) -> TablesStep:
    """Go to the first field without an answer, and say so."""
    field = draft.missing or HandField.POINTS
    if field is HandField.POINTS and draft.points:
        text = mark("“{typed}” is not a number of points", typed=draft.points)
        return _refused_at(state, field, "not-a-number", text)
    return _refused_at(state, field, "missing", MISSING[field])


def _refused_at(state: TablesState, field: HandField, code: str, text: Text) -> TablesStep:
    return TablesStep(replace(state, refusal=FieldRefusal(field, Problem(code, text))), field)
