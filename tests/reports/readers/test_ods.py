"""OpenDocument spreadsheets: what a reader sees, within the limits of a list."""

import zipfile
from pathlib import Path

import pytest

from reports.readers import UnreadableTable, read_table, read_tables
from tests.reports.readers.ods_files import TYPE, number, row, sheet, spreadsheet, text
from tournament.event.player_import import preview_texts, read_roster
from tournament.language import ENGLISH


def saved(path: Path, *sheets: str, manifest: str = "") -> Path:
    path.write_bytes(spreadsheet(*sheets, manifest=manifest))
    return path


def refused(path: Path) -> str:
    with pytest.raises(UnreadableTable) as error:
        read_table(path)
    return ENGLISH.render(error.value.text)


HEADS = row(text("Prénom"), text("Nom"), text("N° EMA"))
BLANK = '<table:table-cell table:number-columns-repeated="16384"/>'


def test_cells_as_a_reader_sees_them(tmp_path: Path) -> None:
    path = saved(
        tmp_path / "list.ods",
        sheet(
            HEADS,
            row(text("Jo<text:s text:c='2'/>B"), text("Mod<text:span>èle</text:span>"), number("4000001"), BLANK),
            row(text("x", ' table:number-columns-repeated="2"'), number("2.5")),
            row(
                '<table:table-cell office:value-type="date" office:date-value="2026-03-01T00:00:00"/>',
                '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
                text("a</text:p><office:annotation><text:p>no</text:p></office:annotation><text:p>b"),
            ),
        ),
    )
    table = read_table(path)
    assert [each.cells for each in table.rows[1:]] == [
        ("Jo  B", "Modèle", "4000001"),
        ("x", "x", "2.5"),
        ("2026-03-01", "TRUE", "a\nb"),
    ]
    assert ENGLISH.render(table.how) == "Spreadsheet, sheet “List”"
    assert list(read_tables(path)) == ["List"]


def test_hidden_and_struck_rows_and_repeated_ones(tmp_path: Path) -> None:
    path = saved(
        tmp_path / "list.ods",
        sheet(
            HEADS,
            row(text("Ada"), text("Bamboo"), more=' table:visibility="filter"'),
            row(text("Ben", ' table:style-name="ce1"'), text("Circle", ' table:style-name="ce1"')),
            row(BLANK, more=' table:number-rows-repeated="3"'),
            row(text("Cleo"), text("Dragon"), more=' table:number-rows-repeated="2"'),
            row(BLANK, more=' table:number-rows-repeated="1048569"'),
        ),
    )
    rows = read_table(path).rows
    assert [(each.line, each.hidden, each.struck) for each in rows if not each.is_blank] == [
        (1, False, False), (2, True, False), (3, False, True), (7, False, False), (8, False, False),
    ]  # fmt: skip


def test_the_list_is_found_behind_a_dashboard_and_a_hidden_sheet_is_not_read(tmp_path: Path) -> None:
    path = saved(
        tmp_path / "list.ods",
        sheet(row(text("Country"), text("Total")), row(text("FR"), number("12")), name="Board"),
        sheet(HEADS, row(text("Old"), text("List")), name="Old", more=' table:style-name="ta2"'),
        sheet(HEADS, row(text("Jo"), text("Modèle")), name="Inscrits"),
    )
    table = read_table(path)
    assert (table.sheet, table.sheets) == ("Inscrits", ("Board", "Inscrits"))
    assert read_table(path, sheet="Board").rows[1].cells == ("FR", "12")
    with pytest.raises(UnreadableTable, match="has no sheet"):
        read_table(path, sheet="Old")


def test_formulas_without_results_and_merged_cells(tmp_path: Path) -> None:
    merged = ' table:number-rows-spanned="2"'
    path = saved(
        tmp_path / "list.ods",
        sheet(
            row(text("Prénom"), text("Nom"), text("Club")),
            row(text("Ada"), text("Bamboo"), text("Tile House", merged)),
            row(text("Ben"), text("Circle"), "<table:covered-table-cell/>"),
            row('<table:table-cell table:formula="of:=PROPER(&quot;a&quot;)"/>', text("Dragon")),
        ),
    )
    roster = read_roster(read_table(path))
    assert [problem.code for problem in roster.problems] == ["name-not-computed"]
    assert [line.player.club for line in roster.lines] == ["Tile House", "Tile House"]
    assert any("Merged cells" in ENGLISH.render(each) for each in preview_texts(roster))


_BOMB = sheet(HEADS, row(text("a"), more=' table:number-rows-repeated="1048575"'))
_WIDE = sheet(HEADS, row(text("a", ' table:number-columns-repeated="16384"')))
_LOW = sheet(HEADS, row(BLANK, more=' table:number-rows-repeated="900000"'), row(text("a")))


@pytest.mark.parametrize(
    ("sheets", "said"),
    [
        (_BOMB, "something below row 50000"),
        (sheet(HEADS, row(text("a"), more=' table:number-rows-repeated="49000"')), "more than 5100 rows"),
        (_WIDE, "more than 200 columns"),
        (_LOW, "something below row 50000"),
        (sheet(row(text("x" * 30_000))), "a cell of more than 20000 characters"),
        ("".join(sheet(name=f"S{place}") for place in range(101)), "more than 100 sheets"),
        ("<text:span>" * 120, "damaged spreadsheet"),
        ("<table:table", "damaged spreadsheet"),
        ("", "is empty"),
    ],
)
def test_what_is_no_list_is_refused_in_words(tmp_path: Path, sheets: str, said: str) -> None:
    path = saved(tmp_path / "list.ods", sheets)
    assert said in refused(path)


def test_a_protected_or_incomplete_file_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "list.ods", sheet(HEADS), manifest="<manifest:encryption-data/>")
    assert "protected by a password" in refused(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", TYPE)
    assert "It is an OpenDocument file" in refused(path)


def test_declarations_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "list.ods")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", TYPE)
        archive.writestr("content.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    assert "damaged spreadsheet" in refused(path)
