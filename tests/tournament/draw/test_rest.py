"""Drawing again what is left: the played sessions stand, nobody meets twice where that can be."""

from itertools import combinations

from tournament.draw import AvoidedPair, Group, Wishes, make_plan
from tournament.draw.rest import draw_rest


def meetings(sessions) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for tables in sessions:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                found[pair] = found.get(pair, 0) + 1
    return found


def test_nobody_meets_again_whom_he_met_in_the_played_sessions():
    played = make_plan(players=32, sessions=3, seed=1).sessions[:2]
    rest = draw_rest([range(1, 33)] * 3, played=played, seed=7, wishes=Wishes())
    assert len(rest) == 3
    assert all(sorted(number for table in tables for number in table) == list(range(1, 33)) for tables in rest)
    assert set(meetings((*played, *rest)).values()) == {1}
    assert draw_rest([range(1, 33)] * 3, played=played, seed=7, wishes=Wishes()) == rest


def test_wishes_hold_for_what_is_left():
    played = make_plan(players=24, sessions=1, seed=1).sessions
    wishes = Wishes(groups=(Group("club", (1, 2, 3, 4)),), pairs=(AvoidedPair(5, 6),))
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
