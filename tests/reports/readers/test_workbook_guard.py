"""What is counted in a workbook before it is read: exactly at a limit it is read, and one beyond it is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from reports.readers.limits import no_step
from reports.readers.refusal import UnreadableTable
from reports.readers.workbook_guard import NoWorkbook, SheetFacts, WorkbookLimits, check_workbook, place_of
from tests.reports.readers.hostile import packed
from tournament.language import ENGLISH

PATH = Path("list.xlsx")
FREE = WorkbookLimits(*[10**9] * 7)
SHEET = "xl/worksheets/sheet1.xml"


def checked(content: str | bytes, limits: WorkbookLimits = FREE, name: str = SHEET) -> SheetFacts:
    """The facts of a part with this content."""
    return check_workbook(PATH, packed({name: content}), no_step, limits=limits)[name]


def refusal(parts: dict[str, str | bytes], limits: WorkbookLimits) -> str:
    with pytest.raises(UnreadableTable) as caught:
        check_workbook(PATH, packed(parts), no_step, limits=limits)
    return ENGLISH.render(caught.value.text)


def worksheet(rows: str, more: str = "") -> str:
    return f"<worksheet><sheetData>{rows}</sheetData>{more}</worksheet>"


CELLS = worksheet('<row r="1"><c r="A1"/><c r="B1"/></row><row r="2"><c r="A2"/></row>')
MERGED = worksheet("", '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/></mergeCells>')


@pytest.mark.parametrize(
    ("content", "limit", "count", "words"),
    [
        (CELLS, "elements", 5, "more than 4 cells"),
        ("<sst><si><t/></si><si><r><t/></r><r><t/></r></si></sst>", "texts", 4, "more than 3 texts"),
        (worksheet('<row><c t="inlineStr"><is><t/></is></c></row>'), "texts", 1, "more than 0 texts"),
        ("<x:sst><x:si/></x:sst>".replace("<x:sst>", '<x:sst xmlns:x="y">'), "texts", 1, "more than 0 texts"),
        ("<styleSheet><fonts><font/><font/></fonts></styleSheet>", "others", 4,
         "more than 3 styles, merged cells and the like"),
        ("<styleSheet><row/><c/><si/></styleSheet>", "others", 4, "more than 3 styles, merged cells and the like"),
        (MERGED, "others", 5, "more than 4 styles, merged cells and the like"),
        (worksheet('<row r="7"><c r="A7"><v>1</v></c></row>'), "last_row", 7, "something below row 6"),
        (worksheet('<row r="7"><c r="A7"><is><t>x</t></is></c></row>'), "last_row", 7, "something below row 6"),
        (worksheet('<row r="1"><c r="AB1"><v>1</v></c></row>'), "columns", 28, "more than 27 columns"),
        (worksheet('<row r="1"><c r="AB1"><is><t>x</t></is></c></row>'), "columns", 28, "more than 27 columns"),
    ],
)  # fmt: skip
def test_what_is_counted_is_refused_beyond_its_limit(content: str, limit: str, count: int, words: str) -> None:
    checked(content, replace(FREE, **{limit: count}))
    assert f"“list.xlsx” has {words}:" in refusal({SHEET: content}, replace(FREE, **{limit: count - 1}))


def test_what_is_counted_is_counted_over_all_parts() -> None:
    parts: dict[str, str | bytes] = {f"xl/worksheets/sheet{number}.xml": CELLS for number in (1, 2)}
    check_workbook(PATH, packed(parts), no_step, limits=replace(FREE, elements=10))
    assert "more than 9 cells" in refusal(parts, replace(FREE, elements=9))


def test_a_hundred_sheets_are_a_workbook() -> None:
    book = "<workbook><sheets>{}</sheets></workbook>"
    checked(book.format("<sheet/>" * 100))
    assert "has more than 100 sheets" in refusal({"xl/workbook.xml": book.format("<sheet/>" * 101)}, FREE)


def test_an_empty_cell_may_be_anywhere() -> None:
    rows = '<row r="9"><c r="ZZ9" s="1"/></row><row r="1"><c r="A1"><v>1</v></c></row>'
    checked(worksheet(rows), replace(FREE, last_row=1, columns=1))


@pytest.mark.parametrize("root", ["worksheet", "sst"])
def test_only_sheets_and_their_texts_count_for_the_bytes_of_sheets(root: str) -> None:
    content = f"<{root}>{' ' * 1_000_000}</{root}>"
    size = len(content)
    checked(content, replace(FREE, sheet_bytes=size))
    assert "has 2 MB, more than 1 MB" in refusal({SHEET: content}, replace(FREE, sheet_bytes=size - 1))
    two: dict[str, str | bytes] = {"xl/a.xml": content, "xl/b.xml": content}
    check_workbook(PATH, packed(two), no_step, limits=replace(FREE, sheet_bytes=2 * size))
    assert "has 3 MB, more than 2 MB" in refusal(two, replace(FREE, sheet_bytes=2 * size - 1))
    checked(f"<styleSheet>{' ' * 1_000_000}</styleSheet>", replace(FREE, sheet_bytes=0))


def test_all_parts_count_for_the_bytes_unpacked() -> None:
    parts: dict[str, str | bytes] = {"xl/media/1.png": b"\x89" * 1_500_000, "xl/styles.xml": b" " * 500_000}
    check_workbook(PATH, packed(parts), no_step, limits=replace(FREE, unpacked_bytes=2_000_000))
    assert "has 2 MB, more than 1 MB" in refusal(parts, replace(FREE, unpacked_bytes=1_999_999))


def test_the_limits_of_a_list_of_players() -> None:
    """The others are named in the refusals of hostile files."""
    limits = WorkbookLimits()
    assert (limits.unpacked_bytes, limits.sheet_bytes) == (60_000_000, 20_000_000)


def test_elements_are_nested_a_hundred_deep_at_most() -> None:
    checked("<a>" * 100 + "</a>" * 100)
    with pytest.raises(NoWorkbook):
        checked("<a>" * 101 + "</a>" * 101)
    checked("<a>" + "<b><c/></b>" * 200 + "</a>")


@pytest.mark.parametrize(
    "start", [b"", b" \n\t", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\0", b"\0\0\0"], ids=repr
)
def test_whatever_may_be_xml_is_looked_through(start: bytes) -> None:
    with pytest.raises(Exception, match=r"not well-formed|invalid token|syntax error|XML"):
        checked(start + b"< no xml")


@pytest.mark.parametrize("start", [b"\x89PNG\r\n", b"\0\0\0\0", b"x\0\0\0", b""], ids=repr)
def test_pictures_are_not_looked_through(start: bytes) -> None:
    assert checked(start + b"< no xml" if start else b"") == SheetFacts()


def test_a_tag_may_be_long_but_not_without_end() -> None:
    checked(f'<a b="{"x" * 1_000_000}"/>')
    with pytest.raises(NoWorkbook, match="a tag without end"):
        checked(f'<a b="{"x" * 1_200_000}"/>')
    checked("<a>" + f'<b c="{"x" * 300_000}"/>' * 10 + "</a>")


@pytest.mark.parametrize(
    "declared", ["<!DOCTYPE a>", '<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a SYSTEM "file:///etc/hostname">']
)
def test_declarations_are_refused(declared: str) -> None:
    with pytest.raises(NoWorkbook, match="declarations"):
        checked(f"{declared}<a/>")


@pytest.mark.parametrize(
    ("cell", "uncomputed"),
    [
        ('<c r="B2"><f>1+1</f></c>', ["B2"]),
        ('<c r="B2"><f>1+1</f><v></v></c>', ["B2"]),
        ('<c r="B2"><f>1+1</f><v>2</v></c>', []),
        ('<c r="B2"><v>2</v></c>', []),
        ('<c r="B2"><f>1+1</f><v>2</v></c><c r="C2"><f>1+1</f></c><c r="D2"><f>1</f></c>', ["C2", "D2"]),
        ('<c r="B2"><f>1+1</f></c><c r="C2"><v>3</v></c>', ["B2"]),
        ('<c r="B2"><f>1+1</f><v>2</v></c><c r="C2"><f>1</f><v></v></c>', ["C2"]),
    ],
)
def test_formulas_without_a_result_are_facts_of_their_sheet(cell: str, uncomputed: list[str]) -> None:
    facts = checked(worksheet(f'<row r="2">{cell}</row>'))
    assert (facts.uncomputed, facts.merged) == (uncomputed, [])


def test_merged_cells_are_facts_of_their_sheet() -> None:
    assert checked(MERGED).merged == ["A1:A2", "B1:B2"]


def test_each_part_is_a_step_of_all() -> None:
    steps: list[tuple[int, int]] = []
    check_workbook(PATH, packed({"a.xml": "<a/>", "b.xml": "<b/>"}), lambda done, whole: steps.append((done, whole)))
    assert [step for step in steps if step[1]] == [(0, 2), (1, 2)]
    assert steps.count((0, 0)) == 2


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ("A1", (1, 1)), ("Z9", (9, 26)), ("AA10", (10, 27)), ("AB12", (12, 28)), ("XFD1048576", (1_048_576, 16_384)),
        ("12", (12, 0)), ("", (0, 0)), ("C", (0, 3)), ("AAAA1", (1, 18_279)), ("AAAAZ1", (1, 18_279)),
        ("A9999999991", (999_999_999, 1)),
    ],
)  # fmt: skip
def test_the_place_of_a_cell(reference: str, place: tuple[int, int]) -> None:
    assert place_of(reference) == place
