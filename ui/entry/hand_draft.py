"""An unfinished hand: what is typed, what the rules still ask, what is wrong, and what Enter would do."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS
from tournament.language import Language, Text, listed, mark
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import SECOND, THIRD, Answer, Net, Outcome, asked_of_winner
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion, Turn, answer_problem
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import CorrectHand, RecordHand, TableCommand, problems_of
from tournament.use_cases.session_clock import row_after_gong
from ui.entry.change_words import UNSAID, was_reopened
from ui.entry.form import LEFT_HALF_TYPED, EntryForm, KeyStep, confirmed, go_on, is_reason, refused
from ui.entry.sheet_lines import HandInProgress, Named, result_of
from ui.entry.table_sheet import TableSheet
from ui.entry.typing_order import AnswerField, HandField, HandPlace, Marked, TypedField, TypingOrder, ValueField

DRAWN_OVER = "drawn-over"
"""Code of the question that X asks before it discards typed values."""
SOURCE_KNOWN = "source-known"
"""Code of the problem with a key after the last answer: a forgotten Enter would let the next hand overwrite this."""
MISSING = "missing"
"""Code of the problem that Enter was pressed in a field without an answer."""
NOT_ASKED = "not-asked"
"""Code of the problem with the key of a question that cannot matter in the hand."""
NO_ANSWER = "no-answer"
"""Code of the problem with a key that answers no question."""
TOO_LONG = "too-long"
"""Code of the problem with a digit, or another character, that makes the text longer than any number of its field."""
TYPED_IN_VAIN = (SOURCE_KNOWN, NOT_ASKED, NO_ANSWER, TOO_LONG)
"""Codes of problems with a key that did nothing. Enter must then be pressed twice, in case the key was meant."""
_NO_VALUES = ("", "", "", "")
VALUES = tuple(ValueField(column) for column in range(4))


@dataclass(frozen=True, slots=True)
class HandDraft:
    """The typed winner, discarder, value, and answers to the questions of the rules."""

    hand: int
    winner: int | None = None
    drawn: bool = False
    discarder: int | None = None
    self_draw: bool = False
    points: str = ""
    tiles: str = ""
    """The winner's tiles in the public notation, once they are entered."""
    overrule: str = ""
    """The reason for accepting more points than the tiles are worth."""
    reason: str = ""
    """The reason for a correction."""
    values: tuple[str, str, str, str] = _NO_VALUES
    """The typed values of the four hands, by column."""
    answers: tuple[tuple[str, Answer], ...] = ()
    """Names of questions of the rules, with answers; numbers are kept as text. They include who is liable."""
    dice: str = ""
    """The throws of dice that answered the last question, as typed: ``5`` or ``5+9``. They are never recorded."""

    @property
    def empty(self) -> bool:
        """Whether nothing is typed."""
        return self == HandDraft(self.hand)

    @property
    def source_known(self) -> bool:
        """Whether it is known where the winning tile came from."""
        return self.self_draw or self.discarder is not None

    @property
    def figures(self) -> tuple[str, ...]:
        """The points or values that are typed."""
        return tuple(filter(None, (self.points, *self.values)))

    @property
    def number(self) -> int | None:
        """The typed points; None if they are not a number."""
        return _number(self.points)

    def answer(self, name: str) -> Answer:
        """The answer to the question called ``name``; None if there is none."""
        return dict(self.answers).get(name)

    def with_winner(self, column: int) -> "HandDraft":
        """Name the winner; a discarder of the same column is forgotten."""
        same = self.discarder == column
        return replace(self, winner=column, drawn=False, discarder=None if same else self.discarder)

    def with_source(self, column: int | None) -> "HandDraft":
        """Name who gave the tile, None for a self-draw."""
        return replace(self, discarder=column, self_draw=column is None)

    def with_points(self, typed: str) -> "HandDraft":
        """Set the typed points. A hand with points is not drawn."""
        return replace(self, points=typed, drawn=self.drawn and not typed)

    def with_value(self, column: int, typed: str) -> "HandDraft":
        """Set the value of the hand of ``column`` as typed."""
        a, b, c, d = (typed if each == column else text for each, text in enumerate(self.values))
        return replace(self, values=(a, b, c, d))

    def with_answer(self, name: str, answer: Answer, *, dice: str = "") -> "HandDraft":
        """Set the answer to the question called ``name``, and the ``dice`` that gave it; None removes the answer."""
        others = tuple(each for each in self.answers if each[0] != name)
        return replace(self, answers=others if answer is None else tuple(sorted((*others, (name, answer)))), dice=dice)


@dataclass(frozen=True, slots=True)
class UnfinishedHand:
    """What is typed of a hand of a table, and of its tiles. Unfinished hands are stored in this form."""

    session: int
    table: int
    draft: HandDraft
    changed: bool = True
    """Whether the draft differs from the recorded hand. If not, only tiles are unfinished."""
    tiles: str = ""
    """The tiles as they are typed, until they are recorded."""


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() else None


def questions_of(rules: RuleSet) -> tuple[RuleQuestion, ...]:
    """The questions of the rules about a hand, without winner, discarder and value. The liable player comes first."""
    return rules.questions if rules.liable is None else (rules.liable, *rules.questions)


def recorded_draft(line: HandLine, rules: RuleSet) -> HandDraft:
    """A draft equal to a recorded hand, or an empty one."""
    if line.outcome is None:
        return HandDraft(line.hand)
    return outcome_draft(line.hand, line.outcome, rules, line.tiles, line.overrule)


def outcome_draft(hand: int, outcome: Outcome, rules: RuleSet, tiles: str = "", overrule: str = "") -> HandDraft:
    """A draft of ``hand`` with this outcome."""
    a, b, c, d = map(str, outcome.values) if outcome.values is not None else _NO_VALUES
    answers = [*outcome.answers]
    if rules.liable is not None and outcome.liable is not None:
        answers.append((rules.liable.name, outcome.liable))
    asked = {each.name: each for each in questions_of(rules)}
    typed = tuple(sorted((name, typed_answer(asked[name], answer) if name in asked else answer)
                         for name, answer in answers))  # fmt: skip
    if outcome.winner is None:
        values = (a, b, c, d) if rules.draws_paid or any(outcome.values or ()) else _NO_VALUES
        return HandDraft(hand, drawn=True, values=values, answers=typed)
    points = "" if rules.four_values else str(outcome.points)
    return HandDraft(hand, outcome.winner, False, outcome.discarder, outcome.discarder is None, points, tiles,
                     overrule, values=(a, b, c, d), answers=typed)  # fmt: skip


def typed_answer(question: RuleQuestion, answer: Answer) -> Answer:
    """``answer`` as a draft has it: a number as text, and None for the default."""
    if answer is None or answer == question.default:
        return None
    return str(answer) if question.kind is QuestionKind.NUMBER else answer


@dataclass(frozen=True)
class HandOnSheet(EntryForm[TypedField]):
    """A draft of a hand on its sheet, which together say what is asked, what has changed and what is wrong."""

    table: TableSheet
    draft: HandDraft
    order: TypingOrder = TypingOrder.WINNER_FIRST
    tiles_typed: str = ""
    """Its tiles as far as they are typed and not recorded."""

    def with_draft(self, draft: HandDraft) -> "HandOnSheet":
        """The same with ``draft``, and no refusal of the earlier one."""
        return replace(self, draft=draft, refusal=None)

    def begun_anew(self, draft: HandDraft) -> "HandOnSheet":
        """The form with ``draft``, and without typed tiles."""
        return replace(self.with_draft(draft), tiles_typed="")

    def drawn_anew(self) -> "HandStep":
        """Begin again with a drawn hand, and go to what the rules ask of it."""
        hand = self.begun_anew(HandDraft(self.draft.hand, drawn=True))
        return HandStep(hand, hand.last if isinstance(hand.last, AnswerField) else hand.place)

    @property
    def rules(self) -> RuleSet:
        """The rules of the event."""
        return self.table.rules

    @property
    def dealer(self) -> int:
        """The column of East in this hand."""
        return self.table.state(self.draft.hand).dealer

    @cached_property
    def turn(self) -> tuple[TypedField, ...]:
        """The fields in the order of typing. After the last one the hand is complete."""
        if self.rules.four_values:
            return (*TypingOrder.WINNER_FIRST.fields[:2], *VALUES)
        asked = tuple(AnswerField(each.name) for each in self._asked if each.turn is Turn.IN_TURN)
        fields, behind = self.order.fields, self.order.fields.index(HandField.POINTS) + 1
        return (*fields, *asked) if self.draft.drawn else (*fields[:behind], *asked, *fields[behind:])

    @cached_property
    def fields(self) -> tuple[TypedField, ...]:
        """All open fields: those of :attr:`turn`, then those that only a key reaches."""
        return (*self.turn, *(AnswerField(each.name) for each in self._asked if each.turn is not Turn.IN_TURN))

    @cached_property
    def _asked(self) -> tuple[RuleQuestion, ...]:
        return tuple(each for each in questions_of(self.rules) if self._asks(each))

    @property
    def last(self) -> TypedField:
        """The field after which a hand is complete."""
        return self.turn[-1]

    @property
    def beginning(self) -> HandPlace:
        """The first field. Typing replaces points that it has."""
        return Marked.POINTS if self.first is HandField.POINTS else self.first

    @property
    def place(self) -> HandPlace:
        """Where typing continues: a recorded hand begins again, or asks why it is corrected."""
        if self.recorded is not None and self.changed and self.outcome is not None and not self.left_half_typed:
            return HandField.REASON
        drawn = self.draft.drawn and self.missing is None and not isinstance(self.last, AnswerField)
        if self.left_half_typed or self.recorded is not None or drawn:
            return self.beginning
        return self.missing or self.last

    def next_after(self, field: TypedField) -> HandPlace:
        """The next field; after the last one, the first field without an answer."""
        following = None if field == self.last else self.behind(field)
        if following is None:
            return self.missing or field
        return Marked.POINTS if following is HandField.POINTS else following

    def question(self, field: AnswerField) -> RuleQuestion:
        """The question of ``field``."""
        return next(each for each in questions_of(self.rules) if each.name == field.name)

    def _asks(self, question: RuleQuestion) -> bool:
        """Whether ``question`` is asked.

        A question in turn is asked if it matters for the typed value. Another is asked if it is answered, or can
        matter.
        """
        draft = self.draft
        if question.turn is not Turn.ASIDE:
            return (draft.drawn or draft.number is not None) and question.asked(self._so_far, self.dealer)
        if draft.answer(question.name) is not None:
            return True
        known = draft.drawn or (draft.winner is not None and draft.source_known)
        return known and question.asked(self._so_far, self.dealer)

    @property
    def _so_far(self) -> Outcome:
        """The outcome as far as it is typed; player A is the winner until one is named."""
        draft = self.draft
        winner = None if draft.drawn else draft.winner or 0
        return self.outcome_of(winner, draft.discarder)

    def answered(self, field: TypedField) -> bool:
        """Whether ``field`` has an answer. Most fields of a drawn hand need none."""
        draft = self.draft
        match field:
            case HandField.WINNER:
                return draft.drawn or draft.winner is not None
            case HandField.SOURCE:
                return draft.drawn or draft.source_known
            case HandField.POINTS:
                return draft.drawn or draft.number is not None
            case HandField.REASON:
                return is_reason(draft.reason)
            case ValueField():
                typed = draft.values[field.column]
                return _number(typed) is not None or (not typed and draft.drawn and not self.rules.draws_paid)
            case AnswerField():
                question = self.question(field)
                if draft.answer(field.name) is None:
                    return question.turn is Turn.ASIDE or question.kind is not QuestionKind.NUMBER
                return self.read(question) is not None
            case _:
                assert_never(field)

    @property
    def only_blank(self) -> ValueField | None:
        """The only missing field, if it is a value for which blank counts as 0; otherwise None."""
        missing = [field for field in self.fields if not self.answered(field)]
        only = missing[0] if len(missing) == 1 else None
        return only if isinstance(only, ValueField) and self.counts_nothing(only) else None

    def counts_nothing(self, field: ValueField) -> bool:
        """Whether an empty ``field`` counts as 0. The value of the winner's hand must be typed."""
        return not self.draft.values[field.column] and field.column != self.draft.winner

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the hand ended; None while an answer is missing."""
        if self.missing is not None:
            return None
        draft = self.draft
        return self._asked_of(self.outcome_of(None, None) if draft.drawn
                              else self.outcome_of(draft.winner, draft.discarder))  # fmt: skip

    def _asked_of(self, outcome: Outcome) -> Outcome:
        """``outcome`` without answers that no longer matter, such as the fu after the han rose."""
        for question in self.rules.questions if outcome.answers else ():
            if question.turn is not Turn.ASIDE and not question.asked(outcome, self.dealer):
                others = tuple(each for each in outcome.answers if each[0] != question.name)
                outcome = replace(outcome, answers=others)
        return outcome

    def outcome_of(self, winner: int | None, discarder: int | None) -> Outcome:
        """The outcome if ``winner`` won from ``discarder``, with everything else as typed so far."""
        draft, rules, liable = self.draft, self.rules, None
        points = 0 if rules.four_values or draft.drawn else draft.number or 0
        values: Net | None = None
        if rules.four_values:
            a, b, c, d = (_number(typed) or 0 for typed in draft.values)
            values = (a, b, c, d)
        answers: list[tuple[str, Answer]] = []
        for question in questions_of(rules) if draft.answers else ():
            answer = self.read(question)
            if question is rules.liable:
                liable = answer if isinstance(answer, int) else None
            elif answer is not None and answer != question.default:
                answers.append((question.name, answer))
        return Outcome(winner, discarder, points, values, liable, tuple(sorted(answers)))

    def read(self, question: RuleQuestion) -> Answer:
        """The typed answer; None if it is not a valid answer to ``question``."""
        answer = self.draft.answer(question.name)
        if question.kind is QuestionKind.NUMBER and isinstance(answer, str):
            answer = _number(answer)
            answer = answer * question.times if answer is not None and answer < question.least else answer
        return answer if answer is not None and answer_problem(question, answer) is None else None

    @property
    def recorded(self) -> Outcome | None:
        """The recorded outcome of the hand; None if there is none."""
        return self.table.sheet.hands[self.draft.hand - 1].outcome

    @property
    def unchanged(self) -> HandDraft:
        """The draft equal to what is recorded, or an empty one."""
        return recorded_draft(self.table.sheet.hands[self.draft.hand - 1], self.rules)

    @cached_property
    def changed(self) -> bool:
        """Whether the draft differs from what is recorded."""
        # Neither is part of the hand: the reason belongs to its correction, and dice are never recorded.
        draft = replace(self.draft, reason="", dice="") if self.draft.reason or self.draft.dice else self.draft
        return draft != self.unchanged

    @property
    def unfinished(self) -> UnfinishedHand | None:
        """What is to be kept of the hand; None if nothing is typed that is not recorded."""
        changed = self.changed or bool(self.draft.reason)
        if not (changed or self.tiles_typed):
            return None
        draft = self.draft if changed else HandDraft(self.draft.hand)
        return UnfinishedHand(*self.table.place, draft, changed, self.tiles_typed)

    @property
    def lacks_reason(self) -> bool:
        """Whether it is a correction without a reason."""
        return self.recorded is not None and self.changed and not is_reason(self.draft.reason)

    @cached_property
    def in_progress(self) -> HandInProgress | None:
        """What the sheet shows in the row meanwhile; None for a recorded hand that was not changed."""
        if self.recorded is not None and not self.changed:
            return None
        outcome = self.outcome or self.with_blanks_as_nothing.outcome
        if outcome is not None and self.problems(outcome):
            outcome = None
        return HandInProgress(self.draft.hand, self.result, outcome)

    @property
    def with_blanks_as_nothing(self) -> "HandOnSheet":
        """The same hand with 0 for each missing value except the winner's."""
        draft = self.draft
        if self.rules.four_values and not (draft.drawn and not self.rules.draws_paid):
            for field in filter(self.counts_nothing, VALUES):
                draft = draft.with_value(field.column, "0")
        return replace(self, draft=draft)

    def with_counted(self, column: int, value: int, answers: Chosen = ()) -> HandDraft:
        """The draft with the value counted from the tiles of ``column``, and the ``answers`` that the tiles give."""
        draft = self.draft
        if self.rules.four_values:
            draft = draft.with_value(column, str(value))
        elif column == draft.winner:
            draft = draft.with_points(str(value))
        elif column in self.winners:
            draft = draft.with_answer(self._han_of(column), str(value))
        for name, answer in answers:
            draft = draft.with_answer(name, answer)
        return draft

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The columns of all winners typed so far, the first winner first."""
        return tuple(dict.fromkeys(self.outcome_of(self.draft.winner, self.draft.discarder).winners))

    def written_value(self, column: int) -> str:
        """The typed value of ``column``, one of the columns whose hands count."""
        draft = self.draft
        if self.rules.four_values:
            return draft.values[column]
        return draft.points if column == draft.winner else str(draft.answer(self._han_of(column)) or "")

    def _han_of(self, column: int) -> str:
        return asked_of_winner("han", self.winners.index(column))

    def with_worth(self, question: RuleQuestion) -> HandDraft:
        """The draft with the value that follows from the answer to ``question``; unchanged if none follows."""
        draft, answer = self.draft, self.draft.answer(question.name)
        worth = next((choice.worth for choice in question.choices if choice.key == answer), None)
        return draft if worth is None or draft.winner is None else self.with_counted(draft.winner, worth)

    @property
    def result(self) -> Text:
        """The text of the row while the hand is being typed."""
        draft, names = self.draft, self.table.names
        if draft.drawn:
            return mark("Drawn hand")
        if draft.winner is None and self.first is HandField.POINTS and draft.number is None:
            return mark("Type the points")
        if draft.winner is None:
            sheet = self.table.sheet
            over = row_after_gong(self.table.view, sheet.session, sheet.table, self.table.view.now)
            return over if over is not None and self.recorded is None else mark("Press 1–4 for the winner")
        if draft.source_known:
            others = tuple(each for each in draft.answers if each[0] in (SECOND, THIRD))
            return result_of(Outcome(draft.winner, draft.discarder, answers=others), names)
        return mark("{winner} from …", winner=Named(names[draft.winner], draft.winner + 1, winner=True))

    def place_of(self, problem: Problem) -> TypedField:
        """The field at which ``problem`` is shown; the first one if it concerns the hand as a whole."""
        place = self._field_named(problem.field)
        whole = problem.code in _OF_THE_HAND or (self.draft.drawn and not self.rules.draws_paid)
        return self.first if whole and place is not HandField.REASON else place

    def _field_named(self, member: str) -> TypedField:
        """The field for a ``member`` of the outcome or of the command."""
        name, _dot, letter = member.partition(".")
        places: dict[str, TypedField] = {
            "reason": HandField.REASON,
            "winner": HandField.WINNER,
            "discarder": HandField.SOURCE,
            "values": ValueField(LETTERS.index(letter)) if letter in LETTERS and letter else VALUES[0],
        }
        if self.rules.liable is not None:
            places["liable"] = AnswerField(self.rules.liable.name)
        places |= {each.name: AnswerField(each.name) for each in questions_of(self.rules)}
        found = places.get(name, HandField.POINTS)
        absent = found not in self.fields and (found is HandField.POINTS or isinstance(found, ValueField))
        return self.last if absent else found

    def named(self, problem: Problem) -> Problem:
        """``problem`` with the names of the players at the table."""
        return self.table.named(problem)

    def own_answer(self, field: TypedField, language: Language) -> "HandStep | None":
        """Enter answers a question, and gives the reason of a correction. A key typed in vain must be noticed first."""
        if self.asking:
            return self.agreed()
        if field is HandField.REASON:
            return (
                self._commanded() if not self.draft.reason.strip() or is_reason(self.draft.reason) else self._wordless()
            )
        if self.refusal is not None and self.refusal.problem.code in TYPED_IN_VAIN:
            return HandStep(self.without_refusal(), self.refusal.field)
        if isinstance(field, ValueField) and not self.answered(field) and self.counts_nothing(field):
            return confirmed(self.with_draft(self.draft.with_value(field.column, "0")), field, language)
        return None

    def _wordless(self) -> "HandStep":
        problem = Problem("reason-without-words", mark("A reason has at least three letters."))
        return HandStep(self.refused_at(HandField.REASON, problem), HandField.REASON)

    def agreed(self) -> "HandStep":
        """What the button does: answer the question that is shown, or give the command."""
        if self.left_half_typed:
            return go_on(self.without_refusal())
        if self.refusal is not None and self.refusal.problem.code == DRAWN_OVER:
            return self.drawn_anew()
        if self.outcome is not None and self.lacks_reason:
            problems = self.problems(self.outcome)
            return refused(self, problems[0]) if problems else HandStep(self, HandField.REASON)
        return self._commanded()

    def lacking(self, field: TypedField) -> TypedField | None:
        """The first field without an answer, if it is above ``field`` or the hand would be recorded."""
        if self._completes(field):
            return self.missing
        if field not in self.turn:
            return None if self.answered(field) else field
        if not all(map(self._may_wait, self.until(field))):
            return self.missing
        return field if field is HandField.POINTS and self.draft.number is None else None

    def unanswered(self, field: TypedField) -> Problem:
        """The problem to show at ``field`` while its answer is missing or not valid."""
        draft, written = self.draft, ""
        match field:
            case HandField.POINTS:
                written = draft.points
            case ValueField():
                written = draft.values[field.column]
            case AnswerField() if draft.answer(field.name) is not None:
                return _invalid(self.question(field), draft.answer(field.name))
        if written:
            return Problem("not-a-number", mark("“{typed}” is not a number of points", typed=written))
        return Problem(MISSING, missing_text(self, field))

    def objection(self, field: TypedField) -> Problem | None:
        """Why the number in ``field`` is impossible; the whole hand is checked when it is recorded."""
        if self._completes(field) or field not in self.turn:
            return None
        if field is HandField.POINTS:
            return points_problem(self)
        return value_problem(self, field) if isinstance(field, ValueField) else None

    def following(self, field: TypedField) -> HandPlace | None:
        """The next field, unless the hand would be recorded."""
        return None if self._completes(field) else self.next_after(field)

    def given(self, language: Language) -> "HandStep":
        """The command that records or corrects the hand. A correction first asks for its reason."""
        del language
        return self.agreed()

    def _commanded(self) -> "HandStep":
        if self.outcome is None:
            field = self.missing or self.last
            return HandStep(self.refused_at(field, self.unanswered(field)), field)
        return HandStep(self, command=self.command(self.outcome, self.draft.reason), confirmed=self.asking)

    def _completes(self, field: TypedField) -> bool:
        """Whether Enter in ``field`` records the hand: nothing is missing, or it is the last field."""
        complete = self.missing is None and (self.changed or self.draft.drawn)
        return (complete and not goes_on(self, field)) or field == self.last

    def _may_wait(self, field: TypedField) -> bool:
        """Whether Enter may skip ``field``: it has an answer, or is a blank value, asked for at the end."""
        return self.answered(field) or (isinstance(field, ValueField) and self.counts_nothing(field))

    def problems(self, outcome: Outcome) -> tuple[Problem, ...]:
        """The problems that make ``outcome`` impossible, apart from a missing reason."""
        found = problems_of(self.table.view, self.command(outcome, UNSAID))
        found = tuple(p for p in found if p.gravity is Gravity.BLOCKS and p.code != "nothing-changes")
        return tuple(map(self.table.named, found))

    def command(self, outcome: Outcome, reason: str = "") -> TableCommand:
        """The command that records ``outcome``, or corrects the hand for this ``reason``."""
        draft = self.draft
        if self.recorded is not None:
            return CorrectHand(*self.table.place, draft.hand, outcome, reason, draft.tiles, draft.overrule)
        return RecordHand(*self.table.place, draft.hand, outcome, draft.tiles, draft.overrule)


HandStep = KeyStep[HandOnSheet, HandPlace]
"""The result of a key in the form of a hand."""

_MISSING: dict[HandField, Text] = {
    HandField.WINNER: mark("The winner is missing."),
    HandField.SOURCE: mark("Enter who discarded the winning tile."),
    HandField.POINTS: mark("The points are missing."),
}
_OF_THE_HAND = ("hand-recorded", "sheet-closed", "totals-only")
"""Codes of problems that concern the hand as a whole."""


def missing_text(hand: HandOnSheet, field: TypedField) -> Text:
    """Return the sentence that says that ``field`` must be answered before the hand can be recorded."""
    if isinstance(field, ValueField):
        return mark("The value of {player}’s hand is missing.", player=hand.table.names[field.column])
    if isinstance(field, AnswerField):
        return mark("Not answered yet: {question}.", question=hand.question(field).text)
    return _MISSING[field]


def _invalid(question: RuleQuestion, typed: Answer) -> Problem:
    """The problem with an answer that is none to ``question``."""
    if question.kind is QuestionKind.CHOICE:
        return Problem(NO_ANSWER, mark("“{typed}” is not a valid answer here", typed=str(typed)))
    text = mark("{question}: a whole number from {least} to {most}", question=question.short,
                least=question.least, most=question.most)  # fmt: skip
    if question.step > 1:
        text = mark("{question}: a multiple of {step} from {least} to {most}", question=question.short,
                    step=question.step, least=question.least, most=question.most)  # fmt: skip
    return Problem("not-a-number", text)


def named_columns(answer: Answer) -> Iterable[int]:
    """The columns that an answer to a question for players names."""
    if isinstance(answer, tuple):
        return answer
    return (answer,) if isinstance(answer, int) and not isinstance(answer, bool) else ()


def winner_problem(hand: HandOnSheet, column: int) -> Problem | None:
    """Why the player of ``column`` cannot win ``hand`` in any way; None if they can."""
    bare = HandOnSheet(hand.table, HandDraft(hand.draft.hand))
    least = Outcome(column, None, hand.rules.minimum)
    return next((problem for problem in bare.problems(least) if problem.field == "winner"), None)


def points_problem(hand: HandOnSheet) -> Problem | None:
    """The problem that nobody can win with the typed points; None if somebody can."""
    if hand.draft.number is None:
        return None
    bare = HandOnSheet(hand.table, HandDraft(hand.draft.hand))
    found = bare.problems(Outcome(0, 1, hand.draft.number))
    return next((problem for problem in found if problem.field == "points"), None)


def value_problem(hand: HandOnSheet, field: ValueField) -> Problem | None:
    """Why the hand of a player cannot be worth what is typed, whatever the others are worth; None if it can."""
    if not hand.answered(field) or hand.missing in (HandField.WINNER, HandField.SOURCE):
        return None
    draft = hand.draft
    found = hand.problems(hand.outcome_of(None if draft.drawn else draft.winner, draft.discarder))
    return next((problem for problem in found if problem.field == f"values.{LETTERS[field.column]}"), None)


def goes_on(hand: HandOnSheet, field: TypedField | None) -> bool:
    """Whether Enter in this value of a recorded hand moves to the next value, as it did when the hand was new."""
    return hand.recorded is not None and isinstance(field, ValueField) and field != hand.last


def enter_acts(hand: HandOnSheet, field: TypedField | None = None) -> bool:
    """Whether Enter in ``field`` does what :func:`action` says."""
    if hand.refusal is not None and hand.refusal.problem.code in (LEFT_HALF_TYPED, DRAWN_OVER, *TYPED_IN_VAIN):
        return hand.asking
    if goes_on(hand, field) and not hand.asking:
        return False
    if hand.in_progress is None or hand.in_progress.outcome is None:
        return False
    return hand.missing is None or (field is not None and field == hand.only_blank)


def changes_known(hand: HandOnSheet) -> TableCommand | None:
    """The command of Enter if it changes results that people may know; otherwise None.

    That is a correction, or a hand on a sheet that was signed before.
    """
    if hand.outcome is None:
        return None
    if hand.recorded is not None:
        return hand.command(hand.outcome, UNSAID) if hand.changed else None
    known = was_reopened(hand.table.view, *hand.table.place)
    return hand.command(hand.outcome) if known else None


def action(hand: HandOnSheet) -> Text:
    """The text of the button: what Enter does now, or its answer if the form asks a question."""
    number, draft = hand.draft.hand, hand.draft
    if hand.left_half_typed:
        return mark("Continue with hand {hand}", hand=number)
    if hand.refusal is not None and hand.refusal.problem.code == DRAWN_OVER:
        return mark("Continue with a drawn hand")
    if hand.asking and hand.rules.written_name is not None and hand.outcome is not None:
        values = (win.value for win in hand.rules.written_wins(hand.outcome))
        return mark("Yes, record {value}", value=listed(values))
    if hand.asking and draft.number is not None:
        return mark("Yes, record {points} points", points=draft.number)
    if hand.asking and hand.rules.four_values:
        return mark("Yes, record hand {hand}", hand=number)
    if hand.lacks_reason:
        return mark("Give a reason for hand {hand}", hand=number)
    if hand.recorded is not None:
        return mark("Correct hand {hand}", hand=number)
    return mark("Record hand {hand}", hand=number)
