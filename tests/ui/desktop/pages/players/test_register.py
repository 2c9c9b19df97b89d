"""Comparing the players with a federation's list, in the real window, by keys."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from reports.federations.kept_register import kept_register
from tests.ui.desktop.pressing import press
from tournament.event.player import Player
from ui.desktop.controller import EventController
from ui.desktop.pages.players import page as players_page
from ui.desktop.pages.players.page import PlayersPage

LIST = "first_name,last_name,country,ema_number\nCleo,Chimera,GER,05000003\nBen,Beispiel,DE,05000002\n"


@pytest.fixture
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The list that the file dialog returns."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    path = tmp_path / "members.csv"
    path.write_text(LIST, encoding="utf-8")
    monkeypatch.setattr(players_page, "choose_table", lambda *_: path)
    return path


def compared(players: PlayersPage, qtbot: QtBot) -> list[tuple[int, str]]:
    press("Ctrl+G")
    qtbot.waitUntil(lambda: "register" in players.__dict__ and players.register.isVisible(), timeout=20000)
    model = players.register.table.rows_model
    return [(row.player.number, str(model.index(line, 2).data())) for line, row in enumerate(model.rows)]


def test_differences_are_shown_written_and_taken_back_by_keys(
    players: PlayersPage, controller: EventController, register: Path, qtbot: QtBot
) -> None:
    before = controller.book.view.players
    assert compared(players, qtbot) == [
        (3, "Country: – → DE, EMA number: – → 05000003"),
        (1, "not on the list"),
        (4, "not on the list"),
    ]
    assert controller.book.view.players == before
    players.register.save_list.setFocus()
    press("Space", "Ctrl+Return")
    assert controller.book.view.players[3] == Player(3, "Cleo", "Chimera", "DE", "05000003")
    assert players.list.isVisible()
    assert kept_register().complete(Player(0, "Ben", "Beispiel")).ema_number == "05000002"
    press("Ctrl+Z")
    assert controller.book.view.players == before


def test_esc_leaves_everything_as_it_was(
    players: PlayersPage, controller: EventController, register: Path, qtbot: QtBot
) -> None:
    before = controller.book.view.players
    compared(players, qtbot)
    press("Esc")
    assert players.list.isVisible()
    assert controller.book.view.players == before


def test_a_list_with_nobody_on_it_is_told(players: PlayersPage, register: Path, qtbot: QtBot) -> None:
    register.write_text("first_name,last_name\n", encoding="utf-8")
    press("Ctrl+G")
    qtbot.waitUntil(lambda: players.list.text() != "", timeout=20000)
    assert players.list.isVisible()
