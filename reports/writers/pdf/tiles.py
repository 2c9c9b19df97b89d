"""Tiles on paper: the shipped drawings as lines and curves, each stored once in the file however often it is shown."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from assets.tiles import HEIGHT, WIDTH, file_of
from reports.writers.pdf.pen import Pen

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_PIXELS = 96 / 72
"""Pixels per point at 100 % scale."""
_NON_ZERO = 1
"""The fill rule of the drawings."""
_PIECE = re.compile(r"([MLCZ])([^MLCZ]*)")
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}
_ATTRIBUTES = {
    "path": {"d", "fill"},
    "rect": {"x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width"},
    "circle": {"cx", "cy", "r", "fill", "stroke", "stroke-width"},
    "line": {"x1", "y1", "x2", "y2", "stroke", "stroke-width", "stroke-linecap"},
}
"""Everything that the drawings use."""

Element = tuple[str, Mapping[str, str]]
"""The name of an element and its attributes."""


def draw_tile(pen: Pen, face: str, *, x: float, y: float, high: float, turned: bool = False) -> float:
    """Draw the tile ``face`` (:data:`assets.tiles.FACES`) with its lower left corner at ``x``, ``y``; return its width.

    ``high`` is the height in points of an upright tile; one that is ``turned`` a quarter to the right lies, as wide as
    others are high. From 30 points the full drawing is used, below that the simplified one. Raises FileNotFoundError
    for an unknown face.
    """
    canvas, scale = pen.canvas, high / HEIGHT
    file = file_of(face, high=high * _PIXELS)
    name = f"tile-{file.parent.name}-{face}"
    if not canvas.hasForm(name):
        _keep(canvas, name, file)
    canvas.mark_picture()
    canvas.saveState()
    canvas.translate(x, y)
    if turned:
        canvas.translate(0, WIDTH * scale)
        canvas.rotate(-90)
    canvas.scale(scale, scale)
    canvas.show_drawing(name)
    canvas.restoreState()
    return (HEIGHT if turned else WIDTH) * scale


def _keep(canvas: "PageCanvas", name: str, file: Path) -> None:
    canvas.begin_drawing(name, WIDTH, HEIGHT)
    canvas.transform(1, 0, 0, -1, 0, HEIGHT)
    for element, given in elements_of(file):
        _draw(canvas, element, given)
    canvas.end_drawing()


@lru_cache(maxsize=256)
def elements_of(file: Path) -> tuple[Element, ...]:
    """Read a drawing, background first; ValueError if it has anything that our drawings do not use."""
    from defusedxml.ElementTree import fromstring

    found = []
    for child in fromstring(file.read_text(encoding="utf-8")):
        element = str(child.tag).rpartition("}")[2]
        if element not in _ATTRIBUTES or not set(child.keys()) <= _ATTRIBUTES[element]:
            raise ValueError(f"{file.name}: {element} with {', '.join(child.keys())} is not drawn on paper")
        found.append((element, dict(child.items())))
    return tuple(found)


def _draw(canvas: "PageCanvas", element: str, given: Mapping[str, str]) -> None:
    inked = {"fill": int(given.get("fill", "none") != "none"), "stroke": int("stroke" in given)}
    if inked["fill"]:
        canvas.setFillColor(_colour(given["fill"]))
    if inked["stroke"]:
        canvas.setStrokeColor(_colour(given["stroke"]))
        canvas.setLineWidth(float(given["stroke-width"]))
    if element == "path":
        _draw_path(canvas, given["d"])
    elif element == "rect":
        x, y, wide, high = (float(given[name]) for name in ("x", "y", "width", "height"))
        canvas.roundRect(x, y, wide, high, float(given.get("rx", "0")), **inked)
    elif element == "circle":
        canvas.circle(float(given["cx"]), float(given["cy"]), float(given["r"]), **inked)
    else:
        canvas.setLineCap(1 if given.get("stroke-linecap") == "round" else 0)
        canvas.line(*(float(given[name]) for name in ("x1", "y1", "x2", "y2")))


def _draw_path(canvas: "PageCanvas", data: str) -> None:
    path = canvas.beginPath()
    for letter, numbers in pieces_of(data):
        if letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "C":
            path.curveTo(*numbers)
        else:
            path.close()
    canvas.drawPath(path, stroke=0, fill=1, fillMode=_NON_ZERO)


def pieces_of(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The pieces of path data: M, L, C with their numbers, and Z; ValueError for anything else."""
    if _PIECE.sub("", data).strip():
        raise ValueError(f"path data starts with none of M, L, C, Z: {data[:20]!r}")
    for letter, rest in _PIECE.findall(data):
        numbers = tuple(map(float, rest.split()))
        if len(numbers) != _NUMBERS[letter]:
            raise ValueError(f"{len(numbers)} numbers after {letter} in path data")
        yield letter, numbers


def _colour(text: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1, of ``#RRGGBB``."""
    red, green, blue = (int(text[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return red, green, blue
