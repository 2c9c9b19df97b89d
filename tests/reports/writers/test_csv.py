"""CSV, read back by a reader of its own."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from reports.column import Cell
from reports.document import Section, Table
from reports.frames.hands import hands_records
from reports.frames.penalties import penalties_records
from reports.frames.records import Records
from reports.frames.seats import seats_records
from reports.writers.csv import CsvFor, write
from tests.examples.events import sample_event
from tests.reports.documents import COLUMNS, document, section
from tournament.language import ENGLISH, language_of, mark


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, strict=True))


def test_rows_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(document(), path, ENGLISH)
    assert path.read_bytes().startswith(b"\xef\xbb\xbfRank,Moved,")
    assert path.read_bytes().count(b"\r\n") == path.read_bytes().count(b"\n") == 6
    assert rows_of(path) == [
        ["Rank", "Moved", "Player", "EMA number", "Table points", "Score"],
        ["1", "2", "Łukasz Żółć", "04000022", "43/3", "573"],
        ["2", "-1", "Đorđe Primer", "00000034", "14", "0"],
        ["3", "0", "麻将 示例", "", "1/2", "-331"],
        ["4", "", "'=1+1", "'-2+3", "49/12", "-1"],
        ["5", "1", "'@SUM(A1) & <b>Ampère</b>", "'+33", "0", "12"],
    ]


def test_quotes_commas_and_line_ends_come_back(tmp_path: Path) -> None:
    nasty = 'a "quoted", name\r\nwith two lines'
    write(document(rows=[(1, 0, nasty, "", Fraction(1), 1)]), tmp_path / "a.csv", ENGLISH)
    assert rows_of(tmp_path / "a.csv")[1][2] == nasty


def test_control_characters_are_seen(tmp_path: Path) -> None:
    write(document(rows=[(1, 0, "a\x00b\ud800c", "", Fraction(1), 1)]), tmp_path / "a.csv", ENGLISH)
    assert rows_of(tmp_path / "a.csv")[1][2] == "a\ufffdb\ufffdc"


def test_tab_and_return_in_front_are_guarded(tmp_path: Path) -> None:
    write(document(rows=[(1, 0, "\t=1", "\r=1", Fraction(1), 1)]), tmp_path / "a.csv", ENGLISH)
    assert rows_of(tmp_path / "a.csv")[1][2:4] == ["'\t=1", "'\r=1"]


def test_sections_become_one_table_with_their_label_in_front(tmp_path: Path) -> None:
    write(document(section(1), section(2)), tmp_path / "a.csv", ENGLISH)
    rows = rows_of(tmp_path / "a.csv")
    assert rows[0][:2] == ["Session", "Rank"]
    assert [row[0] for row in rows[1:]] == ["1"] * 5 + ["2"] * 5
    assert {len(row) for row in rows} == {7}


def test_no_rows_leave_the_headings(tmp_path: Path) -> None:
    write(document(Section(Table(COLUMNS, ()))), tmp_path / "a.csv", ENGLISH)
    assert len(rows_of(tmp_path / "a.csv")) == 1


def written(rows: list[tuple[Cell, ...]], path: Path, csv_for: CsvFor, language: str = "en") -> bytes:
    write(replace(document(rows=rows), records=None), path, language_of(language), csv_for=csv_for)
    return path.read_bytes()


def excel_cell(cell: Cell, path: Path, language: str = "fr") -> str:
    """What Excel is given for ``cell``, in the column of text or in that of points."""
    number = isinstance(cell, int | Fraction)
    row = (1, 0, "x", None, cell, 1) if number else (1, 0, cell, None, Fraction(0), 1)
    text = written([row], path, CsvFor.EXCEL, language).decode("utf-8-sig")
    return next(reversed(list(csv.reader(io.StringIO(text), delimiter=";" if language == "fr" else ","))))[
        4 if number else 2
    ]


def test_for_excel_columns_are_parted_as_its_language_has_it(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    for language, first in (("fr", "Rang;Évol.;"), ("en", "Rank,Moved,"), ("zh", "名次,变动,")):
        made = written([(1, 0, "Ada", None, Fraction(1), 2)], path, CsvFor.EXCEL, language)
        assert made.startswith(b"\xef\xbb\xbf" + first.encode())
        assert made.count(b"\r\n") == made.count(b"\n") == 2
    headings = replace(COLUMNS[0], heading=mark("Session {session}", session=1))
    write(document(Section(Table((headings,), ((4,),)))), path, ENGLISH, csv_for=CsvFor.EXCEL)
    assert path.read_text(encoding="utf-8-sig").splitlines() == ["Session 1", "4"], "a heading is no formula"


@pytest.mark.parametrize("text", [
    "1-2", "3/4", "May 5", "5 mai", "MAR1", "10:30", "04000022", "1E5", "12345678901234567890", "2026-06-13", "13/2",
    "三月五日", "TRUE", "Vrai", "=1+1", "+33", "-2", "@SUM(A1)", "\t=1", 'x "1" y', '=HYPERLINK("http://x";"y")',
])  # fmt: skip
def test_for_excel_nothing_becomes_a_date_a_number_or_a_formula(text: str, tmp_path: Path) -> None:
    """It gets a formula that is this very text between quotes, which Excel shows as the text."""
    cell = excel_cell(text, tmp_path / "a.csv")
    said = re.fullmatch(r'="((?:[^"]|"")*)"', cell)
    assert said is not None
    assert said[1].replace('""', '"') == text.strip()


@pytest.mark.parametrize("text", ["Ada East", "Les Quatre Vents", "麻将", "Łukasz", "'quoted'", "a;b", "O’Neil"])
def test_for_excel_other_text_stays_as_it_is(text: str, tmp_path: Path) -> None:
    assert excel_cell(text, tmp_path / "a.csv") == text


def test_for_excel_text_too_long_for_a_formula_is_guarded_by_an_apostrophe(tmp_path: Path) -> None:
    assert excel_cell("=" + "1" * 300, tmp_path / "a.csv").startswith("'=11")


@pytest.mark.parametrize(("number", "french", "english"), [
    (Fraction(13, 2), "6,5", "6.5"), (Fraction(7, 3), "2 1/3", "2 1/3"), (Fraction(1, 3), "0 1/3", "0 1/3"),
    (Fraction(4), "4", "4"), (Fraction(-1, 4), "-0,25", "-0.25"), (Fraction(707, 100), "7,07", "7.07"),
    (Fraction(1, 300), '="1/300"', '="1/300"'), (-331, "-331", "-331"), (Fraction(-5, 3), "-1 2/3", "-1 2/3"),
])  # fmt: skip
def test_for_excel_numbers_are_exact_and_no_dates(number: Fraction, french: str, english: str, tmp_path: Path) -> None:
    assert excel_cell(number, tmp_path / "a.csv") == french
    assert excel_cell(number, tmp_path / "a.csv", "en") == english


def test_for_programs_values_are_as_they_are(tmp_path: Path) -> None:
    rows: list[tuple[Cell, ...]] = [(1, 2, "=1+1, x", "04000022", Fraction(13, 2), -3), (2, None, "Zoë", None, None, 0)]
    made = written(rows, tmp_path / "a.csv", CsvFor.PROGRAMS, "fr")
    assert made.decode().splitlines()[1:] == ['1,2,"=1+1, x",04000022,13/2,-3', "2,,Zoë,,,0"]
    assert made.startswith("Rang,Évol.".encode())
    assert b"\r" not in made


def of_programs(records: Records, path: Path) -> list[dict[str, str]]:
    write(replace(document(), records=lambda _: records), path, ENGLISH, csv_for=CsvFor.PROGRAMS)
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_for_programs_a_report_that_has_a_frame_gives_that(tmp_path: Path) -> None:
    view = sample_event()
    hands, penalties, seats = hands_records(view), penalties_records(view), seats_records(view)
    for records in (hands, penalties, seats):
        rows = of_programs(records, tmp_path / "a.csv")
        frame = records.frame()
        assert list(rows[0]) == list(frame.columns)
        frame = frame.apply(lambda column: column.map(str) if column.dtype == "object" else column)
        known = frame.to_csv(index=False, date_format="%Y-%m-%dT%H:%M:%S.%fZ", lineterminator="\n")
        assert (tmp_path / "a.csv").read_text(encoding="utf-8") == known.replace("None", "")
    assert {row["table_points"] for row in of_programs(seats, tmp_path / "a.csv")} == {
        "", "4", "2", "1", "0", "3", "1/2",
    }  # fmt: skip
    first = of_programs(hands, tmp_path / "a.csv")[0]
    assert (first["recorded_at"], first["changed_at"]) == ("2026-06-12T09:00:03.000000Z", "")


def test_lines_are_those_of_the_csv_module(tmp_path: Path) -> None:
    texts = ["", " ", 'a "b"', "a,b", "a;b", "two\nlines", "\ttab", "'", '"', "é\r\n", "=1,2"]
    for columns in (1, 2):
        rows: list[tuple[Cell, ...]] = [(text,) * columns for text in texts]
        table = Table(COLUMNS[:columns], tuple(rows))
        plain = replace(document(Section(table)), records=None)
        write(plain, tmp_path / "a.csv", ENGLISH, csv_for=CsvFor.PROGRAMS)
        written = (tmp_path / "a.csv").read_bytes().decode()
        expected = io.StringIO(newline="")
        csv.writer(expected, lineterminator="\n").writerows(rows)
        assert written.partition("\n")[2] == expected.getvalue()
