"""Merging a person who is on the list twice, by keys: the effect is shown before, and undo restores both."""

import pytest

from tests.ui.desktop.pages.players.test_typing import draw
from tests.ui.desktop.pressing import focused, press, type_words
from tournament.event.player import Player
from tournament.ledger.facts import PlayersMerged
from tournament.use_cases.commands import AddPlayers, NoteAttendance
from ui.desktop.controller import EventController
from ui.desktop.pages.players import table as columns
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.players.panels import STAYS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")  # a list that drops down


def ask(page: PlayersPage, line: int) -> None:
    page.list.table.setFocus()
    page.list.table.select_cell(line, columns.FIRST_NAME)
    press("Ctrl+M")
    assert page.list.panels.merger.isVisible()
    assert not page.list.panels.overview.isVisible()
    assert focused() is page.list.panels.merger.other


def effect(page: PlayersPage) -> str:
    return page.list.panels.merger.effect.text()


def add_double(controller: EventController) -> None:
    """Add Ben again as number 5, with the EMA number that Cleo lacks, and checked in."""
    double = Player(0, "Benno", "Beispiel", "DE", "", "Bambus")
    controller.act(AddPlayers((double,)))
    controller.act(NoteAttendance((5,)))


def test_two_become_one_by_keys_with_what_goes_over_shown_before(
    players: PlayersPage, controller: EventController
) -> None:
    add_double(controller)
    draw(controller)
    before = controller.book.view
    ask(players, 4)
    assert "Type the other entry of the same person" in effect(players)
    type_words("ben beispiel")
    assert players.list.panels.merger.form.choice(STAYS).currentText() == "2 Ben Beispiel"
    assert "5 Benno Beispiel becomes 2 Ben Beispiel." in effect(players)
    assert "5 Benno Beispiel has no seat yet: only their line in the list is removed." in effect(players)
    assert "First name is dropped: Benno; Ben stays." in effect(players)
    assert "Club is dropped: Bambus; Drachentor stays." in effect(players)
    assert "Ben Beispiel is checked in." in effect(players)
    press("Tab", "Tab")
    type_words("two lists")
    assert len(controller.book.view.journal) == len(before.journal)
    press("Return")
    assert not players.list.panels.merger.isVisible()
    assert focused() is players.list.table
    view = controller.book.view
    assert sorted(view.players) == [1, 2, 3, 4]
    assert 2 in view.state.present
    fact = view.journal[len(view.journal) - 1].fact
    assert isinstance(fact, PlayersMerged)
    assert (fact.other, fact.reason) == (5, "two lists")
    press("Ctrl+Z")
    assert controller.book.view.players == before.players


def test_the_other_one_stays_with_the_seats_of_both(players: PlayersPage, controller: EventController) -> None:
    add_double(controller)
    draw(controller)
    ask(players, 1)
    type_words("5")
    press("Tab", "Down")
    assert "2 Ben Beispiel becomes 5 Benno Beispiel." in effect(players)
    assert "1 seat is transferred with its result: session 1, table 1." in effect(players)
    assert "EMA number is kept: 05000002." in effect(players)
    press("Return")
    view = controller.book.view
    assert sorted(view.players) == [1, 3, 4, 5]
    assert view.seating is not None
    assert view.seating.seats(1, 1) == (1, 5, 3, 4)


def test_what_cannot_be_is_said_and_does_nothing(players: PlayersPage, controller: EventController) -> None:
    draw(controller)
    before = len(controller.book.view.journal)
    ask(players, 0)
    for typed, said in (
        ("2", "Ada Anything and Ben Beispiel both have a seat in session 1: they are two people."),
        ("1", "Name two players to merge."),
        ("9", "There is no player 9"),
        ("Nobody Known", "There is no “Nobody Known” on the list"),
    ):
        players.list.panels.merger.other.clear()
        type_words(typed)
        assert said in effect(players), typed
        press("Return")
        assert len(controller.book.view.journal) == before, typed
    press("Esc")
    assert not players.list.panels.merger.isVisible()
    assert players.list.panels.overview.isVisible()
    assert focused() is players.list.table
