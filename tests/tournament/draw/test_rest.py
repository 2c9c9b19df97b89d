"""Drawing the remaining sessions again: played sessions stay, and nobody meets twice if that is possible."""

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.tournament.draw import recount
from tournament.draw import ApartGroup, AvoidedPair, Wishes, make_plan
from tournament.draw.rest import draw_rest

pytestmark = pytest.mark.thorough


def meetings(sessions) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for tables in sessions:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                found[pair] = found.get(pair, 0) + 1
    return found


def test_nobody_meets_opponents_of_played_sessions_again():
    played = make_plan(players=32, sessions=3, seed=1).sessions[:2]
    rest = draw_rest([range(1, 33)] * 3, played=played, seed=7, wishes=Wishes())
    assert len(rest) == 3
    assert all(sorted(number for table in tables for number in table) == list(range(1, 33)) for tables in rest)
    assert set(meetings((*played, *rest)).values()) == {1}
    assert draw_rest([range(1, 33)] * 3, played=played, seed=7, wishes=Wishes()) == rest


def test_wishes_hold_for_what_is_left():
    played = make_plan(players=24, sessions=1, seed=1).sessions
    wishes = Wishes(groups=(ApartGroup("club", (1, 2, 3, 4)),), pairs=(AvoidedPair(5, 6),))
    rest = draw_rest([range(1, 25)] * 2, played=played, seed=2, wishes=wishes)
    found = meetings(rest)
    assert not any(found.get(pair) for pair in (*combinations((1, 2, 3, 4), 2), (5, 6)))


def test_a_search_that_is_stopped_gives_what_it_has():
    heard: list[float] = []

    def stop(done: float) -> bool:
        heard.append(done)
        return False

    rest = draw_rest([range(1, 17)], played=(), seed=1, wishes=Wishes(), progress=stop)
    assert sorted(number for table in rest[0] for number in table) == list(range(1, 17))
    assert len(heard) == 1


def test_each_session_seats_its_own_players():
    rest = draw_rest([range(1, 17), range(1, 9)], played=(), seed=1, wishes=Wishes())
    assert [len(tables) for tables in rest] == [4, 2]
    assert sorted(number for table in rest[1] for number in table) == list(range(1, 9))


@pytest.mark.parametrize(("players", "sessions", "played"), [(40, 8, 2), (48, 12, 3), (64, 6, 2), (100, 7, 2)])
def test_a_draw_without_repeats_or_returns_keeps_none_when_two_are_replaced(players, sessions, played):
    plan = make_plan(players=players, sessions=sessions, seed=1)
    new = {3: players + 1, 17: players + 2}
    planned = [
        tuple(tuple(new.get(player, player) for player in table) for table in tables)
        for tables in plan.sessions[played:]
    ]
    roster = [new.get(player, player) for player in range(1, players + 1)]
    rest = draw_rest(
        [roster] * (sessions - played), played=plan.sessions[:played], seed=5, wishes=Wishes(), planned=planned
    )
    together = (*plan.sessions[:played], *rest)
    assert all(sorted(player for table in tables for player in table) == sorted(roster) for tables in rest)
    assert recount.repeats(together) == recount.revisits(together) == 0


def test_planned_tables_that_lost_somebody_are_filled_up():
    plan = make_plan(players=24, sessions=4, seed=1)
    roster = [player for player in range(1, 25) if player not in (2, 9, 10, 21)]
    rest = draw_rest([roster] * 2, played=plan.sessions[:2], seed=5, wishes=Wishes(), planned=plan.sessions[2:])
    assert all(sorted(player for table in tables for player in table) == roster for tables in rest)
    assert recount.repeats((*plan.sessions[:2], *rest)) <= 2


def advances(draw: Callable[[Callable[[float], bool]], object]) -> None:
    """Check that what a search reports of itself never falls and ends with 1."""
    heard: list[float] = []

    def hear(done: float) -> bool:
        heard.append(done)
        return True

    draw(hear)
    assert heard == sorted(heard)
    assert heard[0] >= 0
    assert heard[-1] == 1


@pytest.mark.parametrize(("players", "sessions"), [(16, 5), (24, 6)])
def test_a_search_reports_how_far_it_has_come(players: int, sessions: int) -> None:
    wishes = Wishes(groups=(ApartGroup("one", (1, 2, 3, 4, 5)), ApartGroup("other", tuple(range(6, 13)))))
    plan = make_plan(players=players, sessions=sessions, seed=1)
    advances(lambda hear: make_plan(players=players, sessions=sessions, seed=1, wishes=wishes, progress=hear))
    rosters = [range(1, players + 1)] * 3
    planned = plan.sessions[2:]
    advances(
        lambda hear: draw_rest(rosters, played=plan.sessions[:2], planned=planned, seed=1, wishes=wishes, progress=hear)
    )
