"""The page that counts a hand, shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from ui.desktop.bootstrap import make_controller
from ui.desktop.hand_editor.verdict_panel import FanList
from ui.desktop.scorer import Scorer


def read_rows(fan_list: FanList) -> list[str]:
    """What screen readers read of each row."""
    return [str(fan_list.model().index(row, 0).data()) for row in range(fan_list.model().rowCount())]


@contextmanager
def shown_scorer(
    app: QApplication, wide: int = 1366, high: int = 768, chance: Random | None = None
) -> Iterator[Scorer]:
    """Show the page with the cursor in its line; let it go afterwards."""
    made = Scorer(make_controller("Referee"), chance)
    made.resize(wide, high)
    made.show()
    made.activateWindow()
    app.processEvents()
    made.editor.setFocus()
    yield made
    made.close()
    made.deleteLater()
    app.processEvents()


@pytest.fixture
def scorer(own_preferences: None, dressed: QApplication) -> Iterator[Scorer]:
    """The page, shown, with preferences of its own."""
    with shown_scorer(dressed) as made:
        yield made
