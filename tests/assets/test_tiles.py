"""The tile set: every face is there twice, drawn with what every renderer shows alike, in inks that can be read."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring

import assets
from assets.tiles import FACES, FULL, HEIGHT, KINDS, SMALL, WIDTH, file_name, file_of
from assets.tiles.build import files
from assets.tiles.drawing.outline import fitted, outline, petal
from assets.tiles.drawing.shapes import BACK, EDGE, FACE, FRAME, INKS
from tests.cases import all_cases
from tournament.tiles.tile import Tile

FILES = sorted(assets.path("tiles").glob("*/*.svg"))
ATTRIBUTES = {
    "path": {"d", "fill"},
    "rect": {"x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width"},
    "circle": {"cx", "cy", "r", "fill", "stroke", "stroke-width"},
    "line": {"x1", "y1", "x2", "y2", "stroke", "stroke-width", "stroke-linecap"},
}
SAYINGS = {"fill", "stroke", "stroke-linecap"}
"""Attributes that are no numbers."""


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def identified(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def test_there_are_34_kinds_8_flowers_a_second_west_back_and_blank() -> None:
    assert [tile.text for tile in Tile] == list(KINDS)
    assert len(FACES) == len(set(FACES)) == 34 + 8 + 3
    assert sorted(map(identified, FILES)) == sorted(
        f"{folder}/{file_name(face)[:-4]}" for folder in (FULL, SMALL) for face in FACES
    )


def test_no_two_files_have_one_name_where_capitals_do_not_count() -> None:
    assert len({file_name(face).casefold() for face in FACES}) == len(FACES)


def test_the_files_are_what_the_program_draws() -> None:
    drawn = files()
    assert {f"{file.parent.name}/{file.name}": file.read_text(encoding="utf-8") for file in FILES} == drawn
    assert files() == drawn


@all_cases(FILES, identified)
def test_a_drawing_uses_four_plain_elements_inside_its_field(file: Path) -> None:
    root = fromstring(file.read_text(encoding="utf-8"))
    assert dict(root.items()) == {"viewBox": "0 0 72 96", "width": "72", "height": "96"}
    for child in root:
        element = child.tag.removeprefix("{http://www.w3.org/2000/svg}")
        given = dict(child.items())
        assert given.keys() <= ATTRIBUTES[element]
        assert not list(child)
        assert not child.text
        assert {given.get("fill", "none"), given.get("stroke", "none")} <= {*INKS, FACE, EDGE, BACK, FRAME, "none"}
        for name in given.keys() - SAYINGS:
            numbers = re.findall(r"-?[\d.]+", given[name])
            assert re.fullmatch(r"(?:[MLCZ]|-?\d+(?:\.\d\d?)?| )+", given[name])
            assert all(0 <= float(number) <= HEIGHT for number in numbers)
        if "d" in given:
            across = [x for x, _, _ in outline_points(given["d"])]
            assert max(across) <= WIDTH


def outline_points(data: str) -> list[tuple[float, float, str]]:
    return [(p.real, p.imag, letter) for letter, points in outline(data).pieces for p in points]


def test_inks_stand_out_on_the_face() -> None:
    for ink in INKS:
        assert (luminance(FACE) + 0.05) / (luminance(ink) + 0.05) >= 5, ink


def test_drawings_differ_from_one_another() -> None:
    texts = sorted(file.read_text(encoding="utf-8") for file in FILES)
    assert all(first != second for first, second in pairwise(texts))


def test_the_full_drawing_is_taken_from_forty_pixels() -> None:
    assert file_of("5m", high=40).parent.name == FULL
    assert file_of("5m", high=39.9).parent.name == SMALL
    assert file_of("c", high=96).name == "flower-c.svg"
    with pytest.raises(FileNotFoundError):
        file_of("0m", high=96)


def test_licences_stand_beside_the_drawings() -> None:
    text = assets.path("tiles", "OFL-Noto-CJK-and-Inter.txt").read_text(encoding="utf-8")
    for part in ("Noto Serif CJK", "Noto Sans CJK", "Inter", "SIL OPEN FONT LICENSE Version 1.1"):
        assert part in text


def test_a_shape_is_fitted_into_its_box() -> None:
    left, top, right, bottom = fitted(outline("M0 0L10 0L10 40L0 40Z"), 44, 54, middle=36 + 51j).box()
    assert (left, top, right, bottom) == pytest.approx((29.25, 24, 42.75, 78))


def test_a_curve_is_measured_where_it_bulges() -> None:
    _, top, _, bottom = petal(0, 10, 4).box()
    assert bottom == pytest.approx(2, abs=0.02)
    assert top == pytest.approx(-2, abs=0.02)


@pytest.mark.parametrize("wrong", ["M0 0Q1 1 2 2Z", "M0", "M0 0C1 1 2 2Z"])
def test_other_outlines_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"not a piece|could not convert"):
        outline(wrong)
