"""The contact sheet of the tile set, on light and dark ground: full drawing, small cut, and the small cut in grey.

python -m tests.pictures.tile_sheet docs/pictures/tiles.png
"""

import argparse
import os
import sys
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from assets.tiles import BACK, BLANK, DRAGONS, FLOWERS, WEST_IN_FRENCH, WINDS
from ui.desktop.theme import DARK, LIGHT, Tokens
from ui.desktop.widgets.tiles import draw_tile

_SUITS = {suit: tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps"}
ROWS = (
    (_SUITS["m"], (*WINDS, *DRAGONS)),
    (_SUITS["p"], (*FLOWERS[:4], WEST_IN_FRENCH, BACK, BLANK)),
    (_SUITS["s"], FLOWERS[4:]),
)
"""Three rows in two blocks: suits at the left, everything else at the right."""
CLAIMED = "5p"
"""Shown lying, at the end of the last row."""
_MARGIN, _STEP, _ROW, _BLOCK = 40, 80, 106, 32
_FULL, _SMALL = (72, 96), (18, 24)
_SMALL_STEP, _SMALL_ROW, _SMALL_BLOCK = 22, 34, 14
SIZE = (2 * _MARGIN + 16 * _STEP + _BLOCK - 8, 2 * (2 * _MARGIN + 3 * _ROW + 2 * _SMALL_ROW))


def main(arguments: list[str] | None = None) -> None:
    """Write the sheet to the file named; OSError if it cannot be written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the PNG file to write")
    write_sheet(parser.parse_args(arguments).out)


def write_sheet(out: Path) -> None:
    """Draw both halves; OSError if ``out`` cannot be written."""
    running = QGuiApplication.instance() or _application()
    sheet = QImage(*SIZE, QImage.Format.Format_RGB32)
    half = SIZE[1] // 2
    with QPainter(sheet) as painter:
        for number, tokens in enumerate((LIGHT, DARK)):
            painter.drawImage(0, number * half, _half(tokens, SIZE[0], half))
    out.parent.mkdir(parents=True, exist_ok=True)
    if not sheet.save(str(out)):
        raise OSError(f"the picture {out} could not be written")
    running.processEvents()


def _half(tokens: Tokens, wide: int, high: int) -> QImage:
    made = QImage(wide, high, QImage.Format.Format_RGB32)
    made.fill(QColor(tokens.bg))
    top = _MARGIN + 3 * _ROW + 4
    with QPainter(made) as painter:
        for number, blocks in enumerate(ROWS):
            _draw_row(painter, blocks, _MARGIN + number * _ROW)
        lying = QRectF(_MARGIN + 14 * _STEP + _BLOCK, _MARGIN + 2 * _ROW + 24, 96, 72)
        draw_tile(painter, lying, CLAIMED, turned=True)
        _draw_small(painter, top)
    grey = made.copy(0, top, wide, _SMALL_ROW).convertToFormat(QImage.Format.Format_Grayscale8)
    with QPainter(made) as painter:
        painter.drawImage(0, top + _SMALL_ROW, grey)
    return made


def _draw_row(painter: QPainter, blocks: tuple[tuple[str, ...], ...], top: int) -> None:
    left = _MARGIN
    for faces in blocks:
        for number, face in enumerate(faces):
            draw_tile(painter, QRectF(left + number * _STEP, top, *_FULL), face)
        left += 9 * _STEP + _BLOCK


def _draw_small(painter: QPainter, top: int) -> None:
    left = _MARGIN
    for blocks in ROWS:
        for faces in blocks:
            for face in faces:
                draw_tile(painter, QRectF(left, top, *_SMALL), face)
                left += _SMALL_STEP
            left += _SMALL_BLOCK


def _application() -> QGuiApplication:
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication(["quatre-vents"])


if __name__ == "__main__":
    main()
