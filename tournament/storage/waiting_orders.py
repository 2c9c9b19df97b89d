"""The orders of a desk on disk: one SQLite file beside its replica."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec.json import encode

from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.files.writing import make_private_file
from tournament.language import Text, mark
from tournament.sharing.messages import SentOrder, WordedProblem, arrived, sent
from tournament.sharing.messages import encode as encode_message
from tournament.sharing.shared_book import OrderState, WaitingOrder
from tournament.storage import refusals
from tournament.use_cases.ports import StoreBroken, StoreDamaged, StoreUnavailable

_PATIENCE = 1
"""How many seconds to wait for another window that still has the file open."""
_TABLE = """
CREATE TABLE IF NOT EXISTS orders (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    content BLOB NOT NULL,
    role TEXT NOT NULL,
    time TEXT NOT NULL,
    state TEXT NOT NULL,
    problems BLOB NOT NULL
)
"""
_PUT = """
INSERT INTO orders (id, content, role, time, state, problems) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET content = excluded.content, state = excluded.state, problems = excluded.problems
"""


class SqliteWaitingOrders:
    """The orders in the file at ``path``, which is created if it does not exist. Only for one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            make_private_file(path)
            self._connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        except (sqlite3.Error, OSError) as error:
            raise self._refusal(error) from error
        try:
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode = WAL")  # An order waits for the disk once, not four times.
            self._connection.execute("PRAGMA synchronous = FULL")
            with self._connection:
                self._connection.execute("BEGIN EXCLUSIVE")  # Keeps other windows from sending the same orders.
                self._connection.execute(_TABLE)
        except sqlite3.Error as error:
            self._connection.close()
            raise self._refusal(error) from error

    def read(self) -> list[WaitingOrder]:
        """Return all orders, oldest first. Raise StoreDamaged or StoreUnavailable if they cannot be read."""
        try:
            rows = self._connection.execute("SELECT content, role, time, state, problems FROM orders ORDER BY place")
            return [_order(*row) for row in rows]
        except sqlite3.Error as error:
            raise self._refusal(error) from error
        except (TypeError, ValueError, Refused) as error:
            raise StoreBroken(_damaged(self._path)) from error

    def put(self, *orders: WaitingOrder) -> None:
        """Add all ``orders`` or none; those with known ids are replaced in place. Raise StoreUnavailable on failure."""
        rows = [
            (
                each.id,
                encode_message(sent(each.order)),
                each.role.value if each.role is not None else "",
                each.time,
                each.state.value,
                encode(each.problems),
            )
            for each in orders
        ]
        self._write(_PUT, rows)

    def drop(self, *ids: str) -> None:
        """Remove the orders of these ids. Raise StoreUnavailable if it fails."""
        self._write("DELETE FROM orders WHERE id = ?", [(id,) for id in ids])

    def close(self) -> None:
        """Close the file. May be called again."""
        self._connection.close()

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise StoreUnavailable(self._refusal(error).text) from error

    def _refusal(self, error: sqlite3.Error | OSError) -> StoreDamaged | StoreUnavailable:
        found = refusals.refusal_of(error, self._path)
        return StoreBroken(_damaged(self._path)) if isinstance(found, StoreDamaged) else found


def _order(content: bytes, role: str, time: str, state: str, problems: bytes) -> WaitingOrder:
    """Return the order of a row. Raise Refused, ValueError or TypeError if the row contains none."""
    if datetime.fromisoformat(time).tzinfo is None:
        raise ValueError(time)
    order = arrived(decode(content, SentOrder))
    worded = decode(problems, tuple[WordedProblem, ...])
    return WaitingOrder(order, EventRole(role) if role else None, time, OrderState(state), worded)


def _damaged(path: Path) -> Text:
    return mark(
        "“{path}” holds the entries that this desk has not sent yet, and is damaged. Move it elsewhere and start "
        "again; then enter from the papers what is missing. Nothing is lost that the host has.",
        path=str(path),
    )
