"""The four elements of the drawings, as lines of SVG: path, rect, circle, line."""

from assets.tiles.drawing.outline import Outline, Point, number

FACE, EDGE, BACK, FRAME = "#FCF9F1", "#B9B09B", "#15566A", "#4F93A6"
"""The ground of a face, its border; the back, and the lines on it."""
RED, GREEN, BLUE, BLACK, GOLD, PLUM = "#B3332B", "#1E7049", "#1F4F94", "#26231E", "#8F5E06", "#84407A"
"""The six inks."""
INKS = (RED, GREEN, BLUE, BLACK, GOLD, PLUM)

Elements = tuple[str, ...]
"""Lines of SVG, from the ground up."""


def fill(shape: Outline, ink: str) -> str:
    """A filled shape."""
    return f'<path d="{shape.data}" fill="{ink}"/>'


def disc(middle: Point, radius: float, ink: str) -> str:
    """A filled circle."""
    return f'<circle cx="{number(middle.real)}" cy="{number(middle.imag)}" r="{number(radius)}" fill="{ink}"/>'


def hoop(middle: Point, radius: float, thick: float, ink: str) -> str:
    """A circle of a line ``thick``; ``radius`` is that of the line's outside."""
    at = f'cx="{number(middle.real)}" cy="{number(middle.imag)}" r="{number(radius - thick / 2)}"'
    return f'<circle {at} fill="none" stroke="{ink}" stroke-width="{number(thick)}"/>'


def bar(start: Point, end: Point, thick: float, ink: str) -> str:
    """A line with round ends."""
    at = " ".join(
        f'{name}="{number(value)}"'
        for name, value in zip(("x1", "y1", "x2", "y2"), (start.real, start.imag, end.real, end.imag), strict=True)
    )
    return f'<line {at} stroke="{ink}" stroke-width="{number(thick)}" stroke-linecap="round"/>'


def box(corner: Point, size: Point, radius: float, ink: str) -> str:
    """A filled box; ``size`` is its width and height."""
    return f'<rect {_box(corner, size, radius)} fill="{ink}"/>'


def framed_box(corner: Point, size: Point, radius: float, thick: float, ink: str, *, ground: str = "none") -> str:
    """A box with a border inside its size."""
    inset = complex(thick, thick) / 2
    line = f'stroke="{ink}" stroke-width="{number(thick)}"'
    return f'<rect {_box(corner + inset, size - 2 * inset, max(radius - thick / 2, 0))} fill="{ground}" {line}/>'


def _box(corner: Point, size: Point, radius: float) -> str:
    sides = (
        f'x="{number(corner.real)}" y="{number(corner.imag)}" width="{number(size.real)}" height="{number(size.imag)}"'
    )
    return f'{sides} rx="{number(radius)}"' if radius else sides
