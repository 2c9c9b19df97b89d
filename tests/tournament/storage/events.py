"""Event files for tests of what happens to files."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tests.tournament.use_cases.events import BY
from tournament.event.settings import Settings
from tournament.storage import create, open_for_reading, open_for_writing
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import ChangeSettings, CreateEvent


def make_event(path: Path, entries: int = 1, name: str = "Spring Cup") -> Path:
    """An event of so many entries at ``path``."""
    book = Book(create(path))
    carry_out(book, CreateEvent(Settings(name=name)), by=BY)
    book.close()
    grow(path, entries - 1)
    return path


def grow(path: Path, entries: int) -> None:
    """Write so many more entries."""
    book = Book(open_for_writing(path))
    for number in range(len(book.view.journal), len(book.view.journal) + entries):
        carry_out(book, ChangeSettings(replace(book.view.settings, place=f"Hall {number}")), by=BY)
    book.close()


def entries_of(path: Path) -> list[str]:
    """The hashes of its entries, as they are read."""
    store = open_for_reading(path)
    hashes = [record.hash for record in store.read()]
    store.close()
    return hashes


def damage_an_index(path: Path) -> None:
    """Change an id in the index of ids alone: the entries are whole, and only a full check compares the two."""
    with closing(sqlite3.connect(path)) as connection:
        ask = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_journal_2'"
        (root,) = connection.execute(ask).fetchone()
        (id,) = connection.execute("SELECT id FROM journal WHERE position = 3").fetchone()
    data = bytearray(path.read_bytes())
    place = data.index(id.encode(), (root - 1) * 4096)
    assert place < root * 4096
    data[place + 35] ^= 1
    path.write_bytes(data)
