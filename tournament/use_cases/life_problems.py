"""What the second count finds of the life of sheets and sessions, as problems of a check."""

from collections.abc import Iterator, Sequence

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.ledger.audit import LifeFault, untimely_entries
from tournament.ledger.entry import Record


def life_problems(records: Sequence[Record], *, incomplete: bool = False) -> Iterator[Problem]:
    """Every entry of ``records`` that nobody could have made when it was written; see :func:`untimely_entries`."""
    for each in untimely_entries(records, incomplete=incomplete):
        record = records[each.position - 1]
        text = mark(
            "Entry {number} ({stream}, “{kind}”) could not be made when it was written: {what}. Restore a copy of "
            "this event, or recover its valid entries.",
            number=each.position,
            stream=record.stream,
            kind=record.kind,
            what=each.text,
        )
        code = "entered-while-closed" if each.fault is LifeFault.SESSION_CLOSED else "entry-untimely"
        yield Problem(code, text, record.stream)
