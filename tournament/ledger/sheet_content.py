"""What is written on one sheet after all its entries, without any rules: rows, penalties, totals, signature.

Only in this fold does a repair renumber rows and swap columns.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from msgspec import Struct, structs

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
from tournament.rules.payment import (
    NO_NET,
    NOT_KNOWN,
    PLAYER_ANSWERS,
    Answer,
    Net,
    Outcome,
    PartialNet,
    bare_outcome,
)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty on a sheet, cancelled or not."""

    entry: Entry
    given: PenaltyGiven
    """The penalty as it is now. Until it is cancelled, repairs of the sheet move it to another row or column."""
    cancelled: Entry | None = None
    after_places: bool = False
    """Whether it is taken after the places at the table are known: from the table points, not from the score."""

    @property
    def net(self) -> Net:
        """What it takes from and gives to the scores of columns A–D. The sum is below zero if nobody receives the
        points."""
        return NO_NET if self.after_places else self.given.net

    @property
    def lost(self) -> int:
        """The points that nobody receives."""
        return -sum(self.net)


class Row(Struct, frozen=True, gc=False):
    """A hand on a sheet, as it is written now."""

    outcome: Outcome
    tiles: str
    overrule: str
    entries: tuple[Entry, ...]
    """The entry that recorded it, then every correction and repair of this row, wherever the row was at the time."""


@dataclass(slots=True)
class SheetContent:
    """What is written on one sheet after all its entries, before the rules count it."""

    rows: dict[int, Row] = field(default_factory=dict)
    """By number of the hand, from 1."""
    penalties: dict[str, Penalty] = field(default_factory=dict)
    """By id of the entry that gave it."""
    paper: PartialNet = NOT_KNOWN
    """The totals written on the paper, by column."""
    totals_only: bool = False
    closed: Entry | None = None
    accepted: str = ""
    typed_by: dict[str, None] = field(default_factory=dict)
    """The authors who typed or signed any of it, in that order. The keys of a dict, used as an ordered set."""
    confirmed: Entry | None = None
    """The second reading that found the same. Any later entry on the sheet cancels it."""
    rejected: Entry | None = None
    """The second reading that found something else, until the sheet is signed again."""


SheetEnd = TotalsTyped | TotalsRecorded | SheetClosed | SheetReopened | SheetConfirmed | SheetRejected
"""Facts that end a sheet, or reopen it."""

_OfNoSheet = EventFact | LastingFact | PhoneFact | Undone | Redone
_NOT_TYPED = (PenaltyGiven, PenaltyCancelled, SheetMoved, SheetReopened, SheetConfirmed, SheetRejected)
"""Facts that enter no hand or total and do not sign the sheet, so that their authors did not type it."""


def content_of(entries: Iterable[Entry]) -> SheetContent:
    """Fold the ``entries`` of one sheet that count."""
    content, last = SheetContent(), None
    for entry in entries:
        fact = entry.fact
        if type(fact) is not HandRecorded:
            _take(content, entry)
            continue
        # Nearly every fact of an event is a recorded hand, and the tests in _take would take longer than this.
        content.confirmed = None
        if entry.record.author is not last:
            last = entry.record.author
            content.typed_by[entry.author] = None
        hand, rows = fact.hand, content.rows
        written = (*rows[hand].entries, entry) if hand in rows else (entry,)
        outcome = fact.outcome if fact.details is not None else bare_outcome(fact.winner, fact.discarder, fact.points)
        rows[hand] = Row(outcome, fact.tiles, fact.overrule, written)
    return content


def _take(content: SheetContent, entry: Entry) -> None:
    fact = entry.fact
    if not isinstance(fact, SheetEnd) and isinstance(fact, _OfNoSheet):  # a test of fifty types, for few facts
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
        case SheetMoved():  # the entries of the other sheet were folded before this one
            if content.rejected is not None and content.rejected.stream == table_stream(fact.to_session, fact.to_table):
                content.rejected = None  # it was about the entries that were here before the move
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
                content.rows[fact.to] = structs.replace(row, entries=(*row.entries, entry))
        case ColumnsExchanged():
            _exchange(content, entry, fact)
        case _:
            assert_never(fact)
    for restated in fact.restated:
        content.rows[restated.hand] = structs.replace(content.rows[restated.hand], tiles=restated.tiles)


def place_after(fact: RowRepair, hand: int) -> int:
    """The row, after ``fact``, of what was at row ``hand``."""
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
    """The column, after ``fact``, of what was under ``column`` in ``hand``; None for what belongs to the session."""
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
            content.rows[hand] = structs.replace(row, outcome=outcome, entries=(*row.entries, entry))
    for id, penalty in content.penalties.items():
        if penalty.cancelled is None:
            given = penalty.given
            player = column_after(fact, given.hand, given.player)
            to = tuple(column_after(fact, given.hand, receiver) for receiver in given.to)
            content.penalties[id] = replace(penalty, given=structs.replace(given, player=player, to=to))
    a, b, c, d = (content.paper[column_after(fact, None, column)] for column in range(4))
    content.paper = (a, b, c, d)


def outcome_after(fact: RowRepair, hand: int, outcome: Outcome) -> Outcome:
    """The outcome of row ``hand`` after ``fact``, which may have swapped its columns."""
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
    """The answer after ``fact`` swapped columns.

    A tuple of columns names players. A single number does so only for some questions.
    """
    if isinstance(answer, tuple):
        return tuple(sorted(column_after(fact, hand, each) for each in answer))
    return column_after(fact, hand, answer) if name in PLAYER_ANSWERS and isinstance(answer, int) else answer
