"""Sessions cancelled, restored and added by keys on the Event page: what is shown before, and what is written."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY, Keyboard, typed_hand
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.role import EventRole
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import LANGUAGES, language_of
from tournament.ledger.facts import PRINTED, PaperNoted, SessionsAdded, SessionsCancelled
from tournament.ledger.sanctions import Charge
from tournament.ledger.session import SessionState
from tournament.use_cases import Command, GivePenalty, RecordTotals, carry_out
from tournament.use_cases.commands import (
    CancelSessions,
    ChangeSettings,
    CloseSession,
    NotePaper,
    PlanSessions,
    PublishResults,
    RestoreSession,
    SetPin,
    StartSession,
)
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.results_state import results_state
from ui.desktop.controller import EventController
from ui.desktop.pages.event.page import EventPage
from ui.desktop.pages.event.plan_form import COUNT, PlanForm
from ui.desktop.pages.fouls.page import FoulsPage
from ui.desktop.pages.history.entry_table import EntryRow
from ui.desktop.pages.history.page import HistoryPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import READING, Question
from ui.desktop.widgets.choices import Switch
from ui.desktop.window import Window

Said = Callable[[QWidget], str]
END, ADD, CANCEL = "Ctrl+Shift+B", "Ctrl+Shift+A", "Ctrl+Shift+X"


@pytest.fixture
def begun(controller: EventController) -> EventController:
    """Session 1 of three is closed, the second is drawn, the third is not."""
    controller.act(PlanSessions(3))
    sign(controller, 1)
    controller.act(CloseSession(1))
    return controller


@pytest.fixture
def event(begun: EventController, window: Window) -> EventPage:
    """The page, visible."""
    begun.choose_session(2)
    window.show_page("event")
    QApplication.processEvents()
    page = window.page("event")
    assert isinstance(page, EventPage)
    page.today.overview.table.setFocus()
    return page


def sign(controller: EventController, session: int, *tables: int) -> None:
    for table in tables or (1, 2):
        controller.act(RecordTotals(session, table, (30, -10, -10, -10)))


def state(controller: EventController, session: int) -> SessionState:
    return controller.book.view.session_state(session)


def numbers(controller: EventController) -> list[int]:
    """Return the sessions that are not cancelled."""
    return list(controller.book.view.session_numbers)


def form(event: EventPage) -> PlanForm:
    """The form for all sessions."""
    return event.today.overview.plan.form


def length(controller: EventController) -> int:
    return len(controller.book.view.journal)


def elsewhere(controller: EventController, command: Command) -> None:
    """Carry out ``command`` as another desk."""
    controller.show_received(replace(carry_out(controller.book, command, by=BY), received=True))
    QApplication.processEvents()


def cells(event: EventPage, line: int) -> list[str]:
    model = event.today.overview.table.rows_model
    return [str(model.index(line, column).data()) for column in range(model.columnCount())]


def select(event: EventPage, session: int) -> None:
    """Move the cursor to the row of ``session``."""
    event.today.overview.table.setFocus()
    press("Ctrl+Home", *["Down"] * (session - 1))


def answer(keyboard: Keyboard, reason: str) -> None:
    """Type a reason and press Enter, as a person does who has read the question."""
    keyboard.words(reason)
    keyboard.type("Enter")


def test_the_tournament_ends_here_in_one_entry_and_one_undo(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard, said: Said
) -> None:
    before = length(controller)
    press(END)
    assert form(event).question.text() == "End the tournament here?"
    assert form(event).effect() == (
        "Sessions 2, 3 are cancelled and count nowhere. "
        "The event then has 1 session: 1. "
        "The results are then final: those after session 1. "
        "Certificates, prizes and the ceremony can then follow."
    )
    assert length(controller) == before, "nothing is written before it is confirmed"
    assert focused() is form(event).reason.line
    answer(keyboard, "the hall closes")
    assert length(controller) == before + 1
    fact = controller.book.view.journal[-1].fact
    assert fact == SessionsCancelled((2, 3), "the hall closes")
    assert results_state(controller.book.view).final
    assert not form(event).isVisible()
    assert "Finished" in said(event)
    assert event.next_step.label() == "Publish the last results"
    assert "Undo: Sessions 2, 3 cancelled" in said(window.status)
    press("Ctrl+Z")
    assert numbers(controller) == [1, 2, 3]
    assert "Redo: Sessions 2, 3 cancelled" in said(window.status)
    press("Ctrl+Y")
    assert numbers(controller) == [1]


def test_an_empty_reason_and_escape_write_nothing(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    before = length(controller)
    press(END)
    keyboard.type("Enter")
    assert form(event).reason.problem() == "Enter a short reason."
    keyboard.words("  ")
    assert form(event).reason.problem() == "", "it is being typed"
    keyboard.type("Enter")
    assert form(event).reason.problem() == "Enter a short reason."
    press("Escape")
    assert not form(event).isVisible()
    assert focused() is event.today.overview.table
    press(END)
    assert form(event).reason.text() == ""
    assert form(event).reason.problem() == ""
    assert length(controller) == before


def test_a_reason_that_just_appeared_takes_no_enter(
    event: EventPage, controller: EventController, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = length(controller)
    monkeypatch.setattr(Question, "unread", False)  # the question was there before
    monkeypatch.setattr(Question, "clock", lambda: 7.0)
    press(END)
    answer(keyboard, "typed by habit")
    assert length(controller) == before
    monkeypatch.setattr(Question, "clock", lambda: 7.0 + READING)
    keyboard.type("Enter")
    assert length(controller) == before + 1


def test_a_held_or_doubled_key_ends_nothing_twice(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    before = length(controller)
    press(END)
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    for _ in range(3):
        QApplication.sendEvent(focused(), held)
    assert form(event).reason.problem() == "", "a held Enter answers nothing"
    keyboard.words("hall")
    press(END)
    assert form(event).reason.text() == "hall", "asked again, it keeps what is typed"
    keyboard.type("Enter")
    keyboard.type("Enter")
    form(event).answer.click()
    assert length(controller) == before + 1


def test_the_button_ends_it_too(event: EventPage, controller: EventController, keyboard: Keyboard) -> None:
    event.today.overview.plan.end.click()
    keyboard.words("rain")
    press("Tab")
    assert focused() is form(event).answer
    assert form(event).answer.label() == "End the tournament here"
    keyboard.type("Enter")
    assert numbers(controller) == [1]


def test_the_session_in_play_counts_as_it_is_or_is_cancelled_too(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(StartSession(2))
    sign(controller, 2, 1)
    press(END)
    assert focused() is form(event).choice
    assert form(event).choice.current == COUNT
    assert "Session 3 is cancelled" in form(event).effect()
    assert "Still open before the results are final: session 2 to verify (table 2)." in form(event).effect()
    press("Right")
    assert "Sessions 2, 3 are cancelled and count nowhere." in form(event).effect()
    assert "Session 2: the sheet of table 1 no longer counts. It stays in the history." in form(event).effect()
    assert "The results are then final: those after session 1." in form(event).effect()
    press("Left", "Tab")
    before = length(controller)
    answer(keyboard, "dark")
    assert length(controller) == before + 1
    assert numbers(controller) == [1, 2]
    assert state(controller, 2) is SessionState.PLAYING
    assert event.next_step.label() == "To table 2", "what was broken off is verified, then closed"
    press("Ctrl+Z", END, "Right", "Tab")
    answer(keyboard, "dark")
    assert numbers(controller) == [1]
    assert controller.book.view.journal[-1].fact == SessionsCancelled((2, 3), "dark")


def test_nothing_is_offered_before_play_and_when_everything_has_begun(
    window: Window, controller: EventController
) -> None:
    window.show_page("event")
    page = window.page("event")
    assert isinstance(page, EventPage)
    plan = page.today.overview.plan
    assert not plan.end.isEnabled()
    press(END)
    assert not plan.form.isVisible()
    controller.act(StartSession(1))
    assert plan.end.isEnabled()
    controller.act(StartSession(2))
    assert not plan.end.isEnabled()
    assert plan.add.isEnabled()


def test_who_may_not_plan_is_not_offered_it(event: EventPage, controller: EventController) -> None:
    controller.act(SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "123456")))
    plan, card = event.today.overview.plan, event.today.session
    assert [each.isEnabled() for each in (plan.end, plan.add, card.cancel)] == [False] * 3
    press(END, ADD, CANCEL)
    assert not plan.form.isVisible()
    assert not card.plan.isVisible()


def test_another_desk_ends_it_meanwhile(event: EventPage, controller: EventController, window: Window) -> None:
    press(END)
    type_words("rain")
    elsewhere(controller, CancelSessions((2, 3), "fire"))
    QApplication.processEvents()
    assert not form(event).isVisible()
    assert window.messages.text() == "Another person changed the event. Check it and try again."
    assert numbers(controller) == [1]


def test_what_another_desk_changes_is_shown_while_it_asks(event: EventPage, controller: EventController) -> None:
    controller.act(StartSession(2))
    press(END)
    assert "session 2 to verify (tables 1, 2)" in form(event).effect()
    elsewhere(controller, RecordTotals(2, 1, (30, -10, -10, -10)))
    assert form(event).isVisible()
    assert "session 2 to verify (table 2)" in form(event).effect()


def test_a_federation_that_requires_more_sessions_is_named(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(PlanSessions(4))
    controller.act(ChangeSettings(replace(controller.book.view.settings, minutes=90)))
    press(END)
    assert (
        form(event)
        .effect()
        .endswith(
            "EMA requires at least 4 sessions of 90 minutes or more in 1 day; this timetable has 1. "
            "The federation decides whether the event counts."
        )
    )
    answer(keyboard, "rain")
    press(ADD)
    assert "EMA" not in form(event).effect(), "it was so before"


def test_a_referee_elsewhere_is_told_which_session_is_shown(
    event: EventPage, controller: EventController, window: Window
) -> None:
    elsewhere(controller, CancelSessions((2,), "fire"))
    assert window.messages.text() == "Session 2 is cancelled: nothing can be entered in it. Session 1 is shown now."


def test_papers_that_will_be_out_of_date_are_named(event: EventPage, controller: EventController, qtbot: QtBot) -> None:
    entries = length(controller)
    controller.act(NotePaper(PaperNoted("standings", "Standings after session 1", PRINTED, entries, 1)))
    press(END)
    qtbot.waitUntil(lambda: not form(event).papers.isHidden())
    assert form(event).papers.text().startswith("Will be out of date: Standings after session 1 (")
    press("Escape")
    assert form(event).effect() == ""


def test_a_session_is_added_and_the_draw_is_offered(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard, said: Said
) -> None:
    times = Timetable((SessionTime(1, date(2026, 6, 12), time(9), 90),))
    settings = controller.book.view.settings
    controller.act(ChangeSettings(replace(settings, timetable=times)))
    before = length(controller)
    press(ADD)
    assert form(event).question.text() == "Add a session?"
    effect = form(event).effect()
    assert "Session 4 is added after the last one. The event then has 4 sessions: 1, 2, 3, 4." in effect
    assert "Session 4 has no tables yet: draw it, or seat it by the standings." in effect
    assert "Session 4 has no time in the timetable yet." in effect
    assert "session 2 to play, session 3 to play, session 4 to play" in effect
    keyboard.type("Enter")
    assert length(controller) == before + 1
    assert controller.book.view.journal[-1].fact == SessionsAdded((), 1, "")
    assert window.messages.text().startswith("Session 4 has no tables yet")
    assert "Undo: 1 session added" in said(window.status)
    window.messages.instead.click()
    assert window.current == "draw"
    press("Ctrl+Z")
    assert numbers(controller) == [1, 2, 3]


def test_adding_restores_a_cancelled_session_first(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(CancelSessions((3,), "rain"))
    press(ADD)
    assert (
        form(event)
        .effect()
        .startswith("Session 3 is restored and counts as before. The event then has 3 sessions: 1, 2, 3.")
    )
    answer(keyboard, "sun")
    assert controller.book.view.journal[-1].fact == SessionsAdded((3,), 0, "sun")


def test_one_session_is_cancelled_and_restored_from_its_card(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard, said: Said
) -> None:
    card = event.today.session
    assert card.session == 2
    assert card.next_step is not None, "cancelling is not the next step"
    assert card.cancel.label() == "Cancel session 2"
    before = length(controller)
    press(CANCEL)
    assert card.plan.question.text() == "Cancel session 2?"
    assert "Session 2 is cancelled and counts nowhere." in card.plan.effect()
    answer(keyboard, "power cut")
    assert length(controller) == before + 1
    assert state(controller, 2) is SessionState.CANCELLED
    assert controller.session == 1, "the last one with tables"
    assert card.session == 2, "the cursor stays on it"
    assert cells(event, 1)[:2] == ["2", "cancelled"]
    assert cells(event, 1)[-1] == "does not count"
    assert "cancelled" in said(card)
    assert "(power cut)" in said(card)
    assert card.step.label() == "Restore session 2"
    assert not card.cancel.isVisible()
    press("Ctrl+L")
    assert card.plan.question.text() == "Restore session 2?"
    assert card.plan.effect().startswith("Session 2 is restored and counts as before.")
    keyboard.type("Enter")
    assert length(controller) == before + 2
    assert state(controller, 2) is SessionState.PUBLISHED
    press("Ctrl+Z")
    assert state(controller, 2) is SessionState.CANCELLED


def test_a_session_that_is_not_drawn_can_be_cancelled(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    select(event, 3)
    card = event.today.session
    assert card.session == 3
    assert not card.step.isVisible()
    press(CANCEL)
    answer(keyboard, "short of time")
    assert state(controller, 3) is SessionState.CANCELLED


def test_public_results_are_withdrawn_first_by_a_button(
    event: EventPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(PublishResults(1))
    select(event, 1)
    card = event.today.session
    press(CANCEL)
    assert card.plan.question.text() == "The results of session 1 are public: withdraw them first."
    assert not card.plan.reason.isVisible()
    assert focused() is card.plan.withdraw
    keyboard.type("Enter")
    assert not card.plan.isVisible()
    assert event.today.overview.question.text().startswith("Withdraw the results from session 1 on?")
    keyboard.type("Enter")
    assert controller.book.view.state.publication.session == 0
    press(CANCEL)
    assert card.plan.reason.isVisible()


def test_a_session_that_can_no_longer_be_restored_says_why(event: EventPage, controller: EventController) -> None:
    controller.act(CancelSessions((1,), "by mistake"))
    controller.act(StartSession(2))
    select(event, 1)
    press("Ctrl+L")
    plan = event.today.session.plan
    assert plan.question.text().startswith("Session 1 can no longer be restored: session 2 has begun")
    assert not plan.answer.isVisible()
    press("Escape")
    assert not plan.isVisible()


def test_the_sheets_of_a_cancelled_session_can_be_looked_at(
    event: EventPage, controller: EventController, window: Window
) -> None:
    sign(controller, 2, 1)
    controller.act(CancelSessions((2,), "fire"))
    select(event, 2)
    event.today.session.sheets.click()
    assert window.current == "tables"
    assert controller.past is not None
    assert controller.session == 2
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.state.table is not None
    assert page.state.table.sheet.scores == (30, -10, -10, -10)
    controller.look_at(None)
    assert controller.session == 1


def test_a_referee_who_types_in_it_is_shown_another_session_and_keeps_the_entry(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard
) -> None:
    controller.act(CancelSessions((3,), "short"))
    controller.act(StartSession(2))
    window.show_page("tables")
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    keyboard.type("1 2 2")
    assert typed_hand(page).points == "2"
    elsewhere(controller, CancelSessions((2,), "fire"))
    QApplication.processEvents()
    assert controller.session == 1
    assert page.state.table is not None
    assert page.state.table.sheet.session == 1
    assert window.messages.text() == (
        "Session 2 is cancelled. What you typed at table 1 is kept as an unfinished entry."
    )
    elsewhere(controller, RestoreSession(2))
    controller.choose_session(2)
    QApplication.processEvents()
    assert typed_hand(page).points == "2"


def test_typed_totals_of_a_cancelled_session_survive_the_window(
    event: EventPage, controller: EventController, window: Window, keyboard: Keyboard
) -> None:
    controller.act(StartSession(2))
    controller.choose_session(2)
    window.show_page("tables")
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    press("F6")
    keyboard.type("3 0")
    elsewhere(controller, CancelSessions((2,), "fire"))
    path = Path(controller.book.place)
    controller.close()
    controller.open(path)
    elsewhere(controller, RestoreSession(2))
    controller.navigation.table_wanted.emit(2, 1)
    QApplication.processEvents()
    assert page.state.totals.texts[0] == "30"


def test_a_penalty_that_is_looked_at_is_left_when_its_session_is_cancelled(
    event: EventPage, controller: EventController, window: Window
) -> None:
    controller.act(GivePenalty(2, 1, Charge(2, "false-hu-invalid", hand=2)))
    window.show_page("fouls")
    page = window.page("fouls")
    assert isinstance(page, FoulsPage)
    page.given.list.setFocus()
    press("Return")
    assert page.shown.isVisible()
    elsewhere(controller, CancelSessions((2,), "fire"))
    assert not page.shown.isVisible()
    assert controller.session == 1


def test_every_session_that_is_left_is_offered_and_no_other(
    event: EventPage, controller: EventController, window: Window
) -> None:
    controller.act(CancelSessions((2,), "fire"))
    offered = window.top.findChild(Switch)
    assert offered is not None
    assert [item.name for item in offered.accessible_items()] == ["1", "3"]


def test_one_question_gives_way_to_another(event: EventPage, controller: EventController) -> None:
    card, overview = event.today.session, event.today.overview
    select(event, 1)
    press(END)
    assert form(event).isVisible()
    press(CANCEL)
    assert [form(event).isVisible(), card.plan.isVisible()] == [False, True]
    press("Ctrl+U")
    assert overview.question.isVisible()
    press(ADD)
    assert [overview.question.isVisible(), form(event).isVisible(), card.plan.isVisible()] == [False, True, False]
    press("Ctrl+L")
    assert card.reason.isVisible()
    press(END)
    assert [form(event).question.text(), card.reason.isVisible()] == ["End the tournament here?", False]


def test_the_history_has_everything_of_a_cancelled_session(
    event: EventPage, controller: EventController, window: Window, qtbot: QtBot, said: Said
) -> None:
    sign(controller, 2, 1)
    controller.act(CancelSessions((2, 3), "the hall closes"))
    press("Ctrl+H")
    page = window.page("history")
    assert isinstance(page, HistoryPage)
    qtbot.waitUntil(lambda: not page.filter.running and bool(page.table.rows))
    assert "Sessions 2, 3 cancelled" in said(page.panel)
    assert "the hall closes" in said(page.panel)
    assert page.filters.session.findData("2") > 0
    for _ in range(len(page.table.rows)):
        press("Down")
    qtbot.wait(300)
    page.filters.session.setCurrentIndex(page.filters.session.findData("2"))
    page.filters.changed.emit()
    qtbot.waitUntil(lambda: not page.filter.running)
    entries = [each for each in page.table.rows if isinstance(each, EntryRow)]
    assert {controller.book.view.journal[each.position - 1].fact.kind for each in entries} >= {
        "sessions-cancelled",
        "totals-recorded",
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["players", "draw", "tables", "standings", "fouls", "reports", "display", "history"])
@pytest.mark.parametrize("number", [1, 2])
def test_every_page_is_shown_without_a_session(
    event: EventPage, controller: EventController, window: Window, qtbot: QtBot, name: str, number: int
) -> None:
    controller.act(RecordTotals(2, 1, (30, -10, -10, -10)))
    window.show_page(name)
    QApplication.processEvents()
    elsewhere(controller, CancelSessions((number,), "fire"))
    qtbot.wait(100)
    window.show_page(name)
    assert controller.session == 3 - number
    controller.undo()
    QApplication.processEvents()
    assert numbers(controller) == [1, 2, 3]


@pytest.mark.thorough
def test_every_language_has_its_words(event: EventPage) -> None:
    press(END)
    told = set()
    for language in LANGUAGES:
        translator.set_language(language)
        told.add((event.today.overview.plan.end.label(), form(event).effect()))
    assert len(told) == len(LANGUAGES)
    translator.set_language(language_of("fr"))
    assert event.today.overview.plan.end.label() == "Terminer le tournoi ici"
    translator.set_language(language_of("zh"))
    assert event.today.overview.plan.end.label() == "到此结束比赛"
