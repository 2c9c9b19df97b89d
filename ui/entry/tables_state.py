"""The state of the page Tables: what it shows and what is typed there, as one frozen value.

Keys are functions from a state to a :class:`TablesStep`: ``cursor`` moves about, ``hand_keys`` types a hand,
``end_keys`` the totals and the signature; ``page_keys`` says what follows from a command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, integer_text, mark, mark_count, verbatim
from tournament.ledger.causes import Cause
from tournament.ledger.sheet import Penalty, Sheet, SheetMark, SheetState
from tournament.rules.payment import NOT_KNOWN, Net, PartialNet, add
from tournament.use_cases import View
from ui.entry.form import LEFT_HALF_TYPED, FieldRefusal, FormFields, KeyStep
from ui.entry.hand_draft import HandDraft, HandOnSheet, recorded_draft
from ui.entry.penalty_draft import CancelDraft, PenaltyField, PenaltyOnSheet, PenaltyStep
from ui.entry.repair_draft import RepairField, RepairOnSheet, RepairStep
from ui.entry.sheet_lines import HandInProgress, effect_of
from ui.entry.table_sheet import RowKey, TableSheet, is_signable
from ui.entry.typing_order import AnswerField, HandField, TypedField, TypingOrder

_NOTHING_TYPED = ("", "", "", "")
NOTHING = verbatim("")


@lru_cache(maxsize=1024)
def read_total(text: str) -> int | None:
    """Read a total typed with ``-``, ``−`` or ``+``, spaces allowed; None when it is no whole number."""
    cleaned = "".join(text.split()).replace("−", "-").replace("–", "-")
    digits = cleaned.lstrip("+-")
    if len(cleaned) - len(digits) > 1 or not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        return None
    return int(cleaned)


_DRAWN = ("x", "X")
"""What a referee types for a drawn hand."""
_NOT_PLAYED = ("", "-", "−", "–")


def read_value(text: str) -> int | None:
    """Read a total or the points of a hand, 0 for a drawn hand; None if it is no number."""
    return 0 if text.strip() in _DRAWN else read_total(text)


Texts = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class TypedTotals:
    """The text of the four fields, beside the totals that are stored."""

    texts: Texts = _NOTHING_TYPED
    stored: PartialNet = NOT_KNOWN
    being_typed: int | None = None
    """The column that is still being typed, which is not compared yet."""
    refused: int | None = None
    """The column without a number in which Enter was pressed, or that is missing."""
    unit: int = 1
    """The unit of the sheet. A total may be typed in it, and may include the starting points."""
    start: int = 0

    @property
    def numbers(self) -> PartialNet:
        """What is typed in each field, as far as it is a number."""
        a, b, c, d = map(read_total, self.texts)
        return a, b, c, d

    @property
    def settled(self) -> PartialNet:
        """The numbers, without the one that is being typed."""
        a, b, c, d = (None if self.being_typed == column else number for column, number in enumerate(self.numbers))
        return a, b, c, d

    @property
    def net(self) -> Net | None:
        """The four totals, None while one is missing."""
        a, b, c, d = self.numbers
        return None if a is None or b is None or c is None or d is None else (a, b, c, d)

    @property
    def missing(self) -> int | None:
        """The first column without a number."""
        return next((column for column, number in enumerate(self.numbers) if number is None), None)

    @property
    def unreadable(self) -> int | None:
        """The first column in which something is typed that is no number."""
        pairs = zip(self.texts, self.numbers, strict=True)
        return next((column for column, (text, number) in enumerate(pairs) if text and number is None), None)

    def near(self, computed: Net) -> PartialNet:
        """What is typed to its end, each read as it is nearest to the computed total, if the sheet has a unit."""
        pairs = zip(self.settled, computed, strict=True)
        a, b, c, d = (None if typed is None else self._near(typed, ours) for typed, ours in pairs)
        return a, b, c, d

    def _near(self, typed: int, computed: int) -> int:
        if self.unit == 1:
            return typed
        readings = (typed * unit - start for unit in (1, self.unit) for start in (0, self.start))
        return min(readings, key=lambda each: abs(each - computed))

    def differences(self, computed: Net) -> tuple[int | None, ...]:
        """Typed minus computed by column, None where nothing is typed to its end."""
        pairs = zip(self.near(computed), computed, strict=True)
        return tuple(None if typed is None else typed - ours for typed, ours in pairs)

    def words(self, computed: Net, column: int) -> Text | None:
        """What is wrong with the total of ``column``, in words; None for nothing."""
        if column == self.refused:
            return mark("no number") if self.texts[column] else mark("missing")
        difference = self.differences(computed)[column]
        if not difference:
            return None
        amount = integer_text(abs(difference))
        return mark("{points} too high", points=amount) if difference > 0 else mark("{points} too low", points=amount)

    def with_text(self, column: int, text: str) -> Texts:
        """The texts with ``text`` in the field of ``column``."""
        a, b, c, d = (text if index == column else kept for index, kept in enumerate(self.texts))
        return a, b, c, d


def total_texts(stored: PartialNet) -> Texts:
    """What stands in the fields for the totals that the ledger has."""
    a, b, c, d = ("" if total is None else integer_text(total) for total in stored)
    return a, b, c, d


class Agreement(Enum):
    """How the totals of the paper stand to the computed ones."""

    AGREE = "agree"
    ACCEPTED = "accepted"
    """They differ, and the difference was accepted."""
    DIFFER = "differ"
    NOT_COMPARED = "not compared"
    """The sheet was signed without them."""
    TOTALS_ONLY = "totals only"
    """They are all that is known of the table."""


def compare(sheet: Sheet, computed: Net, typed: PartialNet) -> tuple[Agreement, Text, Text] | None:
    """Compare ``typed``, as many as there are, with ``computed``, which may hold a hand being typed, if that can be."""
    if sheet.totals_only:
        body = mark("No hand is recorded, so these totals could not be compared with anything.")
        return Agreement.TOTALS_ONLY, SheetMark.TOTALS_ONLY.heading, body
    pairs = [(paper, ours) for paper, ours in zip(typed, computed, strict=True) if paper is not None]
    differing = [abs(paper - ours) for paper, ours in pairs if paper != ours]
    if not differing:
        if len(pairs) == len(typed):
            waits = sheet.state is SheetState.TO_READ_AGAIN
            body = NOTHING if waits else mark("With the players’ signatures the result is final.")
            return Agreement.AGREE, mark("The four totals agree"), body
        if sheet.compared is False:
            body = mark("It was signed without the totals from its paper.")
            return Agreement.NOT_COMPARED, SheetMark.NOT_COMPARED.heading, body
        return None
    if sheet.accepted and sheet.closed is not None:
        reason = mark("Reason: {reason}", reason=sheet.accepted)
        return Agreement.ACCEPTED, mark("The difference was accepted"), reason
    title = mark_count("{count} total differs", "{count} totals differ", len(differing))
    if len(set(differing)) == 1:
        title = mark_count(
            "{count} total differs by {points}", "{count} totals differ by {points}", len(differing),
            points=differing[0],
        )  # fmt: skip
    whole = len(pairs) == len(typed)
    return Agreement.DIFFER, title, _where_to_look(sheet, computed, [paper for paper, _ in pairs]) if whole else NOTHING


def _where_to_look(sheet: Sheet, computed: Net, typed: list[int]) -> Text:
    """What the sum says: penalties given to nobody make it less than zero, and are no slip."""
    paper, ours = sum(typed), sum(computed)
    values = {"paper": integer_text(paper), "computed": integer_text(ours)}
    if paper == ours and not sheet.lost:
        return mark(
            "Both sums are {sum}: look for a hand written in the wrong column on the paper.", sum=values["computed"]
        )
    if paper == ours:
        return mark(
            "Both sums are {sum}, which is the penalties that go to nobody: look for a hand written "
            "in the wrong column on the paper.",
            sum=values["computed"],
        )
    off = paper - ours
    left_out = next((each for each in sheet.penalties if each.lost and each.lost == off), None)
    if left_out is not None or off == sheet.lost != 0:
        return mark(
            "The totals on paper add up to {paper} and should add up to {computed}: a penalty that "
            "goes to nobody is missing there.",
            **values,
        )
    not_given = next((each for each in sheet.penalties if each.given.to and min(each.net) == off), None)
    if not_given is not None:
        return mark(
            "The totals on paper add up to {paper} and should add up to {computed}: a penalty was "
            "subtracted there but given to nobody.",
            **values,
        )
    return mark(
        "The totals on paper add up to {paper} and should add up to {computed}. No penalty explains "
        "this: look for an addition error of {points}.",
        points=integer_text(abs(off)),
        **values,
    )


HandKey = tuple[int, int, int]
"""Session, table, hand."""


class PagePart(Enum):
    """A place of the page where typing continues, besides the fields of forms and totals."""

    PAGE = "page"
    """Nothing is typed; the keys of the page work."""
    POINTS_MARKED = "points marked"
    """The points of the hand, so that they are typed over."""
    CANCEL_REASON = "cancel reason"
    SIGNING_QUESTION = "signing question"
    SIGNING_REASON = "signing reason"
    JUMP = "jump"
    READING_REASON = "reading reason"


class ReadingField(NamedTuple):
    """A field of the second reading, in the order of the paper; -1 is the name of the reader."""

    place: int


class TotalField(NamedTuple):
    """One of the four totals."""

    column: int
    begun: bool = False
    """Whether typing continues after the text; otherwise it replaces the text."""


Focus = TypedField | PenaltyField | RepairField | TotalField | ReadingField | PagePart


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
    TOTALS_ALONE = "totals alone"
    """Whether the table is known by its totals alone."""
    REOPEN = "reopen"
    """Why a verified sheet is reopened."""


@dataclass(frozen=True, slots=True)
class SigningDraft:
    """A question, the answer as far as it is typed, and the problem with it."""

    question: SigningQuestion = SigningQuestion.NONE
    reason: str = ""
    problem: Text | str = ""


@dataclass(frozen=True)
class SecondReadingDraft(FormFields[int]):
    """What a second person reads on the paper, as far as it is typed. Its fields are the numbers of the texts."""

    texts: tuple[str, ...]
    """Four totals, or the points of every hand."""
    of_points: bool = False
    reader: str = ""
    """The reader; empty for the user who is signed in."""
    again: tuple[int, ...] = ()
    """The fields that differ from what was signed. Only these are read once more."""
    differs_twice: bool = False
    """Whether they still differ after they were read once more, so that the sheet can only be rejected."""
    reason: str = ""
    """The reason for rejecting the sheet."""
    away: bool = False
    """Whether the reading was left. Then neither its fields nor the sheet are shown."""
    unreadable: int | None = None
    """The field in which Enter was pressed although its text is not a number."""
    problem: Text | str = ""

    @property
    def fields(self) -> tuple[int, ...]:
        """The fields that can be typed: all, or those that are read once more."""
        return self.again or tuple(range(len(self.texts)))

    def answered(self, field: int) -> bool:
        """Whether the text of ``field`` can be read: a total, the points of a hand, or a hand that was not played."""
        text, number = self.texts[field], read_value(self.texts[field])
        if self.of_points:
            return text.strip() in _NOT_PLAYED or (number is not None and number >= 0)
        return number is not None


@dataclass(frozen=True, slots=True)
class Jump:
    """The text of the field that goes to a table."""

    typed: str = ""
    problem: Text | str = ""
    asked: bool = False
    """Whether its key was pressed, so that it is shown even if the cards are not."""


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
    drafts: Mapping[HandKey, HandDraft] = field(default_factory=dict)
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
    second_reading: SecondReadingDraft | None = None
    """The second reading, which is shown in place of the sheet."""
    jump: Jump = field(default_factory=Jump)
    tables_seen: Mapping[int, int] = field(default_factory=dict)
    """The table that was shown last, by session."""
    tiles_open: bool = False
    """Whether the tiles of the hand are shown over the sheet."""
    tiles_typed: Mapping[HandKey, str] = field(default_factory=dict)
    """Unfinished tiles."""

    @property
    def penalty_at_cursor(self) -> Penalty | None:
        """The penalty at the cursor."""
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
        """Whether the hand at the cursor was left unfinished, and it asks whether to continue."""
        return self.refusal is not None and self.refusal.problem.code == LEFT_HALF_TYPED

    @property
    def can_be_read(self) -> bool:
        """Whether the sheet in view waits for its second reader."""
        return self.table is not None and self.table.sheet.state is SheetState.TO_READ_AGAIN

    @property
    def in_reading(self) -> bool:
        """Whether the fields of the second reading are shown in place of the sheet."""
        return self.second_reading is not None and not self.second_reading.away

    def hides_sheet(self, author: str) -> bool:
        """Whether nothing of the sheet may be shown: it waits for its second reading by someone who did not type it.

        That person is the reader who was named in the reading, or ``author``.
        """
        if self.table is None or not self.can_be_read or self.in_reading:
            return False
        reader = self.second_reading.reader.strip() if self.second_reading is not None else ""
        return not self.table.sheet.has_typed(reader or author)

    def half_typed_tables(self, session: int) -> frozenset[int]:
        """Tables of ``session`` with an unfinished entry, without the hand at the cursor."""
        here = (*self.table.place, self.row.hand) if self.table is not None and self.row is not None else None
        places = {key[:2] for key in (*self.drafts, *self.tiles_typed) if key != here}
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
            if is_signable(sheet) and TypedTotals(self.totals_typed[place]).numbers != sheet.paper
        }

    @property
    def totals(self) -> TypedTotals:
        """The totals of the paper as they are typed, or else as they are stored."""
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
            return PagePart.READING_REASON if reading.differs_twice else ReadingField(reading.fields[0])
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
        """The first field of a hand. Typing replaces points that it has."""
        hand = self.hand
        first = hand.first if hand is not None else self.order.fields[0]
        return PagePart.POINTS_MARKED if first is HandField.POINTS else first


TablesStep = KeyStep[TablesState, Focus]
"""What a key makes of the state."""


def with_draft(state: TablesState, draft: HandDraft) -> TablesState:
    """The state with ``draft`` at the current table. A draft equal to what is recorded is dropped."""
    assert state.table is not None
    key = (*state.table.place, draft.hand)
    kept = {each: other for each, other in state.drafts.items() if each != key}
    if draft.reason or HandOnSheet(state.table, draft).changed:
        kept[key] = draft
    return replace(state, drafts=kept, refusal=None)


def thrown_away(state: TablesState) -> TablesState:
    """The state without what is typed of the hand at the cursor and of its tiles."""
    hand = state.hand
    if hand is None:
        return state
    key = (*hand.table.place, hand.draft.hand)
    tiles = {each: text for each, text in state.tiles_typed.items() if each != key}
    return replace(with_draft(state, hand.unchanged), tiles_typed=tiles)


def at_row(state: TablesState, row: RowKey | None) -> TablesState:
    """Move the cursor to ``row``. If its hand was left unfinished, it asks first whether to continue.

    Otherwise digits typed blindly would be added to what was typed earlier, and Enter would record both.
    """
    state = replace(off_totals(with_forms_left(state)), row=row, refusal=None, cancel=CancelDraft())
    hand = state.hand
    if hand is None or not (hand.changed or hand.draft.reason):
        return state
    text = mark("Hand {hand} was left unfinished", hand=hand.draft.hand)
    problem = Problem(LEFT_HALF_TYPED, text, gravity=Gravity.ASKS)
    return replace(state, refusal=FieldRefusal(hand.first, problem))


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
    return TablesStep(replace(state, penalty=step.state), step.focus, step.command, step.confirmed)


def repair_stepped(state: TablesState, step: RepairStep) -> TablesStep:
    """Apply a key in the form of a repair."""
    return TablesStep(replace(state, repair=step.state), step.focus, step.command, step.confirmed)


def computed_totals(table: TableSheet, in_progress: HandInProgress | None) -> Net:
    """The four totals with what is being typed."""
    return add(table.sheet.computed, effect_of(table, in_progress))


def event_of(view: View | None) -> str:
    """Which event it is, at whatever moment: the id of its first entry."""
    return view.journal[0].id if view is not None and len(view.journal) else ""
