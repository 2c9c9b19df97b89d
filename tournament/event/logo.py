"""The logo of an event, which is printed on its papers.

Its format and size are read from its first bytes, without decoding the picture.
"""

from dataclasses import dataclass
from enum import StrEnum

MOST_BYTES = 1_000_000
"""The largest logo in bytes. Every copy of an event contains it, so this is small, though more than a logo needs."""
MOST_PIXELS = 4_000
"""The largest width and height in pixels. A file with larger ones is not decoded, since it might fill the memory."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_FRAMES = frozenset((0xC0, 0xC1, 0xC2))
"""The segments of a JPEG that contain its size, in the usual encodings."""


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
    """Return the format and size of ``image``; None if it cannot be a logo."""
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
    """Read the size from a JPEG, segment by segment: each segment begins with its length."""
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
