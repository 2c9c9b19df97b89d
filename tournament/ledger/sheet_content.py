"""What the entries of one sheet amount to before any rule counts it: rows, penalties, totals on paper, signature."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from msgspec import structs

from tournament.ledger.entry import Entry, table_stream
from tournament.ledger.facts import (
    ColumnsExchanged,
    EventFact,
    HandCorrected,
    HandDeleted,
    HandInserted,
    HandMoved,
    HandRecorded,
    LastingFact,
    PenaltyCancelled,
    PenaltyGiven,
    PhoneFact,
    Redone,
    RowRepair,
    SheetClosed,
    SheetConfirmed,
    SheetMoved,
    SheetRejected,
    SheetReopened,
    TotalsRecorded,
    TotalsTyped,
    Undone,
)
from tournament.rules.payment import NO_NET, NOT_KNOWN, PLAYER_ANSWERS, Answer, Net, Outcome, PartialNet


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty that stands, or stood until it was cancelled."""

    entry: Entry
    given: PenaltyGiven
    """As it is now: repairs of the sheet take it along to another row or column, until it is cancelled."""
    cancelled: Entry | None = None
    after_places: bool = False
    """It is taken when the places at the table are known: from the table points, not from the score."""

    @property
    def net(self) -> Net:
        """What it takes from and gives to the scores of columns A–D; it sums to less than zero if nobody receives."""
        return NO_NET if self.after_places else self.given.net

    @property
    def lost(self) -> int:
        """Points that leave the table."""
        return -sum(self.net)


@dataclass(frozen=True, slots=True)
class Row:
    """A hand as it is written now."""

    outcome: Outcome
    tiles: str
    overrule: str
    entries: tuple[Entry, ...]
    """What wrote it, then every correction and repair of this very row, wherever it stood at the time."""


@dataclass(slots=True)
class SheetContent:
    """What stands on one sheet."""

    rows: dict[int, Row] = field(default_factory=dict)
    """By number of the hand."""
    penalties: dict[str, Penalty] = field(default_factory=dict)
    """By id of the entry that gave it."""
    paper: PartialNet = NOT_KNOWN
    """Totals as written on the paper, by column."""
    totals_only: bool = False
    closed: Entry | None = None
    accepted: str = ""
    typed_by: dict[str, None] = field(default_factory=dict)
    """Who typed or signed any of it."""
    confirmed: Entry | None = None
    """The second reading that found the same; whatever comes after it takes it back."""
    rejected: Entry | None = None
    """The second reading that found something else, until the sheet is signed again."""


SheetEnd = TotalsTyped | TotalsRecorded | SheetClosed | SheetReopened | SheetConfirmed | SheetRejected
"""What ends a sheet, or opens it again."""

_OfNoSheet = EventFact | LastingFact | PhoneFact | Undone | Redone
_NOT_TYPED = (PenaltyGiven, PenaltyCancelled, SheetMoved, SheetReopened, SheetConfirmed, SheetRejected)
"""What is entered on a sheet without typing its hands or totals, or signing it."""


def content_of(entries: Iterable[Entry]) -> SheetContent:
    """Fold the standing ``entries`` of one sheet."""
    content = SheetContent()
    for entry in entries:
        _take(content, entry)
    return content


def _take(content: SheetContent, entry: Entry) -> None:
    fact = entry.fact
    if isinstance(fact, _OfNoSheet):
        return
    content.confirmed = None
    if not isinstance(fact, _NOT_TYPED):
        content.typed_by[entry.author] = None
    if isinstance(fact, RowRepair):
        _repair(content, entry, fact)
        return
    match fact:
        case HandRecorded() | HandCorrected():
            before = content.rows[fact.hand].entries if fact.hand in content.rows else ()
            content.rows[fact.hand] = _row(fact, (*before, entry))
        case PenaltyGiven():
            content.penalties[entry.id] = Penalty(entry, fact)
        case PenaltyCancelled():
            content.penalties[fact.entry] = replace(content.penalties[fact.entry], cancelled=entry)
        case SheetMoved():  # what stood on the other sheet came before this entry
            if content.rejected is not None and content.rejected.stream == table_stream(fact.to_session, fact.to_table):
                content.rejected = None  # a reading of what stood here before
        case TotalsTyped() | TotalsRecorded() | SheetClosed() | SheetReopened() | SheetConfirmed() | SheetRejected():
            _end(content, entry, fact)
        case _:
            assert_never(fact)


def _end(content: SheetContent, entry: Entry, fact: SheetEnd) -> None:
    match fact:
        case TotalsTyped():
            content.paper = fact.totals
        case TotalsRecorded():
            content.paper, content.totals_only = fact.totals, True
            content.closed, content.accepted, content.rejected = entry, fact.accept_difference, None
        case SheetClosed():
            content.closed, content.rejected = entry, None
            content.paper = fact.totals if fact.totals is not None else content.paper
            content.accepted = fact.accept_difference
        case SheetConfirmed():
            content.confirmed = entry
        case SheetReopened() | SheetRejected():
            content.rejected = entry if isinstance(fact, SheetRejected) else content.rejected
            content.closed, content.accepted = None, ""
            if content.totals_only:
                content.paper, content.totals_only = NOT_KNOWN, False
        case _:
            assert_never(fact)


def _row(fact: HandRecorded | HandCorrected | HandInserted, entries: tuple[Entry, ...]) -> Row:
    return Row(fact.outcome, fact.tiles, fact.overrule, entries)


def _repair(content: SheetContent, entry: Entry, fact: RowRepair) -> None:
    match fact:
        case HandInserted():
            _renumber(content, fact)
            content.rows[fact.hand] = _row(fact, (entry,))
        case HandDeleted():
            content.rows.pop(fact.hand, None)
            _renumber(content, fact)
        case HandMoved():
            _renumber(content, fact)
            if fact.to in content.rows:
                row = content.rows[fact.to]
                content.rows[fact.to] = replace(row, entries=(*row.entries, entry))
        case ColumnsExchanged():
            _exchange(content, entry, fact)
        case _:
            assert_never(fact)
    for restated in fact.restated:
        content.rows[restated.hand] = replace(content.rows[restated.hand], tiles=restated.tiles)


def place_after(fact: RowRepair, hand: int) -> int:
    """At which row that what stood at ``hand`` stands after ``fact``."""
    match fact:
        case HandInserted():
            return hand + (hand >= fact.hand)
        case HandDeleted():
            return hand - (hand > fact.hand)
        case HandMoved():
            if hand == fact.hand:
                return fact.to
            if fact.hand < hand <= fact.to:
                return hand - 1
            return hand + 1 if fact.to <= hand < fact.hand else hand
        case ColumnsExchanged():
            return hand
        case _:
            assert_never(fact)


def column_after(fact: RowRepair, hand: int | None, column: int) -> int:
    """Under which column that what stood under ``column`` stands after ``fact``; ``hand`` None: of the session."""
    if not isinstance(fact, ColumnsExchanged):
        return column
    if fact.hands is not None and (hand is None or not fact.hands[0] <= hand <= fact.hands[1]):
        return column
    return {fact.one: fact.other, fact.other: fact.one}.get(column, column)


def _renumber(content: SheetContent, fact: RowRepair) -> None:
    content.rows = {place_after(fact, hand): row for hand, row in content.rows.items()}
    for id, penalty in content.penalties.items():
        if penalty.given.hand is not None and penalty.cancelled is None:
            given = structs.replace(penalty.given, hand=place_after(fact, penalty.given.hand))
            content.penalties[id] = replace(penalty, given=given)


def _exchange(content: SheetContent, entry: Entry, fact: ColumnsExchanged) -> None:
    for hand, row in content.rows.items():
        outcome = outcome_after(fact, hand, row.outcome)
        if outcome != row.outcome:
            content.rows[hand] = replace(row, outcome=outcome, entries=(*row.entries, entry))
    for id, penalty in content.penalties.items():
        if penalty.cancelled is None:
            given = penalty.given
            player = column_after(fact, given.hand, given.player)
            to = tuple(column_after(fact, given.hand, receiver) for receiver in given.to)
            content.penalties[id] = replace(penalty, given=structs.replace(given, player=player, to=to))
    a, b, c, d = (content.paper[column_after(fact, None, column)] for column in range(4))
    content.paper = (a, b, c, d)


def outcome_after(fact: RowRepair, hand: int, outcome: Outcome) -> Outcome:
    """The outcome of what stood at ``hand``, after ``fact``."""
    winner, discarder, liable = (
        None if column is None else column_after(fact, hand, column)
        for column in (outcome.winner, outcome.discarder, outcome.liable)
    )
    values = outcome.values
    if values is not None:
        a, b, c, d = (values[column_after(fact, hand, column)] for column in range(4))
        values = (a, b, c, d)
    answers = tuple((name, _answer_after(fact, hand, name, answer)) for name, answer in outcome.answers)
    return replace(outcome, winner=winner, discarder=discarder, liable=liable, values=values, answers=answers)


def _answer_after(fact: RowRepair, hand: int, name: str, answer: Answer) -> Answer:
    """Players are known by their columns: several in one answer, or the one of a question that a player answers."""
    if isinstance(answer, tuple):
        return tuple(sorted(column_after(fact, hand, each) for each in answer))
    return column_after(fact, hand, answer) if name in PLAYER_ANSWERS and isinstance(answer, int) else answer
