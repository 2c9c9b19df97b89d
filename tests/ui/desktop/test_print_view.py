"""Ctrl+P opens what is in view, ready to be printed, or says why there is nothing."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import ModuleWindow
from tests.ui.desktop.pressing import press, type_words
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.history.page import HistoryPage
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.window import Window


@pytest.fixture
def played(
    dressed: QApplication, module_window: ModuleWindow, controller: EventController, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """The window on an event with one hand, which the second player of table 2 won."""
    controller.act(RecordHand(1, 2, 1, Outcome(1, None, 12)))
    with module_window.shown(dressed, request) as made:
        yield made


def printed(window: Window, qtbot: QtBot) -> str:
    press("Ctrl+P")
    (dialog,) = window.findChildren(ReportDialog)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20_000)
    words = dialog.preview.words()
    press("Esc")
    qtbot.waitUntil(lambda: not window.findChildren(ReportDialog))
    return str(words)


def test_the_sheet_of_the_table_in_view(played: Window, qtbot: QtBot) -> None:
    press("G")
    type_words("2")
    press("Return")
    words = printed(played, qtbot)
    assert "1-02" in words
    assert "Emil" in words
    assert "Ada" not in words, "the other table is not in view"


@pytest.mark.thorough
def test_the_standings_after_the_session_in_view(played: Window, qtbot: QtBot) -> None:
    press("Alt+5")
    words = printed(played, qtbot)
    assert "Standings" in words
    assert words.index("Fay") < words.index("Ada")


def test_the_standings_as_they_are_searched(played: Window, qtbot: QtBot) -> None:
    press("Alt+5", "Ctrl+F")
    type_words("fay")
    words = printed(played, qtbot)
    assert "Fay" in words
    assert "Ada" not in words


@pytest.mark.thorough
def test_the_seating_of_the_session_in_view(played: Window, qtbot: QtBot) -> None:
    press("Alt+3")
    draw = played.page("draw")
    assert isinstance(draw, DrawPage)
    qtbot.waitUntil(lambda: draw.state.proposal is not None)
    assert "Seating" in printed(played, qtbot)


def test_the_players_as_they_are_searched(played: Window, qtbot: QtBot) -> None:
    press("Alt+2", "Ctrl+F")
    type_words("beis")
    words = printed(played, qtbot)
    assert "Beispiel" in words
    assert "Anything" not in words


@pytest.mark.thorough
def test_the_fouls_of_the_session_in_view(played: Window, qtbot: QtBot) -> None:
    press("Alt+6")
    assert "Record of fouls, session 1" in printed(played, qtbot)


@pytest.mark.thorough
def test_the_history_as_it_is_filtered(played: Window, qtbot: QtBot) -> None:
    press("Ctrl+H")
    history = played.page("history")
    assert isinstance(history, HistoryPage)
    qtbot.waitUntil(lambda: bool(history.table.rows))
    assert "Draw" in printed(played, qtbot)


def test_a_page_that_is_not_printed_says_so(played: Window) -> None:
    press("Alt+9", "Ctrl+P")
    assert not played.findChildren(ReportDialog)
    assert "Reports" in played.messages.text()


def test_an_empty_sheet_says_where_blank_ones_are(played: Window) -> None:
    press("Ctrl+P")
    assert not played.findChildren(ReportDialog)
    assert played.messages.text().startswith("This sheet is empty.")
