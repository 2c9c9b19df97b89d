"""Pictures as people take them: each is read or says why not, and none is called sure and wrong."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageDraw

from reports.photos.deciding import Certainty, Doubt
from reports.photos.reading import PictureNotRead, ReadableSheet, SheetInPicture, sheets_in
from reports.writers.paper import PageSize
from reports.writers.pdf.score_sheet_layout import SheetBox, SheetLayout
from tests.photos.handwriting import drawn_digit, inked, struck_out
from tests.photos.photographs import Array, Camera, photographed
from tests.photos.random_sheets import SimulatedSheet, net_of, simulated
from tests.photos.test_finding import DOTS, blank
from tests.photos.written_sheets import stroke_writer, write_sheet
from tournament.language import ENGLISH

CAMERA = Camera(wide=1500, high=2000, turn=4, tilt=(6, -4), curl=1, shadow=0.2)


def written(seed: int) -> tuple[Array, SheetLayout, SimulatedSheet]:
    """A page that is filled in, its layout, and what is written."""
    _, page, layout = blank("mcr", PageSize.A4)
    sheet, page = simulated(Random(seed)), page.copy()
    write_sheet(page, layout, sheet, stroke_writer, np.random.default_rng(seed))
    return page, layout, sheet


def taken(page: Array, camera: Camera = CAMERA, seed: int = 1) -> Array:
    """A photograph of the page."""
    return photographed(page, DOTS, camera, np.random.default_rng(seed))[0]


def read(picture: Array, folder: Path) -> list[SheetInPicture | PictureNotRead]:
    """What is read of a picture in a file."""
    path = folder / "a.png"
    Image.fromarray(picture).save(path)
    layout = blank("mcr", PageSize.A4)[2]
    return list(sheets_in(path, lambda _code: ReadableSheet(layout, net_of, 0)))


def read_one(picture: Array, folder: Path) -> SheetInPicture:
    """The one sheet in a picture."""
    (found,) = read(picture, folder)
    assert isinstance(found, SheetInPicture)
    return found


def why(picture: Array, folder: Path) -> str:
    """Why nothing is read of a picture."""
    (found,) = read(picture, folder)
    assert isinstance(found, PictureNotRead)
    return ENGLISH.render(found.why)


def is_believed_wrongly(found: SheetInPicture, sheet: SimulatedSheet) -> bool:
    """Whether it is called sure, and is not what was written."""
    right = (found.reading.hands, found.reading.totals) == (sheet.hands, sheet.written)
    return found.reading.certainty is Certainty.SURE and not right


def drawn_on(
    page: Array, *ellipse: float, fill: int | None = None, outline: int | None = None, width: int = 1
) -> Array:
    """The page with an ellipse over it: left, bottom, right and top in points."""
    left, bottom, right, top = ellipse
    high = page.shape[0]
    picture = Image.fromarray(page)
    corners = [left * DOTS, high - top * DOTS, right * DOTS, high - bottom * DOTS]
    ImageDraw.Draw(picture).ellipse(corners, fill=fill, outline=outline, width=width)
    return np.asarray(picture).copy()


def test_a_picture_of_something_else_has_no_code(tmp_path: Path) -> None:
    plain = np.full((3368, 2381), 255, np.uint8)
    assert why(taken(plain), tmp_path).startswith("No code of a score sheet is seen")


@pytest.mark.thorough
def test_two_sheets_in_one_picture_are_both_read(tmp_path: Path) -> None:
    pages = [written(seed) for seed in (1, 2)]
    both = np.concatenate([taken(page) for page, _, _ in pages], axis=1)
    found = read(both, tmp_path)
    assert len(found) == 2
    for each, (_, _, sheet) in zip(found, pages, strict=True):
        assert isinstance(each, SheetInPicture)
        winners = [None if hand is None else hand.winner for hand in each.reading.hands]
        assert winners == [None if hand is None else hand.winner for hand in sheet.hands]


def test_a_finger_on_the_code_is_said(tmp_path: Path) -> None:
    page, layout, _ = written(3)
    code = layout.code
    covered = drawn_on(page, code.left - 5, code.bottom - 20, code.left + 45, code.bottom + 40, fill=150)
    assert why(taken(covered), tmp_path).startswith("No code of a score sheet is seen")


def test_a_sheet_upside_down_is_read(tmp_path: Path) -> None:
    page, _, sheet = written(4)
    found = read_one(taken(page, Camera(wide=1500, high=2000, turn=180)), tmp_path)
    assert [hand is None for hand in found.reading.hands] == [hand is None for hand in sheet.hands]
    assert not is_believed_wrongly(found, sheet)


@pytest.mark.thorough
@pytest.mark.parametrize("lightest", [120, 190])
def test_pencil_is_read_or_in_doubt(tmp_path: Path, lightest: int) -> None:
    """Everything that was written is as light as pencil; the printed rules stay."""
    page, _, sheet = written(5)
    empty = blank("mcr", PageSize.A4)[1]
    pencil = np.minimum(empty, np.maximum(page, np.uint8(lightest)))
    assert not is_believed_wrongly(read_one(taken(pencil), tmp_path), sheet)


@pytest.mark.thorough
def test_a_coffee_ring_is_not_read_as_digits_surely(tmp_path: Path) -> None:
    page, layout, sheet = written(6)
    box = layout.hands[5].points.digits[1]
    ringed = drawn_on(page, box.left - 60, box.bottom - 60, box.left + 60, box.bottom + 60, outline=130, width=10)
    assert not is_believed_wrongly(read_one(taken(ringed), tmp_path), sheet)


@pytest.mark.thorough
def test_a_number_that_is_crossed_out_and_written_beside_is_looked_at(tmp_path: Path) -> None:
    page, layout, _ = written(7)
    boxes, random = layout.hands[0].points.digits, np.random.default_rng(7)
    for box in boxes[1:]:
        clear(page, box)
        left, bottom = box.left + 1, box.bottom
        inked(page, struck_out(drawn_digit(8, random), random), (left, bottom, 12.0, 17.0), DOTS, 0.9)
    inked(page, drawn_digit(9, random), (boxes[0].left - 16, boxes[0].bottom, 12.0, 17.0), DOTS, 0.9)
    reading = read_one(taken(page), tmp_path).reading
    assert reading.certainty is Certainty.IN_DOUBT
    assert Doubt(1, "points", "", 0.0) in reading.doubts


def clear(page: Array, box: SheetBox) -> None:
    """A box with nothing written in it."""
    empty = blank("mcr", PageSize.A4)[1]
    high = page.shape[0]
    rows = slice(round(high - (box.bottom + box.high + 2) * DOTS), round(high - (box.bottom - 2) * DOTS))
    columns = slice(round(box.left * DOTS), round((box.left + box.wide) * DOTS))
    page[rows, columns] = empty[rows, columns]


@pytest.mark.thorough
@pytest.mark.parametrize("kept", [0.35, 0.6])
def test_half_a_sheet_is_not_read(tmp_path: Path, kept: float) -> None:
    page, _, _ = written(8)
    picture = taken(page)
    said = why(picture[: round(picture.shape[0] * kept)], tmp_path)
    assert said.startswith("The lines of the sheet of session 1, table 1 are not found: photograph it flat and whole")


@pytest.mark.thorough
def test_another_programs_sheet_has_no_code_of_ours(tmp_path: Path) -> None:
    page, layout, _ = written(9)
    made = zxingcpp.create_barcode("https://example.org/sheet/12", zxingcpp.BarcodeFormat.QRCode)
    top = round(page.shape[0] - (layout.code.bottom + layout.code.high) * DOTS)
    left = round(layout.code.left * DOTS)
    other = np.asarray(Image.fromarray(np.asarray(zxingcpp.write_barcode_to_image(made))).resize((232, 232)))
    page[top : top + 232, left : left + 232] = other
    assert why(taken(page), tmp_path).startswith("No code of a score sheet is seen")
