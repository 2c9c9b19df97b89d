"""The small cards of the part Setup: the logo and the timetable."""

from collections.abc import Callable, Iterator
from datetime import date, time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.examples.logos import drawn, plain, written
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from tournament.event.logo import logo_picture
from tournament.event.timetable import SessionTime
from tournament.language import language_of
from ui.desktop.controller import EventController
from ui.desktop.pages.event import setup_cards
from ui.desktop.pages.event.page import SETUP, EventPage
from ui.desktop.pages.event.setup_cards import LogoCard
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.window import HOME, Window

Choose = Callable[[bytes | None], None]


@pytest.fixture
def card(window: Window) -> LogoCard:
    """The card of the logo, visible, with the focus on its button."""
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(SETUP)
    page.setup.logo.choose.setFocus()
    return page.setup.logo


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Choose:
    """Sets what the file dialog returns: a file with this content, or nothing."""

    def choose(data: bytes | None) -> None:
        path = tmp_path / "logo.png"
        if data is not None:
            path.write_bytes(data)
        monkeypatch.setattr(setup_cards, "choose_picture", lambda _parent, _folder: path if data is not None else None)

    return choose


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    translator.set_language(language_of("en"))


def settled(card: LogoCard, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not card._reading.busy)
    QApplication.processEvents()


def test_a_picture_is_chosen_exchanged_and_taken_away(
    card: LogoCard, chosen: Choose, controller: EventController, window: Window, qtbot: QtBot
) -> None:
    state = lambda: controller.book.view.state  # noqa: E731
    assert (card.picture.isVisible(), card.remove.isVisible(), card.choose.label()) == (
        False, False, "Choose a picture …",
    )  # fmt: skip
    chosen(None)
    press("Space")
    assert state().logo == b"", "who thinks better of it changes nothing"
    chosen(written(drawn(2400, 400)))
    press("Space")
    settled(card, qtbot)
    picture = logo_picture(state().logo)
    assert picture is not None
    assert (picture.wide, picture.high) == (1200, 200)
    assert card.picture.isVisible()
    assert "PNG, 1200 × 200 pixels" in card._state.text()
    paper = card.picture.pixmap().toImage()
    assert paper.pixelColor(0, 0).name() == "#ffffff"
    assert len({paper.pixelColor(x, paper.height() // 2).name() for x in range(paper.width())}) > 2
    assert card.choose.hasFocus()
    assert card.choose.label() == "Choose another …"
    chosen(plain())
    press("Space")
    settled(card, qtbot)
    assert logo_picture(state().logo) != picture
    press("Tab")
    assert card.remove.hasFocus()
    press("Space")
    assert state().logo == b""
    assert card.choose.hasFocus()
    assert not card.picture.isVisible()
    press("Ctrl+Z", "Ctrl+Z")
    assert logo_picture(state().logo) == picture
    assert card.picture.isVisible()


def test_what_is_no_picture_is_told_at_its_place(
    card: LogoCard, chosen: Choose, controller: EventController, qtbot: QtBot
) -> None:
    before = len(controller.book.view.journal)
    chosen(b"no picture at all")
    press("Space")
    settled(card, qtbot)
    assert card.problem.message() == (
        "“logo.png” is not a picture that can be read here: open it in an image program and save it as PNG or JPEG."
    )
    assert len(controller.book.view.journal) == before
    translator.set_language(language_of("fr"))
    assert card.problem.message().startswith("«\u00a0logo.png\u00a0» n’est pas une image")
    translator.set_language(language_of("en"))
    chosen(written(drawn(300, 100, (255, 255, 255, 255))))
    press("Space")
    settled(card, qtbot)
    assert card.problem.message() == "The picture is white: on paper it is placed on a dark background."
    assert controller.book.view.state.logo


def test_what_is_read_for_one_event_is_not_put_into_the_next(
    card: LogoCard, chosen: Choose, controller: EventController, window: Window, qtbot: QtBot
) -> None:
    chosen(written(drawn(2000, 1000)))
    press("Space")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.forget()
    assert not card._reading.busy
    qtbot.wait(200)
    assert controller.book.view.state.logo == b""


@pytest.fixture
def first_page() -> str:
    """Start on another page, because this one opens with its other part."""
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
