"""Sheets typed on other keyboards: native characters and codes, number pads, scanners; read from what is recorded."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import Keyboard
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import RecordTotals
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window

_NONE, _PAD = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
_FRENCH = dict(zip("&é\"'(-è_çà", range(10, 20), strict=True))
_ELSEWHERE = 48
"""Code of the key at the right of the letters."""


def native(text: str) -> None:
    """Press the keys of a French keyboard under X11, each with its code."""
    for character in text:
        _send(character, 0, _NONE, _FRENCH.get(character, _ELSEWHERE))


def _send(text: str, key: int, held: Qt.KeyboardModifier, code: int = 0) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        target = QApplication.focusWidget()
        assert target is not None
        QApplication.sendEvent(target, QKeyEvent(kind, key, held, code, 0, 0, text))


def outcome(page: TablesPage, hand: int, table: int = 1) -> Outcome | None:
    return page.controller.book.view.sheet(1, table).hands[hand - 1].outcome


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """The codes are those of X11."""
    monkeypatch.setattr("sys.platform", "linux")


def test_a_french_keyboard_without_shift(page: TablesPage, keyboard: Keyboard) -> None:
    native('&é"-')
    assert page.panel.hand.points.text() == "36"
    keyboard.type("Enter")
    assert outcome(page, 1) == Outcome(0, 1, 36)
    native("'D(à")
    keyboard.type("Enter")
    assert outcome(page, 2) == Outcome(3, None, 50)


def test_the_apostrophe_of_an_american_keyboard_names_nobody(page: TablesPage) -> None:
    _send("'", 0, _NONE, _ELSEWHERE)
    assert "matches no player" in page.panel.hand.winner.problem()


def test_totals_without_shift(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 D 8 Enter F6")
    for total in ("'è", "--", "-&-", "-è"):
        native(total)
        keyboard.type("Enter")
    assert page.state.totals.numbers == (47, -6, -16, -7)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("keys", "points"),
    [
        (((Qt.Key.Key_PageDown, ""), (Qt.Key.Key_Insert, "")), 30),
        (((Qt.Key.Key_Up, ""),), 8),
        (((Qt.Key.Key_9, "9"),), 9),
    ],
)
def test_the_number_pad_with_and_without_num_lock(
    page: TablesPage, keyboard: Keyboard, keys: tuple[tuple[Qt.Key, str], ...], points: int
) -> None:
    _send("", Qt.Key.Key_End, _PAD)
    _send("", Qt.Key.Key_Left, _PAD)
    for key, text in keys:
        _send(text, key, _PAD)
    _send("\r", Qt.Key.Key_Enter, _PAD)
    assert outcome(page, 1) == Outcome(0, 3, points)


def test_winds_stay_letters(page: TablesPage, keyboard: Keyboard) -> None:
    native("WN_")
    keyboard.type("Enter")
    assert outcome(page, 1) == Outcome(2, 3, 8)
    assert page.state.table is not None
    assert page.state.table.winds(1)[2] is Wind.WEST


@pytest.mark.sampled(1)
@pytest.mark.parametrize("where", ["", "F6", "F6 5 4", "signed"])
def test_a_scanner_on_a_french_keyboard_goes_to_its_sheet(page: TablesPage, keyboard: Keyboard, where: str) -> None:
    """To table 2 by a code that names the event, and back by one that does not."""
    event = page.state.event[:8].upper()
    french = dict(zip("QA1234567890:-", "AQ&é\"'(-è_çàM)", strict=True))
    for here, there, code in ((1, 2, f"QV:{event}:1-02"), (2, 1, "QV:1-01")):
        if where == "signed":
            page.controller.act(RecordTotals(1, here, (30, -10, -10, -10)))
            assert page.cards.cards[here - 1].state().startswith("By totals only")
        else:
            keyboard.type(where)
        native("".join(french.get(character, character) for character in code))
        keyboard.type("Enter")
        assert page.state.table is not None
        assert page.state.table.place == (1, there), code


@pytest.mark.sampled(1)
@pytest.mark.parametrize("typed", ["1", "1 2", "1 2 3", "Up 3", "P 2", "R 1", "F6 12", "Ctrl+Enter", "9"])
def test_undo_clears_what_is_typed_and_the_next_one_undoes_an_entry(
    window: Window, page: TablesPage, keyboard: Keyboard, typed: str
) -> None:
    keyboard.type(f"1 2 24 Enter {typed} Ctrl+Z")
    assert outcome(page, 1) == Outcome(0, 1, 24)
    assert not page.half_typed()
    assert "What was typed is cleared. Ctrl Z again undoes an entry." in window.messages.text()
    keyboard.type("Esc Ctrl+Z")
    assert outcome(page, 1) is None


def test_undo_clears_a_penalty_on_the_page_fouls(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    keyboard.type("1 2 24 Enter")
    window.show_page("fouls")
    keyboard.type("2 Ctrl+Z")
    assert outcome(page, 1) == Outcome(0, 1, 24)
    fouls = window.page("fouls")
    assert isinstance(fouls, FoulsPage)
    assert fouls.entry.table.text() == ""
    keyboard.type("Ctrl+Z")
    assert outcome(page, 1) is None


def test_undo_takes_back_words_in_a_line_of_words(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 24 Enter Up 1 3 Enter")
    keyboard.words("read badly")
    keyboard.type("Ctrl+Z")
    assert outcome(page, 1) == Outcome(0, 1, 24)
    assert page.panel.hand.reason.text() == ""
