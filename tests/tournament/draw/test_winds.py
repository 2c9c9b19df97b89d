"""Start winds: a whole event at once, and the remaining sessions together with those played."""

from collections import Counter

import pytest

from tests.tournament.draw import recount
from tournament.draw import make_plan
from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import four
from tournament.draw.verifier import verify
from tournament.draw.winds import with_fair_winds, with_winds


@pytest.mark.parametrize("sessions", [1, 2, 3, 4, 5, 6, 7, 8, 9, 13])
@pytest.mark.parametrize("players", [4, 16, 60])
def test_any_seating_gets_even_winds_and_keeps_its_tables(players, sessions):
    chance = SeededRandom(players * 100 + sessions)
    design = []
    for _ in range(sessions):
        order = chance.shuffled(range(players))
        design.append(tuple(four(order[start : start + 4]) for start in range(0, players, 4)))
    seated = with_winds(tuple(design))
    assert [[set(table) for table in tables] for tables in seated] == [
        [set(block) for block in tables] for tables in design
    ]
    numbered = [[tuple(player + 1 for player in table) for table in tables] for tables in seated]
    assert recount.winds_even(players, numbered)


def shuffled_seats(sessions, chance):
    """The same tables, their players in any order."""
    return tuple(tuple(tuple(chance.shuffled(table)) for table in tables) for tables in sessions)


@pytest.mark.parametrize(
    ("players", "sessions", "played"), [(16, 5, 2), (40, 8, 1), (40, 8, 3), (64, 6, 2), (100, 7, 5), (200, 8, 2)]
)
def test_everybody_ends_with_as_many_of_each_as_without_a_break(players, sessions, played):
    plan = make_plan(players=players, sessions=sessions, seed=4)
    chance = SeededRandom(8)
    rest = with_fair_winds(
        shuffled_seats(plan.sessions[played:], chance), plan.sessions[:played], chance, SearchProgress()
    )
    together = (*plan.sessions[:played], *rest)
    assert recount.winds_even(players, together)
    assert not any("starts as" in finding.message.message for finding in verify(players, together))


@pytest.mark.parametrize("seed", range(1, 7))
def test_newcomers_have_as_many_of_each_too(seed):
    plan = make_plan(players=64, sessions=6, seed=seed)
    new = {9: 65, 30: 66}
    rest = tuple(
        tuple(four(new.get(player, player) for player in table) for table in tables) for tables in plan.sessions[2:]
    )
    seated = with_fair_winds(rest, plan.sessions[:2], SeededRandom(seed), SearchProgress())
    starts = Counter(
        (player, wind)
        for tables in (*plan.sessions[:2], *seated)
        for table in tables
        for wind, player in enumerate(table)
    )
    for player in {player for table in seated[0] for player in table}:
        counts = [starts[player, wind] for wind in range(4)]
        assert max(counts) - min(counts) <= 1


def test_who_was_always_east_is_east_no_more():
    played = [((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 6, 3, 8), (5, 2, 7, 4)), ((1, 7, 5, 2), (3, 4, 6, 8))]
    rest = with_fair_winds((((1, 3, 5, 7), (2, 4, 6, 8)),), played, SeededRandom(1), SearchProgress())
    assert all(table[0] != 1 for table in rest[0])
    assert [sorted(table) for table in rest[0]] == [[1, 3, 5, 7], [2, 4, 6, 8]]
