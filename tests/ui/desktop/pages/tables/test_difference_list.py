"""Totals that differ: what may have made it is listed, and gone to by a key."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.elision import inside_window
from tests.ui.desktop.pages.tables.recount import Hand, totals
from tests.ui.desktop.pages.tables.test_entry import SHEET, keys_of
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tournament.language import language_of
from tournament.ledger.sheet import SheetState
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window
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


@pytest.mark.thorough
def test_what_no_single_slip_explains_is_said(full: TablesPage, keyboard: Keyboard) -> None:
    a, b, c, d = totals(SHEET)
    type_totals(keyboard, [a - 81 + 1, b + 27 + 2, c + 27 + 3, d + 27 + 401])
    assert lines(full) == ["No single mistake explains the difference. Compare row by row: there may be two."]
    keyboard.type("F5")
    assert full.panel.signing.difference.causes == ()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
@pytest.mark.parametrize("keys", ["Esc", "Esc 1 2", "F5", "F5 F5"])
def test_the_fields_of_a_hand_are_in_view_beside_a_difference(
    language: str, keys: str, page: TablesPage, keyboard: Keyboard, window: Window
) -> None:
    translator.set_language(language_of(language))
    for hand in [*SHEET[:7], (1, None, 14), *SHEET[8:14]]:
        keyboard.type(keys_of(hand))
    window.resize(960, 540)
    wanted = totals(SHEET[:14])
    keyboard.type("F6")
    type_totals(keyboard, wanted if "F5" in keys else [each + 100 for each in wanted])
    keyboard.type(keys)
    form, signing = page.panel.hand, page.panel.signing
    looked_at = (*form.fields, form.record, signing.sign)
    if "F5" in keys:  # a correction has a field for the reason too: what is typed now, and the button
        looked_at = (*(each for each in form.fields if each.line.hasFocus()), form.record, signing.difference)
        assert len(looked_at) == 3
        assert len(lines(page)) == 2, "the cause that is looked at, and the key"
    assert [part for part in looked_at if not inside_window(part)] == []
    assert signing.notice.isVisible()
    window.resize(1366, 900)
    QApplication.processEvents()
    assert ("F5" in keys) is bool(signing.difference.causes)
    assert signing.difference.isVisible()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_all_words_about_a_difference_are_in_view_while_totals_are_typed(
    language: str, page: TablesPage, keyboard: Keyboard, window: Window
) -> None:
    translator.set_language(language_of(language))
    keyboard.type("1 2 1 2 Enter F6")
    type_totals(keyboard, [24, 7])
    assert page.panel.signing.notice.isVisible()
    for size in ((1920, 1080), (960, 540), (1366, 768), (1440, 900), (1366, 700)):
        window.resize(*size)
        for _ in range(3):
            QApplication.processEvents()
        assert inside_window(page.panel.signing.difference), size
