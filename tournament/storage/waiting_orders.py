"""The orders of a desk on disk: one SQLite file beside its replica."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from msgspec import DecodeError
from msgspec.json import decode, encode

from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.sharing.messages import SentOrder, Told, arrived, sent
from tournament.sharing.messages import encode as encode_message
from tournament.sharing.waiting import OrderState, WaitingOrder
from tournament.storage import refusals
from tournament.use_cases.store import StoreBroken

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
    """The orders in the file at ``path``, which is made when it is not there. Used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode = DELETE")
            self._connection.execute("PRAGMA synchronous = EXTRA")
            self._connection.execute(_TABLE)
        except (sqlite3.Error, OSError) as error:
            raise refusals.refusal_of(error, path) from error

    def read(self) -> list[WaitingOrder]:
        """All of them, the oldest first. Raises StoreDamaged or StoreUnavailable."""
        try:
            rows = self._connection.execute("SELECT content, role, time, state, problems FROM orders ORDER BY place")
            return [
                WaitingOrder(
                    arrived(decode(content, type=SentOrder)),
                    EventRole(role) if role else None,
                    time,
                    OrderState(state),
                    decode(problems, type=tuple[Told, ...]),
                )
                for content, role, time, state, problems in rows
            ]
        except sqlite3.Error as error:
            raise refusals.refusal_of(error, self._path) from error
        except (DecodeError, ValueError, Refused) as error:
            raise StoreBroken(refusals.damaged(self._path)) from error

    def put(self, *orders: WaitingOrder) -> None:
        """Add ``orders``, or replace those of the same ids where they stand, all or none. Raises StoreUnavailable."""
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
        """Remove the orders of these ids. Raises StoreUnavailable."""
        self._write("DELETE FROM orders WHERE id = ?", [(id,) for id in ids])

    def close(self) -> None:
        """Let go of the file. May be repeated."""
        self._connection.close()

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise refusals.refusal_of(error, self._path) from error
