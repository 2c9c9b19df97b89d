"""A writing that was cut off is rolled back, and no other file than its own is changed by what it left."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tournament.storage.crashing import left_beside, read, written_event
from tournament.ledger.entry import Record
from tournament.storage import open_for_reading, open_for_writing
from tournament.storage.crash_journal import is_left, journal_of
from tournament.use_cases import StoreDamaged

OPENINGS = (open_for_reading, open_for_writing)
PAGE_SIZE, COUNTER, APPLICATION = slice(16, 18), slice(24, 28), slice(68, 72)
"""Fields in the head of a file, by the description of SQLite's file format."""


@dataclass(frozen=True)
class CutOff:
    """An event file half written, with its journal."""

    file: bytes
    journal: bytes
    entries: tuple[Record, ...]
    """What it had before."""


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> CutOff:
    """SQLite writes pages that have no room in its memory before the end of a transaction: copied at that moment."""
    path = tmp_path_factory.mktemp("cut-off") / "event.qv"
    written_event(path, 60)
    entries = read(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        for (trigger,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')
        connection.execute("UPDATE journal SET content = content || 'half of what was to be written'")
        left = CutOff(path.read_bytes(), journal_of(path).read_bytes(), entries)
        connection.execute("ROLLBACK")
    return left


def with_head(content: bytes, field: slice, value: int) -> bytes:
    """``content`` with another number in its head."""
    changed = bytearray(content)
    changed[field] = value.to_bytes(field.stop - field.start, "big")
    return bytes(changed)


def number(content: bytes, field: slice) -> int:
    return int.from_bytes(content[field], "big")


@pytest.mark.parametrize("opening", OPENINGS)
def test_what_was_cut_off_is_rolled_back(tmp_path: Path, cut_off: CutOff, opening):
    path = left_beside(tmp_path / "event", cut_off.file, cut_off.journal)
    assert is_left(path)
    store = opening(path)
    assert (tuple(store.read()), store.notices) == (cut_off.entries, ())
    store.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("writings", [0, 1])
def test_a_file_that_counted_one_more_writing_than_its_journal_is_the_same_file(
    tmp_path: Path, cut_off: CutOff, writings: int
):
    """The count is written with the last pages of a writing, which may have reached the disk or not."""
    count = number(cut_off.file, COUNTER) + writings
    path = left_beside(tmp_path / "event", with_head(cut_off.file, COUNTER, count), cut_off.journal)
    assert read(path) == cut_off.entries


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(
    ("field", "more"), [(COUNTER, 2), (COUNTER, -1), (PAGE_SIZE, 4096), (PAGE_SIZE, 1), (APPLICATION, 1)]
)
def test_a_broken_file_that_the_journal_was_not_left_by_is_refused_and_left_alone(
    tmp_path: Path, cut_off: CutOff, opening, field: slice, more: int
):
    other = with_head(cut_off.file, field, number(cut_off.file, field) + more)
    path = left_beside(tmp_path / "event", other, cut_off.journal)
    with pytest.raises(StoreDamaged):
        opening(path)
    assert (path.read_bytes(), journal_of(path).read_bytes()) == (other, cut_off.journal)


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_whole_file_beside_a_journal_that_is_not_its_own_stays_as_it_is(tmp_path: Path, cut_off: CutOff, opening):
    other = tmp_path / "other.qv"
    written_event(other, 5)
    path = left_beside(tmp_path / "event", other.read_bytes(), cut_off.journal)
    store = opening(path)
    assert tuple(store.read()) == read(other)
    assert len(store.notices) == 1
    store.close()
    aside = [each for each in path.parent.iterdir() if each != path]
    assert sorted(each.read_bytes() for each in aside) == sorted((other.read_bytes(), cut_off.journal))


@pytest.mark.parametrize("head", [b"", b"\0" * 512])
def test_a_journal_without_a_head_is_nothing_to_roll_back(tmp_path: Path, cut_off: CutOff, head: bytes):
    """SQLite writes the head last: until then nothing in the file has changed."""
    whole = tmp_path / "whole.qv"
    written_event(whole, 5)
    path = left_beside(tmp_path / "event", whole.read_bytes(), head)
    assert not is_left(path)
    assert read(path) == read(whole)
    assert path.read_bytes() == whole.read_bytes()
