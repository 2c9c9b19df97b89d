"""The primary button says what Enter does: walks of random keys in the real window, Enter pressed in every state.

Expected from the words alone: ``Record``, ``Yes, record`` and ``Correct`` write one entry or ask something new; ``Give
the reason`` and ``Continue`` write nothing and go where they say; a button that is off writes nothing. Each walk is
made with one or two seeds in each order; the parts ``referee`` and ``keys`` of the proof type on from there.
"""

from random import Random

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.test_tiles import CHEAP, PICTURE
from tournament.ledger.facts import HeadsChained
from ui.desktop import preferences
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.window import Window
from ui.entry.typing_order import TypingOrder

pytestmark = pytest.mark.thorough

KEYS = ("1", "2", "3", "4", "Esc Esc 1 2 24", "Esc Esc 2 3 16", "Esc Esc 4 D 30", "Esc Esc 3 1 12", "3 D 8", "2 1 250",
        "X", "7", "Up", "Up", "Down", "Esc", "Backspace", "G 2 Enter", "G 1 Enter", "9", "24", "P", "P 2 P9", "P 1 P6",
        "F6 12")  # fmt: skip
PAPER_KEYS = ("Esc Esc 24 Enter 1 2", "Esc Esc 16 W N", "30 Enter 4 D", "12 Enter", "W", "D", "N", "250 E S",
              "98 Enter 3 D 1", "Esc Esc 13 Tab 2 4")  # fmt: skip
"""The same as the columns of the paper stand: points, winner, from."""


def written(page: TablesPage) -> int:
    """Entries of the event, but for those that chain its streams."""
    return sum(not isinstance(entry.fact, HeadsChained) for entry in page.controller.book.view.journal)


def asked(page: TablesPage) -> str:
    """All that is asked now, in the hand or beneath it."""
    hand, signing = page.panel.hand, page.panel.signing
    parts = [field.question() for field in hand.fields if hand.isVisible()]
    return " ".join([*parts, signing.question.text() if signing.question.isVisible() else ""]).strip()


def expect(page: TablesPage, button: PrimaryButton, press: str, keyboard: Keyboard) -> str:
    """Press ``press``; the button's words, and whether they were true."""
    words, on = button.label() if button.isVisible() else "", button.isVisible() and button.isEnabled()
    before, question = written(page), asked(page)
    keyboard.type(press)
    more, new = written(page) - before, asked(page) not in ("", question)
    told = f"{words!r} {'on' if on else 'off'}: {more} written, asks {asked(page)!r}"
    if not on or words.startswith(("Give a reason", "Continue")):
        assert more == 0, told
    else:
        assert more == 1 or new, told
    if on and words.startswith("Give a reason"):
        assert QApplication.focusWidget() is page.panel.hand.reason.line, told
    if on and words.startswith("Continue"):
        assert "left unfinished" not in asked(page), told
    return words.partition(" ")[0] if on else ""


@pytest.fixture(params=TypingOrder)
def order(request: pytest.FixtureRequest, own_preferences: None) -> TypingOrder:
    """Both orders of typing, chosen before the page is made."""
    chosen = TypingOrder(request.param)
    preferences.keep_typing_order(chosen)
    return chosen


def keys(order: TypingOrder) -> tuple[str, ...]:
    """Keys to press by chance in ``order``: those of the other are slips."""
    return KEYS if order is TypingOrder.WINNER_FIRST else (*KEYS, *PAPER_KEYS)


@pytest.mark.parametrize("seed", range(2))
def test_enter_does_what_the_button_of_a_hand_or_a_penalty_says(
    order: TypingOrder, page: TablesPage, keyboard: Keyboard, seed: int
) -> None:
    chance, seen = Random(seed), set()
    for _ in range(45):
        keyboard.type(chance.choice(keys(order)))
        panel, focused = page.panel, QApplication.focusWidget()
        button = panel.penalty.give if panel.penalty.isVisible() else panel.hand.record
        if button.isVisible() and focused is not None and panel.isAncestorOf(focused):
            seen.add(expect(page, button, "Enter", keyboard))
    assert "Record" in seen


@pytest.mark.parametrize("seed", range(1))
def test_ctrl_enter_does_what_signing_says(order: TypingOrder, page: TablesPage, keyboard: Keyboard, seed: int) -> None:
    chance = Random(seed)
    recorded = "1 2 24 Enter" if order is TypingOrder.WINNER_FIRST else "Esc Esc 24 W N Enter"
    seen_on = 0
    for _ in range(40):
        keyboard.type(chance.choice((*keys(order), recorded, "X Enter", "F6 16 Enter", "Ctrl+Enter")))
        sign = page.panel.signing.sign
        on, before, question = sign.isVisible() and sign.isEnabled(), written(page), asked(page)
        wrong = [field.property("refused") for field in page.score_sheet.totals.fields]
        keyboard.type("Ctrl+Enter")
        more = written(page) - before
        if not on:
            assert more == 0
        else:
            refused = [field.property("refused") for field in page.score_sheet.totals.fields] != wrong
            reason = page.panel.signing.reason
            in_words = reason.isVisible() and bool(reason.problem())
            assert more == 1 or asked(page) not in ("", question) or refused or in_words
            seen_on += 1
    assert seen_on


@pytest.mark.parametrize("seed", range(2))
def test_enter_does_what_the_button_of_the_fouls_says(
    page: TablesPage, window: Window, keyboard: Keyboard, seed: int
) -> None:
    keyboard.type("1 2 24 Enter")
    window.show_page("fouls")
    fouls = window.page("fouls")
    assert isinstance(fouls, FoulsPage)
    chance, given = Random(seed), 0
    for _ in range(20):
        keyboard.type(chance.choice(("1", "2", "9", "1 Enter", "1 Enter 2 Enter 3", "Tab", "Esc", "Backspace")))
        if chance.random() < 0.3:
            fouls.faults.search.setFocus()
            keyboard.type(f"{chance.choice(('P6', 'P9', 'P1'))} Enter")
        focused = QApplication.focusWidget()
        if focused is None or not fouls.entry.isAncestorOf(focused):
            continue
        on, before = fouls.entry.give.isEnabled(), written(page)
        keyboard.type("Enter")
        assert written(page) - before == int(on)
        given += int(on)


TILE_KEYS = (f"Esc T Ctrl+A {PICTURE}", f"Esc T Ctrl+A {CHEAP}", "Esc T Ctrl+A 234m234p", "Esc T", "Backspace", "7s",
             "1", "F6 12", "F6 13", "F6 14", "F6 250", "F6 501", "F6 7", "F6 Backspace", "F6 14 Enter Enter agreed",
             "F6 250 Enter Enter agreed", f"Esc T Ctrl+A {PICTURE} F6 13", f"Esc T Ctrl+A {PICTURE} F6 14")  # fmt: skip


def on_tiles(page: TablesPage) -> bool:
    """The tiles of a hand are shown."""
    return page.state.tiles_open


def enter_on_tiles(page: TablesPage, keyboard: Keyboard) -> str:
    """Press Enter on the tiles; the first word of the button that was on, once it was held to it."""
    tiles = page.tiles.of_winner
    assert tiles is not None
    words, on, before = tiles.record.label(), tiles.record.isEnabled(), written(page)
    asked, where = tiles.notice.isVisible(), QApplication.focusWidget()
    keyboard.type("Enter")
    more, asks = written(page) - before, tiles.notice.isVisible()
    told = f"{words!r} {'on' if on else 'off'}: {more} written, asks {tiles.notice.text() if asks else ''!r}"
    if not on:
        assert more == 0, told
        assert page.state.tiles_open, told
    elif words.startswith("Lower the points"):
        assert more == 0, told
        assert QApplication.focusWidget() is not where or tiles.reason.problem(), told
    elif words.startswith("Return"):
        assert (more, page.state.tiles_open) == (0, False), told
    else:
        assert words.startswith("Record hand"), told
        assert more == 1 or (asks and not asked), told
    return words.partition(" ")[0] if on else ""


@pytest.mark.parametrize("seed", range(1))
def test_enter_does_what_the_button_of_the_tiles_says(
    order: TypingOrder, page: TablesPage, keyboard: Keyboard, seed: int
) -> None:
    chance, seen = Random(seed), set()
    won = "2 4 T" if order is TypingOrder.WINNER_FIRST else "S N T"
    for _ in range(30):
        while not on_tiles(page):
            keyboard.type(chance.choice(("Esc Esc " + won, "Esc Esc Up T", "Esc Esc " + won)))
        keyboard.type(chance.choice(TILE_KEYS))
        focused = QApplication.focusWidget()
        if on_tiles(page) and not isinstance(focused, QPushButton):  # Enter presses the button that it stands on
            seen.add(enter_on_tiles(page, keyboard))
    assert {"Record", "Lower"} <= seen


def test_a_refusal_goes_with_its_cause(page: TablesPage, keyboard: Keyboard) -> None:
    hand = page.panel.hand
    keyboard.type("7")
    assert hand.winner.problem()
    keyboard.type("1")
    assert not hand.winner.problem()
    keyboard.type("1")
    assert hand.source.problem()
    keyboard.type("2 3 Enter")
    assert hand.points.problem()
    keyboard.type("4")
    assert not hand.points.problem()
    keyboard.type("Backspace Backspace Enter")
    assert hand.points.problem()
    keyboard.type("Up Down")
    assert not hand.points.problem()
    keyboard.type("F6 1 - Enter G 9 Enter")
    assert page.cards.problem()
    keyboard.type("1")
    assert not page.cards.problem()
