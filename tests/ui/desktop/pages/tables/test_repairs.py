"""Repairs in the window, by keys alone: R, a digit, the few values, the reason, Enter; and one undo."""

from dataclasses import replace

import pytest

from tests.ui.desktop.conftest import Keyboard
from tournament.ledger.sanctions import Charge
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, GivePenalty, RecordHand
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.entry.page_keys import PageKey
from ui.entry.repair_draft import RepairField


@pytest.fixture
def typed(page: TablesPage) -> TablesPage:
    """Three hands at table 1, and the cursor on the second."""
    for hand, outcome in enumerate((Outcome(0, 1, 8), Outcome(1, None, 10), Outcome(2, 3, 12)), start=1):
        page.controller.act(RecordHand(1, 1, hand, outcome))
    page.press(PageKey.DOWN)
    assert page.state.row is not None
    assert page.state.row.hand == 2
    return page


def sheet(page: TablesPage, table: int = 1, session: int = 1) -> Sheet:
    return page.controller.book.view.sheet(session, table)


def outcomes(page: TablesPage, table: int = 1) -> list[Outcome]:
    return [line.outcome for line in sheet(page, table).hands if line.outcome is not None]


def shown(page: TablesPage) -> list[tuple[int, int]]:
    """Old and new scores beside the form."""
    form = page.panel.repair
    return [] if form.effect.isHidden() else [change.number for change in form.effect.changes]


REPAIRED = [
    ("1 4 1 20", "Row inserted", [Outcome(0, 1, 8), Outcome(3, 0, 20), Outcome(1, None, 10), Outcome(2, 3, 12)]),
    ("1 4 d 20", "Row inserted", [Outcome(0, 1, 8), Outcome(3, None, 20), Outcome(1, None, 10), Outcome(2, 3, 12)]),
    ("1 x", "Row inserted", [Outcome(0, 1, 8), Outcome(None), Outcome(1, None, 10), Outcome(2, 3, 12)]),
    ("2", "Row deleted", [Outcome(0, 1, 8), Outcome(2, 3, 12)]),
    ("3 3", "Row moved", [Outcome(0, 1, 8), Outcome(2, 3, 12), Outcome(1, None, 10)]),
    ("4 1 2", "Columns swapped", [Outcome(1, 0, 8), Outcome(0, None, 10), Outcome(2, 3, 12)]),
    ("5 1 3", "Columns swapped", [Outcome(2, 1, 8), Outcome(1, None, 10), Outcome(0, 3, 12)]),
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("keys", "what", "expected"), REPAIRED, ids=[keys for keys, _, _ in REPAIRED])
def test_a_repair_is_typed_shown_done_and_undone(
    typed: TablesPage, window: Window, keyboard: Keyboard, keys: str, what: str, expected: list[Outcome]
) -> None:
    before = sheet(typed)
    keyboard.type(f"r {keys}")
    if "20" in keys or keys.startswith(("3", "4")):
        keyboard.type("Enter")
    effect = shown(typed)
    keyboard.words("as on paper")
    assert typed.panel.repair.reason.text() == "as on paper"
    assert outcomes(typed) != expected
    keyboard.type("Enter")
    assert outcomes(typed) == expected
    assert [(old, new) for old, new in effect] == list(zip(before.scores, sheet(typed).scores, strict=True))
    assert typed.panel.repair.isHidden()
    assert window.status.undo.text().startswith(f"Undo: {what}")
    keyboard.type("Ctrl+Z")
    assert replace(sheet(typed), number=0) == replace(before, number=0)


def test_a_whole_sheet_is_moved_and_the_window_goes_along(
    typed: TablesPage, window: Window, keyboard: Keyboard
) -> None:
    before = sheet(typed)
    keyboard.type("r 6 2 Enter")
    assert shown(typed) == [*((score, 0) for score in before.scores), *((0, score) for score in before.scores)]
    keyboard.words("wrong table")
    keyboard.type("Enter")
    assert sheet(typed).blank
    assert sheet(typed, 2).scores == before.scores
    assert typed.state.table is not None
    assert typed.state.table.place == (1, 2)
    assert window.status.undo.text() == "Undo: Sheet moved: session 1, table 1"
    keyboard.type("Ctrl+Z")
    assert sheet(typed).scores == before.scores
    assert sheet(typed, 2).blank


def test_a_sheet_goes_to_another_session(typed: TablesPage, keyboard: Keyboard) -> None:
    scores = sheet(typed).scores
    keyboard.type("r 6")
    keyboard.words("2 1")
    keyboard.type("Enter")
    keyboard.words("wrong session")
    keyboard.type("Enter")
    assert sheet(typed, 1, session=2).scores == scores
    assert typed.controller.session == 2


def test_the_reason_is_demanded(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 2 Enter")
    assert "A reason is missing." in typed.panel.repair.reason.problem()
    assert len(outcomes(typed)) == 3


def test_what_cannot_be_is_said_before_any_reason_is_typed(typed: TablesPage, keyboard: Keyboard) -> None:
    typed.controller.act(GivePenalty(1, 1, Charge(0, "false-hu-short", hand=2)))
    keyboard.type("r 2")
    form = typed.panel.repair
    assert form.against.text().startswith("Hand 2 has a penalty of Ada: cancel it first")
    keyboard.words("typed twice")
    keyboard.type("Enter")
    assert form.kind.problem().startswith("Hand 2 has a penalty of Ada")
    assert len(outcomes(typed)) == 3


def test_a_refusal_calls_the_players_as_the_sheet_does(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 4 3 4")
    keyboard.words("1 2")
    said = "Cleo and Dora neither won, discarded nor have a penalty there: nothing would change."
    assert typed.panel.repair.against.text() == said
    keyboard.type("Enter")
    assert typed.panel.repair.players[RepairField.OTHER].problem() == said
    keyboard.type("Esc r 1 4 4 20 Enter")
    assert typed.panel.repair.players[RepairField.OTHER].problem().startswith("Dora is entered both as winner and as")


def test_an_improbable_repair_asks_and_a_fresh_enter_does_it(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 1 1 2 8 Enter")
    keyboard.words("typed once, played twice")
    keyboard.type("Enter")
    form = typed.panel.repair
    assert form.question.isVisible()
    assert "Exactly the same line as hand 1" in form.question.text()
    assert len(outcomes(typed)) == 3
    keyboard.type("Enter")
    assert len(outcomes(typed)) == 4


def test_esc_leaves_everything_as_it_was(typed: TablesPage, keyboard: Keyboard) -> None:
    entries = len(typed.controller.book.view.journal)
    keyboard.type("r 3 1 Enter Esc")
    assert typed.panel.repair.isHidden()
    assert typed.state.repair is None
    assert typed.state.row is not None
    assert typed.state.row.hand == 2
    assert len(typed.controller.book.view.journal) == entries


def test_no_repair_while_a_hand_is_half_typed(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    keyboard.type("1 2 r")
    assert page.state.repair is None
    assert "Hand 1 is unfinished" in window.messages.text()


def test_without_a_row_only_the_sheet_can_be_repaired(page: TablesPage, keyboard: Keyboard) -> None:
    for hand in range(1, 17):
        page.controller.act(RecordHand(1, 1, hand, Outcome(hand % 4, None, 8)))
    page.controller.act(CloseSheet(1, 1))
    page.controller.navigation.table_wanted.emit(1, 1)
    keyboard.type("r 2")
    assert "The cursor is not on a row" in page.panel.repair.kind.problem()
    keyboard.type("5 1 2")
    keyboard.words("columns exchanged")
    keyboard.type("Enter")
    assert outcomes(page)[0] == Outcome(0, None, 8)


def test_the_question_of_a_wrong_key(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 9")
    assert typed.panel.repair.kind.problem() == "Press 1 to 6."
    keyboard.type("5 9")
    assert "matches no player" in typed.panel.repair.players[next(iter(typed.panel.repair.players))].problem()


def test_a_repair_left_for_another_row_or_table_waits_and_asks(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 3 3")
    assert "number='3'" in typed.half_typed()
    typed.controller.navigation.table_wanted.emit(1, 2)
    assert typed.cards.cards[0].state() == "3 of 16, unfinished entry"
    typed.controller.navigation.table_wanted.emit(1, 1)
    assert typed.panel.repair.isHidden()
    keyboard.type("r")
    form = typed.panel.repair
    assert "A repair of row 2 was left unfinished" in form.question.text()
    assert form.number.text() == "3"
    keyboard.type("Enter")
    assert form.question.isHidden()
    keyboard.words("as on paper")
    keyboard.type("Enter")
    assert outcomes(typed) == [Outcome(0, 1, 8), Outcome(2, 3, 12), Outcome(1, None, 10)]
    assert typed.half_typed() == ""
    keyboard.type("r")
    assert form.question.isHidden()


def test_a_complete_repair_that_was_left_is_done_by_no_single_enter(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 2")
    keyboard.words("typed twice")
    typed.press(PageKey.DOWN)
    keyboard.type("r Enter")
    assert len(outcomes(typed)) == 3
    assert typed.panel.repair.question.isHidden()
    keyboard.type("Enter")
    assert outcomes(typed) == [Outcome(0, 1, 8), Outcome(2, 3, 12)]


def test_a_digit_begins_a_repair_that_was_left_anew_at_the_cursor(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 3 1")
    typed.press(PageKey.DOWN)
    keyboard.type("r z")
    assert "A repair of row 2 was left unfinished" in typed.panel.repair.question.text()
    keyboard.type("2")
    assert typed.panel.repair.reason.text() == ""
    keyboard.words("typed twice")
    keyboard.type("Enter")
    assert outcomes(typed) == [Outcome(0, 1, 8), Outcome(1, None, 10)]


def test_escape_throws_a_repair_that_was_left_away_for_good(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 2")
    keyboard.words("typed twice")
    typed.press(PageKey.DOWN)
    keyboard.type("r Esc")
    assert typed.half_typed() == ""
    keyboard.type("r")
    assert typed.panel.repair.question.isHidden()
    assert typed.state.repair is not None
    assert not typed.state.repair.typed.started
    assert len(outcomes(typed)) == 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize("elsewhere", [PageKey.PENALTY, PageKey.GO_TO_TABLE, PageKey.UP])
def test_what_is_opened_instead_of_a_repair_takes_nothing_of_it_away(
    typed: TablesPage, keyboard: Keyboard, elsewhere: PageKey
) -> None:
    keyboard.type("r 3 1")
    typed.press(elsewhere)  # from the sheet's menu: in the form these keys are typed
    keyboard.type("Esc")
    typed.press(PageKey.REPAIR)
    assert typed.panel.repair.isVisible()
    assert typed.panel.repair.number.text() == "1"


def test_the_totals_take_no_half_typed_repair_away(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 3 1 F6")
    assert typed.panel.repair.isHidden()
    keyboard.type("Esc r")
    assert "left unfinished" in typed.panel.repair.question.text()
    assert typed.panel.repair.number.text() == "1"


def test_a_sheet_that_is_moved_leaves_no_repair_behind(typed: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("r 6 2 Enter")
    keyboard.words("wrong table")
    keyboard.type("Enter")
    assert sheet(typed).blank
    assert typed.half_typed() == ""
