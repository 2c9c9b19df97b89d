"""Typing a hand: 1–4 or the own wind of this hand name a player, D is a self-draw, X a drawn hand, Enter goes on.

In which order its fields are typed is the desk's to choose. Where the points come first, digits are points until Enter,
Tab, a letter that names a player, or D: the letter is the answer to a field below. Behind the last answer nothing is
recorded by itself, and a further key is refused there, so that a forgotten Enter spoils no hand.
"""

from dataclasses import replace

from tournament.event.problem import Problem
from tournament.language import Language, Text, mark
from ui.entry import cursor
from ui.entry.hand_draft import SOURCE_KNOWN, HandDraft, HandOnSheet
from ui.entry.refusal import FieldRefusal
from ui.entry.session_order import EARLIER_EMPTY, EARLIER_OPEN, TURN_QUESTIONS, gap_question, turn_question
from ui.entry.tables_state import PagePart, TablesState, TablesStep, thrown_away, with_draft
from ui.entry.typing_order import HandField, TypingOrder

MISSING: dict[HandField, Text] = {
    HandField.WINNER: mark("A winner is missing."),
    HandField.SOURCE: mark("Say from whom the tile came."),
    HandField.POINTS: mark("The points are missing."),
}
"""What keeps a hand from being recorded."""
_OF_THE_HAND = ("hand-recorded", "sheet-closed", "totals-only")
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
    if field is state.order.first and state.left_half_typed:  # whoever types its first answer begins anew
        state = thrown_away(state)
        hand = HandOnSheet(hand.table, hand.unchanged, state.order)
    if field is HandField.POINTS:
        return _points(state, hand, text.strip(), language)
    return _named(state, hand, field, text, language)


def _points(state: TablesState, hand: HandOnSheet, text: str, language: Language) -> TablesStep:
    """Digits, and where they come first the letter that ends them: it answers a field below."""
    if state.order is TypingOrder.WINNER_FIRST:
        return TablesStep(with_draft(state, hand.draft.with_points(text)))
    letter = next((each for each in text if each.isalpha() and _names(hand, each, language)), None)
    if letter is None:
        return TablesStep(with_draft(state, hand.draft.with_points(text)))
    digits = text.replace(letter, "", 1).strip() or hand.draft.points  # a letter typed over marked points leaves them
    draft = hand.draft.with_points(digits)
    state = with_draft(state, draft)
    hand = HandOnSheet(hand.table, draft, state.order)
    refused = _points_refused(state, hand) if digits else None
    self_draw = letter.upper() == "D"
    return refused or _named(state, hand, HandField.SOURCE if self_draw else HandField.WINNER, letter, language)


def _names(hand: HandOnSheet, key: str, language: Language) -> bool:
    return key.upper() == "D" or hand.table.column_of(key, hand.draft.hand, language) is not None


def _named(state: TablesState, hand: HandOnSheet, field: HandField, text: str, language: Language) -> TablesStep:
    """The last letter of ``text`` names a player, or in SOURCE a self-draw."""
    if field is HandField.SOURCE is state.order.last and hand.recorded is None and hand.draft.source_known:
        return _refused_at(state, field, SOURCE_KNOWN, mark("It is already typed from whom the tile came"))
    self_draw = field is HandField.SOURCE and text[-1:].upper() == "D"
    column = None if self_draw else hand.table.column_of(text[-1:], hand.draft.hand, language)
    if column is None and not self_draw:
        return _refused_at(state, field, "nobody", mark("“{typed}” names nobody at this table", typed=text))
    if field is HandField.SOURCE:
        return _source(state, hand, column)
    assert column is not None
    problem = hand.winner_problem(column)
    if problem is not None:
        return TablesStep(replace(state, refusal=FieldRefusal(field, problem, column)), field)
    return _behind(with_draft(state, hand.draft.with_winner(column)), field)


def _source(state: TablesState, hand: HandOnSheet, column: int | None) -> TablesStep:
    draft = hand.draft
    if draft.winner is None:
        return _refuse_missing(state, draft, HandField.WINNER)
    if column == draft.winner:
        text = mark("{player} is the winner", player=hand.table.names[draft.winner])
        return _refused_at(state, HandField.SOURCE, "winner-is-discarder", text)
    return _behind(with_draft(state, draft.with_source(column)), HandField.SOURCE)


def _behind(state: TablesState, field: HandField) -> TablesStep:
    """Where typing goes on behind an answer: in the next field; behind the last, where something is missing."""
    hand = state.hand
    assert hand is not None
    if field is state.order.last:
        return TablesStep(state, hand.draft.missing(state.order) or field)
    following = state.order.fields[state.order.fields.index(field) + 1]
    return TablesStep(state, PagePart.POINTS_MARKED if following is HandField.POINTS else following)


def erased(state: TablesState, field: HandField) -> TablesStep:
    """Backspace where nothing is typed: back to the field before; in the last one its answer goes first."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    if field is HandField.SOURCE and field is state.order.last and hand.draft.source_known:
        return TablesStep(with_draft(state, replace(hand.draft, discarder=None, self_draw=False)), field)
    return TablesStep(state, state.order.before(field))


def drawn(state: TablesState) -> TablesStep:
    """X: nobody won."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    return TablesStep(with_draft(thrown_away(state), HandDraft(hand.draft.hand, drawn=True)), state.beginning)


def tiles_asked(state: TablesState) -> TablesStep:
    """T: lay out the tiles of the hand, if its winner is known and they can be counted."""
    hand = state.hand
    if hand is None or state.penalty is not None or state.repair is not None:
        return TablesStep(state)
    if hand.draft.drawn:
        text = mark("A drawn hand has no winner, so no winner’s tiles.")
        return _refused_at(state, HandField.WINNER, "drawn", text)
    unknown = hand.draft.missing(TypingOrder.WINNER_FIRST)
    if unknown in (HandField.WINNER, HandField.SOURCE):
        return _refuse_missing(state, hand.draft, unknown)
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
    if state.refusal is not None and state.refusal.problem.code == SOURCE_KNOWN:
        return TablesStep(replace(state, refusal=None), HandField.SOURCE)
    if asking or complete or draft.drawn or field is state.order.last:
        return submitted(state)
    fields, missing = state.order.fields, draft.missing(state.order)
    if missing is not None and fields.index(missing) <= fields.index(field):
        return submitted(state)
    refused = _points_refused(state, hand) if field is HandField.POINTS else None
    return refused or _behind(state, field)


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
        return _refuse_missing(state, hand.draft, hand.draft.missing(state.order) or state.order.last)
    turn, state = its_turn(state, answered="" if state.refusal is None else state.refusal.problem.code)
    if turn is not None:
        return refused(state, turn)
    asking = state.refusal is not None and state.refusal.asks
    return TablesStep(state, command=hand.command(hand.draft.outcome, hand.draft.reason), confirmed=asking)


def its_turn(state: TablesState, *, answered: str = "") -> tuple[Problem | None, TablesState]:
    """What to ask before a hand is recorded where it is not its turn, each thing once a start.

    ``answered`` is the code of the question that was answered just now.
    """
    hand = state.hand
    if hand is None or hand.recorded is not None:
        return None, state
    session, sheet = hand.table.sheet.session, hand.table.sheet
    gap = (*hand.table.place, sheet.next_hand or 0)
    if answered in TURN_QUESTIONS:
        state = replace(state, refusal=None)
    agreed = session in state.sessions_agreed or answered == EARLIER_OPEN
    turn = None if agreed else turn_question(hand.table.view, session)
    if turn is not None:
        return turn, state
    state = replace(state, sessions_agreed=state.sessions_agreed | {session})
    missing = None if gap in state.gaps_agreed or answered == EARLIER_EMPTY else gap_question(sheet, hand.draft.hand)
    if missing is not None:
        return missing, state
    return None, replace(state, gaps_agreed=state.gaps_agreed | {gap}) if answered == EARLIER_EMPTY else state


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
    elif problem.code in _OF_THE_HAND or drawn_hand:
        field = state.order.first
    elif problem.field == "winner":
        field = HandField.WINNER
    else:
        field = HandField.SOURCE if problem.field == "discarder" else HandField.POINTS
    return TablesStep(replace(state, refusal=FieldRefusal(field, problem)), field)


def _refuse_missing(state: TablesState, draft: HandDraft, field: HandField) -> TablesStep:
    """Go to ``field``, which has no answer, and say so."""
    if field is HandField.POINTS and draft.points:
        text = mark("“{typed}” is not a number of points", typed=draft.points)
        return _refused_at(state, field, "not-a-number", text)
    return _refused_at(state, field, "missing", MISSING[field])


def _points_refused(state: TablesState, hand: HandOnSheet) -> TablesStep | None:
    """Say what is wrong with the points before anything else is typed; None: nothing is."""
    if hand.draft.number is None:
        return _refuse_missing(state, hand.draft, HandField.POINTS)
    problem = hand.points_problem
    return refused(state, problem) if problem is not None else None


def _refused_at(state: TablesState, field: HandField, code: str, text: Text) -> TablesStep:
    return TablesStep(replace(state, refusal=FieldRefusal(field, Problem(code, text))), field)
