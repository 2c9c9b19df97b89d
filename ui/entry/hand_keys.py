"""The keys of a hand: 1–4 or a seat wind name a player, D is a self-draw, X a drawn hand, Enter continues.

The rules determine what else is asked (:class:`HandOnSheet`): four values, each ended by Enter, in which blank counts
as 0; a letter for one of several answers; and questions that seldom matter, which come after the last field and are
reached from any field by a letter of their own.

The order of the fields is a setting of the desk. If the points come first, digits are points until Enter, Tab, a letter
that names a player, or D; the letter answers a field further down. Nothing is recorded automatically after the last
answer, and another key is refused there. Otherwise somebody who forgets Enter would change the hand just typed.
"""

from dataclasses import replace
from typing import assert_never

from tournament.event.problem import Gravity, Problem
from tournament.language import Language, Text, mark, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.question import SECOND_THROW, QuestionKind, RuleQuestion, Turn, begins_throw, thrown
from tournament.use_cases import View
from ui.entry import cursor
from ui.entry.form import LEFT_HALF_TYPED, FieldRefusal
from ui.entry.hand_draft import (
    DRAWN_OVER,
    NO_ANSWER,
    NOT_ASKED,
    SOURCE_KNOWN,
    TYPED_IN_VAIN,
    VALUES,
    HandDraft,
    HandOnSheet,
    field_of,
    goes_on,
    named_columns,
    points_problem,
    questions_of,
    value_problem,
    winner_problem,
)
from ui.entry.tables_state import PagePart, TablesState, TablesStep, thrown_away, with_draft
from ui.entry.typing_order import AnswerField, HandField, TypedField, ValueField

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


_MISSING: dict[HandField, Text] = {
    HandField.WINNER: mark("The winner is missing."),
    HandField.SOURCE: mark("Enter who discarded the winning tile."),
    HandField.POINTS: mark("The points are missing."),
}
_OF_THE_HAND = ("hand-recorded", "sheet-closed", "totals-only")
"""Codes of problems that concern the hand as a whole. They are shown at its first field."""


def missing_text(hand: HandOnSheet, field: TypedField) -> Text:
    """Return the sentence that says that ``field`` must be answered before the hand can be recorded."""
    if isinstance(field, ValueField):
        return mark("The value of {player}’s hand is missing.", player=hand.table.names[field.column])
    if isinstance(field, AnswerField):
        return mark("Not answered yet: {question}.", question=hand.question(field).text)
    return _MISSING[field]


def typed(state: TablesState, field: TypedField, text: str, language: Language) -> TablesStep:
    """Return the step after the text of ``field`` changed to ``text``."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    if field is HandField.REASON:
        refused = state.refusal is not None and state.refusal.field is HandField.REASON
        typed = with_draft(state, replace(hand.draft, reason=text))
        return TablesStep(replace(typed, refusal=None if refused else state.refusal))
    if field == hand.first and state.left_half_typed:  # typing the first answer discards the unfinished hand
        state = thrown_away(state)
        hand = state.hand or hand
    question = _question_with_key(hand, text[-1:], language, field)
    if question is not None and question.wall_break is not None and text[-1:] == SECOND_THROW:
        return _answer(state, hand, AnswerField(question.name), SECOND_THROW, language)
    if question is not None and (field != AnswerField(question.name) or question.gives is not None):
        return _question_key(state, hand, field, question, text)
    if _waits_for_enter(state, field, text):
        return TablesStep(state, field)
    match field:
        case HandField.POINTS:
            return _points(state, hand, text.strip(), language)
        case ValueField():
            return _value(state, hand, field, text.strip())
        case AnswerField():
            return _answer(state, hand, field, text, language)
        case _:
            return _named(state, hand, field, text, language)


def _waits_for_enter(state: TablesState, field: TypedField, text: str) -> bool:
    """Return whether ``text`` continues an answer to a question that was refused, and so must not be read as a number.

    After the key of a question that is not asked in this hand, the user usually types its answer as well.
    """
    hand, refusal = state.hand, state.refusal
    if hand is None or refusal is None or refusal.problem.code != NOT_ASKED or refusal.field != field:
        return False
    there = hand.draft.values[field.column] if isinstance(field, ValueField) else hand.draft.points
    return len(text.strip()) > len(there)


def _points(state: TablesState, hand: HandOnSheet, text: str, language: Language) -> TablesStep:
    """Return the step after typing in the points: digits, or, if the points come first, the letter that ends them.

    That letter answers a field further down.
    """
    before = hand.draft.points
    if text != before:
        hand = replace(hand, draft=_without_count(hand, "points"))
    letter = _ending(hand, text, language)
    if letter is None:
        state = with_draft(state, hand.draft.with_points(text))
        return _value_typed(state, HandField.POINTS, before, text)
    digits = text.replace(letter, "", 1).strip() or before  # a letter typed over selected points keeps them
    draft = hand.draft.with_points(digits)
    state = with_draft(state, draft)
    hand = HandOnSheet(hand.table, draft, state.order)
    refused = _points_refused(state, hand) if digits else None
    return refused or _named_below(state, hand, letter, language)


def _ending(hand: HandOnSheet, text: str, language: Language) -> str | None:
    """Return the letter in ``text`` that ends its digits and names a player; None if the points do not come first."""
    if hand.first is not HandField.POINTS:
        return None
    return next((each for each in text if each.isalpha() and _names(hand, each, language)), None)


def _named_below(state: TablesState, hand: HandOnSheet, letter: str, language: Language) -> TablesStep:
    self_draw = letter.upper() == "D"
    return _named(state, hand, HandField.SOURCE if self_draw else HandField.WINNER, letter, language)


def _without_count(hand: HandOnSheet, filled: str) -> HandDraft:
    """Return the draft without the counts of questions whose key filled the field named ``filled``.

    Once the user types into that field themselves, such a count is no longer true.
    """
    draft = hand.draft
    for question in hand.rules.questions:
        if question.gives is not None and question.gives[0] == filled:
            draft = draft.with_answer(question.name, None)
    return draft


def _value_typed(state: TablesState, field: HandField | AnswerField, before: str, text: str) -> TablesStep:
    """Return the step after a value was typed: go to the next number if one more digit would be improbable."""
    hand = state.hand
    assert hand is not None
    following = hand.behind(field)
    whole = text.isascii() and text.isdigit() and int(text) * 10 > hand.rules.improbable
    if not whole or before.startswith(text) or not isinstance(following, AnswerField):
        return TablesStep(state)
    question = hand.question(following)
    in_turn = question.kind is QuestionKind.NUMBER and question.turn is not Turn.ASIDE
    if not in_turn or (field is HandField.POINTS and points_problem(hand) is not None):
        return TablesStep(state)
    return TablesStep(state, following)


def _value(state: TablesState, hand: HandOnSheet, field: ValueField, text: str) -> TablesStep:
    """Return the step after a value was typed. If drawn hands are not paid, a hand with a value is not drawn."""
    drawn = hand.draft.drawn and (hand.rules.draws_paid or not text)
    return TablesStep(with_draft(state, replace(hand.draft.with_value(field.column, text), drawn=drawn)))


def _names(hand: HandOnSheet, key: str, language: Language) -> bool:
    return key.upper() == "D" or hand.table.column_of(key, hand.draft.hand, language) is not None


def _named(state: TablesState, hand: HandOnSheet, field: HandField, text: str, language: Language) -> TablesStep:
    """Return the step after the last letter of ``text`` named a player or, in the field SOURCE, a self-draw."""
    if field is HandField.SOURCE is hand.last and hand.recorded is None and hand.draft.source_known:
        return _refused_at(state, field, SOURCE_KNOWN, mark("The discarder is already entered"))
    self_draw = field is HandField.SOURCE and text[-1:].upper() == "D"
    column = None if self_draw else hand.table.column_of(text[-1:], hand.draft.hand, language)
    if column is None and not self_draw:
        return _names_nobody(state, field, text)
    if field is HandField.SOURCE:
        return _source(state, hand, column)
    assert column is not None
    problem = winner_problem(hand, column)
    if problem is not None:
        return TablesStep(replace(state, refusal=FieldRefusal(field, problem, column)), field)
    return _next_after(with_draft(state, hand.draft.with_winner(column)), field)


def _names_nobody(state: TablesState, field: TypedField, text: str, code: str = "nobody") -> TablesStep:
    return _refused_at(state, field, code, mark("“{typed}” matches no player at this table", typed=text))


def _source(state: TablesState, hand: HandOnSheet, column: int | None) -> TablesStep:
    draft = hand.draft
    if draft.winner is None:
        return _refuse_missing(state, hand, HandField.WINNER)
    if column == draft.winner:
        text = mark("{player} is the winner", player=hand.table.names[draft.winner])
        return _refused_at(state, HandField.SOURCE, "winner-is-discarder", text)
    return _next_after(with_draft(state, draft.with_source(column)), HandField.SOURCE)


def _question_with_key(
    hand: HandOnSheet, key: str, language: Language, field: TypedField | None = None
) -> RuleQuestion | None:
    """Return the question with this ``key``, or None. The sign of a second throw leads to the dice of the first.

    If several questions share the key, it is ``field`` while that has no answer, then the next one that is asked below
    it, otherwise the first.
    """
    if key == SECOND_THROW and hand.draft.dice:
        return next((each for each in questions_of(hand.rules) if each.wall_break is not None), None)
    keys = ((each, language.render(each.key)) for each in questions_of(hand.rules) if each.key)
    called = [question for question, known in keys if key.upper() == known]
    if len(called) <= 1:
        return next(iter(called), None)
    order = [*hand.turn, *(AnswerField(each.name) for each in questions_of(hand.rules))]
    start = order.index(field) if field in order else 0
    open_to = {AnswerField(each.name): each for each in called if key_has_effect(hand, each)}
    places = [place for place in (*order[start:], *order[:start]) if place in open_to]
    if places and places[0] == field and open_to[field].gives is None and hand.draft.answer(field.name) is not None:
        places = places[1:] or places
    return open_to[places[0]] if places else called[0]


def key_has_effect(hand: HandOnSheet, question: RuleQuestion) -> bool:
    """Return whether the key of ``question`` has an effect now: it is asked, or it fills a field that is asked."""
    if question.gives is None:
        return AnswerField(question.name) in hand.fields
    return not hand.draft.drawn and _filled(question) in hand.fields


def _filled(question: RuleQuestion) -> HandField | AnswerField:
    """Return the field that the key of ``question`` fills."""
    assert question.gives is not None
    name, _worth = question.gives
    return HandField.POINTS if name == HandField.POINTS.value else AnswerField(name)


def _question_key(
    state: TablesState, hand: HandOnSheet, field: TypedField, question: RuleQuestion, text: str
) -> TablesStep:
    """Return the step after the letter of ``question`` was typed in ``field``: go there, or toggle its tick."""
    if isinstance(field, ValueField) or field is HandField.POINTS:  # typed over selected digits, the letter keeps them
        digits = text[:-1].strip()
        if digits and isinstance(field, ValueField):
            hand = replace(hand, draft=hand.draft.with_value(field.column, digits))
        elif digits:
            hand = replace(hand, draft=hand.draft.with_points(digits))
        state = with_draft(state, hand.draft)
    there = AnswerField(question.name)
    if question.gives is not None and key_has_effect(hand, question):
        return _counted(state, hand, question)
    if there not in hand.fields:
        text_of = mark("{question}: not relevant in this hand", question=question.short)
        if hand.missing is not None:
            text_of = mark("{question}: only after the points", question=question.short)
            if hand.rules.written_name is not None:
                text_of = mark("{question}: only after the discarder or {d}", question=question.short, d="D")
        return _refused_at(state, field, NOT_ASKED, text_of)
    if question.kind is QuestionKind.TICK:
        return TablesStep(_ticked(state, hand, question))
    return TablesStep(state, there)


def _counted(state: TablesState, hand: HandOnSheet, question: RuleQuestion) -> TablesStep:
    """Return the step after the key of ``question``: count one more, and fill the field that depends on it."""
    assert question.gives is not None
    name, worth = question.gives
    draft, filled = hand.draft, _filled(question)
    before = str(draft.answer(question.name) or "")
    count = int(before) + 1 if before.isascii() and before.isdigit() else 1
    draft = draft.with_points(str(worth)) if filled is HandField.POINTS else draft.with_answer(name, str(worth))
    draft = draft.with_answer(question.name, str(min(count, question.most)))
    return TablesStep(with_draft(state, draft), filled)


def _ticked(state: TablesState, hand: HandOnSheet, question: RuleQuestion) -> TablesState:
    """Return the state with the yes-or-no answer to ``question`` reversed."""
    answer = hand.draft.answer(question.name)
    return with_draft(
        state, hand.draft.with_answer(question.name, not (question.default if answer is None else answer))
    )


def _answer(state: TablesState, hand: HandOnSheet, field: AnswerField, text: str, language: Language) -> TablesStep:
    """Return the step after typing in the field of a question. One key answers at once, except for a number."""
    question, key = hand.question(field), text[-1:]
    draft, name = hand.draft, field.name
    match question.kind:
        case QuestionKind.NUMBER:
            return _number(state, hand, field, text.strip(), language)
        case QuestionKind.TICK:
            own = key.isspace() or _question_with_key(hand, key, language) == question
            if own:
                return TablesStep(_ticked(state, hand, question))
        case QuestionKind.CHOICE:
            keys = ((each.key, language.render(each.typed).upper()) for each in question.choices if each.typed)
            chosen = next((choice for choice, known in keys if known == key.upper()), None)
            answered = _thrown(draft, question, key) if chosen is None else draft.with_answer(name, chosen)
            if answered is not None:
                whole = chosen is not None or thrown(question, answered.dice) is not None
                state = with_draft(state, replace(hand, draft=answered).with_worth(question))
                return _next_after(state, field) if whole else TablesStep(state, field)
        case QuestionKind.PLAYER | QuestionKind.PLAYERS:
            column = hand.table.column_of(key, draft.hand, language)
            if column is None and key.upper() == language.render(question.key):
                return TablesStep(state, field)
            if column is None:
                return _names_nobody(state, field, text, NO_ANSWER)
            if question.kind is QuestionKind.PLAYER:
                return _next_after(with_draft(state, draft.with_answer(name, column)), field)
            columns = tuple(sorted({column} ^ {*named_columns(draft.answer(name))}))
            return TablesStep(with_draft(state, draft.with_answer(name, columns or None)))
        case QuestionKind.PLACES | QuestionKind.HANDS | QuestionKind.TILES:
            raise ValueError(f"“{name}” is asked of an event, or of tiles")
        case _:
            assert_never(question.kind)
    return _refused_at(state, field, NO_ANSWER, mark("“{typed}” is not a valid answer here", typed=text.strip()))


def _number(state: TablesState, hand: HandOnSheet, field: AnswerField, text: str, language: Language) -> TablesStep:
    """Return the step after typing a number: digits, or, in the usual order, the letter of a player that ends them."""
    before = hand.draft.answer(field.name)
    letter = _ending(hand, text, language) if field in hand.turn else None
    if letter is not None:
        text = text.replace(letter, "", 1).strip() or str(before or "")
    if text != before:
        hand = replace(hand, draft=_without_count(hand, field.name))
    state = with_draft(state, hand.draft.with_answer(field.name, text or None))
    if letter is not None and state.hand is not None:
        return _named_below(state, state.hand, letter, language)
    return _value_typed(state, field, str(before or ""), text)


def _thrown(draft: HandDraft, question: RuleQuestion, key: str) -> HandDraft | None:
    """Return ``draft`` with ``key`` added to the dice, or as the first digit of new dice if these are complete.

    Return None if no throw of dice begins with these digits.
    """
    dice = draft.dice if draft.answer(question.name) is not None and begins_throw(question, draft.dice) else ""
    before = (dice, "") if thrown(question, dice) is not None else (dice,)
    typed = next((each + key for each in before if begins_throw(question, each + key)), None)
    if typed is None:
        return None
    first = thrown(question, typed.partition(SECOND_THROW)[0])
    return draft.with_answer(question.name, typed if first is None else first.key, dice=typed)


def _next_after(state: TablesState, field: TypedField) -> TablesStep:
    """Return the step to the next field; after the last one, to the first field without an answer."""
    hand = state.hand
    assert hand is not None
    following = None if field == hand.last else hand.behind(field)
    if following is None:
        return TablesStep(state, hand.missing or field)
    return TablesStep(state, PagePart.POINTS_MARKED if following is HandField.POINTS else following)


def erased(state: TablesState, field: TypedField) -> TablesStep:
    """Return the step after Backspace in an empty field: go back one field; in the last one, remove its answer first.

    It stops at the first of the four values, because a digit typed in the field above would name another winner.
    """
    hand = state.hand
    if hand is None or field == VALUES[0]:
        return TablesStep(state)
    if field is HandField.SOURCE is hand.last and hand.draft.source_known:
        return TablesStep(with_draft(state, replace(hand.draft, discarder=None, self_draw=False)), field)
    if isinstance(field, AnswerField) and hand.draft.answer(field.name) is not None:
        state = with_draft(state, hand.draft.with_answer(field.name, None))
        still = state.hand is not None and field in state.hand.fields
        return TablesStep(state, field if still else hand.last)
    return TablesStep(state, hand.before(field))


def drawn(state: TablesState) -> TablesStep:
    """Return the step after X: nobody won. Ask before typed values are discarded."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    figures = hand.draft.figures
    if figures and hand.changed and not state.left_half_typed:
        text = mark("Discard {figures}: was hand {hand} drawn?", figures=" · ".join(figures), hand=hand.draft.hand)
        field = hand.missing or hand.last
        problem = Problem(DRAWN_OVER, text, gravity=Gravity.ASKS)
        return TablesStep(replace(state, refusal=FieldRefusal(field, problem)), field)
    return _drawn(state, hand)


def _drawn(state: TablesState, hand: HandOnSheet) -> TablesStep:
    state = with_draft(thrown_away(state), HandDraft(hand.draft.hand, drawn=True))
    asked = state.hand.last if state.hand is not None else None
    return TablesStep(state, asked if isinstance(asked, AnswerField) else state.typing_place)


def tiles_asked(state: TablesState) -> TablesStep:
    """Return the step after T: open the tiles of the hand if its winner is known and the rules can count them."""
    hand = state.hand
    if hand is None or state.penalty is not None or state.repair is not None:
        return TablesStep(state)
    if hand.draft.drawn and not (hand.rules.draws_paid and hand.rules.counter is not None):
        text = mark("A drawn hand has no winner, and so no winning tiles.")
        return _refused_at(state, HandField.WINNER, "drawn", text)
    unknown = next((each for each in (HandField.WINNER, HandField.SOURCE) if not hand.answered(each)), None)
    if unknown is not None:
        return _refuse_missing(state, hand, unknown)
    if hand.rules.scorer is None and hand.rules.counter is None:
        text = mark("The rules of this event cannot count tiles.")
        return _refused_at(state, hand.last, "not-counted", text)
    return TablesStep(replace(state, refusal=None, tiles_open=True))


def confirmed(state: TablesState, field: TypedField) -> TablesStep:
    """Return the step after Enter in ``field``: do what the button says if nothing is missing, else go on."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    asking = state.refusal is not None and state.refusal.asks
    if field is HandField.REASON and not asking:
        return _given(state, hand)
    if state.refusal is not None and state.refusal.problem.code in TYPED_IN_VAIN:
        return TablesStep(replace(state, refusal=None), state.refusal.field)
    if asking:
        return _submitted(state)
    if isinstance(field, ValueField) and not hand.answered(field) and hand.counts_nothing(field):
        state = with_draft(state, hand.draft.with_value(field.column, "0"))
        hand = state.hand or hand
    complete = hand.missing is None and (hand.changed or hand.draft.drawn)
    if (complete and not goes_on(hand, field)) or field == hand.last:
        return _submitted(state)
    if field not in hand.turn:
        return _next_after(state, field) if hand.answered(field) else _refuse_missing(state, hand, field)
    if any(not _may_wait(hand, each) for each in hand.until(field)):
        return _submitted(state)
    return _number_refused(state, hand, field) or _next_after(state, field)


def _may_wait(hand: HandOnSheet, field: TypedField) -> bool:
    """Return whether Enter may skip ``field``: it has an answer, or is a blank value, asked for at the end."""
    return hand.answered(field) or (isinstance(field, ValueField) and hand.counts_nothing(field))


def submitted(state: TablesState) -> TablesStep:
    """Return the step after a click on the button. A blank last value counts as 0."""
    hand = state.hand
    asked = state.refusal is not None and state.refusal.problem.code in (LEFT_HALF_TYPED, DRAWN_OVER)
    if hand is not None and hand.only_blank is not None and not asked:
        state = with_draft(state, hand.draft.with_value(hand.only_blank.column, "0"))
    return _submitted(state)


def _submitted(state: TablesState) -> TablesStep:
    """Record the hand, or correct it. Ask for what is missing, and for the reason last."""
    hand = state.hand
    if hand is None:
        return TablesStep(state)
    if state.left_half_typed:
        state = replace(state, refusal=None)
        return TablesStep(state, state.typing_place)
    if state.refusal is not None and state.refusal.problem.code == DRAWN_OVER:
        return _drawn(state, hand)
    outcome = hand.outcome
    if outcome is not None and hand.lacks_reason:
        problems = hand.problems(outcome)
        return refused(state, problems[0]) if problems else TablesStep(state, HandField.REASON)
    return _given(state, hand)


def _given(state: TablesState, hand: HandOnSheet) -> TablesStep:
    """Return the step with the command, or the one that says what is missing."""
    outcome = hand.outcome
    if outcome is None:
        return _refuse_missing(state, hand, hand.missing or hand.last)
    turn, state = turn_question(state, answered="" if state.refusal is None else state.refusal.problem.code)
    if turn is not None:
        return refused(state, turn)
    asking = state.refusal is not None and state.refusal.asks
    return TablesStep(state, command=hand.command(outcome, hand.draft.reason), confirmed=asking)


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


def escaped(state: TablesState) -> TablesStep:
    """Return the step after Esc: leave a question; without one, discard what is typed; else go to the pending hand."""
    hand = state.hand
    if hand is not None and state.refusal is not None and state.refusal.asks and not state.left_half_typed:
        marked = PagePart.POINTS_MARKED if state.refusal.field is HandField.POINTS else None
        if state.refusal.problem.code == DRAWN_OVER:
            return TablesStep(replace(state, refusal=None), state.refusal.field)
        return TablesStep(replace(state, refusal=None), marked)
    if hand is not None and (hand.changed or hand.draft.reason):
        state = thrown_away(state)
        return TablesStep(state, state.typing_place)
    return cursor.next_hand(state)


def refused(state: TablesState, problem: Problem) -> TablesStep:
    """Return the step that shows ``problem`` at its field. If it is a question, Enter or Esc answers it there."""
    hand = state.hand
    if hand is None:
        return TablesStep(state, message=problem.text)
    field = field_of(hand, problem)
    unpaid = hand.draft.drawn and not hand.rules.draws_paid
    if field is not HandField.REASON and (problem.code in _OF_THE_HAND or unpaid):
        field = hand.first
    return TablesStep(replace(state, refusal=FieldRefusal(field, problem)), field)


def _refuse_missing(state: TablesState, hand: HandOnSheet, field: TypedField) -> TablesStep:
    """Return the step to ``field`` that says that its answer is missing or not valid."""
    draft, written = hand.draft, ""
    match field:
        case HandField.POINTS:
            written = draft.points
        case ValueField():
            written = draft.values[field.column]
        case AnswerField() if draft.answer(field.name) is not None:
            question = hand.question(field)
            if question.kind is QuestionKind.CHOICE:
                text = mark("“{typed}” is not a valid answer here", typed=str(draft.answer(field.name)))
                return _refused_at(state, field, NO_ANSWER, text)
            text = mark("{question}: a whole number from {least} to {most}", question=question.short,
                        least=question.least, most=question.most)  # fmt: skip
            if question.step > 1:
                text = mark("{question}: a multiple of {step} from {least} to {most}", question=question.short,
                            step=question.step, least=question.least, most=question.most)  # fmt: skip
            return _refused_at(state, field, "not-a-number", text)
    if written:
        text = mark("“{typed}” is not a number of points", typed=written)
        return _refused_at(state, field, "not-a-number", text)
    return _refused_at(state, field, "missing", missing_text(hand, field))


def _number_refused(state: TablesState, hand: HandOnSheet, field: TypedField) -> TablesStep | None:
    """Return the step that shows the problem with the number in ``field``; None if there is none."""
    if field is HandField.POINTS:
        return _points_refused(state, hand)
    problem = value_problem(hand, field) if isinstance(field, ValueField) else None
    return refused(state, problem) if problem is not None else None


def _points_refused(state: TablesState, hand: HandOnSheet) -> TablesStep | None:
    if hand.draft.number is None:
        return _refuse_missing(state, hand, HandField.POINTS)
    problem = points_problem(hand)
    return refused(state, problem) if problem is not None else None


def _refused_at(state: TablesState, field: TypedField, code: str, text: Text) -> TablesStep:
    return TablesStep(replace(state, refusal=FieldRefusal(field, Problem(code, text))), field)
