"""What an open event needs from outside: a store for its entries, and a signer for its fingerprints."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, assert_never, runtime_checkable

from tournament.language import Text, mark
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import Fingerprint


class Store(Protocol):
    """Stores the records of an event, in the order of writing."""

    @property
    def place(self) -> str:
        """The place of the records, for people: a path, or an address without a password."""

    @property
    def notices(self) -> tuple[Text, ...]:
        """What happened when it was opened and the user must know."""

    def read(self) -> Iterable[Record]:
        """Yield all records, oldest first. Raise StoreDamaged or StoreUnavailable if they cannot be read."""

    @property
    def end(self) -> Fingerprint | None:
        """The end of the journal that was last read or written, as the store states it; None if it states none."""

    def append(self, records: Sequence[Record]) -> None:
        """Write all ``records`` or none, and return when they are safe.

        Raise Conflict if they do not continue the journal, or if a number of a stream is taken; StoreUnavailable if
        nothing was written.
        """

    def close(self) -> None:
        """Close the store. May be called again."""


@dataclass(frozen=True, slots=True)
class PrivateRow:
    """What is noted about one person, beside the journal."""

    id: str
    """A random UUID."""
    version: int
    """How often it was written, from 1."""
    content: str
    """JSON; empty after the data of the person were erased."""

    @property
    def is_erased(self) -> bool:
        """Whether the data of the person were erased."""
        return not self.content


class PrivateConflict(Exception):
    """Somebody else has changed one of these rows since it was read. Nothing was written."""

    def __init__(self, rows: Sequence[PrivateRow]) -> None:
        super().__init__(f"{len(rows)} rows")
        self.rows = tuple(rows)
        """The rows as they are now."""


class CopyFate(Enum):
    """What became of a copy when somebody was erased."""

    REWRITTEN = "rewritten"
    DELETED = "deleted"
    LEFT = "left"
    """It could not be written again."""
    ABSENT = "absent"
    """The place is not connected."""

    @property
    def label(self) -> Text:
        """It in words."""
        match self:
            case CopyFate.REWRITTEN:
                return mark("written again without the data")
            case CopyFate.DELETED:
                return mark("deleted")
            case CopyFate.LEFT:
                return mark("still has the data")
            case CopyFate.ABSENT:
                return mark("not connected: erase the person again when it is")
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class CopyErasure:
    """What became of one copy, or of a place for copies that is not connected."""

    path: Path
    fate: CopyFate
    problem: Text | None = None
    """Why it still has the data."""

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to do something about it."""
        return self.fate in (CopyFate.LEFT, CopyFate.ABSENT)


@runtime_checkable
class PrivateStore(Protocol):
    """Stores the data of people that are no result. They can be changed and erased, and have no part in the journal."""

    def private_rows(self) -> tuple[PrivateRow, ...]:
        """Return all rows, by id. Raise StoreDamaged or StoreUnavailable if they cannot be read."""

    def write_private(self, rows: Sequence[PrivateRow]) -> None:
        """Write all ``rows`` or none, and return when they are safe.

        Each has the version after the one that was read, 1 if it is new. Raise PrivateConflict if another version is
        stored, and StoreUnavailable if nothing was written. If one of ``rows`` is erased, no byte of what it contained
        remains in the store when this returns.
        """


@dataclass(frozen=True, slots=True)
class DatabaseEvent:
    """An event in a database. Its name is part of its entries."""

    id: str
    """The id of its first entry."""
    end: Fingerprint
    """The fingerprint of its journal."""


class Conflict(Exception):
    """Somebody else has written to this stream since it was read. Nothing was written."""

    def __init__(self, stream: str, number: int) -> None:
        super().__init__(f"{stream} {number}")
        self.stream = stream
        self.number = number
        """The number that is already taken."""


class StoreUnavailable(Exception):
    """The disk, the permissions or a lock failed. Nothing was written."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class StoreChanged(StoreUnavailable):
    """The file is no longer the one that was opened: it was moved or replaced, or another program wrote into it.

    Nothing was written, and nothing will be, because this process no longer knows what the file contains.
    """


class StoreDamaged(Exception):
    """The file is not an event, is cut off or altered, or was made by a newer version of the program."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class StoreBroken(StoreDamaged):
    """The event is cut off or altered. A copy can be restored, or its valid entries recovered."""


class StoreMissing(StoreDamaged):
    """There is no such file, though there may be copies of it; or no such event or tables in a database."""


class KeyUnavailable(Exception):
    """A secret key cannot be stored, found or used, so nothing was signed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.message)
        self.reason = reason
        """The reason, worded for the middle of a sentence."""

    @property
    def text(self) -> Text:
        """The reason as a sentence."""
        return mark("The key cannot be used: {reason}.", reason=self.reason)


class HostSigns:
    """Stands for a signer at a desk of a shared event, where the host signs when it carries out the command."""


class Signer(Protocol):
    """Signs with secret keys."""

    def sign(self, key: bytes, text: bytes) -> bytes:
        """Return the signature of ``text`` by the secret key of the public ``key``: 64 bytes of Ed25519.

        Raise KeyUnavailable if the key cannot be used.
        """
