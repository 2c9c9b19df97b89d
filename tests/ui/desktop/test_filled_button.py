"""One filled button a page, and it is the next right step: from an event without players to its ceremony."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY, FIRST, LAST, SEATING
from tests.ui.desktop.pressing import press, type_words
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.role import Act, EventRole
from tournament.event.settings import SecondReading, Settings
from tournament.ledger.session import SessionState
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CloseSheet, OpenEvening, RecordHand, RecordTotals, SeatGame, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    ChangeSettings,
    CloseSession,
    PublishDraw,
    PublishResults,
    SetPin,
)
from tournament.use_cases.pins import planned_pin
from ui.desktop.controller import EventController
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.event.page import SETUP, TODAY, EventPage
from ui.desktop.pages.reports.page import ReportsPage
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough

TOTALS = (30, -10, -10, -10)
PEOPLE = tuple(Player(0, first, last) for first, last in zip(FIRST, LAST, strict=True))


def filled(window: Window, id: str) -> list[str]:
    """The labels of the filled buttons in view on a page."""
    window.show_page(id)
    QApplication.processEvents()
    made = window.page(id).findChildren(PrimaryButton)
    return [button.label() for button in made if button.isVisible() and button.filled]


def steps(window: Window) -> dict[str, list[str]]:
    """The filled buttons of the pages Event and Tables. No other page has more than one, and none starts a session."""
    window.setUpdatesEnabled(False)  # buttons are looked at, not how they are painted
    event = window.page("event")
    assert isinstance(event, EventPage)
    found = {}
    for page in PAGES:
        if page.fits(window.controller.book.view.settings.format.is_drawn):
            found[page.id] = filled(window, page.id)
            assert len(found[page.id]) <= 1, page.id
            assert page.id == "event" or not [each for each in found[page.id] if each.startswith("Start")]
    window.show_page("event")
    for part in (SETUP, TODAY):
        event.show_part(part)
        assert filled(window, "event") == found["event"], "the same button is above both parts"
    window.setUpdatesEnabled(True)
    return {id: found[id] for id in ("event", "tables")}


def sign(controller: EventController, session: int, *tables: int) -> None:
    for table in tables:
        controller.act(RecordTotals(session, table, TOTALS))


def test_the_filled_button_is_the_next_right_step_all_the_way(
    window: Window, controller: EventController, tmp_path: Path
) -> None:
    controller.create(tmp_path / "cup.qv", Settings("Cup", sessions=2))
    assert steps(window) == {"event": ["Add the players"], "tables": []}
    controller.act(AddPlayers(PEOPLE[:7]))
    assert steps(window)["event"] == ["Add the players"], "a table is not full"
    controller.act(AddPlayers(PEOPLE[7:]))
    assert steps(window)["event"] == ["Draw the seating"]
    assert filled(window, "draw") == ["Draw"]
    controller.act(PublishDraw(SEATING))
    assert steps(window) == {"event": ["Start session 1"], "tables": []}
    window.show_page("tables")
    type_words("128")
    assert filled(window, "tables") == ["Record hand 1"]
    press("Return")
    assert steps(window) == {"event": ["To the tables of session 1"], "tables": []}, "the sheet is not full"
    press("Ctrl+Return")
    assert window.current == "tables"
    for hand in range(2, 17):
        controller.act(RecordHand(1, 1, hand, Outcome(hand % 4, (hand + 1) % 4, 8 + hand)))
    assert steps(window) == {"event": ["To the tables of session 1"], "tables": ["Sign and verify"]}
    controller.act(CloseSheet(1, 1))
    window.show_page("tables")
    press("Esc")
    assert steps(window) == {"event": ["To table 2"], "tables": ["Next sheet: table 2"]}
    controller.choose_session(2)
    assert steps(window)["event"] == ["To table 2"], "never session 2 while session 1 is not verified"
    controller.choose_session(1)


def test_a_sheet_that_waits_is_read_again_before_another_session(
    window: Window, controller: EventController, event_file: Path
) -> None:
    settings = replace(controller.book.view.settings, second_reading=SecondReading.BY_ANOTHER)
    controller.act(ChangeSettings(settings))
    for table in (1, 2):
        carry_out(controller.book, RecordTotals(1, table, TOTALS), by=By("Another", "their desk"))
    controller.close()
    controller.open(event_file)
    assert steps(window) == {"event": ["Read table 1 again"], "tables": []}, "the reading itself is in view"
    window.show_page("tables")
    press("Esc")
    assert filled(window, "tables") == ["Read again"]
    window.show_page("event")
    press("Ctrl+Return")
    assert window.current == "tables"


def test_a_session_is_closed_before_the_next_and_results_are_published_at_the_end(
    window: Window, controller: EventController
) -> None:
    sign(controller, 1, 1, 2)
    assert steps(window)["event"] == ["Close session 1"]
    window.show_page("event")
    press("Ctrl+Return")
    assert controller.book.view.state.closed
    assert steps(window)["event"] == ["Start session 2"]
    sign(controller, 2, 1, 2)
    controller.choose_session(2)
    assert steps(window) == {"event": ["Close session 2"], "tables": ["Close session 2"]}
    controller.act(CloseSession(2))
    assert steps(window) == {"event": ["Publish the last results"], "tables": []}
    controller.act(PublishResults(2, hold_last=True))
    assert steps(window)["event"] == ["To the ceremony"]
    window.show_page("event")
    press("Ctrl+Return")
    assert window.current == "display"
    controller.act(PublishResults(2))
    assert steps(window)["event"] == ["Results package"]
    window.show_page("event")
    press("Ctrl+Return")
    reports = window.page("reports")
    assert isinstance(reports, ReportsPage)
    assert (window.current, reports.catalogue.on_package) == ("reports", True)


def test_who_may_not_take_the_step_is_led_to_the_tables(window: Window, controller: EventController) -> None:
    organiser = By("Ada", "desk", EventRole.ORGANISER)
    for role, pin, by in ((EventRole.ORGANISER, "123456", BY), (EventRole.HEAD_REFEREE, "234567", organiser)):
        hashed = planned_pin(controller.book.view.state.pins, role, pin)
        controller.changed.emit(carry_out(controller.book, SetPin(role, hashed), by=by))
    assert not controller.may(Act.SESSIONS)
    assert steps(window)["event"] == ["To the tables of session 1"]
    window.show_page("event")
    press("Ctrl+Return")
    assert window.current == "tables"
    assert controller.book.view.session_state(1) is SessionState.PUBLISHED


def test_a_league_goes_from_game_to_game(window: Window, controller: EventController, tmp_path: Path) -> None:
    controller.create(tmp_path / "friday.qv", Settings("Friday", format=EventFormat.LEAGUE, sessions=1))
    assert steps(window)["event"] == ["Add the players"]
    controller.act(AddPlayers(PEOPLE))
    assert steps(window)["event"] == ["Open a game"]
    controller.act(OpenEvening())
    controller.act(SeatGame(1, (1, 2, 3, 4)))
    assert steps(window)["event"] == ["To game 1"]
    sign(controller, 1, 1)
    assert steps(window)["event"] == ["Open a game"]
    controller.act(CloseSession(1))
    assert steps(window)["event"] == ["Open a game"]
