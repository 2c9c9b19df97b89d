"""Excel workbooks, made by openpyxl."""

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from reports.readers import UnreadableTable, read_table, read_tables
from reports.readers.limits import MOST_UNPACKED_BYTES
from reports.readers.xlsx import read_workbook
from tournament.event.player_import import preview_texts, read_roster
from tournament.language import ENGLISH

HEAD = ["Prénom", "Nom", "Pays", "N° EMA", "Club", "Équipe"]


def empty_book():
    book = Workbook()
    del book["Sheet"]
    return book


def saved(path, **sheets):
    book = empty_book()
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def refusal(path, **options):
    with pytest.raises(UnreadableTable) as caught:
        read_table(path, **options)
    return ENGLISH.render(caught.value.text)


def test_numbers_come_as_text_and_the_zero_is_restored(tmp_path):
    path = saved(
        tmp_path / "list.xlsx",
        Joueurs=[HEAD, ["Amélie", "Exemple", "FR", 4000001, "Thé", 11], ["Jo", "Modèle", "FR", 4000002.0, None, 2.5]],
    )
    table = read_table(path)
    assert table.rows[1].cells == ("Amélie", "Exemple", "FR", "4000001", "Thé", "11")
    assert table.rows[2].cells == ("Jo", "Modèle", "FR", "4000002", "", "2.5")
    assert ENGLISH.render(table.how) == "Workbook, sheet “Joueurs”"
    roster = read_roster(table)
    assert [player.ema_number for player in roster.players] == ["04000001", "04000002"]
    assert ENGLISH.render(preview_texts(roster)[0]) == "Line 2 · Zero restored: 4000001 → 04000001"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (dt.datetime(2026, 6, 13), "2026-06-13"),  # noqa: DTZ001 - cells have no time zone
        (dt.datetime(2026, 6, 13, 9, 30), "2026-06-13T09:30:00"),  # noqa: DTZ001
        (dt.time(9, 30), "09:30:00"),
        (True, "TRUE"),
        ("04000001", "04000001"),
        ("=1+1", ""),
        (4e6, "4000000"),
    ],
)
def test_values_as_text(tmp_path, value, text):
    path = saved(tmp_path / "list.xlsx", Sheet=[HEAD, ["Jo", "Modèle", "FR", "", value]])
    row = read_table(path).rows[1].cells
    assert (*row, "", "")[4] == text


def test_rows_keep_their_numbers(tmp_path):
    path = saved(tmp_path / "list.xlsx", Sheet=[["Open"], [], HEAD, [], ["Jo", "Modèle"]])
    assert [row.line for row in read_table(path).rows if not row.is_blank] == [1, 3, 5]


def test_merged_cells_and_validations_are_no_trouble(tmp_path):
    book = empty_book()
    sheet = book.create_sheet("List")
    for row in (["Open 2026", None], HEAD, ["Jo", "Modèle"]):
        sheet.append(row)
    sheet.merge_cells("A1:F1")
    sheet.add_data_validation(DataValidation(type="list", formula1='"FR,DE"'))
    book.save(tmp_path / "list.xlsx")
    assert read_roster(read_table(tmp_path / "list.xlsx")).players[0].name == "Jo Modèle"


def test_a_value_merged_over_lines_is_read_in_each_with_a_note(tmp_path):
    book = empty_book()
    sheet = book.create_sheet("List")
    for row in (HEAD, ["Jo", "Modèle", "FR"], ["Al", "Exemple"], ["Bo", "Sample"], ["Cy", "Muster", "DE"]):
        sheet.append(row)
    sheet.merge_cells("C2:C4")
    sheet.merge_cells("A5:B5")
    book.save(tmp_path / "list.xlsx")
    table = read_table(tmp_path / "list.xlsx")
    assert [player.country for player in read_roster(table).players[:3]] == ["FR", "FR", "FR"]
    assert [ENGLISH.render(note.text_with_line) for note in table.notes] == [
        "Line 2 · Merged cells C2:C4: “FR” read in each line"
    ]


def test_a_formula_without_a_result_is_reported(tmp_path):
    path = saved(tmp_path / "list.xlsx", List=[HEAD, ["Jo", "=CONCATENATE(A1)", "FR"], ["Al", "Exemple", "FR"]])
    (told,) = read_table(path).notes
    assert ENGLISH.render(told.text_with_line) == (
        "Line 2 · Cell B2 contains a formula without its result: open the file in a spreadsheet and save it"
    )


def test_the_sheet_with_the_list_is_found_and_named(tmp_path):
    path = saved(
        tmp_path / "list.xlsx", Infos=[["Welcome"]], Vide=[], Joueurs=[HEAD, ["Jo", "Modèle"]], Autres=[["x", "y"]]
    )
    table = read_table(path)
    assert table.rows[0].cells == tuple(HEAD)
    assert [ENGLISH.render(note.text) for note in table.notes] == ["Sheet “Joueurs” read; not read: “Infos”, “Autres”"]


def test_without_headings_the_first_sheet_with_something_is_read(tmp_path):
    path = saved(tmp_path / "list.xlsx", Vide=[], A=[["x", "y"]], B=[["z"]])
    assert read_table(path).rows[0].cells == ("x", "y")


def test_hidden_sheets_are_not_looked_at(tmp_path):
    book = empty_book()
    book.create_sheet("shown").append(["x"])
    hidden = book.create_sheet("hidden")
    hidden.append(HEAD)
    hidden.sheet_state = "hidden"
    book.save(tmp_path / "list.xlsx")
    assert read_table(tmp_path / "list.xlsx").rows[0].cells == ("x",)


def test_a_sheet_may_be_named(tmp_path):
    path = saved(tmp_path / "list.xlsx", A=[HEAD, ["Jo", "Modèle"]], B=[HEAD, ["Amélie", "Exemple"]])
    assert read_table(path, sheet="B").rows[1].cells == ("Amélie", "Exemple")
    assert refusal(path, sheet="C") == "“list.xlsx” has no sheet “C”; it has: “A”, “B”."


def test_an_empty_workbook_says_so(tmp_path):
    assert refusal(saved(tmp_path / "list.xlsx", A=[], B=[])) == "The workbook “list.xlsx” is empty."


@pytest.mark.thorough
def test_too_many_rows_are_refused(tmp_path):
    path = saved(tmp_path / "list.xlsx", A=[HEAD, *(["A", "B"] for _ in range(5_100))])
    assert "more than 5100 rows" in refusal(path)


def test_an_archive_that_unpacks_without_measure_is_refused_unread(tmp_path):
    path = saved(tmp_path / "list.xlsx", A=[HEAD])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/media/bomb", "w") as bomb:
        for _ in range(MOST_UNPACKED_BYTES // 1_000_000 + 1):
            bomb.write(bytes(1_000_000))
    assert path.stat().st_size < 1_000_000
    assert "more than 60 MB" in refusal(path)


def parts():
    """A small workbook, part by part."""
    target = io.BytesIO()
    book = empty_book()
    sheet = book.create_sheet("List")
    sheet.append(HEAD)
    sheet.append(["Jo", "Modèle", "FR", 4000001])
    book.save(target)
    with zipfile.ZipFile(target) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


PARTS = parts()


@given(st.sampled_from(sorted(PARTS)), st.integers(0, 3000), st.integers(0, 200), st.binary(max_size=20))
def test_a_damaged_part_never_crashes_the_reader(tmp_path_factory, part, begin, length, junk):
    content = PARTS[part]
    begin %= len(content)
    damaged = {**PARTS, part: content[:begin] + junk + content[begin + length :]}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in damaged.items():
            archive.writestr(name, text)
    path = tmp_path_factory.getbasetemp() / "damaged.xlsx"
    try:
        roster = read_roster(read_workbook(path, data.getvalue()))
    except UnreadableTable as problem:
        said: object = ENGLISH.render(problem.text)
    else:
        said = roster.problems or roster.players
    assert said


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=8))
def test_damaged_bytes_of_the_archive_never_crash_the_reader(tmp_path_factory, begin, junk):
    path = tmp_path_factory.getbasetemp() / "flipped.xlsx"
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.ms-excel")
        for name, text in PARTS.items():
            archive.writestr(name, text)
    whole = bytearray(data.getvalue())
    begin %= len(whole) - len(junk)
    whole[begin : begin + len(junk)] = junk
    path.write_bytes(whole)
    try:
        roster = read_roster(read_table(path))
    except UnreadableTable as problem:
        said: object = ENGLISH.render(problem.text)
    else:
        said = roster.problems or roster.players
    assert said


def test_a_missing_part_is_reported_in_words(tmp_path):
    path = tmp_path / "list.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in PARTS.items():
            if name != "xl/workbook.xml":
                archive.writestr(name, text)
    assert "damaged workbook" in refusal(path)


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.99])
def test_a_truncated_workbook_is_reported_as_damaged(tmp_path, kept):
    path = saved(tmp_path / "list.xlsx", A=[HEAD, ["Jo", "Modèle"]])
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    assert "damaged workbook" in refusal(path)


def merged_book(path, rows, *areas):
    book = empty_book()
    sheet = book.create_sheet("List")
    for row in rows:
        sheet.append(row)
    for area in areas:
        sheet.merge_cells(area)
    book.save(path)
    return path


def told(table):
    return [ENGLISH.render(note.text_with_line) for note in table.notes]


def test_a_merged_value_reaches_to_the_last_line_and_past_the_cells_of_a_line(tmp_path):
    rows = [HEAD, ["Jo", "Modèle", "FR"], ["Al", "Exemple"], ["Bo"], ["Cy", "Muster", "DE"], ["Di", "Sample"]]
    table = read_table(merged_book(tmp_path / "list.xlsx", rows, "C2:C4", "C5:C9"))
    assert [row.cells[:3] for row in table.rows[1:6]] == [
        ("Jo", "Modèle", "FR"), ("Al", "Exemple", "FR"), ("Bo", "", "FR"), ("Cy", "Muster", "DE"),
        ("Di", "Sample", "DE"),
    ]  # fmt: skip
    assert sorted(told(table)) == [
        "Line 2 · Merged cells C2:C4: “FR” read in each line",
        "Line 5 · Merged cells C5:C9: “DE” read in each line",
    ]


def test_a_merged_value_is_read_in_no_blank_line_and_no_other_column(tmp_path):
    rows = [HEAD, ["Jo", "Modèle", "FR", "04000001", "Thé"], [], ["Al", "Exemple", None, "04000002", "Café"]]
    table = read_table(merged_book(tmp_path / "list.xlsx", rows, "C2:C4"))
    assert [row.cells for row in table.rows[1:]] == [
        ("Jo", "Modèle", "FR", "04000001", "Thé"), (), ("Al", "Exemple", "FR", "04000002", "Café"),
    ]  # fmt: skip


@pytest.mark.parametrize("area", ["C3:C4", "A2:B2", "H2:H4", "C8:C9"], ids=["empty", "in a line", "beside", "below"])
def test_merged_cells_without_a_value_to_repeat_are_left_alone(tmp_path, area):
    rows = [HEAD, ["Jo", "Modèle", "FR"], ["Al", "Exemple"], ["Bo", "Sample"]]
    plain = read_table(merged_book(tmp_path / "plain.xlsx", rows)).rows
    table = read_table(merged_book(tmp_path / "list.xlsx", rows, area))
    if area == "A2:B2":  # openpyxl empties the second cell
        assert table.rows[1].cells == ("Jo", "", "FR")
    else:
        assert [row for row in table.rows if not row.is_blank] == list(plain)
    assert table.notes == ()


def test_sixty_characters_of_a_merged_value_are_told(tmp_path):
    rows = [HEAD, ["x" * 60 + "y", "Modèle"], [None, "Exemple"]]
    table = read_table(merged_book(tmp_path / "list.xlsx", rows, "A2:A3"))
    assert table.rows[2].cells == ("x" * 60 + "y", "Exemple")
    assert told(table) == [f"Line 2 · Merged cells A2:A3: “{'x' * 60}” read in each line"]


def test_two_hundred_merged_cells_and_formulas_of_a_sheet_are_told(tmp_path):
    rows = [HEAD, *([f"Jo{line}", "=1", None] for line in range(2, 604))]
    table = read_table(
        merged_book(tmp_path / "list.xlsx", rows, *(f"A{line}:A{line + 1}" for line in range(2, 604, 2)))
    )
    codes = [note.kind.code for note in table.notes]
    assert (codes.count("cells-merged"), codes.count("not-computed")) == (200, 200)


def test_a_sheet_with_two_headings_is_the_list(tmp_path):
    path = saved(tmp_path / "list.xlsx", Infos=[["Nom", "x"]], Joueurs=[["Prénom", "Nom"], ["Jo", "Modèle"]])
    assert read_table(path).rows[1].cells == ("Jo", "Modèle")
    only = saved(tmp_path / "only.xlsx", Infos=[["x", "y"]], Joueurs=[["x", "Nom"], ["Jo", "Modèle"]])
    assert read_table(only).rows[0].cells == ("x", "Nom")
    neither = saved(tmp_path / "neither.xlsx", Infos=[["x", "y"]], Joueurs=[["x", "Land"], ["Jo", "Modèle"]])
    assert read_table(neither).rows[0].cells == ("x", "y")


def test_a_dashboard_before_the_list_is_not_the_list(tmp_path):
    board = [["Country", "Team", "Status", "Total"], ["FR", "Dragons", "paid", 12]]
    path = saved(tmp_path / "list.xlsx", Board=board, Inscrits=[["Prénom", "Nom"], ["Jo", "Modèle"]])
    assert read_table(path).rows[1].cells == ("Jo", "Modèle")


def test_hidden_and_struck_rows_are_marked(tmp_path):
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.create_sheet("List", 0)
    for row in (["Prénom", "Nom"], ["Jo", "Modèle"], ["Ada", "Bamboo"], ["Ben", "Circle"]):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    for cell in sheet[4]:
        cell.font = Font(strike=True)
    book.save(tmp_path / "list.xlsx")
    rows = read_table(tmp_path / "list.xlsx").rows
    assert [(row.hidden, row.struck) for row in rows] == [(False, False), (False, False), (True, False), (False, True)]


def test_a_sheet_is_read_if_all_are_hidden(tmp_path):
    path = tmp_path / "list.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in PARTS.items():
            archive.writestr(name, text.replace(b'state="visible"', b'state="hidden"'))
    assert read_table(path).rows[1].cells == ("Jo", "Modèle", "FR", "4000001")


def test_every_visible_sheet_is_read_for_seats(tmp_path):
    path = saved(tmp_path / "seats.xlsx", A=[["x", None, 7]], B=[], C=[["y"] * 1_251])
    tables = read_tables(path)
    assert {title: [row.cells for row in table.rows] for title, table in tables.items()} == {
        "A": [("x", "", "7")], "B": [], "C": [("y",) * 1_251],
    }  # fmt: skip
    assert ENGLISH.render(tables["C"].how) == "Workbook, sheet “C”"
    with pytest.raises(UnreadableTable) as caught:
        read_tables(saved(tmp_path / "seats.xlsx", A=[["y"] * 1_252]))
    assert "more than 1251 columns" in ENGLISH.render(caught.value.text)
