"""The state of a player, by keys: its effect is shown before, and undo restores the earlier state."""

import shutil
from dataclasses import replace
from pathlib import Path

from tests.ui.desktop.pages.players.test_typing import draw
from tests.ui.desktop.pressing import focused, press, type_words
from tournament import use_cases
from tournament.event.player import PlayerState, PublicName
from tournament.use_cases.commands import ChangePlayer, Undo
from ui.desktop.controller import EventController
from ui.desktop.pages.players import table as columns
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.players.panels import NICKNAME, PUBLIC, STATE


def ask(page: PlayersPage, line: int) -> None:
    page.list.table.setFocus()
    page.list.table.select_cell(line, columns.FIRST_NAME)
    press("Ctrl+E")
    assert page.list.panels.state.isVisible()
    assert focused() is page.list.panels.state.form.choice(STATE)


def effect(page: PlayersPage) -> str:
    return page.list.panels.state.effect.text()


def remarks(page: PlayersPage, line: int) -> str:
    return str(page.list.table.model().index(line, columns.REMARKS).data() or "")


def test_who_leaves_is_set_by_keys_with_what_it_does_shown_before(
    players: PlayersPage, controller: EventController
) -> None:
    draw(controller)
    ask(players, 1)
    for _ in range(2):
        press("Down")
    assert "Ben Beispiel withdrew from session 1 on and is not ranked." in effect(players)
    assert "1 seat of Ben Beispiel is vacant: session 1, table 1." in effect(players)
    press("Return")
    assert not players.list.panels.state.isVisible()
    assert focused() is players.list.table
    status = controller.book.view.status(2)
    assert (status.state, status.first) == (PlayerState.WITHDRAWN, 1)
    assert remarks(players, 1).startswith("withdrawn")
    controller.act(Undo())
    assert controller.book.view.status(2).state is PlayerState.PLAYING
    assert not remarks(players, 1).startswith("withdrawn")


def test_nothing_typed_about_a_player_is_left_for_one_of_another_event(
    players: PlayersPage, controller: EventController, event_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.qv"
    shutil.copy(event_file, other)
    ask(players, 0)
    press("Down")
    controller.open(other)
    controller.navigation.page_wanted.emit("players")
    ask(players, 0)
    state = players.list.panels.state
    assert state.form.choice(STATE).currentData() == PlayerState.PLAYING.value


def test_a_substitute_is_named_in_the_same_step(players: PlayersPage, controller: EventController) -> None:
    draw(controller)
    ask(players, 0)
    for _ in range(2):
        press("Down")
    for _ in range(2):
        press("Tab")
    assert focused() is players.list.panels.state.substitute
    type_words("Nova Newcomer")
    press("Return")
    view = controller.book.view
    assert view.status(1).state is PlayerState.WITHDRAWN
    assert view.status(5).state is PlayerState.SUBSTITUTE
    assert view.seating is not None
    assert view.seating.seats(1, 1) == (5, 2, 3, 4)
    assert remarks(players, 4).startswith("substitute")
    press("Ctrl+Z")
    view = controller.book.view
    assert view.status(1).state is PlayerState.PLAYING, "it was one act"
    assert view.seating is not None
    assert view.seating.seats(1, 1) == (1, 2, 3, 4)


def test_two_players_with_one_nickname_are_refused(players: PlayersPage, controller: EventController) -> None:
    first = controller.book.view.players[1]
    controller.act(ChangePlayer(replace(first, public=PublicName.NICKNAME, nickname="Tiger")))
    ask(players, 1)
    panel = players.list.panels.state
    panel.form.choice(PUBLIC).setFocus()
    press("Down")
    panel.form.line(NICKNAME).setFocus()
    type_words("tiger")
    clash = f"The nickname “Tiger” of player 1 ({first.name}) is also a name of player 2 (Ben Beispiel): choose another"
    assert clash in panel.shown.text()
    press("Return")
    assert panel.isVisible()
    assert public(controller) is PublicName.NAME


def test_escape_leaves_everything_as_it_was(players: PlayersPage, controller: EventController) -> None:
    before = len(controller.book.view.journal)
    ask(players, 0)
    press("Down")
    press("Esc")
    assert not players.list.panels.state.isVisible()
    assert focused() is players.list.table
    assert len(controller.book.view.journal) == before


def test_what_cannot_be_is_said_and_does_nothing(players: PlayersPage, controller: EventController) -> None:
    draw(controller)
    controller.act(use_cases.RecordTotals(1, 1, (60, 20, -20, -60)))
    ask(players, 0)
    for _ in range(2):
        press("Down")
    assert "is already playing" in effect(players)
    before = len(controller.book.view.journal)
    press("Return")
    assert len(controller.book.view.journal) == before


def public(controller: EventController) -> PublicName:
    """How the second player is named in public."""
    return controller.book.view.players[2].public


def test_the_name_in_public_is_chosen_by_keys_and_shown_before(
    players: PlayersPage, controller: EventController
) -> None:
    ask(players, 1)
    panel = players.list.panels.state
    panel.form.choice(PUBLIC).setFocus()
    press("Down")
    assert panel.form.line(NICKNAME).isVisible()
    assert "has no nickname: enter one, or choose initials or the number." in panel.shown.text()
    press("Return")
    assert "has no nickname" in effect(players)
    assert public(controller) is PublicName.NAME
    panel.form.line(NICKNAME).setFocus()
    type_words("Ada Anything")
    assert "is also a name of player 1 (Ada Anything)" in panel.shown.text()
    panel.form.line(NICKNAME).clear()
    type_words("Tiger")
    assert "In public: Tiger" in panel.shown.text()
    press("Return")
    assert focused() is players.list.table
    player = controller.book.view.players[2]
    assert (player.name, player.public, player.nickname) == ("Ben Beispiel", PublicName.NICKNAME, "Tiger")
    assert controller.book.view.status(2).state is PlayerState.PLAYING
    ask(players, 1)
    panel.form.choice(PUBLIC).setFocus()
    press("Down")
    assert "In public: B. B." in panel.shown.text()
    assert not panel.form.line(NICKNAME).isVisible()
    press("Down")
    assert "In public: #2" in panel.shown.text()
    press("Return")
    assert public(controller) is PublicName.HIDDEN
    controller.act(Undo())
    assert public(controller) is PublicName.NICKNAME
