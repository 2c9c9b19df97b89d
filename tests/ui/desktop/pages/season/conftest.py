"""The Standings page of a league of three evenings, with the last one played."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, FIRST, LAST
from tests.ui.desktop.pressing import press
from tournament import use_cases
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.rules.payment import Outcome
from tournament.use_cases import OpenEvening, RecordHand, SeatGame, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent
from ui.desktop import bootstrap
from ui.desktop.pages.season.page import SeasonPage
from ui.desktop.window import Window

GAMES = {1: ((1, 2, 3, 4), (5, 6, 7, 8), (1, 5, 2, 6)), 2: ((1, 2, 3, 4),), 3: ((1, 5, 6, 7),)}
"""By evening. East wins every hand of 10 by a self-draw, one a game."""


@pytest.fixture
def event_file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A league in which the best evening counts and two are needed for a rank; or a club with one evening."""
    format = getattr(request, "param", EventFormat.LEAGUE)
    league = format is EventFormat.LEAGUE
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    season = SeasonRules(best=1, least=2) if league else SeasonRules()
    carry_out(book, CreateEvent(Settings("Club of Nowhere", rules="blank", format=format, season=season)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))), by=BY)
    for session in GAMES if league else (1,):
        if league:
            use_cases.carry_out(book, OpenEvening(date(2026, 9, session), "Back room"), by=BY)
        for game, seats in enumerate(GAMES[session], start=1):
            for ended in range(1, 17 if game < len(GAMES[session]) else 2):
                if ended == 1:
                    use_cases.carry_out(book, SeatGame(session, seats), by=BY)
                outcome = Outcome(0, None, 10) if ended == 1 else Outcome(None)
                use_cases.carry_out(book, RecordHand(session, game, ended, outcome), by=BY, confirmed=True)
    book.close()
    return path


@pytest.fixture
def season(window: Window, dressed: QApplication) -> SeasonPage:
    """The page, which is visible."""
    press("Alt+5")
    page = window.page("season")
    assert isinstance(page, SeasonPage)
    return page
