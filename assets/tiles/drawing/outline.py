"""Closed shapes of straight and curved pieces, and how to place them.

Points are complex numbers, x to the right and y down: turning and scaling is multiplying, moving is adding.
"""

import cmath
import math
from dataclasses import dataclass

Point = complex


@dataclass(frozen=True, slots=True)
class Outline:
    """Pieces one after another: ``M`` (1 point), ``L`` (1), ``C`` (3: two handles and the end) and ``Z`` (none)."""

    pieces: tuple[tuple[str, tuple[Point, ...]], ...]

    @property
    def data(self) -> str:
        """The path data of SVG, rounded to two decimals."""
        return "".join(
            letter + " ".join(f"{number(p.real)} {number(p.imag)}" for p in at) for letter, at in self.pieces
        )

    def placed(self, by: Point = 1, to: Point = 0, *, mirrored: bool = False) -> "Outline":
        """Scale and turn by ``by``, then move by ``to``; ``mirrored`` swaps left and right first."""
        return Outline(
            tuple(
                (letter, tuple((-p.conjugate() if mirrored else p) * by + to for p in points))
                for letter, points in self.pieces
            )
        )

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, exact to a thirtieth of a curve."""
        points = [point for piece in self._flat() for point in piece]
        across, down = [p.real for p in points], [p.imag for p in points]
        return min(across), min(down), max(across), max(down)

    def _flat(self) -> list[list[Point]]:
        flat, here = [], 0j
        for letter, points in self.pieces:
            if letter == "C":
                flat.append([_on_curve(here, points, step / 30) for step in range(31)])
            elif points:
                flat.append([points[-1]])
            here = points[-1] if points else here
        return flat


def _on_curve(start: Point, points: tuple[Point, ...], t: float) -> Point:
    first, second, end = points
    u = 1 - t
    return u**3 * start + 3 * u * u * t * first + 3 * u * t * t * second + t**3 * end


def number(value: float) -> str:
    """Two decimals at most, no needless zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def outline(text: str) -> Outline:
    """Read path data of the letters M, L, C and Z, all absolute, numbers apart by spaces; ValueError for others."""
    pieces: list[tuple[str, tuple[Point, ...]]] = []
    letters = "MLCZ"
    for piece in _cut(text, letters):
        values = [float(part) for part in piece[1:].split()]
        if piece[0] not in letters or len(values) != {"M": 2, "L": 2, "C": 6, "Z": 0}[piece[0]]:
            raise ValueError(f"not a piece of an outline: {piece!r}")
        pieces.append((piece[0], tuple(complex(*values[at : at + 2]) for at in range(0, len(values), 2))))
    return Outline(tuple(pieces))


def _cut(text: str, letters: str) -> list[str]:
    for letter in letters:
        text = text.replace(letter, f"|{letter}")
    return [piece for piece in text.split("|") if piece.strip()]


def fitted(shape: Outline, wide: float, high: float, *, middle: Point) -> Outline:
    """Make it as large as fits into a box about ``middle``, proportions kept."""
    left, top, right, bottom = shape.box()
    scale = min(wide / (right - left), high / (bottom - top))
    return shape.placed(scale, middle - scale * complex(left + right, top + bottom) / 2)


def turned(degrees: float) -> Point:
    """The factor that turns clockwise."""
    return cmath.rect(1, math.radians(degrees))


def petal(base: Point, tip: Point, wide: float, *, swell: float = 0.5) -> Outline:
    """A leaf from ``base`` to ``tip``, ``wide`` across; ``swell`` says where it is widest, 0 at the base."""
    along = tip - base
    out = along / abs(along) * 1j * wide * 2 / 3
    low, high = base + along * max(0.0, swell - 0.35), base + along * min(1.0, swell + 0.35)
    return Outline(
        (("M", (base,)), ("C", (low + out, high + out, tip)), ("C", (high - out, low - out, base)), ("Z", ()))
    )


def joined(*corners: Point) -> Outline:
    """The polygon of these corners."""
    first, *others = corners
    return Outline((("M", (first,)), *(("L", (corner,)) for corner in others), ("Z", ())))
