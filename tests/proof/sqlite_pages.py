"""The rows of the journal that can be read out of a file's bytes, by nothing but the format of SQLite files.

https://www.sqlite.org/fileformat2.html: pages, leaves of table b-trees, cells, overflow. What is broken is passed over.
"""

from collections.abc import Iterator

from tests.proof.event_file import COLUMNS, Row

_LEAF = 0x0D
_MOST_OVERFLOW = 10_000


def readable_rows(content: bytes) -> list[Row]:
    """Every row of the journal's shape in a leaf of ``content``, wherever the leaf is."""
    size = int.from_bytes(content[16:18], "big") if len(content) >= 100 else 0
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size = 4096
    return [row for start in range(0, len(content), size) for row in _rows_of_page(content, start, size)]


def _rows_of_page(content: bytes, start: int, size: int) -> Iterator[Row]:
    page = content[start : start + size]
    head = 100 if start == 0 else 0
    if len(page) < head + 8 or page[head] != _LEAF:
        return
    cells = int.from_bytes(page[head + 3 : head + 5], "big")
    for index in range(cells):
        place = head + 8 + 2 * index
        offset = int.from_bytes(page[place : place + 2], "big")
        try:
            row = _row(content, page, offset, size)
        except (IndexError, ValueError, UnicodeDecodeError):
            continue
        if row is not None:
            yield row


def _row(content: bytes, page: bytes, offset: int, size: int) -> Row | None:
    length, offset = _varint(page, offset)
    rowid, offset = _varint(page, offset)
    payload = _payload(content, page, offset, length, size)
    header, place = _varint(payload, 0)
    types = []
    while place < header:
        kind, place = _varint(payload, place)
        types.append(kind)
    if len(types) != len(COLUMNS):
        return None
    values = []
    for kind in types:
        value, place = _value(payload, place, kind)
        values.append(value)
    row = dict(zip(COLUMNS, values, strict=True))
    return row | {"position": rowid} if row["position"] is None else None


def _payload(content: bytes, page: bytes, offset: int, length: int, size: int) -> bytes:
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return _slice(page, offset, length)
    kept = least + (length - least) % (size - 4)
    local = kept if kept <= most else least
    found = [_slice(page, offset, local)]
    following, left = int.from_bytes(_slice(page, offset + local, 4), "big"), length - local
    for _ in range(_MOST_OVERFLOW):
        if left <= 0:
            break
        start = (following - 1) * size
        if following < 1 or start >= len(content):
            raise ValueError("no such page")
        taken = min(left, size - 4)
        found.append(_slice(content, start + 4, taken))
        following, left = int.from_bytes(_slice(content, start, 4), "big"), left - taken
    return b"".join(found)


def _slice(content: bytes, start: int, length: int) -> bytes:
    found = content[start : start + length]
    if len(found) != length:
        raise ValueError("cut")
    return found


def _value(payload: bytes, place: int, kind: int) -> tuple[object, int]:
    if kind == 0:
        return None, place
    if kind in (8, 9):
        return kind - 8, place
    if kind <= 6:
        length = (0, 1, 2, 3, 4, 6, 8)[kind]
        return int.from_bytes(_slice(payload, place, length), "big", signed=True), place + length
    if kind >= 13 and kind % 2:
        length = (kind - 13) // 2
        return _slice(payload, place, length).decode("utf-8"), place + length
    raise ValueError("not of the journal")


def _varint(content: bytes, offset: int) -> tuple[int, int]:
    value = 0
    for index in range(9):
        byte = content[offset + index]
        if index == 8:
            return value << 8 | byte, offset + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + index + 1
    raise ValueError("varint")
