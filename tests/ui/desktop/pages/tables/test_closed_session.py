"""A closed session on the Tables page: it takes nothing, and one key begins a correction."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from tournament.ledger.facts import SessionReopened, SheetReopened
from tournament.ledger.session import SessionState
from tournament.use_cases import RecordTotals, session_life
from tournament.use_cases.commands import CloseSession
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage

Said = Callable[[QWidget], str]


def state(controller: EventController) -> SessionState:
    return controller.book.view.session_state(1)


def close(controller: EventController, reason: str = "") -> None:
    controller.act(CloseSession(1, reason))


def test_behind_the_last_sheet_one_key_closes_the_session(
    page: TablesPage, controller: EventController, keyboard: Keyboard, said: Said
) -> None:
    controller.act(RecordTotals(1, 2, (30, -10, -10, -10)))
    assert page.panel.session.isHidden()
    keyboard.type("1 2 12 Enter Ctrl+Enter Enter Enter")
    assert "Close session 1" in said(page.panel.session)
    press("Ctrl+L")
    assert state(controller) is SessionState.CLOSED
    assert "Session 1 is closed." in said(page.panel.session)
    assert "leads to the next step" in said(page.panel.session)
    assert "closed" in said(page.cards)


def test_a_correction_after_closing_is_one_guided_step(
    page: TablesPage, controller: EventController, keyboard: Keyboard, said: Said
) -> None:
    controller.act(RecordTotals(1, 2, (30, -10, -10, -10)))
    keyboard.type("1 2 12 Enter Ctrl+Enter Enter Enter")
    close(controller)
    written = len(controller.book.view.journal)
    keyboard.type("Ctrl+R Enter")
    assert "Enter a short reason" in page.panel.signing.reason.problem()
    keyboard.words("hand 2 is missing")
    keyboard.type("Enter")
    journal = controller.book.view.journal
    facts = [journal[position].fact for position in range(written, len(journal))]
    assert facts == [SessionReopened(1, "hand 2 is missing"), SheetReopened("hand 2 is missing")]
    keyboard.type("2 4 16 Enter Ctrl+Enter Enter Enter")
    assert controller.book.view.sheet(1, 1).played == 2
    assert "Close session 1 again" in said(page.panel.session)
    press("Ctrl+L")
    assert state(controller) is SessionState.CLOSED
    assert session_life(controller.book.view, 1).corrected_tables == (1,)


def test_nothing_is_entered_and_undo_takes_nothing_back(
    page: TablesPage, controller: EventController, keyboard: Keyboard, said: Said
) -> None:
    keyboard.type("1 2 12 Enter")
    close(controller, "a power cut")
    written = len(controller.book.view.journal)
    keyboard.type("2 1 8 Enter")
    press("Ctrl+Z")
    assert len(controller.book.view.journal) == written
    assert controller.book.view.sheet(1, 1).played == 1
    keyboard.type("Ctrl+R")
    keyboard.words("light again")
    keyboard.type("Enter")
    assert state(controller) is SessionState.PLAYING
    assert controller.book.view.sheet(1, 1).closed is None
