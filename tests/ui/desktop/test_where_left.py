"""After a restart the window is where it was left: its event, page, session and table."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pressing import press
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import GivePenalty, RecordHand
from ui.desktop import bootstrap
from ui.desktop import window as window_module
from ui.desktop.controller import EventController
from ui.desktop.pages.history.page import HistoryPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.recent import left_open, recent_file
from ui.desktop.window import Window

pytestmark = pytest.mark.usefixtures("own_preferences")
Start = Callable[[], Window]


@pytest.fixture
def start(qtbot) -> Start:
    """Start the program, as far as a test can: a new controller and a new window."""

    def begin() -> Window:
        controller = bootstrap.make_controller("Referee")
        window = Window(controller)
        qtbot.addWidget(window)
        window.show()
        return window

    return begin


def place(window: Window) -> tuple[int, int]:
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.state.table is not None
    return page.state.table.place


def test_the_sheet_is_shown_again(start: Start, event_file: Path) -> None:
    window = start()
    window.controller.open(event_file)
    assert window.current == "tables"
    window.controller.navigation.table_wanted.emit(2, 2)
    window.close()
    assert left_open() == event_file.resolve()
    again = start()
    again.controller.open(event_file)
    assert again.current == "tables"
    assert again.controller.session == 2
    assert place(again) == (2, 2)
    again.close()


def test_the_page_is_shown_again_also_after_the_program_was_killed(
    start: Start, event_file: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(window_module, "_LEFT_AFTER", 1)
    window = start()
    window.controller.open(event_file)
    window.controller.navigation.table_wanted.emit(2, 1)
    window.show_page("standings")
    qtbot.waitUntil(lambda: (found := recent_file(event_file)) is not None and found.page == "standings")
    kept = recent_file(event_file)
    assert kept is not None
    assert (kept.page, kept.session, kept.table) == ("standings", 2, 1)
    assert left_open() == event_file.resolve()
    window.controller._book.close()  # type: ignore[union-attr]  # nothing is told that it closes
    again = start()
    again.controller.open(event_file)
    assert again.current == "standings"
    assert again.controller.session == 2
    again.close()
    window.close_quietly()


def test_an_event_that_was_closed_is_not_opened_again(start: Start, event_file: Path) -> None:
    window = start()
    window.controller.open(event_file)
    assert left_open() is not None
    window.controller.close()
    assert left_open() is None
    assert window.current == "start"
    window.controller.open(event_file)
    assert window.current == "tables"
    window.close()


def test_ctrl_q_closes_the_window_and_the_next_start_shows_its_event(start: Start, event_file: Path) -> None:
    window = start()
    window.controller.open(event_file)
    press("Ctrl+Q")
    assert not window.isVisible()
    assert left_open() == event_file


def test_an_event_that_is_gone_is_not_opened_again(start: Start, event_file: Path) -> None:
    window = start()
    window.controller.open(event_file)
    window.close()
    event_file.unlink()
    assert left_open() is None


def test_a_moment_of_history_does_not_move_the_window_back(start: Start, event_file: Path, keyboard: Keyboard) -> None:
    window = start()
    window.controller.open(event_file)
    window.show_page("standings")
    window._keep_left()
    view = window.controller.book.view
    window.controller.look_at(view.at(len(view.journal)))
    assert window.current == "tables"  # as before: the moment is shown on its sheet
    window.close()


def test_history_opens_on_the_newest_entry(window: Window, controller: EventController, qtbot: QtBot) -> None:
    window.show_page("history")
    page = window.page("history")
    assert isinstance(page, HistoryPage)
    qtbot.waitUntil(lambda: not page.filter.running)
    newest = len(controller.book.view.journal)
    assert page._chosen == newest
    page.table.select_line(3)
    assert page._chosen < newest
    window.show_page("tables")
    window.show_page("history")
    qtbot.waitUntil(lambda: not page.filter.running)
    assert page._chosen == newest, "nothing was written meanwhile"
    page.table.select_line(3)
    window.show_page("tables")
    controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8)), confirmed=True)
    controller.act(GivePenalty(1, 1, Charge(0, hand=1, points=10, reason="late")), confirmed=True)
    window.show_page("history")
    qtbot.waitUntil(lambda: not page.filter.running)
    assert page._chosen == len(controller.book.view.journal)
    assert page.table.verticalScrollBar().value() == 0
