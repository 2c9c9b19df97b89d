"""What is copied of a table pastes into a spreadsheet as it is meant."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from reports.column import Column, Emphasis, Kind
from tests.ui.desktop.pressing import press
from tournament.language import mark
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.widgets.clipboard import CopiedTable


@dataclass(frozen=True)
class Line:
    number: int
    name: str
    points: Fraction
    score: int


COLUMNS: tuple[TableColumn[Line], ...] = (
    TableColumn(mark("No."), lambda row: row.number, Kind.INTEGER, width=60),
    TableColumn.showing(Column(mark("Player"), lambda row: row.name, emphasis=Emphasis.NAME)),
    TableColumn(mark("Table points"), lambda row: row.points, Kind.POINTS, width=110),
    TableColumn(mark("Score"), lambda row: row.score, Kind.SIGNED, width=70),
)
LINES = (
    Line(1, "Ada", Fraction(4), 120),
    Line(2, "=SUM(A1)", Fraction(13, 2), -88),
    Line(3, "Two\nlines\tand a tab", Fraction(1, 3), 0),
)


@pytest.fixture
def table(qtbot: QtBot) -> TableView[Line]:
    made = TableView[Line](mark("Players"), COLUMNS, key=lambda row: row.number)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show_rows(LINES)
    made.show()
    made.setFocus()
    QGuiApplication.clipboard().clear()
    return made


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_one_row_is_copied_without_heads(table: TableView[Line]) -> None:
    press("Down", "Ctrl+C")
    assert clipboard() == "2\t'=SUM(A1)\t13/2\t-88\n"


def test_several_rows_come_under_their_heads(table: TableView[Line]) -> None:
    press("Shift+Down", "Ctrl+C")
    assert clipboard() == "No.\tPlayer\tTable points\tScore\n1\tAda\t4\t120\n2\t'=SUM(A1)\t13/2\t-88\n"


def test_all_rows_are_selected_by_their_key(table: TableView[Line]) -> None:
    press("Ctrl+A", "Ctrl+C")
    rows = list(csv.reader(StringIO(clipboard(), newline=""), delimiter="\t"))
    assert len(rows) == 4
    assert rows[3] == ["3", "Two\nlines\tand a tab", "1/3", "0"], "one cell still"


def test_what_is_hidden_is_not_copied_and_the_order_is_that_in_view(table: TableView[Line]) -> None:
    table.setColumnHidden(1, True)
    table.horizontalHeader().moveSection(3, 0)
    press("Ctrl+C")
    assert clipboard() == "120\t1\t4\n"


def test_as_a_table_a_fraction_is_no_date_and_markup_is_text(table: TableView[Line]) -> None:
    table.show_rows([Line(7, "<b>&", Fraction(13, 2), -1)])
    press("Ctrl+C")
    data = QGuiApplication.clipboard().mimeData()
    assert "<td>7</td>" in data.html()
    assert "mso-number-format:'\\@'" in data.html().partition("13/2")[0].rpartition("<td")[2]
    assert "&lt;b&gt;&amp;</td>" in data.html()
    assert "<td>-1</td>" in data.html()


def test_with_nothing_to_copy_the_clipboard_stays(table: TableView[Line]) -> None:
    QGuiApplication.clipboard().setText("kept")
    table.show_rows([])
    press("Ctrl+C")
    assert clipboard() == "kept"


def test_the_cursor_selects_one_row_again_while_ctrl_is_held(table: TableView[Line]) -> None:
    press("Ctrl+A")
    table.select(3)
    assert {index.row() for index in table.selectedIndexes()} == {2}


@given(st.lists(st.lists(st.text(max_size=6), min_size=2, max_size=2), min_size=2, max_size=4))
def test_every_text_comes_back_as_one_cell(rows: list[list[str]]) -> None:
    copied = CopiedTable(("a", "b"), tuple(tuple(row) for row in rows))
    read = list(csv.reader(StringIO(copied.text, newline=""), delimiter="\t"))
    assert [len(row) for row in read] == [2] * (len(rows) + 1)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in read for cell in row)
