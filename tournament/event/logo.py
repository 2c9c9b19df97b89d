"""The picture of an event that stands on its papers: what it is, read from its first bytes without unpacking it."""

from dataclasses import dataclass
from enum import StrEnum

MOST_BYTES = 1_000_000
"""Far more than is ever written, and little enough for every copy of an event."""
MOST_PIXELS = 4_000
"""On each side: what a file says of itself is not unpacked beyond it."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_FRAMES = frozenset((0xC0, 0xC1, 0xC2))
"""Segments of a JPEG that say how large it is: those of usual coding."""


class LogoKind(StrEnum):
    """How the picture is written; the value is the ending of such a file."""

    PNG = "png"
    JPEG = "jpeg"


@dataclass(frozen=True, slots=True)
class LogoPicture:
    """What there is to say of a logo."""

    kind: LogoKind
    wide: int
    """In pixels."""
    high: int
    size: int
    """In bytes."""


def logo_picture(image: bytes) -> LogoPicture | None:
    """What ``image`` is; None for one that no event can have."""
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
    """Its segments one after the other, as each says how long it is."""
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
