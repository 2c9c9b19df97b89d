"""The state of the page Tables: what it shows and what is typed there, as one frozen value.

Keys are functions from a state to a :class:`TablesStep`: ``cursor`` moves about, ``hand_keys`` types a hand,
``end_keys`` the totals and the signature; ``page_keys`` says what follows from a command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from tournament.language import Text, mark
from tournament.ledger.causes import Cause
from tournament.ledger.sheet import SheetState
from tournament.ledger.sheet_content import Penalty
from tournament.rules.payment import Net, add
from tournament.use_cases import View
from ui.entry.form import AnyForm, FieldRefusal, KeyStep, asked_again, ignoring, with_ignored
from ui.entry.hand_draft import MISSING, HandOnSheet, HandStep, UnfinishedHand, recorded_draft
from ui.entry.paper_totals import Texts, TypedTotals, total_texts
from ui.entry.penalty_draft import CancelDraft, PenaltyField, PenaltyOnSheet, PenaltyStep
from ui.entry.reading_draft import ReadingOnSheet, ReadingPlace, ReadingStep
from ui.entry.repair_draft import RepairField, RepairOnSheet, RepairStep
from ui.entry.sheet_lines import HandInProgress, effect_of
from ui.entry.table_sheet import RowKey, TableSheet, is_signable
from ui.entry.typing_order import HandPlace, TypedField, TypingOrder

HandKey = tuple[int, int, int]
"""A hand: its session, table and number."""


class PagePart(Enum):
    """A place of the page where typing continues, besides the fields of forms and totals."""

    PAGE = "page"
    """Nothing is typed; the keys of the page work."""
    CANCEL_REASON = "cancel reason"
    SIGNING_QUESTION = "signing question"
    SIGNING_REASON = "signing reason"
    JUMP = "jump"


class TotalField(NamedTuple):
    """One of the four totals."""

    column: int
    begun: bool = False
    """Whether typing continues after the text; otherwise it replaces the text."""


Focus = HandPlace | PenaltyField | RepairField | TotalField | ReadingPlace | PagePart


class SigningQuestion(Enum):
    """A question before a sheet is signed or reopened."""

    NONE = "none"
    DIFFERENCE = "difference"
    """Why totals that differ are accepted."""
    VOID = "void"
    """Whether hands not played stay void."""
    STOPPED = "stopped"
    """Whether a game ends although its rules would let it continue."""
    MISSING = "missing"
    """Whether to sign without all totals of the paper, so that the sheet is not compared."""
    STICKS_LEFT = "sticks left"
    """Whether riichi sticks that the totals lack were left on the table."""
    TOTALS_ALONE = "totals alone"
    """Whether to record only the totals of the table, without its hands."""
    REOPEN = "reopen"
    """Why a verified sheet is reopened."""


ANSWERED_IN_WORDS = (SigningQuestion.DIFFERENCE, SigningQuestion.TOTALS_ALONE, SigningQuestion.REOPEN)
"""Questions whose answer is a typed reason."""


@dataclass(frozen=True, slots=True)
class SigningDraft:
    """A question, the answer as far as it is typed, and the problem with it."""

    question: SigningQuestion = SigningQuestion.NONE
    reason: str = ""
    problem: Text | str = ""

    @property
    def place(self) -> PagePart | None:
        """Where the question is answered; None without one."""
        if self.question is SigningQuestion.NONE:
            return None
        return PagePart.SIGNING_REASON if self.question in ANSWERED_IN_WORDS else PagePart.SIGNING_QUESTION


@dataclass(frozen=True, slots=True)
class Jump:
    """The text of the field that goes to a table."""

    typed: str = ""
    problem: Text | str = ""
    asked: bool = False
    """Whether its key was pressed, so that it is shown even if the cards are not."""
    ignored: int = 0
    """How many keys were ignored since the text was refused, because they came at once after it."""

    @property
    def refusal(self) -> Text | None:
        """The words of the problem, and how many keys were ignored; None without a problem."""
        return with_ignored(self.problem, self.ignored) if self.problem else None


@dataclass(frozen=True)
class TablesState:
    """Everything that the page shows follows from this state and from the language."""

    event: str = ""
    """Id of the first entry of the open event, at whatever moment it is looked at."""
    order: TypingOrder = TypingOrder.WINNER_FIRST
    """The order in which a hand is typed."""
    table: TableSheet | None = None
    row: RowKey | None = None
    """The row with the cursor; None if no hand waits."""
    hands: Mapping[HandKey, UnfinishedHand] = field(default_factory=dict)
    """Unfinished hands, at this table and at others."""
    refusal: FieldRefusal[TypedField] | None = None
    penalty: PenaltyOnSheet | None = None
    """The penalty being typed, in place of the hand."""
    penalties: Mapping[tuple[int, int], PenaltyOnSheet] = field(default_factory=dict)
    """Unfinished penalties that were left for another row or table, by session and table."""
    sessions_agreed: frozenset[int] = frozenset()
    """Sessions for which the user confirmed since the program was started that it is their turn."""
    gaps_agreed: frozenset[HandKey] = frozenset()
    """Empty rows below which the user confirmed to type hands."""
    repair: RepairOnSheet | None = None
    """The repair being typed, in place of the hand."""
    repairs: Mapping[tuple[int, int], RepairOnSheet] = field(default_factory=dict)
    """Unfinished repairs that were left for another row or table, by session and table."""
    cancel: CancelDraft = field(default_factory=CancelDraft)
    """The cancellation of the penalty at the cursor, as far as it is typed."""
    totals_typed: Mapping[tuple[int, int], Texts] = field(default_factory=dict)
    """Unfinished totals, at this table and at others, by session and table."""
    total: int | None = None
    """The column of the total at the cursor; None while the cursor is on the sheet."""
    total_edited: bool = False
    """Whether it is still being typed."""
    total_refused: int | None = None
    """The column without a number in which Enter was pressed, or that is missing."""
    cause: Cause | None = None
    """The likely cause of a difference to which the cursor went last."""
    signing: SigningDraft = field(default_factory=SigningDraft)
    second_reading: ReadingOnSheet | None = None
    """The second reading, which is shown in place of the sheet."""
    jump: Jump = field(default_factory=Jump)
    tables_seen: Mapping[int, int] = field(default_factory=dict)
    """The table that was shown last, by session."""
    tiles_open: bool = False
    """Whether the tiles of the hand are shown over the sheet."""

    @property
    def penalty_at_cursor(self) -> Penalty | None:
        """The penalty at the cursor."""
        return self.table.penalty_at(self.row) if self.table is not None else None

    @cached_property
    def hand(self) -> HandOnSheet | None:
        """The hand at the cursor as far as it is typed; None for a penalty, and if all hands are recorded."""
        if self.table is None or self.row is None or self.row.penalty or self.row.hand is None:
            return None
        kept = self.hands.get((*self.table.place, self.row.hand))
        if kept is not None and kept.changed:
            draft = kept.draft
        else:
            draft = recorded_draft(self.table.sheet.hands[self.row.hand - 1], self.table.rules)
        tiles = kept.tiles if kept is not None else ""
        return HandOnSheet(self.table, draft, self.order, tiles, refusal=self.refusal)

    @property
    def refusals(self) -> tuple[FieldRefusal[Any], ...]:
        """What was refused last in each form, without questions.

        Enter in an empty form is no refusal: it is often a second press of the one that recorded the hand before.
        """
        hand, of_hand = self.hand, self.refusal
        if hand is not None and hand.draft.empty and of_hand is not None and of_hand.problem.code == MISSING:
            of_hand = None
        forms = (self.penalty, self.repair, self.second_reading)
        found = (of_hand, *(form.refusal if form is not None else None for form in forms))
        return tuple(each for each in found if each is not None and not each.asks)

    def with_ignored(self, keys: int) -> "TablesState":
        """The state in which so many ``keys`` were ignored after the one that was refused."""

        def said(form: AnyForm | None) -> AnyForm | None:
            return replace(form, refusal=ignoring(form.refusal, keys)) if form is not None else None

        return replace(
            self,
            refusal=ignoring(self.refusal, keys),
            penalty=said(self.penalty),
            repair=said(self.repair),
            second_reading=said(self.second_reading),
            jump=replace(self.jump, ignored=keys),
        )

    @property
    def left_half_typed(self) -> bool:
        """Whether the hand at the cursor asks whether to continue, because it was left unfinished."""
        return self.hand is not None and self.hand.left_half_typed

    @property
    def can_be_read(self) -> bool:
        """Whether the sheet in view waits for its second reader."""
        return self.table is not None and self.table.sheet.state is SheetState.TO_READ_AGAIN

    @property
    def in_reading(self) -> bool:
        """Whether the fields of the second reading are shown in place of the sheet."""
        return self.second_reading is not None and not self.second_reading.away

    def hides_sheet(self, author: str) -> bool:
        """Whether the sheet must be hidden, because it waits for its second reading by a person who did not type it.

        That person is the reader who was named in the reading, or ``author``.
        """
        if self.table is None or not self.can_be_read or self.in_reading:
            return False
        reader = self.second_reading.reader.strip() if self.second_reading is not None else ""
        return not self.table.sheet.has_typed(reader or author)

    def half_typed_tables(self, session: int) -> frozenset[int]:
        """Tables of ``session`` with an unfinished entry, without the hand at the cursor."""
        here = (*self.table.place, self.row.hand) if self.table is not None and self.row is not None else None
        places = {key[:2] for key in self.hands if key != here}
        places |= {*self.penalties, *self.repairs}
        places |= {place for place in self.totals_half_typed if self.table is None or place != self.table.place}
        return frozenset(table for where, table in places if where == session)

    @property
    def totals_half_typed(self) -> Mapping[tuple[int, int], Texts]:
        """Typed totals that are not stored. Those of signed sheets are left out; they wait in case of an undo."""
        if self.table is None:
            return self.totals_typed
        view = self.table.view
        seating = view.full_state.seating  # what was typed in a cancelled session waits for it to be restored
        sheets = {place: view.sheet_to_read(*place) for place in self.totals_typed
                  if seating and seating.seats(*place) and place not in view.full_state.taken_back}  # fmt: skip
        return {
            place: self.totals_typed[place]
            for place, sheet in sheets.items()
            if is_signable(sheet) and TypedTotals(self.totals_typed[place]).written != sheet.paper
        }

    @cached_property
    def totals(self) -> TypedTotals:
        """The totals of the paper as they are typed, or else as they are stored."""
        if self.table is None:
            return TypedTotals()
        paper = self.table.sheet.paper
        typed = self.totals_typed.get(self.table.place) if self.totals_open else None
        being_typed = self.total if self.total_edited else None
        return TypedTotals(
            typed or total_texts(paper),
            paper,
            being_typed,
            self.total_refused,
            self.table.rules.totals_scale,
            has_hands=self.table.sheet.played > 0,
        )

    @cached_property
    def totals_open(self) -> bool:
        """Whether the totals can be typed: the sheet is not signed, or differs since a correction."""
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
        """The place where typing continues."""
        if self.table is None:
            return PagePart.PAGE
        reading = self.second_reading
        if reading is not None and not reading.away:
            return reading.place
        if self.penalty is not None:
            return PenaltyField.PLAYER
        if self.repair is not None:
            return RepairField.KIND
        if self.total is not None and self.totals_open:
            return TotalField(self.total, self.total_edited)
        if self.row is None:
            return PagePart.PAGE
        return PagePart.CANCEL_REASON if self.hand is None else self.hand.place


TablesStep = KeyStep[TablesState, Focus]
"""The result of a key of the page Tables."""


def without_question(state: TablesState) -> TablesState:
    """Return ``state`` without the question that was open about signing or reopening the sheet."""
    return state if state.signing.question is SigningQuestion.NONE else replace(state, signing=SigningDraft())


def with_hand(state: TablesState, hand: HandOnSheet) -> TablesState:
    """The state with what is typed of ``hand``. What equals the record is dropped."""
    key = (*hand.table.place, hand.draft.hand)
    hands = {each: other for each, other in state.hands.items() if each != key}
    unfinished = hand.unfinished
    if unfinished is not None:
        hands[key] = unfinished
    return replace(state, hands=hands, refusal=hand.refusal)


def with_tiles(state: TablesState, typed: str) -> TablesState:
    """The state with the ``typed`` tiles of the hand at the cursor."""
    hand = state.hand
    return state if hand is None or hand.tiles_typed == typed else with_hand(state, replace(hand, tiles_typed=typed))


def hand_stepped(state: TablesState, step: HandStep) -> TablesStep:
    """Apply a key in the form of a hand."""
    hand, before = step.state, state.hand
    same = before is not None and (hand.draft, hand.tiles_typed) == (before.draft, before.tiles_typed)
    state = replace(state, refusal=hand.refusal) if same else with_hand(state, hand)
    return TablesStep(state, step.focus, step.command, step.confirmed, step.message, refuses=step.refuses)


def at_row(state: TablesState, row: RowKey | None) -> TablesState:
    """Move the cursor to ``row``. If its hand was left unfinished, it asks first whether to continue.

    Otherwise digits typed blindly would be added to what was typed earlier, and Enter would record both.
    """
    state = replace(off_totals(with_forms_left(state)), row=row, refusal=None, cancel=CancelDraft())
    hand = state.hand
    if hand is None or not (hand.changed or hand.draft.reason):
        return state
    text = mark("Hand {hand} was left unfinished", hand=hand.draft.hand)
    return replace(state, refusal=asked_again(hand, text).refusal)


def with_forms_left(state: TablesState) -> TablesState:
    """The state in which the form of a penalty or a repair is closed. It is kept if anything is typed in it."""
    penalty, repair = state.penalty, state.repair
    if penalty is None and repair is None:
        return state
    penalties, repairs = state.penalties, state.repairs
    if penalty is not None and penalty.table is not None and penalty.typed.started:
        penalties = {**penalties, penalty.table.place: penalty}
    if repair is not None and repair.typed.started:
        repairs = {**repairs, repair.table.place: repair}
    return replace(state, penalty=None, penalties=penalties, repair=None, repairs=repairs)


def off_totals(state: TablesState) -> TablesState:
    """The state with the cursor out of the totals. What is typed there stays."""
    return replace(state, total=None, total_edited=False) if state.total is not None or state.total_edited else state


def with_totals(state: TablesState, texts: Texts | None) -> TablesState:
    """The state with these totals typed at the current table. None, or the stored totals, drop the unfinished ones."""
    assert state.table is not None
    place = state.table.place
    kept = {each: other for each, other in state.totals_typed.items() if each != place}
    if texts is not None and texts != total_texts(state.table.sheet.paper):
        kept[place] = texts
    return replace(state, totals_typed=kept, total_refused=None)


def to_total(state: TablesState, column: int) -> "TablesStep":
    """Move the cursor to the total of ``column``."""
    state = replace(with_forms_left(state), total=column, total_edited=False)
    return TablesStep(state, TotalField(column))


def penalty_stepped(state: TablesState, step: PenaltyStep) -> TablesStep:
    """Apply a key in the form of a penalty."""
    state = replace(state, penalty=step.state)
    return TablesStep(state, step.focus, step.command, step.confirmed, step.message, refuses=step.refuses)


def repair_stepped(state: TablesState, step: RepairStep) -> TablesStep:
    """Apply a key in the form of a repair."""
    state = replace(state, repair=step.state)
    return TablesStep(state, step.focus, step.command, step.confirmed, step.message, refuses=step.refuses)


def reading_stepped(state: TablesState, step: ReadingStep) -> TablesStep:
    """Apply a key in the form of a second reading."""
    return TablesStep(replace(state, second_reading=step.state), step.focus, step.command)


def computed_totals(table: TableSheet, in_progress: HandInProgress | None) -> Net:
    """The four computed totals, including the hand in progress."""
    return add(table.sheet.computed, effect_of(table, in_progress))


def event_of(view: View | None) -> str:
    """The id of the first entry, which identifies the event at any moment; empty if there is none."""
    return view.journal[0].id if view is not None and len(view.journal) else ""
