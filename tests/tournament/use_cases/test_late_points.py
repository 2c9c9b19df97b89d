"""What players who join late are ranked with for the sessions before: counted by hand, and by the second count."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournament.use_cases.events import BY, codes, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Final, Seating
from tournament.event.settings import FixedPoints, GrantedPoints, Settings
from tournament.ledger.sanctions import Charge
from tournament.standings.teams import teams
from tournament.use_cases import Book, GivePenalty, RecordTotals, Refused, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    CancelSessions,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    CreateEvent,
    PublishDraw,
    RemovePlayer,
    ReplacePlayer,
    SeatSession,
)
from tournament.use_cases.results_state import results_state

ROUND = ((1, 2, 3, 4), (5, 6, 7, 8))
USUAL = (60, 20, -20, -60)
NO_POINTS = FixedPoints()
NOTHING, AVERAGE, FIXED = GrantedPoints.NOTHING, GrantedPoints.AVERAGE, GrantedPoints.FIXED


def drawn_event(rule: GrantedPoints, fixed: FixedPoints = NO_POINTS) -> Book:
    """Four sessions of the same two tables."""
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Cup", sessions=4, late_points=rule, late_fixed=fixed)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    carry_out(book, PublishDraw(Seating((ROUND,) * 4, "by hand", 0)), by=BY)
    return book


def late_event(rule: GrantedPoints, fixed: FixedPoints = NO_POINTS, *, teams: bool = False) -> Book:
    """Four sessions: eight players from the first on, and 9 to 12 at a table of their own from session 3 on."""
    book = drawn_event(rule, fixed)
    for session in (1, 2):
        play(book, session, USUAL, USUAL)
    late = [replace(each, team="Late" if teams else "") for each in players(4, 9)]
    carry_out(book, AddPlayers(tuple(late), first=3), by=BY)
    for session in (3, 4):
        carry_out(book, AddTable(session, (9, 10, 11, 12)), by=BY)
    return book


def play(book: Book, session: int, *tables: tuple[int, int, int, int], first: int = 1) -> None:
    """Record the totals of the tables from ``first`` on."""
    for table, totals in enumerate(tables, start=first):
        carry_out(book, RecordTotals(session, table, totals), by=BY)


def play_third(book: Book) -> None:
    play(book, 3, USUAL, USUAL, (31, 0, -11, -20))


def play_fourth(book: Book) -> None:
    """Player 9 has a penalty of 10 that nobody receives."""
    carry_out(book, GivePenalty(4, 3, Charge(0, points=10, reason="noise", to=())), by=BY)
    play(book, 4, USUAL, USUAL, (-20, 60, -20, -30))


def late_rows(book: Book, after: int | None = None) -> dict[int, tuple[str, int]]:
    rows = book.view.standings(after).rows
    return {row.player.number: (str(row.table_points), row.score) for row in rows if row.player.number > 8}


def granted(book: Book) -> list[int]:
    return sorted(row.player.number for row in book.view.standings().rows if row.granted)


def assert_counted_twice(book: Book) -> None:
    assert check_records([entry.record for entry in book.view.journal]).problems == ()


# 9: 4 and 3/2, 31 and -20 (-10 without the penalty): 11/4 and 21/2, which is 11, for each of two sessions.
# 10: 2 and 4, 0 and 60: 3 and 30. 11: 1 and 3/2, -11 and -20: 5/4 and -31/2, which is -16. 12: 0, -20 and -30: 0
# and -25.
IN_THE_END = {
    9: ("11", 11 + 22),
    10: ("12", 60 + 60),
    11: ("5", -31 - 32),
    12: ("0", -50 - 50),
}


def test_the_average_of_the_sessions_that_they_played():
    book = late_event(AVERAGE)
    play_third(book)
    assert late_rows(book) == {9: ("12", 93), 10: ("6", 0), 11: ("3", -33), 12: ("0", -60)}
    assert_counted_twice(book)
    play_fourth(book)
    assert late_rows(book) == IN_THE_END
    assert granted(book) == [9, 10, 11, 12]
    rows = {row.player.number: row for row in book.view.standings().rows}
    # 1 and 5: 16 table points and 240; 10: 12 and 120; 9: 11 and 33; 2 and 6: 8 and 80; 11: 5; 3 and 7: 4; 4, 8, 12: 0.
    assert [(row.rank, row.player.number) for row in book.view.standings().rows] == [
        (1, 1), (1, 5), (3, 10), (4, 9), (5, 2), (5, 6), (7, 11), (8, 3), (8, 7), (10, 12), (11, 4), (11, 8),
    ]  # fmt: skip
    first = rows[9].results[1]
    assert (first.table_points, first.score, first.granted, first.table) == (Fraction(11, 4), 11, True, 0)
    assert not rows[9].results[3].granted
    assert_counted_twice(book)


def test_places_are_compared_with_the_averages_of_the_session_before():
    book = late_event(AVERAGE)
    play_third(book)
    play_fourth(book)
    # After session 3: 1 and 5 (12, 180), 9 (12, 93), 2 and 6 (6, 60), 10 (6, 0), 11 (3, -33), 3 and 7 (3, -60), ...
    moved = {row.player.number: row.moved for row in book.view.standings().rows}
    assert {number: moved[number] for number in (1, 9, 2, 10, 11, 3)} == {1: 0, 9: -1, 2: -1, 10: 3, 11: 0, 3: 0}


def test_a_mean_that_is_no_part_of_three_hundred_stays_exact():
    """A third of 4 + 2 + 1, and of that a third for the session before: ninths."""
    book = drawn_event(AVERAGE)
    play(book, 1, USUAL, USUAL)
    carry_out(book, AddPlayers(tuple(players(4, 9)), first=2), by=BY)
    for session in (2, 3, 4):
        carry_out(book, AddTable(session, (9, 10, 11, 12)), by=BY)
    totals = ((30, -10, -10, -10), (-10, 30, -10, -10), (20, 20, 20, -60))
    for session, four in zip((2, 3, 4), totals, strict=True):
        play(book, session, USUAL, USUAL, four)
    # 9: 4 + 1 + 7/3 is 22/3, so 22/9; 40, so 13. 10: 1 + 4 + 7/3, the same. 11: 1 + 1 + 7/3 is 13/3, so 13/9; 0.
    # 12: 1 + 1 + 0, so 2/3; -80, so -27.
    assert late_rows(book) == {
        9: ("88/9", 53),
        10: ("88/9", 53),
        11: ("52/9", 0),
        12: ("8/3", -107),
    }
    assert_counted_twice(book)


def test_averages_are_provisional_until_the_last_session_is_final():
    book = late_event(AVERAGE)
    play_third(book)
    for table in (1, 2):
        assert book.view.sheet(3, table).closed is not None
    assert book.view.standings().provisional
    assert results_state(book.view).provisional
    assert book.view.standings(1).provisional is False, "nobody who joined late is ranked then"
    play(book, 4, USUAL, USUAL)
    assert book.view.standings(3).provisional
    play(book, 4, USUAL, first=3)
    assert not book.view.standings().provisional
    assert not results_state(book.view).provisional
    assert results_state(book.view).final


def test_fixed_points_for_each_session_before():
    book = late_event(FIXED, FixedPoints("3/2", -5))
    assert late_rows(book) == dict.fromkeys((9, 10, 11, 12), ("3", -10))
    play_third(book)
    play_fourth(book)
    assert late_rows(book) == {9: ("17/2", 1), 10: ("9", 50), 11: ("11/2", -41), 12: ("3", -60)}
    assert granted(book) == [9, 10, 11, 12]
    assert not book.view.standings(3).provisional
    assert_counted_twice(book)


def test_nothing_by_default():
    assert Settings("Cup").late_points is NOTHING
    book = late_event(NOTHING)
    play_third(book)
    play_fourth(book)
    assert late_rows(book) == {9: ("11/2", 11), 10: ("6", 60), 11: ("5/2", -31), 12: ("0", -50)}
    assert granted(book) == []
    assert_counted_twice(book)


def test_a_cancelled_session_is_not_missed():
    book = late_event(AVERAGE)
    play_third(book)
    play_fourth(book)
    carry_out(book, CancelSessions((2,), "the hall was closed"), by=BY)
    assert late_rows(book)[9] == ("33/4", 11 + 11)
    assert_counted_twice(book)
    carry_out(book, CancelSessions((4,), "the hall was closed"), by=BY)
    assert late_rows(book)[9] == ("8", 62)
    assert_counted_twice(book)


def test_they_are_ranked_from_the_session_before_theirs_on():
    book = late_event(FIXED, FixedPoints("1", 0))
    assert late_rows(book, 1) == {}
    assert late_rows(book, 2).keys() == {9, 10, 11, 12}


def test_who_has_no_seat_is_not_ranked():
    book = late_event(FIXED, FixedPoints("4", 100))
    carry_out(book, AddPlayers(tuple(players(1, 13)), first=4), by=BY)
    assert 13 not in late_rows(book)
    assert_counted_twice(book)
    carry_out(book, RemovePlayer(13), by=BY)
    assert 13 not in book.view.players
    with pytest.raises(Refused) as refused:
        carry_out(book, RemovePlayer(12), by=BY)
    assert codes(refused) == ["player-seated"]


def test_nothing_is_granted_to_who_left():
    book = late_event(FIXED, FixedPoints("2", 7))
    play_third(book)
    carry_out(book, ChangePlayerState(9, PlayerState.WITHDRAWN, 4), by=BY)
    standings = book.view.standings()
    [left] = standings.unranked
    assert (left.player.number, str(left.table_points), left.score) == (9, "4", 31)
    assert not left.results.keys() & {1, 2}
    assert_counted_twice(book)


def test_a_session_that_a_substitute_played_is_none_of_theirs():
    """9 wins 4 in session 3, and is absent in session 4: the mean is that of session 3 alone."""
    book = late_event(AVERAGE)
    play_third(book)
    nova = Player(0, "Nova", "Newcomer")
    carry_out(book, ReplacePlayer(9, nova, 4, case=SubstituteCase.ABSENT), by=BY)
    play_fourth(book)
    assert late_rows(book)[9] == ("12", 93)
    assert_counted_twice(book)


def test_points_before_a_final_from_zero_do_not_count_for_finalists():
    book = late_event(AVERAGE)
    play_third(book)
    carry_out(book, SeatSession(4, ((1, 5, 9, 2),), "straight", Final(4, (1, 5, 9, 2), carried=False)), by=BY)
    play(book, 4, (0, 10, 30, -40))
    # 9: 4 table points in session 3 and 4 in the final, so 4 and 61/2, which is 31, for each session missed: none
    # counts here.
    assert late_rows(book)[9] == ("4", 30)
    assert late_rows(book)[10] == ("6", 0), "who is not in the final keeps theirs"
    assert_counted_twice(book)


def test_granted_points_count_for_the_team():
    book = late_event(AVERAGE, teams=True)
    play_third(book)
    play_fourth(book)
    [late] = teams(book.view.standings(), book.view.settings)
    assert (str(late.table_points), late.score) == ("28", 33 + 120 - 63 - 100)


def test_a_substitute_who_plays_for_themselves_joins_then():
    """8 of eight leaves after session 1; Nova plays session 2 for 8, and from session 3 on for themselves."""
    book = drawn_event(AVERAGE)
    play(book, 1, USUAL, USUAL)
    carry_out(book, ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2, 4, case=SubstituteCase.ABSENT), by=BY)
    play(book, 2, USUAL, USUAL)
    carry_out(book, ChangePlayerState(9, PlayerState.PLAYING, 3), by=BY)
    assert book.view.state.joined == {9: 3}
    play(book, 3, USUAL, (-60, -20, 20, 60))
    # 4 and 60 in session 3: the same for sessions 1 and 2, since what they won for 8 is nobody's.
    assert late_rows(book) == {9: ("12", 180)}
    assert_counted_twice(book)


def test_the_rule_is_checked():
    book = late_event(NOTHING)
    settings = book.view.settings
    for text in ("1,5", "x", "1/0", "2/4", "", "1.5", "10000001"):
        with pytest.raises(Refused) as refused:
            carry_out(book, ChangeSettings(replace(settings, late_fixed=FixedPoints(text, 0))), by=BY)
        assert codes(refused) == ["granted-points"], text
    with pytest.raises(Refused):
        carry_out(book, ChangeSettings(replace(settings, late_fixed=FixedPoints("1", 10_000_001))), by=BY)
    fixed = replace(settings, late_points=FIXED, late_fixed=FixedPoints("-3/2", -20))
    carry_out(book, ChangeSettings(fixed), by=BY)
    assert late_rows(book)[9] == ("-3", -40)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rules", ["mcr", "hong-kong", "riichi-ema-2025", "zung-jung"])
@pytest.mark.parametrize("seed", range(12))
def test_the_second_count_agrees_of_any_event(rules: str, seed: int):
    """Players join at different sessions, with penalties, absences, departures, cancelled sessions and finals."""
    chance = Random(seed)
    sessions = chance.randint(3, 6)
    fixed = FixedPoints(chance.choice(("3/2", "-7/9", "5")), chance.randint(-50, 50))
    book = Book(FakeStore(), clock=noon)
    settings = Settings("Cup", rules, sessions, late_points=chance.choice((AVERAGE, AVERAGE, FIXED)), late_fixed=fixed)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    carry_out(book, PublishDraw(Seating((ROUND,) * sessions, "by hand", 0)), by=BY)
    for session in range(1, sessions + 1):
        if chance.random() < 0.7:
            first = book.view.state.last_number + 1
            carry_out(book, AddPlayers(tuple(players(4, first)), first=session), by=BY)
            for later in range(session, sessions + 1):
                carry_out(book, AddTable(later, (first, first + 1, first + 2, first + 3)), by=BY)
        play_by_chance(book, session, chance)
        played = [each for each in book.view.drawn_sessions if each <= session]
        if len(played) > 1 and chance.random() < 0.2:
            carry_out(book, CancelSessions((chance.choice(played),), "the hall closes"), by=BY)
        assert_counted_twice(book)
    assert any(row.granted for row in book.view.standings().rows) or not book.view.state.joined


def play_by_chance(book: Book, session: int, chance: Random) -> None:
    """Every table's totals, with penalties, a substitute and a departure here and there."""
    for table, seats in enumerate(book.view.seating.tables(session) if book.view.seating else (), start=1):
        if chance.random() < 0.1:
            nova = Player(0, f"Nova{session}", f"Newcomer{table}")
            case = chance.choice((None, *SubstituteCase))
            carry_out(book, ReplacePlayer(seats[chance.randrange(4)], nova, session, session, case=case), by=BY)
        riichi, lost = book.view.rules.id.startswith("riichi"), chance.choice((0, 10, 20))
        if lost:
            column = chance.randrange(4)
            charge = Charge(column, "chombo") if riichi else Charge(column, points=lost, reason="noise", to=())
            carry_out(book, GivePenalty(session, table, charge), by=BY)
        lost = 0 if riichi else lost
        a, b, c = (100 * chance.randint(-300, 300) for _ in range(3))
        carry_out(book, RecordTotals(session, table, (a, b, c, -a - b - c - lost)), by=BY, confirmed=True)


def test_closing_the_last_session_makes_averages_final():
    book = late_event(AVERAGE)
    play_third(book)
    play_fourth(book)
    for session in range(1, 5):
        carry_out(book, CloseSession(session), by=BY)
    assert not book.view.standings().provisional
