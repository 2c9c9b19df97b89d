"""The version of a draw: one number for each seating that a session had, whatever was undone meanwhile."""

from datetime import date

from tests.tournament.use_cases.events import BY, SEATING, drawn, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, SubstituteCase
from tournament.event.settings import Settings
from tournament.use_cases import (
    Book,
    ReseatGame,
    SeatGame,
    carry_out,
    plan_rest,
)
from tournament.use_cases.commands import (
    AddPlayers,
    CreateEvent,
    MergePlayers,
    PublishDraw,
    Redo,
    RedrawSessions,
    ReplacePlayer,
    SwapPlayers,
    Undo,
)

NOVA = Player(0, "Nova", "Newcomer")


def versions(book: Book) -> list[int]:
    return [book.view.seat_versions.of(session, 1) for session in book.view.drawn_sessions]


def test_each_change_of_who_sits_where_is_a_version_of_its_session() -> None:
    book = drawn()
    assert versions(book) == [1, 1]
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY)
    assert versions(book) == [1, 2]
    carry_out(book, ReplacePlayer(8, NOVA, 1, case=SubstituteCase.ABSENT), by=BY)
    assert versions(book) == [2, 3]
    carry_out(book, RedrawSessions(plan_rest(book.view, 2, seed=3), 2), by=BY)
    assert versions(book) == [2, 4]
    assert book.view.seat_versions.seats(2, 2, 1) == (1, 6, 3, 8)
    assert book.view.seat_versions.seats(2, 2, 2) == (5, 6, 3, 8)
    assert book.view.seat_versions.seats(2, 2, 3) == (5, 6, 3, 9)
    assert book.view.seat_versions.seats(2, 2, 5) is None
    assert book.view.seat_versions.seats(2, 9, 1) is None


def test_a_number_taken_back_is_never_given_to_another_seating() -> None:
    book = drawn()
    carry_out(book, SwapPlayers(1, 5, (1,)), by=BY)
    carry_out(book, Undo(), by=BY)
    assert versions(book) == [1, 1]
    carry_out(book, SwapPlayers(1, 6, (1,)), by=BY)
    assert versions(book) == [3, 1]
    carry_out(book, Undo(), by=BY)
    carry_out(book, Redo(), by=BY)
    assert versions(book) == [3, 1]
    carry_out(book, SwapPlayers(1, 6, (1,)), by=BY)
    assert versions(book) == [1, 1], "papers of the first are right again"


def test_published_again_before_play_the_same_seats_keep_their_number() -> None:
    book = drawn()
    carry_out(book, PublishDraw(SEATING), by=BY)
    assert versions(book) == [1, 1]
    carry_out(book, PublishDraw(SEATING.renamed({1: 2, 2: 1}, (1, 2))), by=BY)
    assert versions(book) == [2, 2]
    assert [book.view.at(entries).seat_versions.of(1, 1) for entries in (3, 4, 5)] == [1, 1, 2]


def test_a_merged_player_keeps_the_seat() -> None:
    book = drawn()
    carry_out(book, ReplacePlayer(8, NOVA, 2), by=BY)
    assert versions(book) == [1, 2]
    carry_out(book, MergePlayers(8, 9), by=BY)
    assert versions(book) == [1, 1]
    assert book.view.seat_versions.seats(2, 2, 2) == book.view.seat_versions.seats(2, 2, 1) == (1, 6, 3, 8)
    carry_out(book, Undo(), by=BY)
    assert versions(book) == [1, 2]
    assert book.view.seat_versions.seats(2, 2, 2) == (1, 6, 3, 9)


def test_without_a_draw_each_game_has_its_own() -> None:
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Club", format=EventFormat.CLUB, starts=date(2026, 6, 13))), by=BY)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, SeatGame(1, (5, 6, 7, 8)), by=BY)
    carry_out(book, ReseatGame(1, 2, (5, 6, 7, 9)), by=BY)
    assert [book.view.seat_versions.of(1, game) for game in (1, 2)] == [1, 2]
    assert book.view.seat_versions.seats(1, 2, 1) == (5, 6, 7, 8)
    assert book.view.seat_versions.seats(1, 1, 2) is None
