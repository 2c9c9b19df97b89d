"""Tables, searches and long work for a screen reader."""

import re
from dataclasses import dataclass
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.accessibility.reading import Role, announcements, children, read
from tests.ui.desktop.accessibility.test_pages import come_to
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.hand_editor.conftest import shown_scorer
from tests.ui.desktop.pressing import press, type_words
from tournament.language import mark
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.long_work import Step, Work, WorkBar
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.table_cards import TableCard
from ui.desktop.widgets.accessible import announcer
from ui.desktop.window import Window


@dataclass(frozen=True)
class Row:
    name: str
    points: int


@pytest.fixture
def table(qtbot: QtBot) -> TableView[Row]:
    columns: list[TableColumn[Row]] = [
        TableColumn(mark("Player"), lambda row: row.name),
        TableColumn(mark("Points"), lambda row: row.points),
    ]
    made = TableView(mark("Standings"), columns, key=lambda row: row.name, searched=True)
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show_rows([Row("Ada", 4), Row("Ben", 7)])
    made.show()
    return made


def test_a_table_is_named_and_its_cells_and_headings_are_read(table: TableView[Row]) -> None:
    assert read(table)[:2] == (Role.Table, "Standings")
    table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    names = [each.text(QAccessible.Text.Name) for each in children(table)]
    assert [name for name in names if name] == ["Player", "Points, descending", "Ben", "7", "Ada", "4"]


def test_the_fan_of_a_verdict_are_read_as_a_list_with_the_current_one(
    own_preferences: None, dressed: QApplication
) -> None:
    with shown_scorer(dressed) as scorer:
        scorer.editor.set_typed("[234p,1]234m23456s88p7s")
        fans = scorer.panel.counted
        assert read(fans)[:2] == (Role.List, "Counted")
        assert [(each.role, each.name) for each in map(read, children(fans))][:2] == [
            (Role.ListItem, "Mixed Triple Chow 三色三同顺, 8"), (Role.ListItem, "All Chows 平和, 2"),
        ]  # fmt: skip
        fans.setFocus()
        press("Down")
        assert [read(each).name for each in children(fans) if each.state().focused] == ["All Chows 平和, 2"]


def test_the_heading_of_the_sorted_column_says_so(table: TableView[Row]) -> None:
    header = table.model().headerData
    spoken = Qt.ItemDataRole.AccessibleTextRole
    table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert header(1, Qt.Orientation.Horizontal, spoken) == "Points, descending"
    assert header(0, Qt.Orientation.Horizontal, spoken) == "Player"
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert header(0, Qt.Orientation.Horizontal, spoken) == "Player, ascending"
    assert header(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole) == "Player"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("page", "typed", "words"),
    [
        ("players", "ada", "1 of 16 found"),
        ("standings", "ada", "1 found"),
        ("fouls", "late", "3 found"),
        ("reports", "standings", "3 found"),
    ],
)
def test_a_search_says_once_how_much_it_finds(sample: Window, qtbot: QtBot, page: str, typed: str, words: str) -> None:
    come_to(sample, page)
    press("Ctrl+F")
    with announcements() as made, qtbot.waitSignal(announcer.made, timeout=2000):
        type_words(typed)
    assert [each.text for each in made] == [words]


def text_of(cell: QAccessibleInterface) -> str:
    return cell.text(QAccessible.Text.Name)


def test_a_row_of_the_sheet_reads_hand_result_points_totals_and_penalties(sample: Window, keyboard: Keyboard) -> None:
    come_to(sample, "tables")
    page = sample.page("tables")
    assert isinstance(page, TablesPage)
    texts = [text_of(each) for each in children(page.score_sheet.view)]
    hand = next(text for text in texts if text.startswith("Hand 1;"))
    assert re.fullmatch(
        r"Hand 1; .+ (from .+|· self-draw); \d+ points(; \w+ [+−]\d+, total −?\d+){3,4}(; with its tiles)?", hand
    )
    band = next(text for text in texts if text.startswith("East round"))
    assert band.count(";") == 3
    with announcements() as made:
        keyboard.type("P 2 P9 Enter Enter")
    assert made[0].text.startswith("Saved: Penalty: session 4, table 1, hand 10. Ada +10")
    (penalty,) = [text for text in map(text_of, children(page.score_sheet.view)) if "P9 " in text]
    assert penalty.count("+10, total") == 3
    assert penalty.count("−30, total") == 1


def test_the_cards_are_a_list_of_tables_of_which_the_one_in_view_is_selected(sample: Window) -> None:
    come_to(sample, "tables")
    page = sample.page("tables")
    assert isinstance(page, TablesPage)
    around = page.cards.cards[0].parentWidget()
    assert around is not None
    assert read(around)[:2] == (Role.List, "Tables")
    cards = [read(each) for each in children(around)]
    assert [card.name.split(":")[0] for card in cards] == ["Table 1", "Table 2", "Table 3", "Table 4"]
    assert [card.name for card in cards if card.state.selected] == [cards[0].name]
    assert all(card.state.focusable for card in cards)


def test_tab_comes_to_the_current_card_and_arrows_move_among_them(sample: Window) -> None:
    come_to(sample, "tables")
    page = sample.page("tables")
    assert isinstance(page, TablesPage)
    cards = page.cards.cards
    for _ in range(60):
        press("Tab")
        if isinstance(QApplication.focusWidget(), TableCard):
            break
    assert QApplication.focusWidget() is cards[0]
    for keys, number in (("Down", 2), ("Right Down", 4), ("Down", 4), ("Home", 1), ("End", 4), ("Up", 3)):
        for key in keys.split():
            press(key)
        assert QApplication.focusWidget() is cards[number - 1]
        assert read(cards[number - 1]).state.focused
    assert page.state.table is not None
    assert page.state.table.place == (4, 1)  # the sheet is still that of the first table
    press("Return")
    assert page.state.table.place == (4, 3)
    assert not isinstance(QApplication.focusWidget(), TableCard)  # the cursor is in the sheet
    assert cards[2].focusPolicy() is Qt.FocusPolicy.TabFocus
    assert cards[0].focusPolicy() is Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("cancelled", [False, True])
def test_long_work_says_what_it_does_and_how_it_ended(qtbot: QtBot, cancelled: bool) -> None:
    holder, gate = QWidget(), Event()
    qtbot.addWidget(holder)
    bar = WorkBar(parent=holder)
    holder.show()

    def task(step: Step) -> None:
        while not gate.wait(0.01):
            step(1, 4)

    work = Work(task)
    bar.follow(work, mark("Counting"))
    with announcements() as made:
        work.start()
        qtbot.waitUntil(bar.isVisible, timeout=5000)
        with qtbot.waitSignal(work.ended, timeout=5000):
            work.cancel() if cancelled else gate.set()
    assert [each.text for each in made] == ["Counting", "Counting: cancelled" if cancelled else "Counting: done"]
