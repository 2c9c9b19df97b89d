"""Event files for the proof to damage: made by the program, read and forged without it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.proof.random_event import RandomEvent
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.storage import create

COLUMNS = (
    *("position", "id", "stream", "number", "kind", "version", "author", "desk", "time", "content"),
    *("previous", "before", "role", "hash"),
)
"""Of the journal, in the order in which a row has them."""
Row = dict[str, Any]
"""A row of the journal by its columns."""


def make_event(path: Path, seed: int | str, *, steps: int = 25, players: int = 8, rules: str | None = None) -> None:
    """A random event in a file, played some way; the same for the same seed."""
    memory = FakeStore()
    RandomEvent(seed, memory, players=players, rules=rules).play(steps)
    store = create(path)
    try:
        store.append(memory.records)
    finally:
        store.close()


def rows_of(path: Path) -> list[Row]:
    """Every row of the journal, in order, as SQLite has them."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM journal ORDER BY position")]


@dataclass(frozen=True, slots=True)
class Forger:
    """Somebody with a database tool: what refuses changes is taken away first and put back afterwards."""

    connection: sqlite3.Connection

    @property
    def rows(self) -> list[Row]:
        """The rows as they are now."""
        self.connection.row_factory = sqlite3.Row
        return [dict(row) for row in self.connection.execute("SELECT * FROM journal ORDER BY position")]

    def change(self, position: int, **values: object) -> None:
        """Write other values into a row."""
        columns = ", ".join(f"{name} = ?" for name in values)
        statement = f"UPDATE journal SET {columns} WHERE position = ?"  # noqa: S608 – columns of our own
        self.connection.execute(statement, (*values.values(), position))

    def delete(self, *positions: int) -> None:
        """Take rows out."""
        self.connection.executemany("DELETE FROM journal WHERE position = ?", [(each,) for each in positions])

    def add(self, row: Row) -> None:
        """Put one more row in."""
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        self.connection.execute(f"INSERT INTO journal ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608 – the same

    def write(self, rows: Sequence[Row]) -> None:
        """Make ``rows`` all there is."""
        self.connection.execute("DELETE FROM journal")
        for row in rows:
            self.add(row)

    def end(self, entries: int, whole: str) -> None:
        """Make what the file says of its end true again."""
        self.connection.execute("UPDATE journal_end SET entries = ?, hash = ?", (entries, whole))


@contextmanager
def forging(path: Path) -> Iterator[Forger]:
    """The event at ``path`` in the hands of a forger; its triggers are back afterwards, word for word."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        yield Forger(connection)
        for _, sql in triggers:
            connection.execute(sql)
