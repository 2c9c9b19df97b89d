"""The progress of the event, and its results published, held and withdrawn by keys, on the Event page."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import FIRST, LAST, Keyboard
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pressing import press
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.role import EventRole
from tournament.event.settings import Settings
from tournament.language import language_of
from tournament.ledger.state import Publication
from tournament.use_cases import OpenEvening, RecordTotals, SeatGame
from tournament.use_cases.commands import AddPlayers, CloseSession, PublishResults, SetPin
from tournament.use_cases.pins import planned_pin
from ui.desktop.controller import EventController
from ui.desktop.pages.event.page import TODAY, EventPage
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.translation import translator
from ui.desktop.window import Window

Said = Callable[[QWidget], str]


@pytest.fixture
def event(window: Window, controller: EventController) -> EventPage:
    """The page, visible, with session 1 played but for a table."""
    sign(controller, 1, 1)
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    return page


def sign(controller: EventController, session: int, *tables: int) -> None:
    for table in tables:
        controller.act(RecordTotals(session, table, (30, -10, -10, -10)))


def cells(event: EventPage, line: int) -> list[str]:
    model = event.today.overview.table.rows_model
    return [str(model.index(line, column).data()) for column in range(model.columnCount())]


def public(controller: EventController) -> Publication:
    return controller.book.view.state.publication


def test_a_row_a_session_says_how_far_it_is(event: EventPage) -> None:
    assert cells(event, 0) == ["1", "playing", "1/2", "0/2", "1/2", "1", "not public"]
    assert cells(event, 1) == ["2", "published", "0/2", "0/2", "0/2", "–", "–"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("language", ["fr", "en", "zh"])
def test_no_cell_is_cut_at_any_width(
    language: str, held: bool, event: EventPage, controller: EventController, window: Window, dressed: QApplication
) -> None:
    sign(controller, 1, 2)
    controller.act(CloseSession(1))
    controller.act(PublishResults(1, hold_last=held))
    translator.set_language(language_of(language))
    cut = {}
    for width in (*range(960, 1480, 40), 1366, 1920, 2560):
        window.resize(width, 768)
        QApplication.processEvents()
        cut[width] = cut_texts(window, inside=event.today.overview.table)
    assert {width: texts for width, texts in cut.items() if texts} == {}


def test_the_cursor_chooses_the_session_and_enter_goes_to_its_tables(
    event: EventPage, controller: EventController, window: Window
) -> None:
    assert QApplication.focusWidget() is event.today.overview.table, "play has begun"
    assert controller.session == 1
    press("Down")
    assert controller.session == 2
    press("Return")
    assert window.current == "tables"
    assert controller.session == 2


def test_results_are_published_after_one_question_that_names_what_is_open(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard, said: Said
) -> None:
    press("Ctrl+U")
    assert event.today.overview.question.isVisible()
    told = event.today.overview.question.text()
    assert told.startswith("Publish the results up to session 1?")
    assert "Session 1: 1 table is not verified (2)" in told
    press("Escape")
    assert not event.today.overview.question.isVisible()
    assert public(controller) == Publication(0)
    press("Ctrl+U")
    keyboard.type("Enter")
    assert public(controller) == Publication(1)
    assert window.messages.text() == "Results are public up to session 1."
    assert cells(event, 0)[-1].startswith("public, ")
    assert event.today.overview.publish.isHidden()
    assert QApplication.focusWidget() is event.today.overview.table
    assert "Results are public up to session 1." in said(event.today.overview)


def test_the_last_is_kept_for_the_ceremony_then_published_then_withdrawn(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard
) -> None:
    sign(controller, 1, 2)
    sign(controller, 2, 1, 2)
    press("Down", "Ctrl+Shift+U")
    assert event.today.overview.question.text().startswith(
        "Publish the results before session 2, and hold its own for the ceremony?"
    )
    keyboard.type("Enter")
    assert public(controller) == Publication(1, 2)
    assert window.messages.text() == "Results are public up to session 1; those of session 2 are held for the ceremony."
    assert cells(event, 1)[-1] == "for the ceremony"
    assert event.today.overview.hold.isHidden()
    press("Ctrl+U")
    keyboard.type("Enter")
    assert public(controller) == Publication(2)
    press("Up", "Ctrl+T")
    assert event.today.overview.question.text().startswith("Withdraw the results from session 1 on?")
    keyboard.type("Enter")
    assert public(controller) == Publication(0)
    assert window.messages.text() == "No results are public."


def test_another_session_is_another_question(event: EventPage) -> None:
    press("Ctrl+U")
    event.today.overview.table.setFocus()
    press("Down")
    assert not event.today.overview.question.isVisible()
    press("Ctrl+U")
    assert not event.today.overview.question.isVisible(), "nothing counts in it"


def test_who_may_not_publish_is_not_offered_it(event: EventPage, controller: EventController) -> None:
    assert event.today.overview.publish.isEnabled()
    controller.act(SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "123456")))
    assert not event.today.overview.publish.isEnabled()
    press("Ctrl+U")
    assert not event.today.overview.question.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_posters_of_the_session_are_offered_under_their_key(event: EventPage, window: Window, qtbot: QtBot) -> None:
    press("Ctrl+P")
    (menu,) = (each for each in window.findChildren(QMenu) if each.isVisible())
    titles = [action.text() for action in menu.actions()]
    assert titles[:2] == ["Wall posters", "Standings"]
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QApplication.processEvents()
    (dialog,) = window.findChildren(ReportDialog)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20_000)
    press("Esc")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("format", [EventFormat.CLUB, EventFormat.LEAGUE])
def test_evenings_are_rows_too(
    window: Window, controller: EventController, tmp_path: Path, keyboard: Keyboard, format: EventFormat
) -> None:
    controller.create(tmp_path / "friday.qv", Settings("Friday", format=format, sessions=1, starts=date(2026, 6, 5)))
    people = [Player(0, *names) for names in zip(FIRST, LAST, strict=True)]
    controller.act(AddPlayers(tuple(people)))
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.show_part(TODAY)
    assert page.today.overview.isHidden()
    if format is EventFormat.LEAGUE:
        controller.act(OpenEvening())
    controller.act(SeatGame(1, (1, 2, 3, 4)))
    sign(controller, 1, 1)
    page.today.overview.table.setFocus()
    assert cells(page, 0)[:5] == ["1", "verified", "1/1", "0/1", "1/1"], "its totals were compared with nothing"
    press("Ctrl+U")
    assert page.today.overview.question.text().startswith("Publish the results up to evening 1?")
    keyboard.type("Enter")
    assert public(controller) == Publication(1)
    assert window.messages.text() == "Results are public up to evening 1."
