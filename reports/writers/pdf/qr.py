"""QR codes as plain boxes."""

from functools import lru_cache

from reports.writers.pdf.pen import BLACK, Pen

QUIET = 4
"""Modules of white that must surround a code."""


def draw_qr(pen: Pen, text: str, *, x: float, y: float, side: float) -> float:
    """Draw the ordinary QR code of ``text`` with its lower left corner at ``x``, ``y``; give the size of a module.

    ``side`` is in points and without the white, which the caller leaves: :data:`QUIET` modules all round.
    """
    matrix = matrix_of(text)
    module = side / len(matrix)
    for number, row in enumerate(matrix):
        bottom = y + side - (number + 1) * module
        start = 0
        while start < len(row):
            end = start
            while end < len(row) and row[end]:
                end += 1
            if end > start:
                pen.fill(x + start * module, bottom - 0.02, (end - start) * module, module + 0.04, grey=BLACK)
            start = end + 1
    return module


@lru_cache(maxsize=512)
def matrix_of(text: str) -> tuple[bytes, ...]:
    import segno

    return tuple(bytes(row) for row in segno.make(text, micro=False, error="m").matrix)
