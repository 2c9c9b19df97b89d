"""An event by the rules that a test names; a clock that it turns, and Enter pressed so many seconds later."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, FIRST, LAST, SEATING
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.rules.question import Chosen
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.widgets.cards import Question

ENTER = Qt.Key.Key_Return


class Clock:
    """Stands still until it is turned on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(Question, "clock", made)
    return made


@pytest.fixture
def enter(clock: Clock) -> Callable[[float], None]:
    """Presses Enter so many seconds later, all that is to be painted being painted at once."""

    def press(later: float) -> None:
        clock.now += later
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyPress(target, ENTER)
        QTest.keyRelease(QApplication.focusWidget() or target, ENTER)
        for _ in range(3):
            QApplication.processEvents()

    return press


@pytest.fixture
def rules() -> str:
    """What the event is played by, unless a test names another."""
    return "mcr"


@pytest.fixture
def options() -> Chosen:
    """What the event chose; nothing."""
    return ()


@pytest.fixture
def event_file(tmp_path: Path, rules: str, options: Chosen) -> Path:
    """Eight players, two sessions, drawn, nothing played, by these rules."""
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    day = date(2026, 6, 12)
    settings = Settings("Open of Nowhere", sessions=2, starts=day, ends=day, rules=rules, options=options)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    book.close()
    return path
