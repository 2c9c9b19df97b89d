"""Clubs, countries, teams and pairs to keep apart."""

import pytest

from tests.tournament.draw import recount
from tournament.draw import ApartGroup, AvoidedPair, DrawProblem, Wishes, make_plan


def clubs(*sizes):
    groups, first = [], 1
    for number, size in enumerate(sizes):
        groups.append(ApartGroup(f"Club {number}", tuple(range(first, first + size))))
        first += size
    return Wishes(groups=tuple(groups))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "sessions", "sizes"),
    [
        (48, 12, [6] * 8),
        (48, 6, [12, 9, 8, 7, 6, 3, 3]),
        (48, 10, [5] * 9),
        (48, 10, [7] * 6),
        (48, 10, [8] * 6),
        (52, 8, [8] * 6),
        (52, 12, [13] * 4),
        (56, 12, [8] * 7),
        (60, 12, [9] * 6),
        (60, 12, [12] * 5),
        (60, 12, [8] * 7),
        (76, 12, [12] * 6),
        (84, 12, [16] * 5),
        (88, 12, [14] * 6),
        (100, 8, [26, 26, 26, 22]),
        (100, 8, [40, 13, 11, 9, 9, 8, 5, 5]),
        (140, 10, [7] * 20),
    ],
)
def test_clubs_meet_as_little_as_the_pigeonhole_allows(players, sessions, sizes):
    wishes = clubs(*sizes)
    plan = make_plan(players=players, sessions=sessions, seed=2, wishes=wishes)
    assert recount.repeats(plan.sessions) == recount.revisits(plan.sessions) == 0
    assert recount.winds_even(players, plan.sessions)
    for group, found in zip(wishes.groups, plan.quality.groups, strict=True):
        assert found.meetings == recount.meetings_inside(plan.sessions, group.members) == found.fewest


def test_pairs_are_kept_apart():
    pairs = tuple(AvoidedPair(one, one + 1) for one in range(1, 40, 2))
    plan = make_plan(players=40, sessions=8, seed=1, wishes=Wishes(pairs=pairs))
    assert all(found.meetings == 0 for found in plan.quality.pairs)


def test_the_heavier_wish_wins_where_both_cannot_be_had():
    # Eight players, one session: 1–5 fill more than one table, so one of the two wishes for 1 and 2 … must give way.
    light, heavy = ApartGroup("light", (1, 2, 3)), ApartGroup("heavy", (1, 4, 5), weight=9)
    plan = make_plan(players=8, sessions=1, seed=1, wishes=Wishes(groups=(light, heavy)))
    assert plan.quality.groups[1].meetings == plan.quality.groups[1].fewest == 1


@pytest.mark.parametrize(("players", "sessions", "sizes"), [(16, 5, [4] * 4), (16, 5, [6, 5, 5]), (24, 7, [6] * 4)])
def test_nothing_is_searched_where_meetings_in_groups_cannot_be_fewer(players, sessions, sizes):
    """In 5 sessions 16 players meet all others, in 7 sessions 24 players all but two."""
    heard: list[float] = []

    def listener(done):
        heard.append(done)
        return True

    plan = make_plan(players=players, sessions=sessions, seed=1, wishes=clubs(*sizes), progress=listener)
    unmet = players - 1 - 3 * sessions
    for size, found in zip(sizes, plan.quality.groups, strict=True):
        assert found.meetings == size * (size - 1 - unmet) // 2
    assert sum(0.8 < done < 1 for done in heard) < 100  # of 288 reports and more for a search to its end


def test_wishes_keep_the_seed():
    wishes = clubs(5, 5, 5)
    assert make_plan(players=24, sessions=5, seed=7, wishes=wishes) == make_plan(
        players=24, sessions=5, seed=7, wishes=wishes
    )


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(groups=(ApartGroup("Lyon", (1, 17)),)), "Lyon names player 17; the players are 1 to 16."),
        (Wishes(groups=(ApartGroup("Lyon", (1, 2, 1)),)), "Lyon names player 1 twice."),
        (Wishes(groups=(ApartGroup("Lyon", (1, 2), weight=0),)), "The weight of Lyon must be 1 or more."),
        (Wishes(pairs=(AvoidedPair(3, 3),)), "Player 3 cannot be kept apart from themselves."),
        (Wishes(pairs=(AvoidedPair(3, 99),)), "A pair to keep apart names player 99; the players are 1 to 16."),
        (Wishes(pairs=(AvoidedPair(3, 4, weight=0),)), "The weight of the pair 3 and 4 must be 1 or more."),
    ],
)
def test_wishes_that_cannot_be_are_refused_with_the_reason(wishes, said):
    with pytest.raises(DrawProblem) as problem:
        make_plan(players=16, sessions=3, seed=1, wishes=wishes)
    assert str(problem.value) == said
