"""Totals that differ: what may have made it is listed, and gone to by a key."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.recount import Hand, totals
from tests.ui.desktop.pages.tables.test_entry import SHEET, keys_of
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tournament.ledger.sheet import SheetState
from ui.desktop.pages.tables.page import TablesPage
from ui.entry.table_sheet import RowKey


@pytest.fixture
def full(page: TablesPage, keyboard: Keyboard) -> TablesPage:
    """A sheet of which hand 8, a self-draw of Ada, was typed with 14 points instead of 41."""
    wrong: list[Hand] = [*SHEET[:7], (1, None, 14), *SHEET[8:]]
    for hand in wrong:
        keyboard.type(keys_of(hand))
    return page


def lines(page: TablesPage) -> list[str]:
    assert page.panel.signing.difference.isVisible()
    return page.panel.signing.difference.text().splitlines()


def test_the_slip_is_named_gone_to_and_put_right(full: TablesPage, keyboard: Keyboard) -> None:
    type_totals(keyboard, totals(SHEET))
    assert lines(full)[0] == "Hand 8: 41 points instead of 14?"
    assert "F5" in lines(full)[-1]
    keyboard.type("F5")
    assert full.state.row == RowKey(8)
    hand = full.panel.hand
    assert QApplication.focusWidget() is hand.winner.line
    keyboard.type("Enter Enter 4 1 Enter")
    assert not full.panel.signing.difference.isVisible()  # the totals agree with what is typed
    keyboard.words("read wrongly")
    keyboard.type("Enter")
    assert full.controller.book.view.sheet(1, 1).state is SheetState.TO_VERIFY
    assert not full.panel.signing.difference.isVisible()


def test_the_key_goes_round(full: TablesPage, keyboard: Keyboard) -> None:
    a, b, c, d = totals(SHEET)
    type_totals(keyboard, [a - 81, b + 27 + 20, c + 27, d + 27 - 20])  # as typed, and twenty from Dora to Ben
    asked = lines(full)
    assert len(asked) == 4  # three and the key
    count = len(full.panel.signing.difference.causes)
    assert asked[-1] == f"Press F5 for the first of {count}."
    keyboard.type("F5 F5")
    assert lines(full)[-1].startswith(f"2 of {count}.")
    for _ in range(count - 1):
        keyboard.type("F5")
    assert lines(full)[-1].startswith(f"1 of {count}.")


def test_a_missing_penalty_opens_its_form(full: TablesPage, keyboard: Keyboard) -> None:
    a, b, c, d = totals(SHEET)
    type_totals(keyboard, [a - 81 - 60, b + 27 + 20, c + 27 + 20, d + 27 + 20])
    assert lines(full)[0] == "A missing penalty: Ada −60: 20 to each of Ben, Cleo, Dora?"
    keyboard.type("F5")
    keyboard.type("1")  # Ada: the first thing that the form asks for
    assert full.panel.penalty.isVisible()
    assert full.state.penalty is not None
    assert full.state.penalty.typed.player == 0


def test_a_total_is_gone_to(full: TablesPage, keyboard: Keyboard) -> None:
    a, b, c, d = totals(SHEET)
    shown = [a - 81, b + 27, c + 27, d + 27]
    type_totals(keyboard, [shown[0], shown[1], -shown[2], shown[3]])
    assert "wrong sign" in lines(full)[0]
    keyboard.type("F5")
    assert QApplication.focusWidget() is full.score_sheet.totals.fields[2]


def test_what_no_single_slip_explains_is_said(full: TablesPage, keyboard: Keyboard) -> None:
    a, b, c, d = totals(SHEET)
    type_totals(keyboard, [a - 81 + 1, b + 27 + 2, c + 27 + 3, d + 27 + 401])
    assert lines(full) == ["No single mistake explains the difference. Compare row by row: there may be two."]
    keyboard.type("F5")
    assert full.panel.signing.difference.causes == ()
