"""Before play: the event, its players, its draw."""

from dataclasses import replace
from datetime import date

import pytest

from tests.tournament.use_cases.events import BY, SEATING, A, B, codes, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw import DrawProblem
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.use_cases import (
    Book,
    Refused,
    carry_out,
    numbered_players,
    plan_seating,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangeSettings,
    CreateEvent,
    PublishDraw,
    RemovePlayer,
    Undo,
)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(" "), ["name-empty"]),
        (Settings("Cup", sessions=0), ["sessions-range"]),
        (Settings("Cup", sessions=21), ["sessions-range"]),
        (Settings("Cup", minutes=0), ["minutes-range"]),
        (Settings("x" * 201), ["too-long"]),
        (Settings("Cup", rules="poker"), ["rules-unknown"]),
        (Settings("Cup", starts=date(2026, 6, 14), ends=date(2026, 6, 13)), ["dates-order"]),
        (Settings("", sessions=99, rules="poker"), ["name-empty", "sessions-range", "rules-unknown"]),
    ],
)
def test_settings_that_are_refused(settings, expected):
    store = FakeStore()
    with pytest.raises(Refused) as error:
        carry_out(Book(store), CreateEvent(settings), by=BY)
    assert codes(error) == expected
    assert store.records == []


@pytest.mark.parametrize("sessions", [1, 20])
def test_an_event_has_one_to_twenty_sessions(sessions):
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Cup", sessions=sessions)), by=BY)
    assert book.view.settings.sessions == sessions


def test_a_file_holds_one_event():
    with pytest.raises(Refused) as error:
        carry_out(created(), CreateEvent(Settings("Another")), by=BY)
    assert codes(error) == ["event-exists"]


def test_players_are_numbered_in_the_order_of_import():
    book = created()
    carry_out(book, AddPlayers(tuple(players(3))), by=BY)
    carry_out(book, AddPlayers(tuple(players(2, first=7))), by=BY)
    assert [(number, player.first_name) for number, player in book.view.players.items()] == [
        (1, "First1"), (2, "First2"), (3, "First3"), (4, "First7"), (5, "First8"),
    ]  # fmt: skip


def test_a_number_is_never_given_twice():
    book = created()
    carry_out(book, AddPlayers(tuple(players(3))), by=BY)
    carry_out(book, RemovePlayer(3), by=BY)
    carry_out(book, AddPlayers(tuple(players(1, first=9))), by=BY)
    assert list(book.view.players) == [1, 2, 4]


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ([], ["players-missing"]),
        ([Player(0, "", "Sample")], ["name-empty"]),
        ([Player(0, "Ada", "Sample"), Player(0, "Ada", "Sample")], ["player-twice"]),
        ([Player(0, "First1", "Sample1")], ["player-twice"]),
        (
            [Player(0, "Ada", "Sample", ema_number="04000001"), Player(0, "Bea", "Sample", ema_number="04000001")],
            ["ema-number-twice"],
        ),
    ],
)
def test_players_are_added_all_or_none(new, expected):
    book = created()
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, AddPlayers(tuple(new)), by=BY)
    assert codes(error) == expected
    with pytest.raises(Refused) as error:
        numbered_players(book.view, new)
    assert codes(error) == expected
    assert len(book.view.players) == 4


def test_the_list_is_closed_once_the_draw_is_published():
    book = drawn()
    for action in (
        lambda: carry_out(book, AddPlayers(tuple(players(4, first=20))), by=BY),
        lambda: carry_out(book, RemovePlayer(1), by=BY),
    ):
        with pytest.raises(Refused) as error:
            action()
        assert codes(error) == ["drawn"]
    carry_out(book, Undo(), by=BY)
    carry_out(book, AddPlayers(tuple(players(4, first=20))), by=BY)
    assert len(book.view.players) == 12


def test_a_player_may_be_written_anew_at_any_time():
    book = drawn()
    carry_out(book, ChangePlayer(replace(book.view.players[3], last_name="Żółć", ema_number="00000001")), by=BY)
    assert book.view.players[3].name == "First3 Żółć"
    assert book.view.players[3].ema_number == "00000001"
    with pytest.raises(Refused) as error:
        carry_out(book, ChangePlayer(replace(book.view.players[3], number=99)), by=BY)
    assert codes(error) == ["player-unknown"]


@pytest.mark.parametrize(("count", "missing"), [(5, 3), (6, 2), (7, 1)])
def test_a_draw_says_how_many_substitutes_are_missing(count, missing):
    book = created()
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    with pytest.raises(DrawProblem) as problem:
        plan_seating(book.view, seed=1)
    values = dict(problem.value.message.values)
    assert (values["players"], values["count"]) == (count, missing)


def test_a_draw_seats_everybody_by_event_number_once_a_session():
    book = created()
    carry_out(book, AddPlayers(tuple(players(17))), by=BY)
    carry_out(book, RemovePlayer(4), by=BY)
    seating = plan_seating(book.view, seed=1)
    for tables in seating.sessions:
        assert sorted(number for seats in tables for number in seats) == [1, 2, 3, *range(5, 18)]
    assert plan_seating(book.view, seed=1) == seating


def test_the_draw_and_the_rules_stand_once_play_has_begun():
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, PublishDraw(SEATING), by=BY)
    assert codes(error) == ["play-begun"]
    with pytest.raises(Refused) as error:
        plan_seating(book.view)
    assert codes(error) == ["play-begun"]
    with pytest.raises(Refused) as error:
        carry_out(book, ChangeSettings(replace(book.view.settings, rules="blank", sessions=3)), by=BY)
    assert codes(error) == ["play-begun", "drawn"]
    carry_out(book, ChangeSettings(replace(book.view.settings, name="Spring Cup", minutes=90)), by=BY)
    assert book.view.settings.name == "Spring Cup"


def test_a_hand_recorded_by_mistake_and_undone_leaves_the_draw_free():
    book = created()
    carry_out(book, AddPlayers(tuple(players(16))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    win(book, 1, A, B, 8)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    assert book.view.seating is None
    carry_out(book, PublishDraw(plan_seating(book.view, seed=2)), by=BY)
    win(book, 1, A, B, 8)
    assert book.view.sheet(1, 1).played == 1
    assert book.view.begun
