"""Hands typed with the keyboard alone, read back from what the window shows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, Keyboard, typed_hand
from tests.ui.desktop.pages.tables.recount import Hand, totals
from tournament import use_cases
from tournament.language import language_of
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window

SHEET: list[Hand] = [
    (1, 3, 20), (3, None, 13), (2, 1, 25), (4, 1, 11), (2, 4, 16), (4, 2, 15), (4, 3, 18), (1, None, 41),
    (2, 1, 22), (2, None, 29), (1, 3, 10), None, (2, None, 10), (3, 2, 10), (3, 1, 29), (2, 4, 13),
]  # fmt: skip


def keys_of(hand: Hand) -> str:
    if hand is None:
        return "X Enter"
    winner, giver, points = hand
    return f"{winner} {giver or 'D'} {points} Enter"


def row(page: TablesPage, hand: int) -> list[str]:
    """What the cells of a hand show."""
    model = page.score_sheet.model
    for at in range(model.rowCount()):
        if model.index(at, sheet_table.NUMBER).data() == str(hand):
            return [str(model.index(at, column).data()) for column in range(sheet_table.COUNT)]
    raise AssertionError(f"no row of hand {hand}")


def spoken(page: TablesPage) -> str:
    """What a screen reader hears at the cursor."""
    return str(page.score_sheet.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_whole_sheet_in_eighty_keys(page: TablesPage, keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    for hand in SHEET:
        keyboard.type(keys_of(hand))
    with capsys.disabled():
        print(f"\nkeys for a sheet of 16 hands: {keyboard.pressed}")
    assert keyboard.pressed <= 80
    expected = totals(SHEET)
    shown = [cell.split()[-1].replace("−", "-") for cell in row(page, 16)[sheet_table.FIRST_PLAYER :]]
    assert [int(text) for text in shown] == expected
    assert row(page, 1)[sheet_table.RESULT].startswith(page_names(page)[0])
    assert page.cards.cards[0].state() == "To verify"


def page_names(page: TablesPage) -> list[str]:
    model = page.score_sheet.model
    return [str(model.headerData(sheet_table.FIRST_PLAYER + at, Qt.Orientation.Horizontal)) for at in range(4)]


def test_what_is_typed_stands_in_its_row_before_enter(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 13")
    shown = row(page, 1)
    names = page_names(page)
    assert shown[sheet_table.RESULT] == f"{names[1]} from {names[3]}"
    assert [cell.split()[1:] for cell in shown[sheet_table.FIRST_PLAYER :]] == [
        ["−8", "−8"], ["+37", "37"], ["−8", "−8"], ["−21", "−21"],
    ]  # fmt: skip
    assert "+37" in page.panel.hand._effect.accessibleName()
    assert page.controller.book.view.sheet(1, 1).played == 0


def test_own_winds_name_players_in_both_languages(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("W N 8 Enter")
    assert row(page, 1)[sheet_table.RESULT] == f"{page_names(page)[2]} from {page_names(page)[3]}"
    translator.set_language(language_of("fr"))
    keyboard.type("O E 9 Enter")  # hand 2: column 4 is West, column 2 is East
    assert page.controller.book.view.sheet(1, 1).hands[1].outcome == Outcome(3, 1, 9)


def test_points_below_eight_are_refused_at_the_field(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("3 1 7 Enter")
    assert "7 is below 8, the least needed to win" in page.panel.hand.points.problem()
    assert not page.panel.hand.record.isEnabled()
    assert page.controller.book.view.sheet(1, 1).played == 0
    keyboard.type("Backspace 1 2 Enter")
    assert page.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(2, 0, 12)


@pytest.mark.parametrize(
    ("typed", "words"), [("501", "501 is above the maximum of 500"), ("1.2", "“1.2” is not a number")]
)
def test_impossible_points(page: TablesPage, keyboard: Keyboard, typed: str, words: str) -> None:
    keyboard.type(f"3 1 {typed} Enter")
    assert words in page.panel.hand.points.problem()
    assert page.controller.book.view.sheet(1, 1).played == 0


def test_the_winner_cannot_have_given_the_tile(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("3 3")
    assert f"{page_names(page)[2]} is the winner" in page.panel.hand.source.problem()
    keyboard.type("D 10 Enter")
    assert page.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(2, None, 10)


def test_more_than_88_asks_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("4 D 98 Enter")
    assert "98 is more than 88: is this correct?" in page.panel.hand.points.question()
    assert page.panel.hand.record.text() == "Yes, record 98 points"
    keyboard.type("Esc")
    assert page.panel.hand.points.question() == ""
    keyboard.type("Enter Enter")
    assert page.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(3, None, 98)


def test_the_same_line_again_asks_once(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter 1 2 12 Enter")
    assert "Exactly the same line as hand 1" in page.panel.hand.points.question()
    assert page.controller.book.view.sheet(1, 1).played == 1
    keyboard.type("Enter")
    assert page.controller.book.view.sheet(1, 1).played == 2


def test_a_player_who_lost_the_right_cannot_win(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("P 2 P9 Enter Enter 2")
    assert f"{page_names(page)[1]} lost the right to win hand 1" in page.panel.hand.winner.problem()
    keyboard.type("1 2 8 Enter")
    assert page.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 8)


def test_backspace_goes_back_and_escape_starts_again(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 Backspace 3")
    assert typed_hand(page).discarder == 2
    keyboard.type("Backspace Backspace 4 3 10")
    assert (typed_hand(page).winner, typed_hand(page).discarder) == (3, 2)
    keyboard.type("Esc")
    assert typed_hand(page).empty
    assert QApplication.focusWidget() is page.panel.hand.winner.line


def test_a_correction_keeps_the_old_value_and_asks_why(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter 3 4 10 Enter Up")
    assert "Hand 2" in spoken(page)
    assert f"Recorded: {page_names(page)[2]} from {page_names(page)[3]}, 10" in page.panel.hand._was.text()
    keyboard.type("3 4 18 Enter Enter")
    assert "needs a reason" in page.panel.hand.reason.problem()
    keyboard.words("sheet misread")
    keyboard.type("Enter")
    line = page.controller.book.view.sheet(1, 1).hands[1]
    assert line.outcome == Outcome(2, 3, 18)
    assert len(line.entries) == 2
    keyboard.type("Up")
    assert "corrected: sheet misread" in spoken(page)


def test_gaps_are_filled_out_of_order(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("Down Down 1 2 12 Enter Enter")
    sheet = page.controller.book.view.sheet(1, 1)
    assert [line.hand for line in sheet.hands if line.outcome] == [3]
    assert typed_hand(page).hand == 4


def test_what_is_half_typed_waits_while_another_table_is_seen(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 1 G 2 Enter")
    assert page.score_sheet.title.accessibleName().startswith("Table 2")
    assert "winner=0" in page.half_typed()
    assert page.cards.cards[0].state() == "No hands yet, unfinished entry"
    keyboard.type("G 1 Enter")
    assert typed_hand(page).points == "1"
    assert "left unfinished" in page.panel.hand.winner.question()
    assert page.panel.hand.record.label() == "Continue with hand 1"
    keyboard.type("Enter 4 Enter")
    assert page.controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 14)


def test_somebody_else_recorded_the_hand(page: TablesPage, controller: EventController, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12")
    use_cases.carry_out(controller.book, RecordHand(1, 1, 1, Outcome(3, 2, 22)), by=BY)
    keyboard.type("Enter")
    names = page_names(page)
    assert f"already recorded: {names[3]} from {names[2]}, 22" in page.panel.hand.winner.problem()
    assert controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(3, 2, 22)
    assert f"Recorded: {names[3]} from {names[2]}, 22" in page.panel.hand._was.text()


def test_somebody_else_wrote_on_the_sheet(page: TablesPage, controller: EventController, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12")
    use_cases.carry_out(controller.book, RecordHand(1, 1, 5, Outcome(3, 2, 22)), by=BY)
    keyboard.type("Enter")
    assert "Another person changed this sheet" in page.panel.hand.points.problem()
    assert controller.book.view.sheet(1, 1).hands[0].outcome is None
    assert row(page, 5)[sheet_table.POINTS] == "22"
    keyboard.type("Enter")
    assert controller.book.view.sheet(1, 1).hands[0].outcome == Outcome(0, 1, 12)


def test_undo_and_redo_by_name(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 Enter Ctrl+Z")
    assert page.controller.book.view.sheet(1, 1).played == 0
    assert window.status.redo.text() == "Redo: hand 1"
    keyboard.type("Ctrl+Y")
    assert page.controller.book.view.sheet(1, 1).played == 1
    assert window.status.undo.text() == "Undo: hand 1"


def test_the_language_changes_under_the_hands(window: Window, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12 F9")
    assert translator.language.code == "fr"
    assert row(page, 1)[sheet_table.FIRST_PLAYER].startswith("Est")
    assert typed_hand(page).points == "12"
    keyboard.type("Enter F9")
    assert row(page, 1)[sheet_table.FIRST_PLAYER].startswith("东")
    keyboard.type("F9")
    assert row(page, 1)[sheet_table.FIRST_PLAYER].startswith("East")
