"""No seating has a figure below its lower bound, whoever plays in which session."""

import random
from itertools import combinations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournament.draw import recount
from tournament.draw import ApartGroup, Wishes, quality_of

LINES = [
    [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)],
    [(1, 6, 11, 16), (2, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13)],
    [(1, 7, 12, 14), (2, 8, 11, 13), (3, 5, 10, 16), (4, 6, 9, 15)],
    [(1, 8, 10, 15), (2, 7, 9, 16), (3, 6, 12, 13), (4, 5, 11, 14)],
]
"""Four of the five rounds of 16 players in which nobody meets twice."""
STAYING = [[next(t for t in tables if player in t) for player in (1, 5, 9, 13)] for tables in LINES]
"""Seats four players who never meet at the same table in every session: they return, the twelve others do not."""


@st.composite
def seatings(draw):
    """Players, sessions with rosters of their own, and groups of any sizes: shuffled, rotated, or hardly changed."""
    players = draw(st.sampled_from((4, 8, 12, 16, 20, 28)))
    chance = random.Random(draw(st.integers(0, 2**20)))
    everybody = draw(st.booleans())
    sessions: list[list[tuple[int, ...]]] = []
    for _ in range(draw(st.integers(1, 7))):
        way = draw(st.sampled_from(("shuffled", "as before", "tables turned", "seats turned")))
        roster = players if everybody else 4 * chance.randint(1, players // 4)
        if way == "shuffled" or not sessions:
            seated = chance.sample(range(1, players + 1), roster)
            sessions.append([tuple(seated[at : at + 4]) for at in range(0, roster, 4)])
        elif way == "as before":
            sessions.append(sessions[-1])
        elif way == "tables turned":
            sessions.append([*sessions[-1][1:], sessions[-1][0]])
        else:  # each seat goes on by its own number of tables: few meet again, and few stay
            columns = zip(*sessions[-1], strict=True)
            turned = [[*column[seat:], *column[:seat]] for seat, column in enumerate(columns)]
            sessions.append(list(zip(*turned, strict=True)))
    names = range(1, players + 1)
    groups = tuple(
        ApartGroup(f"Club {size}", tuple(sorted(chance.sample(names, size))))
        for size in draw(st.lists(st.integers(2, players), max_size=3))
    )
    return players, sessions, groups


@given(seatings())
@example((16, LINES, ()))
@example((16, STAYING, ()))
@example((16, [*LINES, [tuple(table[seat] for table in LINES[0]) for seat in range(4)]], ()))
@settings(max_examples=150)
def test_no_figure_is_below_its_bound(seated) -> None:
    players, sessions, groups = seated
    quality = quality_of(players, sessions, Wishes(groups=groups))
    assert recount.repeats(sessions) == quality.repeats >= quality.fewest_repeats
    assert recount.revisits(sessions) == quality.table_revisits >= quality.fewest_table_revisits
    for group, found in zip(groups, quality.groups, strict=True):
        assert recount.meetings_inside(sessions, group.members) == found.meetings >= found.fewest
    met: dict[int, set[int]] = {player: set() for player in range(1, players + 1)}
    for one, other in (pair for tables in sessions for table in tables for pair in combinations(table, 2)):
        met[one].add(other)
        met[other].add(one)
    strangers = sum(other not in met[one] and not met[one] & met[other] for one, other in combinations(met, 2))
    assert strangers == quality.strangers >= quality.fewest_strangers
    counts = recount.wind_counts(players, sessions)
    even = all(sum(own) // 4 <= times <= -(-sum(own) // 4) for own in counts for times in own)
    assert (quality.wind_imbalance == 0) == even


def test_four_who_stay_return_less_often_than_an_even_draw() -> None:
    """What is aimed at is no bound: this seating of 16 has half of it, and nobody meets twice."""
    quality = quality_of(16, STAYING)
    assert quality.repeats == 0
    assert quality.table_revisits == 12
    assert quality.most_visits == 4
    assert (quality.fewest_table_revisits, quality.table_revisits_aimed_at) == (0, 24)
