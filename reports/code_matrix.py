"""The square code of a text, as its dark and light modules: for paper as for screens."""

from functools import lru_cache

QUIET = 4
"""Modules of white that must surround a code."""


_MASK = 2
"""Which of the eight patterns is laid over a code: every reader undoes any; to try all is what takes the time."""


@lru_cache(maxsize=2048)
def matrix_of(text: str) -> tuple[bytes, ...]:
    """The ordinary QR code of ``text``, row by row from the top: 1 is dark. The white around it is not in it."""
    import segno

    return tuple(bytes(row) for row in segno.make(text, micro=False, error="m", mask=_MASK).matrix)
