"""Logos drawn for tests; they belong to nobody."""

import struct
import zlib
from functools import cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

SIZES = {"wide": (600, 100), "tall": (100, 300), "square": (300, 300)}
"""The shapes that a logo can have."""


def drawn(wide: int, high: int, ink: tuple[int, ...] = (150, 30, 40, 255)) -> Image.Image:
    """Rings in a row on nothing, from edge to edge."""
    image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    side = min(wide, high)
    for place in range(max(wide, high) // side):
        x, y = (place * side, 0) if wide >= high else (0, place * side)
        draw.ellipse((x, y, x + side - 1, y + side - 1), outline=ink, width=max(2, side // 6))
        draw.rectangle((x + side * 2 // 5, y + side * 2 // 5, x + side * 3 // 5, y + side * 3 // 5), fill=ink)
    return image


def written(image: Image.Image, format: str = "PNG", **options: Any) -> bytes:
    """The picture as a file."""
    file = BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


@cache
def logo(shape: str) -> bytes:
    """A logo as an event keeps it."""
    return written(drawn(*SIZES[shape]), optimize=True)


def plain(wide: int = 64, high: int = 32) -> bytes:
    """A dark picture that is the same file by every version of every library: nothing in it is packed."""

    def part(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    pixels = zlib.compress((b"\0" + b"\x30" * wide) * high, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", pixels) + part(b"IEND", b"")
