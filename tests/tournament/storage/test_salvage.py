"""Entries are found in the bytes of a file by the description of SQLite's format, whatever their size and place."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest
from msgspec import structs

from tests.tournament.use_cases.store_contract import record
from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import Fingerprint
from tournament.storage.salvage import Salvage, salvage
from tournament.storage.schema import ADD_ENTRY, MOVE_END, lay_out
from tournament.use_cases import StoreDamaged

PAGE_SIZES = [512 << power for power in range(8)]
"""All that SQLite knows: 512 to 65,536 bytes."""
NUMBERS = (1, 2, 127, 128, 2**15 - 1, 2**15, 2**23 - 1, 2**23, 2**31 - 1, 2**31, 2**47 - 1, 2**47, 2**62)
"""The least and the greatest that SQLite keeps in so many bytes: 0, 1, 2, 3, 4, 6 and 8."""
END = Fingerprint(3, "5e" * 32)


def entry(position: int, content: str = "{}", number: int = 0, **more) -> Record:
    """A whole entry at ``position``."""
    made = record(number or position, "event", id=str(UUID(int=position)))
    made = structs.replace(made, position=position, content=content, **more)
    return structs.replace(made, hash=hash_of(made))


def broken_file(path: Path, records: Sequence[Record], *, page_size: int = 4096, end: Fingerprint = END) -> None:
    """Write an event file, and lose its first table: the one that says on which pages the others are."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("PRAGMA secure_delete = ON")  # as the program has it; only some builds do so unasked
        with connection:
            lay_out(connection)
            connection.executemany(ADD_ENTRY, map(structs.astuple, records))
            connection.execute(MOVE_END, (end.entries, end.hash))
    damaged = bytearray(path.read_bytes())
    damaged[100:108] = bytes(8)
    path.write_bytes(damaged)


def found(path: Path, records: Sequence[Record], **how) -> Salvage:
    """What is salvaged of a broken file with these entries."""
    broken_file(path, records, **how)
    return salvage(path)


@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_entries_of_all_lengths_are_found_in_pages_of_all_sizes(tmp_path: Path, page_size: int):
    """Up to the room in a page, an entry lies in it; what is longer goes on in overflow pages."""
    lengths = {
        page_size * pages + more for pages in range(4) for more in range(-600, 100, 1 if page_size < 2048 else 9)
    }
    records = [entry(place, "x" * length) for place, length in enumerate(sorted(lengths), start=1) if length >= 0]
    assert found(tmp_path / "event.qv", records, page_size=page_size) == Salvage(tuple(records), END, whole=False)


def test_numbers_of_all_sizes_are_read(tmp_path: Path):
    records = [entry(place, number=each, version=each) for place, each in enumerate(NUMBERS, start=1)]
    records += [entry(len(records) + 1, version=0)]
    assert found(tmp_path / "event.qv", records).records == tuple(records)


def test_positions_of_all_sizes_are_read(tmp_path: Path):
    """The number of a row has seven bits in each byte."""
    positions = [2**bits + more for bits in range(7, 56, 7) for more in (-1, 0)]
    records = [entry(each, f"{each}") for each in positions]
    assert found(tmp_path / "event.qv", records).records == tuple(records)


def test_texts_of_all_languages_are_read(tmp_path: Path):
    records = [entry(1, "春日杯", author="Żółć", desk="é" * 64), entry(2, "🀄" * 2000, author="", desk="")]
    assert found(tmp_path / "event.qv", records).records == tuple(records)


@pytest.mark.parametrize("count", NUMBERS)
def test_the_end_is_read_however_many_entries_it_counts(tmp_path: Path, count: int):
    end = Fingerprint(count, "0f" * 32)
    assert found(tmp_path / "event.qv", [entry(1)], end=end).end == end


def test_of_several_ends_the_last_is_the_one_that_counts(tmp_path: Path):
    """A page that SQLite no longer uses keeps what was in it: here a whole second copy of the end's page."""
    path, later = tmp_path / "event.qv", Fingerprint(9, "9a" * 32)
    broken_file(path, [entry(1)], end=later)
    other = tmp_path / "other.qv"
    broken_file(other, [entry(1)])
    for contents in ((path, other), (other, path)):
        both = tmp_path / "both.qv"
        both.write_bytes(b"".join(each.read_bytes() for each in contents))
        assert salvage(both).end == later


def test_an_end_whose_hash_is_none_is_not_stated(tmp_path: Path):
    for hash in ("5E" * 32, "5g" * 32):
        path = tmp_path / f"{hash[:2]}.qv"
        assert found(path, [entry(1)], end=Fingerprint(3, hash)).end is None


def test_an_entry_of_which_one_byte_differs_is_none(tmp_path: Path):
    path = tmp_path / "event.qv"
    kept, changed = entry(1, '{"kept":1}'), entry(2, '{"changed":1}')
    broken_file(path, [kept, changed])
    for mine, theirs in ((b'{"changed":1}', b'{"changed":2}'), (changed.hash.encode(), kept.hash.encode())):
        content = path.read_bytes()
        assert mine in content
        other = tmp_path / "other.qv"
        other.write_bytes(content.replace(mine, theirs))
        assert salvage(other).records == (kept,)


def test_what_is_cut_in_an_overflow_page_is_lost_and_the_rest_is_kept(tmp_path: Path):
    path = tmp_path / "event.qv"
    records = [entry(1), entry(2, "x" * 30_000), entry(3)]
    broken_file(path, records)
    content = path.read_bytes()
    path.write_bytes(content[: content.rindex(b"x" * 100) - 4096])
    assert salvage(path).records == (records[0], records[2])


def test_overflow_pages_that_follow_each_other_in_a_circle_are_left(tmp_path: Path):
    path = tmp_path / "event.qv"
    records = [entry(1), entry(2, "x" * 30_000)]
    broken_file(path, records)
    damaged = bytearray(path.read_bytes())
    pages = [place for place in range(0, len(damaged), 4096) if damaged[place + 4 : place + 104] == b"x" * 100]
    for page in pages:
        damaged[page : page + 4] = (page // 4096 + 1).to_bytes(4, "big")
    path.write_bytes(damaged)
    assert salvage(path).records == (records[0],)


def test_a_file_without_one_whole_entry_has_nothing_to_recover(tmp_path: Path):
    path = tmp_path / "event.qv"
    broken_file(path, [structs.replace(entry(1), hash="0" * 64)])
    with pytest.raises(StoreDamaged):
        salvage(path)
