"""The Games page of a club evening and of a league, and how it is driven."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, FIRST, LAST
from tests.ui.desktop.pressing import press
from tournament import use_cases
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.use_cases import OpenEvening, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, NoteAttendance
from ui.desktop import bootstrap
from ui.desktop.pages.games.page import GamesPage
from ui.desktop.window import Window

FIRST_EVENING = date(2026, 9, 4)


@pytest.fixture
def event_file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Eight players who are checked in at a club evening; for a league, its first evening is opened."""
    format = getattr(request, "param", EventFormat.CLUB)
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Club of Nowhere", rules="zung-jung", format=format)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    carry_out(book, NoteAttendance(tuple(range(1, 9)), True), by=BY)
    if format is EventFormat.LEAGUE and "first_evening" not in request.fixturenames:
        use_cases.carry_out(book, OpenEvening(FIRST_EVENING, "Back room"), by=BY)
    book.close()
    return path


@pytest.fixture
def first_evening() -> None:
    """Set up a league of which no evening is open yet."""


@pytest.fixture
def games(window: Window, dressed: QApplication) -> GamesPage:
    """The page, which is visible."""
    press("Alt+3")
    page = window.page("games")
    assert isinstance(page, GamesPage)
    return page
