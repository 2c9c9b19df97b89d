"""The logo of the event on its papers: stored once in a file, shown on every page, over no text."""

import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from reports.catalogue import ExportFailed, Format, PageSize, ReportOptions, build, report_called, write
from reports.document import Document
from reports.writers.pdf.logo import Box, largest_place
from tests.examples.events import PRINTED, sample_event
from tests.examples.logos import logo, plain, written
from tests.tournament.use_cases.events import BY, created
from tournament.language import ENGLISH, Language
from tournament.use_cases import carry_out
from tournament.use_cases.commands import ChangeLogo

SHAPES = ("wide", "tall", "square")
LONG = "Internationales Freundschaftsturnier der Mahjongvereine von Beispielstadt und Umgebung, dritte Ausgabe 2026"
REPORTS = ("score-sheets", "standings", "posters", "badges", "table-signs", "schedules", "timetable", "blank-sheets")
A_SHOWN_LOGO = re.compile(rb"q ([\d.]+) 0 0 ([\d.]+) ([-\d.]+) ([-\d.]+) cm\s+/\S+ Do\s+Q")


def paper(name: str, image: bytes, event: str = "") -> Document:
    report = report_called(name)
    assert report is not None
    document = build(report, sample_event(), ReportOptions(PRINTED, session=1 if name == "score-sheets" else None))
    return replace(document, logo=image, event=event or document.event)


def printed(
    document: Document, folder: Path, *, size: PageSize = PageSize.A4, language: Language = ENGLISH
) -> PdfReader:
    path = folder / f"{len(document.logo)}.pdf"
    write(document, path, Format.PDF, language, page_size=size)
    return PdfReader(path)


def texts_of(reader: PdfReader) -> list[list[tuple[str, float, float]]]:
    """The texts of each page with their places."""
    pages = []
    for page in reader.pages:
        found: list[tuple[str, float, float]] = []

        def note(text: str, _outer: object, matrix: Sequence[float], _font: object, _size: float) -> None:
            if text.strip():
                found.append((text, round(matrix[4], 1), round(matrix[5], 1)))  # noqa: B023  # used at once

        page.extract_text(visitor_text=note)
        pages.append(found)
    return pages


def pictures_in(reader: PdfReader) -> list[str]:
    """Every picture that the file holds, by how it is packed; what says how opaque another is does not count."""
    masks: set[int] = set()
    found: dict[int, str] = {}
    for number in sorted({*reader.xref.get(0, {}), *reader.xref_objStm}):
        made = reader.get_object(number)
        if isinstance(made, DictionaryObject) and made.get("/Subtype") == "/Image":
            found[number] = str(made.get("/Filter"))
            if "/SMask" in made:
                masks.add(made.raw_get("/SMask").idnum)
    return [packed for number, packed in found.items() if number not in masks]


def logos_on(page: PageObject) -> list[Box]:
    """Where the page shows the logo, each time as decoration."""
    contents = page.get_contents()
    assert contents is not None
    code, found = contents.get_data(), []
    for shown in A_SHOWN_LOGO.finditer(code):
        before = code[: shown.start()]
        assert before.rfind(b"/Artifact BMC") > max(before.rfind(b"BDC"), before.rfind(b"EMC"))
        wide, high, left, bottom = map(float, shown.groups())
        found.append(Box(left, bottom, left + wide, bottom + high))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "shape"), [(name, SHAPES[place % 3]) for place, name in enumerate(REPORTS)])
def test_every_page_shows_it_once_as_decoration_and_nothing_else_moves(name: str, shape: str, tmp_path: Path):
    event = LONG if name in ("standings", "blank-sheets") else ""
    size = PageSize.LETTER if shape == "tall" else PageSize.A4
    without = printed(paper(name, b"", event), tmp_path, size=size)
    reader = printed(paper(name, logo(shape), event), tmp_path, size=size)
    assert texts_of(reader) == texts_of(without)
    assert len(pictures_in(reader)) == 1
    assert pictures_in(without) == []
    wide, high = {"wide": (600, 100), "tall": (100, 300), "square": (300, 300)}[shape]
    for page in reader.pages:
        shown = logos_on(page)
        assert len(shown) == {"badges": 8, "table-signs": 2}.get(name, 1)
        for place in shown:
            assert place.wide / place.high == pytest.approx(wide / high, rel=0.01)
            assert min(place.left, place.bottom) > 0
            assert place.right < page.mediabox.width
            assert place.top < page.mediabox.height


def test_a_certificate_gives_it_room_at_the_top(tmp_path: Path):
    without = printed(paper("certificates", b""), tmp_path)
    reader = printed(paper("certificates", logo("square")), tmp_path)
    assert len(reader.pages) == len(without.pages)
    for page, before, after in zip(reader.pages, texts_of(without), texts_of(reader), strict=True):
        assert [text for text, *_ in after] == [text for text, *_ in before]
        (place,) = logos_on(page)
        assert place.wide >= 60
        assert (place.left + place.right) / 2 == pytest.approx(float(page.mediabox.width) / 2, abs=1)
        assert max(y for *_, y in after) < place.bottom
        assert min(y for *_, y in after) == min(y for *_, y in before)


def test_sheets_of_a_whole_event_hold_it_once(tmp_path: Path):
    reader = printed(paper("score-sheets", logo("square")), tmp_path)
    assert len(reader.pages) == 4
    assert len(pictures_in(reader)) == 1


def test_a_photograph_stays_packed_as_it_is(tmp_path: Path):
    photograph = written(Image.new("RGB", (200, 100), (90, 20, 20)), "JPEG")
    assert pictures_in(printed(paper("timetable", photograph), tmp_path)) == ["['/DCTDecode']"]


def test_a_damaged_logo_is_reported_and_leaves_no_file(tmp_path: Path):
    image = bytearray(plain())
    image[60:80] = bytes(20)
    with pytest.raises(ExportFailed) as caught:
        printed(paper("timetable", bytes(image)), tmp_path)
    assert ENGLISH.render(caught.value.message) == (
        "The logo of the event cannot be read: remove it or choose another one on the page Event."
    )
    assert list(tmp_path.iterdir()) == []


def test_a_web_page_holds_it_and_fetches_nothing(tmp_path: Path):
    for image in (b"", logo("wide")):
        write(paper("standings", image), tmp_path / "a.html", Format.HTML, ENGLISH)
        text = (tmp_path / "a.html").read_text(encoding="utf-8")
        assert "http" not in text
        assert [b64decode(each) for each in re.findall(r'src="data:image/png;base64,([^"]+)"', text)] == (
            [image] if image else []
        )
        assert text.count("logo") == (4 if image else 0)


def test_papers_show_what_the_event_has(tmp_path: Path):
    book = created()
    report = report_called("timetable")
    assert report is not None
    first = build(report, book.view, ReportOptions(PRINTED))
    carry_out(book, ChangeLogo(plain()), by=BY)
    document = build(report, book.view, ReportOptions(PRINTED))
    assert document.logo == plain()
    assert replace(first, fingerprint="") == replace(document, fingerprint=""), "it says what it said"
    assert len(pictures_in(printed(document, tmp_path))) == 1


SIDES = st.integers(0, 40)
BOXES = st.builds(lambda x, y, wide, high: Box(x, y, x + wide, y + high), SIDES, SIDES, SIDES, SIDES)


@given(st.lists(BOXES, max_size=6), st.sampled_from((0.3, 1.0, 6.0)), st.integers(10, 80), st.integers(10, 80))
def test_the_logo_covers_no_text(taken: list[Box], aspect: float, wide: int, high: int):
    area = Box(0, 0, 80, 80)
    place = largest_place(area, tuple(taken), aspect, (wide, high))
    if place is None:
        return
    assert place.wide <= wide + 1e-6
    assert place.high <= high + 1e-6
    assert place.wide == pytest.approx(place.high * aspect)
    assert min(place.left, place.bottom) >= -1e-6
    assert max(place.right, place.top) <= 80 + 1e-6
    for box in taken:
        apart = box.right <= place.left or box.left >= place.right or box.top <= place.bottom or box.bottom >= place.top
        assert apart, box


def test_an_empty_page_gives_it_all_the_room_it_may_have():
    assert largest_place(Box(0, 0, 300, 200), (), 2.0, (150, 90)) == Box(150, 125, 300, 200)
    assert largest_place(Box(0, 0, 300, 200), (Box(0, 0, 300, 200),), 2.0, (150, 90)) is None


@pytest.mark.parametrize(("taken", "aspect", "place"), [
    ([], 1.0, (210, 110, 300, 200)),
    ([], 3.0, (150, 150, 300, 200)),
    ([(0, 190, 300, 200)], 1.0, (210, 96.5, 300, 186.5)),  # below it
    ([(100, 190, 300, 200)], 1.0, (3, 110, 93, 200)),  # at its left, since that is higher
    ([(150, 20, 300, 200)], 1.0, (53, 110, 143, 200)),
    ([(0, 0, 100, 200), (200, 0, 300, 200)], 1.0, (107, 114, 193, 200)),  # between both
    ([(0, 100, 300, 120)], 1.0, (210, 6.5, 300, 96.5)),
    ([(0, 60, 300, 120)], 1.0, (223.5, 123.5, 300, 200)),
    ([(300, 0, 400, 200), (0, 200, 300, 300)], 1.0, (210, 110, 300, 200)),  # what only touches the area does not count
])  # fmt: skip
def test_the_logo_is_as_large_as_it_may_be_above_and_at_the_right(
    taken: list[tuple[float, float, float, float]], aspect: float, place: tuple[float, float, float, float]
) -> None:
    found = largest_place(Box(0, 0, 300, 200), tuple(Box(*each) for each in taken), aspect, (150, 90))
    assert found is not None
    assert (found.left, found.bottom, found.right, found.top) == place


@pytest.mark.parametrize(("area", "aspect", "shown"), [
    ((12, 12), 1.0, False),
    ((13, 13), 1.0, True),  # 169 square points
    ((150, 50), 26.0, False),
    ((150, 50), 25.0, True),  # 6 points high
    ((50, 60), 0.11, True),
    ((50, 60), 0.09, False),
])  # fmt: skip
def test_a_logo_that_would_be_too_small_is_left_out(area: tuple[float, float], aspect: float, *, shown: bool) -> None:
    assert (largest_place(Box(0, 0, *area), (), aspect, (150, 90)) is not None) == shown
