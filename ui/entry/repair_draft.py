"""An unfinished repair of a sheet, and its keys.

A repair has at most five answers, in this order: which repair, two players, a number, and the reason. What they are
called depends on the repair (:data:`QUESTIONS`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import assert_never

from tournament.event.problem import Gravity, Problem
from tournament.language import LANGUAGES, Language, Text, listed, mark, mark_in
from tournament.ledger.checks import wordless_problems
from tournament.rules.payment import Answer, Outcome
from tournament.rules.question import Chosen
from tournament.use_cases import (
    DeleteHand,
    ExchangeColumns,
    InsertHand,
    MoveHand,
    MoveSheet,
    Repair,
    View,
    problems_of,
)
from ui.entry.change_words import UNSAID
from ui.entry.form import EntryForm, KeyStep, answer_first, is_reason, only_deletes
from ui.entry.sheet_address import SheetAddress, sheet_named
from ui.entry.table_sheet import TableSheet, table_sheet


class RepairKind(Enum):
    """The kinds of repairs. The value is the digit that chooses one."""

    INSERT = "1"
    DELETE = "2"
    MOVE = "3"
    EXCHANGE_SEATS = "4"
    EXCHANGE_COLUMNS = "5"
    MOVE_SHEET = "6"


class RepairField(Enum):
    """A field of the form of a repair, in typing order."""

    KIND = "kind"
    ONE = "one"
    OTHER = "other"
    NUMBER = "number"
    REASON = "reason"
    DO = "do"
    """The button that does it."""


_PLAYERS = {
    RepairField.ONE: mark("One player"),
    RepairField.OTHER: mark("The other player"),
}
QUESTIONS: Mapping[RepairKind, Mapping[RepairField, Text]] = {
    RepairKind.INSERT: {
        RepairField.ONE: mark("Winner"),
        RepairField.OTHER: mark("From"),
        RepairField.NUMBER: mark_in("hand", "Points"),
    },
    RepairKind.DELETE: {},
    RepairKind.MOVE: {RepairField.NUMBER: mark("To row")},
    RepairKind.EXCHANGE_SEATS: {**_PLAYERS, RepairField.NUMBER: mark("First and last hand")},
    RepairKind.EXCHANGE_COLUMNS: _PLAYERS,
    RepairKind.MOVE_SHEET: {RepairField.NUMBER: mark("To table, or session and table")},
}
"""The questions of each repair besides its kind and the reason."""
_COLUMNS = range(4)
_OF_A_ROW = (RepairKind.INSERT, RepairKind.DELETE, RepairKind.MOVE)
_ORDER = (RepairField.KIND, RepairField.ONE, RepairField.OTHER, RepairField.NUMBER, RepairField.REASON)


@dataclass(frozen=True, slots=True)
class RepairDraft:
    """A repair as typed. Unfinished repairs are stored in this form."""

    session: int
    table: int
    hand: int | None
    """The row at the cursor; None for the whole sheet."""
    kind: RepairKind | None = None
    one: int | None = None
    """Column."""
    other: int | None = None
    """Column."""
    drawn: bool = False
    """Whether the hand to insert had no winner."""
    self_draw: bool = False
    number: str = ""
    reason: str = ""

    @property
    def started(self) -> bool:
        """Whether anything is typed that the user would miss."""
        return self.kind is not None


@dataclass(frozen=True)
class RepairOnSheet(EntryForm[RepairField]):
    """A draft of a repair with the sheet that it repairs."""

    table: TableSheet = field(repr=False)
    typed: RepairDraft
    hand_anew: int | None = None
    """The hand at the cursor when the form was opened again. A new repair would concern its row."""

    def with_typed(self, **changes: object) -> "RepairOnSheet":
        """The form with other values typed, without the earlier refusal."""
        return replace(self, typed=replace(self.typed, **changes), refusal=None)  # type: ignore[arg-type]

    @property
    def place(self) -> RepairField:
        """The first field without an answer, else the one where Enter does the repair."""
        return self.missing or RepairField.REASON

    def answered(self, field: RepairField) -> bool:
        """Whether ``field`` has an answer."""
        typed = self.typed
        match field:
            case RepairField.KIND:
                return typed.kind is not None
            case RepairField.ONE:
                return typed.one is not None or typed.drawn
            case RepairField.OTHER:
                return typed.other is not None or typed.self_draw
            case RepairField.NUMBER:
                return typed.kind is not None and self._read(typed.kind) is not None
            case RepairField.REASON:
                return is_reason(typed.reason)
            case RepairField.DO:
                return True
            case _:
                assert_never(field)

    def place_of(self, problem: Problem) -> RepairField:
        """The field at which ``problem`` is shown. A question is shown at the reason, where Enter answers it."""
        if problem.gravity is Gravity.ASKS:
            return RepairField.REASON
        place = _PLACES.get(problem.field.partition(".")[0], RepairField.KIND)
        return place if place in self.fields else RepairField.KIND

    def named(self, problem: Problem) -> Problem:
        """``problem`` with the names of the players at the table."""
        return self.table.named(problem)

    def unanswered(self, field: RepairField) -> Problem:
        """The problem to show at ``field`` while it has no answer."""
        wordless = wordless_problems(self.typed.reason) if field is RepairField.REASON else ()
        return wordless[0] if wordless else Problem("missing", MISSING[field])

    def objection(self, field: RepairField) -> Problem | None:
        """The problem that makes the repair impossible, as soon as only its reason is missing; otherwise None."""
        del field
        complete = self.missing is None or (self.missing is RepairField.REASON and self.tried is not None)
        problem = self.problem() if complete else None
        return problem if problem is not None and problem.gravity is Gravity.BLOCKS else None

    def given(self, language: Language) -> "RepairStep":
        """The repair."""
        del language
        return RepairStep(self, command=self.command(self.typed.reason.strip()), confirmed=self.asking)

    @property
    def fields(self) -> tuple[RepairField, ...]:
        """The fields that are open, in the order of the form."""
        if self.typed.kind is None:
            return (RepairField.KIND,)
        questions = QUESTIONS[self.typed.kind]
        drawn: tuple[RepairField, ...] = ()
        if self.typed.kind is RepairKind.INSERT and self.typed.drawn:
            drawn = (RepairField.OTHER,) if self._drawn_is_paid else (RepairField.OTHER, RepairField.NUMBER)
        always = (RepairField.KIND, RepairField.REASON)
        return tuple(field for field in _ORDER if field in always or (field in questions and field not in drawn))

    def question(self, field: RepairField) -> Text | None:
        """The question of ``field``; None if this repair does not use the field."""
        if self.typed.kind is None or field not in QUESTIONS[self.typed.kind]:
            return None
        rules = self.table.rules
        if self.typed.kind is not RepairKind.INSERT or field is not RepairField.NUMBER:
            return QUESTIONS[self.typed.kind][field]
        if not rules.four_values:
            return rules.value_name
        letters = [each.short for each in rules.questions if any(choice.typed for choice in each.choices)]
        if letters:
            return mark("Values of {first} to {last}, then: {letter}", first=1, last=4, letter=listed(letters))
        return mark("Values of {first} to {last}", first=1, last=4)

    def command(self, reason: str) -> Repair | None:
        """The command with this ``reason``; None while something else is missing."""
        if self.typed.kind is None or self.missing not in (None, RepairField.REASON):
            return None
        place, hand, numbers = self.table.place, self.typed.hand or 0, self._read(self.typed.kind) or (0, 0)
        match self.typed.kind:
            case RepairKind.INSERT:
                return InsertHand(*place, hand, self._outcome(), reason)
            case RepairKind.DELETE:
                return DeleteHand(*place, hand, reason)
            case RepairKind.MOVE:
                return MoveHand(*place, hand, numbers[0], reason)
            case RepairKind.EXCHANGE_SEATS:
                return ExchangeColumns(*place, self._columns, numbers, reason)
            case RepairKind.EXCHANGE_COLUMNS:
                return ExchangeColumns(*place, self._columns, None, reason)
            case RepairKind.MOVE_SHEET:
                return MoveSheet(*place, *numbers, reason)
            case _:
                assert_never(self.typed.kind)

    @property
    def tried(self) -> Repair | None:
        """The command without its reason, to show its effect."""
        return self.command(UNSAID)

    def problem(self) -> Problem | None:
        """The first problem or question of the repair, apart from its reason; None if there is none."""
        command = self.tried
        found = problems_of(self.table.view, command) if command is not None else ()
        first = next((each for each in found if each.gravity is not Gravity.REMARK), None)
        return self.table.named(first) if first is not None else None

    @property
    def _columns(self) -> tuple[int, int]:
        return self.typed.one or 0, self.typed.other or 0

    @property
    def _drawn_is_paid(self) -> bool:
        """Whether the rules pay drawn hands, so that they have values."""
        return self.table.rules.four_values and self.table.rules.draws_paid

    @property
    def _numbers(self) -> list[int]:
        return [int(digits) for digits in re.findall(r"[0-9]{1,7}", self.typed.number)]

    def _outcome(self) -> Outcome:
        """The hand to insert. Answers that cannot be typed here are added by a correction afterwards."""
        rules, winner, discarder = self.table.rules, None if self.typed.drawn else self.typed.one, self.typed.other
        if not rules.four_values:
            return Outcome(None) if winner is None else Outcome(winner, discarder, self._numbers[0])
        a, b, c, d = self._numbers if winner is not None or self._drawn_is_paid else (0, 0, 0, 0)
        return Outcome(winner, None if winner is None else discarder, values=(a, b, c, d), answers=self._answers())

    def _answers(self) -> Chosen:
        """The letters after the values, as answers to the questions of the rules, in any language."""
        letters = {letter.upper() for letter in re.findall(r"[^\W\d_]", self.typed.number)}
        found: list[tuple[str, Answer]] = []
        for question in self.table.rules.questions:
            keys = {choice.key: {str(language.render(choice.typed)) for language in LANGUAGES if choice.typed}
                    for choice in question.choices}  # fmt: skip
            found += [(question.name, key) for key, typed in keys.items() if letters & typed][:1]
        return tuple(sorted(found))

    def _read(self, kind: RepairKind) -> tuple[int, int] | None:
        """The typed numbers: points, a row, two rows, or session and table; None if they cannot be read."""
        if RepairField.NUMBER not in self.fields:
            return 0, 0
        numbers = self._numbers
        if kind is RepairKind.INSERT and self.table.rules.four_values:
            return (0, 0) if len(numbers) == len(_COLUMNS) else None
        if kind is RepairKind.MOVE_SHEET:
            return _place_of(self.table, self.typed.number, numbers)
        if kind is RepairKind.EXCHANGE_SEATS and len(numbers) == 2:
            return numbers[0], numbers[1]
        return (numbers[0], numbers[0]) if len(numbers) == 1 else None


RepairStep = KeyStep[RepairOnSheet, RepairField]
"""The result of a key in the form of a repair."""


def on_row(table: TableSheet, hand: int | None) -> RepairOnSheet:
    """An empty form for the row of ``hand``, or without a row for the whole sheet."""
    return RepairOnSheet(table, RepairDraft(*table.place, hand))


def resumed(typed: RepairDraft, table: TableSheet) -> RepairOnSheet:
    """A form with a stored draft, without what no longer fits."""
    one, other = (column if column in _COLUMNS else None for column in (typed.one, typed.other))
    return RepairOnSheet(table, replace(typed, one=one, other=other))


def look_again(form: RepairOnSheet, view: View) -> RepairOnSheet:
    """Follow a change of the event: what is typed stays."""
    refusal = form.refusal if form.left_half_typed else None
    return replace(form, table=table_sheet(view, *form.table.place), refusal=refusal)


def left_text(form: RepairOnSheet) -> Text:
    """The question of a repair that was left unfinished."""
    if form.typed.hand is None:
        return mark("A repair was left unfinished")
    return mark("A repair of row {hand} was left unfinished", hand=form.typed.hand)


def typed(form: RepairOnSheet, field: RepairField, text: str, language: Language) -> RepairStep:
    """Set the text of ``field``. While the form asks whether to continue, the digit of a repair starts a new one."""
    if form.left_half_typed and field is RepairField.KIND:
        if _kind_of(text) is None:
            return RepairStep(form)
        form = on_row(form.table, form.hand_anew)
    if form.asking and not form.left_half_typed and not only_deletes(_written(form.typed, field), text):
        return RepairStep(form, message=answer_first(text[-1:]), refuses=True)
    form = form.without_refusal()
    match field:
        case RepairField.KIND:
            return _kind_typed(form, text)
        case RepairField.ONE | RepairField.OTHER:
            return _player_typed(form, field, text[-1:], language)
        case RepairField.NUMBER:
            return RepairStep(form.with_typed(number=text))
        case RepairField.REASON:
            return RepairStep(form.with_typed(reason=text))
        case RepairField.DO:
            return RepairStep(form)
        case _:
            assert_never(field)


def _written(typed: RepairDraft, field: RepairField) -> str:
    """The text in the line of ``field``. A player is shown before it."""
    return {RepairField.NUMBER: typed.number, RepairField.REASON: typed.reason}.get(field, "")


def erased(form: RepairOnSheet, field: RepairField) -> RepairStep:
    """Backspace in the empty line of a player."""
    if field is RepairField.ONE:
        return RepairStep(form.with_typed(one=None, drawn=False))
    return RepairStep(form.with_typed(other=None, self_draw=False))


_PLACES: Mapping[str, RepairField] = {
    **dict.fromkeys(("points", "values", "to", "hands", "to_table", "session", "table"), RepairField.NUMBER),
    "winner": RepairField.ONE,
    "discarder": RepairField.OTHER,
    "players": RepairField.OTHER,
    "reason": RepairField.REASON,
}
"""The field at which a problem is shown, by the name of the member of the command."""

MISSING: Mapping[RepairField, Text] = {
    RepairField.KIND: mark("Press {first} to {last}.", first=1, last=len(RepairKind)),
    RepairField.ONE: mark("A player is missing."),
    RepairField.OTHER: mark("A player is missing."),
    RepairField.NUMBER: mark("A number is missing."),
    RepairField.REASON: mark("A reason is missing."),
}
"""The text to show while a field has no answer."""


def _kind_of(text: str) -> RepairKind | None:
    """The repair that the last digit chooses; None if there is none."""
    return next((each for each in RepairKind if each.value == text[-1:]), None)


def _kind_typed(form: RepairOnSheet, text: str) -> RepairStep:
    kind, typed = _kind_of(text), form.typed
    if kind is None:
        return _refused_at(form, RepairField.KIND, "unknown", MISSING[RepairField.KIND])
    if kind in _OF_A_ROW and typed.hand is None:
        words = mark("The cursor is not on a row: press Esc and go to the row first.")
        return _refused_at(form, RepairField.KIND, "no-row", words)
    number = f"1 {typed.hand}" if kind is RepairKind.EXCHANGE_SEATS and typed.hand is not None else ""
    empty = RepairDraft(typed.session, typed.table, typed.hand)
    fresh = RepairOnSheet(form.table, replace(empty, kind=kind, number=number, reason=typed.reason))
    return RepairStep(fresh, fresh.fields[1])


def _player_typed(form: RepairOnSheet, field: RepairField, key: str, language: Language) -> RepairStep:
    inserts = form.typed.kind is RepairKind.INSERT
    if inserts and field is RepairField.ONE and key.upper() == "X":
        return RepairStep(form.with_typed(one=None, other=None, drawn=True, self_draw=False), RepairField.REASON)
    if inserts and field is RepairField.OTHER and key.upper() == "D":
        return RepairStep(form.with_typed(other=None, self_draw=True), RepairField.NUMBER)
    column = form.table.column_of(key, form.typed.hand if inserts else None, language)
    if column is None:
        return _refused_at(form, field, "nobody", mark("“{typed}” matches no player at this table", typed=key))
    if field is RepairField.ONE:
        return RepairStep(form.with_typed(one=column, drawn=False), RepairField.OTHER)
    return RepairStep(form.with_typed(other=column, self_draw=False), form.behind(RepairField.OTHER))


def _refused_at(form: RepairOnSheet, field: RepairField, code: str, text: Text) -> RepairStep:
    return RepairStep(form.refused_at(field, Problem(code, text)), field)


def _place_of(table: TableSheet, text: str, numbers: list[int]) -> tuple[int, int] | None:
    """Session and table: a table of this session, ``2 4`` for another one, or the code of a sheet."""
    if len(numbers) == 2 and not text.strip().upper().startswith("QV"):
        return numbers[0], numbers[1]
    if len(numbers) == 1 and text.strip().isdigit():
        return table.place[0], numbers[0]
    found = sheet_named(text, table.view, table.place[0]) if text.strip() else None
    return (found.session, found.table) if isinstance(found, SheetAddress) else None
