"""The file itself: its objects are packed together, because in a tagged file every cell is an object."""

from collections.abc import Callable, Sequence
from hashlib import md5
from itertools import count
from typing import Any

from reportlab.pdfbase import pdfdoc

from reports.writers.pdf.embedding import stream

_HEAD = b"%PDF-1.7\n%\x93\x8c\x8b\x9e Quatre Vents\n"
_PACKED = 500
"""Objects in one object stream."""
_FREE, _PLACED, _IN_PACKAGE = 0, 1, 2
"""Kinds of entries in the cross-reference table."""
_NEXT_IN_PACKAGE = b"\x02" + bytes(6) + b"\x01"
"""An entry that is simply the next object of the same stream."""


def objects_of(document: Any, own: dict[int, bytes], beat: Callable[[], None]) -> list[bytes]:
    """All objects in the order of their numbers, from 1: those of the library, and ours under the reserved numbers."""
    found: list[bytes] = []
    for number in count(1):  # the library adds further objects while it writes these
        if number % _PACKED == 0:
            beat()
        if number in own:
            found.append(own[number])
        elif number in document.numberToId:
            made = document.idToObject[document.numberToId[number]]
            found.append(pdfdoc.format(made, document, toplevel=1))
        else:
            return found
    raise AssertionError("numbers do not end")


def file_of(objects: Sequence[bytes], beat: Callable[[], None], *, root: str, info: str) -> bytes:
    """The whole file of ``objects``; ``root`` and ``info`` are references to the first two that a reader needs."""
    written, offset = [_HEAD], len(_HEAD)
    small: list[tuple[int, bytes]] = []
    places: dict[int, int] = {}

    def place(number: int, content: bytes) -> None:
        nonlocal offset
        whole = b"%d 0 obj\n%b\nendobj\n" % (number, content)
        places[number] = offset
        written.append(whole)
        offset += len(whole)

    for number, content in enumerate(objects, start=1):
        if content.endswith((b"endstream", b"endstream\n")):
            place(number, content)
        else:
            small.append((number, content))
    packed: dict[int, tuple[int, int]] = {}
    following = len(objects) + 1
    for first in range(0, len(small), _PACKED):
        beat()
        package = small[first : first + _PACKED]
        place(following, _package(package))
        packed.update((number, (following, index)) for index, (number, _) in enumerate(package))
        following += 1
    places[following] = start = offset
    table = _table(following + 1, places, packed)
    identity = md5(b"".join(objects), usedforsecurity=False).hexdigest()
    trailer = (
        f"/Type /XRef /Size {following + 1} /W [1 4 2] /Root {root} /Info {info} /ID [<{identity}> <{identity}>] "
        "/DecodeParms <</Predictor 12 /Columns 7>>"
    )
    written.append(b"%d 0 obj\n%b\nendobj\n" % (following, stream(table, trailer)))
    written.append(b"startxref\n%d\n%%%%EOF\n" % start)
    return b"".join(written)


def _package(package: Sequence[tuple[int, bytes]]) -> bytes:
    """Several objects in one stream, which compresses them well."""
    places, offset = [], 0
    for number, content in package:
        places.append(f"{number} {offset}")
        offset += len(content) + 1
    head = " ".join(places).encode("ascii") + b"\n"
    body = head + b"\n".join([content for _, content in package]) + b"\n"
    return stream(body, f"/Type /ObjStm /N {len(package)} /First {len(head)}")


def _table(size: int, places: dict[int, int], packed: dict[int, tuple[int, int]]) -> bytes:
    """The positions of the objects, each entry as the difference to the one before, byte by byte: this compresses
    well."""
    before = bytes(7)
    package, last = -1, -1
    lines = []
    for number in range(size):
        found = packed.get(number)
        if found == (package, last + 1) and last % 256 != 255:
            last += 1
            lines.append(_NEXT_IN_PACKAGE)
            continue
        if package >= 0:
            before = _entry(_IN_PACKAGE, package, last)
        if found is not None:
            package, last = found
            entry = _entry(_IN_PACKAGE, *found)
        else:
            package = -1
            entry = _entry(_PLACED, places[number], 0) if number else _entry(_FREE, 0, 65535)
        lines.append(b"\x02" + bytes((new - old) & 255 for new, old in zip(entry, before, strict=True)))
        before = entry
    return b"".join(lines)


def _entry(kind: int, place: int, last: int) -> bytes:
    return kind.to_bytes(1, "big") + place.to_bytes(4, "big") + last.to_bytes(2, "big")
