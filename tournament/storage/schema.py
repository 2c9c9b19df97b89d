"""The tables of an event file: the journal, and where it ends. Rows are added; the database itself refuses to change or
delete them.
"""

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
