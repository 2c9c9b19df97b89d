"""Find free space for a picture between other content of a page."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

GAP = 7.0
"""Points between the picture and its neighbours."""
_LEAST_SIDE, _LEAST_AREA = 6.0, 150.0
"""A smaller picture is useless."""


class Box(NamedTuple):
    """A part of a page, in points from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def wide(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def high(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom


@lru_cache(maxsize=64)
def largest_place(area: Box, taken: tuple[Box, ...], aspect: float, most: tuple[float, float]) -> Box | None:
    """The largest box of ``aspect`` (width by height) in ``area`` that overlaps nothing in ``taken``.

    At most as wide and high as ``most``; of equal ones the upper, then the right one. None if there is no space.
    """
    near = [
        Box(each.left - GAP, each.bottom - GAP / 2, each.right + GAP, each.top + GAP / 2)
        for each in taken
        if each.right > area.left and each.left < area.right and each.top > area.bottom and each.bottom < area.top
    ]
    edges = {area.bottom, area.top}
    edges |= {edge for box in near for edge in (box.bottom, box.top) if area.bottom < edge < area.top}
    best: Box | None = None
    for bottom, top in combinations(sorted(edges), 2):
        for left, right in _gaps(area, [box for box in near if box.bottom < top and box.top > bottom]):
            wide = min(right - left, most[0], aspect * min(top - bottom, most[1]))
            place = Box(right - wide, top - wide / aspect, right, top)
            if min(place.wide, place.high) >= _LEAST_SIDE and wide * place.high >= _LEAST_AREA:
                best = place if best is None or _rank(place) > _rank(best) else best
    return best


def _rank(place: Box) -> tuple[float, float, float]:
    return round(place.wide * place.high, 1), place.top, place.right


def _gaps(area: Box, between: Sequence[Box]) -> list[tuple[float, float]]:
    """The stretches of ``area`` from left to right that contain none of the boxes."""
    gaps, x = [], area.left
    for box in sorted(between, key=lambda box: box.left):
        if box.left > x:
            gaps.append((x, box.left))
        x = max(x, box.right)
    if area.right > x:
        gaps.append((x, area.right))
    return gaps
