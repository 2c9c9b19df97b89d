"""The end of a sheet by keys alone: totals that hold nobody, signing that compares, and on to the next sheet."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, Keyboard, typed_hand
from tests.ui.desktop.pages.tables.recount import Hand, totals
from tests.ui.desktop.pages.tables.test_entry import SHEET, keys_of
from tests.ui.desktop.pages.tables.test_sheet import type_totals
from tests.ui.desktop.pages.tables.test_systems import asked
from tournament.event.settings import CountedTotals, PaperTotals
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import CorrectHand, RecordHand, carry_out_all
from tournament.use_cases.commands import ChangeSettings
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.fields import TextField
from ui.desktop.window import Window
from ui.entry.tables_state import SigningQuestion

SUMS = totals(SHEET)


def sheet(page: TablesPage, table: int = 1) -> Sheet:
    return page.controller.book.view.sheet(1, table)


def fields(page: TablesPage) -> list[TextField]:
    return page.score_sheet.totals.fields


def shown(page: TablesPage) -> list[str]:
    return [field.text() for field in fields(page)]


def in_total(page: TablesPage) -> int | None:
    """The total that has the caret."""
    focused = QApplication.focusWidget()
    return fields(page).index(focused) if isinstance(focused, TextField) and focused in fields(page) else None


def red(page: TablesPage) -> list[bool]:
    return [bool(field.property("refused")) for field in fields(page)]


def test_a_question_about_signing_is_withdrawn_when_a_hand_is_typed_meanwhile(
    page: TablesPage, keyboard: Keyboard
) -> None:
    """Enter would be said to answer it, and Ctrl+Enter did, although the sheet has another hand by then."""
    keyboard.type("1 2 9 Enter Ctrl+Enter G Esc")
    assert asked(page) is SigningQuestion.VOID
    assert QApplication.focusWidget() is page.panel.signing, "Esc goes back to the question"
    page.panel.hand.fields[0].line.setFocus()  # by a click
    keyboard.type("2")
    assert asked(page) is SigningQuestion.NONE
    keyboard.type("3 10 Enter")
    assert (sheet(page).played, asked(page)) == (2, SigningQuestion.NONE)
    keyboard.type("Ctrl+Enter")
    assert asked(page) is SigningQuestion.VOID, "it is asked again, about this sheet"
    assert sheet(page).closed is None


def press_text(text: str) -> None:
    """Press a key of this text, as keyboards of other countries have it."""
    target = QApplication.focusWidget()
    assert target is not None
    QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, text))


def title(page: TablesPage) -> str:
    return page.score_sheet.title.accessibleName()


@pytest.fixture
def fifteen_hands(controller: EventController) -> None:
    """All hands of the sheet but the last are recorded before the page is made, which types the last."""
    outcomes = [Outcome(None) if h is None else Outcome(h[0] - 1, h[1] and h[1] - 1, h[2]) for h in SHEET[:-1]]
    commands = [RecordHand(1, 1, number, outcome) for number, outcome in enumerate(outcomes, start=1)]
    carry_out_all(controller.book, commands, by=BY)


def change_rules(controller: EventController, **changed: Any) -> None:
    controller.act(ChangeSettings(replace(controller.book.view.settings, **changed)))


def test_the_totals_hold_nobody(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, controller: EventController
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    assert in_total(page) == 0
    keyboard.type("1 2 Up")
    assert page.state.row is not None
    assert page.state.row.hand == 16
    keyboard.type("Esc F6 Esc")
    assert in_total(page) is None
    keyboard.type("F6 P")
    assert page.state.penalty is not None
    keyboard.type("Esc")
    assert in_total(page) == 0
    keyboard.type("G 2 Enter")
    assert title(page).startswith("Table 2")
    keyboard.type("G 1 Enter")
    assert shown(page) == ["12", "", "", ""]


def test_a_scanned_code_goes_to_its_table_from_the_totals(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, controller: EventController
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("- 3")
    key = controller.book.view.journal[0].id[:8].upper()
    keyboard.type(f"QV:{key}:1-02 Enter")
    assert title(page).startswith("Table 2")
    keyboard.type(f"QV:{key}:1-01 Enter")
    assert shown(page)[0] == "-3"


def test_letters_are_no_text_of_a_total_and_say_so(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, window: Window
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    told: list[object] = []
    page.controller.messages.shown.connect(told.append)
    keyboard.type("5 s D + ? 4")
    assert shown(page)[0] == "54"
    assert len(told) == 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize("minus", ["-", "−", "–"])
def test_a_minus_behind_figures_begins_the_next_total(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, minus: str
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("12")
    press_text(minus)
    keyboard.type("34")
    press_text(minus)
    keyboard.type("5 Enter 6")
    assert shown(page) == ["12", "-34", "-5", "6"]
    press_text(minus)
    assert in_total(page) == 3
    assert shown(page)[3] == "6"


def test_the_fourth_enter_signs_when_all_agree(fifteen_hands: None, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    type_totals(keyboard, SUMS[:3])
    assert sheet(page).closed is None
    keyboard.type(f"{SUMS[3]} Enter")
    assert sheet(page).state is SheetState.VERIFIED
    assert (sheet(page).compared, list(sheet(page).scores)) == (True, SUMS)
    entries = len(page.controller.book.view.journal)
    keyboard.type("Ctrl+Z")
    assert sheet(page).closed is None
    assert shown(page) == [str(total).replace("-", "−") if "−" in shown(page)[index] else str(total)
                           for index, total in enumerate(SUMS)]  # fmt: skip
    assert len(page.controller.book.view.journal) == entries + 1


def test_a_wrong_total_keeps_its_red_edge_and_says_what_is_wrong_there(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type(f"{SUMS[0] - 10} Enter")
    assert red(page) == [True, False, False, False]
    assert fields(page)[0].accessibleDescription() == "10 too low"
    type_totals(keyboard, SUMS[1:])
    assert sheet(page).closed is None
    assert sheet(page).state is SheetState.TOTALS_DIFFER
    assert red(page) == [True, False, False, False]
    assert in_total(page) == 0, "the caret is where something is wrong"
    keyboard.type(str(SUMS[0])[0])
    assert not red(page)[0], "nothing is said while it is being typed"
    keyboard.type(str(SUMS[0])[1:] + " Enter Enter Enter Enter")
    assert sheet(page).state is SheetState.VERIFIED


def test_a_total_without_a_number_says_so(fifteen_hands: None, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("Enter")
    assert in_total(page) == 0
    assert fields(page)[0].accessibleDescription() == "missing"
    keyboard.type("- Enter")
    assert fields(page)[0].accessibleDescription() == "no number"
    keyboard.type("5")
    assert fields(page)[0].accessibleDescription() != "no number"


def test_half_typed_totals_and_the_caret_wait_while_another_page_is_seen(
    page: TablesPage, keyboard: Keyboard, window: Window
) -> None:
    keyboard.type("1 2 12 Enter F6 7 Enter 8")
    assert in_total(page) == 1
    window.show_page("standings")
    window.show_page("tables")
    assert in_total(page) == 1
    keyboard.type("9")
    assert shown(page) == ["7", "89", "", ""]


def test_an_entry_of_another_desk_leaves_half_typed_totals(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, controller: EventController
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("7 Enter 8")
    controller.act(RecordHand(1, 2, 1, Outcome(0, 1, 12)))
    controller.act(CorrectHand(1, 1, 1, Outcome(0, 1, 12), "misread"))
    assert (shown(page), in_total(page)) == (["7", "8", "", ""], 1)
    keyboard.type("9")
    assert shown(page) == ["7", "89", "", ""]
    assert "89" in page.half_typed()


def test_three_totals_do_not_sign_in_silence(fifteen_hands: None, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    type_totals(keyboard, [SUMS[0] + 1, *SUMS[1:3]])
    keyboard.type("Ctrl+Enter")
    assert "1 total on paper is missing" in page.panel.signing.question.text()
    assert sheet(page).closed is None
    keyboard.type("Enter Enter")
    assert "Enter a short reason" in page.panel.signing.reason.problem()
    keyboard.words("torn")
    keyboard.type("Enter")
    assert sheet(page).state is SheetState.VERIFIED
    assert (sheet(page).compared, sheet(page).accepted) == (False, "torn")
    assert sheet(page).paper == (SUMS[0] + 1, SUMS[1], SUMS[2], None)


def test_a_sheet_signed_without_its_paper_is_marked(fifteen_hands: None, page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("Ctrl+Enter")
    assert sheet(page).closed is None
    keyboard.type("Enter")
    assert sheet(page).state is SheetState.VERIFIED
    assert page.cards.cards[0].state() == "Not compared"
    assert page.panel.signing.notice.text().startswith("Not compared")


def test_an_event_that_demands_the_totals_refuses_at_the_first_missing(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, controller: EventController
) -> None:
    change_rules(controller, paper_totals=PaperTotals.DEMANDED)
    keyboard.type(keys_of(SHEET[-1]))
    type_totals(keyboard, SUMS[:1])
    keyboard.type("Ctrl+Enter")
    assert "requires all four totals" in page.panel.signing.question.text()
    assert in_total(page) == 1
    assert fields(page)[1].accessibleDescription() == "missing"
    type_totals(keyboard, SUMS[1:])
    assert sheet(page).state is SheetState.VERIFIED


def test_signed_totals_are_shown_as_what_counts(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, controller: EventController
) -> None:
    change_rules(controller, counted_totals=CountedTotals.AS_SIGNED)
    keyboard.type(keys_of(SHEET[-1]))
    type_totals(keyboard, [SUMS[0] - 10, *SUMS[1:3], SUMS[3] + 10])
    keyboard.type("Ctrl+Enter")
    assert "The signed totals count" in page.panel.signing.question.text()
    keyboard.words("all four signed")
    keyboard.type("Enter")
    assert list(sheet(page).scores) == [SUMS[0] - 10, *SUMS[1:3], SUMS[3] + 10]
    assert page.panel.signing.notice.text().startswith("The difference was accepted")


def test_enter_goes_to_the_next_sheet_that_waits(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, controller: EventController
) -> None:
    told: list[object] = []
    controller.messages.shown.connect(told.append)
    keyboard.type(keys_of(SHEET[-1]))
    type_totals(keyboard, SUMS)
    assert page.panel.summary.next_sheet.isVisible()
    assert page.panel.summary.next_sheet.text() == "Next sheet: table 2"
    entries = len(controller.book.view.journal)
    keyboard.type("1 3")
    assert len(told) == 2, "figures that are not written say so"
    assert len(controller.book.view.journal) == entries
    keyboard.type("Enter 1 3 12 Enter")
    assert title(page).startswith("Table 2")
    assert sheet(page, 2).played == 1


def test_figures_on_a_sheet_with_all_hands_go_to_the_totals(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("Esc")
    assert in_total(page) is None
    keyboard.type("- 5 4 Enter")
    assert shown(page)[0] == "-54"
    assert in_total(page) == 1


def test_a_sheet_corrected_after_signing_differs_everywhere_until_it_is_signed_again(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard, window: Window
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    type_totals(keyboard, SUMS)
    keyboard.type("Up 1 2 9 Enter")
    assert not page.panel.signing.notice.isVisible(), "the totals differ because they are being corrected"
    assert not page.panel.signing.difference.isVisible()
    keyboard.words("misread")
    keyboard.type("Enter")
    assert sheet(page).state is SheetState.TOTALS_DIFFER
    assert page.cards.cards[0].state() == "Totals differ"
    assert "table 1 differs" in window.status.open.text()
    assert page.panel.signing.sign.isVisible()
    assert page.panel.signing.notice.text().split(" differ")[0].endswith(("total", "totals"))
    assert "correction" in page.panel.signing.notice.text()
    assert page.panel.signing.difference.causes == ()
    keyboard.type("Ctrl+Enter")
    keyboard.words("paper was wrong")
    keyboard.type("Enter")
    assert sheet(page).state is SheetState.VERIFIED
    assert page.cards.cards[0].state() == "Difference accepted"
    assert window.status.open.text() == "1 point open · 1 marked sheet", "table 2 is not verified"


# 11 discards, 3 self-draws, 2 drawn hands; three of the points have one figure, as they often do
MIX: list[Hand] = [
    (1, 3, 12), (2, 4, 8), (4, None, 10), (3, 1, 16), None, (2, 3, 11), (1, 4, 9), (3, None, 13),
    (4, 2, 18), (1, 2, 24), (2, 1, 10), None, (3, 4, 15), (4, 1, 8), (2, None, 12), (3, 2, 21),
]  # fmt: skip
DISCARDS: list[Hand] = [
    (1 + n % 4, 1 + (n + 1 + n // 4) % 4 if (n + 1 + n // 4) % 4 != n % 4 else 1 + (n + 2) % 4, 10 + 2 * n)
    for n in range(16)
]
SELF_DRAWS: list[Hand] = [(1 + n % 4, None, 10 + n) for n in range(16)]


def end_keys(sums: list[int]) -> str:
    """Four totals as a quick typist types them: the minus of one ends the one before."""
    keys = ""
    for column, total in enumerate(sums):
        keys += str(total)
        keys += "" if column < 3 and sums[column + 1] < 0 else " Enter "
    return keys


def hands_of(hands: list[Hand]) -> str:
    return " ".join(map(keys_of, hands))


def fined(sums: list[int]) -> list[int]:
    """A false Hu of the first player and one of the second, each paying 10 to the three others."""
    return [sums[0] - 20, sums[1] - 20, sums[2] + 20, sums[3] + 20]


TWO_PENALTIES = f"{hands_of(MIX[:4])} P 1 P9 Enter Enter P 2 P9 Enter Enter {hands_of(MIX[4:])}"
CORRECTED = f"{hands_of([*MIX[:15], (3, 2, 12)])} Up 3 2 21 Enter misread Enter"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "keys", "most"),
    [
        ("the mix", f"{hands_of(MIX)} {end_keys(totals(MIX))}", 84),
        ("all discards", f"{hands_of(DISCARDS)} {end_keys(totals(DISCARDS))}", 96),
        ("all self-draws", f"{hands_of(SELF_DRAWS)} {end_keys(totals(SELF_DRAWS))}", 96),
        ("the mix with 2 penalties", f"{TWO_PENALTIES} {end_keys(fined(totals(MIX)))}", 100),
        ("totals alone", f"F6 {end_keys([60, 20, -20, -60])} Enter", 16),
        ("the mix with a correction", f"{CORRECTED} {end_keys(totals(MIX))}", 100),
    ],
)
def test_keys_for_six_kinds_of_sheet(
    page: TablesPage, keyboard: Keyboard, capsys: pytest.CaptureFixture[str], kind: str, keys: str, most: int
) -> None:
    """Hands, totals and signature, each key pressed in the window."""
    keyboard.type(keys)
    assert sheet(page).state is SheetState.VERIFIED
    assert sheet(page).compared
    with capsys.disabled():
        print(f"\nkeys for {kind}: {keyboard.pressed}")
    assert keyboard.pressed <= most


def test_mixed_sheets_need_few_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """500 sheets of the same mix and points, who won from whom at random: keys as the window was seen to need them."""
    rng, counts = Random(11), []
    for _ in range(500):
        hands: list[Hand] = []
        for hand in MIX:
            winner, giver = rng.sample((1, 2, 3, 4), 2)
            hands.append(hand and (winner, hand[1] and giver, hand[2]))
        keys = f"{hands_of(hands)} {end_keys(totals(hands))}".replace("Enter", "!").replace(" ", "")
        counts.append(len(keys))
    counts.sort()
    with capsys.disabled():
        print(
            f"\nkeys for the mix, whoever wins: {counts[0]} to {counts[-1]}, half of the sheets at most {counts[250]}"
        )
    assert counts[250] <= 84


def test_a_hand_half_typed_keeps_the_fourth_enter_from_signing(
    fifteen_hands: None, page: TablesPage, keyboard: Keyboard
) -> None:
    keyboard.type(keys_of(SHEET[-1]))
    keyboard.type("Up 1 F6")
    type_totals(keyboard, SUMS)
    assert sheet(page).closed is None
    assert typed_hand(page).winner == 0
