"""What an open event needs from outside: a store that keeps its entries, and what signs its fingerprints."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournament.language import Text, mark
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import Fingerprint


class Store(Protocol):
    """Keeps records for ever, in the order of writing."""

    @property
    def place(self) -> str:
        """Where it keeps them, for people: a path, or an address without a password."""

    @property
    def notices(self) -> tuple[Text, ...]:
        """What happened when it was opened that a user has to know."""

    def read(self) -> Iterable[Record]:
        """All records, oldest first. Raises StoreDamaged or StoreUnavailable."""

    @property
    def end(self) -> Fingerprint | None:
        """What the store itself says of the journal that was read or written last; None where it says nothing."""

    def append(self, records: Sequence[Record]) -> None:
        """Write ``records``, all or none, and return once they are safe.

        Raises Conflict when they do not continue what is there, or a number of a stream is taken; StoreUnavailable
        when nothing was written.
        """

    def close(self) -> None:
        """Let go of it. May be repeated."""


@dataclass(frozen=True, slots=True)
class DatabaseEvent:
    """An event in a database; its name is in its entries."""

    id: str
    """Of its first entry."""
    end: Fingerprint
    """What its journal amounts to."""


class Conflict(Exception):
    """Somebody else wrote on this stream since it was looked at; nothing was written."""

    def __init__(self, stream: str, number: int) -> None:
        super().__init__(f"{stream} {number}")
        self.stream = stream
        self.number = number
        """The number that is taken."""


class StoreUnavailable(Exception):
    """The surroundings failed: disk, permissions, lock. Nothing was written."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class StoreChanged(StoreUnavailable):
    """The file is not the one any more that was opened: it was moved, replaced, or another program wrote in it.

    Nothing was written, and nothing will be: what this process holds and what the file holds are two things now.
    """


class StoreDamaged(Exception):
    """The file is no event, is cut or altered, or was made by a newer program."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class StoreBroken(StoreDamaged):
    """An event that is cut or altered: a copy of it can be restored, or what is valid in it recovered."""


class StoreMissing(StoreDamaged):
    """There is no such file, of which there may be copies; or no such event or tables in a database."""


class KeyUnavailable(Exception):
    """A secret key cannot be kept, found or used, so nothing was signed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.message)
        self.reason = reason
        """Why, for the middle of a sentence."""

    @property
    def text(self) -> Text:
        """The same as a sentence."""
        return mark("The key cannot be used: {reason}.", reason=self.reason)


class HostSigns:
    """In the place of a signer at a desk of a shared event: the host signs when it carries the command out."""


class Signer(Protocol):
    """Has secret keys, or knows where they are."""

    def sign(self, key: bytes, text: bytes) -> bytes:
        """Sign ``text`` with the secret key of the public ``key``: 64 bytes of Ed25519. Raises KeyUnavailable."""
