"""What the page of tables looks at and what is typed there: one frozen state, from which the page is rendered.

Keys are functions from a state to a :class:`TablesStep`, in the modules beside: ``cursor`` moves about, ``hand_keys``
types a hand, ``end_keys`` totals and signature, ``outcome`` says what follows from a command. No Qt in any of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.ledger.causes import Cause
from tournament.ledger.sheet_content import Penalty
from tournament.rules.payment import Net, add
from tournament.use_cases import View
from ui.entry.hand_draft import LEFT_HALF_TYPED, HandDraft, HandOnSheet, recorded_draft
from ui.entry.key_step import KeyStep
from ui.entry.penalty_draft import CancelDraft, PenaltyDraft, PenaltyField, PenaltyStep
from ui.entry.refusal import FieldRefusal
from ui.entry.repair_draft import RepairDraft, RepairField, RepairStep
from ui.entry.sheet_lines import HandInProgress, effect_of
from ui.entry.table_sheet import RowKey, TableSheet, is_signable
from ui.entry.typed_totals import Texts, TypedTotals, total_texts
from ui.entry.typing_order import AnswerField, HandField, TypedField, TypingOrder

HandKey = tuple[int, int, int]
"""Session, table, hand."""


class PagePart(Enum):
    """Where typing goes on, beside the fields of a hand, a penalty and the totals."""

    PAGE = "page"
    """Nothing is typed; keys are the page's."""
    POINTS_MARKED = "points marked"
    """The points of the hand, so that they are typed over."""
    CANCEL_REASON = "cancel reason"
    SIGNING_QUESTION = "signing question"
    SIGNING_REASON = "signing reason"
    JUMP = "jump"
    READING_REASON = "reading reason"


class ReadingField(NamedTuple):
    """A field of the second reading, in the order of the paper; -1: who reads."""

    place: int


class TotalField(NamedTuple):
    """One of the four totals."""

    column: int
    begun: bool = False
    """Typing goes on behind what stands there; else that is typed over."""


Focus = TypedField | PenaltyField | RepairField | TotalField | ReadingField | PagePart


class SigningQuestion(Enum):
    """What is asked before a sheet is signed or reopened."""

    NONE = "none"
    DIFFERENCE = "difference"
    """Why totals that differ stand."""
    VOID = "void"
    """Whether hands not played stay void."""
    STOPPED = "stopped"
    """Whether a game ends that its rules let go on."""
    MISSING = "missing"
    """Whether to sign without all totals of the paper, so that the sheet is not compared."""
    TOTALS_ALONE = "totals alone"
    """Whether the table is known by its totals alone."""
    REOPEN = "reopen"
    """Why a verified sheet is opened again."""


@dataclass(frozen=True, slots=True)
class SigningDraft:
    """What is asked, the answer as far as it is typed, and what is wrong with it."""

    question: SigningQuestion = SigningQuestion.NONE
    reason: str = ""
    problem: Text | str = ""


@dataclass(frozen=True, slots=True)
class SecondReadingDraft:
    """What a second person reads on the paper, as far as it is typed."""

    texts: tuple[str, ...]
    """Four totals, or the points of every hand."""
    of_points: bool = False
    reader: str = ""
    """Who reads; nothing: who acts."""
    again: tuple[int, ...] = ()
    """The fields that were not what was signed, and are read once more; nothing else is typed then."""
    differs_twice: bool = False
    """These were read once more and are still not what was signed: what remains is to reject."""
    reason: str = ""
    """Why the sheet is rejected."""
    away: bool = False
    """The reading was left: neither its fields nor the sheet are in view."""
    unreadable: int | None = None
    """The field in which Enter was pressed on what is no number."""
    problem: Text | str = ""

    @property
    def open_fields(self) -> tuple[int, ...]:
        """Those that can be typed, in their order."""
        return self.again or tuple(range(len(self.texts)))


@dataclass(frozen=True, slots=True)
class Jump:
    """What stands in the field that goes to a table."""

    typed: str = ""
    problem: Text | str = ""
    asked: bool = False
    """It was gone to by its key: it is in view even where cards are not."""


@dataclass(frozen=True)
class TablesState:
    """All that the page shows follows from this, and from the language in use."""

    event: str = ""
    """Id of the first entry of the open event, at whatever moment it is looked at."""
    order: TypingOrder = TypingOrder.WINNER_FIRST
    """In which a hand is typed."""
    table: TableSheet | None = None
    row: RowKey | None = None
    """Where the cursor stands; None when no hand waits."""
    drafts: Mapping[HandKey, HandDraft] = field(default_factory=dict)
    """Hands half typed, here and at other tables."""
    refusal: FieldRefusal[TypedField] | None = None
    penalty: PenaltyDraft | None = None
    """The penalty being typed, in place of the hand."""
    penalties: Mapping[tuple[int, int], PenaltyDraft] = field(default_factory=dict)
    """Penalties half typed that were left for another row or table, by session and table."""
    sessions_agreed: frozenset[int] = frozenset()
    """Sessions of which it is known since the start that it is their turn."""
    gaps_agreed: frozenset[HandKey] = frozenset()
    """Empty rows below which hands are typed on purpose."""
    repair: RepairDraft | None = None
    """The repair being typed, in place of the hand."""
    repairs: Mapping[tuple[int, int], RepairDraft] = field(default_factory=dict)
    """Repairs half typed that were left for another row or table, by session and table."""
    cancel: CancelDraft = field(default_factory=CancelDraft)
    """Of the penalty at the cursor."""
    totals_typed: Mapping[tuple[int, int], Texts] = field(default_factory=dict)
    """Totals half typed, here and at other tables, by session and table."""
    total: int | None = None
    """The column of the total at the cursor; None while the cursor is on the sheet."""
    total_edited: bool = False
    """It is not typed to its end yet."""
    total_refused: int | None = None
    """The column in which Enter found no number, or that is missing."""
    cause: Cause | None = None
    """Of a difference of totals: the one that was gone to last."""
    signing: SigningDraft = field(default_factory=SigningDraft)
    second_reading: SecondReadingDraft | None = None
    """In place of the sheet, nothing of which is in view."""
    jump: Jump = field(default_factory=Jump)
    tables_seen: Mapping[int, int] = field(default_factory=dict)
    """The table seen last, by session."""
    tiles_open: bool = False
    """The tiles of the hand are shown over the sheet."""
    tiles_typed: Mapping[HandKey, str] = field(default_factory=dict)
    """Tiles half typed."""

    @property
    def penalty_at_cursor(self) -> Penalty | None:
        """The penalty that the cursor stands on."""
        return self.table.penalty_at(self.row) if self.table is not None else None

    @cached_property
    def hand(self) -> HandOnSheet | None:
        """The hand at the cursor as far as it is typed; None for a penalty, and when no hand waits."""
        if self.table is None or self.row is None or self.row.penalty or self.row.hand is None:
            return None
        draft = self.drafts.get((*self.table.place, self.row.hand))
        draft = draft or recorded_draft(self.table.sheet.hands[self.row.hand - 1], self.table.rules)
        return HandOnSheet(self.table, draft, self.order)

    @property
    def left_half_typed(self) -> bool:
        """The hand at the cursor was left half typed, and it is asked whether to go on with it."""
        return self.refusal is not None and self.refusal.problem.code == LEFT_HALF_TYPED

    def half_typed_tables(self, session: int) -> frozenset[int]:
        """Tables of ``session`` on which something is half typed, but for the hand at the cursor."""
        here = (*self.table.place, self.row.hand) if self.table is not None and self.row is not None else None
        places = {key[:2] for key in (*self.drafts, *self.tiles_typed) if key != here}
        places |= {*self.penalties, *self.repairs}
        places |= {place for place in self.totals_half_typed if self.table is None or place != self.table.place}
        return frozenset(table for where, table in places if where == session)

    @property
    def totals_half_typed(self) -> Mapping[tuple[int, int], Texts]:
        """Those of the totals typed that are not stored; what a signature has taken up waits only for its undoing."""
        if self.table is None:
            return self.totals_typed
        view = self.table.view
        seating = view.full_state.seating  # what was typed in a cancelled session waits for it to be restored
        sheets = {place: view.sheet_to_read(*place) for place in self.totals_typed
                  if seating and seating.seats(*place) and place not in view.full_state.taken_back}  # fmt: skip
        return {
            place: self.totals_typed[place]
            for place, sheet in sheets.items()
            if is_signable(sheet) and TypedTotals(self.totals_typed[place]).numbers != sheet.paper
        }

    @property
    def totals(self) -> TypedTotals:
        """The totals of the paper as they are typed, else as they are stored."""
        if self.table is None:
            return TypedTotals()
        paper = self.table.sheet.paper
        typed = self.totals_typed.get(self.table.place) if self.totals_open else None
        being_typed = self.total if self.total_edited else None
        rule = self.table.rules.table
        unit, start = rule.sheet_unit, rule.starting_points or 0
        return TypedTotals(typed or total_texts(paper), paper, being_typed, self.total_refused, unit, start)

    @property
    def totals_open(self) -> bool:
        """The totals can be typed: the sheet is not signed, or was corrected afterwards and differs."""
        return self.table is not None and self.table.signable

    @property
    def signing_blocked(self) -> Text | None:
        """Why the sheet cannot be signed now."""
        if self.table is None:
            return None
        if self.hand is not None and self.hand.changed:
            return mark("Hand {hand} is unfinished: record it, or press Esc.", hand=self.hand.draft.hand)
        if not self.table.sheet.played and self.totals.net is None:
            return mark("Nothing to sign: no hand is entered.")
        return None

    @property
    def typing_place(self) -> Focus:
        """Where the referee goes on typing."""
        if self.table is None:
            return PagePart.PAGE
        reading = self.second_reading
        if reading is not None and not reading.away:
            return PagePart.READING_REASON if reading.differs_twice else ReadingField(reading.open_fields[0])
        if self.penalty is not None:
            return PenaltyField.PLAYER
        if self.repair is not None:
            return RepairField.KIND
        if self.total is not None and self.totals_open:
            return TotalField(self.total, self.total_edited)
        if self.left_half_typed:
            return self.beginning
        if self.row is None:
            return PagePart.PAGE
        hand = self.hand
        if hand is None:
            return PagePart.CANCEL_REASON
        if hand.recorded is not None and hand.changed and hand.outcome is not None:
            return HandField.REASON
        asks_last = isinstance(hand.last, AnswerField)
        if hand.recorded is not None or (hand.draft.drawn and hand.missing is None and not asks_last):
            return self.beginning
        return hand.missing or hand.last

    @property
    def beginning(self) -> Focus:
        """The first field of a hand; points that stand there are typed over."""
        hand = self.hand
        first = hand.first if hand is not None else self.order.fields[0]
        return PagePart.POINTS_MARKED if first is HandField.POINTS else first


TablesStep = KeyStep[TablesState, Focus]
"""What a key makes of the state."""


def with_draft(state: TablesState, draft: HandDraft) -> TablesState:
    """Type on from ``draft`` at the table in view; one that says what is recorded is kept no longer."""
    assert state.table is not None
    key = (*state.table.place, draft.hand)
    kept = {each: other for each, other in state.drafts.items() if each != key}
    if draft.reason or HandOnSheet(state.table, draft).changed:
        kept[key] = draft
    return replace(state, drafts=kept, refusal=None)


def thrown_away(state: TablesState) -> TablesState:
    """Nothing is typed of the hand at the cursor any more, nor of its tiles."""
    hand = state.hand
    if hand is None:
        return state
    key = (*hand.table.place, hand.draft.hand)
    tiles = {each: text for each, text in state.tiles_typed.items() if each != key}
    return replace(with_draft(state, hand.unchanged), tiles_typed=tiles)


def at_row(state: TablesState, row: RowKey | None) -> TablesState:
    """Stand at ``row`` with nothing refused there. A hand left half typed is there again, and asks first.

    Otherwise what is typed blindly would join what was typed at another time, and Enter record it.
    """
    state = replace(off_totals(with_forms_left(state)), row=row, refusal=None, cancel=CancelDraft())
    hand = state.hand
    if hand is None or not (hand.changed or hand.draft.reason):
        return state
    text = mark("Hand {hand} was left unfinished", hand=hand.draft.hand)
    problem = Problem(LEFT_HALF_TYPED, text, gravity=Gravity.ASKS)
    return replace(state, refusal=FieldRefusal(hand.first, problem))


def with_forms_left(state: TablesState) -> TablesState:
    """The penalty or the repair in view is left for something else: it waits if anything is typed of it."""
    penalty, repair = state.penalty, state.repair
    if penalty is None and repair is None:
        return state
    penalties, repairs = state.penalties, state.repairs
    if penalty is not None and penalty.table is not None and penalty.started:
        penalties = {**penalties, penalty.table.place: penalty}
    if repair is not None and repair.started:
        repairs = {**repairs, repair.table.place: repair}
    return replace(state, penalty=None, penalties=penalties, repair=None, repairs=repairs)


def off_totals(state: TablesState) -> TablesState:
    """The cursor stands in no total any more; what is typed there stays."""
    return replace(state, total=None, total_edited=False) if state.total is not None or state.total_edited else state


def with_totals(state: TablesState, texts: Texts | None) -> TablesState:
    """These are typed at the table in view; None, or what is stored already: nothing is half typed any more."""
    assert state.table is not None
    place = state.table.place
    kept = {each: other for each, other in state.totals_typed.items() if each != place}
    if texts is not None and texts != total_texts(state.table.sheet.paper):
        kept[place] = texts
    return replace(state, totals_typed=kept, total_refused=None)


def to_total(state: TablesState, column: int) -> "TablesStep":
    """Stand in the total of ``column``."""
    state = replace(with_forms_left(state), total=column, total_edited=False)
    return TablesStep(state, TotalField(column))


def penalty_stepped(state: TablesState, step: PenaltyStep) -> TablesStep:
    """A key in the form of a penalty."""
    return TablesStep(replace(state, penalty=step.draft), step.focus, step.command, step.confirmed)


def repair_stepped(state: TablesState, step: RepairStep) -> TablesStep:
    """A key in the form of a repair."""
    return TablesStep(replace(state, repair=step.draft), step.focus, step.command, step.confirmed)


def computed_totals(table: TableSheet, in_progress: HandInProgress | None) -> Net:
    """The four totals with what is being typed."""
    return add(table.sheet.computed, effect_of(table, in_progress))


def event_of(view: View | None) -> str:
    """Which event it is, at whatever moment: the id of its first entry."""
    return view.journal[0].id if view is not None and len(view.journal) else ""
