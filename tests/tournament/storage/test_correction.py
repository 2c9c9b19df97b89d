"""A changed bit or byte of an entry is found by its hash, wherever it is; two changed bytes are not."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.tournament.storage.test_salvage import broken_file, entry
from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import Fingerprint
from tournament.storage.salvage import salvage

LONG = 2500
"""Characters of an entry that goes on in overflow pages of 512 bytes."""


def chained() -> list[Record]:
    """Four entries, each of which names the hash of the one before; the third is long."""
    records = [entry(1, '{"points":12}')]
    for position, content in ((2, '{"name":"Émile 春"}'), (3, "abcde" * (LONG // 5)), (4, "{}")):
        before = records[-1].hash
        records.append(entry(position, content, previous=before, before=before, role="organiser"))
    return records


def cell_of(content: bytes, record: Record) -> range:
    """The bytes of ``record`` in the page in which it begins, from the number of its row on."""
    start = content.index(f"{record.id}{record.stream}".encode())
    return range(start - 22, min(start + 300, (start // 512 + 1) * 512))


def damaged_by(path: Path, changes: dict[int, int]) -> Path:
    """A copy of the file in which each byte is changed by exclusive or."""
    content = bytearray(path.read_bytes())
    for place, change in changes.items():
        content[place] ^= change
    other = path.with_name("other.qv")
    other.write_bytes(content)
    return other


@pytest.fixture
def whole(tmp_path: Path) -> tuple[Path, list[Record]]:
    """A file whose first page alone is damaged, with pages of 512 bytes, and its entries."""
    path, records = tmp_path / "event.qv", chained()
    broken_file(path, records, page_size=512, end=Fingerprint(4, records[-1].hash))
    return path, records


def places(path: Path, records: list[Record]) -> Iterator[int]:
    """The bytes of the cells, and those of the overflow pages of the long entry."""
    content = path.read_bytes()
    for record in records:
        yield from cell_of(content, record)
    for page in range(0, len(content), 512):
        if b"abcdeabcde" in content[page + 4 : page + 512] and not content[page : page + 2].strip(b"\0"):
            yield from range(page, page + 512)


def test_every_changed_bit_is_corrected(whole: tuple[Path, list[Record]]) -> None:
    path, records = whole
    chance = Random("bits")
    for place in chance.sample(sorted(set(places(path, records))), 60):
        found = salvage(damaged_by(path, {place: 1 << chance.randrange(8)}), correct=True)
        assert found.records == tuple(records), place
        assert len(found.corrected) <= 1
        assert not found.damaged


def test_a_changed_byte_of_a_text_is_corrected(whole: tuple[Path, list[Record]]) -> None:
    path, records = whole
    content = path.read_bytes()
    for text in (b"points", b"12}", records[0].author.encode(), records[3].id.encode(), b"organiser"):
        place = content.index(text)
        for change in (0x03, 0x0E, 0x5A, 0x81):
            found = salvage(damaged_by(path, {place: change}), correct=True)
            assert found.records == tuple(records), (text, change)


def test_two_changed_bytes_are_left_damaged_and_what_can_be_read_is_told(whole: tuple[Path, list[Record]]) -> None:
    path, records = whole
    place = path.read_bytes().index(b"points")
    found = salvage(damaged_by(path, {place: 0x03, place + 2: 0x03}), correct=True)
    assert found.records == tuple(records[1:])
    (damaged,) = found.damaged
    assert damaged.content != records[0].content
    assert (damaged.position, damaged.id, damaged.hash) == (1, records[0].id, records[0].hash)
    assert not found.corrected


def test_nothing_is_corrected_unless_that_is_wanted(whole: tuple[Path, list[Record]]) -> None:
    path, records = whole
    other = damaged_by(path, {path.read_bytes().index(b"points"): 1})
    assert salvage(other).records == tuple(records[1:])
    assert salvage(other, correct=True).corrected == (1,)


def test_a_damaged_hash_is_corrected_by_the_entry_that_names_it(whole: tuple[Path, list[Record]]) -> None:
    path, records = whole
    content = path.read_bytes()
    places = [place for place in range(len(content)) if content.startswith(records[1].hash.encode(), place)]
    own = next(place for place in places if content[place - 9 : place] == b"organiser")
    found = salvage(damaged_by(path, dict.fromkeys(range(own, own + 20), 0x11)), correct=True)
    assert found.records == tuple(records)
    assert all(hash_of(record) == record.hash for record in found.records)
