"""The QR code of a text, as its dark and light modules, for paper and screens."""

from functools import lru_cache

QUIET = 4
"""Modules of white that must surround a code."""


_MASK = 2
"""Which of the eight mask patterns is used: every reader can undo any of them, and trying all is slow."""


@lru_cache(maxsize=2048)
def matrix_of(text: str) -> tuple[bytes, ...]:
    """The QR code of ``text``, row by row from the top: 1 is dark. The white border is not included."""
    import segno

    return tuple(bytes(row) for row in segno.make(text, micro=False, error="m", mask=_MASK).matrix)
