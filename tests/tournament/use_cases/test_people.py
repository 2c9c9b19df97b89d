"""Who gets what when somebody else plays: RULES of the EMA, "Substitutes", case by case, counted twice."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournament.use_cases.events import BY, SEATING, A, B, codes, created, drawn, players, seating_of, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw import DrawProblem
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.rules.payment import Outcome
from tournament.standings.teams import teams
from tournament.use_cases import (
    Book,
    OpenEvening,
    RecordHand,
    RecordTotals,
    Refused,
    SeatGame,
    carry_out,
    free_lots,
    free_sessions,
    measure_seating,
    named_player,
    open_seats,
    plan_by_ranking,
    plan_replacement,
    plan_rest,
    plan_seating,
    plan_state,
    seating_by_lots,
    unseated,
    usual_case,
    wish_problems,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    CreateEvent,
    DrawLot,
    LeaveToSubstitute,
    MergePlayers,
    NoteAttendance,
    PublishDraw,
    RedrawSessions,
    ReplacePlayer,
    SwapPlayers,
    Undo,
)

NOVA = Player(0, "Nova", "Newcomer")
TOTALS = (60, 20, -20, -60)
ABSENT, ILL, DISQUALIFIED = SubstituteCase.ABSENT, SubstituteCase.ILL, SubstituteCase.DISQUALIFIED


def totals(book: Book, session: int, table: int, four: tuple[int, int, int, int] = TOTALS) -> None:
    carry_out(book, RecordTotals(session, table, four), by=BY)


def ranking(book: Book) -> list[tuple[int, int, str, int]]:
    """Rank, number, table points, score."""
    return [(row.rank, row.player.number, str(row.table_points), row.score) for row in book.view.standings().rows]


def apart(book: Book) -> list[tuple[int, str, str, int]]:
    """Number, state, table points, score of who has no rank."""
    rows = book.view.standings().unranked
    return [(row.player.number, row.status.state.value, str(row.table_points), row.score) for row in rows]


def counted_twice(store: FakeStore) -> bool:
    return check_records(store.records).problems == ()


# Session 1 seats 1 2 3 4 and 5 6 7 8, session 2 seats 5 2 7 4 and 1 6 3 8. Player 1 is the one who is replaced.
CASES: dict[SubstituteCase, tuple[list[int], list[tuple[int, int, str, int]], list[tuple[int, str, str, int]]]] = {
    # late or ill before the session: normal table points, the absent player has 0 and a score of 0 in the tie-break
    ABSENT: (
        [4, 2, 1, 0],
        [(1, 5, "4", 60), (2, 2, "2", 20), (2, 6, "2", 20), (4, 3, "1", -20), (4, 7, "1", -20), (6, 1, "0", 0),
         (7, 4, "0", -60), (7, 8, "0", -60)],
        [(9, "substitute", "4", 60)],
    ),
    # ill during the session: 0 for the substitute, 4/2/1 among the others, 0 and a score of 0 for who left
    ILL: (
        [0, 4, 2, 1],
        [(1, 5, "4", 60), (2, 2, "4", 20), (3, 6, "2", 20), (4, 3, "2", -20), (5, 7, "1", -20), (6, 4, "1", -60),
         (7, 1, "0", 0), (8, 8, "0", -60)],
        [(9, "substitute", "0", 60)],
    ),
    # disqualified: the same at the table, and nothing for the whole event
    DISQUALIFIED: (
        [0, 4, 2, 1],
        [(1, 5, "4", 60), (2, 2, "4", 20), (3, 6, "2", 20), (4, 3, "2", -20), (5, 7, "1", -20), (6, 4, "1", -60),
         (7, 8, "0", -60)],
        [(1, "disqualified", "0", 0), (9, "substitute", "0", 60)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", list(CASES))
def test_who_gets_which_points(case: SubstituteCase) -> None:
    points, ranked, unranked = CASES[case]
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ReplacePlayer(1, NOVA, 1, 1, case=case), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    assert list(book.view.sheet(1, 1).table_points) == points
    assert ranking(book) == ranked
    assert apart(book) == unranked
    assert counted_twice(store)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((60, 20, 20, -100), ["0", "3", "3", "1"]),  # two share the first and second place of three
        ((-100, 60, 20, 20), ["0", "4", "3/2", "3/2"]),
        ((0, 0, 0, 0), ["0", "7/3", "7/3", "7/3"]),
    ],
)
def test_the_other_three_share_places_among_themselves(scores, expected) -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ReplacePlayer(1, NOVA, 1, 1, case=ILL), by=BY)
    totals(book, 1, 1, scores)
    assert [str(points) for points in book.view.sheet(1, 1).table_points] == expected
    assert counted_twice(store)


def test_who_falls_ill_with_hands_on_the_sheet_leaves_them_to_the_substitute() -> None:
    """Entries of the sheet stay; the seat is the substitute's, and the absent player gets no points for it."""
    store = FakeStore()
    book = drawn(store)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, ReplacePlayer(1, NOVA, 1, 1), by=BY)
    assert codes(error) == ["table-begun"]
    carry_out(book, ReplacePlayer(1, NOVA, 1, 1, case=ILL), by=BY)
    assert book.view.sheet(1, 1).players == (9, 2, 3, 4)
    assert book.view.sheet(1, 1).scores == (32, -16, -8, -8)
    assert [str(points) for points in book.view.sheet(1, 1).table_points] == ["0", "1", "3", "3"]
    assert (6, 1, "0", 0) not in ranking(book)
    assert {row[1]: row[2:] for row in ranking(book)}[1] == ("0", 0)
    assert counted_twice(store)
    carry_out(book, Undo(), by=BY)
    assert book.view.sheet(1, 1).players == (1, 2, 3, 4)
    assert [str(points) for points in book.view.sheet(1, 1).table_points] == ["4", "0", "3/2", "3/2"]


def test_a_signed_sheet_keeps_its_players() -> None:
    book = drawn()
    totals(book, 1, 1)
    for refused in (
        lambda: carry_out(book, ReplacePlayer(1, NOVA, 1, 1, case=ILL), by=BY),
        lambda: carry_out(book, SwapPlayers(1, 5, (1,), "sat in each other's seat"), by=BY),
    ):
        with pytest.raises(Refused) as error:
            refused()
        assert codes(error) == ["sheet-closed"]


def test_a_disqualification_takes_nothing_from_earlier_opponents() -> None:
    """Their four points of session 1 are gone, those of their opponents stay; in session 2 the others rank among
    three."""
    store = FakeStore()
    book = drawn(store)
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, ReplacePlayer(1, NOVA, 2, case=DISQUALIFIED), by=BY)
    totals(book, 2, 2)  # 9 6 3 8
    assert list(book.view.sheet(2, 2).table_points) == [0, 4, 2, 1]
    assert apart(book) == [(1, "disqualified", "0", 0), (9, "substitute", "0", 60)]
    assert {row[1]: row[2:] for row in ranking(book)} == {
        5: ("4", 60), 6: ("6", 40), 2: ("2", 20), 3: ("3", -40), 7: ("1", -20), 8: ("1", -120), 4: ("0", -60),
    }  # fmt: skip
    assert counted_twice(store)


def test_disqualified_without_a_substitute_the_three_rank_among_themselves() -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=BY)
    planned = plan_state(book.view, 1, PlayerState.DISQUALIFIED)
    assert planned.fact.first == 1
    assert [(seat.session, seat.table) for seat in planned.open_seats] == [(2, 2)]
    carry_out(book, ChangePlayerState(1, PlayerState.DISQUALIFIED), by=BY)
    assert [str(points) for points in book.view.sheet(1, 1).table_points] == ["0", "1", "3", "3"]
    assert apart(book) == [(1, "disqualified", "0", 0)]
    assert counted_twice(store)


def test_a_player_who_leaves_keeps_results_and_leaves_open_seats() -> None:
    store = FakeStore()
    book = drawn(store)
    totals(book, 1, 1)
    totals(book, 1, 2)
    changes = carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN), by=BY)
    assert [ENGLISH.render(remark.text) for remark in changes.remarks] == [
        "1 seat of First1 Sample1 is vacant: session 2, table 2. Name a substitute from session 2 on."
    ]
    (entry,) = changes.entries
    story = describe(book.view.journal, entry)
    assert ENGLISH.render(story.new) == "First1 Sample1: withdrawn, from session 2 on"
    assert story.reason == ""
    assert [(seat.session, seat.table, seat.column) for seat in open_seats(book.view)] == [(2, 2, 0)]
    assert apart(book) == [(1, "withdrawn", "4", 60)]
    assert [row[:2] for row in ranking(book)][:2] == [(1, 5), (2, 2)]
    carry_out(book, ReplacePlayer(1, NOVA, 2, case=ABSENT), by=BY)
    assert open_seats(book.view) == ()
    assert counted_twice(store)
    assert carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN), by=BY).entries == ()


def test_earlier_standings_still_rank_a_player_who_left_later() -> None:
    book = drawn()
    totals(book, 1, 1)
    totals(book, 1, 2)
    totals(book, 2, 1)
    carry_out(book, ChangePlayerState(8, PlayerState.WITHDRAWN, 2), by=BY)
    assert 8 in {row.player.number for row in book.view.standings(0).rows}
    assert [row.player.number for row in book.view.standings(1).unranked] == [8]


def test_who_plays_cannot_have_left_before() -> None:
    book = drawn()
    totals(book, 1, 1)
    with pytest.raises(Refused) as error:
        carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 1), by=BY)
    assert codes(error) == ["table-begun"]
    with pytest.raises(Refused) as error:
        carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 3), by=BY)
    assert codes(error) == ["session-unknown"]
    with pytest.raises(Refused) as error:
        carry_out(book, ChangePlayerState(99, PlayerState.WITHDRAWN), by=BY)
    assert codes(error) == ["player-unknown"]


def test_a_player_who_returns_gets_the_same_seats() -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 1), by=BY)
    carry_out(book, ReplacePlayer(1, NOVA, 1, case=ABSENT), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    changes = carry_out(book, ChangePlayerState(1, PlayerState.PLAYING, 2), by=BY)
    (entry,) = changes.entries
    assert ENGLISH.render(describe(book.view.journal, entry).new) == (
        "First1 Sample1: playing, from session 2 on; back in their own seat: session 2"
    )
    assert seating_of(book).sessions == (((9, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8)))
    assert {row[1]: row[0] for row in ranking(book)}[1] == 6
    assert apart(book) == [(9, "substitute", "4", 60)]
    assert counted_twice(store)


def test_a_player_who_leaves_before_the_draw_gets_no_seat() -> None:
    store = FakeStore()
    book = created(store)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN), by=BY)
    seating = plan_seating(book.view, seed=1)
    assert seating.seated(1) == {1, 2, 4, 5, 6, 7, 8, 9}
    assert apart(book) == [(3, "withdrawn", "0", 0)]
    carry_out(book, ChangePlayerState(3, PlayerState.SUBSTITUTE), by=BY)
    assert plan_seating(book.view, seed=1).seated(1) == {1, 2, 4, 5, 6, 7, 8, 9}
    assert counted_twice(store)


def test_a_substitute_has_no_place_even_with_a_team() -> None:
    store = FakeStore()
    book = drawn(store)
    for number in (1, 2):
        carry_out(book, ChangePlayer(Player(number, f"First{number}", f"Sample{number}", team="Reds")), by=BY)
    carry_out(book, ChangePlayerState(2, PlayerState.SUBSTITUTE), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    assert apart(book) == [(2, "substitute", "2", 20)]
    (team,) = teams(book.view.standings(), book.view.settings)
    assert (team.table_points, team.score, len(team.members)) == (Fraction(4), 60, 1)
    assert counted_twice(store)


def test_a_team_keeps_results_of_a_player_who_left_but_not_of_a_disqualified_one() -> None:
    book = drawn()
    for number in (1, 2, 5):
        carry_out(book, ChangePlayer(Player(number, f"First{number}", f"Sample{number}", team="Reds")), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN), by=BY)
    carry_out(book, ChangePlayerState(5, PlayerState.DISQUALIFIED, 2), by=BY)
    (team,) = teams(book.view.standings(), book.view.settings)
    assert (team.table_points, team.score) == (Fraction(6), 80)


def test_a_drawn_player_gets_no_points_for_substituting() -> None:
    """After a final of four, a player who missed it sits in for a finalist who is absent."""
    store = FakeStore()
    book = drawn(store)
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    assert seating_of(book).seated(2) == {1, 5, 2, 6}
    carry_out(book, ReplacePlayer(5, 8, 2, case=ABSENT), by=BY)
    table = seating_of(book).tables(2)[0]
    scores = [0, 0, 0, 0]
    scores[table.index(8)], scores[table.index(1)], scores[table.index(2)] = 60, 20, -80
    totals(book, 2, 1, (scores[0], scores[1], scores[2], scores[3]))
    assert ranking(book)[:4] == [(1, 1, "6", 80), (2, 5, "4", 60), (3, 6, "3", 20), (4, 2, "2", -60)]
    assert ranking(book)[-1] == (7, 8, "0", -60)
    assert apart(book) == []
    assert counted_twice(store)


def test_only_who_has_a_place_reaches_a_final() -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ReplacePlayer(1, NOVA, 1, case=ABSENT), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, ChangePlayerState(5, PlayerState.DISQUALIFIED, 2), by=BY)
    final = plan_by_ranking(book.view, 2, final=4).final
    assert final is not None
    assert final.players == (2, 6, 3, 7)
    assert counted_twice(store)


def test_a_substitute_of_a_substitute_plays_for_the_same_player() -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ReplacePlayer(1, NOVA, 1, case=ILL), by=BY)
    carry_out(book, ReplacePlayer(9, Player(0, "Rita", "Reserve"), 2), by=BY)
    totals(book, 1, 1)
    totals(book, 2, 2)
    assert list(book.view.sheet(2, 2).table_points) == [0, 4, 2, 1]
    assert {row[0] for row in apart(book)} == {9, 10}
    assert counted_twice(store)


def test_what_it_is_when_nobody_says() -> None:
    """Whoever plays all the seats of somebody who never sat down plays for themselves; anybody else is a substitute."""
    book = drawn()

    assert usual_case(book.view, 1, NOVA, first=1) is None
    assert usual_case(book.view, 1, NOVA, first=2) is ABSENT
    assert usual_case(book.view, 1, NOVA, first=1, last=1) is ABSENT
    carry_out(book, ReplacePlayer(1, NOVA, 1, 1, case=ABSENT), by=BY)
    assert usual_case(book.view, 6, 9, first=2) is ABSENT
    assert usual_case(book.view, 9, 1, first=1) is None


def test_a_newcomer_gets_club_and_team_of_the_leaver_unless_they_have_their_own() -> None:
    book = drawn()
    carry_out(book, ChangePlayer(Player(1, "First1", "Sample1", club="Lotus", team="Reds")), by=BY)
    carry_out(book, ChangePlayer(Player(2, "First2", "Sample2", club="Lotus", team="Reds")), by=BY)
    carry_out(book, ReplacePlayer(1, NOVA, 1), by=BY)
    assert (book.view.players[9].club, book.view.players[9].team) == ("Lotus", "Reds")
    carry_out(book, ReplacePlayer(2, Player(0, "Rita", "Reserve", team="Blues"), 1), by=BY)
    assert (book.view.players[10].club, book.view.players[10].team) == ("Lotus", "Blues")
    carry_out(book, ReplacePlayer(3, Player(0, "Sub", "Stitute"), 2, case=ABSENT), by=BY)
    assert book.view.players[11].team == ""


def test_players_who_sat_in_each_others_seat_have_what_they_played_themselves() -> None:
    """1 sat at table 2 and 6 at table 1: the hands stay where they were written."""
    store = FakeStore()
    book = drawn(store)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, SwapPlayers(1, 6, (1,)), by=BY)
    assert codes(error) == ["table-begun"]
    changes = carry_out(book, SwapPlayers(1, 6, (1,), "sat in each other's seat"), by=BY)
    assert describe(book.view.journal, changes.entries[0]).reason == "sat in each other's seat"
    assert {row[1]: row[3] for row in ranking(book)}[6] == 32
    assert counted_twice(store)
    carry_out(book, Undo(), by=BY)
    assert {row[1]: row[3] for row in ranking(book)}[1] == 32


def test_one_person_on_the_list_twice_keeps_one_number_and_all_there_is() -> None:
    store = FakeStore()
    book = created(store)
    carry_out(book, AddPlayers((*players(8), Player(0, "Firs1", "Sample1", country="FR", team="Reds"))), by=BY)
    carry_out(book, NoteAttendance((9,)), by=BY)
    changes = carry_out(book, MergePlayers(1, 9), by=BY)
    assert book.view.players[1] == Player(1, "First1", "Sample1", country="FR", team="Reds")
    assert 9 not in book.view.players
    assert book.view.state.present == {1}
    story = describe(book.view.journal, changes.entries[0])
    assert [ENGLISH.render(text) for text in (story.what, story.old, story.new)] == [
        "Players merged", "9 Firs1 Sample1", "1 First1 Sample1",
    ]  # fmt: skip
    assert counted_twice(store)
    carry_out(book, Undo(), by=BY)
    assert len(book.view.players) == 9


def test_merged_in_play_the_results_of_both_are_one_persons() -> None:
    """1 did not come back after session 1 and was registered again by a slip as 9, who played session 2."""
    store = FakeStore()
    book = drawn(store)
    totals(book, 1, 1)
    carry_out(book, ReplacePlayer(1, NOVA, 2), by=BY)
    totals(book, 2, 2)
    carry_out(book, MergePlayers(1, 9), by=BY)
    assert seating_of(book).sessions == (((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8)))
    assert {row[1]: row[2:] for row in ranking(book)}[1] == ("8", 120)
    assert counted_twice(store)


@pytest.mark.parametrize(
    ("one", "other", "expected"), [(1, 1, "merge-alone"), (1, 99, "player-unknown"), (1, 2, "seated-both")]
)
def test_merges_that_cannot_be(one, other, expected) -> None:
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, MergePlayers(one, other), by=BY)
    assert codes(error) == [expected]


@pytest.mark.parametrize(
    ("format", "other", "merged"),
    [
        (EventFormat.TOURNAMENT, 2, False),
        (EventFormat.TOURNAMENT, 5, False),
        (EventFormat.TOURNAMENT, 9, True),
        (EventFormat.LEAGUE, 2, False),
        (EventFormat.LEAGUE, 5, True),
        (EventFormat.LEAGUE, 9, True),
    ],
)
def test_who_sat_at_two_tables_of_a_session_is_one_person_only_on_an_evening(
    format: EventFormat, other: int, merged: bool
) -> None:
    """A session has one game for everybody; on an evening one player may sit down at one game after the other."""
    store = FakeStore()
    book = Book(store)
    carry_out(book, CreateEvent(Settings("Cup", format=format, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    if format.is_drawn:
        carry_out(book, PublishDraw(Seating((((1, 2, 3, 4), (5, 6, 7, 8)),), "by hand", 0)), by=BY)
    else:
        for command in (OpenEvening(), SeatGame(1, (1, 2, 3, 4)), SeatGame(1, (5, 6, 7, 8))):
            carry_out(book, command, by=BY)
    if merged:
        carry_out(book, MergePlayers(1, other), by=BY)
        assert other not in book.view.players
        assert counted_twice(store)
        return
    with pytest.raises(Refused) as error:
        carry_out(book, MergePlayers(1, other), by=BY)
    assert codes(error) == ["seated-both"]


def test_drawing_again_leaves_what_waits_for_the_standings_waiting() -> None:
    """Also from the first session of a final on, and where a substitute plays one session only."""
    store = FakeStore()
    book = created(store)
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=3)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    carry_out(book, ReplacePlayer(1, NOVA, 2, 2, case=ABSENT), by=BY)
    carry_out(book, RedrawSessions(plan_rest(book.view, 1, seed=2), 1), by=BY)
    assert [len(seating_of(book).seated(session) & {1, 9}) for session in (1, 2, 3)] == [1, 1, 1]
    for table in (1, 2):
        totals(book, 1, table)
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    carry_out(book, RedrawSessions(plan_rest(book.view, 2, seed=3), 2), by=BY)
    assert [len(tables) for tables in seating_of(book).sessions] == [2, 1, 0]
    with pytest.raises(Refused) as error:
        plan_rest(book.view, 3)
    assert codes(error) == ["session-empty"]
    assert counted_twice(store)


def test_states_in_a_club_evening() -> None:
    store = FakeStore()
    book = Book(store)
    carry_out(book, CreateEvent(Settings("Evening", format=EventFormat.CLUB, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, SeatGame(1, (5, 6, 7, 8)), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, ChangePlayerState(1, PlayerState.SUBSTITUTE), by=BY)
    carry_out(book, ChangePlayerState(5, PlayerState.DISQUALIFIED), by=BY)
    carry_out(book, ChangePlayerState(9, PlayerState.WITHDRAWN), by=BY)
    season = book.view.season()
    assert [row.player.number for row in season.rows] == [2, 6, 3, 7, 4, 8]
    assert {(row.player.number, row.status.state.value, int(row.worth)) for row in season.unranked} == {
        (1, "substitute", 60), (5, "disqualified", 0), (9, "withdrawn", 0),
    }  # fmt: skip
    assert counted_twice(store)
    carry_out(book, MergePlayers(2, 9), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, MergePlayers(2, 3), by=BY)
    assert codes(error) == ["seated-both"]
    assert counted_twice(store)


def test_a_leaver_and_their_substitute_are_one_entry_and_one_undo() -> None:
    store = FakeStore()
    book = drawn(store)
    at_once = carry_out(book, LeaveToSubstitute(1, PlayerState.WITHDRAWN, NOVA), by=BY)
    assert len(at_once.entries) == 1
    written = ENGLISH.render(describe(book.view.journal, at_once.entries[0]).new)
    assert written.endswith("is withdrawn from session 1 on")
    totals(book, 1, 1)
    one = book.view
    assert counted_twice(store)

    other = drawn(FakeStore())
    carry_out(other, ChangePlayerState(1, PlayerState.WITHDRAWN), by=BY)
    carry_out(other, ReplacePlayer(1, NOVA, 1, case=ABSENT), by=BY)
    totals(other, 1, 1)
    two = other.view
    assert one.seating == two.seating
    assert one.state.statuses == two.state.statuses
    assert one.state.substitutions == two.state.substitutions
    assert one.standings() == two.standings()

    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    assert book.view.status(1).state is PlayerState.PLAYING
    assert book.view.seating is not None
    assert book.view.seating.seats(1, 1) == (1, 2, 3, 4)
    assert 9 not in book.view.players
    assert counted_twice(store)


def test_who_leaves_to_nobody_who_can_play_leaves_nothing_written() -> None:
    store = FakeStore()
    book = drawn(store)
    before = len(store.records)
    with pytest.raises(Refused):
        carry_out(book, LeaveToSubstitute(1, PlayerState.WITHDRAWN, 5), by=BY)
    assert len(store.records) == before
    assert book.view.status(1).state is PlayerState.PLAYING


RESERVE = SeatingWishes(reserves=(9,))


def with_reserve(store: FakeStore | None = None, wishes: SeatingWishes = RESERVE) -> Book:
    """Eight seated by hand in two sessions, 9 is left out."""
    book = created(store)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    carry_out(book, PublishDraw(replace(SEATING, wishes=wishes)), by=BY)
    return book


def test_reserves_have_no_seat_and_no_place_and_nothing_is_wrong_with_that():
    store = FakeStore()
    book = with_reserve(store)
    assert [player.number for player in unseated(book.view, (1, 2))] == [9]
    assert measure_seating(book.view, seating_of(book)).faults == ()
    win(book, 1, A, B, 8)
    assert [row.player.number for row in book.view.standings().rows] == [1, 3, 4, 5, 6, 7, 8, 2]
    assert check_records(store.records).problems == ()


def test_a_reserve_takes_a_seat_for_one_session():
    store = FakeStore()
    book = with_reserve(store)
    changes = carry_out(book, ReplacePlayer(5, 9, 2, 2), by=BY)
    assert seating_of(book).sessions == (SEATING.sessions[0], ((9, 2, 7, 4), (1, 6, 3, 8)))
    story = describe(book.view.journal, changes.entries[0])
    assert [ENGLISH.render(text) for text in (story.what, story.old, story.new)] == [
        "Player replaced", "First5 Sample5", "First9 Sample9, session 2",
    ]  # fmt: skip
    assert story.reason == ""
    assert check_records(store.records).problems == ()
    carry_out(book, Undo(), by=BY)
    assert seating_of(book).sessions == SEATING.sessions


def test_a_player_who_never_sat_down_is_not_ranked():
    """Player 1 does not come and 9 takes over: the standings do not list 1, who ranks above nobody."""
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ReplacePlayer(1, NOVA, 1), by=BY)
    win(book, 1, A, B, 8)
    rows = [(row.rank, row.player.number, row.score) for row in book.view.standings().rows]
    assert rows == [(1, 9, 32), (2, 3, -8), (2, 4, -8), (4, 5, 0), (4, 6, 0), (4, 7, 0), (4, 8, 0), (8, 2, -16)]
    assert check_records(store.records).problems == ()


def test_only_seats_without_entries_are_free():
    book = drawn()
    win(book, 1, A, B, 8)
    assert free_sessions(book.view, 1) == (2,)
    assert free_sessions(book.view, 5) == (1, 2)
    assert free_sessions(book.view, 99) == ()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3", 3),
        ("3 Whoever Wrote-This", 3),
        ("first3 SAMPLE3", 3),
        ("Sample3, First3", 3),
        ("Sample3  First3", 3),
        ("Nova Newcomer", NOVA),
        ("Maria Anna Newcomer", Player(0, "Maria Anna", "Newcomer")),
        ("van Nowhere, Jan", Player(0, "Jan", "van Nowhere")),
        ("Nova", Player(0, "", "Nova")),
        ("", Player(0, "", "")),
    ],
)
def test_whom_a_name_means(written, expected):
    assert named_player(drawn().view.players, written) == expected


def test_namesakes_are_named_with_their_numbers():
    book = with_reserve()
    carry_out(book, ChangePlayer(replace(book.view.players[1], ema_number="04010001")), by=BY)
    carry_out(book, ChangePlayer(Player(9, "First1", "Sample1", ema_number="04010002")), by=BY)
    with pytest.raises(Refused) as error:
        named_player(book.view.players, "First1 Sample1")
    assert "one of 1, 9" in ENGLISH.render(error.value.problems[0].text)


def said(book: Book, number: int, substitute: Player | int, *, first: int, last: int | None = None) -> list[str]:
    planned = plan_replacement(book.view, number, substitute, first=first, last=last)
    return [ENGLISH.render(remark.text) for remark in planned.remarks]


def test_the_plan_tells_the_seats_and_writes_nothing():
    book = drawn()
    before = len(book.view.journal)
    planned = plan_replacement(book.view, 5, NOVA, first=1)
    assert (planned.coming, planned.is_new, planned.sessions) == (replace(NOVA, number=9), True, (1, 2))
    assert planned.seating == seating_of(book).renamed({5: 9}, (1, 2))
    assert planned.remarks == ()
    assert len(book.view.journal) == before


def test_repeated_opponents_of_a_substitute_are_reported():
    """9 plays for 1 in session 1, with 2, 3 and 4, and would meet 2 and 4 again in the seat of 5."""
    book = with_reserve()
    carry_out(book, ReplacePlayer(1, 9, 1, 1), by=BY)
    assert said(book, 5, 9, first=2) == [
        "First9 Sample9 would meet 2 players again, starting with First2 Sample2 (sessions 1, 2)."
    ]


def test_wishes_broken_by_a_replacement_are_reported():
    book = with_reserve(wishes=SeatingWishes(apart=(("club", 1),), pairs=((4, 9, 1),), reserves=(9,)))
    for number in (8, 9):
        carry_out(book, ChangePlayer(replace(book.view.players[number], club="Club of Nowhere")), by=BY)
    assert said(book, 5, 9, first=1) == [
        "Contrary to the wishes, First9 Sample9 would meet 2 players, starting with First8 Sample8 "
        "(session 1, table 2)."
    ]
    assert said(book, 5, 9, first=2) == [
        "Contrary to the wishes, First9 Sample9 would meet First4 Sample4 (session 2, table 1)."
    ]


def test_a_new_name_much_like_one_on_the_list_is_asked_about():
    book = with_reserve()
    assert said(book, 5, Player(0, "Frist9", "Sample9"), first=1) == [
        "Frist9 Sample9 is new. Or do you mean 9 First9 Sample9, who is on the list?"
    ]


def test_who_sits_elsewhere_is_refused_with_who_is_free():
    book = with_reserve()
    with pytest.raises(Refused) as error:
        plan_replacement(book.view, 5, 1, first=2)
    text = ENGLISH.render(error.value.problems[0].text)
    assert text == "First1 Sample1 already has a seat in session 2. Not seated: 9 First9 Sample9."
    with pytest.raises(Refused) as error:
        plan_replacement(book.view, 5, NOVA, first=2, last=1)
    assert codes(error) == ["not-seated"]


def test_reserves_are_left_out_of_the_draw_and_wrong_ones_refused():
    book = created()
    carry_out(book, AddPlayers(tuple(players(18))), by=BY)
    with pytest.raises(DrawProblem) as problem:
        plan_seating(book.view, seed=1)
    assert str(problem.value) == (
        "18 players: 2 substitutes are needed to fill the last table; "
        "or keep 2 in reserve, or let 2 sit out in each session."
    )
    wishes = SeatingWishes(pairs=((1, 18, 1),), reserves=(2, 17))
    seating = plan_seating(book.view, seed=1, wishes=wishes)
    assert seating.seated(1) == seating.seated(2) == {*range(1, 19)} - {2, 17}
    carry_out(book, PublishDraw(seating), by=BY)
    assert seating_of(book).wishes.reserves == (2, 17)
    other = plan_seating(book.view, seed=1, wishes=SeatingWishes(reserves=(1, 3)))
    assert other.seated(1) == {*range(1, 19)} - {1, 3}
    wrong = wish_problems(book.view, SeatingWishes(pairs=((1, 18, 1),), reserves=(18, 99)))
    assert [problem.code for problem in wrong] == ["reserve-paired", "reserve-unknown"]


def test_reserves_draw_no_lots():
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(17))), by=BY)
    wishes = SeatingWishes(reserves=(3,))
    assert free_lots(book.view, (3,)) == tuple(range(1, 17))
    with pytest.raises(Refused) as error:
        carry_out(book, DrawLot(1, 17, (3,)), by=BY)
    assert codes(error) == ["lot-range"]
    for lot, number in enumerate((n for n in range(17, 0, -1) if n != 3), start=1):
        carry_out(book, DrawLot(number, lot, (3,)), by=BY)
    plan = plan_seating(book.view, seed=1, wishes=wishes)
    assert seating_by_lots(book.view, plan).seated(1) == {*range(1, 18)} - {3}


def test_a_seating_without_a_wish_for_it_misses_nobody_silently():
    book = created()
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    faults = measure_seating(book.view, Seating(SEATING.sessions)).faults
    assert [fault.players for fault in faults] == [(9,)]
