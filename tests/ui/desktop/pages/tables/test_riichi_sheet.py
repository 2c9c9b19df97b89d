"""A hanchan typed in the window: how many keys it takes, and what its sheet says."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.examples.hanchan import LINES, SCORES
from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pages.tables.test_entry import row
from tests.ui.desktop.pages.tables.test_player_tiles import press
from tests.ui.entry.test_riichi_keys import keys_of
from tournament.language import language_of
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.widgets.layouts import FittedScroll
from ui.desktop.window import Window
from ui.entry.typing_order import AnswerField


@pytest.fixture
def rules() -> str:
    """Riichi."""
    return "riichi-ema-2025"


@pytest.mark.thorough
def test_a_hanchan_takes_less_than_six_keys_a_hand(
    window: Window, page: TablesPage, keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in LINES[:-1]:
        keyboard.type(keys_of(line))
    keyboard.type("X 2")
    form = page.panel.hand
    assert form._fields[AnswerField("tenpai")].answer() == "Ben"
    keyboard.type("3 Enter")
    with capsys.disabled():
        print(f" {keyboard.pressed / len(LINES):.1f} keys a hand", end="")
    assert keyboard.pressed == 63
    assert page.controller.book.view.sheet(1, 1).computed == SCORES
    assert row(page, 1) == ["1", "East 1 · Ben from Dora · Riichi: Ben", "3/40", "East 0 300", "South +52 352",
                            "West 0 300", "North −52 248"]  # fmt: skip
    assert row(page, 4)[1:4] == [
        "East 3 · Ada (2/30), Ben (4/30) from Dora · Riichi: Ben, Dora", "", "West +30 339",
    ]  # fmt: skip
    assert row(page, 6)[1] == "South 1 · 1 counter · Ada from Cleo"
    model = page.score_sheet.model
    assert model.index(model.rowCount() - 1, sheet_table.RESULT).data() == (
        "The game is over: 1000 left on the table go to Ben"
    )
    assert page.score_sheet.title._aside.full_text() == "Session 1 · in units of 100 points"
    for width in (1366, 1000):
        window.resize(width, 700)
        assert not window.grab().isNull()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [(1366, 748), (960, 540)])
@pytest.mark.parametrize("keys", ["", "1 3 4", "1 3 4 Enter Enter", "1 3 4 Enter Enter misread"])
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_row_of_a_signed_sheet_is_whole_in_a_low_window(
    language: str,
    keys: str,
    size: tuple[int, int],
    window: Window,
    page: TablesPage,
    keyboard: Keyboard,
    qtbot: QtBot,
) -> None:
    """Without a scroll bar in the form or beside the totals, which agree; also while it is corrected."""
    translator.set_language(language_of(language))
    window.resize(*size)
    keyboard.type("1 3 3 3 0 Enter")
    keyboard.type("F6 5 8 0 0 Enter 0 Enter - 5 8 0 0 Enter 0 Enter Ctrl+Enter")
    keyboard.type("Up")
    assert page.state.row is not None
    assert page.state.table is not None
    assert page.state.table.sheet.closed is not None
    keyboard.type(keys)
    QApplication.processEvents()
    scrolls = page.panel.findChildren(FittedScroll)
    # the form is shortened step by step while it is laid out
    qtbot.waitUntil(lambda: {each.verticalScrollBar().maximum() for each in scrolls if each.isVisible()} == {0})
    assert cut_texts(window, allowed={"Ada Anything", "Cleo Chimera"}, inside=page.panel) == []
    assert page.panel.hand.winner.width() <= page.panel.width()


def test_in_the_lowest_window_a_refused_reason_takes_the_place_of_the_effect_until_it_is_typed(
    window: Window, page: TablesPage, keyboard: Keyboard, qtbot: QtBot
) -> None:
    window.resize(960, 540)
    keyboard.type("1 3 3 3 0 Enter")
    keyboard.type("F6 5 8 0 0 Enter 0 Enter - 5 8 0 0 Enter 0 Enter Ctrl+Enter Up 1 3 4 Enter")
    effect = page.panel.hand.correction
    qtbot.waitUntil(effect.isVisible)
    keyboard.type("Enter")
    qtbot.waitUntil(lambda: not effect.isVisible())
    keyboard.words("misread")
    qtbot.waitUntil(effect.isVisible)


TANYAO, CHUN = "234456m678p4455s4s", "[CCC,1]56s123m789pEE4s"


def test_both_winners_of_a_discard_have_their_tiles(
    page: TablesPage, keyboard: Keyboard, said: Callable[[QWidget], str]
) -> None:
    """The fu of the second winner, and a riichi whose stick is not named, are asked for once."""
    keyboard.type("2 1 2 4 M 3 1 Enter 4 T")
    tiles = page.tiles.of_players
    assert tiles is not None
    keyboard.words(f"{TANYAO}|||riichi=riichi")
    press(Qt.Key.Key_PageDown)
    keyboard.words(CHUN.replace("4s", "7s"))
    assert "All winners have the same winning tile" in tiles.notice.text()
    keyboard.type("Backspace Backspace")
    keyboard.words("4s")
    assert "Return 2 of 2 values to the sheet" in said(tiles.panel)
    keyboard.type("Enter")
    typed = typed_hand(page)
    assert (typed.points, dict(typed.answers)) == (
        "2", {"fu": "40", "second": 2, "second_han": "1", "second_fu": "30"})  # fmt: skip
    keyboard.type("Enter")
    assert page.controller.book.view.sheet(1, 1).played == 0
    assert "no riichi stick is recorded" in said(page.panel)
    keyboard.type("I 2 Enter")
    line = page.controller.book.view.sheet(1, 1).hands[0]
    assert line.outcome is not None
    assert line.net == (-3600, 2600, 1000, 0)
    assert [piece.split("|")[1] for piece in line.tiles.split()] == ["ES0000", "EW0000"]
    keyboard.type("Up T Esc")
    assert not page.state.hand.changed  # type: ignore[union-attr]
