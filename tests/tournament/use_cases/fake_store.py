"""A store in memory, written by hand: what the use cases are tested with."""

from collections.abc import Iterator, Sequence

from tournament.language import mark
from tournament.ledger.entry import Record
from tournament.use_cases import Conflict, StoreUnavailable


class FakeStore:
    """Keeps records in a list; :attr:`failing` makes the next writing fail as a full disk does."""

    def __init__(self, records: Sequence[Record] = ()) -> None:
        self.records = list(records)
        self.failing = False
        self.closed = False

    @property
    def place(self) -> str:
        return "memory"

    def read(self) -> Iterator[Record]:
        return iter(self.records)

    def append(self, records: Sequence[Record]) -> None:
        if self.failing:
            raise StoreUnavailable(mark("The disk is full."))
        taken = {(record.stream, record.number) for record in self.records}
        for record in records:
            if (record.stream, record.number) in taken:
                raise Conflict(record.stream, record.number)
        self.records.extend(records)

    def close(self) -> None:
        self.closed = True
