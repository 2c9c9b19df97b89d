"""Players who join after the draw, by keyboard: from which session, by which rule, and at a table of their own."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import FixedPoints, GrantedPoints, Settings
from tournament.use_cases import RecordTotals, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw, StartSession, Undo
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.pages.draw.change_form import ADD_TABLE
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.players import table as columns
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.window import Window

TABLE = ((1, 2, 3, 4),)
LATE = (("Emil", "Ejemplo"), ("Fay", "Fictive"), ("Gus", "Generic"), ("Hal", "Hypothetical"))


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    """An event of four players and three sessions, of which the first is played."""
    path = tmp_path / "late.qv"
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Open of Nowhere", sessions=3)), by=BY)
    four = [Player(0, name, f"{name}son", "FR", "-") for name in ("Ada", "Ben", "Cleo", "Dora")]
    carry_out(book, AddPlayers(tuple(four)), by=BY)
    carry_out(book, PublishDraw(Seating((TABLE,) * 3, "by hand", 0)), by=BY)
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    book.close()
    return path


def type_player(page: PlayersPage, first: str, last: str) -> None:
    table = page.list.table
    table.setFocus()
    table.select_cell(table.model().rowCount() - 1, columns.FIRST_NAME)
    type_words(first)
    press("Tab")
    type_words(last)
    press("Return")


def remark(page: PlayersPage, row: int) -> str:
    return str(page.list.table.model().index(row, columns.REMARKS).data() or "")


def test_the_first_to_join_late_is_asked_from_which_session_and_by_which_rule(
    players: PlayersPage, controller: EventController
) -> None:
    joining = players.list.joining
    assert joining.isVisible()
    assert [joining.session.itemText(index) for index in range(joining.session.count())] == [
        "from session 2", "from session 3",
    ]  # fmt: skip
    joining.session.setFocus()
    press("Down")
    press("Tab")
    assert focused() is joining.rule
    press("Down", "Down")
    assert joining.fixed.isVisible()
    press("Tab")
    assert focused() is joining.fixed
    press("Ctrl+A")
    type_words("much")
    type_player(players, "Emil", "Ejemplo")
    assert len(controller.book.view.players) == 4
    assert "“much” cannot be granted for a session" in players.list.text()
    joining.fixed.setFocus()
    press("Ctrl+A")
    type_words("3/2, -20")
    players.list.table.setFocus()
    players.list.table.select_cell(4, columns.LAST_NAME)
    press("F2", "Return")
    view = controller.book.view
    assert view.players[5].name == "Emil Ejemplo"
    assert view.state.joined == {5: 3}
    assert (view.settings.late_points, view.settings.late_fixed) == (GrantedPoints.FIXED, FixedPoints("3/2", -20))
    assert "1 player has no seat yet: draw session 3" in players.list.text()
    assert remark(players, 4).startswith("joins from session 3")
    assert not joining.rule.isVisible(), "it is asked once"
    controller.act(Undo())
    assert len(controller.book.view.players) == 4


def test_who_joined_late_and_has_no_seat_can_be_removed(players: PlayersPage, controller: EventController) -> None:
    type_player(players, "Emil", "Ejemplo")
    assert controller.book.view.state.joined == {5: 2}
    players.list.table.setFocus()
    players.list.table.select_cell(4, columns.LAST_NAME)
    press("Del")
    press("Return")
    assert 5 not in controller.book.view.players
    players.list.table.select_cell(0, columns.LAST_NAME)
    press("Del")
    assert "only players who joined late can be removed" in players.list.text()


def test_a_name_like_one_on_the_list_is_named(players: PlayersPage) -> None:
    type_player(players, "Benn", "Benson")
    assert "Benn Benson is new. Or are they 2 Ben Benson, who is on the list?" in players.list.text()


def test_a_session_that_begins_is_no_longer_offered(players: PlayersPage, controller: EventController) -> None:
    controller.act(StartSession(2))
    assert players.list.joining.session.currentData() == "3"
    controller.act(RecordTotals(2, 1, (60, 20, -20, -60)))
    controller.act(StartSession(3))
    assert players.list.joining.first is None
    assert not players.list.can_add(controller.book.view)


def test_four_of_them_have_a_table_of_their_own(
    players: PlayersPage, window: Window, controller: EventController, qtbot: QtBot
) -> None:
    for name in LATE[:3]:
        type_player(players, *name)
    window.show_page("draw")
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    changes = page.panel.changes
    qtbot.waitUntil(changes.isVisible)  # it is hidden while another thread measures the draw, after each change again
    press("Ctrl+Shift+A")
    assert changes.chosen == ADD_TABLE
    assert not changes.new_table.isEnabled()
    assert len(controller.book.view.sheets(2)) == 1
    controller.act(AddPlayers((Player(0, *LATE[3]),), first=2))
    qtbot.waitUntil(changes.isVisible)
    press("Ctrl+Shift+A")
    seating = controller.book.view.seating
    assert seating is not None
    assert seating.sessions == (TABLE, (*TABLE, (5, 6, 7, 8)), TABLE)
    qtbot.waitUntil(changes.isVisible)
    changes.session.setCurrentIndex(changes.session.findData("3"))
    press("Ctrl+Shift+A")
    seating = controller.book.view.seating
    assert seating is not None
    assert seating.sessions[2] == (*TABLE, (5, 6, 7, 8))
