"""Reading what is left of a damaged event file, and recovering that into a new file.

SQLite returns nothing of a table whose inner pages are broken. But an entry is one cell of one page (with a chain of
overflow pages when it is long), and its hash shows whether it is whole. So entries are searched for in the bytes of the
file. Nothing is written to the damaged file, and SQLite only opens copies of it.
"""

import re
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament.event.problem import Refused
from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import refusals
from tournament.storage.crash_journal import journal_of
from tournament.storage.creation import create, write_event
from tournament.storage.sqlite import open_for_reading, whole_records
from tournament.use_cases.book import Book
from tournament.use_cases.changes import By
from tournament.use_cases.ports import StoreDamaged, StoreMissing
from tournament.use_cases.recovery import Progress, Recovery, no_progress, recover, with_note

_NO_POSITION_AND_UUID = b"\0\x55"
"""The bytes with which an entry begins in its cell.

Its position is empty, since SQLite stores it as the number of the row, and its id has 36 characters.
"""
_END_OF_JOURNAL = re.compile(rb"\x04([\x01-\x06\x08\x09])\x81\x0d")
_INT_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
_COLUMNS = (12, 13, 14)
"""The number of columns of each version of the file, from the first to the current one."""


@dataclass(frozen=True, slots=True)
class Salvage:
    """The entries found in a file."""

    records: tuple[Record, ...]
    """The records that agree with their own hash, by position."""
    end: Fingerprint | None
    """The end that the file states; None if it states none."""
    whole: bool
    """Whether the file is undamaged, or needs no more than the rollback of an interrupted write."""


def salvage(path: Path) -> Salvage:
    """Return all entries of the file ``path`` that are whole.

    Raise StoreDamaged if there is none, OSError if the file cannot be read.
    """
    if not path.exists():
        raise StoreMissing(refusals.missing(path))
    if not stat.S_ISREG(mode := path.stat().st_mode):
        raise StoreDamaged(refusals.folder(path) if stat.S_ISDIR(mode) else refusals.no_event(path))
    with TemporaryDirectory(prefix="quatre-vents-") as folder:
        alone = Path(folder) / "alone.qv"
        shutil.copyfile(path, alone)
        records = whole_records(alone)
        journal = journal_of(path)
        if records is None and journal.exists():
            rolled_back = Path(folder) / "rolled-back.qv"
            shutil.copyfile(path, rolled_back)
            shutil.copyfile(journal, journal_of(rolled_back))
            records = whole_records(rolled_back)
    if records is not None:
        end = NO_ENTRIES
        for record in records:
            end = end.with_entry(record)
        return Salvage(records, end, whole=True)
    content = path.read_bytes()
    found = {(record.position, record.hash): record for record in _records(content)}
    if not found:
        raise StoreDamaged(refusals.nothing_left(path))
    return Salvage(tuple(found[key] for key in sorted(found)), _end(content), whole=False)


def _end(content: bytes) -> Fingerprint | None:
    """Return the end of the journal as the file states it.

    If several are found, which were written one after the other, it is the last.
    """
    ends = []
    for match in _END_OF_JOURNAL.finditer(content):
        size = _INT_SIZES[match[1][0]]
        value = content[match.end() : match.end() + size]
        hash = content[match.end() + size : match.end() + size + 64]
        if len(hash) == 64 and re.fullmatch(rb"[0-9a-f]{64}", hash):
            ends.append(Fingerprint(_integer(match[1][0], value), hash.decode()))
    return max(ends, key=lambda end: end.entries, default=None)


def _records(content: bytes) -> Iterator[Record]:
    size = int.from_bytes(content[16:18], "big")
    pages = _Pages(content, 65536 if size == 1 else size if size in {2**n for n in range(9, 16)} else 4096)
    place = content.find(_NO_POSITION_AND_UUID)
    while place >= 0:
        record = _record(pages, place - 1)
        if record is not None:
            yield record
        place = content.find(_NO_POSITION_AND_UUID, place + 1)


@dataclass(frozen=True, slots=True)
class _Pages:
    content: bytes
    size: int

    def payload(self, start: int, length: int) -> bytes | None:
        """Return the ``length`` bytes of a cell whose payload begins at ``start``, with its overflow pages.

        None if it is cut off.
        """
        most, least = self.size - 35, (self.size - 12) * 32 // 255 - 23
        kept = least + (length - least) % (self.size - 4)
        local = length if length <= most else kept if kept <= most else least
        if start % self.size + local > self.size:
            return None
        parts = [self.content[start : start + local]]
        rest, link = length - local, start + local
        while rest > 0:
            page = int.from_bytes(self.content[link : link + 4], "big")
            link = (page - 1) * self.size
            if not 0 < link < len(self.content) or len(parts) > length:
                return None
            parts.append(self.content[link + 4 : link + 4 + min(rest, self.size - 4)])
            rest -= self.size - 4
        return b"".join(parts)


def _record(pages: _Pages, start: int) -> Record | None:
    """Return the entry whose columns begin at ``start``; None if there is none, or if its hash differs."""
    content = pages.content
    if start < 2 or not _COLUMNS[0] < content[start] < 0x80:
        return None
    serials = _serials(content[start + 1 : start + content[start]])
    if serials is None or len(serials) not in _COLUMNS:
        return None
    if any(serial not in _INT_SIZES and serial < 12 for serial in serials[1:]):
        return None
    sizes = [0, *(_INT_SIZES[serial] if serial < 12 else (serial - 12) // 2 for serial in serials[1:])]
    payload = pages.payload(start, content[start] + sum(sizes))
    if payload is None:
        return None
    values: list[int | str] = []
    place = content[start]
    for serial, size in zip(serials[1:], sizes[1:], strict=True):
        part = payload[place : place + size]
        place += size
        if serial < 12:
            values.append(_integer(serial, part))
        else:
            values.append(part.decode("utf-8", "replace"))
    record = _of(_row(content, start), values)
    return record if record is not None and hash_of(record) == record.hash else None


def _of(position: int, values: Sequence[int | str]) -> Record | None:
    match values:
        case [str(id), str(stream), int(number), str(kind), int(version), str(author), str(desk), str(time),
              str(content), str(previous), *rest]:  # fmt: skip
            *since, hash = rest
            before, role = (*since, "", "")[:2]
            if isinstance(before, str) and isinstance(role, str) and isinstance(hash, str):
                return Record(
                    position, id, stream, number, kind, version, author, desk, time,
                    content, previous, before, role, hash,
                )  # fmt: skip
    return None


def _row(content: bytes, start: int) -> int:
    """Return the number of the row that precedes the columns at ``start``."""
    first = start - 1
    while first > start - 9 and content[first - 1] >= 0x80:
        first -= 1
    row = 0
    for byte in content[first:start]:
        row = row << 7 | byte & 0x7F
    return row


def _serials(head: bytes) -> list[int] | None:
    serials, value = [], 0
    for byte in head:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            serials.append(value)
            value = 0
    return serials if not value else None


def _integer(serial: int, part: bytes) -> int:
    return {8: 0, 9: 1}.get(serial, int.from_bytes(part, "big", signed=True))


def recover_file(
    path: Path,
    new: Path,
    *,
    by: By,
    now: datetime,
    progress: Progress = no_progress,
    written: Callable[[], None] = lambda: None,
) -> tuple[Recovery, Fingerprint]:
    """Write all valid entries of the event file ``path`` to the event file ``new``, which must not exist yet.

    ``path`` is only read. ``written`` is called when ``new`` exists; ``progress`` is not called after that, so a caller
    who cancels by raising an exception there leaves no file behind. Raise StoreDamaged, StoreUnavailable, Refused or
    OSError.
    """
    create(new).close()  # Refuses a bad name before anything is read.
    progress(0, 0)
    found = salvage(path)
    progress(0, 0)
    recovery = recover(found.records, found.end, whole=found.whole, progress=progress)
    stated = found.end.entries if found.end is not None else 0
    count = max(stated, *(record.position for record in found.records))
    recovery = with_note(recovery, count, by=by, now=now)
    progress(1, 1)
    write_event(new, recovery.records)
    written()
    store = open_for_reading(new)
    try:
        book = Book(store)
    finally:
        store.close()
    if book.damage:
        raise Refused(*book.damage)
    return recovery, book.view.fingerprint
