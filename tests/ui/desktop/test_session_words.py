"""Every place that shows the state of a session says the same word."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.ui.cli.conftest import call_program
from tests.ui.desktop.conftest import FIRST, LAST, SEATING
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.settings import SecondReading, Settings
from tournament.language import ENGLISH, LANGUAGES
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.rules.payment import Outcome
from tournament.use_cases import OpenEvening, RecordHand, RecordTotals, SeatGame
from tournament.use_cases.commands import (
    AddPlayers,
    CancelSessions,
    ChangeSettings,
    CloseSession,
    PublishDraw,
    StartSession,
)
from tournament.use_cases.draft_fit import draft_of
from tournament.use_cases.public_view import PublicView
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.event.page import TODAY, EventPage
from ui.desktop.pages.start.files import state_text
from ui.desktop.recent import recent_files, remember
from ui.desktop.widgets.signs import Chip
from ui.desktop.window import Window
from ui.hall.lists import seat_pages

WORDS = {
    SessionState.NOT_DRAWN: "not drawn",
    SessionState.DRAWN: "drawn, not published",
    SessionState.PUBLISHED: "published",
    SessionState.PLAYING: "playing",
    SessionState.ENTERED: "entered",
    SessionState.VERIFIED: "verified",
    SessionState.CLOSED: "closed",
    SessionState.CANCELLED: "cancelled",
}
OF_ALL_SESSIONS = {"overview", "start", "command line"}
"""The places that show a session that is cancelled."""


def test_the_words_are_those() -> None:
    assert {state: ENGLISH.render(text) for state, text in STATE_TEXTS.items()} == WORDS
    for language in LANGUAGES:
        assert len({language.render(text) for text in STATE_TEXTS.values()}) == len(WORDS)


def to_state(controller: EventController, state: SessionState) -> None:
    """Bring session 1 of an event of eight players, or its evening with one game, to ``state``."""
    view, drawn = controller.book.view, controller.book.view.settings.format.is_drawn
    tables = (1, 2) if drawn else (1,)
    if state is SessionState.NOT_DRAWN:
        return
    if state is SessionState.DRAWN:
        controller.keep_draft(draft_of(view, PublishDraw(SEATING)))
        return
    if drawn:
        controller.act(PublishDraw(SEATING))
    else:
        controller.act(SeatGame(1, (1, 2, 3, 4)))
    if state is SessionState.PLAYING and drawn:
        controller.act(StartSession(1))
    if state is SessionState.ENTERED:
        controller.act(ChangeSettings(replace(view.settings, second_reading=SecondReading.BY_ANOTHER)))
        for table in tables:
            controller.act_all([RecordHand(1, table, hand, Outcome(0, None, 8)) for hand in range(1, 17)])
    if state in (SessionState.VERIFIED, SessionState.CLOSED):
        for table in tables:
            controller.act(RecordTotals(1, table, (30, -10, -10, -10)))
    if state is SessionState.CLOSED:
        controller.act(CloseSession(1))
    if state is SessionState.CANCELLED:
        controller.act(CancelSessions((1,), "the hall is not open"))


@pytest.fixture
def made(controller: EventController, tmp_path: Path) -> Callable[[EventFormat], Path]:
    """Makes and opens an event of eight players, nothing drawn."""

    def make(format: EventFormat) -> Path:
        path = tmp_path / "made.qv"
        settings = Settings("Made", format=format, sessions=2 if format.is_drawn else 1, starts=date(2026, 6, 12))
        controller.create(path, settings)
        controller.act(AddPlayers(tuple(Player(0, *names) for names in zip(FIRST, LAST, strict=True))))
        if format is EventFormat.LEAGUE:
            controller.act(OpenEvening())
        return path

    return make


def words_of(chip: Chip) -> str:
    """Return the text that a chip shows."""
    return " ".join(label.text() for label in chip.findChildren(QLabel) if label.text())


def words_shown(window: Window, path: Path, qtbot: QtBot) -> dict[str, str]:
    """What each place says of session 1; a place that does not show it is left out."""
    controller, view = window.controller, window.controller.book.view
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(TODAY)
    QApplication.processEvents()
    found = {}
    if not page.today.session.isHidden():
        found["card"] = words_of(page.today.session.state)
    if not page.today.overview.isHidden():
        found["overview"] = str(page.today.overview.table.rows_model.index(0, 1).data())
    for id in ("event", "tables" if view.settings.format.is_drawn else "games"):
        window.show_page(id)
        if not window.top.state.isHidden():
            found[f"top bar over {id}"] = window.top.state.text()
    if view.settings.format.is_drawn:
        window.show_page("draw")
        draw = window.page("draw")
        assert isinstance(draw, DrawPage)
        if view.seating is not None or view.unpublished_draw is not None:
            qtbot.waitUntil(lambda: draw.state.proposal is not None and not draw.state.working)
        if not draw.seats.state.isHidden():
            found["draw"] = words_of(draw.seats.state)
    remember(view, path)
    recent = ENGLISH.render(state_text(recent_files()[0]))
    if ": " in recent:
        found["start"] = recent.partition(": ")[2].removeprefix("1–2 ").removeprefix("1 ").split(", 2 ")[0]
    line = call_program("session", path, 1).out.splitlines()[0]
    found["command line"] = line.partition(": ")[2].partition(";")[0]
    controller.choose_session(1)
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("state", SessionState)
def test_every_place_says_the_same_of_a_session(
    window: Window,
    controller: EventController,
    made: Callable[[EventFormat], Path],
    state: SessionState,
    qtbot: QtBot,
) -> None:
    path = made(EventFormat.TOURNAMENT)
    to_state(controller, state)
    view = controller.book.view
    assert view.session_state(1) is state
    shown = words_shown(window, path, qtbot)
    if state is SessionState.CANCELLED:  # the window is about another session then
        assert shown.keys() >= OF_ALL_SESSIONS
        shown = {place: shown[place] for place in OF_ALL_SESSIONS}
    assert shown == dict.fromkeys(shown, WORDS[state])
    if state is SessionState.CANCELLED:
        return
    least = {"top bar over event", "top bar over tables", "command line"}
    if state is not SessionState.NOT_DRAWN:
        least |= {"overview", "draw", "start"}
    if state not in (SessionState.NOT_DRAWN, SessionState.DRAWN):
        least |= {"card"}
    assert set(shown) == least
    (session, *_) = call_program("session", path, "--json").json["sessions"]
    assert (session["state"], session["draft"]) == (state.value, state is SessionState.DRAWN)
    public = PublicView(view)
    assert bool(seat_pages(public, 1)) is (state not in (SessionState.NOT_DRAWN, SessionState.DRAWN))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format", [EventFormat.CLUB, EventFormat.LEAGUE])
@pytest.mark.parametrize(
    "state", [SessionState.PLAYING, SessionState.ENTERED, SessionState.VERIFIED, SessionState.CLOSED]
)
def test_every_place_says_the_same_of_an_evening(
    window: Window,
    controller: EventController,
    made: Callable[[EventFormat], Path],
    format: EventFormat,
    state: SessionState,
    qtbot: QtBot,
) -> None:
    path = made(format)
    to_state(controller, state)
    assert controller.book.view.session_state(1) is state
    shown = words_shown(window, path, qtbot)
    assert shown == dict.fromkeys(shown, WORDS[state])
    bar = set() if format is EventFormat.CLUB else {"top bar over event", "top bar over games"}
    finished = state in (SessionState.VERIFIED, SessionState.CLOSED)  # the start page says that of the whole event
    assert set(shown) == {"card", "overview", "command line"} | bar | (set() if finished else {"start"})
