"""Tiles on the screen: which drawing, how sharp, how they lie, and that no two can be confused, in grey neither."""

from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

import assets
from assets.tiles import FACES, FULL, SMALL, WEST_IN_FRENCH, file_name
from tests.pictures import tile_sheet
from tests.points import greys
from ui.desktop.widgets.tiles import draw_tile

GROUND = "#F5F4F1"
GRASP = 40
"""A difference in grey, of 255, that the eye sees between two points."""


@pytest.fixture(autouse=True)
def _application(qtbot: QtBot) -> None:
    """Pictures need the application."""


def canvas(wide: int, high: int, ratio: float = 1.0) -> QImage:
    made = QImage(round(wide * ratio), round(high * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    made.setDevicePixelRatio(ratio)
    made.fill(QColor(GROUND))
    return made


def tile(
    face: str, wide: int = 72, high: int = 96, ratio: float = 1.0, *, turned: bool = False, faded: bool = False
) -> QImage:
    made = canvas(wide, high, ratio)
    with QPainter(made) as painter:
        draw_tile(painter, QRectF(0, 0, wide, high), face, turned=turned, faded=faded)
    return made


def straight_from_file(folder: str, face: str, wide: int, high: int) -> QImage:
    made = canvas(wide, high)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(str(assets.path("tiles", folder, file_name(face)))).render(painter, QRectF(0, 0, wide, high))
    return made


def apart(first: QImage, second: QImage, more_than: int) -> int:
    """Count the points whose grey differs by more than that."""
    return int((abs(greys(first) - greys(second)) > more_than).sum())


@pytest.mark.parametrize("folder", [FULL, SMALL])
@pytest.mark.parametrize("face", FACES)
def test_qt_reads_every_drawing(folder: str, face: str) -> None:
    drawing = QSvgRenderer(str(assets.path("tiles", folder, file_name(face))))
    assert drawing.isValid()
    assert drawing.viewBoxF() == QRectF(0, 0, 72, 96)


def test_no_two_tiles_look_alike_in_grey_at_24_pixels() -> None:
    seen = {face: tile(face, 18, 24) for face in FACES if face != WEST_IN_FRENCH}
    closest = min(apart(one, other, GRASP) for one, other in combinations(seen.values(), 2))
    assert closest >= 8


def test_no_two_tiles_look_alike_in_grey_at_40_pixels() -> None:
    seen = {face: tile(face, 30, 40) for face in FACES if face != WEST_IN_FRENCH}
    assert min(apart(one, other, GRASP) for one, other in combinations(seen.values(), 2)) >= 20


def test_the_art_leaves_the_strip_of_the_index_free() -> None:
    """Characters apart, whose numeral stands beside its index."""
    for face in (face for face in FACES if not face.endswith("m") and face != "back"):
        picture = tile(face, 288, 384)
        colours = {picture.pixelColor(x, y).name() for x in range(112, 240, 3) for y in range(12, 80, 3)}
        assert colours == {"#fcf9f1"}, face


@pytest.mark.parametrize(("wide", "high", "folder"), [(30, 40, FULL), (72, 96, FULL), (27, 36, SMALL), (18, 24, SMALL)])
def test_the_drawing_fits_the_height(wide: int, high: int, folder: str) -> None:
    assert apart(tile("3s", wide, high), straight_from_file(folder, "3s", wide, high), 2) == 0


def test_a_tile_is_sharp_on_a_finer_screen() -> None:
    fine = tile("F", 36, 48, 2.0)
    fine.setDevicePixelRatio(1.0)
    assert apart(fine, straight_from_file(FULL, "F", 72, 96), 2) == 0


def test_the_cut_follows_the_height_on_the_screen_not_its_points() -> None:
    fine = tile("F", 27, 36, 2.0)
    fine.setDevicePixelRatio(1.0)
    assert apart(fine, straight_from_file(SMALL, "F", 54, 72), 2) == 0


def test_a_claimed_tile_lies_with_its_head_to_the_right() -> None:
    standing = tile("5p").transformed(QTransform().rotate(90))
    assert apart(tile("5p", 96, 72, turned=True), standing, 24) < 40
    assert apart(tile("5p", 96, 72, turned=True), standing.transformed(QTransform().rotate(180)), 24) > 500


def test_a_faded_tile_is_half_as_strong() -> None:
    ground, full, faded = (QColor(GROUND).red(), *(tile("E", faded=f).pixelColor(36, 50).red() for f in (False, True)))
    assert full < 60
    assert abs(faded - (full + ground) / 2) <= 3


def test_a_tile_stands_in_the_middle_of_its_room() -> None:
    made = canvas(200, 96)
    with QPainter(made) as painter:
        painter.setOpacity(0.9)
        draw_tile(painter, QRectF(0, 0, 200, 96), "back", faded=True)
        assert painter.opacity() == pytest.approx(0.9, abs=0.01)
    inked = [x for x in range(200) if made.pixelColor(x, 48) != QColor(GROUND)]
    assert (inked[0], inked[-1]) == (65, 134)


def test_an_unknown_face_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        tile("10m")


def test_the_contact_sheet_shows_every_face_on_both_grounds(tmp_path: Path) -> None:
    tile_sheet.main([str(tmp_path / "new" / "tiles.png")])
    sheet = QImage(str(tmp_path / "new" / "tiles.png"))
    assert (sheet.width(), sheet.height()) == tile_sheet.SIZE
    assert {face for blocks in tile_sheet.ROWS for faces in blocks for face in faces} == set(FACES)
    assert sheet.pixelColor(2, 2) == QColor("#F5F4F1")
    assert sheet.pixelColor(2, sheet.height() - 2) == QColor("#17191B")
    light, dark = (sheet.copy(40, top, 72, 96) for top in (40, sheet.height() // 2 + 40))
    assert apart(light.copy(8, 8, 56, 70), dark.copy(8, 8, 56, 70), 0) == 0


def test_a_sheet_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="could not be written"):
        tile_sheet.write_sheet(tmp_path / "tiles.nothing")
