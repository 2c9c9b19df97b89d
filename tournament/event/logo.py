"""The logo of an event, which is printed on its papers. Its size is read from its first bytes without decoding it."""

from dataclasses import dataclass
from enum import StrEnum

MOST_BYTES = 1_000_000
"""Far more than any logo needs, and small enough for every copy of an event."""
MOST_PIXELS = 4_000
"""Maximum on each side. A file that states more is not decoded."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_FRAMES = frozenset((0xC0, 0xC1, 0xC2))
"""Segments of a JPEG that state its size, in the usual encodings."""


class LogoKind(StrEnum):
    """The format of the picture; the value is the file name extension."""

    PNG = "png"
    JPEG = "jpeg"


@dataclass(frozen=True, slots=True)
class LogoPicture:
    """The format and size of a logo."""

    kind: LogoKind
    wide: int
    """In pixels."""
    high: int
    size: int
    """In bytes."""


def logo_picture(image: bytes) -> LogoPicture | None:
    """Return what ``image`` is; None if it cannot be a logo."""
    found = _png(image) or _jpeg(image)
    if found is None or len(image) > MOST_BYTES:
        return None
    sides = found.wide, found.high
    return found if min(sides) > 0 and max(sides) <= MOST_PIXELS else None


def _png(image: bytes) -> LogoPicture | None:
    if not image.startswith(_PNG) or image[12:16] != b"IHDR" or len(image) < 33:
        return None
    wide, high = (int.from_bytes(image[place : place + 4], "big") for place in (16, 20))
    return LogoPicture(LogoKind.PNG, wide, high, len(image))


def _jpeg(image: bytes) -> LogoPicture | None:
    """Read the segments one after the other; each states its length."""
    if not image.startswith(_JPEG):
        return None
    place = len(_JPEG)
    while place + 9 <= len(image) and image[place] == 0xFF:
        length = int.from_bytes(image[place + 2 : place + 4], "big")
        if image[place + 1] in _FRAMES:
            high, wide = (int.from_bytes(image[place + there : place + there + 2], "big") for there in (5, 7))
            return LogoPicture(LogoKind.JPEG, wide, high, len(image))
        place += 2 + max(length, 2)
    return None
