"""Club evenings and leagues: which games can be opened, changed and removed, and who sits down by lot."""

from collections import Counter
from datetime import date

import pytest

from tests.tournament.use_cases.events import BY, codes, drawn, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.problem import Gravity
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, CloseSheet, Command, RecordHand, RecordTotals, Refused, anybody_seated, carry_out
from tournament.use_cases.club import (
    evening_ranking,
    free_players,
    game_of,
    games_by_lot,
    games_in_play,
    money_of,
    next_game,
    plan_game,
    season_courses,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangeEvening,
    CloseSession,
    CreateEvent,
    NoteAttendance,
    OpenEvening,
    ReseatGame,
    SeatGame,
    TakeBackGame,
)

DAY, OTHER_DAY = date(2026, 3, 6), date(2026, 3, 13)
TOTALS = (60, 20, -20, -60)


def evenings(format: EventFormat = EventFormat.LEAGUE, count: int = 12) -> Book:
    """A club or a league of so many players, without an evening that somebody opened."""
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Friday", sessions=1, format=format)), by=BY)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    return book


def do(book: Book, *commands: Command) -> Book:
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    return book


@pytest.fixture
def league() -> Book:
    """The first evening of a league, with 1 to 4 at game 1 and 5 to 8 at game 2."""
    opened = OpenEvening(DAY, " Café ")
    return do(evenings(), opened, SeatGame(1, (1, 2, 3, 4), " Red "), SeatGame(None, (5, 6, 7, 8)))


def found(book: Book, command: Command) -> list[tuple[str, str]]:
    """The code and the text of each problem that planning ``command`` finds, or that it is refused with."""
    try:
        problems = plan_game(book.view, command).problems  # type: ignore[arg-type]
    except Refused as refused:
        problems = refused.problems
    spoken = ENGLISH.with_words(book.view.words)
    return [(each.code, spoken.render(each.text)) for each in problems]


def found_codes(book: Book, command: Command) -> list[str]:
    return [code for code, _ in found(book, command)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (SeatGame(1, (9, 10, 11, 12)), []),
        (SeatGame(1, (9, 10, 11, 12), table=3), []),
        (SeatGame(1, (9, 10, 11, 12), table=2), ["game-number"]),
        (SeatGame(1, (9, 10, 11, 12), table=4), ["game-number"]),
        (SeatGame(1, (8, 10, 11, 12)), ["player-in-play"]),
        (SeatGame(1, (1, 5, 11, 12)), ["player-in-play"] * 2),
        (SeatGame(1, (9, 9, 11, 12)), ["player-twice"]),
        (SeatGame(1, (9, 13, 0, 12)), ["player-unknown"] * 2),
        (SeatGame(0, (9, 10, 11, 12)), ["session-unknown"]),
        (SeatGame(2, (9, 10, 11, 12)), ["session-unknown"]),
        (SeatGame(1, (9, 10, 11, 12), "Red"), ["table-in-play"]),
        (SeatGame(1, (9, 10, 11, 12), "Blue"), []),
        (SeatGame(1, (9, 10, 11, 12), "n" * 40), []),
        (SeatGame(1, (9, 10, 11, 12), f" {'n' * 40} "), []),
        (SeatGame(1, (9, 10, 11, 12), "n" * 41), ["too-long"]),
        (SeatGame(1, (9, 10, 11, 12), "a\x07b"), ["control-character"]),
        (ReseatGame(1, 1, (1, 2, 3, 4), "Red"), ["nothing-changes"]),
        (ReseatGame(1, 1, (1, 2, 3, 4), " Red "), ["nothing-changes"]),
        (ReseatGame(1, 1, (1, 2, 3, 4)), []),
        (ReseatGame(1, 1, (2, 1, 3, 4), "Red"), []),
        (ReseatGame(1, 2, (5, 6, 7, 8)), ["nothing-changes"]),
        (ReseatGame(1, 2, (5, 6, 7, 8), "Red"), ["table-in-play"]),
        (ReseatGame(1, 1, (1, 2, 3, 12), "Red"), []),
        (ReseatGame(1, 1, (1, 2, 3, 5), "Red"), ["player-in-play"]),
        (ReseatGame(1, 3, (1, 2, 3, 4)), ["table-unknown"]),
        (TakeBackGame(1, 1), []),
        (TakeBackGame(1, 3), ["table-unknown"]),
        (OpenEvening(), []),
        (OpenEvening(OTHER_DAY), []),
        (OpenEvening(DAY), ["day-twice"]),
        (OpenEvening(OTHER_DAY, "n" * 200), []),
        (OpenEvening(OTHER_DAY, "n" * 201), ["too-long"]),
        (OpenEvening(OTHER_DAY, "a\nb"), ["control-character"]),
        (ChangeEvening(1, DAY, "Café"), ["nothing-changes"]),
        (ChangeEvening(1, DAY, " Café "), ["nothing-changes"]),
        (ChangeEvening(1, DAY, "Club"), []),
        (ChangeEvening(1, None, "Café"), []),
        (ChangeEvening(1, OTHER_DAY, "Café"), []),
        (ChangeEvening(2, OTHER_DAY), ["session-unknown"]),
    ],
)
def test_what_an_organiser_can_do_and_what_is_said_of_the_rest(league: Book, command: Command, expected: list[str]):
    assert found_codes(league, command) == expected


def test_what_is_only_asked_about_can_be_confirmed(league: Book):
    for command in (OpenEvening(DAY), SeatGame(1, (9, 10, 11, 12), "Red")):
        with pytest.raises(Refused) as refused:
            carry_out(league, command, by=BY)
        assert [each.gravity for each in refused.value.problems] == [Gravity.ASKS]
        assert carry_out(league, command, by=BY, confirmed=True).entries


def test_a_game_that_has_begun_needs_a_reason_and_one_that_is_signed_stays_as_it_is(league: Book):
    other = ReseatGame(1, 1, (1, 2, 3, 12), "Red")
    do(league, RecordHand(1, 1, 1, Outcome(0, 1, 8)))
    assert found(league, TakeBackGame(1, 1)) == [
        (
            "table-begun",
            "Game 1 of evening 1 has begun and cannot be removed: change its players, or sign it as it is.",
        )
    ]
    assert found(league, other) == [
        ("reason-missing", "Game 1 has begun: give a reason for changing the players on its sheet.")
    ]
    assert found_codes(league, replace_reason(other, "  ")) == ["reason-missing"]
    assert found_codes(league, replace_reason(other, "wrong four")) == []
    assert found_codes(league, ReseatGame(1, 1, (1, 2, 3, 4), "Blue")) == [], "only the table in the room"
    do(league, CloseSheet(1, 1))
    assert found_codes(league, replace_reason(other, "wrong four")) == ["sheet-closed"]
    assert found_codes(league, ReseatGame(1, 1, (1, 2, 3, 4), "Blue")) == []
    assert found_codes(league, SeatGame(1, (1, 2, 3, 4), "Red")) == [], "the game at this table is over"


def replace_reason(command: ReseatGame, reason: str) -> ReseatGame:
    return ReseatGame(command.session, command.table, command.players, command.table_name, reason)


def test_a_closed_evening_takes_no_game_and_may_get_another_place(league: Book):
    do(league, CloseSession(1, "late"))
    for command in (SeatGame(1, (9, 10, 11, 12)), TakeBackGame(1, 1), ReseatGame(1, 1, (1, 2, 3, 12))):
        assert found_codes(league, command) == ["session-closed"]
    assert found_codes(league, ChangeEvening(1, OTHER_DAY, "Club")) == []
    assert found_codes(league, OpenEvening(OTHER_DAY)) == []


def test_a_tournament_has_no_evenings_and_a_club_evening_is_the_only_one():
    for command in (OpenEvening(), ChangeEvening(1), SeatGame(1, (1, 2, 3, 4)), TakeBackGame(1, 1)):
        assert found_codes(drawn(), command) == ["format-drawn"]
    club = evenings(EventFormat.CLUB)
    assert found_codes(club, OpenEvening()) == ["format-one-evening"]
    assert found_codes(club, ChangeEvening(1)) == ["format-one-evening"]
    assert found_codes(club, SeatGame(1, (1, 2, 3, 4))) == []
    assert found_codes(evenings(), SeatGame(None, (1, 2, 3, 4))) == ["evening-missing"]
    assert found_codes(evenings(), ChangeEvening(1)) == ["evening-missing"]


def test_a_league_has_at_most_an_evening_for_each_day_of_a_year(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournament.use_cases.club.MOST_EVENINGS", 3)
    book = do(evenings(), OpenEvening(), OpenEvening())
    assert found_codes(book, OpenEvening()) == []
    do(book, OpenEvening())
    assert found(book, OpenEvening()) == [("evenings-range", "A league has at most 3 evenings: start a new season.")]


def test_who_is_in_a_game_and_who_is_free(league: Book):
    view = league.view
    assert [sheet.table for sheet in games_in_play(view, 1)] == [1, 2]
    assert next_game(view, 1) == 3
    assert free_players(view, 1) == (), "nobody has checked in"
    do(league, NoteAttendance((1, 9, 10), present=True))
    assert [player.number for player in free_players(league.view, 1)] == [9, 10]
    game = game_of(league.view, 1, 6)
    assert game is not None
    assert game.table == 2
    assert game_of(league.view, 1, 9) is None
    do(league, RecordTotals(1, 1, TOTALS))
    assert [sheet.table for sheet in games_in_play(league.view, 1)] == [2]
    assert [player.number for player in free_players(league.view, 1)] == [1, 2, 3, 4, 9, 10], "so have all who sat down"
    assert next_game(evenings().view, 1) == 1


def seated_by_lot(book: Book, seed: int = 1) -> list[tuple[int, ...]]:
    return [each.players for each in games_by_lot(book.view, seed=seed) if isinstance(each, SeatGame)]


@pytest.mark.parametrize(("count", "games"), [(4, 1), (5, 1), (7, 1), (8, 2), (11, 2), (12, 3)])
def test_all_who_are_free_are_seated_by_lot_except_up_to_three(count: int, games: int):
    book = evenings(count=count)
    first, *others = games_by_lot(book.view, seed=1)
    assert first == OpenEvening()
    assert len(others) == games
    numbers = [number for players in seated_by_lot(book) for number in players]
    assert len(numbers) == 4 * games
    assert max(Counter(numbers).values()) == 1
    assert set(numbers) <= set(range(1, count + 1))
    assert len({tuple(seated_by_lot(book, seed)) for seed in range(5)}) > 1, "another lot"
    assert seated_by_lot(book, 3) == seated_by_lot(book, 3)
    do(book, first, *others)
    assert [sheet.players for sheet in book.view.sheets(1)] == seated_by_lot(evenings(count=count))


@pytest.mark.parametrize(("count", "told"), [(1, "1 player is free; "), (3, "3 players are free; ")])
def test_three_are_too_few_for_a_game(count: int, told: str):
    with pytest.raises(Refused) as refused:
        games_by_lot(evenings(count=count).view, seed=1)
    assert ENGLISH.render(refused.value.problems[0].text) == f"{told}a game needs four."


def test_who_has_played_less_this_evening_sits_down_first(league: Book):
    """1 to 4 have played a game, 5 to 8 are playing, 9 to 12 have not played: only these four have played none."""
    do(league, RecordTotals(1, 1, TOTALS))
    for seed in range(5):
        both = seated_by_lot(league, seed)
        assert {number for players in both for number in players} == {1, 2, 3, 4, 9, 10, 11, 12}
    do(league, NoteAttendance((1, 2, 9, 10, 11), present=True))
    for seed in range(10):
        ((*four,),) = seated_by_lot(league, seed)
        assert {9, 10, 11} < set(four) < {1, 2, 3, 4, 9, 10, 11}
    do(league, NoteAttendance((1, 2, 9, 10, 11), present=False))
    with pytest.raises(Refused) as refused:
        games_by_lot(league.view, seed=1)
    assert codes(refused) == ["too-few-free"], "those who checked in have all left"
    do(league, OpenEvening())
    assert len(seated_by_lot(league)) == 3, "on a new evening nobody has checked in yet"


def test_a_tournament_is_not_seated_by_lot():
    with pytest.raises(Refused) as refused:
        games_by_lot(drawn().view, seed=1)
    assert codes(refused) == ["format-drawn"]


def test_the_ranking_and_the_courses_are_of_the_evenings_asked_for(league: Book):
    do(league, RecordTotals(1, 1, TOTALS), RecordTotals(1, 2, TOTALS))
    do(league, OpenEvening(), SeatGame(2, (4, 3, 2, 1)), RecordTotals(2, 1, TOTALS))
    ranked = [
        {row.player.number for row in evening_ranking(league.view, evening).rows if row.rank is not None}
        for evening in (1, 2)
    ]
    assert ranked == [set(range(1, 9)), {1, 2, 3, 4}]
    assert not any(row.rank for row in evening_ranking(evenings().view, 0).rows)
    assert [len(season_courses(league.view, after).get(1, ())) for after in (0, 1, 2, None)] == [0, 1, 2, 2]
    assert [len(season_courses(league.view, after).get(5, ())) for after in (1, None)] == [1, 1]


def test_without_money_nobody_owes_anything(league: Book):
    with pytest.raises(Refused):
        money_of(league.view, (1,))


def test_somebody_is_seated_once_a_game_is_open():
    book = evenings()
    assert not anybody_seated(book.view)
    do(book, OpenEvening())
    assert not anybody_seated(book.view)
    do(book, SeatGame(1, (1, 2, 3, 4)))
    assert anybody_seated(book.view)
