"""Reading what is left of a damaged event file.

SQLite returns nothing of a table whose inner pages are broken. But an entry is one cell of one page (with a chain of
overflow pages when it is long), and its hash shows whether it is whole. So entries are searched for in the bytes of the
file. Nothing is written to the damaged file, and SQLite only opens copies of it.
"""

import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec import structs

from tournament.ledger.entry import CHAIN_START, Record, hash_of
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import refusals
from tournament.storage.correction import Correction
from tournament.storage.crash_journal import journal_of
from tournament.storage.schema import FIELDS
from tournament.storage.sqlite import whole_records
from tournament.use_cases.ports import StoreDamaged, StoreMissing

_NO_POSITION_AND_UUID = b"\0\x55"
"""The bytes with which an entry begins in its cell.

Its position is empty, since SQLite stores it as the number of the row, and its id has 36 characters.
"""
_END_OF_JOURNAL = re.compile(rb"\x04([\x01-\x06\x08\x09])\x81\x0d")
_UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=event|session-)")
"""The id of an entry, followed by its stream."""
_INT_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
_COLUMNS = (12, 13, 14)
"""The number of columns of each version of the file, from the first to the current one."""
_FEW = 4
"""Up to how many damaged entries every other value of a byte is tried, which takes a second for each."""
_TEXTS = frozenset(each.name for each in structs.fields(Record) if each.type is str)


@dataclass(frozen=True, slots=True)
class Salvage:
    """The entries found in a file."""

    records: tuple[Record, ...]
    """The records that agree with their own hash, by position."""
    end: Fingerprint | None
    """The end that the file states; None if it states none."""
    whole: bool
    """Whether the file is undamaged, or needs no more than the rollback of an interrupted write."""
    corrected: tuple[int, ...] = ()
    """The positions of those records of which one changed bit or byte was corrected."""
    damaged: tuple[Record, ...] = ()
    """The entries, by position, that do not agree with their hash but can be read in part."""


def _no_beat() -> None:
    """Do nothing."""


def salvage(path: Path, *, correct: bool = False, beat: Callable[[], None] = _no_beat) -> Salvage:
    """Return all entries of the file ``path`` that are whole.

    With ``correct`` also those of which one bit or byte was changed. That may take a minute; ``beat`` is called again
    and again until then. Raise StoreDamaged if there is none, OSError if the file cannot be read.
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
        whole = NO_ENTRIES
        for record in records:
            whole = whole.with_entry(record)
        return Salvage(records, whole, whole=True)
    content = path.read_bytes()
    found = {(record.position, record.hash): record for record in _records(content)}
    end = _end(content)
    if not correct:
        if not found:
            raise StoreDamaged(refusals.nothing_left(path))
        return Salvage(tuple(found[key] for key in sorted(found)), end, whole=False)
    damaged = _Damaged(content, found.values(), end, beat)
    found |= {(position, record.hash): record for position, record in damaged.corrected.items()}
    if not found:
        raise StoreDamaged(refusals.nothing_left(path))
    return Salvage(
        tuple(found[key] for key in sorted(found)),
        end,
        whole=False,
        corrected=tuple(sorted(damaged.corrected)),
        damaged=damaged.rest,
    )


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


def _pages_of(content: bytes | bytearray) -> "_Pages":
    size = int.from_bytes(content[16:18], "big")
    return _Pages(content, 65536 if size == 1 else size if size in {2**n for n in range(9, 16)} else 4096)


def _starts(content: bytes | bytearray) -> Iterator[int]:
    """Yield where the columns of an entry may begin."""
    place = content.find(_NO_POSITION_AND_UUID)
    while place >= 0:
        yield place - 1
        place = content.find(_NO_POSITION_AND_UUID, place + 1)


def _records(content: bytes) -> Iterator[Record]:
    pages = _pages_of(content)
    for start in _starts(content):
        stored = _stored(pages, start)
        if stored is not None and stored.is_whole:
            yield stored.record


@dataclass(frozen=True, slots=True)
class _Pages:
    content: bytes | bytearray
    size: int

    def payload(self, start: int, length: int, links: list[int] | None = None) -> bytes | None:
        """Return the ``length`` bytes of a cell whose payload begins at ``start``, with its overflow pages.

        None if it is cut off. ``links`` gets the places of the numbers of the overflow pages.
        """
        most, least = self.size - 35, (self.size - 12) * 32 // 255 - 23
        kept = least + (length - least) % (self.size - 4)
        local = length if length <= most else kept if kept <= most else least
        if start % self.size + local > self.size:
            return None
        parts = [self.content[start : start + local]]
        rest, link = length - local, start + local
        while rest > 0:
            if links is not None:
                links.append(link)
            page = int.from_bytes(self.content[link : link + 4], "big")
            link = (page - 1) * self.size
            if not 0 < link < len(self.content) or len(parts) > length:
                return None
            parts.append(self.content[link + 4 : link + 4 + min(rest, self.size - 4)])
            rest -= self.size - 4
        return b"".join(parts)


class _Stored(NamedTuple):
    """An entry as it is stored, whole or not."""

    record: Record
    texts: dict[str, bytes]
    """Its texts by field: they may not be UTF-8 any more."""

    @property
    def is_whole(self) -> bool:
        """Whether it agrees with its hash."""
        return hash_of(self.record) == self.record.hash


def _stored(pages: _Pages, start: int, links: list[int] | None = None) -> _Stored | None:
    """Return the entry whose columns begin at ``start``; None if there is none. For ``links`` see :class:`_Pages`."""
    content = pages.content
    if start < 2 or start >= len(content) or not _COLUMNS[0] < content[start] < 0x80:
        return None
    serials = _serials(content[start + 1 : start + content[start]])
    if serials is None or len(serials) not in _COLUMNS:
        return None
    if any(serial not in _INT_SIZES and serial < 12 for serial in serials[1:]):
        return None
    sizes = [0, *(_INT_SIZES[serial] if serial < 12 else (serial - 12) // 2 for serial in serials[1:])]
    if sum(sizes) > len(content):
        return None
    payload = pages.payload(start, content[start] + sum(sizes), links)
    if payload is None:
        return None
    values: list[int | str] = []
    parts: list[bytes] = []
    place = content[start]
    for serial, size in zip(serials[1:], sizes[1:], strict=True):
        part = bytes(payload[place : place + size])
        place += size
        parts.append(part)
        values.append(_integer(serial, part) if serial < 12 else part.decode("utf-8", "replace"))
    record = _of(_row(content, start), values)
    if record is None:
        return None
    texts = {name: part for name, part in zip(_fields(len(parts)), parts, strict=True) if name in _TEXTS}
    return _Stored(record, texts)


def _fields(columns: int) -> Sequence[str]:
    """Return the fields of the ``columns`` that follow the position, by the version of the file."""
    return {14: FIELDS[1:], 13: (*FIELDS[1:12], "hash"), 12: (*FIELDS[1:11], "hash")}[columns + 1]


class _Damaged:
    """The entries in damaged cells of a file."""

    def __init__(
        self, content: bytes, found: Iterable[Record], end: Fingerprint | None, beat: Callable[[], None]
    ) -> None:
        self._content = bytearray(content)
        self._pages = _pages_of(self._content)
        self._whole = {record.position: record for record in found}
        self._ids = {record.id for record in self._whole.values()}
        known = {each for record in self._whole.values() for each in (record.previous, record.before)}
        known |= {end.hash} if end is not None else set()
        self._correction = Correction(known - {"", CHAIN_START}, beat)
        self.corrected: dict[int, Record] = {}
        """By position: the entries of which a changed bit or byte could be corrected."""
        self._rest: dict[int, _Stored] = {}
        """By position: the other entries, which do not agree with their hashes."""
        for start in _starts(content):
            self._read(start)
        for start in self._misplaced():
            record = self._with_structure(start, range(start - 4, start + self._content[start] + 1))
            if record is not None:
                self._take(record)
        if len(self.rest) <= _FEW:
            for damaged in self.rest:
                record = self._correction.with_byte(*self._rest[damaged.position])
                if record is not None:
                    self._take(record)

    @property
    def rest(self) -> tuple[Record, ...]:
        """The entries that do not agree with their hashes, by position."""
        return tuple(self._rest[each].record for each in sorted(self._rest) if each not in self._whole)

    def _read(self, start: int) -> None:
        """Read the entry at ``start`` if it is a damaged one, and correct it if possible."""
        links: list[int] = []
        stored = _stored(self._pages, start, links)
        if stored is not None and stored.record.position in self._whole:
            return
        record = self._correction.with_bit(*stored) if stored is not None else None
        if record is None:
            places = (*range(start - 4, start + 26), *(link + byte for link in links for byte in range(4)))
            record = self._with_structure(start, places)
        if record is not None:
            self._take(record)
        elif stored is not None:
            known = self._rest.setdefault(stored.record.position, stored)
            if len(known.record.content) < len(stored.record.content):
                self._rest[stored.record.position] = stored

    def _take(self, record: Record) -> None:
        """Note an entry that was corrected."""
        if record.position not in self._whole:
            self.corrected[record.position] = self._whole[record.position] = record
            self._ids.add(record.id)

    def _misplaced(self) -> Iterator[int]:
        """Yield where the columns of an entry may begin whose own beginning is damaged: before an id."""
        for match in _UUID.finditer(bytes(self._content)):
            if match[0].decode() not in self._ids:
                yield from range(match.start() - 24, match.start() - 13)

    def _with_structure(self, start: int, places: Iterable[int]) -> Record | None:
        """Return the whole entry at ``start`` if one changed bit at one of ``places`` makes it one; else None."""
        content = self._content
        for place in places:
            if not 0 <= place < len(content):
                continue
            for bit in range(8):
                content[place] ^= 1 << bit
                stored = _stored(self._pages, start)
                content[place] ^= 1 << bit
                if stored is not None and stored.is_whole:
                    return stored.record
        return None


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


def _row(content: bytes | bytearray, start: int) -> int:
    """Return the number of the row that precedes the columns at ``start``."""
    first = start - 1
    while first > start - 9 and content[first - 1] >= 0x80:
        first -= 1
    row = 0
    for byte in content[first:start]:
        row = row << 7 | byte & 0x7F
    return row


def _serials(head: bytes | bytearray) -> list[int] | None:
    serials, value = [], 0
    for byte in head:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            serials.append(value)
            value = 0
    return serials if not value else None


def _integer(serial: int, part: bytes) -> int:
    return {8: 0, 9: 1}.get(serial, int.from_bytes(part, "big", signed=True))
