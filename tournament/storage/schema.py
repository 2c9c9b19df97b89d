"""The tables of an event file: the journal, and where it ends. Rows are added; the database itself refuses to change or
delete them.
"""

from collections.abc import Iterable

from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    event,
    text,
)

APPLICATION_ID = 0x51345645
"""In the header of the file: this is an event of Quatre Vents."""
FILE_VERSION = 2
"""In the header of the file: the layout of its tables. Those of the first version have no ``journal_end``, and their
entries nothing before them (:class:`tournament.ledger.entry.Record`)."""

metadata = MetaData()

journal = Table(
    "journal",
    metadata,
    Column("position", Integer, primary_key=True, comment="order of writing, from 1"),
    Column("id", Text, nullable=False, unique=True),
    Column("stream", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("author", Text, nullable=False),
    Column("desk", Text, nullable=False),
    Column("time", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "number", name="one_entry_a_number"),
    CheckConstraint("number >= 1", name="numbers_from_one"),
)

journal_end = Table(
    "journal_end",
    metadata,
    Column("entries", Integer, nullable=False, comment="how many entries the journal has"),
    Column("hash", Text, nullable=False, comment="what they amount to"),
)
"""One row, written with the entries: an end that was cut does not agree with it."""


@event.listens_for(journal, "after_create")
def _append_only(_journal: Table, connection: Connection, **_options: object) -> None:
    for action in ("UPDATE", "DELETE"):
        connection.execute(
            text(
                f"CREATE TRIGGER journal_refuses_{action.lower()} BEFORE {action} ON journal "
                "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
            )
        )


@event.listens_for(journal_end, "after_create")
def _only_forward(_journal_end: Table, connection: Connection, **_options: object) -> None:
    for action, condition in (
        ("UPDATE", "WHEN NEW.entries <= OLD.entries "),
        ("DELETE", ""),
        ("INSERT", "WHEN EXISTS (SELECT 1 FROM journal_end) "),
    ):
        connection.execute(
            text(
                f"CREATE TRIGGER journal_end_refuses_{action.lower()} BEFORE {action} ON journal_end {condition}"
                "BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"
            )
        )


_REFUSES = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
_GROWS = "BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"
_FIELDS = (
    "id TEXT NOT NULL, stream TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, "
    "author TEXT NOT NULL, desk TEXT NOT NULL, time TEXT NOT NULL, content TEXT NOT NULL, previous TEXT NOT NULL"
)
_CONSTRAINTS = (
    "PRIMARY KEY (position), CONSTRAINT one_entry_a_number UNIQUE (stream, number), "
    "CONSTRAINT numbers_from_one CHECK (number >= 1), UNIQUE (id)"
)
_COMMON = {
    ("index", "sqlite_autoindex_journal_1", "journal"): "",
    ("index", "sqlite_autoindex_journal_2", "journal"): "",
    ("trigger", "journal_refuses_update", "journal"): (
        f"CREATE TRIGGER journal_refuses_update BEFORE UPDATE ON journal {_REFUSES}"
    ),
    ("trigger", "journal_refuses_delete", "journal"): (
        f"CREATE TRIGGER journal_refuses_delete BEFORE DELETE ON journal {_REFUSES}"
    ),
}
_LAYOUTS = {
    1: {
        **_COMMON,
        ("table", "journal", "journal"): (
            f"CREATE TABLE journal ( position INTEGER NOT NULL, {_FIELDS}, hash TEXT NOT NULL, {_CONSTRAINTS} )"
        ),
    },
    2: {
        **_COMMON,
        ("table", "journal", "journal"): (
            f'CREATE TABLE journal ( position INTEGER NOT NULL, {_FIELDS}, "before" TEXT NOT NULL, '
            f"hash TEXT NOT NULL, {_CONSTRAINTS} )"
        ),
        ("table", "journal_end", "journal_end"): (
            "CREATE TABLE journal_end ( entries INTEGER NOT NULL, hash TEXT NOT NULL )"
        ),
        ("trigger", "journal_end_refuses_update", "journal_end"): (
            "CREATE TRIGGER journal_end_refuses_update BEFORE UPDATE ON journal_end "
            f"WHEN NEW.entries <= OLD.entries {_GROWS}"
        ),
        ("trigger", "journal_end_refuses_delete", "journal_end"): (
            f"CREATE TRIGGER journal_end_refuses_delete BEFORE DELETE ON journal_end {_GROWS}"
        ),
        ("trigger", "journal_end_refuses_insert", "journal_end"): (
            "CREATE TRIGGER journal_end_refuses_insert BEFORE INSERT ON journal_end "
            "WHEN EXISTS (SELECT 1 FROM journal_end) BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"
        ),
    },
}
"""All that the file of each version has in its ``sqlite_schema``, written out: kind, name and table, and the SQL."""


def layout_difference(version: int, found: Iterable[tuple[str, str, str, str | None]]) -> str | None:
    """What in the ``sqlite_schema`` of a file is not as a file of ``version`` has it; None: nothing.

    ``found`` has kind, name, table and SQL of each. The answer is such as ``trigger x``: it is one too many, missing,
    or another; a table or a view comes before a trigger.
    """
    expected = _LAYOUTS.get(version, {})
    ours = {(kind, name, table): " ".join((sql or "").split()) for kind, name, table, sql in found}
    different = [item for item in (*ours, *expected) if ours.get(item) != expected.get(item)]
    different.sort(key=lambda item: item[0] not in ("table", "view"))
    return next((f"{kind} {name}" for kind, name, _ in different), None)
