"""Each point of the checklist in words: how many names and tables a line has, and what is done or open."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, created, drawn
from tests.tournament.use_cases.events import players as people
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import PlayerState
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CloseSheet,
    Command,
    CorrectHand,
    OpenEvening,
    RecordHand,
    RecordTotals,
    SeatGame,
    carry_out,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    CreateEvent,
    NoteAttendance,
    PlanSessions,
    PublishDraw,
    StartSession,
    TypeTotals,
)
from tournament.use_cases.progress import (
    ChecklistPoint,
    PointPlace,
    asks_for_federation,
    checklist,
    good_to_have,
    open_count_text,
    open_points,
    open_points_text,
)

TOTALS = (30, -10, -10, -10)


def do(book: Book, *commands: Command) -> Book:
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    return book


def said(book: Book, place: PointPlace) -> list[tuple[bool, str, str]]:
    """Of each point that is settled there: whether it is done, its title and its line."""
    spoken = ENGLISH.with_words(book.view.words)
    points = [*checklist(book.view), *good_to_have(book.view)]
    return [(each.done, spoken.render(each.title), spoken.render(each.line)) for each in points if each.place is place]


def of_people(count: int, format: EventFormat = EventFormat.TOURNAMENT) -> Book:
    book = Book(FakeStore())
    sessions = 2 if format.is_drawn else 1
    carry_out(book, CreateEvent(Settings("Cup", sessions=sessions, format=format)), by=BY)
    if count:
        do(book, AddPlayers(tuple(people(count))))
    return book


@pytest.mark.parametrize(
    ("count", "point"),
    [
        (0, (False, "No players yet", "type them, or import a list")),
        (1, (False, "1 player, not a multiple of four", "3 more fill the tables")),
        (4, (True, "4 players, a multiple of four", "1 table")),
        (6, (False, "6 players, not a multiple of four", "2 more fill the tables, or some sit out")),
        (7, (False, "7 players, not a multiple of four", "1 more fills the tables, or some sit out")),
        (8, (True, "8 players, a multiple of four", "2 tables")),
    ],
)
def test_players_must_fill_the_tables_of_a_draw(count: int, point: tuple[bool, str, str]):
    assert said(of_people(count), PointPlace.PLAYERS)[0] == point


@pytest.mark.parametrize(
    ("count", "point"),
    [
        (0, (False, "No players yet", "a game needs four")),
        (1, (False, "1 player", "a game needs four")),
        (3, (False, "3 players", "a game needs four")),
        (4, (True, "4 players", "enough for a game")),
        (5, (True, "5 players", "enough for a game")),
    ],
)
def test_a_game_of_an_evening_needs_four(count: int, point: tuple[bool, str, str]):
    assert said(of_people(count, EventFormat.CLUB), PointPlace.PLAYERS)[0] == point


@pytest.mark.parametrize(
    ("absent", "point"),
    [
        (0, (True, "Everybody is checked in", "at the desk")),
        (1, (False, "1 player not checked in", "First1 Sample1")),
        (2, (False, "2 players not checked in", "First1 Sample1, First2 Sample2")),
        (3, (False, "3 players not checked in", "First1 Sample1, First2 Sample2, First3 Sample3")),
        (4, (False, "4 players not checked in", "First1 Sample1, First2 Sample2, First3 Sample3 and 1 more")),
        (8, (False, "8 players not checked in", "First1 Sample1, First2 Sample2, First3 Sample3 and 5 more")),
    ],
)
def test_up_to_three_names_are_in_a_line(absent: int, point: tuple[bool, str, str]):
    book = drawn()
    if absent < 8:
        do(book, NoteAttendance(tuple(range(absent + 1, 9)), present=True))
    assert said(book, PointPlace.PLAYERS)[0] == point


def large(tables: int) -> Book:
    """One session of so many tables, called."""
    book = of_people(4 * tables)
    seats = tuple((n, n + 1, n + 2, n + 3) for n in range(1, 4 * tables, 4))
    do(book, ChangeSettings(replace(book.view.settings, sessions=1)), PublishDraw(Seating((seats,), "by hand", 0)))
    return do(book, StartSession(1))


@pytest.mark.parametrize(
    ("tables", "line"),
    [
        (1, "table 1"),
        (2, "tables 1, 2"),
        (8, "tables 1, 2, 3, 4, 5, 6, 7, 8"),
        (9, "tables 1, 2, 3, 4, 5, 6, 7, 8…"),
        (12, "tables 1, 2, 3, 4, 5, 6, 7, 8…"),
    ],
)
def test_up_to_eight_tables_are_in_a_line(tables: int, line: str):
    assert said(large(tables), PointPlace.TABLES) == [(False, "Session 1 is not verified", line)]


def test_a_point_names_the_first_table_to_go_to():
    book = large(3)
    do(book, RecordTotals(1, 1, TOTALS))
    (point,) = (each for each in checklist(book.view) if each.place is PointPlace.TABLES)
    assert (point.session, point.table, point.differs) == (1, 2, False)
    do(book, RecordTotals(1, 2, TOTALS), RecordTotals(1, 3, TOTALS))
    assert said(book, PointPlace.TABLES) == [(True, "Session 1 is verified", "every table is signed")]
    do(book, CloseSession(1))
    assert said(book, PointPlace.TABLES) == []


def differing(*places: tuple[int, int]) -> Book:
    """Two sessions of four tables; at these places, session and table, other totals are typed than the hands have."""
    book = of_people(16)
    seats = tuple((n, n + 1, n + 2, n + 3) for n in range(1, 17, 4))
    do(book, PublishDraw(Seating((seats, seats), "by hand", 0)))
    for session, table in places:
        do(book, RecordHand(session, table, 1, Outcome(0, 1, 8)), TypeTotals(session, table, (1, 0, 0, -1)))
    return book


@pytest.mark.parametrize(
    ("places", "session", "text"),
    [
        ((), 1, None),
        (((1, 2),), 1, "table 2 differs"),
        (((1, 2), (1, 4)), 1, "tables 2, 4 differ"),
        (((1, 1), (1, 2), (1, 4)), 1, "tables 1, 2, 4 differ"),
        (((1, 1), (1, 2), (1, 3), (1, 4)), 1, "4 tables differ"),
        (((1, 2),), 2, "1 table differs"),
        (((1, 2), (2, 4)), 1, "2 tables differ"),
    ],
)
def test_the_status_bar_names_up_to_three_tables_of_its_session(
    places: tuple[tuple[int, int], ...], session: int, text: str | None
):
    points = open_points(differing(*places).view)
    whole = ENGLISH.render(open_points_text(points, session))
    counted = ENGLISH.render(open_count_text(len(points)))
    assert whole == (f"{counted}: {text}" if text else counted)
    assert [(each.session, each.table) for each in points if each.differs] == list(places)


@pytest.mark.parametrize(
    ("count", "text"), [(0, "Nothing is open"), (1, "1 point open"), (2, "2 points open"), (11, "11 points open")]
)
def test_open_points_are_counted(count: int, text: str):
    assert ENGLISH.render(open_count_text(count)) == text


def draw_points(book: Book) -> list[tuple[bool, str, str]]:
    return said(book, PointPlace.DRAW)


def test_the_points_of_a_draw():
    assert draw_points(of_people(8)) == [(False, "The draw is not published", "no draw yet")]
    book = drawn()
    assert draw_points(book) == [
        (True, "Every seat has its player", "2 tables"),
        (True, "The draw is published", "2 sessions"),
    ]
    do(book, ChangePlayerState(1, PlayerState.WITHDRAWN))
    assert draw_points(book)[0] == (False, "1 seat without a player", "First1 Sample1")
    do(book, ChangePlayerState(2, PlayerState.WITHDRAWN))
    assert draw_points(book)[0] == (False, "2 seats without a player", "First1 Sample1, First2 Sample2")
    late = do(drawn(), AddPlayers(tuple(people(1, 9)), first=1))
    assert draw_points(late)[1] == (False, "1 player has no seat in session 1", "First9 Sample9")
    more = do(drawn(), PlanSessions(3))
    for session in (1, 2):
        do(more, RecordTotals(session, 1, TOTALS), RecordTotals(session, 2, TOTALS), CloseSession(session))
    assert draw_points(more) == [(False, "Session 3 is not drawn", "draw it, or seat it by the standings")]


def test_a_verified_session_that_stays_open_while_the_next_is_played_is_a_point():
    book = drawn()
    do(book, RecordTotals(1, 1, TOTALS), RecordTotals(1, 2, TOTALS), RecordHand(2, 2, 1, Outcome(0, 1, 8)))
    assert said(book, PointPlace.TABLES) == [
        (False, "Session 1 is not closed", "every table is verified"),
        (False, "Session 2 is not verified", "tables 1, 2"),
    ]
    do(book, CloseSession(1))
    assert said(book, PointPlace.TABLES) == [(False, "Session 2 is not verified", "tables 1, 2")]


def test_a_session_with_a_table_that_differs_is_not_to_be_closed_and_an_evening_never_is():
    book = drawn()
    do(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), CloseSheet(1, 1, (32, -16, -8, -8)), RecordTotals(1, 2, TOTALS))
    do(book, CorrectHand(1, 1, 1, Outcome(0, 1, 9), "misread"), RecordHand(2, 1, 1, Outcome(0, 1, 8)))
    assert said(book, PointPlace.TABLES) == [
        (False, "Table 1 differs", "session 1"),
        (False, "Session 2 is not verified", "tables 1, 2"),
    ]
    league = of_people(8, EventFormat.LEAGUE)
    do(league, OpenEvening(), SeatGame(1, (1, 2, 3, 4)), RecordTotals(1, 1, TOTALS))
    assert said(league, PointPlace.TABLES) == [(True, "Evening 1 is verified", "every game is signed")]
    do(league, OpenEvening(), SeatGame(2, (1, 2, 3, 4)), RecordHand(2, 1, 1, Outcome(0, 1, 8)))
    assert said(league, PointPlace.TABLES) == [(False, "Evening 2 is not verified", "game 1")]


def test_what_is_good_to_have_is_named_until_it_is_there():
    book = of_people(2)
    settings = [(title, line) for _, title, line in said(book, PointPlace.SETTINGS)[1:]]
    heads = "it appears at the head of the papers"
    assert settings == [("No place", heads), ("No organiser", heads)]
    do(book, ChangeSettings(replace(book.view.settings, place="Lyon", organiser="Ada")))
    assert said(book, PointPlace.SETTINGS)[1:] == []
    federation = "only the federation asks for it"
    assert said(book, PointPlace.PLAYERS)[-2:] == [
        (False, "2 players without a country", federation),
        (False, "2 players without an EMA number", federation),
    ]
    do(book, AddPlayers((replace(people(1, 3)[0], country="FR", ema_number="04000001"),)))
    assert said(book, PointPlace.PLAYERS)[-2:] == [
        (False, "2 players without a country", federation),
        (False, "2 players without an EMA number", federation),
    ]
    assert asks_for_federation(created().view)
    assert not asks_for_federation(of_people(4, EventFormat.LEAGUE).view)


def test_only_what_play_waits_for_has_something_that_must_be_done_first():
    def then(book: Book) -> list[str]:
        points: tuple[ChecklistPoint, ...] = checklist(book.view)
        return [ENGLISH.render(each.then) for each in points if each.then is not None]

    assert then(of_people(0)) == ["add the players", "publish the draw"]
    assert then(of_people(5)) == ["fill the last table", "publish the draw"]
    assert then(of_people(8)) == ["publish the draw"]
    assert then(drawn()) == []
    assert then(of_people(3, EventFormat.CLUB)) == ["add the players"]
