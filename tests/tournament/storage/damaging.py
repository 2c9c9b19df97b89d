"""Damage to an event file, of every kind that disks and copies do."""

import random
from collections.abc import Callable

PAGE = 4096
LEAF = 13
"""How a page begins that has entries of a table."""


def cut(content: bytes, lot: random.Random) -> bytes:
    """The end is gone."""
    return content[: lot.randrange(PAGE, len(content))]


def flip(content: bytes, lot: random.Random) -> bytes:
    """Some bits are turned."""
    damaged = bytearray(content)
    for _ in range(lot.randint(1, 8)):
        damaged[lot.randrange(100, len(damaged))] ^= 1 << lot.randrange(8)
    return bytes(damaged)


def zero(content: bytes, lot: random.Random) -> bytes:
    """Pages are empty."""
    damaged = bytearray(content)
    for _ in range(lot.randint(1, 3)):
        start = lot.randrange(1, len(content) // PAGE) * PAGE
        damaged[start : start + PAGE] = bytes(PAGE)
    return bytes(damaged)


def swap(content: bytes, lot: random.Random) -> bytes:
    """Swap two pages of the file."""
    damaged = bytearray(content)
    one, other = (lot.randrange(1, len(content) // PAGE) * PAGE for _ in range(2))
    damaged[one : one + PAGE], damaged[other : other + PAGE] = content[other : other + PAGE], content[one : one + PAGE]
    return bytes(damaged)


def lose_head(content: bytes, lot: random.Random) -> bytes:
    """The first page is noise, and so are some others."""
    damaged = bytearray(flip(content, lot))
    damaged[:PAGE] = lot.randbytes(PAGE)
    return bytes(damaged)


KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, flip, zero, swap, lose_head)
