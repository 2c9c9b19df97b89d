"""Who works on the events of a database.

Tickets and desks are stored where every program that shares the database finds them.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from tournament.storage.postgres import Address, PostgresStore, in_words, list_events
from tournament.storage.postgres_tables import (
    BEGIN_JOINING,
    CHANNEL,
    DESK_COLUMNS,
    DROP_DESKS,
    DROP_WORKERS,
    FIND_DESK,
    HEAR_DESK,
    KEEP_DESK,
    KEEP_JOINING,
    KEEP_KEY,
    KEEP_TICKET,
    LOCK_JOINING,
    LOCK_TICKET,
    NOTIFY,
    READ_DESKS,
    READ_JOINING,
    READ_KEY,
    READ_TICKETS,
    READ_WORKERS,
    SEE_WORKER,
)

if TYPE_CHECKING:
    from psycopg import Connection

DESKS = "desks"
"""Sent as a notification, in place of a number of entries, when tickets or desks have changed."""
_WORKING = timedelta(seconds=60)
"""How long after it was last seen a worker counts as running."""
Desk = tuple[str, str, str, str | None, datetime, datetime, str, str, bytes, str, str, str]
"""A desk as a row of the table.

The columns are its id, name, author, role, when it joined, when it was last heard, its address, the address where it
would serve, its certificate in DER, a hash of the PIN that opened its role, the role of its key, and as JSON who signed
in there before.
"""


@dataclass(frozen=True, slots=True)
class Ticket:
    """The ticket that allows desks to join an event."""

    ticket: str
    """Hexadecimal."""
    expires: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the desks of an event. Until it is finished, no other program can change them."""

    desks: tuple[Desk, ...]
    """The desks before the change."""
    _connection: "Connection"
    _event: str

    def write(self, desks: Sequence[Desk]) -> None:
        """Replace all desks by ``desks``."""
        gone = {desk[0] for desk in self.desks} - {desk[0] for desk in desks}
        if gone:
            self._connection.execute(DROP_DESKS, (self._event, list(gone)))
        for desk in desks:
            if desk not in self.desks:
                self._connection.execute(KEEP_DESK, (self._event, *desk))
        self._connection.execute(NOTIFY, (CHANNEL, f"{DESKS} {self._event}"))


@dataclass(slots=True)
class JoiningRow:
    """A change of who may join an event; what ``state`` is at the end is kept."""

    state: str


class SharedDatabase:
    """The events of the database ``url`` for a program that shares them.

    Any thread may use it, but only one at a time may call `wait`. Every method raises StoreUnavailable or StoreDamaged
    if the database fails.
    """

    def __init__(self, url: str) -> None:
        self._url, self._address = url, Address(url)
        self.place = self._address.place
        self._turn = threading.Lock()
        self._connection: Connection | None = None
        self._listening: Connection | None = None

    def events(self) -> tuple[str, ...]:
        """Return the ids of all events that have entries."""
        return tuple(event.id for event in list_events(self._url) if event.end.entries)

    def kept_key(self, made: str) -> str:
        """Return the key of the host in PEM; it is ``made`` if the database has none yet."""
        with self._used() as connection, connection.transaction():
            connection.execute(KEEP_KEY, (made,))
            (found,) = connection.execute(READ_KEY).fetchone() or (made,)
        return str(found)

    def store(self, event: str) -> PostgresStore:
        """Return the store of an existing event."""
        return PostgresStore(self._address, event)

    def begin(self, event: str, ticket: Ticket, now: datetime, *, new: bool) -> None:
        """Store ``ticket`` for ``event``.

        If the current ticket is still valid it stays, with the new time of expiry, unless ``new``.
        """
        with self._used() as connection, connection.transaction():
            # With `new`, no earlier ticket counts as valid, so that the new one replaces it.
            valid = datetime.max.replace(tzinfo=UTC) if new else now
            connection.execute(KEEP_TICKET, (event, ticket.ticket, ticket.expires, valid))
            connection.execute(NOTIFY, (CHANNEL, f"{DESKS} {event}"))

    def tickets(self) -> Mapping[str, Ticket]:
        """Return the tickets by event."""
        with self._used() as connection:
            return {event: Ticket(*found) for event, *found in connection.execute(READ_TICKETS).fetchall()}

    def desks(self, event: str) -> tuple[Desk, ...]:
        """Return the desks of ``event``, in the order in which they joined."""
        with self._used() as connection:
            return tuple(tuple(row) for row in connection.execute(READ_DESKS, (event,)).fetchall())

    def event_of(self, id: str) -> str | None:
        """Return the event of the desk with this ``id``; None if there is none."""
        with self._used() as connection:
            found = connection.execute(FIND_DESK, (id,)).fetchone()
        return found[0] if found is not None else None

    @contextmanager
    def changing(self, event: str) -> Iterator[Change]:
        """Yield a change of the desks of ``event``, which is kept if the block ends without an error."""
        with self._used() as connection, connection.transaction():
            connection.execute(LOCK_TICKET, (event,))
            desks = tuple(tuple(row) for row in connection.execute(READ_DESKS, (event,)).fetchall())
            yield Change(desks, connection, event)

    def joining(self, event: str) -> str:
        """Return who may join ``event``, as JSON; empty if nobody has decided anything."""
        with self._used() as connection:
            (found,) = connection.execute(READ_JOINING, (event,)).fetchone() or ("",)
        return str(found)

    @contextmanager
    def changing_joining(self, event: str) -> Iterator[JoiningRow]:
        """Yield a change of who may join ``event``, which is kept if the block ends without an error.

        It has a connection of its own, since desks are admitted meanwhile.
        """
        with self._address.connected() as connection:
            connection.execute(BEGIN_JOINING, (event,))
            (before,) = connection.execute(LOCK_JOINING, (event,)).fetchone() or ("",)
            row = JoiningRow(str(before))
            yield row
            if row.state != before:
                connection.execute(KEEP_JOINING, (row.state, event))

    def see_worker(self, addresses: Sequence[str], now: datetime) -> None:
        """Note that a worker serves at these ``addresses``."""
        with self._used() as connection:
            for address in addresses:
                connection.execute(SEE_WORKER, (address, now))

    def forget_worker(self, addresses: Sequence[str]) -> None:
        """Note that no worker serves there any more."""
        with self._used() as connection:
            connection.execute(DROP_WORKERS, (list(addresses),))

    def workers(self, now: datetime) -> tuple[str, ...]:
        """Return the addresses of the workers that were seen in the last minute."""
        with self._used() as connection:
            return tuple(address for (address,) in connection.execute(READ_WORKERS, (now - _WORKING,)).fetchall())

    def hear(self, desks: Sequence[Desk]) -> None:
        """Store when and from which address these desks were last heard, unless a later time is already stored."""
        place, last_word, address = (DESK_COLUMNS.index(each) for each in ("id", "last_word", "address"))
        heard = [(desk[last_word], desk[address], desk[place], desk[last_word]) for desk in sorted(desks)]
        with self._used() as connection, connection.transaction(), connection.cursor() as cursor:
            cursor.executemany(HEAR_DESK, heard)

    def wait(self, timeout: float) -> frozenset[tuple[str, str]] | None:
        """Return what changed within ``timeout`` seconds.

        Each change is a pair of `DESKS` or a number of entries, and the event. None if this call only began to listen,
        so that anything may have changed before.
        """
        with in_words(self.place):
            if self._listening is None or self._listening.closed:
                self._listening = self._address.connect()
                self._listening.execute(f"LISTEN {CHANNEL}")
                return None
            notices = self._listening.notifies(timeout=timeout, stop_after=1)
            parts = (notice.payload.partition(" ") for notice in notices)
            return frozenset((what, event) for what, _, event in parts)

    def close(self) -> None:
        """Close the connections."""
        for connection in (self._connection, self._listening):
            if connection is not None:
                connection.close()

    @contextmanager
    def _used(self) -> "Iterator[Connection]":
        with self._turn, in_words(self.place):
            if self._connection is None or self._connection.closed:
                self._connection = self._address.connect()
            yield self._connection
