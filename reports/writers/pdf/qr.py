"""QR codes as plain boxes."""

from functools import lru_cache

from reports.writers.pdf.pen import Pen

QUIET = 4
"""Modules of white that must surround a code."""


_MASK = 2
"""Which of the eight patterns is laid over a code: every reader undoes any; to try all is what takes the time."""


def draw_qr(pen: Pen, text: str, *, x: float, y: float, side: float) -> float:
    """Draw the ordinary QR code of ``text`` with its lower left corner at ``x``, ``y``; give the size of a module.

    ``side`` is in points and without the white, which the caller leaves: :data:`QUIET` modules all round.
    """
    matrix = matrix_of(text)
    module = side / len(matrix)
    high = module + 0.04
    boxes = []
    for number, row in enumerate(matrix):
        bottom = y + side - (number + 1) * module - 0.02
        for start, end in stretches(row):
            boxes.append(f"{x + start * module:.2f} {bottom:.2f} {(end - start) * module:.2f} {high:.2f} re")
    pen.fill_boxes(boxes)
    return module


def stretches(row: bytes) -> list[tuple[int, int]]:
    """Where the dark modules of a row begin and end."""
    found = []
    start = row.find(1)
    while start >= 0:
        end = row.find(0, start)
        if end < 0:
            end = len(row)
        found.append((start, end))
        start = row.find(1, end)
    return found


@lru_cache(maxsize=2048)
def matrix_of(text: str) -> tuple[bytes, ...]:
    import segno

    return tuple(bytes(row) for row in segno.make(text, micro=False, error="m", mask=_MASK).matrix)
