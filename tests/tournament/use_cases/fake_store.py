"""A store in memory, written by hand: what the use cases are tested with."""

from collections.abc import Iterator, Sequence

from tournament.language import Text, mark
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.use_cases import Conflict, StoreUnavailable


class FakeStore:
    """Keeps records in a list; :attr:`failing` makes the next writing fail as a full disk does."""

    def __init__(self, records: Sequence[Record] = ()) -> None:
        self.records = list(records)
        self.failing = False
        self.closed = False
        self.end: Fingerprint | None = None

    @property
    def place(self) -> str:
        return "memory"

    @property
    def notices(self) -> tuple[Text, ...]:
        return ()

    def read(self) -> Iterator[Record]:
        return iter(self.records)

    def append(self, records: Sequence[Record]) -> None:
        if self.failing:
            raise StoreUnavailable(mark("The disk is full."))
        end = NO_ENTRIES
        for record in self.records:
            end = end.with_entry(record)
        if end != Fingerprint(records[0].position - 1, records[0].before):
            raise Conflict(records[0].stream, records[0].number)
        taken = {(record.stream, record.number) for record in self.records}
        for record in records:
            if (record.stream, record.number) in taken:
                raise Conflict(record.stream, record.number)
        self.records.extend(records)
        self.end = Fingerprint(records[-1].position, records[-1].hash)

    def close(self) -> None:
        self.closed = True
