"""A final while the others play on: who sits where, who is ranked where, and what is refused.

After session 1 of ``played`` East leads at every table, then South, West and North, the higher tables first: of sixteen
players 13, 9, 5 and 1 reach a final of four. Sums are written out by hand, and the second count checks each event.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.tournament.use_cases import random_commands
from tests.tournament.use_cases.events import BY, codes, created, players, seating_of
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.granted_again import differences
from tests.tournament.use_cases.random_commands import Action
from tests.tournament.use_cases.test_drawing import consistent, played
from tournament.draw import DrawProblem
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Final, Seating, SeatingWishes, final_of, final_tables
from tournament.event.settings import FinalRanks, GrantedPoints
from tournament.language import ENGLISH
from tournament.ledger.state import final_name, sitting_out
from tournament.standings.explanation import explanation
from tournament.standings.finals import final_text
from tournament.standings.teams import teams
from tournament.use_cases import (
    Book,
    Command,
    RecordTotals,
    Refused,
    View,
    carry_out,
    measure_seating,
    plan_by_ranking,
    plan_rest,
    ranked_seating,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    CancelSessions,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    LeaveTableOut,
    MergePlayers,
    PublishDraw,
    Redo,
    RedrawSessions,
    ReplacePlayer,
    RestoreSession,
    SeatSession,
    SwapPlayers,
    Undo,
)

FINALISTS = (13, 9, 5, 1)
WON = (40, 10, -10, -40)
"""The totals of a table, East first: 4, 2, 1 and 0 table points."""


def change(book: Book, **settings: Any) -> None:
    carry_out(book, ChangeSettings(replace(book.view.settings, **settings)), by=BY)


def seat(book: Book, session: int = 2, final: int | None = 4, **wish: Any) -> None:
    wish = {"beside": "straight"} | wish if final is not None else wish
    carry_out(book, plan_by_ranking(book.view, session, final=final, **wish).command, by=BY)


def play(book: Book, session: int) -> None:
    for sheet in book.view.sheets(session):
        carry_out(book, RecordTotals(session, sheet.table, WON), by=BY)


def refused(book: Book, session: int = 2, **wish: Any) -> list[str]:
    with pytest.raises(Refused) as error:
        plan_by_ranking(book.view, session, **wish)
    return codes(error)


def remarks(book: Book, session: int = 2, **wish: Any) -> list[str]:
    return [each.code for each in plan_by_ranking(book.view, session, **wish).remarks]


def ranks(book: Book) -> dict[int, int]:
    return {row.player.number: row.rank for row in book.view.standings().rows}


def names(book: Book, session: int) -> dict[int, str]:
    """By table: the name of the final."""
    found = {sheet.table: final_name(book.view.state, session, sheet.table) for sheet in book.view.sheets(session)}
    return {table: ENGLISH.render(name) for table, name in found.items() if name is not None}


def test_the_best_play_the_final_and_the_others_play_on() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    ranked = plan_by_ranking(book.view, 2, final=4, beside="straight")
    assert set(ranked.tables[0]) == set(FINALISTS)
    assert [set(table) for table in ranked.tables[1:]] == [{14, 10, 6, 2}, {15, 11, 7, 3}, {16, 12, 8, 4}]
    assert ranked.final == Final(2, FINALISTS, carried=True, beside=True)
    assert not measure_seating(book.view, ranked_seating(book.view, ranked), final=ranked.final).faults
    carry_out(book, ranked.command, by=BY)
    assert names(book, 1) == {}
    assert names(book, 2) == {1: "Final"}
    play(book, 2)
    assert consistent(book, store)
    assert not measure_seating(book.view, seating_of(book)).faults


def test_the_others_rank_behind_the_finalists_or_everybody_by_points() -> None:
    """The finalist in North has 4 + 0 table points; East of table 2 has 2 + 4."""
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    play(book, 2)
    last, best = seating_of(book).tables(2)[0][3], seating_of(book).tables(2)[1][0]
    assert (ranks(book)[last], ranks(book)[best]) == (4, 5)
    finalist = next(row for row in book.view.standings().rows if row.player.number == last)
    assert finalist.table_points == 4
    assert explains_cut(book, best)
    assert consistent(book, store)
    carried = carry_out(book, ChangeSettings(replace(book.view.settings, final_ranks=FinalRanks.POINTS)), by=BY)
    assert [remark.code for remark in carried.remarks] == ["final-ranks-changed"]
    by_points = sorted(book.view.standings().rows, key=lambda row: (-row.table_points, -row.score))
    assert [row.rank for row in by_points] == sorted(row.rank for row in by_points)
    assert ranks(book)[best] < ranks(book)[last]
    moved = int(ENGLISH.render(carried.remarks[0].text).split("rule ")[1].split()[0])
    was = ranks_by(book, FinalRanks.FINALISTS)
    assert moved == sum(was[number] != place for number, place in ranks(book).items()) > 0
    assert not explains_cut(book, best)
    assert consistent(book, store)


def ranks_by(book: Book, rule: FinalRanks) -> dict[int, int]:
    return {row.player.number: row.rank for row in book.view.standings_by(rule).rows}


def explains_cut(book: Book, number: int) -> bool:
    return any("The cut for the final" in ENGLISH.render(text) for text in explanation(book.view.standings(), number))


def test_a_rule_changed_before_the_final_begins_is_no_remark() -> None:
    book = played(sessions=2, count=16)
    seat(book)
    changes = carry_out(book, ChangeSettings(replace(book.view.settings, final_ranks=FinalRanks.POINTS)), by=BY)
    assert changes.remarks == ()


def test_finalists_from_zero_keep_only_the_final_and_the_others_everything() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book, carried=False)
    play(book, 2)
    rows = book.view.standings().rows
    assert [str(row.table_points) for row in rows[:5]] == ["4", "2", "1", "0", "6"]
    assert consistent(book, store)
    text = ENGLISH.render(final_text(book.view.standings().finals[0]))
    assert text.startswith("Final of 4 from session 2, starting from zero")
    with pytest.raises(Refused) as error:
        change(book, final_ranks=FinalRanks.POINTS)
    assert codes(error) == ["final-from-zero"]


def test_zero_and_ranks_by_points_contradict_each_other() -> None:
    book = played(sessions=2, count=16)
    change(book, final_ranks=FinalRanks.POINTS)
    assert refused(book, final=4, carried=False, beside="lot") == ["final-from-zero"]
    cut = Final(2, FINALISTS, carried=False, beside=True)
    tables = plan_by_ranking(book.view, 2, final=4, beside="lot").tables
    with pytest.raises(Refused) as error:
        carry_out(book, SeatSession(2, tables, "straight", cut, (), "lot"), by=BY)
    assert codes(error) == ["final-from-zero"]
    assert plan_by_ranking(book.view, 2, final=4, carried=False).final is not None, "alone it is possible"


def test_teams_count_every_session_while_the_others_play_on() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    for number in (1, 2):
        carry_out(book, ChangePlayer(replace(book.view.players[number], team="Winds")), by=BY)
    seat(book, carried=False)
    play(book, 2)
    (winds,) = teams(book.view.standings(), book.view.settings)
    results = book.view.tally(1).results, book.view.tally(2).results
    assert winds.table_points == sum(each[number].table_points for each in results for number in (1, 2))


@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("way", ["straight", "swiss"])
@pytest.mark.parametrize("beside", ["straight", "swiss", "lot"])
def test_every_way_keeps_finalists_and_others_apart(size: int, way: str, beside: str) -> None:
    book = played(sessions=2, count=16)
    ranked = plan_by_ranking(book.view, 2, way=way, final=size, beside=beside, seed=5)
    best = set(ranked.tables[0]).union(*ranked.tables[: size // 4])
    assert best == {row.player.number for row in book.view.standings().rows[:size]}
    assert ranked.beside == beside
    again = plan_by_ranking(book.view, 2, way=way, final=size, beside=beside, seed=5)
    assert again.tables == ranked.tables
    if beside == "lot":
        others = {plan_by_ranking(book.view, 2, final=size, beside=beside, seed=seed).tables for seed in range(8)}
        assert len(others) > 1


def test_tables_of_a_larger_final_are_numbered() -> None:
    book = played(sessions=2, count=16)
    seat(book, final=8, beside="swiss")
    assert names(book, 2) == {1: "Final 1 of 2", 2: "Final 2 of 2"}


def test_a_final_goes_on_in_the_next_session_until_a_smaller_one_is_cut() -> None:
    store = FakeStore()
    book = played(sessions=4, count=16, store=store)
    seat(book, final=8, beside="swiss")
    play(book, 2)
    assert [len(tables) for tables in seating_of(book).sessions] == [4, 4, 0, 0]
    best = set(book.view.state.finals[0].players)
    on = plan_by_ranking(book.view, 3)
    assert on.final is None
    assert on.beside == "swiss", "as in the session before"
    assert set(on.tables[0]).union(on.tables[1]) == best
    carry_out(book, on.command, by=BY)
    assert names(book, 3) == {1: "Final 1 of 2", 2: "Final 2 of 2"}
    play(book, 3)
    seat(book, session=4, final=4)
    assert names(book, 4) == {1: "Final"}
    assert set(seating_of(book).tables(4)[0]) < best
    play(book, 4)
    assert consistent(book, store)
    four, eight = (set(final.players) for final in reversed(book.view.state.finals))
    order = [row.player.number for row in book.view.standings().rows]
    assert set(order[:4]) == four
    assert set(order[:8]) == eight


def test_finalists_sit_together_also_if_tables_come_from_elsewhere() -> None:
    book = played(sessions=3, count=16)
    seat(book)
    play(book, 2)
    on = plan_by_ranking(book.view, 3).tables
    mixed = ((on[1][0], *on[0][1:]), (on[0][0], *on[1][1:]), *on[2:])
    with pytest.raises(Refused) as error:
        carry_out(book, SeatSession(3, mixed, "straight"), by=BY)
    assert codes(error) == ["final-mixed"]


def test_seating_the_session_again_takes_the_final_back() -> None:
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    seat(book)
    assert remarks(book) == ["cut-taken-back"]
    seat(book, final=None)
    assert book.view.state.finals == ()
    assert names(book, 2) == {}
    carry_out(book, Undo(), by=BY)
    assert names(book, 2) == {1: "Final"}
    carry_out(book, Redo(), by=BY)
    assert names(book, 2) == {}
    assert consistent(book, store)


def test_a_cancelled_final_counts_for_nothing_until_it_is_restored() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    play(book, 2)
    before = ranks(book)
    carry_out(book, CancelSessions((2,), "fire alarm"), by=BY)
    assert book.view.standings().finals == ()
    assert consistent(book, store)
    carry_out(book, RestoreSession(2), by=BY)
    assert ranks(book) == before
    assert consistent(book, store)


def test_a_final_that_was_cancelled_and_cut_again_is_none() -> None:
    """The final of session 2 is cancelled, and that of session 3 has a player who was not in it."""
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    seat(book)
    left = book.view.state.finals[0].players[3]
    carry_out(book, CancelSessions((2,), "fire alarm"), by=BY)
    seat(book, session=3, final=4)
    carry_out(book, SwapPlayers(left, 16, (3,)), by=BY)
    play(book, 3)
    assert [final.session for final in book.view.state.finals] == [3]
    assert {number for number, place in ranks(book).items() if place <= 4} == {*FINALISTS, 16} - {left}
    worth = {row.player.number: (row.table_points, row.score) for row in book.view.standings().rows}
    rest = [number for number, place in sorted(ranks(book).items(), key=lambda each: each[1]) if place > 4]
    assert [worth[number] for number in rest] == sorted((worth[number] for number in rest), reverse=True)
    assert left in rest
    assert consistent(book, store)
    assert differences(book.view) == []


def test_a_session_that_is_restored_after_a_cut_has_no_tables_until_it_is_seated() -> None:
    """The tables of session 3 were drawn before the cut and mix finalists with others."""
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    drawn = seating_of(book).tables(3)
    carry_out(book, CancelSessions((3,), "short of time"), by=BY)
    seat(book)
    changes = carry_out(book, RestoreSession(3, "time is left"), by=BY)
    assert [remark.code for remark in changes.remarks] == ["session-empty"]
    assert seating_of(book).tables(3) == ()
    assert consistent(book, store)
    for _ in range(2):
        carry_out(book, Undo(), by=BY)
    carry_out(book, RestoreSession(3, "there was no cut"), by=BY)
    assert seating_of(book).tables(3) == drawn


def test_a_session_that_finalists_played_with_others_before_the_cut_is_not_restored() -> None:
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    play(book, 3)
    carry_out(book, CancelSessions((3,), "cards were marked"), by=BY)
    seat(book)
    with pytest.raises(Refused) as error:
        carry_out(book, RestoreSession(3, "by mistake"), by=BY)
    assert codes(error) == ["restored-mixed"]
    assert consistent(book, store)


def test_a_session_of_the_final_in_which_somebody_played_for_a_finalist_is_restored() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    carry_out(book, ReplacePlayer(FINALISTS[0], Player(0, "Nova", "Newcomer"), 2, case=SubstituteCase.ABSENT), by=BY)
    play(book, 2)
    before = ranks(book)
    carry_out(book, CancelSessions((2,), "fire alarm"), by=BY)
    carry_out(book, RestoreSession(2), by=BY)
    assert ranks(book) == before
    assert consistent(book, store)


# ---- sitting out, tables and wishes


def fifteen(store: FakeStore) -> Book:
    """Fifteen players, of whom 13, 14 and 15 sat out session 1."""
    book = created(store)
    change(book, sessions=2, sit_out_points=GrantedPoints.NOTHING)
    carry_out(book, AddPlayers(tuple(players(15))), by=BY)
    tables = tuple((n, n + 1, n + 2, n + 3) for n in (1, 5, 9))
    wishes = SeatingWishes(sit_out=True)
    carry_out(book, PublishDraw(Seating((tables, tables), "by hand", 1, wishes, ((13, 14, 15), (13, 14, 15)))), by=BY)
    play(book, 1)
    return book


def test_finalists_never_sit_out_whoevers_turn_it_is() -> None:
    store = FakeStore()
    book = fifteen(store)
    best = {row.player.number for row in book.view.standings().rows[:4]}
    for number in best:
        carry_out(book, ChangePlayer(replace(book.view.players[number], sit_out=(2,))), by=BY)
    ranked = plan_by_ranking(book.view, 2, final=4, beside="straight")
    assert len(ranked.sit_out) == 3
    assert not best.intersection(ranked.sit_out)
    assert not {13, 14, 15}.intersection(ranked.sit_out), "they sat out already"
    assert "finalist-plays" in {each.code for each in ranked.remarks}
    measured = measure_seating(book.view, ranked_seating(book.view, ranked), final=ranked.final)
    assert not measured.faults
    assert measured.turns.unfair(measured.sit_out) == 0
    carry_out(book, ranked.command, by=BY)
    play(book, 2)
    assert sitting_out(book.view.state, 2) == set(ranked.sit_out)
    assert consistent(book, store)


def test_five_play_a_final_and_one_sits_out() -> None:
    book = created(FakeStore())
    change(book, sessions=2, sit_out_points=GrantedPoints.NOTHING)
    carry_out(book, AddPlayers(tuple(players(5))), by=BY)
    seating = Seating((((1, 2, 3, 4),), ((1, 2, 3, 4),)), "by hand", 1, SeatingWishes(sit_out=True), ((5,), (5,)))
    carry_out(book, PublishDraw(seating), by=BY)
    play(book, 1)
    ranked = plan_by_ranking(book.view, 2, final=4, beside="lot")
    assert (len(ranked.tables), ranked.sit_out) == (1, (4,)), "who sat out has more than who lost 40"


def test_sixteen_do_not_fit_fifteen() -> None:
    with pytest.raises(DrawProblem, match="the nearest is a final of 8"):
        plan_by_ranking(fifteen(FakeStore()).view, 2, final=16, beside="swiss")


def test_a_final_of_all_is_refused_beside_nobody() -> None:
    book = played(sessions=2, count=8)
    assert refused(book, final=8, beside="swiss") == ["final-alone"]
    assert plan_by_ranking(book.view, 2, final=8).final is not None


def test_others_play_on_beside_a_final_only() -> None:
    book = played(sessions=2, count=8)
    assert refused(book, beside="swiss") == ["final-missing"]
    assert refused(book, final=4, beside="loud") == ["beside-unknown"]


def keep(book: Book, **tables: int) -> None:
    for name, table in tables.items():
        number = int(name.removeprefix("p"))
        carry_out(book, ChangePlayer(replace(book.view.players[number], table=table)), by=BY, confirmed=True)


def test_the_final_is_at_the_table_that_a_finalist_keeps() -> None:
    book = played(sessions=2, count=16)
    keep(book, p9=3, p2=1)
    seat(book, beside="swiss")
    assert names(book, 2) == {3: "Final"}
    seating = seating_of(book)
    assert set(seating.tables(2)[2]) == set(FINALISTS)
    assert seating.place_of(2, 2) in {(1, column) for column in range(4)}


def test_the_final_takes_the_tables_that_nobody_beside_it_keeps() -> None:
    book = played(sessions=2, count=16)
    keep(book, p9=4, p3=1, p7=2)
    seat(book, final=8, beside="straight")
    assert names(book, 2) == {3: "Final 1 of 2", 4: "Final 2 of 2"}
    places = {number: seating_of(book).place_of(number, 2) for number in (9, 3, 7)}
    assert {number: place and place[0] for number, place in places.items()} == {9: 4, 3: 1, 7: 2}


@pytest.mark.parametrize("tables", [{"p9": 2, "p5": 3}, {"p9": 2, "p4": 2}, {"p4": 1, "p8": 2, "p3": 3, "p12": 4}])
def test_tables_kept_that_allow_no_final_are_refused(tables: dict[str, int]) -> None:
    book = played(sessions=2, count=16)
    keep(book, **tables)
    assert refused(book, final=4, beside="straight") == ["final-tables"]
    seat(book, final=None)


# ---- ties, and who is a finalist


def test_a_tie_at_the_cut_names_everybody_in_it() -> None:
    book = played(sessions=2, count=12)
    (tie,) = plan_by_ranking(book.view, 2, final=4, beside="lot").remarks
    assert tie.code == "tie-at-cut"
    text = ENGLISH.render(tie.text)
    assert text.startswith("First10 Sample10, First2 Sample2, First6 Sample6 are tied at the cut.")
    assert "swap two of them" in text


def test_the_score_that_decided_the_cut_is_said() -> None:
    """Both 9 and 5 have 4 table points; 68 to 72."""
    book = played(sessions=2, count=20)
    (close,) = plan_by_ranking(book.view, 2, final=4, beside="lot").remarks
    assert close.code == "score-at-cut"
    assert ENGLISH.render(close.text) == (
        "First5 Sample5 and First1 Sample1 are level on points at the cut: the score decided, 68 against 64."
    )


def test_a_swap_in_the_first_session_of_the_final_changes_who_is_in_it() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    carry_out(book, SwapPlayers(1, 14, (2,)), by=BY)
    assert set(book.view.state.finals[0].players) == {13, 9, 5, 14}
    assert names(book, 2) == {1: "Final"}
    play(book, 2)
    assert consistent(book, store)
    assert {number for number, place in ranks(book).items() if place <= 4} == {13, 9, 5, 14}
    carry_out(book, Undo(), by=BY)


def test_who_is_swapped_into_the_last_final_ranks_above_everybody_who_is_not_in_it() -> None:
    """Lots may put somebody into the final of four who was not among the eight of the session before."""
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    seat(book, final=8)
    play(book, 2)
    seat(book, session=3, final=4)
    eight, four = (final.players for final in book.view.state.finals)
    outsider = next(number for number in (16, 12, 8, 4) if number not in eight)
    carry_out(book, SwapPlayers(four[3], outsider, (3,)), by=BY)
    play(book, 3)
    finalists = {*four[:3], outsider}
    assert {number for number, place in ranks(book).items() if place <= 4} == finalists
    rest = set(eight) - finalists
    assert {number for number, place in ranks(book).items() if 4 < place <= 4 + len(rest)} == rest
    assert consistent(book, store)
    assert differences(book.view) == []


def test_a_swap_in_a_later_session_of_the_final_is_refused() -> None:
    book = played(sessions=3, count=16)
    seat(book)
    play(book, 2)
    seat(book, session=3, final=None)
    with pytest.raises(Refused) as error:
        carry_out(book, SwapPlayers(1, 14, (3,)), by=BY)
    assert codes(error) == ["final-swap"]
    carry_out(book, SwapPlayers(1, 5, (3,)), by=BY)
    carry_out(book, SwapPlayers(14, 2, (3,)), by=BY)
    assert book.view.state.finals[0].players == FINALISTS


def test_a_substitute_at_the_final_is_swapped_with_no_other() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    carry_out(book, ReplacePlayer(5, Player(0, "Nova", "Newcomer"), 2, case=SubstituteCase.ABSENT), by=BY)
    assert names(book, 2) == {1: "Final"}, "the substitute sits at it"
    with pytest.raises(Refused) as error:
        carry_out(book, SwapPlayers(17, 14, (2,)), by=BY)
    assert codes(error) == ["final-substitute"]
    carry_out(book, SwapPlayers(17, 9, (2,)), by=BY)
    play(book, 2)
    assert ranks(book)[5] <= 4, "the place of the finalist stays theirs"
    assert consistent(book, store)


def test_whoever_takes_over_the_seats_of_a_finalist_is_one() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    carry_out(book, ReplacePlayer(5, Player(0, "Nova", "Newcomer"), 2), by=BY)
    assert book.view.state.finals[0].players == (13, 9, 17, 1)
    play(book, 2)
    assert ranks(book)[17] <= 4 < ranks(book)[5]
    assert consistent(book, store)


def test_the_next_of_the_ranking_follows_a_finalist_who_leaves_after_the_draw() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    carry_out(book, ChangePlayerState(5, PlayerState.WITHDRAWN, 2), by=BY)
    assert refused(book, final=4, beside="straight") == ["part-of-a-table"]
    change(book, sit_out_points=GrantedPoints.NOTHING)
    again = plan_by_ranking(book.view, 2, final=4, beside="straight", sit_out=True)
    assert set(again.tables[0]) == {13, 9, 1, 10}
    assert len(again.sit_out) == 3
    carry_out(book, again.command, by=BY)
    play(book, 2)
    assert consistent(book, store)


def test_a_new_draw_does_not_break_up_a_final() -> None:
    book = played(sessions=3, count=16)
    seat(book, session=3)
    with pytest.raises(Refused) as error:
        plan_rest(book.view, 2)
    assert codes(error) == ["final-redrawn"]
    with pytest.raises(Refused) as error:
        carry_out(book, RedrawSessions(seating_of(book), 2), by=BY)
    assert codes(error) == ["final-redrawn"]
    seat(book, session=3, final=None)
    assert len(plan_rest(book.view, 2, seed=1).tables(2)) == 4


def test_a_table_of_the_final_left_out_is_remarked() -> None:
    book = played(sessions=2, count=16)
    change(book, sit_out_points=GrantedPoints.NOTHING)
    seat(book)
    changes = carry_out(book, LeaveTableOut(2, 1), by=BY)
    assert [each.code for each in changes.remarks] == ["final-left-out", "seats-missing"]
    carry_out(book, Undo(), by=BY)
    changes = carry_out(book, LeaveTableOut(2, 2), by=BY)
    assert [each.code for each in changes.remarks] == ["seats-missing"]


def test_more_tables_do_not_mix_finalists_with_others() -> None:
    book = played(sessions=2, count=16)
    change(book, sit_out_points=GrantedPoints.NOTHING)
    seat(book)
    carry_out(book, LeaveTableOut(2, 1), by=BY)
    carry_out(book, AddPlayers(tuple(players(1, 17)), first=2), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, AddTable(2, (13, 9, 5, 17)), by=BY)
    assert codes(error) == ["final-mixed"]
    carry_out(book, AddTable(2, FINALISTS), by=BY)
    assert names(book, 2) == {5: "Final"}


def test_a_substitute_at_a_table_that_is_left_out_is_not_ranked() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    change(book, sit_out_points=GrantedPoints.NOTHING)
    carry_out(book, ReplacePlayer(12, Player(0, "Nova", "Newcomer"), 2, case=SubstituteCase.ABSENT), by=BY)
    carry_out(book, LeaveTableOut(2, 3), by=BY)
    assert 17 not in ranks(book)
    assert consistent(book, store)


def test_players_who_join_later_play_beside_the_final() -> None:
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    seat(book)
    play(book, 2)
    carry_out(book, AddPlayers(tuple(players(4, 17)), first=3), by=BY)
    on = plan_by_ranking(book.view, 3)
    assert set(on.tables[0]) == set(FINALISTS)
    assert {17, 18, 19, 20} <= {number for table in on.tables[1:] for number in table}
    carry_out(book, on.command, by=BY)
    play(book, 3)
    assert consistent(book, store)


def test_who_played_for_a_finalist_before_the_final_plays_beside_it() -> None:
    store = FakeStore()
    book = played(sessions=3, count=16, store=store)
    carry_out(book, AddPlayers(tuple(players(4, 17)), first=3), by=BY)
    carry_out(book, ReplacePlayer(FINALISTS[0], 17, 2, 2, case=SubstituteCase.ABSENT), by=BY)
    play(book, 2)
    seat(book, session=3)
    final = book.view.state.finals[0].players
    assert FINALISTS[0] in final
    assert 17 not in final
    assert 17 in seating_of(book).seated(3)
    play(book, 3)
    assert consistent(book, store)


def test_a_final_that_lost_a_player_waits_for_a_substitute() -> None:
    book = played(sessions=3, count=16)
    seat(book)
    play(book, 2)
    carry_out(book, ChangePlayerState(5, PlayerState.WITHDRAWN, 3), by=BY)
    assert refused(book, session=3, sit_out=True) == ["final-incomplete"]


def test_two_entries_of_one_finalist_are_merged() -> None:
    store = FakeStore()
    book = played(sessions=2, count=16, store=store)
    seat(book)
    carry_out(book, AddPlayers(tuple(players(1, 17)), first=2), by=BY)
    carry_out(book, MergePlayers(5, 17), by=BY)
    assert book.view.state.finals[0].players == FINALISTS
    assert book.view.state.finals[0].beside
    assert consistent(book, store)


# ---- fields of any size


@given(
    count=st.integers(5, 40),
    size=st.sampled_from((4, 8, 16)),
    way=st.sampled_from(("straight", "swiss")),
    beside=st.sampled_from(("straight", "swiss", "lot")),
    seed=st.integers(0, 99),
    rule=st.sampled_from(tuple(FinalRanks)),
)
def test_any_field_has_its_final(count: int, size: int, way: str, beside: str, seed: int, rule: FinalRanks) -> None:
    """Finalists fill their tables, nobody sits twice or is missing, and at most three others sit out."""
    store = FakeStore()
    book = created(store)
    change(book, sessions=2, sit_out_points=GrantedPoints.AVERAGE, final_ranks=rule)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    whole = count - count % 4
    tables = tuple((n, n + 1, n + 2, n + 3) for n in range(1, whole, 4))
    out = tuple(range(whole + 1, count + 1))
    wishes = SeatingWishes(sit_out=True)
    carry_out(book, PublishDraw(Seating((tables, tables), "by hand", 1, wishes, (out, out) if out else ())), by=BY)
    play(book, 1)
    if size >= count:
        with pytest.raises((Refused, DrawProblem)):
            plan_by_ranking(book.view, 2, way=way, final=size, beside=beside, seed=seed)
        return
    best = [row.player.number for row in book.view.standings().rows[:size]]
    ranked = plan_by_ranking(book.view, 2, way=way, final=size, beside=beside, seed=seed)
    assert {number for table in ranked.tables[: size // 4] for number in table} == set(best)
    seats = Counter(number for table in ranked.tables for number in table)
    seats.update(ranked.sit_out)
    assert seats == Counter(range(1, count + 1))
    assert len(ranked.sit_out) == count % 4
    carry_out(book, ranked.command, by=BY)
    assert final_tables(seating_of(book), book.view.state.finals, 2) == tuple(range(1, size // 4 + 1))
    play(book, 2)
    assert consistent(book, store)
    order = {row.player.number: row for row in book.view.standings().rows}
    if rule is FinalRanks.FINALISTS:
        assert max(order[number].rank for number in best) <= size
    else:
        worth = {number: (row.table_points, row.score) for number, row in order.items()}
        assert all(row.rank == 1 + sum(each > worth[n] for each in worth.values()) for n, row in order.items())
    assert sum((row.table_points for row in order.values()), Fraction(0)) > 0


# ---- by chance: players leave, join, swap and are replaced while finals are seated, played and taken back


AT_A_FINAL = (
    *(random_commands.seat_by_ranking,) * 3, random_commands.swap_players, random_commands.swap_players,
    random_commands.replace_player, random_commands.change_player_state, random_commands.join_late,
    random_commands.merge_players, random_commands.redraw_sessions, random_commands.leave_table_out,
    random_commands.add_table, random_commands.wish_for_seats, *(random_commands.change_plan,) * 2,
)  # fmt: skip


def cut(view: View, chance: Random) -> list[Command]:
    """A final, beside which the others play on, in the next session."""
    session = next((each for each in view.drawn_sessions if not view.touched(each)), 1)
    size, ways = chance.choice((4, 4, 8)), ("straight", "swiss", "lot")
    ranked = plan_by_ranking(
        view, session, way=chance.choice(ways[:2]), final=size, carried=chance.random() < 0.7,
        beside=chance.choice(ways), sit_out=chance.choice((None, True)), seed=chance.randrange(9),
    )  # fmt: skip
    return [ranked.command]


def play_next(view: View, chance: Random) -> list[Command]:
    """Totals at the tables of a session that is seated and not played."""
    for session in view.drawn_sessions:
        left = [sheet for sheet in view.sheets(session) if not sheet.counts]
        if left:
            return [
                RecordTotals(session, sheet.table, chance.choice((WON, (8, 0, 0, -8), WON[::-1]))) for sheet in left
            ]
    return []


def attempt(book: Book, action: Action, chance: Random) -> str:
    """Carry out what ``action`` proposes; return the kind of the last entry, or why it was refused."""
    try:
        commands = action(book.view, chance)
        entries = [entry for command in commands for entry in carry_out(book, command, by=BY, confirmed=True).entries]
    except DrawProblem:
        return "draw-problem"
    except Refused as refused:
        return refused.problems[0].code
    return entries[-1].record.kind if entries else ""


def tables_of_finals_are_whole(book: Book) -> bool:
    """Whether no table seats finalists with others, in any session with a final beside other tables."""
    view = book.view
    for session in view.drawn_sessions:
        final = final_of(view.state.finals, session)
        if final is None or not final.beside:
            continue
        own = set(final.players)
        own |= {
            number
            for (each, number), sub in view.state.substitutions.items()
            if sub.player in own and each >= final.session
        }
        for sheet in view.sheets(session):
            if 0 < len(own.intersection(sheet.players)) < len(sheet.players):
                return False
    return True


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_whatever_happens_the_second_count_agrees_and_finals_stay_whole(seed: int) -> None:
    chance, store = Random(seed), FakeStore()
    book = played(sessions=chance.randint(2, 4), count=chance.choice((8, 12, 16, 20)), store=store)
    change(book, sit_out_points=chance.choice(tuple(GrantedPoints)), final_ranks=chance.choice(tuple(FinalRanks)))
    for _ in range(25):
        action = chance.choice((cut, cut, play_next, play_next, *AT_A_FINAL))
        event(attempt(book, action, chance))
        assert tables_of_finals_are_whole(book)
        if chance.random() < 0.2:
            book = undone(book)
    assert check_records(store.records).problems == ()
    assert differences(book.view) == []


def undone(book: Book) -> Book:
    with suppress(Refused):
        carry_out(book, Undo(), by=BY)
    return book
