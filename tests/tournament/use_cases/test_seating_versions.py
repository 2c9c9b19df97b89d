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
    add_players,
    carry_out,
    create_event,
    merge_players,
    plan_rest,
    publish_draw,
    redo,
    redraw_sessions,
    replace_player,
    swap_players,
    undo,
)

NOVA = Player(0, "Nova", "Newcomer")


def versions(book: Book) -> list[int]:
    return [book.view.seats_version(session, 1) for session in book.view.drawn_sessions]


def test_each_change_of_who_sits_where_is_a_version_of_its_session() -> None:
    book = drawn()
    assert versions(book) == [1, 1]
    swap_players(book, 1, 5, sessions=(2,), by=BY)
    assert versions(book) == [1, 2]
    replace_player(book, 8, NOVA, first=1, case=SubstituteCase.ABSENT, by=BY)
    assert versions(book) == [2, 3]
    redraw_sessions(book, plan_rest(book.view, 2, seed=3), 2, by=BY)
    assert versions(book) == [2, 4]
    assert book.view.seats_of_version(2, 2, 1) == (1, 6, 3, 8)
    assert book.view.seats_of_version(2, 2, 2) == (5, 6, 3, 8)
    assert book.view.seats_of_version(2, 2, 3) == (5, 6, 3, 9)
    assert book.view.seats_of_version(2, 2, 5) is None
    assert book.view.seats_of_version(2, 9, 1) is None


def test_a_number_taken_back_is_never_given_to_another_seating() -> None:
    book = drawn()
    swap_players(book, 1, 5, sessions=(1,), by=BY)
    undo(book, by=BY)
    assert versions(book) == [1, 1]
    swap_players(book, 1, 6, sessions=(1,), by=BY)
    assert versions(book) == [3, 1]
    undo(book, by=BY)
    redo(book, by=BY)
    assert versions(book) == [3, 1]
    swap_players(book, 1, 6, sessions=(1,), by=BY)
    assert versions(book) == [1, 1], "papers of the first are right again"


def test_published_again_before_play_the_same_seats_keep_their_number() -> None:
    book = drawn()
    publish_draw(book, SEATING, by=BY)
    assert versions(book) == [1, 1]
    publish_draw(book, SEATING.renamed({1: 2, 2: 1}, (1, 2)), by=BY)
    assert versions(book) == [2, 2]
    assert [book.view.at(entries).seats_version(1, 1) for entries in (3, 4, 5)] == [1, 1, 2]


def test_who_was_on_the_list_twice_sits_where_he_sat() -> None:
    book = drawn()
    replace_player(book, 8, NOVA, first=2, by=BY)
    assert versions(book) == [1, 2]
    merge_players(book, 8, 9, by=BY)
    assert versions(book) == [1, 1]
    assert book.view.seats_of_version(2, 2, 2) == book.view.seats_of_version(2, 2, 1) == (1, 6, 3, 8)
    undo(book, by=BY)
    assert versions(book) == [1, 2]
    assert book.view.seats_of_version(2, 2, 2) == (1, 6, 3, 9)


def test_without_a_draw_each_game_has_its_own() -> None:
    book = Book(FakeStore(), clock=noon)
    create_event(book, Settings("Club", format=EventFormat.CLUB, starts=date(2026, 6, 13)), by=BY)
    add_players(book, players(9), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, SeatGame(1, (5, 6, 7, 8)), by=BY)
    carry_out(book, ReseatGame(1, 2, (5, 6, 7, 9)), by=BY)
    assert [book.view.seats_version(1, game) for game in (1, 2)] == [1, 2]
    assert book.view.seats_of_version(1, 2, 1) == (5, 6, 7, 8)
    assert book.view.seats_of_version(1, 1, 2) is None
