"""A table is what its columns say of its rows; the cursor stays with its row."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QAbstractItemModel, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from pytestqt.qtbot import QtBot

from reports.column import Column, Emphasis, Kind
from tournament.language import Text, fraction_text, language_of, mark
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, FractionDelegate, MoveDelegate, NumberDelegate, Role, TextDelegate


@dataclass(frozen=True)
class Line:
    number: int
    name: str
    points: Fraction = Fraction(0)
    moved: int | None = None


COLUMNS: tuple[TableColumn[Line], ...] = (
    TableColumn(mark("No."), lambda row: row.number, Kind.INTEGER, width=60),
    TableColumn.showing(Column(mark("Player"), lambda row: row.name, emphasis=Emphasis.NAME),
                   style=lambda row: CellStyle(second=mark("Team"), tone=Tone.DANGER if row.number == 2 else None)),
    TableColumn(mark("Table points"), lambda row: row.points, Kind.POINTS, Emphasis.STRONG, width=110),
    TableColumn(mark("Moved"), lambda row: row.moved, Kind.MOVEMENT, width=70, heading_hidden=True),
)  # fmt: skip
LINES = (Line(1, "Ada"), Line(2, "Børge", Fraction(13, 2), -1), Line(3, "Çelik", Fraction(1, 3), 2))


@pytest.fixture
def table(qtbot: QtBot) -> TableView[Line]:
    made = TableView[Line](mark("Players"), COLUMNS, key=lambda row: row.number, searched=True)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show_rows(LINES)
    made.show()
    return made


def texts(model: QAbstractItemModel, role: int = Qt.ItemDataRole.DisplayRole) -> list[list[object]]:
    return [[model.index(row, column).data(role) for column in range(model.columnCount())]
            for row in range(model.rowCount())]  # fmt: skip


def test_cells_are_written_by_the_kind_of_their_column(table: TableView[Line]) -> None:
    assert texts(table.rows_model) == [
        ["1", "Ada", "0", ""],
        ["2", "Børge", fraction_text(Fraction(13, 2)), "−1"],
        ["3", "Çelik", fraction_text(Fraction(1, 3)), "+2"],
    ]
    kinds = [type(table.itemDelegateForColumn(column)) for column in range(4)]
    assert kinds == [NumberDelegate, TextDelegate, FractionDelegate, MoveDelegate]


def test_emphasis_and_style_say_how_a_cell_looks(table: TableView[Line]) -> None:
    model = table.rows_model
    assert model.index(0, 1).data(Role.KIND) is Type.NAME
    assert model.index(0, 2).data(Role.KIND) is Type.TOTAL
    assert [model.index(row, 1).data(Role.TONE) for row in range(3)] == [None, Tone.DANGER, None]
    assert model.index(0, 1).data(Role.SECOND) == "Team"
    assert model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "Ada, Team"
    translator.set_language(language_of("fr"))
    assert model.index(0, 1).data(Role.SECOND) == "Équipe"


def test_a_hidden_heading_is_only_for_who_cannot_see(table: TableView[Line]) -> None:
    heads = [table.rows_model.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]
    assert heads == ["No.", "Player", "Table points", None]
    spoken = table.rows_model.headerData(3, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Moved"


def test_rows_are_found_and_sorted(table: TableView[Line]) -> None:
    assert table.found is not None
    table.found.set_search("borg")
    assert [row[1] for row in texts(table.model())] == ["Børge"]
    table.found.set_search("")
    table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    assert [row[1] for row in texts(table.model())] == ["Børge", "Çelik", "Ada"]
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert [row[1] for row in texts(table.model())] == ["Ada", "Børge", "Çelik"]


def test_equal_rows_set_again_repaint_nothing(table: TableView[Line]) -> None:
    assert table.show_rows(tuple(LINES)) == []
    assert table.show_rows((LINES[0], Line(2, "Bo"), LINES[2])) == [1]


def test_enter_chooses_the_row_under_the_cursor(table: TableView[Line], qtbot: QtBot) -> None:
    table.select(2)
    with qtbot.waitSignal(table.row_chosen) as chosen:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert chosen.args == [LINES[1]]


NUMBERS = st.lists(st.integers(1, 9), unique=True, max_size=9)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=NUMBERS, then=NUMBERS, line=st.integers(0, 8), typed=st.sampled_from(["", "1", "9"]))
def test_the_cursor_stays_with_its_row(
    table: TableView[Line], first: list[int], then: list[int], line: int, typed: str
) -> None:
    assert table.found is not None
    if not table.findChildren(QAbstractItemModelTester):
        QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Warning, table)
    table.found.set_search("")
    table.show_rows([Line(number, f"P{number}") for number in first])
    table.select_line(line)
    kept = table.current_row
    table.found.set_search(typed)
    table.found.set_search("")
    table.show_rows([Line(number, f"P{number} again") for number in then])
    now = table.current_row
    if kept is not None and kept.number in then and not typed:
        assert now is not None
        assert now.number == kept.number
    assert now is None or now.number in then


def test_the_width_fills_the_table_and_goes_to_names_first(qtbot: QtBot) -> None:
    columns: tuple[TableColumn[Line], ...] = (
        TableColumn(mark("No."), lambda row: row.number, Kind.INTEGER, width=60),
        TableColumn(mark("Player"), lambda row: row.name * 9, emphasis=Emphasis.NAME),
        TableColumn(mark("Club"), lambda row: row.name * 9),
    )
    made = TableView[Line](mark("Players"), columns)
    qtbot.addWidget(made)
    made.show_rows(LINES)
    made.resize(400, 200)
    made.show()
    widths = [made.columnWidth(column) for column in range(3)]
    assert widths[0] == 60
    assert widths[1] > widths[2] >= 60
    assert abs(sum(widths) - made.viewport().width()) <= 3


def test_the_cursor_passes_over_what_cannot_be_selected(qtbot: QtBot) -> None:
    columns: list[TableColumn[Line]] = [
        TableColumn(mark("No."), lambda row: row.number, Kind.INTEGER, style=lambda _row: CellStyle(selectable=False)),
        TableColumn(mark("Player"), lambda row: row.name, style=lambda row: CellStyle(selectable=row.number != 1)),
    ]
    table: TableView[Line] = TableView(mark("Players"), columns, key=lambda row: row.number)
    qtbot.addWidget(table)
    table.show_rows(LINES)
    table.show()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 1)
    assert table.select(3)
    assert table.currentIndex().column() == 1
    qtbot.keyClick(table, Qt.Key.Key_Home)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 1)
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (len(LINES) - 1, 1)


def test_a_cell_can_have_words_of_its_own_for_who_cannot_see(qtbot: QtBot) -> None:
    columns: list[TableColumn[Line]] = [
        TableColumn(mark("Player"), lambda row: row.name, style=lambda _row: CellStyle(accessible_text=mark("Team")))
    ]
    table: TableView[Line] = TableView(mark("Players"), columns)
    qtbot.addWidget(table)
    table.show_rows(LINES)
    index = table.rows_model.index(1, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Team"
    assert index.data(Qt.ItemDataRole.DisplayRole) == "Børge"
    assert index.data(Role.ROW) is LINES[1]


def test_a_head_is_not_cut_in_any_language(qtbot: QtBot) -> None:
    columns: tuple[TableColumn[Line], ...] = (
        TableColumn(mark("Table points"), lambda row: row.points, Kind.POINTS, Emphasis.STRONG, width=40),
        TableColumn(mark("Player"), lambda row: row.name),
    )
    table: TableView[Line] = TableView(mark("Players"), columns)
    qtbot.addWidget(table)
    for language in ("en", "fr", "zh"):
        translator.set_language(language_of(language))
        delegate = table.itemDelegateForColumn(0)
        assert isinstance(delegate, TextDelegate)
        head = painting.width_of(str(table.rows_model.headerData(0, Qt.Orientation.Horizontal)), Type.CAPTION_STRONG)
        for points in (Fraction(14), Fraction(9, 2)):
            table.show_rows([Line(1, "Ada", points)])
            assert head <= table.columnWidth(0) - 2 * PAD - delegate.head_inset(head)


def inked(image: QImage, ground: QColor) -> tuple[int, int]:
    """The first and the last column of pixels with anything but the ground."""
    columns = [x for x in range(image.width()) if any(image.pixelColor(x, y) != ground for y in range(image.height()))]
    return columns[0], columns[-1]


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize("heading", [mark("Table points"), mark("S{session}", session=2)], ids=["wide", "narrow"])
@pytest.mark.parametrize("points", [Fraction(14), Fraction(9, 2), Fraction(29, 2)], ids=str)
def test_the_head_of_points_stands_over_its_figures(
    points: Fraction, heading: Text, language: str, qtbot: QtBot
) -> None:
    translator.set_language(language_of(language))
    column: TableColumn[Line] = TableColumn(heading, lambda row: row.points, Kind.POINTS, width=140)
    table: TableView[Line] = TableView(mark("Players"), [column, COLUMNS[1]])
    qtbot.addWidget(table)
    table.resize(400, 200)
    table.show_rows([Line(1, "Ada", points)])
    table.show()
    header = table.horizontalHeader().viewport().grab(QRect(0, 4, 140, 28)).toImage()
    cell = table.viewport().grab(QRect(0, 2, 140, table.rowHeight(0) - 4)).toImage()
    head_left, head_right = inked(header, header.pixelColor(1, 1))
    left, right = inked(cell, cell.pixelColor(1, 1))
    if head_right - head_left >= right - left or points.denominator == 1:
        assert abs(head_right - right) <= 3
    else:
        assert abs((head_left + head_right) - (left + right)) / 2 <= 3


def test_rows_come_and_go_around_the_cursor_without_a_reset(table: TableView[Line], qtbot: QtBot) -> None:
    model = table.rows_model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, table)
    resets = QSignalSpy(model.modelReset)
    table.setCurrentIndex(table.model().index(2, 1))
    assert table.show_rows((Line(7, "Eva"), *LINES)) == [0]
    assert (table.currentIndex().row(), table.currentIndex().column()) == (3, 1)
    assert table.show_rows(LINES[1:]) == []
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 1)
    assert table.show_rows(LINES[1:2]) == []
    assert (table.currentIndex().row(), table.currentIndex().column()) == (0, 1)
    assert table.show_rows(()) == []
    assert resets.count() == 0


def test_a_column_can_be_sorted_by_what_it_does_not_say(qtbot: QtBot) -> None:
    columns: tuple[TableColumn[Line], ...] = (
        TableColumn(mark("Player"), lambda row: row.name if row.number != 1 else ""),
        TableColumn(mark("Present"), lambda _row: None, sort_key=lambda row: -row.number),
    )
    table: TableView[Line] = TableView(mark("Players"), columns, searched=True)
    qtbot.addWidget(table)
    table.show_rows(LINES)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in texts(table.model())] == ["Børge", "Çelik", ""], "what is empty stands last"
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in texts(table.model())] == ["Çelik", "Børge", ""]


def test_a_column_can_ask_for_a_width_whatever_stands_in_it(qtbot: QtBot) -> None:
    def shown(wish: int) -> int:
        columns: tuple[TableColumn[Line], ...] = (
            TableColumn(mark("Player"), lambda row: row.name),
            TableColumn(mark("Remarks"), lambda _row: "a long remark " * 9, wish=wish),
        )
        table: TableView[Line] = TableView(mark("Players"), columns)
        qtbot.addWidget(table)
        table.resize(400, 200)
        table.show()
        table.show_rows(LINES)
        assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()
        return table.columnWidth(1)

    assert shown(90) < shown(0)


def test_columns_are_equally_wide_where_that_is_asked(qtbot: QtBot) -> None:
    columns: list[TableColumn[Line]] = [
        TableColumn(mark("No."), lambda row: row.number, Kind.INTEGER, width=60),
        TableColumn(mark("Player"), lambda row: row.name * 20),
        TableColumn(mark("Club"), lambda _row: "-"),
    ]
    table: TableView[Line] = TableView(mark("Players"), columns, equal=True)
    qtbot.addWidget(table)
    table.resize(460, 300)
    table.show_rows(LINES)
    table.show()
    assert abs(table.columnWidth(1) - table.columnWidth(2)) <= 1
    assert sum(table.columnWidth(column) for column in range(3)) == table.viewport().width()


def test_a_look_is_asked_for_once_until_rows_are_shown_again(qtbot: QtBot) -> None:
    asked: list[int] = []

    def style(row: Line) -> CellStyle:
        asked.append(row.number)
        return CellStyle(second=f"{len(asked)}")

    columns: tuple[TableColumn[Line], ...] = (TableColumn(mark("Player"), lambda row: row.name, style=style),)
    table: TableView[Line] = TableView(mark("Players"), columns)
    qtbot.addWidget(table)
    table.show_rows(LINES)
    index = table.rows_model.index(0, 0)
    assert [index.data(Role.SECOND), index.data(Role.SECOND), index.data(Role.TONE)] == ["1", "1", None]
    assert asked == [1]
    table.show_rows(LINES)
    assert index.data(Role.SECOND) == "2"


def test_a_column_is_as_wide_as_its_longest_number(table: TableView[Line]) -> None:
    before = [table.columnWidth(place) for place in (0, 2)]
    table.show_rows((*LINES, Line(-13_112_000_000, "Dee", Fraction(-39_336_000_001, 3))))
    for place, kind, slot in ((0, Type.BODY, 0), (2, Type.TOTAL, Type.TOTAL.size)):
        digits = painting.width_of("−13112000000", kind, figures=True)
        assert table.columnWidth(place) >= digits + slot + 2 * PAD
    table.show_rows(LINES)
    assert [table.columnWidth(place) for place in (0, 2)] == before


def test_a_change_in_a_long_table_widens_a_column_that_needs_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    columns: tuple[TableColumn[Line], ...] = (
        TableColumn(mark("Total"), lambda row: row.number, Kind.INTEGER, width=50),
        TableColumn(mark("Player"), lambda row: row.name),
        TableColumn(mark("Club"), lambda _row: "A club"),
    )
    made = TableView[Line](mark("Players"), columns, key=lambda row: row.number)
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show()
    many = [Line(number, "Ada") for number in range(2_000)]
    made.show_rows(many)
    before = [made.columnWidth(column) for column in range(3)]
    measured: list[str] = []
    text_of = made.rows_model.text

    def counted(row: Line, column: TableColumn[Line]) -> str:
        measured.append(row.name)
        return text_of(row, column)

    monkeypatch.setattr(made.rows_model, "text", counted)
    wide = Line(1_000_000_000, "Bamboo of the very long name " * 2)
    made.show_rows([*many[:7], wide, *many[7:]])
    assert set(measured) == {wide.name}
    after = [made.columnWidth(column) for column in range(3)]
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert sum(after) == sum(before)
