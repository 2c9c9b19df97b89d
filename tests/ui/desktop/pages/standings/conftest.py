"""The Standings page in the real window: session 1 verified at both tables, session 2 begun at one."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY
from tournament import use_cases
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, Command, RecordHand, carry_out
from tournament.use_cases.commands import ChangePlayer
from ui.desktop.controller import EventController
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.window import Window


def name_teams(controller: EventController) -> None:
    """Make players 1 and 5 Red and French, 2 and 6 Blue and Danish; the others have no team or country."""
    for number, team, country in ((1, "Red", "FR"), (5, "Red", "FR"), (2, "Blue", "DK"), (6, "Blue", "DK")):
        player = controller.book.view.players[number]
        changed = type(player)(number, player.first_name, player.last_name, country, "", "", team)
        carry_out(controller.book, ChangePlayer(changed), by=BY)


@pytest.fixture
def played(controller: EventController) -> EventController:
    """An event with two verified sheets and one begun; the tests give the scores."""
    commands: list[Command] = [
        RecordHand(1, 1, 1, Outcome(0, 2, 20)),  # 1 +44, 2 −8, 3 −28, 4 −8
        CloseSheet(1, 1),
        RecordHand(1, 2, 1, Outcome(0, None, 10)),  # 5 +54, 6 −18, 7 −18, 8 −18
        CloseSheet(1, 2),
        RecordHand(2, 1, 1, Outcome(2, 0, 30)),  # session 2, table 1 is 1, 5, 2, 6: 2 +54, 1 −38, 5 −8, 6 −8
    ]
    use_cases.carry_out_all(controller.book, commands, by=BY)
    name_teams(controller)
    return controller


@pytest.fixture
def standings(played: EventController, window: Window, dressed: QApplication) -> StandingsPage:
    """The page, which is visible."""
    window.show_page("standings")
    dressed.processEvents()
    page = window.page("standings")
    assert isinstance(page, StandingsPage)
    return page
