"""The one table of an event file. Rows are added; the database itself refuses to change or delete them."""

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
FILE_VERSION = 1
"""In the header of the file: the layout of the table."""

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
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "number", name="one_entry_a_number"),
    CheckConstraint("number >= 1", name="numbers_from_one"),
)


@event.listens_for(journal, "after_create")
def _append_only(_journal: Table, connection: Connection, **_options: object) -> None:
    for action in ("UPDATE", "DELETE"):
        connection.execute(
            text(
                f"CREATE TRIGGER journal_refuses_{action.lower()} BEFORE {action} ON journal "
                "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
            )
        )
