"""The boxes of a sheet, cut out of a picture: each as a small picture of its ink alone.

The light of the paper around a box is taken as white, the pale lines of the boxes are removed, and what is written is
scaled to one size and centred, as the digits are from which the net learnt.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reports.photos.arrays import Bytes, Floats
from reports.photos.finding import Place, sampled
from reports.writers.pdf.score_sheet_layout import SheetBox

SIDE, INSIDE = 28, 20
"""Pixels of a cut-out, and of the longer side of what is written in it."""
_DOTS = 2.4
"""Samples a point."""
_AROUND = 4.0
"""Points around a box in which the paper is looked for."""
_OVER, _IN = 1.2, 0.2
"""Points that a digit may stand out above and below its box, and that are left out at its sides."""
_PALE = 0.19
"""Darkness up to which ink is taken for printed boxes: these are at most a fifth grey."""
_INK = 0.35
_LEAST_DARK = 0.42
"""Ink is at least so dark: a grain of paper is not stretched to the darkness of a pen."""
LEAST_INK = 0.012
"""The share of a box that is dark if anything is written in it."""
_LEAST_LENGTH = 4.5
"""Points: what is shorter is a dot or a dash, not a digit, and is not made larger than life."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """What is written in a box."""

    ink: float
    """The share of the box that is dark."""
    picture: Floats
    """The ink, from 0 to 1, scaled and centred: shape (28, 28)."""
    seen: Floats
    """The box as it is in the picture, from 0 black to 1 the light of the paper, upright."""

    @property
    def empty(self) -> bool:
        """Whether nothing is written in the box."""
        return self.ink < LEAST_INK


def cut_out(light: Floats, place: Place, box: SheetBox) -> CutOut:
    """Cut a box out of a grey picture; ``light`` is the picture in floats."""
    import numpy as np

    seen = _paper_white(light, place, box)
    dark = 1.0 - seen
    wide = _count(box.wide - 2 * _IN)
    high = _count(box.high + 2 * _OVER)
    reference = max(_LEAST_DARK, float(np.quantile(dark, 0.97)))
    ink = np.clip((dark - _PALE) / (reference - _PALE), 0.0, 1.0)
    margin = round((_OVER + 0.8) * _DOTS), round(0.6 * _DOTS)
    inner = ink[margin[0] : high - margin[0], margin[1] : wide - margin[1]]
    return CutOut(float(np.mean(inner > _INK)), centred(_without_edges(ink)), seen)


def _count(points: float) -> int:
    return round(points * _DOTS)


def _paper_white(light: Floats, place: Place, box: SheetBox) -> Floats:
    """The box with a little above and below it, divided by the light of the paper around it."""
    import numpy as np

    around = _samples(light, place, (box.left - _AROUND, box.bottom - _AROUND, box.wide + 2 * _AROUND,
                                     box.high + 2 * _AROUND), 1.0)  # fmt: skip
    paper = max(1.0, float(np.quantile(around, 0.9)))
    inner = (box.left + _IN, box.bottom - _OVER, box.wide - 2 * _IN, box.high + 2 * _OVER)
    white: Floats = np.clip(_samples(light, place, inner, _DOTS) / paper, 0.0, 1.0)
    return white


def _samples(light: Floats, place: Place, box: Sequence[float], dots: float) -> Floats:
    """A rectangle of the page: left, bottom, width and height in points, its first row at the top."""
    import numpy as np

    left, bottom, wide, high = box
    across, down = round(wide * dots), round(high * dots)
    x = left + (np.arange(across) + 0.5) / dots
    y = bottom + high - (np.arange(down) + 0.5) / dots
    points = np.stack(np.meshgrid(x, y), axis=-1)
    return sampled(light, place.pixels(points.reshape(-1, 2)).reshape(points.shape))


def _without_edges(ink: Floats) -> Floats:
    """Without what only touches the left and the right edge: the lines of the box, or the digit beside it."""
    import numpy as np

    kept = ink.copy()
    for edge, inner in ((0, 3), (-1, -4)):
        column = ink[:, edge]
        if float(np.mean(column > _INK)) > 0.5 and float(np.mean(ink[:, inner] > _INK)) < 0.3:
            kept[:, sorted((edge, edge + (1 if edge == 0 else -1)))] = 0.0
    return kept


def centred(ink: Floats) -> Floats:
    """Ink scaled so that its longer side has 20 pixels, with its centre of mass in the middle of 28 × 28 pixels."""
    import numpy as np

    picture: Floats = np.zeros((SIDE, SIDE))
    rows, columns = np.flatnonzero((ink > _INK).any(axis=1)), np.flatnonzero((ink > _INK).any(axis=0))
    if not len(rows):
        return picture
    part = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    longest = max(*part.shape, _LEAST_LENGTH * _DOTS)
    high, wide = (max(1, round(side * INSIDE / longest)) for side in part.shape)
    small = _resized(part, high, wide)
    total = max(float(small.sum()), 1e-6)
    top = SIDE / 2 - float((small.sum(axis=1) * (np.arange(high) + 0.5)).sum()) / total
    left = SIDE / 2 - float((small.sum(axis=0) * (np.arange(wide) + 0.5)).sum()) / total
    row, column = (min(max(round(start), 0), SIDE - side) for start, side in ((top, high), (left, wide)))
    picture[row : row + high, column : column + wide] = small
    return picture


def _resized(values: Floats, high: int, wide: int) -> Floats:
    """The means of ``values`` over a grid of so many rows and columns."""
    down, across = _shares(values.shape[0], high), _shares(values.shape[1], wide)
    resized: Floats = down @ values @ across.T
    return resized


def _shares(old: int, new: int) -> Floats:
    """How much each old pixel is part of each new one: shape (new, old), rows of sum 1."""
    import numpy as np

    edges = np.arange(new + 1) * old / new
    pixels = np.arange(old)
    share = np.clip(np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels), 0, None)
    shares: Floats = share / share.sum(axis=1, keepdims=True)
    return shares


PAGE_DOTS = 2.5
"""Pixels a point of a straightened page."""
_TILE = 60
"""Pixels of it that are taken from the picture together."""


def straightened(grey: Bytes, place: Place, paper: tuple[float, float]) -> bytes:
    """The page in the picture as it was printed, a JPEG of :data:`PAGE_DOTS` pixels a point, for people to look at."""
    from io import BytesIO

    import numpy as np
    from PIL import Image

    wide, high = (round(side * PAGE_DOTS) for side in paper)
    mesh = []
    for top in range(0, high, _TILE):
        for left in range(0, wide, _TILE):
            right, bottom = min(left + _TILE, wide), min(top + _TILE, high)
            corners = np.array([(left, top), (left, bottom), (right, bottom), (right, top)], dtype=np.float64)
            points = np.column_stack([corners[:, 0] / PAGE_DOTS, paper[1] - corners[:, 1] / PAGE_DOTS])
            mesh.append(((left, top, right, bottom), tuple(place.pixels(points).reshape(-1).tolist())))
    page = Image.fromarray(grey).transform((wide, high), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)
    store = BytesIO()
    page.save(store, "JPEG", quality=75)
    return store.getvalue()


def light_of(grey: Bytes) -> Floats:
    """The picture in floats, as :func:`cut_out` takes it."""
    import numpy as np

    return grey.astype(np.float64)
