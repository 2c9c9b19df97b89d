"""The score sheet of every system in the real window: by keys alone, from the first hand to the signature."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QApplication, QLabel

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tests.ui.desktop.pressing import press
from tournament.event.settings import SecondReading
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.sheet.effects import EffectTable
from ui.desktop.widgets import painting
from ui.desktop.widgets.labels import ElidedLabel
from ui.entry.sheet_lines import LineKind
from ui.entry.tables_state import SigningQuestion

FRENCH, QUEBEC, HONG_KONG, ZUNG_JUNG = (
    pytest.mark.parametrize("rules", [rules])
    for rules in ("french-classical-advanced", "quebec-classical", "hong-kong", "zung-jung")
)
DOCUMENT = "1 2 M S 100 Enter 250 Enter 40 Enter 10 Enter"
"""The hand of which the French document draws the matrix: Ada is East and wins."""
MATRIX = [
    "Who pays whom for hand 1", "Ada: 100", "Ben: 250", "Cleo: 40", "Dora: 10",
    "Ada pays 600 to Ben", "Ada: 600 − 600 = 0",
    "Ben pays 200 to Ada", "Ben: 1050 − 200 = +850",
    "Cleo pays 200 to Ada", "Cleo pays 210 to Ben", "Cleo: 30 − 410 = −380",
    "Dora pays 200 to Ada", "Dora pays 240 to Ben", "Dora pays 30 to Cleo", "Dora: 0 − 470 = −470",
]  # fmt: skip


@contextmanager
def painted() -> Iterator[list[str]]:
    """Every text that is painted as long as the block runs."""
    found: list[str] = []

    def recording(_painter: QPainter, _rect: object, text: str, **_how: object) -> None:
        found.append(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painting, "words", recording)
        yield found


def the_sheet(page: TablesPage) -> Sheet:
    return page.controller.book.view.sheet(1, 1)


def asked(page: TablesPage) -> SigningQuestion:
    return page.state.signing.question


def meanings(page: TablesPage) -> list[str]:
    """What the figures of the matrix mean, as their tooltips and screen readers say."""
    return [label.toolTip() for label in page.matrix.findChildren(QLabel) if label.toolTip()]


def shown(page: TablesPage) -> list[str]:
    """Every line of the sheet, a cell after the other."""
    model = page.score_sheet.model
    return [
        " | ".join(str(model.data(model.index(row, column))) for column in range(sheet_table.COUNT))
        for row in range(model.rowCount())
    ]


@FRENCH
def test_a_hand_of_four_values_stands_on_the_sheet_before_it_is_recorded(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(DOCUMENT.removesuffix(" Enter"))
    assert the_sheet(page).played == 0
    assert meanings(page) == MATRIX
    keyboard.type("Enter")
    assert the_sheet(page).played == 1
    assert shown(page) == [
        " | Round 1 |  | East | South | West | North",
        "1 | Ada from Ben · Dominant wind: South | 100 | East 100 0 0 | South 250 +850 850 | West 40 −380 −380"
        " | North 10 −470 −470",
        "2 | Press 1–4 for the winner |  | 2nd hand as East | South | West | North",
    ]
    cell = page.score_sheet.model.index(1, sheet_table.FIRST_PLAYER + 1)
    assert "Ben 250, +850, total 850" in str(cell.data(Qt.ItemDataRole.ToolTipRole))
    assert meanings(page) == MATRIX, "that of the last hand, until the next can be settled"


@FRENCH
def test_the_line_and_its_values_are_copied(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(DOCUMENT)
    page.score_sheet.view.setFocus()
    press("Up", "Ctrl+C")
    copied = QGuiApplication.clipboard().text()
    assert copied == (
        "1\tAda from Ben · Dominant wind: South\t100\t100\t0\t0\t250\t850\t850\t40\t-380\t-380\t10\t-470\t-470\n"
    )


@FRENCH
def test_players_stop_a_game_without_end_by_the_totals_of_the_paper(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(DOCUMENT)
    assert page.cards.cards[0].state() == "1 hand"
    keyboard.type("F6")
    type_totals(keyboard, [0, 850, -380, -470])
    assert asked(page) is SigningQuestion.STOPPED
    assert "Do the players stop after hand 1?" in page.panel.signing.question.text()
    assert the_sheet(page).state is SheetState.TO_VERIFY
    keyboard.type("Enter")
    assert the_sheet(page).state is SheetState.VERIFIED
    assert len(shown(page)) == 2, "there is no row for a hand to come"


@FRENCH
def test_esc_goes_on_with_a_game_that_nobody_stops(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(DOCUMENT + " Ctrl+Enter")
    assert asked(page) is SigningQuestion.STOPPED
    keyboard.type("Esc")
    assert asked(page) is SigningQuestion.NONE
    assert the_sheet(page).state is SheetState.IN_PLAY


@HONG_KONG
def test_a_player_without_points_ends_the_game(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 10 Enter 3 1 10 Enter 4 1 10 Enter")
    assert shown(page)[-1] == " | The game is over: no points left for Ada |  |  |  |  | "
    assert "The game is over: no points left for Ada" in page.panel.summary.accessibleName()
    assert the_sheet(page).state is SheetState.TO_VERIFY
    assert page.cards.cards[0].state() == "To verify"
    keyboard.type("F6")
    type_totals(keyboard, [-384, 128, 128, 128])
    assert the_sheet(page).state is SheetState.VERIFIED, "nothing is to be asked: the game is over"


@HONG_KONG
def test_totals_that_count_the_points_of_the_start_are_taken_as_won_and_lost(
    page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type("2 1 10 Enter 3 1 10 Enter 4 1 10 Enter F6")
    type_totals(keyboard, [-84, 428, 428, 428])
    assert the_sheet(page).state is SheetState.VERIFIED
    assert the_sheet(page).paper == (-384, 128, 128, 128)


@HONG_KONG
def test_of_such_totals_the_one_that_is_wrong_says_by_how_much(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 10 Enter 3 1 10 Enter 4 1 10 Enter F6")
    type_totals(keyboard, [-84, 428, 428, 420])
    assert the_sheet(page).state is SheetState.TOTALS_DIFFER
    assert the_sheet(page).difference == (0, 0, 0, -8)


@QUEBEC
def test_a_correction_shows_what_it_moves_in_the_hands_behind_it(page: TablesPage, keyboard: Keyboard) -> None:
    """Ben wins hand 1, and pays for hand 2 as East; were hand 1 drawn, Ada would have been East and pay double."""
    keyboard.type("2 1 Enter 20 Enter Enter Enter 3 4 Enter Enter 20 Enter Enter")
    assert shown(page)[2] == (
        "2 | Cleo from Dora | 20 | North 0 −20 −60 | East 0 −40 40 | South 20 +80 60 | West 0 −20 −40"
    )
    keyboard.type("Up Up X")
    assert shown(page)[2] == (
        "2 | Cleo from Dora | 20 | 2nd hand as East 0 −40 −40 | South 0 −20 −20 | West 20 +80 80 | North 0 −20 −20"
    )
    effect = page.panel.hand.findChild(EffectTable)
    assert effect is not None
    assert "Ada −60, +20, −40; Ben 40, −60, −20" in effect.accessibleName()
    keyboard.type("Enter")
    keyboard.words("misread")
    keyboard.type("Enter")
    assert the_sheet(page).computed == (-40, -20, 80, -20)


@pytest.mark.thorough
@HONG_KONG
def test_a_penalty_of_the_last_row_is_in_view_and_says_what_it_costs(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("X Enter " * 30 + "1 2 7 L 2 9")
    assert "Nine pieces" in [each.full_text() for each in page.panel.hand.findChildren(ElidedLabel)]
    keyboard.type("Esc P 1 Enter")
    assert page.panel.penalty.fault.line.cursorPosition() == 0
    with painted() as words:
        keyboard.type("Enter")
        view, model = page.score_sheet.view, page.score_sheet.model
        view.grab()
    penalty = next(row for row in range(model.rowCount()) if model.line(row).kind is LineKind.PENALTY)
    assert view.viewport().rect().contains(view.visualRect(model.index(penalty, 0)))
    assert any(word.startswith("HK1 ") and "128" in word for word in words)


@pytest.mark.thorough
@QUEBEC
def test_the_row_that_is_typed_is_in_view_on_a_long_sheet(page: TablesPage, keyboard: Keyboard) -> None:
    view = page.score_sheet.view
    for number in range(1, 41):
        keyboard.type("X Enter")
        assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
        assert page.score_sheet.model.line(view.currentIndex().row()).hand == number + 1
    assert shown(page)[-1].startswith("41 | Press 1–4 for the winner |  | 41st hand as East")
    keyboard.type("Up " * 40)
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))
    assert page.score_sheet.model.line(view.currentIndex().row()).hand == 1


@pytest.mark.thorough
@QUEBEC
@pytest.mark.usefixtures("new_window")
def test_the_matrix_comes_and_goes_and_takes_the_place_of_the_sheet_in_a_low_window(
    page: TablesPage, keyboard: Keyboard
) -> None:
    assert page.matrix.isVisible()
    keyboard.type("Ctrl+M")
    assert not page.matrix.isVisible()
    keyboard.type("Ctrl+M")
    page.window().resize(1100, 640)
    QApplication.processEvents()
    assert (page.matrix.isVisible(), page.score_sheet.isVisible()) == (False, True)
    keyboard.type("Ctrl+M")
    assert (page.matrix.isVisible(), page.score_sheet.isVisible()) == (True, False)
    keyboard.type("2 1 Enter 20 Enter Enter Enter")
    assert "Ada pays 40 to Ben" in meanings(page)


def test_there_is_no_matrix_where_the_winner_alone_is_paid(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 8 Enter Ctrl+M")
    assert not page.matrix.isVisible()


@QUEBEC
def test_the_second_reader_reads_the_values_of_the_winners(page: TablesPage, keyboard: Keyboard) -> None:
    controller = page.controller
    settings = replace(controller.book.view.settings, second_reading=SecondReading.BY_ANOTHER)
    controller.act(ChangeSettings(settings))
    keyboard.type("2 1 4 Enter 20 Enter Enter Enter X Enter Ctrl+Enter Enter Enter")
    assert the_sheet(page).state is SheetState.TO_READ_AGAIN
    controller.user.sign_as("Second Reader")
    keyboard.type("V F6")
    assert page.second_reading.view is not None
    assert [field.isVisible() for field in page.second_reading.view.fields] == [True, True]
    keyboard.type("20 Enter X Enter")
    assert the_sheet(page).state is SheetState.VERIFIED


@ZUNG_JUNG
def test_a_game_of_known_length_says_how_many_hands_are_in(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 30 Enter")
    assert page.cards.cards[0].state() == "1 of 16"
    keyboard.type("Ctrl+Enter")
    assert asked(page) is SigningQuestion.VOID
    assert "15 hands were not played" in page.panel.signing.question.text()


REPAIRS = [
    # keys of the repair at row 1, and what is typed into its number
    ("1 1 2", "40 4 0 0"),
    ("1 x", ""),
    ("2", ""),
    ("3", "2"),
    ("4 1 2", ""),
    ("5 1 3", ""),
]


@QUEBEC
def test_a_repair_shows_before_enter_what_all_hands_behind_it_come_to(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 Enter 20 Enter Enter Enter 3 4 Enter Enter 24 Enter 8 Enter 3 D 4 Enter Enter 32 Enter Enter")
    before = the_sheet(page)
    assert (before.played, [line.state.dealer for line in before.hands]) == (3, [0, 1, 2, 2])
    for keys, values in REPAIRS:
        keyboard.type(f"G 2 Enter G 1 Enter Up Up Up R {keys}")
        keyboard.words(values)
        keyboard.type("Enter")
        effect = [change.number for change in page.panel.repair.effect.changes]
        keyboard.words("as on paper")
        keyboard.type("Enter")
        after = the_sheet(page)
        assert after.hands != before.hands, keys
        assert effect == list(zip(before.scores, after.scores, strict=True)), keys
        keyboard.type("Ctrl+Z")
        assert the_sheet(page).hands == before.hands, keys


@FRENCH
def test_a_skipped_hand_of_four_values_is_inserted(page: TablesPage, keyboard: Keyboard) -> None:
    """It is before the hand of the document, and Ben won it from Ada, so Ben is East in that of the document."""
    keyboard.type(DOCUMENT + " Up R 1 2 1")
    assert page.panel.repair.number.line.accessibleName() == "Values of 1 to 4, then: Dominant wind"
    keyboard.words("10 100 40 8 n")
    keyboard.type("Enter")
    keyboard.words("skipped")
    keyboard.type("Enter")
    first, second = (line.outcome for line in the_sheet(page).hands[:2])
    assert first == Outcome(1, 0, values=(10, 100, 40, 8), answers=(("dominant", "N"),))
    assert second == Outcome(0, 1, values=(100, 250, 40, 10), answers=(("dominant", "S"),))
    assert [line.state.dealer for line in the_sheet(page).hands] == [0, 1, 2]


@HONG_KONG
def test_a_hand_inserted_by_rules_with_points_is_typed_as_ever(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 1 3 Enter Up R 1 3 D 4 Enter")
    keyboard.words("skipped")
    keyboard.type("Enter")
    assert [line.outcome for line in the_sheet(page).hands] == [Outcome(2, None, 4), Outcome(1, 0, 3), None]


@pytest.mark.sampled(1)
@ZUNG_JUNG
@pytest.mark.parametrize(("wide", "told"), [(1440, "Responsible: "), (1024, "L 3")])
def test_who_is_responsible_is_painted_in_the_row(
    page: TablesPage, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, wide: int, told: str
) -> None:
    page.window().resize(wide, 720)
    keyboard.type("1 2 80 L 3 Enter")
    assert the_sheet(page).hands[0].outcome == Outcome(0, 1, 80, liable=2)
    painted: list[str] = []
    write = painting.words

    def words(painter: QPainter, rect: QRectF, text: str, **how: Any) -> None:
        if how.get("elide", True) and painting.width_of(text, how["kind"]) <= rect.width():
            painted.append(text)
        write(painter, rect, text, **how)

    monkeypatch.setattr(painting, "words", words)
    page.score_sheet.grab()
    assert any(text.startswith(" · ") and told in text for text in painted), painted
