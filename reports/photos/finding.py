"""Where on a picture the points of a printed sheet are.

The code gives a first guess of the perspective, which is only good near the code. The printed rules are then matched
in growing rings around it: at points along each rule the darkest place across it is searched, and the eight numbers of
the perspective are fitted to them by weighted least squares (Gauss–Newton). At the end a polynomial of degree four
takes up what a curled paper and a lens leave over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reports.photos.arrays import Bytes, Floats
from reports.sheets.code import Scanned, read_code
from reports.writers.pdf.score_sheet_layout import SheetBox, SheetLayout, SheetRule

LEAST_SHARE = 0.40
"""The share of the points on rules at which a rule must be found: those of wrong places stay well below."""
_RINGS = (110.0, 160.0, 230.0, 320.0, 440.0, 600.0, 800.0, 1100.0)
"""Radii around the code in points."""
_STEP = 6.0
"""Points between two places at which a rule is looked for."""
_ENOUGH = 700
"""Places that are looked at in a ring."""
_SCALE = 300.0
"""Points by which places are divided, so that all unknowns are of one size."""
_DARK = 0.10
"""The darkness of a place that counts as a rule."""
_FAINT, _CLEAR = 0.05, 0.12
"""The least darkness of a place that is fitted to, and the one beyond which it counts no more: thin rules are as good
as thick ones, and stand where no others are."""
_DEGREE = 4
_LONGEST = 2000
"""Pixels of the longer side of the picture in which rules are searched."""
_PAPER_AROUND = 24
"""Half the side, in pixels, of the square whose mean is the lightness of the paper."""


class FoundCode(NamedTuple):
    """The code of a sheet in a picture."""

    code: Scanned
    corners: Floats
    """Upper left, upper right, lower right and lower left of the code as printed, in pixels: shape (4, 2)."""


@dataclass(frozen=True, slots=True)
class Place:
    """How the points of a page lie in a picture."""

    matrix: Floats
    """From points to pixels, a perspective: shape (3, 3)."""
    bend: Floats
    """The coefficients of what is added to a point before that, for x and y: shape (2, 15)."""
    centre: Floats
    share: float
    """The share of the points on rules at which a rule is in the picture."""

    def pixels(self, points: Floats) -> Floats:
        """The pixels of points of the page: shape (n, 2) both."""
        near = (points - self.centre) / _SCALE
        return _projected(self.matrix, points + _terms(near) @ self.bend.T)


def codes_in(grey: Bytes) -> list[FoundCode]:
    """The codes of score sheets in a picture, from the top."""
    import numpy as np
    import zxingcpp

    found: dict[tuple[tuple[int, int], ...], FoundCode] = {}
    for each in zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)):
        code = read_code(each.text)
        if code is not None and code.event:
            at = each.position
            corners = [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
            found.setdefault(tuple(corners), FoundCode(code, np.array(corners, dtype=np.float64)))
    return sorted(found.values(), key=lambda each: float(each.corners[:, 1].mean()))


def place_of(grey: Bytes, corners: Floats, layout: SheetLayout) -> Place:
    """Where the sheet with this layout is, whose code has these ``corners`` in the picture.

    The place is a guess where its ``share`` is below :data:`LEAST_SHARE`.
    """
    import numpy as np

    shrink = max(1, round(max(grey.shape) / _LONGEST))
    dark = darkness(_shrunk(grey, shrink))
    code = _corners(layout.code)
    centre = code.mean(axis=0)
    half = (shrink - 1) / 2  # the middle of the pixels that became one
    matrix = _perspective(code, (corners - half) / shrink)
    points, along = _rule_points(layout.rules)
    reach = np.hypot(*(points - centre).T)
    for radius in _RINGS:
        near = np.flatnonzero(reach < radius)
        near = near[:: 1 + len(near) // _ENOUGH]
        for search in (6.0, 4.0, 2.5):
            matrix = _fitted(dark, matrix, points[near], along[near], centre, search)
    bend = np.zeros((2, len(list(_powers()))))
    for search in (3.0, 2.0, 1.5):
        bend = bend + _bent(dark, matrix, bend, points, along, centre, search)
    moved = points + _terms((points - centre) / _SCALE) @ bend.T
    offset, depth = _darkest(dark, matrix, moved, along, 1.2)
    share = float(np.mean((depth > _DARK) & (np.abs(offset) <= 1.0)))
    whole = np.array([[shrink, 0, half], [0, shrink, half], [0, 0, 1]]) @ matrix
    return Place(whole, bend, centre, share)


def darkness(grey: Bytes) -> Floats:
    """How much darker each pixel is than the mean around it, from 0 to 1."""
    import numpy as np

    light = grey.astype(np.float64) + 1.0
    mean = _box_mean(light, _PAPER_AROUND)
    return np.clip(1.0 - light / mean, 0.0, 1.0)


def _box_mean(values: Floats, half: int) -> Floats:
    """The mean of the square around each pixel, of a side of 2 × half + 1."""
    import numpy as np

    padded = np.pad(values, half + 1, mode="edge")
    sums = padded.cumsum(axis=0).cumsum(axis=1)
    side = 2 * half + 1
    square = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    mean: Floats = square[: values.shape[0], : values.shape[1]] / side**2
    return mean


def _shrunk(grey: Bytes, times: int) -> Bytes:
    import numpy as np

    if times == 1:
        return grey
    high, wide = grey.shape[0] // times * times, grey.shape[1] // times * times
    blocks = grey[:high, :wide].reshape(high // times, times, wide // times, times)
    shrunk: Bytes = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return shrunk


def _corners(box: SheetBox) -> Floats:
    import numpy as np

    left, right, bottom, top = box.left, box.left + box.wide, box.bottom, box.bottom + box.high
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _perspective(points: Floats, pixels: Floats) -> Floats:
    """The perspective that brings four points to four pixels."""
    import numpy as np

    rows = []
    for (x, y), (u, v) in zip(points, pixels, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.lstsq(np.array(rows), pixels.reshape(-1), rcond=None)[0]
    matrix: Floats = np.append(solved, 1.0).reshape(3, 3)
    return matrix


def _projected(matrix: Floats, points: Floats) -> Floats:
    import numpy as np

    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    depth = np.where(np.abs(lifted[:, 2:]) < 1e-9, 1e-9, lifted[:, 2:])
    projected: Floats = lifted[:, :2] / depth
    return projected


def _rule_points(rules: Sequence[SheetRule]) -> tuple[Floats, Floats]:
    """Places on the rules, and the direction of the rule at each: shape (n, 2) both."""
    import numpy as np

    points, along = [], []
    for rule in rules:
        start, end = np.array(rule[:2]), np.array(rule[2:4])
        length = float(np.hypot(*(end - start)))
        count = max(2, round(length / _STEP))
        parts = (np.arange(count) + 0.5) / count
        points.append(start + parts[:, None] * (end - start))
        along.append(np.broadcast_to((end - start) / length, (count, 2)))
    return np.concatenate(points), np.concatenate(along)


def sampled(values: Floats, pixels: Floats) -> Floats:
    """The values between the pixels of a picture; 0 outside of it."""
    import numpy as np

    high, wide = values.shape
    x, y = pixels[..., 0], pixels[..., 1]
    inside = (x >= 0) & (y >= 0) & (x < wide - 1) & (y < high - 1)
    x, y = np.where(inside, x, 0.0), np.where(inside, y, 0.0)
    left, top = x.astype(np.intp), y.astype(np.intp)
    across, down = x - left, y - top
    above = values[top, left] * (1 - across) + values[top, left + 1] * across
    below = values[top + 1, left] * (1 - across) + values[top + 1, left + 1] * across
    between: Floats = np.where(inside, above * (1 - down) + below * down, 0.0)
    return between


def _darkest(dark: Floats, matrix: Floats, points: Floats, along: Floats, search: float) -> tuple[Floats, Floats]:
    """How far across the rule its darkest place is, in points, and how dark it is there.

    Each value is the mean of three places along the rule, so that a dot of ink is not taken for it.
    """
    import numpy as np

    across = np.column_stack([-along[:, 1], along[:, 0]])
    offsets = np.arange(-search, search + 0.01, 0.4)
    total = np.zeros((len(points), len(offsets)))
    for shift in (-1.5, 0.0, 1.5):
        places = points[:, None, :] + along[:, None, :] * shift + across[:, None, :] * offsets[None, :, None]
        pixels = _projected(matrix, places.reshape(-1, 2))
        total += sampled(dark, pixels).reshape(total.shape)
    total /= 3
    best = np.argmax(total - 0.01 * np.abs(offsets), axis=1)
    rows = np.arange(len(points))
    depth = total[rows, best]
    inner = np.clip(best, 1, len(offsets) - 2)
    before, here, after = total[rows, inner - 1], total[rows, inner], total[rows, inner + 1]
    curve = before - 2 * here + after
    with np.errstate(divide="ignore", invalid="ignore"):
        finer = np.where(curve < -1e-6, 0.5 * (before - after) / curve, 0.0)
    return offsets[best] + np.where(best == inner, np.clip(finer, -0.5, 0.5), 0.0) * 0.4, depth


def _weights(offset: Floats, depth: Floats, search: float) -> Floats:
    """How much each place counts: dark ones, and those that are not far off."""
    import numpy as np

    near = np.clip(1 - (offset / (1.1 * search)) ** 2, 0, None) ** 2
    weights: Floats = np.where(depth > _FAINT, np.minimum(depth, _CLEAR) * near, 0.0)
    return weights


def _fitted(dark: Floats, matrix: Floats, points: Floats, along: Floats, centre: Floats, search: float) -> Floats:
    """The perspective after one step: moved so that the rules lie where it is dark."""
    import numpy as np

    offset, depth = _darkest(dark, matrix, points, along, search)
    weights = _weights(offset, depth, search)
    x, y = ((points - centre) / _SCALE).T
    over, up = -along[:, 1], along[:, 0]
    one = np.ones(len(points))
    columns = np.column_stack([
        over * one, over * x, over * y, up * one, up * x, up * y,
        over * x * x + up * x * y, over * x * y + up * y * y,
    ])  # fmt: skip
    step = _solved(columns, offset, weights, np.full(8, 1e-3)) / _SCALE
    a, b, c, d, e, f, g, h = step
    move = np.array([[1 + b, c, a], [e, 1 + f, d], [-g, -h, 1]])
    to_near = np.array([[1 / _SCALE, 0, -centre[0] / _SCALE], [0, 1 / _SCALE, -centre[1] / _SCALE], [0, 0, 1]])
    moved = matrix @ np.linalg.inv(to_near) @ move @ to_near
    fitted: Floats = moved / moved[2, 2]
    return fitted


def _solved(columns: Floats, wanted: Floats, weights: Floats, firmness: Floats) -> Floats:
    """Weighted least squares; ``firmness`` keeps unknowns near 0 of which the places say nothing."""
    import numpy as np

    weighted = columns * weights[:, None]
    squares = columns.T @ weighted
    squares += np.diag(firmness * max(1.0, float(weights.sum())))
    solved: Floats = np.linalg.solve(squares, weighted.T @ wanted)
    return solved


def _powers() -> Iterator[tuple[int, int]]:
    return ((x, total - x) for total in range(_DEGREE + 1) for x in range(total + 1))


def _terms(near: Floats) -> Floats:
    """The powers of x and y up to the degree of the polynomial: shape (n, 15)."""
    import numpy as np

    x, y = near.T
    terms: Floats = np.column_stack([x**across * y**up for across, up in _powers()])
    return terms


def _bent(
    dark: Floats, matrix: Floats, bend: Floats, points: Floats, along: Floats, centre: Floats, search: float
) -> Floats:
    """What is added to the coefficients of the polynomial, from how far the rules are off now."""
    import numpy as np

    terms = _terms((points - centre) / _SCALE)
    offset, depth = _darkest(dark, matrix, points + terms @ bend.T, along, search)
    weights = _weights(offset, depth, search)
    found = []
    firmness = np.full(terms.shape[1], 1e-4)
    upright = np.abs(along[:, 1]) > 0.5
    for rules, sign in ((upright, -1.0), (~upright, 1.0)):
        direction = along[rules, 1] if sign < 0 else along[rules, 0]
        found.append(_solved(terms[rules], sign * direction * offset[rules], weights[rules], firmness))
    return np.array(found)
