"""Tiles on paper look as they do on the screen, and are lines, not points."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtPdf import QPdfDocument
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

import assets
from assets.tiles import FACES, FULL, SMALL, file_name
from reports.code_matrix import matrix_of
from reports.writers.pdf.canvas import About, PageCanvas
from reports.writers.pdf.pen import Pen
from reports.writers.pdf.qr import draw_qr
from reports.writers.pdf.ruling_slip import draw_tile, elements_of, pieces_of
from tests.points import colours


def canvas_of(path: Path, wide: float, high: float) -> PageCanvas:
    return PageCanvas(path, (wide, high), About("Tiles", "", "", "en", datetime(2026, 6, 13, tzinfo=UTC)))


def page(path: Path, wide: float, high: float, draw: Callable[[Pen], object]) -> Path:
    canvas = canvas_of(path, wide, high)
    draw(Pen(canvas))
    canvas.showPage()
    canvas.save()
    return path


def seen(path: Path, wide: int, high: int) -> QImage:
    document = QPdfDocument()
    document.load(str(path))
    page = document.render(0, QSize(wide, high))
    document.close()
    made = QImage(wide, high, QImage.Format.Format_RGB32)
    made.fill(QColor("white"))
    with QPainter(made) as painter:
        painter.drawImage(0, 0, page)
    return made


def on_screen(folder: str, face: str, wide: int, high: int) -> QImage:
    made = QImage(wide, high, QImage.Format.Format_RGB32)
    made.fill(QColor("white"))
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(str(assets.path("tiles", folder, file_name(face)))).render(painter, QRectF(0, 0, wide, high))
    return made


def difference(first: QImage, second: QImage) -> float:
    """The mean difference of a colour of a point, of 255; red, green and blue each count."""
    return float(abs(colours(first) - colours(second)).mean())


@pytest.mark.sampled(12)
@pytest.mark.parametrize("face", FACES)
def test_a_face_is_the_same_on_paper(face: str, tmp_path: Path, qtbot: QtBot) -> None:
    for folder, high in ((FULL, 96.0), (SMALL, 18.0)):
        wide = high * 3 / 4
        file = page(tmp_path / "a.pdf", wide, high, partial(draw_tile, face=face, x=0, y=0, high=high))
        assert difference(seen(file, 144, 192), on_screen(folder, face, 144, 192)) < 2.5


def test_a_claimed_tile_lies(tmp_path: Path, qtbot: QtBot) -> None:
    widths = []
    file = page(
        tmp_path / "a.pdf", 96, 72, lambda pen: widths.append(draw_tile(pen, "5p", x=0, y=0, high=96, turned=True))
    )
    standing = on_screen(FULL, "5p", 144, 192).transformed(QTransform().rotate(90))
    assert widths == [96]
    assert difference(seen(file, 192, 144), standing) < 2.5


def test_a_tile_stands_where_it_is_put(tmp_path: Path, qtbot: QtBot) -> None:
    def draw(pen: Pen) -> None:
        """48 points high, so half a unit a point; its dark back is 70 × 88 units, from (1, 1)."""
        assert draw_tile(pen, "back", x=100, y=20, high=48) == 36
        pen.fill(0, 0, 10, 10, grey=0)

    picture = seen(page(tmp_path / "a.pdf", 200, 100, draw), 200, 100)
    dark = [(x, y) for x in range(10, 200) for y in range(100) if picture.pixelColor(x, y).lightness() < 100]
    assert (min(x for x, _ in dark), max(x for x, _ in dark)) == (101, 134)
    assert (min(y for _, y in dark), max(y for _, y in dark)) == (33, 75)
    assert picture.pixelColor(5, 95) == QColor(Qt.GlobalColor.black)


def test_a_face_is_kept_once_and_has_no_points_or_letters(tmp_path: Path) -> None:
    def draw(pen: Pen) -> None:
        for number in range(200):
            draw_tile(pen, ("E", "5m")[number % 2], x=20.0 * (number % 20), y=30.0 * (number // 20), high=24)

    reader = PdfReader(page(tmp_path / "a.pdf", 400, 300, draw))
    resources = cast(DictionaryObject, reader.pages[0]["/Resources"])
    kinds = [form.get_object()["/Subtype"] for form in cast(DictionaryObject, resources["/XObject"]).values()]
    assert kinds == ["/Form", "/Form"]
    assert not reader.pages[0].extract_text().strip()
    assert (tmp_path / "a.pdf").stat().st_size < 30_000


@pytest.mark.parametrize("text", ["QV:1A2B3C4D:1-03-2", "QV:1A2B3C4D:12-100-14"])
def test_a_code_on_paper_is_the_code(text: str, tmp_path: Path, qtbot: QtBot) -> None:
    """Point by point: what a scanner sees is what was made, whichever pattern was laid over it."""
    matrix = matrix_of(text)
    modules = len(matrix)
    file = page(tmp_path / "a.pdf", modules + 8, modules + 8, partial(draw_qr, text=text, x=4, y=4, side=modules))
    picture = seen(file, 9 * (modules + 8), 9 * (modules + 8))
    for row, line in enumerate(matrix):
        shown = [picture.pixelColor(9 * (column + 4) + 4, 9 * (row + 4) + 4).lightness() for column in range(modules)]
        assert [lightness < 128 for lightness in shown] == [module == 1 for module in line]


def test_an_unknown_face_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        draw_tile(Pen(canvas_of(tmp_path / "a.pdf", 100, 100)), "Z", x=0, y=0, high=24)


@pytest.mark.parametrize(
    "inside",
    ['<text x="1">E</text>', "<g><rect/></g>", '<path d="M0 0Z" transform="scale(2)"/>', '<image href="a.png"/>'],
)
def test_what_our_drawings_do_not_have_is_refused(inside: str, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>', encoding="utf-8")
    with pytest.raises(ValueError, match="not drawn on paper"):
        elements_of(file)


def test_path_data_is_read_piece_by_piece() -> None:
    assert list(pieces_of("M1 2L3.5 -4C1 2 3 4 5 6Z")) == [
        ("M", (1.0, 2.0)),
        ("L", (3.5, -4.0)),
        ("C", (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)),
        ("Z", ()),
    ]


@pytest.mark.parametrize("wrong", ["M1", "M1 2 3", "1 2L3 4", "C1 2 3 4", "M1 2Z3"])
def test_other_path_data_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="path data"):
        list(pieces_of(wrong))
