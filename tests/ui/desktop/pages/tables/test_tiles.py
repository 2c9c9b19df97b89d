"""The tiles of hands typed on the sheet with the keyboard alone, held against the points claimed."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.random_hands import hand as random_hand
from tests.second_counter.counter import points as second_count
from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pressing import press
from tournament.ledger.facts import HandCorrected, HandRecorded
from tournament.ledger.sheet import HandLine
from tournament.rules.payment import Outcome
from tournament.rules.rotation import SEATS_CHANGED
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.tiles import HandTiles
from ui.entry.page_keys import PageKey

PICTURE = "[234p,1]234m23456s88p7s"
"""13 by discard, whatever the winds; 5 with 1s for 7s."""
CHEAP = "[234p,1]234m23456s88p1s"
WON = ((1, 3), (3, None), (2, 1), (4, 1), (2, 4), (4, 2), (4, 3), (1, None))


def bodies() -> Iterator[str]:
    """Winning hands by chance, without a situation; flags of the generator are dropped."""
    for seed in range(10_000):
        yield random_hand(Random(seed)).partition("|")[0]


def situated(body: str, hand: int, winner: int, giver: int | None) -> str:
    """The hand as the sheet has it."""
    prevalent = SEATS_CHANGED.prevalent(hand).letter
    own = SEATS_CHANGED.own_wind(winner - 1, hand).letter
    return f"{body}|{prevalent}{own}{int(giver is None)}000"


def lines(page: TablesPage) -> tuple[HandLine, ...]:
    return page.controller.book.view.sheet(1, 1).hands


def tiles_of(page: TablesPage) -> HandTiles:
    found = page.tiles.of_winner
    assert found is not None
    return found


@pytest.mark.thorough
def test_sixteen_hands_with_their_tiles(page: TablesPage, keyboard: Keyboard) -> None:
    pool = bodies()
    expected = []
    for hand in range(1, 17):
        winner, giver = WON[(hand - 1) % len(WON)]
        body = next(b for b in pool if second_count(situated(b, hand, winner, giver)) >= 8)
        expected.append(
            Outcome(winner - 1, giver - 1 if giver else None, second_count(situated(body, hand, winner, giver)))
        )
        keyboard.type(f"{winner} {giver or 'D'} T {body} Enter")
        while page.state.tiles_open:  # above 88 points it asks once
            assert expected[-1].points > 88
            keyboard.type("Enter")
    assert [line.outcome for line in lines(page)] == expected
    assert all(line.tiles for line in lines(page))
    assert page.cards.cards[0].state() == "To verify"


def test_what_was_claimed_and_equals_is_recorded(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 13 T {PICTURE}")
    tiles = tiles_of(page)
    assert "Claim matches the count" in tiles.panel.notice.text()
    assert tiles.record.label() == "Record hand 1 with 13 points"
    keyboard.type("Enter")
    assert not page.state.tiles_open
    assert lines(page)[0].outcome == Outcome(1, 3, 13)
    assert lines(page)[0].tiles == "[234p,1]234m23456s88p7s|ES0000"


def test_less_than_counted_is_accepted_and_says_what_was_forgotten(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 12 T {PICTURE}")
    said = tiles_of(page).panel.notice.text()
    assert "1 less than counted: permitted" in said
    assert "Not claimed: Short Straight, 1" in said
    keyboard.type("Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 12)


def test_more_than_counted_needs_a_referee_and_a_reason(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 14 T {PICTURE} Enter")
    tiles = tiles_of(page)
    assert page.state.tiles_open
    assert "1 more than counted" in tiles.panel.notice.text()
    assert lines(page)[0].outcome is None
    assert tiles.points.line.selectedText() == "14"
    assert "Referee" in tiles.reason.line.accessibleName()
    keyboard.type("Enter Enter")
    assert "Enter a short reason." in tiles.reason.problem()
    assert lines(page)[0].outcome is None
    keyboard.words("The table agrees")
    keyboard.type("Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 14)
    fact = lines(page)[0].entries[-1].fact
    assert isinstance(fact, HandRecorded)
    assert fact.overrule == "The table agrees"


def test_more_than_counted_can_be_lowered(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 14 T {PICTURE} Enter 13 Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 13)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("typed", "words", "net"),
    [
        (CHEAP, "below 8", (10, -30, 10, 10)),
        ("[234p,1]234m2345s88p19s", "Not a winning hand", (20, -60, 20, 20)),
    ],
)
def test_a_false_hu_is_offered_as_its_penalty(
    page: TablesPage, keyboard: Keyboard, typed: str, words: str, net: tuple[int, ...]
) -> None:
    keyboard.type(f"2 4 T {typed} Enter")
    tiles = tiles_of(page)
    assert words in tiles.panel.notice.text()
    assert not tiles.record.isEnabled()
    keyboard.type("F4")
    assert not page.state.tiles_open
    (penalty,) = page.controller.book.view.sheet(1, 1).penalties
    assert penalty.net == net
    assert penalty.given.no_hu
    keyboard.type("2")
    assert "lost the right to win hand 1" in page.panel.hand.winner.problem()


def test_a_claim_that_the_tiles_fail_can_be_let_stand_for_a_reason(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 8 T {CHEAP} Enter Enter")
    assert tiles_of(page).reason.line.hasFocus()
    keyboard.words("Seen after the tiles were mixed")
    keyboard.type("Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 8)
    assert lines(page)[0].overrule == "Seen after the tiles were mixed"


def test_f6_goes_to_the_points_and_back_on_the_sheet_to_the_totals(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 T {PICTURE} F6 13 Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 13)
    keyboard.type("F6")
    assert page.score_sheet.totals.fields[0].hasFocus()


def test_nothing_moves_when_a_fault_is_told(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 T 234m")
    editor = tiles_of(page).editor
    before = editor.situation.y(), editor.rack.geometry()
    keyboard.type("ab")
    assert editor.problem()
    assert (editor.situation.y(), editor.rack.geometry()) == before


def test_esc_keeps_what_was_typed(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 4 T 234m234p Esc")
    assert not page.state.tiles_open
    assert page.panel.hand.isVisible()
    keyboard.type("T")
    assert tiles_of(page).editor.state.typed == "234m234p"
    keyboard.type("23456s88p7s Esc")
    worth = second_count("234m234p23456s88p7s|ES0000")
    assert typed_hand(page).points == str(worth)
    keyboard.type("Enter Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, worth)
    assert lines(page)[0].tiles == "234m23456s23488p7s|ES0000"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("typed", "words"), [("T", "The winner is missing."), ("2 T", "who discarded"), ("X T", "drawn hand")]
)
def test_tiles_need_a_winner_and_where_the_last_tile_came_from(
    page: TablesPage, keyboard: Keyboard, typed: str, words: str
) -> None:
    keyboard.type(typed)
    assert not page.state.tiles_open
    entry = page.panel.hand
    assert words in "".join(field.problem() for field in entry.fields)


def test_the_sheet_gives_the_winds(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("2 D T")
    given = tiles_of(page).editor.state.context
    assert (given.situation.prevalent.letter, given.situation.seat.letter) == ("E", "S")
    assert given.situation.self_drawn
    names = page.state.table.names if page.state.table else ()
    assert given.sources == (names[0], names[3], names[2])


def test_a_hand_edited_after_signing_needs_its_reason(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 13 T {PICTURE} Enter")
    for _ in range(15):
        keyboard.type("X Enter")
    keyboard.type("Ctrl+Enter Enter")
    assert page.controller.book.view.sheet(1, 1).closed is not None
    keyboard.type("Up " * 16 + "T")
    tiles = tiles_of(page)
    assert tiles.editor.state.typed.startswith(PICTURE)
    tiles.editor.set_typed("")
    tiles.points.line.clear()
    tiles.editor.setFocus()
    keyboard.type("[234p,1]234m23456s88p4s Enter")
    assert not page.state.tiles_open
    assert typed_hand(page).points == "12"
    keyboard.type("Enter Enter Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 13)
    page.panel.hand.reason.line.setFocus()
    keyboard.words("Misread")
    keyboard.type("Enter")
    fact = lines(page)[0].entries[-1].fact
    assert isinstance(fact, HandCorrected)
    assert (fact.points, fact.reason) == (12, "Misread")
    assert fact.tiles == "[234p,1]234m23456s88p4s|ES0000"


def test_the_slip_of_a_recorded_hand(
    page: TablesPage, keyboard: Keyboard, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: True)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(tmp_path / "slip.pdf")])
    keyboard.type(f"2 4 14 T {PICTURE} Enter Enter")
    keyboard.words("The table agrees")
    keyboard.type("Enter")
    assert not page.panel.hand.slip.isVisible()
    keyboard.type("Up")
    assert page.panel.hand.slip.isVisible()
    press("Ctrl+Shift+P")
    (dialog,) = page.findChildren(ReportDialog)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    words = dialog.preview.words()
    assert "14 points stand by decision of Referee: The table agrees" in words
    keyboard.type("Ctrl+S")
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20000)
    assert (tmp_path / "slip.pdf").read_bytes().startswith(b"%PDF")
    assert "slip.pdf" in dialog.outcome.text()
    dialog.reject()
    page.press(PageKey.TILES)
    assert tiles_of(page).slip.isVisible()


def test_a_hand_edited_after_signing(page: TablesPage, keyboard: Keyboard) -> None:
    """It asks for a reason, is signed by who corrects it, and both values stay, each with its tiles."""
    keyboard.type(f"2 4 13 T {PICTURE} Enter Ctrl+Enter Enter Enter")
    assert page.controller.book.view.sheet(1, 1).closed is not None
    keyboard.type("Up T")
    tiles = tiles_of(page)
    assert tiles.record.label() == "Return 13 points to the sheet"
    keyboard.type(f"Ctrl+A {PICTURE[:-2]}4s F6 12 Enter")
    assert not page.state.tiles_open
    assert page.panel.hand.reason.line.hasFocus()
    keyboard.type("Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 13)
    assert page.panel.hand.reason.problem()
    keyboard.words("misread")
    keyboard.type("Enter")
    before, after = (entry.fact for entry in lines(page)[0].entries)
    assert isinstance(before, HandRecorded)
    assert isinstance(after, HandCorrected)
    assert (before.points, before.tiles) == (13, "[234p,1]234m23456s88p7s|ES0000")
    assert (after.points, after.tiles, after.reason) == (12, "[234p,1]234m23456s88p4s|ES0000", "misread")
    assert lines(page)[0].entries[-1].author == "Referee"


def test_enter_records_from_the_picker_and_leaves_from_the_button(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type(f"2 4 T {PICTURE}")
    tiles = tiles_of(page)
    tiles.back.setFocus()
    keyboard.type("Enter")
    assert not page.state.tiles_open
    assert lines(page)[0].outcome is None
    keyboard.type("T")
    tiles.editor.picker.setFocus()
    keyboard.type("Enter")
    assert lines(page)[0].outcome == Outcome(1, 3, 13)


def test_tiles_of_a_session_whose_turn_it_is_not_ask_once(page: TablesPage, keyboard: Keyboard) -> None:
    page.controller.navigation.table_wanted.emit(2, 1)
    keyboard.type("1 2 T")
    assert page.tiles.of_winner is not None
    keyboard.words("123m 456m 789m 123s 5p !5p")
    keyboard.type("Enter")
    assert page.controller.book.view.sheet(2, 1).played == 0
    assert "Session 2 has not started" in page.tiles.of_winner.notice.text()
    keyboard.type("Enter")
    assert page.controller.book.view.sheet(2, 1).played == 1
