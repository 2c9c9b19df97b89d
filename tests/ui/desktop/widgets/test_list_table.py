"""The list: its rows, and how its columns share the width."""

from fractions import Fraction

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tournament.language import mark
from ui.desktop.theme import Appearance, Tone, Type, theme
from ui.desktop.widgets.delegates import (
    FractionDelegate,
    MoveDelegate,
    NumberDelegate,
    Role,
    TextDelegate,
    draw_fraction,
)
from ui.desktop.widgets.list_table import ColumnWidth, ListTable, room_for, share_width
from ui.desktop.widgets.signs import StatusIcon


def cell(value: object = None, said: str = "", **roles: object) -> QStandardItem:
    item = QStandardItem(said)
    item.setData(value, Role.VALUE)
    for name, given in roles.items():
        item.setData(given, Role[name.upper()])
    return item


@pytest.fixture
def table(qtbot: QtBot) -> ListTable:
    made = ListTable(mark("Standings"))
    model = QStandardItemModel(made)
    model.setHorizontalHeaderLabels(["Rank", "Player", "Points"])
    for at in range(40):
        model.appendRow([cell(at + 1), cell(said=f"Søren Prøve {at + 1}"), cell(Fraction(at, 3))])
    made.setModel(model)
    made.set_delegate(0, NumberDelegate(kind=Type.TOTAL))
    made.set_delegate(2, FractionDelegate())
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    return made


def test_arrows_choose_rows_and_tab_leaves(qtbot: QtBot, table: ListTable) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    after = QLineEdit()
    column.addWidget(table)
    column.addWidget(after)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
    table.setFocus()
    assert table.currentIndex().row() == 0
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert {index.row() for index in table.selectedIndexes()} == {1}
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert after.hasFocus()
    table.setParent(None)


@pytest.mark.parametrize("height", [230, 241, 400])
def test_no_key_leaves_half_a_row_under_the_heading(qtbot: QtBot, table: ListTable, height: int) -> None:
    table.resize(500, height)
    table.setFocus()
    keys = (*[Qt.Key.Key_Down] * 45, Qt.Key.Key_PageUp, *[Qt.Key.Key_Up] * 12, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown)
    for key in keys:
        qtbot.keyClick(table, key)
        assert table.rowViewportPosition(table.rowAt(0)) == 0
        shown = table.visualRect(table.currentIndex())
        assert table.viewport().rect().contains(shown.adjusted(0, 0, 0, -1))
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    assert table.rowViewportPosition(table.rowAt(0)) == 0
    assert table.visualRect(table.model().index(39, 0)).bottom() <= table.viewport().height()


def test_the_chosen_row_has_soft_ground_and_a_bar_at_the_left(table: ListTable) -> None:
    table.selectRow(1)
    image = table.viewport().grab().toImage()
    y = table.rowViewportPosition(1) + 10
    assert image.pixelColor(1, y).name().upper() == theme.tokens.accent
    assert image.pixelColor(300, y).name().upper() == theme.tokens.accent_soft


def test_rows_are_33_high_and_48_with_two_lines(qtbot: QtBot, table: ListTable) -> None:
    tall = ListTable(mark("Fouls"), tall=True)
    qtbot.addWidget(tall)
    assert table.rowHeight(0) == 33
    assert tall.verticalHeader().defaultSectionSize() == 48


def test_another_theme_repaints_the_rows(table: ListTable) -> None:
    light = table.viewport().grab().toImage()
    theme.set_choice(Appearance.DARK)
    assert table.viewport().grab().toImage() != light


def test_the_sorted_head_shows_its_arrow(table: ListTable) -> None:
    header = table.horizontalHeader()
    before = header.grab().toImage()
    header.setSortIndicatorShown(True)
    header.setSortIndicator(1, Qt.SortOrder.AscendingOrder)
    up = header.grab().toImage()
    header.setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    assert before != up != header.grab().toImage()


def ink_span(value: Fraction) -> tuple[int, int]:
    """Give the first and last inked column of a fraction drawn into 100 pixels."""
    image = QImage(100, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    draw_fraction(painter, QRectF(0, 0, 100, 30), value, colour="#000000", kind=Type.TOTAL)
    painter.end()
    inked = [x for x in range(100) if any(image.pixelColor(x, y).lightness() < 128 for y in range(30))]
    return inked[0], inked[-1]


def test_whole_numbers_stay_in_line_whatever_the_fraction() -> None:
    whole = ink_span(Fraction(14))
    assert whole[1] < 100 - Type.TOTAL.size
    assert ink_span(Fraction(43, 3))[0] == whole[0]
    assert ink_span(Fraction(173, 12))[0] == whole[0]


def test_a_fraction_alone_stands_in_its_slot() -> None:
    left, right = ink_span(Fraction(1, 2))
    assert left >= 100 - Type.TOTAL.size
    assert right <= 100


@pytest.mark.parametrize("delegate", [TextDelegate(), NumberDelegate(), FractionDelegate(), MoveDelegate()])
@pytest.mark.parametrize("value", [None, 0, 5, -12])
def test_every_delegate_draws_every_value(qtbot: QtBot, delegate: TextDelegate, value: int | None) -> None:
    table = ListTable(mark("Sample"))
    qtbot.addWidget(table)
    model = QStandardItemModel(table)
    model.appendRow([cell(value, "Ewa Próbka", sign=StatusIcon.ASKS, second="PL", struck=True, tone=Tone.TEXT3)])
    model.appendRow([cell(value, "Ewa Próbka", kind=Type.NAME, ground="warn_soft")])
    table.setModel(model)
    table.set_delegate(0, delegate)
    table.resize(300, 200)
    table.show()
    image = table.viewport().grab().toImage()
    assert image.pixelColor(2, 40).name().upper() == theme.tokens.warn_soft


NAME, CLUB, TEAM = ColumnWidth(100, 200, first=True), ColumnWidth(60, 160), ColumnWidth(60, 110)


@pytest.mark.parametrize(
    ("room", "widths"),
    [
        (940, [400, 320, 220]),  # twice what they want: twice as wide each
        (470, [200, 160, 110]),  # just what they want
        (395, [200, 101, 93]),  # the name whole; a sixth of what the others lack
        (270, [150, 60, 60]),  # half of what the name lacks
        (220, [100, 60, 60]),
        (100, [100, 60, 60]),  # less than the least: it scrolls
    ],
)
def test_names_first(room: int, widths: list[int]) -> None:
    assert share_width(room, [NAME, CLUB, TEAM]) == widths


def test_short_texts_are_whole_before_long_names() -> None:
    short = ColumnWidth(50, 80)
    assert share_width(395, [NAME, CLUB, short]) == [200, 115, 80]
    assert share_width(260, [NAME, CLUB, short]) == [120, 60, 80]
    assert share_width(230, [NAME, CLUB, short]) == [120, 60, 50]  # there is no room for all of it


def test_columns_that_want_nothing_get_nothing() -> None:
    assert share_width(300, [ColumnWidth(0, 0), ColumnWidth(0, 0)]) == [0, 0]


def test_a_long_text_takes_what_the_others_leave() -> None:
    long, empty = ColumnWidth(100, 700, first=True), ColumnWidth(60, 60)
    assert share_width(1000, [long, empty, empty]) == [853, 73, 73]  # the text is whole
    assert share_width(700, [long, empty, empty]) == [580, 60, 60]
    assert share_width(500, [long, ColumnWidth(60, 200), empty]) == [
        300,
        140,
        60,
    ]  # every other column has its own first
    assert share_width(700, [long, ColumnWidth(60, 200), empty]) == [440, 200, 60]


def test_room_is_for_the_longest() -> None:
    short, long = room_for(["Ada"]), room_for(["Ada", "Maximilienne-Apolline"])
    assert 24 < short < long < room_for(["x" * 200]) < room_for(["x" * 400])
    assert room_for([], least=60) == 60
    assert room_for(["Ada"], least=99) == 99


def test_a_column_that_comes_last_has_enough_before_names_that_are_very_long() -> None:
    name, remark = ColumnWidth(96, 600, first=True), ColumnWidth(60, 400, last=True, enough=120)
    assert share_width(340, [name, remark]) == [280, 60], "a usual name comes first"
    assert share_width(440, [name, remark]) == [320, 120]
    assert share_width(700, [name, remark]) == [580, 120]
    assert share_width(1000, [name, remark]) == [600, 400]
    assert share_width(500, [name, ColumnWidth(60, 80, last=True, enough=120)]) == [420, 80], "its texts are short"


def test_remarks_have_a_readable_width_if_there_is_room_for_it() -> None:
    name, remark = ColumnWidth(60, 300, first=True), ColumnWidth(60, 400, short=200)
    assert share_width(420, [name, remark]) == [220, 200]
    assert share_width(289, [name, remark]) == [229, 60], "no column is wider than there is room for"
