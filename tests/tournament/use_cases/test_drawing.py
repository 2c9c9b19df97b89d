"""The draw before play: wishes from the players' data, lots drawn by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournament.use_cases.events import BY, SEATING, A, B, C, codes, created, drawn, players, seating_of, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw import DrawProblem
from tournament.event.player import Player
from tournament.event.problem import Gravity
from tournament.event.seating import Final, Seating, SeatingWishes
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished, SessionSeated
from tournament.use_cases import (
    Book,
    MeasuredSeating,
    RecordTotals,
    Refused,
    carry_out,
    free_lots,
    measure_seating,
    members_by,
    plan_by_ranking,
    plan_rest,
    plan_seating,
    ranked_seating,
    seated_until,
    seating_by_lots,
    wish_problems,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    CancelSessions,
    ChangeSettings,
    DrawLot,
    PublishDraw,
    Redo,
    RedrawSessions,
    RemovePlayer,
    ReplacePlayer,
    RestoreSession,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.seating_quality import quality_measures

COUNTRIES = ("FR", "FR", "FR", "FR", "FR", "DE", "de ", "", "", "IT", "NL", "NL", "CH", "AT", "DK", "SE")


def sixteen(countries=COUNTRIES) -> Book:
    book = created()
    people = [
        Player(0, f"First{number}", f"Sample{number}", country=country)
        for number, country in enumerate(countries, start=1)
    ]
    carry_out(book, AddPlayers(tuple(people)), by=BY)
    return book


def meetings(seating: Seating, one: int, other: int) -> int:
    """Counted at the tables themselves."""
    return sum(one in seats and other in seats for tables in seating.sessions for seats in tables)


def test_who_writes_the_same_belongs_together_and_blanks_belong_to_nobody():
    book = sixteen()
    assert dict(members_by(book.view, tuple(range(1, 17)), "country")) == {
        "FR": (1, 2, 3, 4, 5), "DE": (6, 7), "IT": (10,), "NL": (11, 12), "CH": (13,), "AT": (14,), "DK": (15,),
        "SE": (16,),
    }  # fmt: skip


def test_wishes_keep_pairs_apart_and_stay_with_the_draw():
    book = sixteen()
    wishes = SeatingWishes(apart=(("country", 1),), pairs=((1, 16, 5), (8, 9, 5)))
    seating = plan_seating(book.view, seed=3, wishes=wishes)
    assert meetings(seating, 1, 16) == meetings(seating, 8, 9) == 0
    carry_out(book, PublishDraw(seating), by=BY)
    assert book.view.seating == seating
    assert seating_of(book).wishes == wishes


def test_a_wish_that_is_not_met_names_the_two_and_their_table():
    book = drawn()
    seating = Seating(seating_of(book).sessions, "by hand", 0, SeatingWishes(pairs=((7, 5, 1), (1, 8, 1), (1, 5, 1))))
    unmet = [(each.session, each.table, each.players) for each in measure_seating(book.view, seating).unmet]
    assert unmet == [(1, 2, (5, 7)), (2, 1, (5, 7)), (2, 2, (1, 8))]


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (SeatingWishes(apart=(("age", 1),)), "wish-unknown"),
        (SeatingWishes(apart=(("club", 0),)), "wish-weight"),
        (SeatingWishes(apart=(("club", 1), ("club", 2))), "wish-twice"),
        (SeatingWishes(pairs=((1, 17, 1),)), "pair-unknown"),
        (SeatingWishes(pairs=((4, 4, 1),)), "pair-alone"),
        (SeatingWishes(pairs=((4, 5, 1), (5, 4, 1))), "pair-twice"),
        (SeatingWishes(pairs=((4, 5, 0),)), "wish-weight"),
    ],
)
def test_wishes_that_say_nothing_are_refused(wishes, expected):
    book = sixteen()
    with pytest.raises(Refused) as error:
        plan_seating(book.view, wishes=wishes)
    assert codes(error) == [expected]


def test_nobody_twice_and_somebody_never_cannot_be_when_all_must_meet():
    """16 players have 15 others to meet: five sessions without repeats are all of them."""
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=5)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"First{n}", f"Sample{n}") for n in range(1, 17))), by=BY)
    wishes = SeatingWishes(pairs=((1, 2, 1),), no_repeats=True)
    with pytest.raises(Refused) as error:
        plan_seating(book.view, wishes=wishes)
    assert codes(error) == ["wishes-contradict"]
    assert "Play 4 sessions" in ENGLISH.render(error.value.problems[0].text)
    seating = plan_seating(book.view, seed=1, wishes=SeatingWishes(pairs=((1, 2, 1),)))
    assert meetings(seating, 1, 2) == 1


def test_a_group_larger_than_the_tables_is_only_a_remark():
    """Five of one country at four tables: two of them share a table in each of the two sessions."""
    book = sixteen()
    (problem,) = wish_problems(book.view, SeatingWishes(apart=(("country", 1),)))
    assert (problem.code, problem.gravity) == ("group-large", Gravity.REMARK)
    said = ENGLISH.render(problem.text)
    assert "FR has 5 players for 4 tables: 2 meetings among them cannot be avoided." in said
    seating = plan_seating(book.view, seed=1, wishes=SeatingWishes(apart=(("country", 1),)))
    found = sum(meetings(seating, one, other) for one in range(1, 6) for other in range(1, one))
    assert found == 2


def test_lots_are_drawn_given_back_and_undone_one_by_one():
    book = sixteen()
    assert free_lots(book.view) == tuple(range(1, 17))
    carry_out(book, DrawLot(5, 1), by=BY)
    carry_out(book, DrawLot(6, 2), by=BY)
    carry_out(book, DrawLot(5, 16), by=BY)
    assert dict(book.view.state.lots) == {6: 2, 5: 16}
    assert free_lots(book.view) == (1, *range(3, 16))
    carry_out(book, Undo(), by=BY)
    assert dict(book.view.state.lots) == {5: 1, 6: 2}
    carry_out(book, DrawLot(6, 0), by=BY)
    assert dict(book.view.state.lots) == {5: 1}


@pytest.mark.parametrize(
    ("player", "lot", "expected"),
    [(2, 7, "lot-taken"), (2, 17, "lot-range"), (2, -1, "lot-range"), (99, 1, "player-unknown")],
)
def test_lots_that_cannot_be(player, lot, expected):
    book = sixteen()
    carry_out(book, DrawLot(1, 7), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, DrawLot(player, lot), by=BY)
    assert codes(error) == [expected]


def test_the_number_of_a_player_who_is_removed_is_free_again():
    book = sixteen()
    carry_out(book, DrawLot(2, 7), by=BY)
    carry_out(book, RemovePlayer(2), by=BY)
    assert dict(book.view.state.lots) == {}
    assert free_lots(book.view) == tuple(range(1, 16))
    carry_out(book, DrawLot(1, 7), by=BY)
    assert dict(book.view.state.lots) == {1: 7}


def test_numbers_drawn_fill_the_plan():
    book = sixteen()
    plan = plan_seating(book.view, seed=2)
    for player in range(1, 16):
        carry_out(book, DrawLot(player, 17 - player), by=BY)
    with pytest.raises(Refused) as error:
        seating_by_lots(book.view, plan)
    assert codes(error) == ["lots-missing"]
    assert "First16 Sample16" in ENGLISH.render(error.value.problems[0].text)
    carry_out(book, DrawLot(16, 1), by=BY)
    seating = seating_by_lots(book.view, plan)
    mirrored = tuple(tuple(tuple(17 - place for place in seats) for seats in tables) for tables in plan.sessions)
    assert (seating.sessions, seating.method) == (mirrored, "lots")


def test_no_lot_is_drawn_once_play_has_begun():
    book = drawn()
    win(book, 1, None)
    with pytest.raises(Refused) as error:
        carry_out(book, DrawLot(1, 1), by=BY)
    assert codes(error) == ["play-begun"]


TOTALS = (60, 20, -20, -60)
"""4, 2, 1 and 0 table points by starting seat."""


def told(book: Book, at: int = -1) -> str:
    """The last entry, in the words of the history."""
    entry = book.view.journal[len(book.view.journal) + at]
    story = describe(book.view.journal, entry)
    return " | ".join(ENGLISH.render(text) for text in (story.what, story.old, story.new))


def consistent(book: Book, store: FakeStore) -> bool:
    """Whether the second account, from the text of the entries, comes to the same."""
    return check_records(store.records).problems == ()


def played(sessions: int = 3, count: int = 8, store: FakeStore | None = None) -> Book:
    """Session 1 played at all tables: seat East first, then South, West, North."""
    book = created(store)
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=sessions)), by=BY)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    numbers = range(1, count + 1)
    rows = tuple((n, n + 1, n + 2, n + 3) for n in numbers[::4])
    carry_out(book, PublishDraw(Seating((rows,) * sessions, "by hand", 1)), by=BY)
    for table in range(1, count // 4 + 1):
        shift = 4 * table
        totals = (TOTALS[0] + shift, TOTALS[1], TOTALS[2], TOTALS[3] - shift)
        carry_out(book, RecordTotals(1, table, totals), by=BY)
    return book


def test_two_players_swap_in_one_session_and_nobody_else_moves():
    store = FakeStore()
    book = drawn(store)
    carry_out(book, SwapPlayers(1, 6, (1,)), by=BY)
    assert seating_of(book).sessions == (((6, 2, 3, 4), (5, 1, 7, 8)), SEATING.sessions[1])
    assert told(book) == "Players swapped |  | First1 Sample1 and First6 Sample6, session 1"
    carry_out(book, Undo(), by=BY)
    assert book.view.seating == SEATING
    carry_out(book, Redo(), by=BY)
    assert seating_of(book).sessions[0][0] == (6, 2, 3, 4)
    assert consistent(book, store)


def test_a_swap_from_a_session_on():
    book = drawn()
    carry_out(book, SwapPlayers(2, 3, (1, 2)), by=BY)
    assert seating_of(book).sessions == (((1, 3, 2, 4), (5, 6, 7, 8)), ((5, 3, 7, 4), (1, 6, 2, 8)))


@pytest.mark.parametrize(
    ("one", "other", "sessions", "expected"),
    [
        (1, 1, [2], "swap-alone"),
        (1, 5, [], "sessions-missing"),
        (1, 5, [3], "session-unknown"),
        (1, 99, [2], "player-unknown"),
        (2, 6, [1, 2], "table-begun"),
    ],
)
def test_swaps_that_cannot_be(one, other, sessions, expected):
    book = drawn()
    win(book, 1, A, B, 8)
    before = len(book.view.journal)
    with pytest.raises(Refused) as error:
        carry_out(book, SwapPlayers(one, other, tuple(sessions)), by=BY)
    assert codes(error) == [expected]
    assert len(book.view.journal) == before


def test_a_refused_swap_names_the_sessions_that_are_free():
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, SwapPlayers(2, 6, (1,)), by=BY)
    said = ENGLISH.render(error.value.problems[0].text)
    assert said == (
        "First2 Sample2 is already playing: the sheet of table 1, session 1 has entries. Choose session 2 or later."
    )
    carry_out(book, SwapPlayers(5, 6, (1,)), by=BY)
    assert seating_of(book).sessions[0] == ((1, 2, 3, 4), (6, 5, 7, 8))


def test_a_replaced_player_keeps_results_and_the_new_one_gets_the_seats():
    store = FakeStore()
    book = drawn(store)
    win(book, 1, A, B, 8)
    carry_out(book, ReplacePlayer(1, Player(0, "Nova", "Newcomer"), 2), by=BY)
    assert seating_of(book).sessions == (SEATING.sessions[0], ((5, 2, 7, 4), (9, 6, 3, 8)))
    assert book.view.players[9].name == "Nova Newcomer"
    assert told(book) == "Player replaced | First1 Sample1 | Nova Newcomer, session 2"
    rows = {row.player.number: row for row in book.view.standings().rows}
    assert (rows[1].rank, rows[1].score, rows[9].score) == (1, 32, 0)
    assert consistent(book, store)
    carry_out(book, Undo(), by=BY)
    assert 9 not in book.view.players
    assert book.view.seating == SEATING


def test_a_replaced_player_may_come_back():
    book = drawn()
    carry_out(book, ReplacePlayer(1, Player(0, "Nova", "Newcomer"), 1), by=BY)
    carry_out(book, ReplacePlayer(9, 1, 2), by=BY)
    assert seating_of(book).sessions == (((9, 2, 3, 4), (5, 6, 7, 8)), SEATING.sessions[1])


@pytest.mark.parametrize(
    ("number", "substitute", "first", "expected"),
    [
        (1, Player(0, "Nova", "Newcomer"), 1, "table-begun"),
        (1, Player(0, "", ""), 2, "name-empty"),
        (1, Player(0, "First2", "Sample2"), 2, "player-twice"),
        (1, 2, 2, "seated-already"),
        (99, Player(0, "Nova", "Newcomer"), 2, "player-unknown"),
        (1, Player(0, "Nova", "Newcomer"), 3, "session-unknown"),
    ],
)
def test_replacements_that_cannot_be(number, substitute, first, expected):
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, ReplacePlayer(number, substitute, first), by=BY)
    assert expected in codes(error)
    assert len(book.view.players) == 8


def test_sessions_not_played_are_drawn_again_around_those_that_are():
    store = FakeStore()
    book = created(store)
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=3)), by=BY)
    carry_out(book, AddPlayers(tuple(players(16))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    win(book, 1, A, B, 8)
    before = seating_of(book)
    with pytest.raises(Refused) as error:
        plan_rest(book.view, 1)
    assert codes(error) == ["session-begun"]
    drawn_again = plan_rest(book.view, 2, seed=5)
    assert plan_rest(book.view, 2, seed=5) == drawn_again
    carry_out(book, RedrawSessions(drawn_again, 2), by=BY)
    after = seating_of(book)
    assert after.sessions[0] == before.sessions[0]
    assert after.sessions[1:] == drawn_again.sessions[1:] != before.sessions[1:]
    pairs = [frozenset((a, b)) for tables in after.sessions for seats in tables for a in seats for b in seats if a < b]
    assert len(set(pairs)) == len(pairs) == 3 * 24
    assert all(sorted(after.seated(session)) == list(range(1, 17)) for session in (1, 2, 3))
    assert consistent(book, store)


@pytest.mark.parametrize("seed", range(1, 4))
def test_a_new_draw_of_the_rest_keeps_the_wishes_of_who_still_plays_and_repeats_no_meeting(seed: int):
    """5 left after session 1 and 17 came: their places in the search are others than their numbers."""
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=3)), by=BY)
    carry_out(book, AddPlayers(tuple(players(16))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=seed)), by=BY)
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    carry_out(book, ReplacePlayer(5, Player(0, "Nova", "Sample"), 2), by=BY)
    apart = ((1, 2, 9), (6, 17, 9), (16, 17, 9), (4, 6, 9))
    rest = plan_rest(book.view, 2, seed=seed, wishes=SeatingWishes(pairs=apart))
    assert rest.sessions[0] == seating_of(book).sessions[0]
    later = Seating(rest.sessions[1:])
    assert [sorted(number for seats in tables for number in seats) for tables in later.sessions] == [
        [1, 2, 3, 4, *range(6, 18)]
    ] * 2
    assert [meetings(later, one, other) for one, other, _ in apart] == [0] * 4
    assert max(meetings(rest, one, other) for one in range(1, 18) for other in range(one + 1, 18)) == 1


def test_a_draw_of_other_players_is_not_published_late():
    book = drawn()
    again = seating_of(book)
    carry_out(book, ReplacePlayer(1, Player(0, "Nova", "Newcomer"), 2), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, RedrawSessions(again, 2), by=BY)
    assert codes(error) == ["draw-old"]


def test_straight_tables_by_the_standings():
    """After session 1: 5, 1 (4 points), 6 and 2 level in both (2), 7 and 3 (1), then 4 before 8 by score."""
    store = FakeStore()
    book = played(store=store)
    ranked = plan_by_ranking(book.view, 2)
    assert [set(seats) for seats in ranked.tables] == [{5, 1, 2, 6}, {3, 7, 4, 8}]
    carry_out(book, ranked.command, by=BY)
    assert seating_of(book).sessions[1] == ranked.tables
    assert told(book) == "Session seated by the standings |  | session 2, straight tables"
    assert consistent(book, store)


def test_swiss_takes_the_nearest_who_have_not_met():
    """Two tables: every four have two who met already; two from each table is the least, two repeats at each."""
    ranked = plan_by_ranking(played().view, 2, way="swiss")
    for seats in ranked.tables:
        assert sum(number <= 4 for number in seats) == 2


def measured(book: Book) -> MeasuredSeating:
    """The published draw."""
    return measure_seating(book.view, seating_of(book), until=seated_until(book.view))


def test_the_quality_counts_what_is_played_and_the_session_seated_by_the_standings():
    """Session 2 has 5, 1, 2, 6 and 3, 7, 4, 8: the pairs 1-2, 5-6, 3-4 and 7-8 meet again. Session 3 is to come."""
    book = played()
    ranked = plan_by_ranking(book.view, 2)
    before = measure_seating(book.view, ranked_seating(book.view, ranked), until=2)
    carry_out(book, ranked.command, by=BY)
    for found in (before, measured(book)):
        assert (found.sessions, found.quality.repeats, found.counts_all) == ((1, 2), 4, False)
        assert {(one, other) for one, other, _ in found.quality.repeated_pairs} == {(1, 2), (3, 4), (5, 6), (7, 8)}
    winds = next(each for each in quality_measures(book.view, before) if ENGLISH.render(each.name) == "Start winds")
    assert winds.target is not None
    assert ENGLISH.render(winds.target) == "0–1", "in two sessions"


def test_a_later_session_counts_once_it_has_begun_or_is_drawn_again():
    """In session 3 of the first draw the tables of session 1 meet again: twelve pairs."""
    book = played()
    carry_out(book, plan_by_ranking(book.view, 2).command, by=BY)
    carry_out(book, RecordTotals(3, 1, TOTALS), by=BY)
    assert (measured(book).sessions, measured(book).quality.repeats) == ((1, 2, 3), 16)
    carry_out(book, Undo(), by=BY)
    assert measured(book).sessions == (1, 2)
    rest = plan_rest(book.view, 3, seed=1)
    carry_out(book, RedrawSessions(rest, 3), by=BY)
    assert measured(book).sessions == (1, 2, 3)
    assert measured(book).counts_all


def test_a_wish_counts_only_where_it_is_played():
    book = played()
    wishes = SeatingWishes(pairs=((1, 4, 1),))
    seating = replace(ranked_seating(book.view, plan_by_ranking(book.view, 2)), wishes=wishes)
    assert [each.session for each in measure_seating(book.view, seating, until=2).unmet] == [1]
    assert [each.session for each in measure_seating(book.view, seating).unmet] == [1, 3]


def test_sessions_without_tables_after_a_final_count_for_nothing():
    book = played()
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    found = measured(book)
    assert (found.sessions, found.quality.repeats, found.counts_all) == ((1, 2), 2, True)


def test_a_final_with_points_carried_over():
    store = FakeStore()
    book = played(store=store)
    ranked = plan_by_ranking(book.view, 2, final=4)
    carry_out(book, ranked.command, by=BY)
    assert seating_of(book).sessions[1:] == (ranked.tables, ())
    assert set(ranked.tables[0]) == {5, 1, 2, 6}
    last = ranked.tables[0][3]
    carry_out(book, RecordTotals(2, 1, (-60, -20, 20, 60)), by=BY)
    rows = book.view.standings().rows
    assert {row.player.number for row in rows[:4]} == {5, 1, 2, 6}
    by_number = {row.player.number: row for row in rows}
    before = {5: 4, 1: 4, 2: 2, 6: 2}[last]
    assert by_number[last].table_points == Fraction(before + 4)
    assert [row.rank for row in rows[4:]] == [5, 5, 7, 8]
    assert consistent(book, store)


def test_in_a_final_from_nothing_only_the_final_counts_and_the_others_stay_below():
    store = FakeStore()
    book = played(store=store)
    ranked = plan_by_ranking(book.view, 2, final=4, carried=False)
    carry_out(book, ranked.command, by=BY)
    carry_out(book, RecordTotals(2, 1, (-60, -20, 20, 60)), by=BY)
    shown = [(row.rank, row.player.number, str(row.table_points), row.score) for row in book.view.standings().rows]
    east, south, west, north = ranked.tables[0]
    assert shown[:4] == [(1, north, "4", 60), (2, west, "2", 20), (3, south, "1", -20), (4, east, "0", -60)]
    assert [row[0] for row in shown[4:]] == [5, 5, 7, 8]
    assert [row[2] for row in shown[4:]] == ["1", "1", "0", "0"]
    assert consistent(book, store)
    session_3 = plan_by_ranking(book.view, 3)
    assert [set(seats) for seats in session_3.tables] == [{east, south, west, north}]
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    assert book.view.state.finals == ()
    assert len(seating_of(book).tables(3)) == 2


@pytest.mark.parametrize("final", [4, 8])
def test_a_final_seated_anew_without_a_cut_is_taken_back_and_everybody_plays_again(final):
    store = FakeStore()
    book = played(store=store)
    carry_out(book, plan_by_ranking(book.view, 2, final=final).command, by=BY)
    ranked = plan_by_ranking(book.view, 2)
    assert [problem.code for problem in ranked.remarks] == ["cut-taken-back"]
    assert {number for seats in ranked.tables for number in seats} == set(range(1, 9))
    expected = ranked_seating(book.view, ranked).sessions
    carry_out(book, ranked.command, by=BY)
    assert book.view.state.finals == ()
    assert seating_of(book).sessions[1:] == expected[1:] == (ranked.tables, ())
    assert consistent(book, store)
    carry_out(book, plan_by_ranking(book.view, 3).command, by=BY)
    assert len(seating_of(book).tables(3)) == 2
    assert consistent(book, store)


def test_a_final_is_cut_to_another_size():
    store = FakeStore()
    book = played(store=store)
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    larger = plan_by_ranking(book.view, 2, final=8, carried=False)
    assert larger.remarks == ()
    carry_out(book, larger.command, by=BY)
    (final,) = book.view.state.finals
    assert (final.session, len(final.players), final.carried) == (2, 8, False)
    assert consistent(book, store)


def test_seating_an_earlier_session_anew_takes_a_later_cut_back_too():
    store = FakeStore()
    book = played(store=store)
    carry_out(book, plan_by_ranking(book.view, 3, final=4, carried=False).command, by=BY)
    carry_out(book, plan_by_ranking(book.view, 2).command, by=BY)
    assert book.view.state.finals == ()
    assert [len(tables) for tables in seating_of(book).sessions] == [2, 2, 0]
    carry_out(book, plan_by_ranking(book.view, 3).command, by=BY)
    for session in (2, 3):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, TOTALS), by=BY)
    assert consistent(book, store)


def test_a_substitute_who_misses_the_cut_of_their_first_session_needs_no_seat():
    store = FakeStore()
    book = played(store=store)
    carry_out(book, ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2), by=BY)
    ranked = plan_by_ranking(book.view, 2, final=4)
    assert measure_seating(book.view, ranked_seating(book.view, ranked), final=ranked.final).faults == ()
    carry_out(book, ranked.command, by=BY)
    assert 9 not in {number for tables in seating_of(book).sessions for seats in tables for number in seats}
    assert measure_seating(book.view, seating_of(book)).faults == ()
    assert consistent(book, store)


def test_a_substitute_for_a_session_that_is_seated_anew_needs_no_seat():
    """The cut of session 3 left the substitute out; seating session 2 again removes session 3 with its cut."""
    store = FakeStore()
    book = played(store=store)
    carry_out(book, ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 3), by=BY)
    carry_out(book, plan_by_ranking(book.view, 3, final=4).command, by=BY)
    carry_out(book, plan_by_ranking(book.view, 2).command, by=BY)
    assert [len(tables) for tables in seating_of(book).sessions] == [2, 2, 0]
    assert measure_seating(book.view, seating_of(book)).faults == ()
    assert consistent(book, store)


@pytest.mark.parametrize("final", [None, 8])
def test_a_substitute_who_missed_the_cut_plays_when_it_is_taken_back(final):
    """And not the one who left."""
    store = FakeStore()
    book = played(store=store)
    carry_out(book, ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2), by=BY)
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    carry_out(book, plan_by_ranking(book.view, 2, final=final).command, by=BY)
    assert seating_of(book).seated(2) == {1, 2, 3, 4, 5, 6, 7, 9}
    assert consistent(book, store)


def test_a_cut_is_not_taken_back_once_its_final_is_played():
    store = FakeStore()
    book = played(store=store)
    carry_out(book, plan_by_ranking(book.view, 3, final=4).command, by=BY)
    anew = plan_by_ranking(book.view, 2)
    assert [problem.code for problem in anew.remarks] == ["cut-taken-back"]
    carry_out(book, RecordTotals(3, 1, TOTALS), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, anew.command, by=BY)
    assert codes(error) == ["session-begun"]
    assert len(seating_of(book).tables(3)) == 1
    assert consistent(book, store)


@pytest.mark.parametrize("final", [4, 8])
def test_a_session_restored_after_a_cut_waits_like_those_before_it(final):
    """As if it had been planned all the time: others play from the cut on, so the earlier draw is none of theirs."""
    store = FakeStore()
    book = played(sessions=5, store=store)
    carry_out(book, CancelSessions((4, 5), "no time"), by=BY)
    carry_out(book, plan_by_ranking(book.view, 2, way="straight", final=final).command, by=BY)
    carry_out(book, RestoreSession(5, "time after all"), by=BY)
    assert [len(seating_of(book).tables(session)) for session in (2, 3, 5)] == [final // 4, 0, 0]
    assert consistent(book, store)


def test_a_new_draw_knows_no_final_of_the_old_one():
    """Nothing of session 1 stands any more, so the whole draw is published anew."""
    book = played()
    while book.view.sheet(1, 1).counts or book.view.sheet(1, 2).counts:
        carry_out(book, Undo(), by=BY)
    draft = book.draft(BY)
    final = Final(2, (1, 2, 3, 4), carried=False)
    draft.add(EVENT_STREAM, SessionSeated(2, ((1, 2, 3, 4),), "straight", final))
    assert list(draft.view.state.finals) == [final]
    draft.add(EVENT_STREAM, DrawPublished(SEATING))
    assert list(draft.view.state.finals) == []
    assert draft.view.state.seating == SEATING


def test_a_tie_at_the_cut_is_reported():
    book = played(count=16)
    ranked = plan_by_ranking(book.view, 2, final=8)
    assert [problem.code for problem in ranked.remarks] == []
    book = played(count=12)
    assert [problem.code for problem in plan_by_ranking(book.view, 2, final=4).remarks] == ["tie-at-cut"]


@pytest.mark.parametrize(("session", "wish", "expected"), [
    (1, {}, "session-begun"), (3, {"way": "loud"}, "way-unknown"), (4, {}, "session-unknown"),
])  # fmt: skip
def test_rankings_that_cannot_be(session, wish, expected):
    with pytest.raises(Refused) as error:
        plan_by_ranking(played().view, session, **wish)
    assert codes(error) == [expected]


def test_there_is_no_ranking_before_play_nor_a_final_of_more_than_play():
    with pytest.raises(Refused) as error:
        plan_by_ranking(drawn().view, 2)
    assert codes(error) == ["no-standings"]
    with pytest.raises(DrawProblem) as problem:
        plan_by_ranking(played().view, 2, final=16)
    assert "nearest is a final of 8" in str(problem.value)


def test_a_draw_from_provisional_standings_is_reported():
    book = drawn()
    win(book, 1, A, C, 10)
    assert [problem.code for problem in plan_by_ranking(book.view, 2).remarks] == ["provisional"]
