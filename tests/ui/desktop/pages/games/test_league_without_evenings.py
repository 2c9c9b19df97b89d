"""The Draw page of a league of which no evening is open yet, which a random walk of the proof reached."""

import pytest
from pytestqt.qtbot import QtBot

from tournament.event.format import EventFormat
from ui.desktop.controller import EventController
from ui.desktop.long_work import idle
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.games.page import GamesPage
from ui.desktop.window import Window


@pytest.mark.usefixtures("first_evening")
@pytest.mark.parametrize("event_file", [EventFormat.LEAGUE], indirect=True)
def test_it_shows_no_draw(games: GamesPage, window: Window, controller: EventController, qtbot: QtBot) -> None:
    seating = controller.book.view.seating
    assert seating is not None
    assert seating.sessions == ()
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    page.refresh()
    qtbot.waitUntil(idle)
    assert page.state.proposal is None
