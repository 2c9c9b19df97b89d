"""CSV, read back by a reader of its own."""

import csv
from fractions import Fraction
from pathlib import Path

from reports.document import Section, Table
from reports.writers.csv import write
from tests.reports.documents import COLUMNS, document, section
from tournament.language import ENGLISH


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
