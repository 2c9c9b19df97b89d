"""What lies beside an event file, by its bytes (SQLite, “Database File Format”, 1.3.3 and 3)."""

from pathlib import Path

import pytest

from tests.tournament.storage.crashing import written_event
from tournament.storage.crash_journal import _first_page, _fits, is_left


def journal(folder: Path, sector: int, size: int, pages: bytes) -> Path:
    """A rollback journal: its header in the first sector, then the pages, each with its number and a checksum."""
    path = folder / "event.qv-journal"
    head = bytes(20) + sector.to_bytes(4, "big") + size.to_bytes(4, "big")
    path.write_bytes(head.ljust(sector or 512, b"\0") + pages)
    return path


@pytest.mark.parametrize(("mode", "left"), [(b"\2\2", False), (b"\1\1", True), (b"\2\1", True)])
def test_a_log_belongs_to_a_file_whose_header_says_that_it_uses_one(tmp_path: Path, mode: bytes, left: bool) -> None:
    path, log = tmp_path / "event.qv", tmp_path / "event.qv-wal"
    written_event(path, 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:18] + mode + whole[20:])
    log.write_bytes(b"a log")
    assert is_left(path) == left
    log.write_bytes(b"")
    assert not is_left(path)


@pytest.mark.parametrize(("sector", "size"), [(512, 0), (512, 511), (512, 65537), (0, 4096), (31, 4096), (65537, 4096)])
def test_a_journal_with_impossible_sizes_contains_no_page(tmp_path: Path, sector: int, size: int) -> None:
    assert _first_page(journal(tmp_path, sector, size, (1).to_bytes(4, "big") + bytes(size + 4))) is None


@pytest.mark.parametrize(("sector", "size"), [(32, 512), (512, 512), (512, 65536), (65536, 4096)])
def test_the_first_page_of_the_database_is_found_behind_others(tmp_path: Path, sector: int, size: int) -> None:
    pages = b"".join(number.to_bytes(4, "big") + bytes([number]) * size + b"sum." for number in (3, 2, 1))
    path = journal(tmp_path, sector, size, pages)
    assert _first_page(path) == b"\1" * size
    path.write_bytes(path.read_bytes()[:-5])
    assert _first_page(path) is None, "its end is cut off"
    assert _first_page(journal(tmp_path, sector, size, pages[: 2 * (size + 8)])) is None, "only pages 3 and 2"


@pytest.mark.parametrize(("where", "before", "fits"), [
    (24, (8).to_bytes(4, "big"), True),
    (24, (7).to_bytes(4, "big"), True),
    (24, (9).to_bytes(4, "big"), False),
    (24, (6).to_bytes(4, "big"), False),
    (16, b"\x20\x00", False),
    (16, b"\x10\x01", False),
    (15, b"?", True),
    (18, b"?", True),
    (67, b"?", True),
    (68, b"?", False),
    (71, b"?", False),
    (72, b"?", True),
])  # fmt: skip
def test_a_journal_belongs_to_the_file_that_was_written_once_after_it(
    tmp_path: Path, where: int, before: bytes, fits: bool
) -> None:
    """Only the size of a page, the counter of writes and the id of the application count."""
    head = bytes(16) + (4096).to_bytes(2, "big") + bytes(6) + (8).to_bytes(4, "big") + bytes(40) + b"QVEN" + bytes(28)
    path = tmp_path / "event.qv"
    path.write_bytes(head.ljust(4096, b"\0"))
    page = head[:where] + before + head[where + len(before) :]
    beside = journal(tmp_path, 512, 4096, (1).to_bytes(4, "big") + page.ljust(4096, b"\0") + b"sum.")
    assert _fits(path, beside) == fits


def test_a_journal_without_the_first_page_belongs_to_any_file(tmp_path: Path) -> None:
    path = tmp_path / "event.qv"
    path.write_bytes(bytes(4096))
    assert _fits(path, journal(tmp_path, 512, 4096, b""))


@pytest.mark.parametrize(("before", "now", "fits"), [(0xFFFFFF, 0x1000000, True), (0x1000000, 0x2000000, False)])
def test_the_counter_of_writes_has_four_bytes(tmp_path: Path, before: int, now: int, fits: bool) -> None:
    pages = [bytes(24) + count.to_bytes(4, "big") + bytes(4068) for count in (before, now)]
    path = tmp_path / "event.qv"
    path.write_bytes(pages[1])
    beside = journal(tmp_path, 512, 4096, (1).to_bytes(4, "big") + pages[0] + b"sum.")
    assert _fits(path, beside) == fits
