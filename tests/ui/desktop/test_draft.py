"""A draft of the draw in the window: kept, shown, asked about before a session starts, and discarded; by keys."""

from datetime import date
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY, Keyboard, Opened, shown
from tests.ui.desktop.pressing import focused, press
from tests.ui.desktop.test_session_words import words_of
from tournament import use_cases
from tournament.event.player import Player, PlayerState
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.session import SessionState
from tournament.use_cases import RecordTotals, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    CreateEvent,
    LeaveTableOut,
    PublishDraw,
    RedrawSessions,
    SeatSession,
)
from tournament.use_cases.people import vacant_seats
from tournament.use_cases.progress import open_points
from tournament.use_cases.unpublished_draw import UnpublishedDraw
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.change_form import RANKING, REDRAW
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.event.page import EventPage
from ui.desktop.pages.event.start_question import StartAnswer
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.entry import half_typed_files

pytestmark = pytest.mark.thorough

TITLE = "A draft of the draw of sessions 2–4 is not published"


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    """Sixteen players, four sessions, drawn; session 1 is played and closed."""
    path = tmp_path / "event.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=4, starts=date(2026, 6, 12))), by=BY)
    people = tuple(Player(0, f"First {n}", f"Last {chr(64 + n)}") for n in range(1, 17))
    carry_out(book, AddPlayers(people), by=BY)
    carry_out(book, PublishDraw(use_cases.plan_seating(book.view, seed=7)), by=BY)
    for table in range(1, 5):
        carry_out(book, RecordTotals(1, table, (30, -10, -10, -10)), by=BY)
    book.close()
    return path


def event_page(window: Window) -> EventPage:
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    return page


def draw_page(window: Window, qtbot: QtBot) -> DrawPage:
    """The page, in view, once it has measured what it shows."""
    press("Alt+3")
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    qtbot.waitUntil(lambda: page.state.proposal is not None and not page.state.working)
    return page


def redrawn(window: Window, qtbot: QtBot) -> UnpublishedDraw:
    """Redraw sessions 2 to 4 by keys, and publish nothing."""
    page = draw_page(window, qtbot)
    page.panel.changes.choose(REDRAW)
    press("Ctrl+Shift+R")
    qtbot.waitUntil(lambda: page.state.proposal is not None and not page.state.proposal.published)
    draft = window.controller.book.unpublished_draw
    assert draft is not None
    assert list(draft.tables) == [2, 3, 4]
    return draft


def has_draft(page: DrawPage) -> bool:
    return page.controller.book.unpublished_draw is not None


def open_titles(controller: EventController) -> list[str]:
    return [ENGLISH.render(point.title) for point in open_points(controller.book.view)]


def asked_start(window: Window, keyboard: Keyboard) -> EventPage:
    """Close session 1, and press Start of session 2 on the page Event."""
    page = event_page(window)
    if page.next_step.label() == "Close session 1":
        keyboard.type("Ctrl+Enter")
    assert page.next_step.label() == "Start session 2"
    keyboard.type("Ctrl+Enter")
    assert window.current == "event", "something is asked first"
    assert page.today.start.isVisible()
    assert window.controller.book.view.session_state(2) is SessionState.PUBLISHED
    return page


def test_a_redraw_survives_closing_the_window(opened: Opened, qtbot: QtBot) -> None:
    with opened() as window:
        draft = redrawn(window, qtbot)
        event = window.controller.book.view.journal[0].id
        assert TITLE in open_titles(window.controller)
    assert half_typed_files.draft_of(event) == draft
    with opened() as window:
        assert "There is an unfinished entry from last time: a draft of the draw." in window.messages.text()
        assert window.controller.book.unpublished_draw == draft
        page = event_page(window)
        assert TITLE in [ENGLISH.render(point.title) for point in page.today.checklist.points]
        draw = draw_page(window, qtbot)
        assert draw.state.proposal is not None
        assert draw.state.proposal.draft == draft
        assert draw.state.session == 2
        assert not draw.seats.draft.isHidden()
        assert draw.panel.leave.label() == "Keep the published draw"
        draw.panel.leave.click()
        assert TITLE not in open_titles(window.controller)
    assert not half_typed_files.file_of(event).exists()


def test_start_asks_and_publishes_the_draft(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        draft = redrawn(window, qtbot)
        page = asked_start(window, keyboard)
        assert page.today.start.question.text().startswith(TITLE)
        assert focused() is page.today.start.buttons[StartAnswer.PUBLISH]
        keyboard.type("Enter")
        view = window.controller.book.view
        assert view.seating is not None
        assert view.seating.tables(2) == draft.tables[2]
        assert view.session_state(2) is SessionState.PLAYING
        assert window.current == "tables"
        assert window.controller.book.unpublished_draw is None
        assert not half_typed_files.file_of(view.journal[0].id).exists()


def test_start_asks_and_uses_the_published_seats(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        draft = redrawn(window, qtbot)
        before = window.controller.book.view.seating
        page = asked_start(window, keyboard)
        keyboard.type("Tab")
        assert focused() is page.today.start.buttons[StartAnswer.PUBLISHED_SEATS]
        keyboard.type("Enter")
        view = window.controller.book.view
        assert (view.seating, view.session_state(2)) == (before, SessionState.PLAYING)
        assert window.current == "tables"
        assert window.controller.book.unpublished_draw == draft, "sessions 3 and 4 may still be wanted"


def test_start_asks_and_shows_the_draw(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        redrawn(window, qtbot)
        page = asked_start(window, keyboard)
        keyboard.type("Tab Tab")
        assert focused() is page.today.start.buttons[StartAnswer.LOOK]
        keyboard.type("Enter")
        assert window.current == "draw"
        assert window.controller.book.view.session_state(2) is SessionState.PUBLISHED
        assert page.today.start.isHidden()


def test_the_clock_asks_the_same(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        redrawn(window, qtbot)
        window.controller.choose_session(2)
        window.show_page("tables")
        press("F12", "Ctrl+F12")
        assert window.current == "event"
        assert 2 not in window.controller.book.view.state.clocks
        page = window.page("event")
        assert isinstance(page, EventPage)
        assert focused() is page.today.start.buttons[StartAnswer.PUBLISH]
        keyboard.type("Tab Enter")
        assert window.controller.book.view.state.clocks[2].started is not None
        assert window.current == "tables"


def test_esc_starts_nothing(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        redrawn(window, qtbot)
        page = asked_start(window, keyboard)
        keyboard.type("Esc")
        assert page.today.start.isHidden()
        assert window.current == "event"
        assert window.controller.book.view.session_state(2) is SessionState.PUBLISHED


def test_a_draft_that_no_longer_fits_is_discarded(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        redrawn(window, qtbot)
        window.controller.act(ChangePlayerState(5, PlayerState.WITHDRAWN, 3))
        page = event_page(window)
        assert "A draft of the draw of sessions 2–4 no longer fits" in open_titles(window.controller)
        draw = draw_page(window, qtbot)
        assert draw.state.proposal is not None
        assert draw.state.proposal.published, "the published draw is shown"
        assert "First 5 Last E has left the event." in draw.panel.notice.text()
        assert draw.panel.leave.label() == "Discard the draft"
        page = asked_start(window, keyboard)
        assert page.today.start.buttons[StartAnswer.PUBLISH].isHidden()
        assert "First 5 Last E has left the event." in page.today.start.question.text()
        keyboard.type("Tab Enter")
        assert window.current == "draw"
        draw = draw_page(window, qtbot)
        draw.panel.leave.setFocus()
        press("Space")
        assert window.controller.book.unpublished_draw is None
        qtbot.waitUntil(lambda: draw.state.proposal is not None and not draw.state.working)
        assert draw.panel.leave.isHidden()


def test_another_desk_that_redraws_is_told(opened: Opened, qtbot: QtBot, event_file: Path) -> None:
    with opened() as window:
        draft = redrawn(window, qtbot)
        seating = window.controller.book.view.seating
        assert seating is not None
        theirs = seating.with_tables({each: tables[::-1] for each, tables in draft.tables.items()})
        window.controller.act(RedrawSessions(theirs, 2))
        assert "A draft of the draw of sessions 2–4 no longer fits" in open_titles(window.controller)
        draw = draw_page(window, qtbot)
        qtbot.waitUntil(lambda: draw.state.proposal is not None and draw.state.proposal.published)
        assert "The published draw has changed since then." in draw.panel.notice.text()
        press("Ctrl+Z")
        qtbot.waitUntil(lambda: draw.state.proposal is not None and draw.state.proposal.draft == draft)
        assert TITLE in open_titles(window.controller), "undone, it fits again"


def test_a_session_seated_by_the_standings_is_kept_too(opened: Opened, qtbot: QtBot) -> None:
    with opened() as window:
        page = draw_page(window, qtbot)
        page.panel.changes.choose(RANKING)
        press("Ctrl+T")
        qtbot.waitUntil(lambda: page.state.proposal is not None and not page.state.proposal.published)
        draft = window.controller.book.unpublished_draw
        assert draft is not None
        assert isinstance(draft.publish, SeatSession)
    with opened() as window:
        assert "A draft of the draw of session 2 is not published" in open_titles(window.controller)
        page = draw_page(window, qtbot)
        assert page.state.proposal is not None
        press("Ctrl+Return", "Ctrl+Return")
        seating = window.controller.book.view.seating
        assert seating is not None
        assert seating.tables(2) == draft.publish.tables
        assert window.controller.book.unpublished_draw is None


def test_a_first_draw_is_kept_and_the_main_button_leads_to_it(
    tmp_path: Path, dressed: QApplication, qtbot: QtBot
) -> None:
    path = tmp_path / "new.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=2)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"First {n}", f"Last {n}") for n in range(8))), by=BY)
    book.close()
    for run in range(2):
        controller = bootstrap.make_controller("Referee")
        controller.open(path)
        with shown(Window(controller), dressed) as window:
            if not run:
                assert event_page(window).next_step.label() == "Draw the seating"
                press("Alt+3", "Ctrl+R")
                draw = window.page("draw")
                assert isinstance(draw, DrawPage)
                qtbot.waitUntil(partial(has_draft, draw))
            assert controller.book.view.session_state(1) is SessionState.DRAWN
            page = event_page(window)
            assert page.next_step.label() == "Publish the draw"
            press("Ctrl+Return")
            assert window.current == "draw"
            draw = draw_page(window, qtbot)
            assert draw.state.proposal is not None
            assert words_of(draw.seats.state) == "drawn, not published"
            if run:
                press("Ctrl+Return")
                assert controller.book.view.session_state(1) is SessionState.PUBLISHED
                assert controller.book.unpublished_draw is None


def test_start_asks_for_a_substitute(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        window.controller.act(ChangePlayerState(5, PlayerState.WITHDRAWN, 2))
        page = asked_start(window, keyboard)
        assert "Start session 2 with empty seats?" in page.today.start.question.text()
        assert "(First 5 Last E)" in page.today.start.question.text()
        assert focused() is page.today.start.buttons[StartAnswer.SUBSTITUTE]
        keyboard.type("Enter")
        assert window.current == "draw"
        draw = window.page("draw")
        assert isinstance(draw, DrawPage)
        qtbot.waitUntil(lambda: draw.state.player == 5)
        assert (draw.state.session, draw.state.chosen[-1].session) == (2, 2)
        assert focused() is draw.panel.changes.replacement.by
        assert "First 5 Last E leaves" in draw.panel.changes.replacement.who.text()


def test_start_goes_on_with_empty_seats(opened: Opened, qtbot: QtBot, keyboard: Keyboard) -> None:
    with opened() as window:
        window.controller.act(ChangePlayerState(5, PlayerState.WITHDRAWN, 2))
        page = asked_start(window, keyboard)
        for answer in (StartAnswer.SIT_OUT, StartAnswer.LEAVE_OUT, StartAnswer.START):
            keyboard.type("Tab")
            assert focused() is page.today.start.buttons[answer]
        keyboard.type("Enter")
        assert window.controller.book.view.session_state(2) is SessionState.PLAYING
        assert window.current == "tables"
        assert "1 seat has no player" in window.messages.text()


@pytest.mark.parametrize("left", [(5,), (5, 6, 7, 8)], ids=["one left", "four left"])
def test_start_lets_players_sit_out(opened: Opened, qtbot: QtBot, keyboard: Keyboard, left: tuple[int, ...]) -> None:
    with opened() as window:
        for number in left:
            window.controller.act(ChangePlayerState(number, PlayerState.WITHDRAWN, 2))
        page = asked_start(window, keyboard)
        keyboard.type("Tab")
        button, out = page.today.start.buttons[StartAnswer.SIT_OUT], 4 - len(left)
        assert focused() is button
        assert button.label() == (f"Draw again, {out} players sit out" if out else "Draw again without them")
        keyboard.type("Enter")
        assert window.current == "draw"
        draw = window.page("draw")
        assert isinstance(draw, DrawPage)
        qtbot.waitUntil(partial(has_draft, draw), timeout=20_000)
        press("Ctrl+Return", "Ctrl+Return")
        view = window.controller.book.view
        assert view.seating is not None
        for session in view.drawn_sessions[1:]:
            assert len(view.seating.sitting_out(session)) == out
            assert not view.seating.drawn(session) & set(left)
        assert vacant_seats(view, 2) == ()
        window.show_page("event")
        keyboard.type("Ctrl+Enter")
        assert window.controller.book.view.session_state(2) is SessionState.PLAYING


def test_start_leaves_the_table_out(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        window.controller.act(ChangePlayerState(5, PlayerState.WITHDRAWN, 2))
        page = asked_start(window, keyboard)
        (seat,) = vacant_seats(window.controller.book.view, 2)
        before = [sheet.table for sheet in window.controller.book.view.sheets(2)]
        press("Tab", "Tab")
        button = page.today.start.buttons[StartAnswer.LEAVE_OUT]
        assert focused() is button
        assert button.label() == "Leave the table out and start"
        keyboard.type("Enter")
        view = window.controller.book.view
        assert view.session_state(2) is SessionState.PLAYING
        assert window.current == "tables"
        assert [sheet.table for sheet in view.sheets(2)] == [table for table in before if table != seat.table]
        tables = window.page("tables")
        assert isinstance(tables, TablesPage)
        assert tables.state.table is not None
        assert tables.state.table.place[0] == 2
        assert tables.state.table.place[1] != seat.table
        assert "No seat in session 2: " in window.messages.text()


def test_the_only_table_is_not_left_out(opened: Opened, keyboard: Keyboard) -> None:
    with opened() as window:
        for table in (1, 2, 3):
            window.controller.act(LeaveTableOut(2, table))
        number = window.controller.book.view.sheet(2, 4).players[0]
        window.controller.act(ChangePlayerState(number, PlayerState.WITHDRAWN, 2))
        page = asked_start(window, keyboard)
        assert page.today.start.buttons[StartAnswer.LEAVE_OUT].isHidden()
        assert not page.today.start.buttons[StartAnswer.START].isHidden()


def test_the_table_that_is_shown_is_left_out(opened: Opened) -> None:
    with opened() as window:
        window.controller.choose_session(2)
        window.show_page("tables")
        QApplication.processEvents()
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        assert page.state.table is not None
        assert page.state.table.place == (2, 1)
        window.controller.act(LeaveTableOut(2, 1))
        QApplication.processEvents()
        assert page.state.table.place == (2, 2)


def test_an_empty_seat_is_shown_empty_in_the_draw(opened: Opened, qtbot: QtBot) -> None:
    with opened() as window:
        window.controller.act(ChangePlayerState(5, PlayerState.WITHDRAWN, 2))
        page = draw_page(window, qtbot)
        page.show_session(2)
        model = page.seats.by_table.rows_model
        names = [str(model.index(row, column).data()) for row in range(model.rowCount()) for column in range(1, 5)]
        assert names.count("Empty seat") == 1
        assert "First 5 Last E" not in names
        page.show_session(1)
        names = [str(model.index(row, column).data()) for row in range(model.rowCount()) for column in range(1, 5)]
        assert "Empty seat" not in names
