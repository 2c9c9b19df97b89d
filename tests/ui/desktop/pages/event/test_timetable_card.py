"""The timetable on the Event page: each field is saved as it is left, remarks refuse nothing."""

from datetime import date, time

import pytest

from tests.ui.desktop.conftest import Keyboard
from tournament.event.timetable import SessionTime
from ui.desktop.pages.event.page import SETUP, EventPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import HOME, Window


@pytest.fixture
def first_page() -> str:
    """Another page than that of the card, which opens with its other part."""
    return HOME


def event_page(window: Window) -> EventPage:
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(SETUP)
    return page


def said(window: Window) -> tuple[SessionTime, ...]:
    return window.controller.book.view.settings.timetable.sessions


def test_each_field_is_saved_as_it_is_left(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    card = event_page(window).setup.timetable
    card.form.line("day").setFocus()
    keyboard.words("13 June 2026")
    keyboard.type("Tab")
    keyboard.words("10:00")
    keyboard.type("Tab 9 0 Enter")
    assert said(window) == (SessionTime(1, date(2026, 6, 13), time(10, 0), 90),)
    card.session.setCurrentIndex(1)
    card.session.activated.emit(1)
    assert card.form.line("day").text() == ""
    card.form.line("day").setFocus()
    keyboard.words("13 June 2026")
    keyboard.type("Tab")
    keyboard.words("11:35")
    keyboard.type("Tab")
    assert said(window)[1] == SessionTime(2, date(2026, 6, 13), time(11, 35))
    assert "5 minutes between sessions 1 and 2" in card.remarks.message()
    window.controller.undo()
    assert len(said(window)) == 2
    assert said(window)[1].start is None


def test_what_is_no_time_is_refused_at_its_field(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    card = event_page(window).setup.timetable
    card.form.line("start").setFocus()
    keyboard.words("25:00")
    keyboard.type("Tab")
    assert card.form.refused("start")
    assert card.form.line("start").text() == "25:00"
    assert said(window) == ()
