"""The folder of a desk: its key, its replica of a shared event, and its orders.

There is one folder for each event and name, used by one process at a time. Files that can no longer be used are renamed
and stay in it.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from itertools import count
from pathlib import Path
from uuid import UUID

from msgspec import DecodeError, Struct
from msgspec.json import encode

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.files.user_folders import data_folder
from tournament.files.writing import delete, make_private_file, rename, set_aside, write_whole
from tournament.language import Text, mark
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.sharing.host import size_of
from tournament.sharing.messages import MOST_ENTRIES, PROTOCOL, Behind, Forked, News, Offer, PrivateCopy, Sync
from tournament.storage import SqliteStore, open_for_reading, open_for_writing, refusals, write_event
from tournament.storage.erasing import erase_in_copies
from tournament.storage.lock import Locked, WriteLock
from tournament.storage.salvage import salvage
from tournament.storage.waiting_orders import SqliteWaitingOrders
from tournament.use_cases import StoreDamaged, StoreUnavailable
from tournament.use_cases.chain import chain_problems, fingerprint_of
from ui.joining.connection import Connection
from ui.joining.key_file import NAME as KEY_NAME
from ui.joining.key_file import KeptKey, kept_key

_PAUSE = 0.05
"""Seconds between two attempts to lock the folder."""
_MOST_FETCHED = 256 * 1024 * 1024
"""About the most characters of the entries of an event that are fetched; a large event has a few million."""
HOSTED = "hosted.qv"
"""The name of the event file of a desk that has taken over."""
_DESK, _ORDERS, _PRIVATE = "desk.json", "orders.sqlite", "private.json"
_BESIDE = ("-journal", "-wal", "-shm")
"""Suffixes of the files that SQLite may have left beside a replica."""


class Kept(Struct, frozen=True):
    """What a desk stores about itself."""

    desk: str
    """The name by which the host knows it."""
    signed_in: bool = False
    """Whether the last sign-in used a PIN."""
    invitation: str = ""
    """The invitation with which the window joined; it can open the event again."""
    author: str = ""
    """The person who worked there."""
    key: EventRole = EventRole.ORGANISER
    """The role of its key, beyond which nobody acts there."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A replica that was replaced, since it is damaged or has entries that the host does not have."""

    path: Path
    """Its new path."""
    records: tuple[Record, ...]
    """The entries that only this replica has, as far as they are readable."""
    damaged: bool

    @property
    def text(self) -> Text:
        """The message about the replacement."""
        if not self.records:
            return mark("The replica of the event was replaced by a new one from the host; the old one, which is "
                        "damaged, is “{path}”.", path=str(self.path)) if self.damaged else mark(
                        "The replica of the event was replaced by a new one from the host; the old one, which it does "
                        "not continue, is “{path}”.", path=str(self.path))  # fmt: skip
        return mark(
            "The replica of the event had entries that the host does not have ({entries}). It is kept as “{path}”, and "
            "was replaced by a new one from the host.",
            entries=", ".join(str(record.position) for record in self.records[:20])
            + (", …" if len(self.records) > 20 else ""),
            path=str(self.path),
        )


@contextmanager
def locked(file: Path, held: Path, patience: float) -> Iterator[None]:
    """Lock ``file``, which is made if there is none, against other processes and threads.

    Raises StoreUnavailable, which names ``held``, if another one keeps it locked for ``patience`` seconds.
    """
    deadline = time.monotonic() + patience
    lock: WriteLock | None = None
    while lock is None:
        try:
            make_private_file(file)
            lock = WriteLock(file)
        except Locked as error:
            if time.monotonic() >= deadline:
                raise StoreUnavailable(refusals.in_use(held)) from error
            time.sleep(_PAUSE)
        except OSError as error:
            raise refusals.refusal_of(error, held) from error
    try:
        yield
    finally:
        lock.release()


class DeskFolder:
    """The folder of a desk in the event whose first entry has the id ``event``."""

    def __init__(self, event: UUID, name: str, home: Path | None = None) -> None:
        self._event = str(event)
        plain = "".join(letter if letter.isalnum() or letter in " -_" else "_" for letter in name).strip()
        self.path = (home or data_folder() / "joined") / str(event) / (plain or "_")
        self.replica = self.path / "replica.qv"
        self._desk = self.path / _DESK

    @classmethod
    def of_replica(cls, path: Path) -> "DeskFolder | None":
        """The folder whose replica is ``path``; None if ``path`` is not a replica."""
        try:
            found = cls(UUID(path.parent.parent.name), path.parent.name)
        except ValueError:
            return None
        return found if found.replica.resolve() == path.resolve() else None

    @contextmanager
    def held(self, patience: float = 0.0) -> Iterator[None]:
        """Lock the folder. Raises StoreUnavailable if another process keeps it locked for ``patience`` seconds."""
        with locked(self.path / "lock", self.path, patience):
            yield

    def kept(self) -> Kept | None:
        """What is stored about the desk; None if it has not joined. An unreadable file is renamed."""
        return kept_desk(self.path)

    def keep(self, kept: Kept) -> None:
        """Store ``kept``, readable only by this user. Raises StoreUnavailable."""
        try:
            write_whole(self._desk, encode(kept).decode())
        except OSError as error:
            raise refusals.refusal_of(error, self._desk) from error

    def key(self) -> KeptKey:
        """The key of this computer in the event, which is made if there is none. Raises StoreUnavailable."""
        try:
            return kept_key(self.path, datetime.now(UTC))
        except OSError as error:
            raise refusals.refusal_of(error, self.path) from error

    def orders(self) -> SqliteWaitingOrders:
        """The orders that the host may not have yet. Raises StoreDamaged or StoreUnavailable."""
        return SqliteWaitingOrders(self.path / _ORDERS)

    @property
    def has_orders(self) -> bool:
        """Whether the desk has kept orders, perhaps none any more."""
        return (self.path / _ORDERS).exists()

    def open(self, connection: Connection | None, language: str) -> tuple[SqliteStore, SetAside | None]:
        """The replica, open for writing, and the replica that it replaced, if any.

        A missing replica is fetched from the host. A damaged one, and one that the host does not continue, are
        replaced. Without a ``connection`` nothing is fetched. Raises what the connection raises, StoreDamaged and
        StoreUnavailable.
        """
        if connection is None:
            return open_for_writing(self.replica), None
        aside = None
        records = _records(self.replica) if self.replica.exists() else ()
        if records is None or (records and not self._continued(connection, records, language)):
            new = self._fetched(connection, language)  # before the old one is renamed, in case this fails
            aside = self._set_aside(records, new)
            write_event(self.replica, new)
        elif not records:
            write_event(self.replica, self._fetched(connection, language))
        return open_for_writing(self.replica), aside

    def _fetched(self, connection: Connection, language: str) -> Sequence[Record]:
        records = fetch(connection, language)
        if not records or records[0].id != self._event:
            text = mark("The server shares another event now: ask for a new invitation.")
            raise Refused(Problem("event-other", text, "invitation"))
        return records

    def _continued(self, connection: Connection, records: Sequence[Record], language: str) -> bool:
        """Whether the host has all of ``records``. A host that takes over is sent those that it lacks."""
        while True:
            match connection.sync(Sync(PROTOCOL, fingerprint_of(records), language=language)):
                case News():
                    return True
                case Forked():
                    return False
                case Behind(end):
                    connection.offer(Offer(tuple(records[end.entries : end.entries + MOST_ENTRIES])))

    def _set_aside(self, records: Sequence[Record] | None, new: Sequence[Record]) -> SetAside:
        known = {record.id for record in new}
        found = self._salvaged() if records is None else records
        aside = _renamed(self.replica)
        return SetAside(aside, tuple(record for record in found if record.id not in known), damaged=records is None)

    def _salvaged(self) -> Sequence[Record]:
        """The readable entries of a damaged replica."""
        try:
            return salvage(self.replica).records
        except (StoreDamaged, OSError):
            return ()


def kept_desk(folder: Path) -> Kept | None:
    """What is stored about the desk of ``folder``; None if it has not joined, or only in version 1 of the protocol.

    An unreadable file is renamed. Raises StoreUnavailable.
    """
    path = folder / _DESK
    try:
        found = decode(path.read_bytes(), Kept)
    except FileNotFoundError:
        return None
    except (DecodeError, UnicodeDecodeError):
        set_aside(path)
        return None
    except OSError as error:
        raise refusals.refusal_of(error, path) from error
    return found if found.desk and (folder / KEY_NAME).exists() else None


def keep_private(folder: Path, event: str, found: PrivateCopy) -> None:
    """Store the data of people that the host sent to this deputy, or delete them if it is none any more.

    Who was erased since is also erased in what this computer has of the event as a host. Raises OSError.
    """
    path = folder / _PRIVATE
    if not found.digest:
        delete(path)
        return
    before = kept_private(folder)
    write_whole(path, encode(found).decode())
    erased = {row.id for row in found.rows if row.is_erased}
    if before is not None:
        erased -= {row.id for row in before.rows if row.is_erased}
    if erased:
        erase_in_copies(folder / "replica.qv", event, erased)


def kept_private(folder: Path) -> PrivateCopy | None:
    """The data of people that the desk of ``folder`` keeps as a deputy; None if it has none that can be read."""
    try:
        return decode((folder / _PRIVATE).read_bytes(), PrivateCopy)
    except (OSError, DecodeError, UnicodeDecodeError, RecursionError):
        return None


def event_to_host(folder: Path) -> Path:
    """The event file with which the desk of ``folder`` takes over: a copy of its replica, which stays in place.

    If the desk has hosted the event before and that file continues the replica, it is that file. It has the data of
    people that the lost host sent to its deputies. Raises StoreDamaged and StoreUnavailable.
    """
    kept = kept_private(folder)
    private = kept.rows if kept is not None else ()
    replica, path = _records(folder / "replica.qv"), folder / HOSTED
    if replica is None:
        raise StoreDamaged(mark("The replica of this desk is damaged: another desk has to take over."))
    if path.exists():
        hosted = _records(path)
        if hosted is not None and fingerprint_of(hosted[: len(replica)]) == fingerprint_of(replica):
            if kept is not None:
                store = open_for_writing(path)
                try:
                    store.replace_private(private)
                finally:
                    store.close()
            return path
        _renamed(path)
    write_event(path, replica, private)
    return path


def _records(path: Path) -> Sequence[Record] | None:
    """The entries of the event file ``path``; None if it is damaged."""
    try:
        store = open_for_reading(path)
        try:
            records = list(store.read())
            return None if chain_problems(records, store.end) else records
        finally:
            store.close()
    except StoreDamaged:
        return None


def _renamed(path: Path) -> Path:
    """Rename the event file ``path`` to a free name, and return that. Raises StoreUnavailable."""
    names = (path.with_name(f"{path.stem} set aside {number}.qv") for number in count(1))
    aside = next(name for name in names if not name.exists())
    try:
        for suffix in (*_BESIDE, ""):
            with suppress(FileNotFoundError):
                rename(Path(f"{path}{suffix}"), Path(f"{aside}{suffix}"))
    except OSError as error:
        raise refusals.refusal_of(error, path) from error
    return aside


def fetch(connection: Connection, language: str) -> Sequence[Record]:
    """Fetch all entries of the host and verify them. Raises what the connection raises, and StoreDamaged."""
    records, have, size = list[Record](), NO_ENTRIES, 0
    while True:
        reply = connection.sync(Sync(PROTOCOL, have, language=language))
        if not isinstance(reply, News) or (not reply.entries and reply.end != have):
            raise StoreUnavailable(mark("The host changed while the event was fetched: try again."))
        records += reply.entries
        size += size_of(reply.entries)
        if size > _MOST_FETCHED:  # a hostile host could go on until the memory is full
            raise StoreDamaged(mark("The event of the host is larger than any real one: nothing more was fetched."))
        have = reduce(Fingerprint.with_entry, reply.entries, have)
        if have.entries >= reply.end.entries:
            break
    problems = chain_problems(records, reply.end)
    if problems:
        raise StoreDamaged(mark("What the host sent is damaged: {what}", what=problems[0].text))
    return records
