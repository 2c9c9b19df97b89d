"""Journals with an entry dropped, doubled or exchanged, and what the use cases would have said of each entry."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import assert_never

from msgspec import structs

from tests.tournament.use_cases.rechaining import rechained
from tournament.event.problem import Gravity, Refused
from tournament.ledger.audit import ImpossibleEntry, impossible_entries
from tournament.ledger.codec import decode
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, table_of
from tournament.ledger.facts import (
    ColumnsExchanged,
    HandCorrected,
    HandDeleted,
    HandInserted,
    HandMoved,
    HandRecorded,
    PenaltyCancelled,
    PenaltyGiven,
    SheetClosed,
    SheetConfirmed,
    SheetMoved,
    SheetRejected,
    SheetReopened,
    TableFact,
    TotalsRecorded,
    TotalsTyped,
)
from tournament.ledger.journal import Journal
from tournament.ledger.sanctions import Charge
from tournament.ledger.sheet_content import SheetEnd
from tournament.use_cases import (
    CancelPenalty,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    TypeTotals,
    View,
)
from tournament.use_cases.commands import TableCommand
from tournament.use_cases.sheet_actions import plan_at_table

LIFE = {
    "hand-recorded",
    "hand-not-recorded",
    "hand-has-penalty",
    "sheet-closed",
    "sheet-open",
    "sheet-empty",
    "sheet-not-empty",
    "totals-only",
    "hands-recorded",
    "penalty-unknown",
    "not-to-read-again",
    "session-closed",
}
"""The codes of problems that come of the life of a sheet or session."""


def as_command(entry: Entry, fact: TableFact) -> TableCommand:
    """The command that would make this very entry."""
    place = table_of(entry.stream)
    assert place is not None
    match fact:
        case HandRecorded():
            return RecordHand(*place, fact.hand, fact.outcome)
        case HandCorrected():
            return CorrectHand(*place, fact.hand, fact.outcome, "x")
        case HandInserted():
            return InsertHand(*place, fact.hand, fact.outcome, "x")
        case HandDeleted():
            return DeleteHand(*place, fact.hand, "x")
        case HandMoved():
            return MoveHand(*place, fact.hand, fact.to, "x")
        case (
            PenaltyGiven()
            | PenaltyCancelled()
            | TotalsTyped()
            | TotalsRecorded()
            | SheetClosed()
            | SheetReopened()
            | SheetConfirmed()
            | SheetRejected()
        ):
            return as_command_of_the_sheet(place, fact)
        case ColumnsExchanged():
            return ExchangeColumns(*place, (fact.one, fact.other), fact.hands, "x")
        case SheetMoved():
            return MoveSheet(*place, fact.to_session, fact.to_table, "x")
        case _:
            assert_never(fact)


def as_command_of_the_sheet(place: tuple[int, int], fact: PenaltyGiven | PenaltyCancelled | SheetEnd) -> TableCommand:
    match fact:
        case PenaltyGiven():
            return GivePenalty(*place, Charge(fact.player, points=1, reason="x"))
        case PenaltyCancelled():
            return CancelPenalty(fact.entry, "x")
        case TotalsTyped():
            return TypeTotals(*place, fact.totals)
        case TotalsRecorded():
            return RecordTotals(*place, fact.totals, "x")
        case SheetClosed():
            return CloseSheet(*place, fact.totals, "x")
        case SheetReopened():
            return ReopenSheet(*place, "x")
        case SheetConfirmed():
            return ConfirmSheet(*place, fact.reading, fact.reader)
        case SheetRejected():
            return RejectSheet(*place, fact.reading, fact.reader, "x")
        case _:
            assert_never(fact)


def refused_for_its_life(view: View, entry: Entry) -> bool | None:
    """Whether the use cases would have refused ``entry`` for the life of its sheet; None where they cannot say."""
    assert isinstance(entry.fact, TableFact)
    command = as_command(entry, entry.fact)
    try:
        problems = plan_at_table(view, command).problems
    except Refused as refused:
        problems = refused.problems
    codes = {problem.code for problem in problems if problem.gravity is Gravity.BLOCKS}
    if isinstance(entry.fact, HandDeleted) and "nothing-changes" in codes:
        return True
    if isinstance(entry.fact, PenaltyCancelled) and "penalty-unknown" not in codes:
        found = view.journal.find(entry.fact.entry)
        if found is None or view.journal.stream_showing(found) != entry.stream:
            return None  # of another sheet, to which the use case takes it
    return None if codes & {"hand-unknown"} else bool(codes & LIFE)


def mutants(records: Sequence[Record], chance: Random) -> Iterator[tuple[str, list[Record]]]:
    """The journal with one entry of a table dropped, doubled or exchanged with the next of its stream."""
    tables = [place for place, record in enumerate(records) if record.stream != EVENT_STREAM]
    for place in chance.sample(tables, min(len(tables), 10)):
        yield "dropped", rechained([*records[:place], *records[place + 1 :]])
        later = chance.randint(place + 1, len(records))
        again = structs.replace(records[place], id="again")
        yield "doubled", rechained([*records[:later], again, *records[later:]])
        after = [other for other in tables if other > place and records[other].stream == records[place].stream]
        if after:
            exchanged = list(records)
            exchanged[place], exchanged[after[0]] = exchanged[after[0]], exchanged[place]
            yield "exchanged", rechained(exchanged)


def compare(records: Sequence[Record]) -> Iterator[tuple[str, bool, tuple[ImpossibleEntry, ...]]]:
    """Of every entry of a table: what it is, whether the use cases refuse it, and what the second count finds."""
    found = impossible_entries(records)
    journal = Journal(decode(record) for record in records)
    for position, entry in enumerate(journal):
        if not isinstance(entry.fact, TableFact):
            continue
        refused = refused_for_its_life(View(journal.until(position)), entry)
        if refused is not None:
            yield entry.record.kind, refused, tuple(each for each in found if each.position == position + 1)
        if refused or any(each.position == position + 1 for each in found):
            return  # what follows a contradiction, each count understands in its own way
