"""QR codes as plain boxes."""

from reports.code_matrix import matrix_of
from reports.writers.pdf.pen import Pen


def draw_qr(pen: Pen, text: str, *, x: float, y: float, side: float) -> float:
    """Draw the ordinary QR code of ``text`` with its lower left corner at ``x``, ``y``; return the size of a module.

    ``side`` is in points and without the border, which the caller leaves: :data:`~reports.code_matrix.QUIET` modules
    all round.
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
    """The beginnings and ends of the dark stretches of a row."""
    found = []
    start = row.find(1)
    while start >= 0:
        end = row.find(0, start)
        if end < 0:
            end = len(row)
        found.append((start, end))
        start = row.find(1, end)
    return found
