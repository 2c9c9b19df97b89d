"""Convert an event of another program, with the same commands that people use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.event.foreign import ForeignEvent, ForeignTable
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, mark_count
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases.book import Book
from tournament.use_cases.carrying_out import LinesRefused, carry_out, carry_out_all
from tournament.use_cases.changes import By
from tournament.use_cases.commands import (
    AddPlayers,
    CloseSheet,
    CreateEvent,
    GivePenalty,
    PublishDraw,
    RecordHand,
    RecordTotals,
    TableCommand,
    TypeTotals,
)
from tournament.use_cases.ports import Conflict
from tournament.use_cases.view import View

MOST_LISTED = 20
"""How many refusals are listed at most."""
_REASON = "As in the program it comes from"
"""The reason of penalties and of totals that do not balance. Entries store it untranslated."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """The entries of a converted event, and the sheets that need attention."""

    records: tuple[Record, ...]
    view: View
    differing: tuple[tuple[int, int], ...]
    """Session and table where the scores of the other program differ from its hands, or do not balance.

    Such a sheet is not signed.
    """
    open: tuple[tuple[int, int], ...]
    """Session and table of games that the other program had not finished."""


class _Entries:
    """A store in memory. An event is converted completely before a file is written."""

    place = ""
    notices: tuple[Text, ...] = ()

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.end: Fingerprint | None = NO_ENTRIES

    def read(self) -> Sequence[Record]:
        return tuple(self.records)

    def append(self, records: Sequence[Record]) -> None:
        if records and records[0].position != len(self.records) + 1:
            raise Conflict(records[0].stream, records[0].number)
        self.records.extend(records)
        self.end = Fingerprint(records[-1].position, records[-1].hash)

    def close(self) -> None:
        """Do nothing: there is no file."""


def convert(event: ForeignEvent, *, by: By) -> Conversion:
    """Return the entries that ``event`` becomes; no file is written. Raise Refused with everything that is wrong."""
    store = _Entries()
    book = Book(store)
    carry_out(book, CreateEvent(event.settings), by=by)
    if event.players:
        carry_out(book, AddPlayers(tuple(event.players), event.program.message), by=by)
    if event.seating is not None:
        carry_out(book, PublishDraw(event.seating), by=by)
    commands = [(table, command) for table in event.tables for command in _commands(table)]
    try:
        carry_out_all(book, [command for _, command in commands], by=by)
    except LinesRefused as refused:
        problems = [
            Problem(problem.code, _placed(commands[index][0], problem.text), problem.field)
            for index, found in refused.refusals
            for problem in found
        ]
        if len(problems) > MOST_LISTED:
            more = mark_count("There is {count} more problem.", "There are {count} more problems.",
                              len(problems) - MOST_LISTED)  # fmt: skip
            problems = [*problems[:MOST_LISTED], Problem("foreign-more", more, "file")]
        raise Refused(*problems) from refused
    differing = []
    signed = []
    for table in event.tables:
        sheet = book.view.sheet(table.session, table.table)
        if table.totals is None:
            continue
        if table.totals != sheet.scores or sheet.accepted:
            differing.append(table)
        elif table.hands and table.finished:
            signed.append(CloseSheet(table.session, table.table, table.totals))
    carry_out_all(book, signed, by=by)
    return Conversion(
        tuple(store.records),
        book.view,
        tuple((table.session, table.table) for table in differing),
        tuple((table.session, table.table) for table in event.tables if not table.finished),
    )


def _commands(table: ForeignTable) -> Iterator[TableCommand]:
    """Yield the commands that enter ``table``, except the signature."""
    place = table.session, table.table
    for hand in table.hands:
        yield RecordHand(*place, hand.hand, Outcome(hand.winner, hand.discarder, hand.points))
    for penalty in table.penalties:
        charge = Charge(penalty.column, hand=penalty.hand, points=penalty.points, to=penalty.to or None, reason=_REASON)
        yield GivePenalty(*place, charge)
    if table.totals is None:
        return
    if table.hands:
        yield TypeTotals(*place, table.totals)
        return
    lost = sum(penalty.points for penalty in table.penalties if not penalty.to)
    yield RecordTotals(*place, table.totals, "" if sum(table.totals) == -lost else _REASON)


def _placed(table: ForeignTable, what: Text) -> Text:
    return mark("Round {round}, table {table}: {what}", round=table.session, table=table.table, what=what)
