"""Rows typed in another order have the same totals: a hand below an empty row asks once."""

from tests.ui.desktop.conftest import Keyboard
from tournament.rules.payment import Outcome
from ui.desktop.pages.tables.page import TablesPage


def test_a_hand_below_an_empty_row_asks_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter 1 3 13 Enter Down 2 4 16 Enter")
    assert "Hand 3 is not entered yet: is this hand 4?" in page.panel.hand.points.question()
    assert page.controller.book.view.sheet(1, 1).played == 2
    keyboard.type("Enter")
    assert page.controller.book.view.sheet(1, 1).hands[3].outcome == Outcome(1, 3, 16)
    keyboard.type("3 4 18 Enter")
    assert page.controller.book.view.sheet(1, 1).hands[4].outcome == Outcome(2, 3, 18), "asked once a gap"


def test_esc_keeps_the_row_empty_and_a_hand_in_its_turn_asks_nothing(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("Down 2 4 16 Enter")
    assert "Hand 1 is not entered yet: is this hand 2?" in page.panel.hand.points.question()
    keyboard.type("Esc Esc Up 2 4 16 Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert [line.outcome for line in sheet.hands[:2]] == [Outcome(1, 3, 16), None]
