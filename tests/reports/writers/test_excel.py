"""Workbooks, read back."""

import zipfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.sax.saxutils import unescape

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.xml.functions import tostring

from reports.column import Emphasis, Kind
from reports.document import Section, SheetChart, Table
from reports.writers.excel import _beginning, _frozen, _in_margin, _pattern, _short_labels, wide, write
from reports.writers.paper import PageSize
from tests.reports.documents import ROWS, column, document, section
from tournament.language import ENGLISH, mark, verbatim


def read(path: Path) -> Workbook:
    return load_workbook(path)


@pytest.fixture
def book(tmp_path: Path) -> Workbook:
    write(document(), tmp_path / "a.xlsx", ENGLISH)
    return read(tmp_path / "a.xlsx")


def test_numbers_are_numbers(book: Workbook) -> None:
    rows = list(book.worksheets[0].iter_rows(min_row=2, values_only=True))
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5]
    assert [row[1] for row in rows] == [2, -1, 0, None, 1]
    assert [row[5] for row in rows] == [573, 0, -331, -1, 12]
    exact = [Fraction(str(row[4])).limit_denominator(12) for row in rows]
    assert exact == [row[4] for row in ROWS]
    assert rows[1][4] == 14
    assert isinstance(rows[1][4], int)


def test_numbers_are_shown_as_on_paper(book: Workbook) -> None:
    sheet = book.worksheets[0]
    assert sheet["E2"].number_format == "# ?/??"
    assert sheet["F2"].number_format == '+0;"−"0;0'
    assert sheet["B2"].number_format == '"▲" 0;"▽" 0;"–"'
    assert sheet["A2"].number_format == "0"


def test_text_stays_text(book: Workbook) -> None:
    sheet = book.worksheets[0]
    for place, text in (("C5", "=1+1"), ("D5", "-2+3"), ("C6", "@SUM(A1) & <b>Ampère</b>"), ("D6", "+33")):
        assert sheet[place].value == text
        assert sheet[place].data_type == "s"
        assert sheet[place].quotePrefix
    assert not sheet["C2"].quotePrefix
    assert [sheet[f"C{row}"].value for row in (2, 3, 4)] == ["Łukasz Żółć", "Đorđe Primer", "麻将 示例"]


def test_ema_numbers_keep_their_zeros(book: Workbook) -> None:
    cell = book.worksheets[0]["D3"]
    assert (cell.value, cell.data_type, cell.number_format) == ("00000034", "s", "@")


def test_the_file_holds_no_formula_at_all(tmp_path: Path) -> None:
    write(document(), tmp_path / "a.xlsx", ENGLISH)
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        sheets = [archive.read(name) for name in archive.namelist() if name.startswith("xl/worksheets/")]
    assert sheets
    assert not any(b"<f>" in sheet or b"<f " in sheet for sheet in sheets)


def test_head_stays_filters_and_repeats(book: Workbook) -> None:
    sheet = book.worksheets[0]
    assert [cell.value for cell in sheet[1]] == ["Rank", "Moved", "Player", "EMA number", "Table points", "Score"]
    assert sheet["A1"].font.b
    assert sheet.freeze_panes == "D2"
    assert sheet.auto_filter.ref == "A1:F6"
    assert sheet.print_title_rows == "$1:$1"


@pytest.mark.parametrize(("size", "code"), [(PageSize.A4, 9), (PageSize.LETTER, 1)])
def test_it_prints_on_one_page_across(tmp_path: Path, size: PageSize, code: int) -> None:
    write(document(), tmp_path / "a.xlsx", ENGLISH, page_size=size)
    sheet = read(tmp_path / "a.xlsx").worksheets[0]
    assert sheet.page_setup.paperSize == code
    assert sheet.sheet_properties.pageSetUpPr is not None
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.oddHeader is not None
    assert sheet.oddFooter is not None
    assert sheet.oddHeader.left.text == "Open && Exemple"
    assert sheet.oddHeader.right.text == "Standings after session 4"
    assert sheet.oddFooter.left.text == "Printed 13 June 2026, 11:58, after 715 hands"
    assert sheet.oddFooter.right.text == "Page &P of &N"


@pytest.mark.parametrize("name", ["Mahjong & Tee " * 20, "&" * 200, "x" + "&" * 200, "麻将" * 100])
def test_a_long_name_leaves_the_margins_as_short_as_excel_takes_them(tmp_path: Path, name: str) -> None:
    """Excel calls a file damaged if a header has more than 255 characters; && in it is one &."""
    write(replace(document(event=name), title=verbatim(name)), tmp_path / "a.xlsx", ENGLISH)
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    header = unescape(sheet.partition("<oddHeader>")[2].partition("</oddHeader>")[0])
    assert 0 < len(header) <= 255
    left, right = header.removeprefix("&L").split("&R", 1)
    assert left == right
    assert name.startswith(left.replace("&&", "&"))
    assert left.count("&") % 2 == 0


def test_properties(book: Workbook) -> None:
    assert book.properties.title == "Open & Exemple – Standings after session 4"
    assert book.properties.creator == "Quatre Vents"


def test_one_worksheet_a_section_with_names_that_excel_takes(tmp_path: Path) -> None:
    long = "x" * 40
    headings = ["A/B: [C]?", "history", long, long, "'", "Session 6"]
    sections: list[Section] = [section(number, verbatim(text)) for number, text in enumerate(headings)]
    write(document(*sections), tmp_path / "a.xlsx", ENGLISH)
    names = read(tmp_path / "a.xlsx").sheetnames
    assert names == ["A B   C", "history (2)", "x" * 31, "x" * 27 + " (2)", "–", "Session 6"]


def test_illegal_characters_are_replaced_where_one_sees_it(tmp_path: Path) -> None:
    bad = "a\x00b\x0bc\x1fd\ud800e\ufffef"
    write(document(rows=[(1, 0, bad, "", Fraction(1), 1)], event=f"E{bad}"), tmp_path / "a.xlsx", ENGLISH)
    assert read(tmp_path / "a.xlsx").worksheets[0]["C2"].value == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf"


def test_long_names_wrap_and_columns_stay_readable(tmp_path: Path) -> None:
    name = "Maximilienne " * 9
    write(document(rows=[(1, 0, name, "", Fraction(1), 1)]), tmp_path / "a.xlsx", ENGLISH)
    sheet = read(tmp_path / "a.xlsx").worksheets[0]
    assert sheet.column_dimensions["C"].width <= 44
    assert sheet["C2"].alignment.wrap_text
    assert sheet.row_dimensions[2].height >= 45


def test_a_list_without_a_table_says_why(tmp_path: Path) -> None:
    nothing = replace(document(), sections=(), note=verbatim("No hand is recorded yet."))
    write(nothing, tmp_path / "a.xlsx", ENGLISH)
    (sheet,) = read(tmp_path / "a.xlsx").worksheets
    assert (sheet["A1"].value, sheet.dimensions) == ("No hand is recorded yet.", "A1:A1")


def test_text_is_escaped_and_cut_where_a_cell_ends(tmp_path: Path) -> None:
    rows = [(1, 0, "_x0041_ <&>", "", Fraction(1), 1), (2, 0, "x" * 40_000, "", Fraction(1), 1)]
    write(document(rows=rows), tmp_path / "a.xlsx", ENGLISH)
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert b"_x005F_x0041_ &lt;&amp;&gt;" in archive.read("xl/worksheets/sheet1.xml")
    cut = read(tmp_path / "a.xlsx").worksheets[0]["C3"].value
    assert cut == "x" * 32_766 + "…"


def test_progress_counts_rows_and_writing_can_be_cancelled_between_them(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    def cancel(done: int, steps: int) -> None:
        told.append((done, steps))
        if done:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write(document(rows=[*ROWS] * 100), tmp_path / "a.xlsx", ENGLISH, progress=cancel)
    assert told == [(0, 500), (200, 500)]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("text", "margin"), [
    ("Open\n& Exemple", "Open && Exemple"),
    ("x" * 101, "x" * 100),
    ("x" * 98 + "&", "x" * 98 + "&&"),
    ("x" * 99 + "&", "x" * 99),
    ("&" * 60, "&" * 100),
])  # fmt: skip
def test_a_margin_has_a_hundred_characters_and_never_half_of_an_ampersand(text: str, margin: str) -> None:
    assert _in_margin(text) == margin


@pytest.mark.parametrize(("name", "beginning"), [
    ("x" * 40, "x" * 35),
    ("麻" * 20, "麻" * 17),
    ("x" * 34 + "e\u0301" + "x" * 9, "x" * 34),  # never a letter without its accent
    ("x" * 30 + " " * 9 + "x", "x" * 30),
])  # fmt: skip
def test_a_name_beside_a_bar_is_cut_off_before_36_characters(name: str, beginning: str) -> None:
    assert _beginning(name) == beginning


@pytest.mark.parametrize(("place", "cell"), [(1, "B2"), (4, "E2"), (5, "A2"), (None, "A2")])
def test_columns_up_to_the_names_stay_in_view_unless_they_are_many(place: int | None, cell: str) -> None:
    plain, name = column(mark("Rank")), column(mark("Player"), emphasis=Emphasis.NAME)
    assert _frozen(tuple(name if number == place else plain for number in range(1, 7))) == cell


def test_twelve_series_differ_by_their_patterns() -> None:
    patterns = [tostring(_pattern(number).to_tree()) for number in range(13)]
    assert len(set(patterns[:12])) == 12
    assert patterns[12] == patterns[0]


def test_progress_is_told_every_two_hundred_rows_and_every_two_thousand_looked_at(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    rows = tuple((number,) for number in range(2_050))
    made = document(Section(Table((column(mark("Rank"), Kind.INTEGER),), rows)))
    write(made, tmp_path / "a.xlsx", ENGLISH, progress=lambda *step: told.append(step))
    assert told == [(0, 2_050), *((done, 2_050) for done in range(0, 2_050, 200)), (1, 1)]


@pytest.mark.parametrize("longest", ["x" * 36, "中" * 18])
def test_the_names_of_bars_are_cut_only_if_one_is_too_long(longest: str) -> None:
    def labels(*names: str) -> list[str]:
        table = Table(
            (column(mark("Player"), Kind.TEXT), column(mark("Points"), Kind.POINTS)), tuple((name, 1) for name in names)
        )
        chart = SheetChart(mark("Points"), 0, (1,), range(len(names)), mark("Player"), mark("Points"))
        return _short_labels(Section(table), chart, ENGLISH)

    assert labels("Ada", longest) == []
    cut = _beginning(f"{longest}y") + "…"
    assert wide(cut) <= 36
    assert labels("Ada", longest, f"{longest}y") == ["Ada", longest, cut]
