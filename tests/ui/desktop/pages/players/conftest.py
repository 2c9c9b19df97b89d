"""The Players page in the real window: an event of four players, not drawn."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.use_cases import carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.window import Window

FOUR = (
    Player(0, "Ada", "Anything", "FR", "04000001", "Fleurs", "1"),
    Player(0, "Ben", "Beispiel", "DE", "05000002", "Drachentor", "2"),
    Player(0, "Cleo", "Chimera"),
    Player(0, "Dora", "Dummy", "FR", "04000004"),
)


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    """An event of four players without a draw."""
    path = tmp_path / "players.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(FOUR)), by=BY)
    book.close()
    return path


@pytest.fixture
def players(window: Window, controller: EventController) -> PlayersPage:
    """The page, which is visible."""
    window.show_page("players")
    QApplication.processEvents()
    page = window.page("players")
    assert isinstance(page, PlayersPage)
    return page
