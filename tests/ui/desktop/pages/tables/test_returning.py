"""Coming back to the Tables page: the caret is where it was, the open card in view, closed lists as they were."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QWidget

from tests.ui.desktop.conftest import BY, Keyboard, shown
from tests.ui.desktop.pages.tables.test_entry import spoken
from tests.ui.desktop.test_help import IDS
from tournament.event.player import Player, short_names
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap, preferences
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.choices import Switch
from ui.desktop.window import Window

WITHOUT_CHOICES = ("start", "new", "players", "tables", "hall", "desks")
"""Pages on which nothing is chosen from several."""


def test_the_caret_is_where_it_was(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    keyboard.type("1 2 245")
    points = page.panel.hand.points.line
    points.setCursorPosition(1)
    window.show_page("standings")
    window.show_page("tables")
    assert QApplication.focusWidget() is points
    assert points.cursorPosition() == 1
    keyboard.type("Backspace")
    assert points.text() == "45"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["1", "F6 12", "G 4"])
def test_so_it_is_in_every_field(page: TablesPage, window: Window, keyboard: Keyboard, keys: str) -> None:
    keyboard.type(keys)
    before = QApplication.focusWidget()
    window.show_page("fouls")
    window.show_page("tables")
    assert QApplication.focusWidget() is before
    assert isinstance(before, QLineEdit)


def test_where_the_sheet_is_another_the_caret_is_where_it_waits(
    page: TablesPage, window: Window, keyboard: Keyboard
) -> None:
    keyboard.type("1 2 24")
    window.show_page("standings")
    page.controller.navigation.table_wanted.emit(1, 2)
    assert QApplication.focusWidget() is page.panel.hand.winner.line


def test_a_row_with_tiles_carries_a_mark(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 T")
    keyboard.words("123m 456m 789m 123s 5p !5p")
    keyboard.type("Enter")
    lines = [page.score_sheet.model.line(row) for row in range(page.score_sheet.model.rowCount())]
    assert [line.hand for line in lines if line.tiles] == [1]
    keyboard.type("Up")
    assert "with its tiles" in spoken(page)


def test_the_signature_is_no_account_of_the_system(page: TablesPage, keyboard: Keyboard) -> None:
    page.controller.user.sign_as(bootstrap.system_user())
    keyboard.type("1 2 T")
    assert page.tiles.of_winner is not None
    assert bootstrap.system_user() not in page.tiles.of_winner.reason._caption.text()
    assert "Settings" in page.tiles.of_winner.reason.description()
    page.controller.user.sign_as("Ada Anything")
    keyboard.type("Esc T")
    assert page.tiles.of_winner.reason._caption.text() == "Reason, signed Ada Anything"
    assert preferences.author() == ""


def test_two_of_one_first_name_are_told_apart_and_others_keep_theirs() -> None:
    ada, other, twin, ben = (Player(number, *name) for number, name in enumerate(
        (("Ada", "Abel"), ("Ada", "Bell"), ("Ada", "Brown"), ("Ben", "Carr")), 1))  # fmt: skip
    assert short_names((ada, other, ben)) == ("Ada A.", "Ada B.", "Ben")
    assert short_names((ada, other, twin, ben)) == ("Ada A.", "Ada Bell", "Ada Brown", "Ben")


@pytest.mark.thorough
def test_a_wheel_changes_no_closed_choice_on_any_page(window: Window, dressed: QApplication) -> None:
    for id in IDS:
        window.show_page(id)
        for _ in range(5):
            dressed.processEvents()
        page = window.page(id)
        choices = [each for kind in (QComboBox, QAbstractSpinBox, Switch) for each in page.findChildren(kind)]
        before = [chosen(each) for each in choices]
        for choice in choices:
            choice.setFocus()
            for turned in (-120, 120):
                middle = QPointF(choice.rect().center())
                turn = QWheelEvent(
                    middle, choice.mapToGlobal(middle), QPoint(0, turned), QPoint(0, turned),
                    Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
                )  # fmt: skip
                QApplication.sendEvent(choice, turn)
                assert [chosen(each) for each in choices] == before, id
        assert choices or id in WITHOUT_CHOICES, id


def chosen(choice: QWidget) -> object:
    """What is chosen now."""
    if isinstance(choice, QComboBox):
        return choice.currentIndex()
    if isinstance(choice, QAbstractSpinBox):
        return choice.text()
    assert isinstance(choice, Switch)
    return choice.current


@pytest.mark.sampled(1)
@pytest.mark.parametrize("keys", ["", "1", "F6"])
def test_copying_in_an_empty_field_copies_nothing(
    page: TablesPage, dressed: QApplication, keyboard: Keyboard, keys: str
) -> None:
    keyboard.type(keys)
    line = dressed.focusWidget()
    assert isinstance(line, QLineEdit)
    assert line.text() == ""
    dressed.clipboard().setText("kept from before")
    keyboard.type("Ctrl+C")
    assert dressed.clipboard().text() == "kept from before"
    keyboard.type("Ctrl+X")
    assert dressed.clipboard().text() == "kept from before"


def test_the_list_of_cards_follows_the_open_table(tmp_path: Path, dressed: QApplication, keyboard: Keyboard) -> None:
    path, tables = tmp_path / "large.qv", 40
    book = bootstrap.new_book(path)
    day = date(2026, 6, 12)
    carry_out(book, CreateEvent(Settings("Large", sessions=1, starts=day, ends=day)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"P{n}", f"L{n}") for n in range(4 * tables))), by=BY)
    seats = tuple((n, n + 1, n + 2, n + 3) for n in range(1, 4 * tables, 4))
    carry_out(book, PublishDraw(Seating((seats,), "by hand", 1)), by=BY)
    book.close()
    controller = bootstrap.make_controller("Referee")
    controller.open(path)
    with shown(Window(controller), dressed) as window:
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        for table in (38, 2, 40):
            keyboard.type(f"G {table} Enter")
            for _ in range(5):
                dressed.processEvents()
            card = page.cards.cards[table - 1]
            view = page.cards._scroll.viewport()
            top = card.mapTo(view, QPoint(0, 0)).y()
            assert 0 <= top <= view.height() - card.height()
