"""Excel workbooks, made by openpyxl."""

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from reports.readers import UnreadableTable, read_table
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


def test_a_value_merged_over_lines_is_read_in_each_and_told(tmp_path):
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


def test_a_formula_that_nobody_computed_is_told(tmp_path):
    path = saved(tmp_path / "list.xlsx", List=[HEAD, ["Jo", "=CONCATENATE(A1)", "FR"], ["Al", "Exemple", "FR"]])
    (told,) = read_table(path).notes
    assert ENGLISH.render(told.text_with_line) == (
        "Line 2 · Cell B2 contains a formula without its result: open the file in a spreadsheet and save it"
    )


def test_the_sheet_with_the_list_is_found_and_said(tmp_path):
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


def test_too_many_rows_are_refused(tmp_path):
    path = saved(tmp_path / "list.xlsx", A=[HEAD, *(["A", "B"] for _ in range(5_000))])
    assert "more than 5000 rows" in refusal(path)


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


def test_a_missing_part_is_said_in_words(tmp_path):
    path = tmp_path / "list.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in PARTS.items():
            if name != "xl/workbook.xml":
                archive.writestr(name, text)
    assert "damaged workbook" in refusal(path)


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.99])
def test_a_truncated_workbook_is_said_to_be_damaged(tmp_path, kept):
    path = saved(tmp_path / "list.xlsx", A=[HEAD, ["Jo", "Modèle"]])
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    assert "damaged workbook" in refusal(path)
