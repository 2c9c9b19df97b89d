"""PDF tables, read back."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from reports.column import Cell, Emphasis, Kind
from reports.document import Document, Section, Table
from reports.writers.paper import PageSize
from reports.writers.pdf import write
from reports.writers.pdf.fonts import Weight, width
from reports.writers.pdf.pen import Align, Pen
from reports.writers.pdf.table import TableLayout, TableWords, lay_out
from tests.reports.documents import COLUMNS, column, document, section
from tournament.language import ENGLISH, language_of, mark

LONG = "Maximilienne-Bérengère-Apollonie de la Très-Longue-Étiquette Von-und-zu-Musterhausen-Beispielstadt am Ende"


def written(made: Document, tmp_path: Path, *, size: PageSize = PageSize.A4) -> PdfReader:
    write(made, tmp_path / "a.pdf", ENGLISH, page_size=size)
    return PdfReader(tmp_path / "a.pdf")


def many(count: int, sessions: int = 0) -> Document:
    columns = (
        *COLUMNS[:4],
        *(column(mark("S{session}", session=number + 1), Kind.POINTS, Emphasis.MUTED) for number in range(sessions)),
        *COLUMNS[4:],
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            number,
            number % 7 - 3,
            f"Player{number:03} Sample" if number % 50 else LONG,
            f"{4_000_000 + number:08}",
            *(Fraction(number % 5, 1 + session % 4) for session in range(sessions)),
            Fraction(number, 12),
            number * 7 - 900,
        )
        for number in range(1, count + 1)
    )
    return document(Section(Table(columns, rows)))


def fonts_of(reader: PdfReader) -> dict[str, bool]:
    """Names of all fonts, and whether they are embedded."""
    found = {}
    for page in reader.pages:
        for font in cast(DictionaryObject, cast(DictionaryObject, page["/Resources"])["/Font"]).values():
            font = font.get_object()
            descendant = font["/DescendantFonts"][0].get_object()
            found[font["/BaseFont"]] = "/FontFile2" in descendant["/FontDescriptor"]
    return found


def test_names_of_every_alphabet_can_be_read(tmp_path: Path) -> None:
    text = written(document(), tmp_path).pages[0].extract_text()
    for name in ("Łukasz Żółć", "Đorđe Primer", "麻将 示例", "=1+1", "@SUM(A1) & <b>Ampère</b>"):
        assert name in text
    for number in ("04000022", "00000034", "+573", "−331", "½", "4¹⁄₁₂"):
        assert number in text


def test_fonts_are_embedded_subsets(tmp_path: Path) -> None:
    fonts = fonts_of(written(document(), tmp_path))
    assert all(fonts.values())
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in fonts)
    assert any("NotoSansSC-Regular" in name for name in fonts)
    assert (tmp_path / "a.pdf").stat().st_size < 100_000


def test_every_page_says_what_it_is(tmp_path: Path) -> None:
    reader = written(many(130), tmp_path)
    assert len(reader.pages) == 4
    for number, page in enumerate(reader.pages, start=1):
        text = page.extract_text()
        for part in (
            "Open & Exemple",
            "Standings after session 4",
            f"Page {number} of 4",
            "Printed 13 June 2026, 11:58, after 715 hands",
            "Rank",
            "EMA number",
        ):
            assert part in text


def test_provisional_pages_say_so(tmp_path: Path) -> None:
    assert "Provisional" in written(document(provisional=True), tmp_path).pages[0].extract_text()
    assert "Provisional" not in written(document(), tmp_path).pages[0].extract_text()


def test_many_lines_beside_the_title_cover_nothing(
    tmp_path: Path,
) -> None:
    aside = tuple(mark("line {line}", line=number) for number in range(1, 5))
    page = written(replace(document(provisional=True), aside=aside, note=None), tmp_path).pages[0]
    high: dict[str, float] = {}

    def note(text: str, _outer: object, matrix: list[float], _font: object, _size: float) -> None:
        high.setdefault(text.strip(), matrix[5])

    page.extract_text(visitor_text=note)
    lines = ["Provisional", "line 1", "line 2", "line 3", "line 4", "Rank"]
    assert all(high[above] - high[below] > 8.6 for above, below in pairwise(lines))


@pytest.mark.thorough
def test_four_hundred_players_over_twelve_sessions_lose_nobody(tmp_path: Path) -> None:
    reader = written(many(400, 12), tmp_path)
    assert all(page.mediabox.width > page.mediabox.height for page in reader.pages)
    text = "\n".join(page.extract_text() for page in reader.pages)
    numbers = [int(found) for found in re.findall(r"\b04(\d{6})\b", text)]
    assert numbers == list(range(1, 401))


@pytest.mark.parametrize(
    ("size", "sides"), [(PageSize.A4, (595, 842)), (PageSize.A3, (842, 1191)), (PageSize.LETTER, (612, 792))]
)
def test_sizes_of_paper(tmp_path: Path, size: PageSize, sides: tuple[int, int]) -> None:
    box = written(document(), tmp_path, size=size).pages[0].mediabox
    assert (round(box.width), round(box.height)) == sides


def test_sections_that_fit_share_a_page_and_none_of_them_is_split(tmp_path: Path) -> None:
    table = many(30).sections[0].table
    sections = [Section(table, mark("Session {session}", session=number), number) for number in range(1, 6)]
    reader = written(document(*sections, section(6), section(7)), tmp_path)
    text = [page.extract_text() for page in reader.pages]
    assert len(text) == 6  # two of thirty rows do not fit one page; the last two share one
    assert not any("(continued)" in page for page in text)
    assert [page.count("Player030") for page in text] == [1, 1, 1, 1, 1, 0]


def test_a_section_that_goes_on_says_so(tmp_path: Path) -> None:
    long = Section(many(60).sections[0].table, mark("Session {session}", session=1), 1)
    reader = written(document(long), tmp_path)
    assert "Session 1 (continued)" in reader.pages[1].extract_text()


def test_an_empty_report_is_a_page_with_its_heading(tmp_path: Path) -> None:
    reader = written(document(Section(Table(COLUMNS, ()))), tmp_path)
    assert len(reader.pages) == 1
    text = reader.pages[0].extract_text()
    assert "Table points, then score." in text
    assert "Nothing to list." in text
    assert "EMA number" not in text  # no heads of a table that has no rows


def test_the_same_document_gives_the_same_bytes(tmp_path: Path) -> None:
    written(document(), tmp_path)
    first = (tmp_path / "a.pdf").read_bytes()
    written(document(), tmp_path)
    assert (tmp_path / "a.pdf").read_bytes() == first


def test_groups_that_belong_together_stay_on_one_page(tmp_path: Path) -> None:
    rows: list[tuple[Cell, ...]] = [
        (table, 0, f"T{table:02}P{seat}", "", Fraction(1), 1) for table in range(1, 31) for seat in range(1, 5)
    ]
    reader = written(document(Section(Table(COLUMNS, tuple(rows), group=4, together=True))), tmp_path)
    assert len(reader.pages) > 2
    for page in reader.pages:
        found = re.findall(r"T(\d\d)P\d", page.extract_text())
        assert found
        assert all(found.count(table) == 4 for table in found)


def test_a_group_with_no_room_on_a_page_goes_on_over_the_next_row_by_row(tmp_path: Path) -> None:
    rows: list[tuple[Cell, ...]] = [(1, 0, f"R{row:03}", "", Fraction(1), 1) for row in range(120)]
    reader = written(document(Section(Table(COLUMNS, tuple(rows), group=len(rows), together=True))), tmp_path)
    assert 1 < len(reader.pages) < 6
    found = []
    for page in reader.pages:
        lowest: list[float] = []

        def seen(text: str, _cm: object, matrix: list[float], *_rest: object, lowest: list[float] = lowest) -> None:
            if text.strip():
                lowest.append(matrix[5])

        found += re.findall(r"R(\d\d\d)", page.extract_text(visitor_text=seen))
        assert min(lowest) > 20
    assert found == [f"{row:03}" for row in range(120)]


@pytest.mark.parametrize("sessions", [0, 1, 6, 12, 20])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_cell_runs_into_its_neighbour(sessions: int, language: str) -> None:
    tables = [one.table for one in many(60, sessions).sections]
    room = 519.0
    layout = lay_out(TableWords.of(tables, language_of(language)), room=room, turned=False)
    if layout is None:
        room = 766.0
        layout = lay_out(TableWords.of(tables, language_of(language)), room=room, turned=True)
    assert layout is not None
    assert_nothing_collides(layout[0], room)


def test_even_a_table_far_too_wide_is_laid_out() -> None:
    columns = tuple(column(mark("Player"), Kind.TEXT, flexible=True) for _ in range(30))
    layout = lay_out(TableWords.of([Table(columns, ((LONG,) * 30,))], ENGLISH), room=519, turned=True)
    assert layout is not None
    assert_nothing_collides(layout[0], 519)


def assert_nothing_collides(layout: TableLayout, room: float) -> None:
    for place, following in zip(layout.places, layout.places[1:], strict=False):
        assert place.left + place.wide <= following.left
    assert layout.places[-1].left + layout.places[-1].wide <= room + 0.1
    for row in layout.rows:
        for place, lines in zip(layout.places, row.cells, strict=True):
            if place.column.kind is Kind.POINTS and len(lines) > 1:
                assert width(lines[0], place.weight, layout.size) <= place.wide - place.slot + 0.1
                assert width(lines[1], place.weight, layout.size) <= place.slot + 0.1
            else:
                assert all(width(line, place.weight, layout.size) <= place.wide + 0.1 for line in lines)
            assert row.high >= layout.size * 1.2 * len(lines) or place.column.kind is Kind.POINTS


@pytest.mark.parametrize("rest", [Fraction(0), Fraction(1, 2)], ids=["whole", "halves"])
def test_heads_of_points_stand_over_their_figures(
    rest: Fraction, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: dict[str, tuple[float, float]] = {}

    def text(_pen: Pen, x: float, _y: float, text: str, **how: Any) -> None:
        wide = width(text, how.get("weight", Weight.REGULAR), how["size"])
        left = x - wide if how.get("align") is Align.RIGHT else x
        drawn[text] = (left, left + wide)

    monkeypatch.setattr(Pen, "text", text)
    columns = (COLUMNS[2], column(mark("S1"), Kind.POINTS), column(mark("Table points"), Kind.POINTS, Emphasis.STRONG))
    rows: tuple[tuple[Cell, ...], ...] = (("Ada", 3 + rest, 14 + rest),)
    made = document(Section(Table(columns, rows)))
    write(made, tmp_path / "a.pdf", ENGLISH)
    half = drawn.get("½", (0.0, 0.0))
    (left, right), (head_left, head_right) = drawn["14"], drawn["Table points"]
    assert head_left <= left
    assert head_right == pytest.approx(half[1] if rest else right, abs=1)  # room for any fraction
    (left, right), (head_left, head_right) = drawn["3"], drawn["S1"]
    if rest:
        right += width("½", Weight.REGULAR, 10) + 0.5
        assert (head_left + head_right) / 2 == pytest.approx((left + right) / 2, abs=1)
    else:
        assert head_right == pytest.approx(right, abs=0.1)


def test_type_is_never_smaller_than_seven_and_a_half_points() -> None:
    layout = lay_out(TableWords.of([many(5, 20).sections[0].table], ENGLISH), room=766, turned=True)
    assert layout is not None
    assert layout[0].size * 0.88 >= 6.6
    assert layout[0].size >= 7.5
