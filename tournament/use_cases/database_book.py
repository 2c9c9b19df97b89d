"""An event in a database, into which other programs write as well."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Protocol

from tournament.ledger.entry import Record
from tournament.use_cases.book import Book
from tournament.use_cases.store import Store


class GrowingStore(Store, Protocol):
    """A store that others write, too."""

    def after(self, position: int) -> Iterable[Record]:
        """The records behind ``position``, whoever wrote them. Raises StoreUnavailable."""


class DatabaseBook(Book):
    """Its journal in memory is that of the store as it was read or written last."""

    def __init__(self, store: GrowingStore, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._growing = store
        super().__init__(store, clock=clock)

    def read_on(self) -> bool:
        """Take in what is new. Raises StoreDamaged when it does not continue this journal, and StoreUnavailable."""
        return bool(self._go_on(self._continued(self._growing.after(len(self.view.journal)))).entries)
