"""A hanchan typed in the window: how many keys it takes, and what its sheet says."""

import pytest

from tests.examples.hanchan import LINES, SCORES
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.test_entry import row
from tests.ui.entry.test_riichi_keys import keys_of
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.entry.typing_order import AnswerField


@pytest.fixture
def rules() -> str:
    """Riichi."""
    return "riichi-ema-2025"


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
        "East 3 · Ada, Ben from Dora · Ben 4 han 30 fu · Riichi: Ben, Dora", "2/30", "West +30 339",
    ]  # fmt: skip
    assert row(page, 6)[1] == "South 1 · 1 counter · Ada from Cleo"
    model = page.score_sheet.model
    assert model.index(model.rowCount() - 1, columns.RESULT).data() == (
        "The game is over: 1000 left on the table go to Ben"
    )
    assert translator.translate(page.score_sheet.title._aside) == "Session 1 · in units of 100 points"
    for width in (1366, 1000):
        window.resize(width, 700)
        assert not window.grab().isNull()
