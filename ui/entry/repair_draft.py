"""A repair of the sheet half typed: which one, its few values, why; and what each key makes of it. No Qt in here.

A repair has at most five answers, in this order: which repair, two players, a number, and the reason. What they are
called depends on the repair (:data:`QUESTIONS`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple, assert_never

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
from ui.entry.form import FieldRefusal, is_reason
from ui.entry.hand_draft import LEFT_HALF_TYPED
from ui.entry.sheet_address import SheetAddress, sheet_named
from ui.entry.table_sheet import TableSheet, table_sheet


class RepairKind(Enum):
    """What can be put right; the value is the digit that chooses it."""

    INSERT = "1"
    DELETE = "2"
    MOVE = "3"
    EXCHANGE_SEATS = "4"
    EXCHANGE_COLUMNS = "5"
    MOVE_SHEET = "6"


class RepairField(Enum):
    """What is typed of a repair, in the order of the form."""

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
"""What is asked beside the repair itself and the reason."""
_COLUMNS = range(4)
_OF_A_ROW = (RepairKind.INSERT, RepairKind.DELETE, RepairKind.MOVE)
_ORDER = (RepairField.KIND, RepairField.ONE, RepairField.OTHER, RepairField.NUMBER, RepairField.REASON)


@dataclass(frozen=True, slots=True)
class RepairDraft:
    """As far as it is typed."""

    table: TableSheet = field(repr=False)
    hand: int | None
    """The row at the cursor; None: none."""
    kind: RepairKind | None = None
    one: int | None = None
    """Column."""
    other: int | None = None
    drawn: bool = False
    """The hand to insert had no winner."""
    self_draw: bool = False
    number: str = ""
    reason: str = ""
    refusal: FieldRefusal[RepairField] | None = None
    hand_anew: int | None = None
    """Of one that was left half typed and is asked for again: the row at the cursor now, where another one begins."""

    @property
    def started(self) -> bool:
        """Something is typed that would be missed."""
        return self.kind is not None

    @property
    def left_half_typed(self) -> bool:
        """It was left half typed, and it is asked whether to go on with it."""
        return self.refusal is not None and self.refusal.problem.code == LEFT_HALF_TYPED

    @property
    def asked(self) -> tuple[RepairField, ...]:
        """The fields that are open."""
        if self.kind is None:
            return (RepairField.KIND,)
        questions = QUESTIONS[self.kind]
        drawn: tuple[RepairField, ...] = ()
        if self.kind is RepairKind.INSERT and self.drawn:
            drawn = (RepairField.OTHER,) if self._drawn_is_paid else (RepairField.OTHER, RepairField.NUMBER)
        always = (RepairField.KIND, RepairField.REASON)
        return tuple(field for field in _ORDER if field in always or (field in questions and field not in drawn))

    def question(self, field: RepairField) -> Text | None:
        """What is asked in ``field``; None where the repair leaves it out."""
        if self.kind is None or field not in QUESTIONS[self.kind]:
            return None
        rules = self.table.rules
        if self.kind is not RepairKind.INSERT or field is not RepairField.NUMBER:
            return QUESTIONS[self.kind][field]
        if not rules.four_values:
            return rules.value_name
        letters = [each.short for each in rules.questions if any(choice.typed for choice in each.choices)]
        if letters:
            return mark("Values of {first} to {last}, then: {letter}", first=1, last=4, letter=listed(letters))
        return mark("Values of {first} to {last}", first=1, last=4)

    @property
    def missing(self) -> RepairField | None:
        """The first field without an answer."""
        answered = {
            RepairField.KIND: self.kind is not None,
            RepairField.ONE: self.one is not None or self.drawn,
            RepairField.OTHER: self.other is not None or self.self_draw,
            RepairField.NUMBER: self.kind is not None and self._read(self.kind) is not None,
            RepairField.REASON: is_reason(self.reason),
        }
        return next((field for field in self.asked if not answered[field]), None)

    def command(self, reason: str) -> Repair | None:
        """What is asked for, with this ``reason``; None while something else is missing."""
        if self.kind is None or self.missing not in (None, RepairField.REASON):
            return None
        place, hand, numbers = self.table.place, self.hand or 0, self._read(self.kind) or (0, 0)
        match self.kind:
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
                assert_never(self.kind)

    @property
    def tried(self) -> Repair | None:
        """The repair whatever its reason is, to look at its effect."""
        return self.command(UNSAID)

    def problem(self) -> Problem | None:
        """The first thing that stands against it, or that it asks, before any reason is said; None: nothing."""
        command = self.tried
        found = problems_of(self.table.view, command) if command is not None else ()
        first = next((each for each in found if each.gravity is not Gravity.REMARK), None)
        return self.table.named(first) if first is not None else None

    @property
    def _columns(self) -> tuple[int, int]:
        return self.one or 0, self.other or 0

    @property
    def _drawn_is_paid(self) -> bool:
        """Whether a drawn hand has values here."""
        return self.table.rules.four_values and self.table.rules.draws_paid

    @property
    def _numbers(self) -> list[int]:
        return [int(digits) for digits in re.findall(r"[0-9]{1,7}", self.number)]

    def _outcome(self) -> Outcome:
        """The hand to insert; what is asked beyond and typed nowhere is corrected afterwards."""
        rules, winner, discarder = self.table.rules, None if self.drawn else self.one, self.other
        if not rules.four_values:
            return Outcome(None) if winner is None else Outcome(winner, discarder, self._numbers[0])
        a, b, c, d = self._numbers if winner is not None or self._drawn_is_paid else (0, 0, 0, 0)
        return Outcome(winner, None if winner is None else discarder, values=(a, b, c, d), answers=self._answers())

    def _answers(self) -> Chosen:
        """The letters behind the values, as answers to the questions of the rules; in whichever language."""
        letters = {letter.upper() for letter in re.findall(r"[^\W\d_]", self.number)}
        found: list[tuple[str, Answer]] = []
        for question in self.table.rules.questions:
            keys = {choice.key: {str(language.render(choice.typed)) for language in LANGUAGES if choice.typed}
                    for choice in question.choices}  # fmt: skip
            found += [(question.name, key) for key, typed in keys.items() if letters & typed][:1]
        return tuple(sorted(found))

    def _read(self, kind: RepairKind) -> tuple[int, int] | None:
        """What the number says: points, a row, two rows, or session and table; None while it says nothing."""
        if RepairField.NUMBER not in self.asked:
            return 0, 0
        numbers = self._numbers
        if kind is RepairKind.INSERT and self.table.rules.four_values:
            return (0, 0) if len(numbers) == len(_COLUMNS) else None
        if kind is RepairKind.MOVE_SHEET:
            return _place_of(self.table, self.number, numbers)
        if kind is RepairKind.EXCHANGE_SEATS and len(numbers) == 2:
            return numbers[0], numbers[1]
        return (numbers[0], numbers[0]) if len(numbers) == 1 else None


class RepairStep(NamedTuple):
    """What a key makes of a draft."""

    draft: RepairDraft
    focus: RepairField | None = None
    """Where typing goes on; None: where it is."""
    command: Repair | None = None
    """To be carried out."""
    confirmed: bool = False
    """What it asks was answered."""


def look_again(draft: RepairDraft, view: View) -> RepairDraft:
    """The event grew: what is typed stays."""
    refusal = draft.refusal if draft.left_half_typed else None
    return replace(draft, table=table_sheet(view, *draft.table.place), refusal=refusal)


def asked_again(draft: RepairDraft, table: TableSheet, hand: int | None) -> RepairDraft:
    """It was left half typed, and the cursor is at ``hand`` now: ask first, for Enter would do what was forgotten."""
    if draft.hand is None:
        text = mark("A repair was left unfinished")
    else:
        text = mark("A repair of row {hand} was left unfinished", hand=draft.hand)
    problem = Problem(LEFT_HALF_TYPED, text, gravity=Gravity.ASKS)
    return replace(draft, table=table, hand_anew=hand, refusal=FieldRefusal(RepairField.KIND, problem))


def typed(draft: RepairDraft, field: RepairField, text: str, language: Language) -> RepairStep:
    """``text`` stands in the line of ``field`` now. Which repair it is, typed where one is asked for, begins anew."""
    if draft.left_half_typed and field is RepairField.KIND:
        if _kind_of(text) is None:
            return RepairStep(draft)
        draft = RepairDraft(draft.table, draft.hand_anew)
    draft = replace(draft, refusal=None)
    match field:
        case RepairField.KIND:
            return _kind_typed(draft, text)
        case RepairField.ONE | RepairField.OTHER:
            return _player_typed(draft, field, text[-1:], language)
        case RepairField.NUMBER:
            return RepairStep(replace(draft, number=text))
        case RepairField.REASON:
            return RepairStep(replace(draft, reason=text))
        case RepairField.DO:
            return RepairStep(draft)
        case _:
            assert_never(field)


def erased(draft: RepairDraft, field: RepairField) -> RepairStep:
    """Backspace in the empty line of a player."""
    if field is RepairField.ONE:
        return RepairStep(replace(draft, one=None, drawn=False, refusal=None))
    return RepairStep(replace(draft, other=None, self_draw=False, refusal=None))


def confirmed(draft: RepairDraft, field: RepairField) -> RepairStep:
    """Enter in ``field``: on to what is missing; when nothing is, the repair is done."""
    missing = draft.missing
    if draft.left_half_typed:
        return RepairStep(replace(draft, refusal=None), missing or RepairField.REASON)
    if missing is not None and missing is field:
        wordless = wordless_problems(draft.reason) if field is RepairField.REASON else ()
        return refused(draft, wordless[0]) if wordless else _refused_at(draft, field, "missing", MISSING[field])
    if missing is None or (missing is RepairField.REASON and draft.tried is not None):
        problem = draft.problem()
        if problem is not None and problem.gravity is Gravity.BLOCKS:
            return refused(draft, problem)
    if missing is not None:
        return RepairStep(draft, missing)
    asking = draft.refusal is not None and draft.refusal.asks
    return RepairStep(draft, command=draft.command(draft.reason.strip()), confirmed=asking)


def refused(draft: RepairDraft, problem: Problem) -> RepairStep:
    """It was not done: ``problem`` is shown at its field, and a question at the reason, where Enter answers it."""
    fields = {
        "points": RepairField.NUMBER,
        "values": RepairField.NUMBER,
        "to": RepairField.NUMBER,
        "hands": RepairField.NUMBER,
        "to_table": RepairField.NUMBER,
        "session": RepairField.NUMBER,
        "table": RepairField.NUMBER,
        "winner": RepairField.ONE,
        "discarder": RepairField.OTHER,
        "players": RepairField.OTHER,
        "reason": RepairField.REASON,
    }
    field = fields.get(problem.field.partition(".")[0], RepairField.KIND)
    field = field if field in draft.asked else RepairField.KIND
    field = RepairField.REASON if problem.gravity is Gravity.ASKS else field
    return RepairStep(replace(draft, refusal=FieldRefusal(field, draft.table.named(problem))), field)


MISSING: Mapping[RepairField, Text] = {
    RepairField.KIND: mark("Press {first} to {last}.", first=1, last=len(RepairKind)),
    RepairField.ONE: mark("A player is missing."),
    RepairField.OTHER: mark("A player is missing."),
    RepairField.NUMBER: mark("A number is missing."),
    RepairField.REASON: mark("A reason is missing."),
}
"""What to say while a field has no answer."""


def _kind_of(text: str) -> RepairKind | None:
    """What the digit typed last chooses."""
    return next((each for each in RepairKind if each.value == text[-1:]), None)


def _kind_typed(draft: RepairDraft, text: str) -> RepairStep:
    kind = _kind_of(text)
    if kind is None:
        return _refused_at(draft, RepairField.KIND, "unknown", MISSING[RepairField.KIND])
    if kind in _OF_A_ROW and draft.hand is None:
        words = mark("The cursor is not on a row: press Esc and go to the row first.")
        return _refused_at(draft, RepairField.KIND, "no-row", words)
    number = f"1 {draft.hand}" if kind is RepairKind.EXCHANGE_SEATS and draft.hand is not None else ""
    fresh = RepairDraft(draft.table, draft.hand, kind, number=number, reason=draft.reason)
    return RepairStep(fresh, fresh.asked[1])


def _player_typed(draft: RepairDraft, field: RepairField, key: str, language: Language) -> RepairStep:
    inserts = draft.kind is RepairKind.INSERT
    if inserts and field is RepairField.ONE and key.upper() == "X":
        return RepairStep(replace(draft, one=None, other=None, drawn=True, self_draw=False), RepairField.REASON)
    if inserts and field is RepairField.OTHER and key.upper() == "D":
        return RepairStep(replace(draft, other=None, self_draw=True), RepairField.NUMBER)
    column = draft.table.column_of(key, draft.hand if inserts else None, language)
    if column is None:
        return _refused_at(draft, field, "nobody", mark("“{typed}” matches no player at this table", typed=key))
    if field is RepairField.ONE:
        return RepairStep(replace(draft, one=column, drawn=False), RepairField.OTHER)
    follows = draft.asked[draft.asked.index(RepairField.OTHER) + 1]
    return RepairStep(replace(draft, other=column, self_draw=False), follows)


def _refused_at(draft: RepairDraft, field: RepairField, code: str, text: Text) -> RepairStep:
    return RepairStep(replace(draft, refusal=FieldRefusal(field, Problem(code, text))), field)


def _place_of(table: TableSheet, text: str, numbers: list[int]) -> tuple[int, int] | None:
    """Session and table: a table of this session, ``2 4`` for another one, or the code of a sheet."""
    if len(numbers) == 2 and not text.strip().upper().startswith("QV"):
        return numbers[0], numbers[1]
    if len(numbers) == 1 and text.strip().isdigit():
        return table.place[0], numbers[0]
    found = sheet_named(text, table.view, table.place[0]) if text.strip() else None
    return (found.session, found.table) if isinstance(found, SheetAddress) else None
