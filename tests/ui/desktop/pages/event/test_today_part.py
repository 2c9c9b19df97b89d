"""The part Today on the Event page: the next step of a session, by keys."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.conftest import FIRST, LAST
from tests.ui.desktop.pressing import press, type_words
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import LANGUAGES
from tournament.ledger.session import SessionState
from tournament.use_cases import OpenEvening, RecordTotals, SeatGame
from tournament.use_cases.commands import AddPlayers, SwapPlayers
from ui.desktop.controller import EventController
from ui.desktop.pages.event.page import TODAY, EventPage
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import READING, Question
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def event(window: Window) -> EventPage:
    """The page, which is visible."""
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    return page


def state(controller: EventController, session: int = 1) -> SessionState:
    return controller.book.view.session_state(session)


def sign(controller: EventController, session: int, *tables: int) -> None:
    for table in tables:
        controller.act(RecordTotals(session, table, (30, -10, -10, -10)))


def test_a_key_leads_from_the_draw_to_the_closing(
    event: EventPage, controller: EventController, window: Window, said: Said
) -> None:
    assert event.next_step.label() == "Start session 1"
    assert event.today.session.step.isHidden(), "what stands beside is not offered a second time"
    press("Ctrl+L")
    assert state(controller) is SessionState.PUBLISHED
    press("Ctrl+Return")
    assert state(controller) is SessionState.PLAYING
    assert window.current == "tables"
    press("Alt+1")
    assert not event.today.session.step.isHidden()
    assert "playing" in said(event.today.session)
    sign(controller, 1, 1)
    press("Ctrl+L")
    assert state(controller) is SessionState.PLAYING, "a table is not verified: that is asked"
    assert "1 table is not verified: 2" in event.today.session.left_open.text()
    press("Return")
    assert "Enter a short reason" in event.today.session.reason.problem()
    press("Escape")
    assert event.today.session.reason.isHidden()
    sign(controller, 1, 2)
    press("Ctrl+L")
    assert state(controller) is SessionState.CLOSED
    assert "Reopen session 1" in said(event.today.session)
    assert event.today.overview.table.rows_model.index(0, 1).data() == "closed"


def test_closing_all_the_same_and_reopening_want_a_reason(
    event: EventPage, controller: EventController, said: Said
) -> None:
    sign(controller, 1, 1)
    press("Ctrl+L")
    type_words("a power cut")
    press("Return")
    assert state(controller) is SessionState.CLOSED
    assert "closed" in said(event.today.session)
    assert "(a power cut)" in said(event.today.session)
    press("Ctrl+L")
    assert state(controller) is SessionState.CLOSED
    type_words("light again")
    press("Return")
    assert state(controller) is SessionState.PLAYING
    assert "(light again)" in said(event.today.session)
    sign(controller, 1, 2)
    assert event.next_step.label() == "Close session 1 again"
    assert "Close session 1" not in said(event.today.session), "what the page offers is not offered a second time"
    press("Ctrl+L")
    assert state(controller) is SessionState.CLOSED


def test_a_reason_that_just_appeared_takes_no_enter(
    event: EventPage, controller: EventController, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign(controller, 1, 1)
    monkeypatch.setattr(Question, "clock", lambda: 7.0)
    press("Ctrl+L")
    type_words("typed by habit")
    press("Return")
    assert state(controller) is SessionState.PLAYING
    monkeypatch.setattr(Question, "clock", lambda: 7.0 + READING)
    press("Return")
    assert state(controller) is SessionState.CLOSED


def test_another_session_is_another_question(event: EventPage, controller: EventController, said: Said) -> None:
    sign(controller, 1, 1)
    press("Ctrl+L")
    assert not event.today.session.reason.isHidden()
    controller.choose_session(2)
    QApplication.processEvents()
    assert event.today.session.reason.isHidden()
    assert event.next_step.label() == "To table 2", "session 1 is not verified"
    assert "Start session 2" in said(event.today.session)


def test_a_session_stays_published_when_seats_are_swapped(
    event: EventPage, controller: EventController, said: Said
) -> None:
    controller.act(SwapPlayers(1, 5, (1,)))
    assert state(controller) is SessionState.PUBLISHED
    assert said(event.today.session).startswith("Session 1 | published | ")
    assert "seats changed" in said(event.today.session)
    assert event.next_step.label() == "Start session 1"


def test_without_a_draw_there_is_no_card(window: Window, controller: EventController, tmp_path: Path) -> None:
    controller.create(tmp_path / "empty.qv", Settings("Empty", sessions=3))
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(TODAY)
    assert page.today.session.isHidden()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format", [EventFormat.CLUB, EventFormat.LEAGUE])
def test_an_evening_is_closed_and_reopened(
    window: Window, controller: EventController, tmp_path: Path, said: Said, format: EventFormat
) -> None:
    controller.create(tmp_path / "friday.qv", Settings("Friday", format=format, sessions=1, starts=date(2026, 6, 5)))
    people = [Player(0, *names) for names in zip(FIRST, LAST, strict=True)]
    controller.act(AddPlayers(tuple(people)))
    if format is EventFormat.LEAGUE:
        controller.act(OpenEvening())
    controller.act(SeatGame(1, (1, 2, 3, 4)))
    sign(controller, 1, 1)
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    assert "Close evening 1" in said(page.today.session)
    press("Ctrl+L")
    assert state(controller) is SessionState.CLOSED
    press("Ctrl+L")
    type_words("one more game")
    press("Return")
    assert state(controller) is SessionState.VERIFIED


@pytest.mark.thorough
def test_every_language_has_its_words(event: EventPage, controller: EventController) -> None:
    sign(controller, 1, 1)
    press("Ctrl+L")
    type_words("a power cut")
    press("Return")
    told = set()
    for language in LANGUAGES:
        translator.set_language(language)
        told.add(event.today.session.step.text())
    assert len(told) == len(LANGUAGES)
