"""Draws in which some players sit out, and draws with fixed tables, checked by the verifier."""

from collections import Counter
from itertools import combinations
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draw import recount
from tournament.draw import ApartGroup, DrawProblem, SittingOut, Wishes, make_plan
from tournament.draw.quality import quality_of
from tournament.draw.ranking import straight_tables, swiss_tables
from tournament.draw.rest import _Search, draw_rest
from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.sitting_out import Turns
from tournament.draw.verifier import Severity, verify
from tournament.language import ENGLISH


def said(findings):
    return [ENGLISH.render(finding.message) for finding in findings]


def of_turns(findings):
    return [line for line in said(findings) if "sit" in line and "out" in line]


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "sessions"), [(5, 4), (6, 5), (7, 5), (10, 5), (14, 5), (27, 6), (50, 8)])
def test_four_sit_at_each_table_and_the_others_sit_out_in_turn(players, sessions):
    plan = make_plan(players=players, sessions=sessions, seed=1, sitting_out=SittingOut())
    assert all(len(tables) == players // 4 for tables in plan.sessions)
    findings = verify(players, plan.sessions, sit_out=plan.sit_out)
    assert not [finding for finding in findings if finding.severity is Severity.FAULT]
    assert of_turns(findings) == []
    turns = Counter(player for out in plan.sit_out for player in out)
    counts = [turns[player] for player in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1
    assert not plan.quality.wind_imbalance


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("players", "sessions"), [(27, 6), (50, 8), (101, 8)])
def test_larger_fields_do_not_meet_twice_although_some_sit_out(players, sessions):
    plan = make_plan(players=players, sessions=sessions, seed=1, sitting_out=SittingOut())
    assert recount.repeats(plan.sessions) == 0


@pytest.mark.thorough
def test_whoever_wishes_to_sits_out_first_and_nobody_else_before_their_turn():
    wished = tuple(frozenset({3, 9}) if session in (1, 2, 3) else frozenset() for session in range(6))
    plan = make_plan(players=14, sessions=6, seed=1, sitting_out=SittingOut(wished))
    assert plan.sit_out[1] == plan.sit_out[2] == plan.sit_out[3] == (3, 9)
    assert of_turns(verify(14, plan.sessions, sit_out=plan.sit_out, wished=wished)) == []
    others = Counter(player for out in plan.sit_out for player in out if player not in (3, 9))
    assert set(others.values()) == {1}


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_turns():
    plans = [make_plan(players=10, sessions=4, seed=seed, sitting_out=SittingOut()) for seed in (7, 7, 8)]
    assert plans[0] == plans[1]
    assert plans[0].sit_out != plans[2].sit_out


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("players", "sessions"), [(7, 3), (10, 5), (14, 4)])
def test_if_everybody_wishes_to_sit_out_those_who_sat_out_least_come_first(players: int, sessions: int) -> None:
    wished = (frozenset(range(1, players + 1)),) * sessions
    plan = make_plan(players=players, sessions=sessions, seed=1, sitting_out=SittingOut(wished))
    assert of_turns(verify(players, plan.sessions, sit_out=plan.sit_out)) == []


def test_a_method_that_seats_everybody_is_refused_if_some_sit_out():
    with pytest.raises(DrawProblem, match="choose “auto”"):
        make_plan(players=14, sessions=3, seed=1, method="perfect", sitting_out=SittingOut())


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_turns_are_fair_over_a_changing_field(data):
    fields = data.draw(st.lists(st.sets(st.integers(1, 20), min_size=4, max_size=20), min_size=1, max_size=8))
    wished = data.draw(st.lists(st.sets(st.integers(1, 20), max_size=4), max_size=8))
    turns = Turns(fields, wished)
    out = turns.chosen(SeededRandom(data.draw(st.integers(0, 9))))
    assert turns.are_fair(out)
    for field, resting in zip(fields, out, strict=True):
        assert len(resting) == len(field) % 4
        assert set(resting) <= field
    sessions = []
    for field, resting in zip(fields, out, strict=True):
        seats = sorted(field.difference(resting))
        sessions.append([tuple(seats[start : start + 4]) for start in range(0, len(seats), 4)])
    findings = verify(20, sessions, present=fields, sit_out=out, wished=wished)
    assert not [finding for finding in findings if finding.severity is Severity.FAULT]
    assert of_turns(findings) == []


FIXED = [
    (16, 5, {1: 2}),
    (16, 5, {1: 2, 2: 2}),
    (24, 5, {1: 6}),
    (28, 7, {1: 3, 2: 5, 3: 7}),
    (28, 7, {1: 3, 2: 3}),
    (40, 9, {4: 1, 5: 1, 6: 1, 7: 1}),
    (14, 4, {14: 3, 1: 1}),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "sessions", "fixed"), FIXED)
def test_whoever_has_a_fixed_table_sits_there_in_every_session(players, sessions, fixed):
    wishes = Wishes(fixed=tuple(fixed.items()))
    plan = make_plan(players=players, sessions=sessions, seed=1, wishes=wishes, sitting_out=SittingOut())
    findings = said(verify(players, plan.sessions, sit_out=plan.sit_out, fixed=fixed))
    assert not [line for line in findings if "their fixed table" in line or "no seat" in line]
    assert not plan.quality.wind_imbalance


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("players", "sessions", "fixed"), [each for each in FIXED if len(set(each[2].values())) ==
                                                              len(each[2]) and each[0] % 4 == 0])  # fmt: skip
def test_a_fixed_table_costs_no_repeated_meeting(players, sessions, fixed):
    plan = make_plan(players=players, sessions=sessions, seed=1, wishes=Wishes(fixed=tuple(fixed.items())))
    assert recount.repeats(plan.sessions) == 0


@pytest.mark.thorough
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_sessions_by_the_standings_respect_fixed_tables(data):
    tables = data.draw(st.integers(1, 7))
    ranking = data.draw(st.permutations(range(1, 4 * tables + 1)))
    fixed: dict[int, int] = {}
    for player in data.draw(st.lists(st.sampled_from(ranking), unique=True, max_size=8)):
        table = data.draw(st.integers(1, tables))
        if sum(other == table for other in fixed.values()) < 4:
            fixed[player] = table
    played = [straight_tables(ranking, (), fixed)]
    played.append(swiss_tables(ranking, played, fixed))
    played.append(straight_tables(ranking, played, fixed))
    findings = verify(4 * tables, played, fixed=fixed)
    assert not [finding for finding in findings if finding.severity is Severity.FAULT]
    assert not [line for line in said(findings) if "their fixed table" in line]


def test_whole_tables_change_places_if_the_session_is_seated_by_the_standings():
    assert straight_tables(range(1, 17), (), {6: 4}) == (
        (1, 2, 3, 4),
        (13, 14, 15, 16),
        (9, 10, 11, 12),
        (5, 6, 7, 8),
    )


def test_the_rest_of_an_event_with_fixed_tables_and_a_changing_field():
    played = make_plan(players=16, sessions=2, seed=3).sessions
    rosters = [list(range(1, 13)), list(range(2, 18))]
    fixed = {3: 2, 5: 1}
    rest = draw_rest(rosters, played=played, seed=1, wishes=Wishes(fixed=tuple(fixed.items())))
    present = [range(1, 17), range(1, 17), *rosters]
    findings = verify(17, [*played, *rest], present=present)
    assert not [finding for finding in findings if finding.severity is Severity.FAULT]
    assert all(player in tables[table - 1] for tables in rest for player, table in fixed.items())


@pytest.mark.parametrize(
    ("fixed", "text"),
    [
        (((1, 5),), "Player 1 cannot keep table 5: there are 16 players at 4 tables."),
        (tuple((player, 2) for player in range(1, 6)), "More than four players keep table 2."),
    ],
)
def test_a_fixed_table_that_cannot_be_is_refused(fixed, text):
    with pytest.raises(DrawProblem, match=text):
        make_plan(players=16, sessions=3, seed=1, wishes=Wishes(fixed=fixed))
    with pytest.raises(DrawProblem):
        straight_tables(range(1, 17), (), dict(fixed))


def test_the_verifier_finds_each_fault_of_sitting_out():
    session = [(1, 2, 3, 4)]
    assert said(verify(5, [session])) == ["Player 5 has no seat in session 1."]
    assert verify(5, [session], sit_out=[(5,)]) == ()
    assert "Player 4 both plays and sits out in session 1." in said(verify(5, [session], sit_out=[(4, 5)]))
    assert said(verify(5, [session], present=[(1, 2, 3, 4)])) == []
    assert said(verify(5, [session], present=[(1, 2, 3, 5)], sit_out=[(5,)])) == [
        "Player 4 takes no part in session 1."
    ]
    again = verify(5, [session, [(2, 3, 4, 1)]], sit_out=[(5,), (5,)])
    assert "Player 5 sits out in session 2 before player 1, who has sat out less." in said(again)
    assert of_turns(verify(5, [session, [(2, 3, 4, 1)]], sit_out=[(5,), (5,)], wished=[(), (5,)])) == []
    assert "4 players sit out in session 1: they would fill another table." in said(
        verify(8, [session], sit_out=[(5, 6, 7, 8)])
    )
    assert said(verify(8, [[(1, 2, 3, 4), (5, 6, 7, 8)]], fixed={6: 1})) == [
        "Player 6 sits at table 2 in session 1; their fixed table is 1."
    ]


def test_a_table_that_is_fixed_after_the_draw_raises_no_bound() -> None:
    tables = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[5, 2, 7, 4], [1, 6, 3, 8]], [[1, 6, 7, 4], [5, 2, 3, 8]]]
    after = quality_of(8, tables, Wishes(fixed=((1, 2), (5, 2), (6, 2), (8, 2))))
    assert after.fewest_table_revisits <= after.table_revisits
    assert after.fewest_repeats <= after.repeats
    assert quality_of(8, tables, Wishes(fixed=((8, 2),))).fewest_table_revisits == after.fewest_table_revisits


PRICE = 3
"""The cost of a meeting of two members of the one group of a draw."""


def cost_by_hand(played, sessions, wishes):
    """Return what the meetings of ``sessions`` cost: those of each pair one after the other."""
    met = Counter(pair for tables in played for table in tables for pair in combinations(sorted(table), 2))
    price = {(one, other): PRICE for group in wishes.groups for one, other in combinations(sorted(group.members), 2)}
    cost = 0
    for tables in sessions:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                cost += price.get(pair, 0) + 4 * met[pair]
                met[pair] += 1
    return cost


def dealt(chance, players):
    order = chance.shuffled(sorted(players))
    return [order[start : start + 4] for start in range(0, len(order), 4)]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_seating_costs_less_than_the_bound_at_which_the_search_ends(data):
    chance = SeededRandom(data.draw(st.integers(0, 999)))
    size = data.draw(st.integers(5, 19))
    everybody = range(1, size + 1)
    fields = data.draw(st.lists(st.sets(st.sampled_from(everybody), min_size=5), min_size=1, max_size=6))
    turns = Turns(fields) if data.draw(st.booleans()) else None
    if turns is None:
        fields = [set(sorted(field)[: len(field) // 4 * 4]) for field in fields]
        out: list[list[int]] = [[] for _ in fields]
    else:
        out = turns.chosen(chance)
    played = [dealt(chance, everybody[: size // 4 * 4]) for _ in range(data.draw(st.integers(0, 3)))]
    group = data.draw(st.sets(st.sampled_from(everybody), max_size=9))
    wishes = Wishes(groups=(ApartGroup("club", tuple(sorted(group))),) if len(group) > 1 else ())
    rounds = [dealt(chance, field.difference(resting)) for field, resting in zip(fields, out, strict=True)]
    search = _Search(rounds, played, wishes, SeededRandom(1), turns)
    assert search.cost == cost_by_hand(played, rounds, wishes)
    bound, search.bound = search.bound, 0
    with mock.patch("tournament.draw.rest.MOVES", 6_000):
        search.run(SearchProgress())
    assert search.least == cost_by_hand(played, search.best, wishes) >= bound


@pytest.mark.parametrize(
    ("players", "sessions", "cost"),
    [(5, 5, 30), (9, 4, 18), (10, 4, 12), (10, 5, 20), (13, 4, 12), (14, 4, 6), (14, 7, 35), (15, 5, 0)],
)
def test_the_search_ends_at_its_bound_with_the_seating_that_a_long_search_finds(players, sessions, cost):
    fields = [range(1, players + 1)] * sessions
    turns = Turns(fields)
    found = []
    for bounded in (True, False):
        chance = SeededRandom(3)
        rounds = [dealt(chance, set(fields[0]).difference(out)) for out in turns.chosen(chance)]
        search = _Search(rounds, (), Wishes(), chance, turns)
        assert search.bound == 4 * cost
        search.bound *= bounded
        with mock.patch("tournament.draw.rest.MOVES", 60_000):
            search.run(SearchProgress())
        found.append((search.least, search.best))
    assert found[0] == found[1]
    assert found[0][0] == 4 * cost


def test_the_bound_counts_players_who_keep_one_table_together():
    fixed = Wishes(fixed=((1, 3), (3, 3)))
    plan = make_plan(players=40, sessions=5, seed=1, wishes=fixed)
    search = _Search([list(map(list, tables)) for tables in plan.sessions], (), fixed, SeededRandom(1), None)
    assert search.bound == search.cost == 4 * 10
