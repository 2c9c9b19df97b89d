"""How tables are shared out over the columns of a page and over pages, in round numbers of points."""

from dataclasses import replace
from itertools import count

import pytest

from reports.column import Kind
from reports.document import Section, Table
from reports.writers.pdf.fonts import Weight, width
from reports.writers.pdf.pages import PageFrame, _denser, _fitting, _paged, _shared_out, page_frame
from reports.writers.pdf.table import RowLayout, TableLayout, TableWords, _shared, _squeezed, lay_out
from tests.reports.documents import column, document
from tournament.language import ENGLISH, mark

WORD, FLEXIBLE, NUMBER = (
    column(mark("Player")),
    column(mark("Player"), flexible=True),
    column(mark("Score"), Kind.SIGNED),
)
_HEAD = 67.0
"""Points above the tables of a page without title, text beside it and note."""
_FOOT = 64.0
_number = count()
"""Distinguishes sections that are otherwise alike."""


def frame(room: float, *, card_code: float = 0.0) -> PageFrame:
    """A page with ``room`` points for tables."""
    return PageFrame(500.0, room + _HEAD + _FOOT, (), (), (), card_code=(card_code, card_code))


def layout(*rows: float, group: int = 1, head: float = 0.0) -> TableLayout:
    """A table with rows as high as these."""
    return TableLayout((), tuple(RowLayout((), high, ruled=False) for high in rows), 8, head, 400, 1.5, group)


def section(*rows: float, group: int = 1, head: float = 0.0) -> tuple[Section, TableLayout]:
    return Section(Table((), ((),) * len(rows)), label=str(next(_number))), layout(*rows, group=group, head=head)


@pytest.mark.parametrize(("group", "first", "room", "row", "used"), [
    (1, 0, 35, 3, 30),
    (1, 0, 30, 3, 30),
    (1, 0, 29, 2, 20),
    (1, 0, 0, 1, 10),  # at least one row, however low the page
    (1, 4, 100, 6, 20),
    (2, 0, 39, 2, 20),
    (2, 2, 40, 6, 40),
    (2, 0, 15, 1, 10),  # no page takes the group
    (4, 0, 25, 2, 20),
    (4, 2, 25, 4, 20),
    (4, 1, 35, 4, 30),
    (4, 0, 45, 4, 40),
    (4, 3, 12, 4, 10),
])  # fmt: skip
def test_a_page_ends_after_the_last_group_that_fits(group: int, first: int, room: float, row: int, used: float) -> None:
    assert _fitting(layout(*[10] * 6, group=group), first, room) == (row, used)


@pytest.mark.parametrize(("sections", "pages"), [
    ([section(89), section(89)], [[(0, 0, 1, 200), (1, 0, 1, 89)]]),
    ([section(89), section(90)], [[(0, 0, 1, 200)], [(1, 0, 1, 200)]]),
    ([section(50, head=9), section(50, head=20)], [[(0, 0, 1, 200), (1, 0, 1, 119)]]),
    ([section(10), section(*[60] * 5)], [[(0, 0, 1, 200)], [(1, 0, 3, 200)], [(1, 3, 5, 200)]]),
    ([section(100), section(*[25] * 9)], [[(0, 0, 1, 200), (1, 0, 3, 78)], [(1, 3, 9, 200)]]),
    ([section(100), section(*[26] * 9)], [[(0, 0, 1, 200), (1, 0, 3, 78)], [(1, 3, 9, 200)]]),
    ([section(100), section(*[27] * 9)], [[(0, 0, 1, 200)], [(1, 0, 7, 200)], [(1, 7, 9, 200)]]),
    ([section(100), section(*[20] * 12, group=4)], [[(0, 0, 1, 200)], [(1, 0, 8, 200)], [(1, 8, 12, 200)]]),
    ([section(300), section(10)], [[(0, 0, 1, 200)], [(1, 0, 1, 200)]]),
])  # fmt: skip
def test_a_section_begins_where_its_first_rows_fit(
    sections: list[tuple[Section, TableLayout]], pages: list[list[tuple[int, int, int, float]]]
) -> None:
    """By page, the sections with their first row, the row after their last, and their place above the foot."""
    found = _paged(sections, frame(200))
    order = [each for each, _ in sections]
    assert [
        [(order.index(part.section), part.first, part.last, part.top - _FOOT) for part in page] for page in found
    ] == pages
    assert [part.continued for page in found for part in page] == [first > 0 for page in pages for _, first, *_ in page]


def test_each_section_of_a_poster_has_a_page_of_its_own() -> None:
    sections = [section(10), section(20)]
    assert [len(page) for page in _paged(sections, frame(200))] == [2]
    assert [len(page) for page in _paged(sections, frame(200), apart=True)] == [1, 1]


def test_a_section_is_at_least_as_high_as_the_code_beside_it() -> None:
    ((first, second),) = _paged([section(10), section(20)], frame(200, card_code=40))
    assert first.top - second.top == 40 + 22
    (page,) = _shared_out([section(10)] * 3, frame(200, card_code=40), 4)
    assert [part.top - _FOOT for part in page] == pytest.approx([200, 400 / 3, 200 / 3])


@pytest.mark.parametrize(("highs", "most", "pages"), [
    ([28] * 5, 4, [[200, 150, 100, 50], [200]]),
    ([28.5] * 5, 4, [[200, 400 / 3, 200 / 3], [200, 400 / 3]]),
    ([78] * 3, 4, [[200, 100], [200]]),
    ([79] * 2, 4, [[200], [200]]),
    ([10] * 3, 2, [[200, 100], [200]]),
    ([10, 100, 10, 10], 2, [[200], [200], [200, 100]]),
    ([200], 4, [[200]]),
    ([], 4, [[]]),
])  # fmt: skip
def test_sections_that_are_cut_apart_have_equal_parts_of_a_page(
    highs: list[float], most: int, pages: list[list[float]]
) -> None:
    found = _shared_out([section(high) for high in highs], frame(200), most)
    assert [[part.top - _FOOT for part in page] for page in found] == [pytest.approx(page) for page in pages]


def test_a_section_too_high_to_be_cut_apart_goes_on_over_pages() -> None:
    found = _shared_out([section(150, 150), section(10)], frame(200), 2)
    assert [[(part.first, part.last) for part in page] for page in found] == [[(0, 1)], [(1, 2), (0, 1)]]


@pytest.mark.parametrize(("code", "top"), [(0, 900 - _HEAD), (31, 900 - _HEAD), (80, 900 - 36 - 80)])
def test_the_tables_begin_below_the_head_and_its_code(code: float, top: float) -> None:
    page = PageFrame(500, 900, (), (), (), head_code=(10, code))
    assert (page.top, page.bottom, page.room, page.table_room) == (top, _FOOT, 424, 424)
    assert PageFrame(500, 900, (), (), (), card_code=(40, 9)).table_room == 384


@pytest.mark.parametrize(("title", "aside", "note", "details", "head"), [
    (1, 0, 0, 0, 25),
    (2, 0, 0, 0, 50),
    (1, 3, 0, 0, 8.6 * 1.35 * 3),
    (1, 1, 1, 0, 25 + 8.6 * 2.1),
    (1, 1, 3, 0, 25 + 8.6 * 4.9),
    (1, 1, 0, 2, 25 + 8.6 * 2.8),
])  # fmt: skip
def test_the_head_is_as_high_as_its_lines(title: int, aside: int, note: int, details: int, head: float) -> None:
    page = PageFrame(500, 900, ("",) * title, ("",) * aside, ("",) * note, ("",) * details)
    assert page.top == pytest.approx(900 - _HEAD - head)


def test_space_that_is_left_goes_to_the_gutters_and_to_flexible_columns() -> None:
    columns, natural = (NUMBER, FLEXIBLE, WORD), [(50.0, 5.0), (100.0, 0.0), (50.0, 0.0)]
    assert _shared(columns, natural, 12, 224) == (natural, 12)
    # of 8 points 4 go to the two gutters
    assert _shared(columns, natural, 12, 232) == ([(50.0, 5.0), (104.0, 0.0), (50.0, 0.0)], 14)
    # gutters are at most 20 points wide
    assert _shared(columns, natural, 12, 300) == ([(50.0, 5.0), (160.0, 0.0), (50.0, 0.0)], 20)
    # of two flexible columns each has half
    wider, gutter = _shared((NUMBER, FLEXIBLE, FLEXIBLE), natural, 12, 300)
    assert (wider, gutter) == ([(50.0, 5.0), (130.0, 0.0), (80.0, 0.0)], 20)
    # a table of one column has no gutter
    assert _shared((NUMBER,), [(50.0, 0.0)], 12, 62)[0] == [(50.0, 0.0)]


def test_flexible_columns_lose_what_they_have_above_the_least() -> None:
    columns, natural = (NUMBER, FLEXIBLE, FLEXIBLE), [(50.0, 0.0), (210.0, 1.0), (150.0, 2.0)]
    # the least of two flexible columns is 110: they have 100 and 40 above it
    assert _shared(columns, natural, 10, 430) == (natural, 10)
    assert _shared(columns, natural, 10, 360) == ([(50.0, 0.0), (160.0, 1.0), (130.0, 2.0)], 10)
    assert _shared(columns, [(50.0, 0.0), (60.0, 1.0), (230.0, 2.0)], 10, 300)[0] == [
        (50.0, 0.0), (60.0, 1.0), (170.0, 2.0)
    ]  # fmt: skip


def test_squeezed_columns_of_words_share_what_the_numbers_leave() -> None:
    columns, natural = (NUMBER, WORD, FLEXIBLE), [(50.0, 5.0), (100.0, 0.0), (300.0, 0.0)]
    assert _squeezed(columns, natural, 262) == ([(50.0, 5.0), (50.0, 0.0), (150.0, 0.0)], 6)
    assert _squeezed(columns, natural, 40) == ([(50.0, 5.0), (0.0, 0.0), (0.0, 0.0)], 6)
    assert _squeezed((NUMBER, NUMBER), natural[:2], 20) == (natural[:2], 6)
    assert _squeezed((NUMBER, WORD), [(50.0, 5.0), (0.0, 0.0)], 20) == ([(50.0, 5.0), (0.0, 0.0)], 6)


@pytest.mark.parametrize(("size", "gutter"), [(8.6, 20.0), (8.6, 12.0), (8.6, 6.0), (8.0, 6.0), (7.5, 6.0)])
@pytest.mark.parametrize("turned", [False, True])
def test_the_first_size_is_used_with_which_the_numbers_fit(size: float, gutter: float, *, turned: bool) -> None:
    table = Table((column(mark("1"), Kind.INTEGER),) * 9, ((1000,) * 9,))
    wide = width("1000", Weight.REGULAR, size)
    made = lay_out(TableWords.of([table], ENGLISH), room=9 * wide + 8 * gutter + 0.01, turned=turned)
    if size < 8.6 and not turned:
        assert made is None  # a turned page is tried before smaller type
        return
    assert made is not None
    places = made[0].places
    assert made[0].size == size
    assert places[0].wide == pytest.approx(wide)
    # of what is left beside close columns, half goes to the gutters
    assert places[1].left == pytest.approx(wide + (16 if gutter == 20 else gutter), abs=0.01)
    assert made[0].rows[0].high == pytest.approx(size * 1.87)
    assert made[0].head_high == pytest.approx(size * (1.87 - 1.22 + 0.25 + 1.22 * 0.88))


def test_only_a_table_that_is_too_high_is_made_lower_to_share_a_page() -> None:
    tables = [Table((column(mark("Player")),), (("Ada Bamboo",),) * rows) for rows in (4, 4, 8, 4)]
    shared = replace(document(*(Section(table) for table in tables)), a_page=4)
    frame = page_frame(shared, ENGLISH, 595, 842)
    words = TableWords.of(tables, ENGLISH)
    layout = lay_out(words, room=frame.table_room, turned=False)
    assert layout is not None
    made = _denser(shared, words, frame, layout, turned=False)
    assert [one is two for one, two in zip(made, layout, strict=True)] == [True, True, False, True]
    assert made[2].pitch < layout[2].pitch
    assert len(_shared_out(list(zip(shared.sections, made, strict=True)), frame, 4)) == 1
    assert _denser(replace(shared, a_page=2), words, frame, layout, turned=False) is layout
