"""What is typed in the form of a hand: 1–4 or a seat wind name a player, D is a self-draw, X a drawn hand.

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
from tournament.language import Language, Text, mark
from tournament.rules.payment import FURTHER_WINNER
from tournament.rules.question import SECOND_THROW, QuestionKind, RuleQuestion, Turn, begins_throw, thrown
from ui.entry.form import LEFT_HALF_TYPED, FieldRefusal, answer_first, only_deletes, refused
from ui.entry.hand_draft import (
    DRAWN_OVER,
    NO_ANSWER,
    NOT_ASKED,
    SOURCE_KNOWN,
    TOO_LONG,
    VALUES,
    HandDraft,
    HandOnSheet,
    HandStep,
    named_columns,
    points_problem,
    questions_of,
    winner_problem,
)
from ui.entry.typing_order import AnswerField, HandField, TypedField, ValueField


def typed(hand: HandOnSheet, field: TypedField, text: str, language: Language) -> HandStep:
    """Return the step after the text of ``field`` changed to ``text``."""
    if field is HandField.REASON:
        refused_there = hand.refusal is not None and hand.refusal.field is HandField.REASON
        draft = replace(hand.draft, reason=text)
        return HandStep(replace(hand, draft=draft, refusal=None if refused_there else hand.refusal))
    if field == hand.first and hand.left_half_typed:  # typing the first answer discards the unfinished hand
        hand = hand.begun_anew(hand.unchanged)
    if hand.asking and not hand.left_half_typed and not only_deletes(_shown(hand, field), text.strip()):
        return HandStep(hand, field, message=answer_first(text[-1:]), refuses=True)
    question = _question_with_key(hand, text[-1:], language, field)
    if question is not None and question.wall_break is not None and text[-1:] == SECOND_THROW:
        return _answer(hand, AnswerField(question.name), SECOND_THROW, language)
    if question is not None and (field != AnswerField(question.name) or question.gives is not None):
        return _question_key(hand, field, question, text)
    beyond = _winner_beyond(hand, text[-1:]) if isinstance(field, AnswerField) or field is HandField.POINTS else None
    if beyond is not None:
        return _refused_at(hand, field, NOT_ASKED, beyond)
    if _waits_for_enter(hand, field, text):
        return HandStep(hand, field)
    match field:
        case HandField.POINTS:
            return _points(hand, text.strip(), language)
        case ValueField():
            return _value(hand, field, text.strip())
        case AnswerField():
            return _answer(hand, field, text, language)
        case _:
            return _named(hand, field, text, language)


def _shown(hand: HandOnSheet, field: TypedField) -> str:
    """Return the text in the line of ``field``; an answer is shown before its line instead."""
    match field:
        case HandField.POINTS:
            return hand.draft.points
        case ValueField():
            return hand.draft.values[field.column]
        case AnswerField() if hand.question(field).kind is QuestionKind.NUMBER:
            return str(hand.draft.answer(field.name) or "")
        case _:
            return ""


def _too_long(hand: HandOnSheet, field: TypedField, text: str, most: int) -> HandStep | None:
    """Return the refusal of a character too many: no number in ``field`` is so long. None if there is none too many.

    Points and values may contain one character that is no digit, as long as the number of digits is right: Enter points
    it out. After more of them, a whole row that is typed by habit would go into the field.
    """
    typed, shown, longest = text.strip(), _shown(hand, field), len(str(most))
    if _digits(typed) > max(longest, _digits(shown)):
        return _refused_at(hand, field, TOO_LONG, mark("“{typed}” has too many digits: at most {most}", typed=typed,
                                                       most=most))  # fmt: skip
    if not isinstance(field, AnswerField) and len(typed) > max(longest + 1, len(shown)):
        return _refused_at(hand, field, TOO_LONG, mark("“{typed}” is not a number of points", typed=typed))
    return None


def _digits(text: str) -> int:
    return sum(each.isdigit() for each in text)


def _waits_for_enter(hand: HandOnSheet, field: TypedField, text: str) -> bool:
    """Return whether ``text`` continues an answer to a question that was refused, and so must not be read as a number.

    After the key of a question that is not asked in this hand, the user usually types its answer as well.
    """
    refusal = hand.refusal
    if refusal is None or refusal.problem.code != NOT_ASKED or refusal.field != field:
        return False
    there = hand.draft.values[field.column] if isinstance(field, ValueField) else hand.draft.points
    return len(text.strip()) > len(there)


def _points(hand: HandOnSheet, text: str, language: Language) -> HandStep:
    """Return the step after typing in the points: digits, or, if the points come first, the letter that ends them.

    That letter answers a field further down.
    """
    before = hand.draft.points
    too_long = _too_long(hand, HandField.POINTS, text, hand.rules.most)
    if too_long is not None:
        return too_long
    if text != before:
        hand = replace(hand, draft=_without_count(hand, "points"))
    letter = _ending(hand, text, language)
    if letter is None:
        hand = hand.with_draft(hand.draft.with_points(text))
        return _value_typed(hand, HandField.POINTS, before, text)
    digits = text.replace(letter, "", 1).strip() or before  # a letter typed over selected points keeps them
    draft = hand.draft.with_points(digits)
    hand = hand.with_draft(draft)
    problem = hand.unanswered(HandField.POINTS) if draft.number is None else points_problem(hand)
    return refused(hand, problem) if digits and problem is not None else _named_below(hand, letter, language)


def _ending(hand: HandOnSheet, text: str, language: Language) -> str | None:
    """Return the letter in ``text`` that ends its digits and names a player; None if the points do not come first."""
    if hand.first is not HandField.POINTS:
        return None
    return next((each for each in text if each.isalpha() and _names(hand, each, language)), None)


def _named_below(hand: HandOnSheet, letter: str, language: Language) -> HandStep:
    self_draw = letter.upper() == "D"
    return _named(hand, HandField.SOURCE if self_draw else HandField.WINNER, letter, language)


def _without_count(hand: HandOnSheet, filled: str) -> HandDraft:
    """Return the draft without the counts of questions whose key filled the field named ``filled``.

    Once the user types into that field themselves, such a count is no longer true.
    """
    draft = hand.draft
    for question in hand.rules.questions:
        if question.gives is not None and question.gives[0] == filled:
            draft = draft.with_answer(question.name, None)
    return draft


def _value_typed(hand: HandOnSheet, field: HandField | AnswerField, before: str, text: str) -> HandStep:
    """Return the step after a value was typed: go to the next number if one more digit would be improbable."""
    following = hand.behind(field)
    whole = text.isascii() and text.isdigit() and int(text) * 10 > hand.rules.improbable
    deleted = before != text and before.startswith(text)
    if not whole or deleted or not isinstance(following, AnswerField):
        return HandStep(hand)
    question = hand.question(following)
    in_turn = question.kind is QuestionKind.NUMBER and question.turn is not Turn.ASIDE
    if not in_turn or (field is HandField.POINTS and points_problem(hand) is not None):
        return HandStep(hand)
    return HandStep(hand, following)


def _value(hand: HandOnSheet, field: ValueField, text: str) -> HandStep:
    """Return the step after a value was typed. If drawn hands are not paid, a hand with a value is not drawn."""
    too_long = _too_long(hand, field, text, hand.rules.most)
    if too_long is not None:
        return too_long
    drawn = hand.draft.drawn and (hand.rules.draws_paid or not text)
    return HandStep(hand.with_draft(replace(hand.draft.with_value(field.column, text), drawn=drawn)))


def _names(hand: HandOnSheet, key: str, language: Language) -> bool:
    return key.upper() == "D" or hand.table.column_of(key, hand.draft.hand, language) is not None


def _named(hand: HandOnSheet, field: HandField, text: str, language: Language) -> HandStep:
    """Return the step after the last letter of ``text`` named a player or, in the field SOURCE, a self-draw."""
    if field is HandField.SOURCE is hand.last and hand.recorded is None and hand.draft.source_known:
        return _refused_at(hand, field, SOURCE_KNOWN, mark("The discarder is already entered"))
    self_draw = field is HandField.SOURCE and text[-1:].upper() == "D"
    column = None if self_draw else hand.table.column_of(text[-1:], hand.draft.hand, language)
    if column is None and not self_draw:
        return _names_nobody(hand, field, text)
    if field is HandField.SOURCE:
        return _source(hand, column)
    assert column is not None
    problem = winner_problem(hand, column)
    if problem is not None:
        return HandStep(replace(hand, refusal=FieldRefusal(field, problem, column)), field)
    return _after(hand.with_draft(hand.draft.with_winner(column)), field)


def _names_nobody(hand: HandOnSheet, field: TypedField, text: str, code: str = "nobody") -> HandStep:
    return _refused_at(hand, field, code, mark("“{typed}” matches no player at this table", typed=text))


def _source(hand: HandOnSheet, column: int | None) -> HandStep:
    draft = hand.draft
    if draft.winner is None:
        return HandStep(hand.refused_at(HandField.WINNER, hand.unanswered(HandField.WINNER)), HandField.WINNER)
    if column == draft.winner:
        text = mark("{player} is the winner", player=hand.table.names[draft.winner])
        return _refused_at(hand, HandField.SOURCE, "winner-is-discarder", text)
    return _after(hand.with_draft(draft.with_source(column)), HandField.SOURCE)


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


def _question_key(hand: HandOnSheet, field: TypedField, question: RuleQuestion, text: str) -> HandStep:
    """Return the step after the letter of ``question`` was typed in ``field``: go there, or toggle its tick."""
    if isinstance(field, ValueField) or field is HandField.POINTS:  # typed over selected digits, the letter keeps them
        digits = text[:-1].strip()
        if digits and isinstance(field, ValueField):
            hand = replace(hand, draft=hand.draft.with_value(field.column, digits))
        elif digits:
            hand = replace(hand, draft=hand.draft.with_points(digits))
        hand = hand.without_refusal()
    there = AnswerField(question.name)
    if question.gives is not None and key_has_effect(hand, question):
        return _counted(hand, question)
    if there not in hand.fields:
        text_of = mark("{question}: not relevant in this hand", question=question.short)
        if hand.missing is not None:
            text_of = mark("{question}: only after the points", question=question.short)
            if hand.rules.written_name is not None:
                text_of = mark("{question}: only after the discarder or {d}", question=question.short, d="D")
        text_of = _winner_beyond(hand, text[-1:]) or text_of
        return _refused_at(hand, field, NOT_ASKED, text_of)
    if question.kind is QuestionKind.TICK:
        return HandStep(_ticked(hand, question))
    return HandStep(hand, there)


def _winner_beyond(hand: HandOnSheet, key: str) -> Text | None:
    """Return what to say of the ``key`` of a further winner if the rules have only one; else None."""
    beyond, draft = hand.rules.winners_beyond, hand.draft
    if beyond is None or key.upper() != FURTHER_WINNER or draft.winner is None or draft.discarder is None:
        return None
    return beyond[1] if beyond[0] == 1 else None


def _counted(hand: HandOnSheet, question: RuleQuestion) -> HandStep:
    """Return the step after the key of ``question``: count one more, and fill the field that depends on it."""
    assert question.gives is not None
    name, worth = question.gives
    draft, filled = hand.draft, _filled(question)
    before = str(draft.answer(question.name) or "")
    count = int(before) + 1 if before.isascii() and before.isdigit() else 1
    draft = draft.with_points(str(worth)) if filled is HandField.POINTS else draft.with_answer(name, str(worth))
    draft = draft.with_answer(question.name, str(min(count, question.most)))
    return HandStep(hand.with_draft(draft), filled)


def _ticked(hand: HandOnSheet, question: RuleQuestion) -> HandOnSheet:
    """Return ``hand`` with the yes-or-no answer to ``question`` reversed."""
    answer = hand.draft.answer(question.name)
    return hand.with_draft(hand.draft.with_answer(question.name, not (question.default if answer is None else answer)))


def _answer(hand: HandOnSheet, field: AnswerField, text: str, language: Language) -> HandStep:
    """Return the step after typing in the field of a question. One key answers at once, except for a number."""
    question, key = hand.question(field), text[-1:]
    draft, name = hand.draft, field.name
    match question.kind:
        case QuestionKind.NUMBER:
            return _number(hand, field, text.strip(), language)
        case QuestionKind.TICK:
            own = key.isspace() or _question_with_key(hand, key, language) == question
            if own:
                return HandStep(_ticked(hand, question))
        case QuestionKind.CHOICE:
            keys = ((each.key, language.render(each.typed).upper()) for each in question.choices if each.typed)
            chosen = next((choice for choice, known in keys if known == key.upper()), None)
            answered = _thrown(draft, question, key) if chosen is None else draft.with_answer(name, chosen)
            if answered is not None:
                whole = chosen is not None or thrown(question, answered.dice) is not None
                hand = hand.with_draft(replace(hand, draft=answered).with_worth(question))
                return _after(hand, field) if whole else HandStep(hand, field)
        case QuestionKind.PLAYER | QuestionKind.PLAYERS:
            column = hand.table.column_of(key, draft.hand, language)
            if column is None and key.upper() == language.render(question.key):
                return HandStep(hand, field)
            if column is None:
                return _names_nobody(hand, field, text, NO_ANSWER)
            if question.kind is QuestionKind.PLAYER:
                return _after(hand.with_draft(draft.with_answer(name, column)), field)
            # a player named twice stays named: who types a hand again must not remove what is there; Backspace does
            columns = tuple(sorted({column, *named_columns(draft.answer(name))}))
            return HandStep(hand.with_draft(draft.with_answer(name, columns)))
        case QuestionKind.PLACES | QuestionKind.HANDS | QuestionKind.TILES:
            raise ValueError(f"“{name}” is asked of an event, or of tiles")
        case _:
            assert_never(question.kind)
    return _refused_at(hand, field, NO_ANSWER, mark("“{typed}” is not a valid answer here", typed=text.strip()))


def _number(hand: HandOnSheet, field: AnswerField, text: str, language: Language) -> HandStep:
    """Return the step after typing a number: digits, or, in the usual order, the letter of a player that ends them."""
    before = hand.draft.answer(field.name)
    too_long = _too_long(hand, field, text, hand.question(field).most)
    if too_long is not None:
        return too_long
    letter = _ending(hand, text, language) if field in hand.turn else None
    if letter is not None:
        text = text.replace(letter, "", 1).strip() or str(before or "")
    if text != before:
        hand = replace(hand, draft=_without_count(hand, field.name))
    hand = hand.with_draft(hand.draft.with_answer(field.name, text or None))
    if letter is not None:
        return _named_below(hand, letter, language)
    return _value_typed(hand, field, str(before or ""), text)


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


def _after(hand: HandOnSheet, field: TypedField) -> HandStep:
    return HandStep(hand, hand.next_after(field))


def _refused_at(hand: HandOnSheet, field: TypedField, code: str, text: Text) -> HandStep:
    return HandStep(hand.refused_at(field, Problem(code, text)), field)


def erased(hand: HandOnSheet, field: TypedField) -> HandStep:
    """Return the step after Backspace in an empty field: go back one field; in the last one, remove its answer first.

    It stops at the first of the four values, because a digit typed in the field above would name another winner.
    """
    if field == VALUES[0]:
        return HandStep(hand)
    if field is HandField.SOURCE is hand.last and hand.draft.source_known:
        return HandStep(hand.with_draft(replace(hand.draft, discarder=None, self_draw=False)), field)
    if isinstance(field, AnswerField) and hand.draft.answer(field.name) is not None:
        without = hand.with_draft(hand.draft.with_answer(field.name, None))
        return HandStep(without, field if field in without.fields else hand.last)
    return HandStep(hand, hand.before(field))


def drawn(hand: HandOnSheet) -> HandStep:
    """Return the step after X: nobody won. Ask before typed values are discarded."""
    figures = hand.draft.figures
    if figures and hand.changed and not hand.left_half_typed:
        text = mark("Discard {figures}: was hand {hand} drawn?", figures=" · ".join(figures), hand=hand.draft.hand)
        field = hand.missing or hand.last
        return HandStep(hand.refused_at(field, Problem(DRAWN_OVER, text, gravity=Gravity.ASKS)), field)
    return hand.drawn_anew()


def submitted(hand: HandOnSheet) -> HandStep:
    """Return the step after a click on the button. A blank last value counts as 0."""
    asked = hand.refusal is not None and hand.refusal.problem.code in (LEFT_HALF_TYPED, DRAWN_OVER)
    if hand.only_blank is not None and not asked:
        hand = hand.with_draft(hand.draft.with_value(hand.only_blank.column, "0"))
    return hand.agreed()
