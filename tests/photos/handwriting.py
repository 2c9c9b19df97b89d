"""Digits drawn by strokes, no two alike, for tests and as one of the styles from which the net learns."""

from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

Array = Any
SIDE = 64
"""Pixels of a drawn digit: dark on 0, ink 255."""
_STROKES: dict[int, tuple[tuple[tuple[tuple[float, float], ...], ...], ...]] = {
    0: ((((0.5, 0), (0.15, 0.2), (0.1, 0.6), (0.4, 1), (0.75, 0.9), (0.9, 0.45), (0.75, 0.1), (0.5, 0)),),),
    1: (
        (((0.5, 0), (0.5, 1)),),
        (((0.2, 0.3), (0.6, 0), (0.58, 1)),),
        (((0.15, 0.4), (0.65, 0), (0.6, 1)),),
    ),
    2: ((((0.1, 0.25), (0.4, 0), (0.85, 0.15), (0.75, 0.5), (0.1, 1), (0.95, 0.97)),),),
    3: ((((0.1, 0.1), (0.5, 0), (0.85, 0.2), (0.45, 0.45), (0.9, 0.7), (0.55, 1), (0.1, 0.9)),),),
    4: (
        (((0.6, 0), (0.05, 0.65), (0.95, 0.62)), ((0.68, 0.3), (0.64, 1))),
        (((0.2, 0), (0.15, 0.5), (0.85, 0.5)), ((0.8, 0), (0.78, 1))),
    ),
    5: ((((0.85, 0), (0.25, 0.02), (0.2, 0.42), (0.7, 0.4), (0.85, 0.75), (0.5, 1), (0.1, 0.9)),),),
    6: ((((0.75, 0), (0.25, 0.4), (0.15, 0.8), (0.5, 1), (0.85, 0.75), (0.6, 0.5), (0.2, 0.7)),),),
    7: (
        (((0.1, 0.03), (0.9, 0), (0.4, 1)),),
        (((0.1, 0.03), (0.9, 0), (0.4, 1)), ((0.3, 0.5), (0.8, 0.45))),
    ),
    8: ((((0.8, 0.15), (0.4, 0), (0.2, 0.25), (0.8, 0.7), (0.5, 1), (0.15, 0.75), (0.75, 0.3), (0.8, 0.15)),),),
    9: (
        (((0.85, 0.25), (0.45, 0), (0.15, 0.3), (0.5, 0.5), (0.85, 0.25), (0.75, 1)),),
        (((0.85, 0.2), (0.45, 0), (0.15, 0.3), (0.5, 0.5), (0.85, 0.2), (0.8, 0.8), (0.3, 1)),),
    ),
}


def drawn_digit(digit: int, random: np.random.Generator) -> Array:
    """A digit as a picture of 64 × 64 pixels, ink 255."""
    shapes = _STROKES[digit]
    strokes = shapes[random.integers(len(shapes))]
    return _inked([_moved(np.array(stroke), random) for stroke in strokes], random)


def _moved(stroke: Array, random: np.random.Generator) -> Array:
    """A stroke with its points a little off, as a smooth line."""
    points = stroke + random.normal(0, 0.035, stroke.shape)
    if len(points) < 3:
        return points
    along = np.arange(len(points), dtype=float)
    fine = np.linspace(0, len(points) - 1, 12 * len(points))
    sharp = np.column_stack([np.interp(fine, along, points[:, axis]) for axis in range(2)])
    kernel = np.ones(7) / 7
    padded = np.pad(sharp, ((3, 3), (0, 0)), mode="edge")
    return np.column_stack([np.convolve(padded[:, axis], kernel, "valid") for axis in range(2)])


def _inked(strokes: list[Array], random: np.random.Generator) -> Array:
    picture = Image.new("L", (2 * SIDE, 2 * SIDE), 0)
    pen = ImageDraw.Draw(picture)
    narrow, slant = random.uniform(0.45, 0.8), random.normal(0, 0.12)
    thick = int(random.integers(7, 13))
    for stroke in strokes:
        x = SIDE + (stroke[:, 0] - 0.5 - slant * (stroke[:, 1] - 0.5)) * 1.5 * SIDE * narrow
        y = SIDE + (stroke[:, 1] - 0.5) * 1.5 * SIDE
        pen.line([(float(a), float(b)) for a, b in zip(x, y, strict=True)], fill=255, width=thick, joint="curve")
    return np.asarray(picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS).filter(ImageFilter.GaussianBlur(0.6)))


def struck_out(digit: Array, random: np.random.Generator) -> Array:
    """A digit crossed out: by one or more lines, a cross, or a scribble."""
    high, wide = digit.shape
    picture = Image.fromarray(digit)
    pen = ImageDraw.Draw(picture)
    thick = max(2, round(high * random.uniform(0.05, 0.1)))
    kind = random.integers(4)
    left, right = random.uniform(0.02, 0.2) * wide, random.uniform(0.8, 0.98) * wide
    if kind == 0:  # two or three lines across
        for _ in range(int(random.integers(2, 4))):
            start, end = (random.uniform(0.25, 0.75) * high for _ in range(2))
            pen.line([(left, start), (right, end)], fill=255, width=thick)
    elif kind == 1:  # a cross
        pen.line([(left, 0.1 * high), (right, 0.9 * high)], fill=255, width=thick)
        pen.line([(left, 0.9 * high), (right, 0.1 * high)], fill=255, width=thick)
    elif kind == 2:  # a zigzag
        count = int(random.integers(5, 9))
        points = [(left + (right - left) * step / count, (0.2 + 0.6 * (step % 2)) * high) for step in range(count + 1)]
        pen.line(points, fill=255, width=thick, joint="curve")
    else:  # blackened
        for _ in range(9):
            start = random.uniform(0.1, 0.9, 4) * np.array([wide, high, wide, high])
            pen.line([float(each) for each in start], fill=255, width=thick)
    return np.asarray(picture)


def inked(page: Array, digit: Array, box: tuple[float, float, float, float], dots: float, dark: float) -> None:
    """Write a digit onto a page of so many dots a point: left, bottom, width and height of it in points."""
    left, bottom, wide, high = box
    top = page.shape[0] / dots - bottom - high
    size = max(2, round(wide * dots)), max(2, round(high * dots))
    ink = np.asarray(Image.fromarray(digit).resize(size, Image.Resampling.BICUBIC), dtype=np.float32) / 255
    row, column = round(top * dots), round(left * dots)
    part = page[row : row + size[1], column : column + size[0]]
    ink = ink[: part.shape[0], : part.shape[1]]
    part[:] = np.minimum(part, part * (1 - dark * ink)).astype(np.uint8)
