"""Traces the letters, figures and characters that the tiles need from their fonts into ``outlines.json``.

    python -m assets.tiles.drawing.trace --bold NotoSerifCJK-Bold.ttc --black NotoSerifCJK-Black.ttc \\
        --sans NotoSansCJK-Bold.ttc

The letters come from the fonts that ship with the program. The same fonts give the same bytes.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTCollection, TTFont

import assets
from assets.tiles.drawing.glyphs import BLACK, BOLD, INDEX, INDEX_BOLD, KEPT, SANS, WANTED
from assets.tiles.drawing.outline import number


def main() -> None:
    """Write ``outlines.json``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bold", "black", "sans"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    sources = parser.parse_args()
    fonts = {
        INDEX: TTFont(assets.path("fonts", "Inter-SemiBold.ttf")),
        INDEX_BOLD: TTFont(assets.path("fonts", "Inter-Bold.ttf")),
        BOLD: one_of(sources.bold, BOLD),
        BLACK: one_of(sources.black, BLACK),
        SANS: one_of(sources.sans, SANS),
    }
    kept = {name: {sign: traced(fonts[name], sign) for sign in signs} for name, signs in WANTED.items()}
    KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")


def one_of(collection: Path, name: str) -> TTFont:
    """The font of this full name; StopIteration if the collection has none."""
    return next(font for font in TTCollection(collection).fonts if font["name"].getDebugName(4) == name)


def traced(font: TTFont, sign: str) -> str:
    """The path data of a sign, every curve cubic, y down from the base line."""
    glyphs = font.getGlyphSet()
    pen = CubicPen(glyphs)
    glyphs[font.getBestCmap()[ord(sign)]].draw(pen)
    return "".join(pen.pieces)


class CubicPen(BasePen):  # type: ignore[misc]  # fontTools has no stubs
    """Notes pieces of an outline; the pen it builds on makes every curve cubic and resolves composites."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.pieces: list[str] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools's name
        self._note("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._note("L", pt)

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:  # noqa: N802
        self._note("C", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802
        self.pieces.append("Z")

    def _note(self, letter: str, *points: tuple[float, float]) -> None:
        self.pieces.append(letter + " ".join(f"{number(x)} {number(-y)}" for x, y in points))


if __name__ == "__main__":
    main()
