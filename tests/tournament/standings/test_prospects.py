"""Who can still win in the last session: counted, against trying every case."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rules.table_points import BY_PLACE, TablePoints, TablePointsKind
from tournament.standings.prospects import (
    OpenTable,
    counted,
    orders_at,
    simulated,
    simulation_error,
)
from tournament.standings.tally import PARTS

SCORES = [scores for scores in product(range(-3, 4), repeat=4) if min(scores) == -3]
"""All differences of four scores that are at most 6 apart; how high they are together changes nothing at one table."""


def place_of(number, totals):
    return 1 + sum(total > totals[number] for total in totals.values())


def after(merits, tables, scores, points=BY_PLACE):
    """The totals of everybody after one case: ``scores`` has those of each table."""
    totals = dict(merits)
    for table, four in zip(tables, scores, strict=True):
        worth = points.of(four, table.unplaced)
        for column, number in enumerate(table.players):
            if number in merits and column not in table.unplaced:
                final, parts, score = merits[number]
                totals[number] = final, parts + worth[column] * PARTS, score + four[column]
    return totals


def merits_of(numbers, *, most=8, spread=1):
    one = st.tuples(st.just(0), st.integers(0, most).map(lambda half: half * PARTS // 2), st.integers(-spread, spread))
    return st.tuples(*[one] * numbers).map(lambda all_of: dict(enumerate(all_of, 1)))


@settings(max_examples=25)
@given(merits=merits_of(4), points=st.sampled_from((BY_PLACE, TablePoints(places=(3, 2, 1, 0), by_seat=True))))
def test_one_table_is_what_all_scores_give(merits, points):
    tables = [OpenTable(1, (1, 2, 3, 4))]
    places: dict[int, set[int]] = {number: set() for number in merits}
    for scores in SCORES:
        totals = after(merits, tables, [scores], points)
        for number, found in places.items():
            found.add(place_of(number, totals))
    prospects = {each.number: each for each in counted(merits, tables, points)}
    assert prospects.keys() == {number for number, found in places.items() if min(found) <= 3}
    for number, each in prospects.items():
        assert each.first.possible == (min(places[number]) == 1)
        assert each.first.certain == (max(places[number]) == 1)
        assert each.podium.certain == (max(places[number]) <= 3)


def orders_of(tables):
    return product(*(orders_at(BY_PLACE, table.unplaced) for table in tables))


def tried(merits, tables, number):
    """The least and the most others ahead of a player in each case, tried one by one, with whether it has no ties."""
    column_of = {member: (table, column) for table in tables for column, member in enumerate(table.players)
                 if column not in table.unplaced}  # fmt: skip
    for case in orders_of(tables):
        parts, level_at = {n: merit[:2] for n, merit in merits.items()}, {}
        for table, outcome in zip(tables, case, strict=True):
            for column, member in enumerate(table.players):
                if member in merits and column not in table.unplaced:
                    parts[member] = merits[member][0], merits[member][1] + outcome.parts[column]
                    level_at[member] = outcome.levels[column]
        least = most = 0
        for other in merits.keys() - {number}:
            if parts[other] != parts[number]:
                least += parts[other] > parts[number]
                most += parts[other] > parts[number]
            elif number in column_of and other in column_of and column_of[number][0] is column_of[other][0]:
                behind = merits[number][2] - merits[other][2]  # what the player leads by before the session
                steps = level_at[other] - level_at[number]
                apart = range(steps, 9) if steps > 0 else range(-9, steps + 1) if steps < 0 else range(1)
                least += all(behind + each < 0 for each in apart)
                most += any(behind + each < 0 for each in apart)
            elif number not in level_at and other not in level_at:
                least += merits[other] > merits[number]
                most += merits[other] > merits[number]
            else:
                most += 1
        yield least, most, all(outcome.strict for outcome in case)


@settings(max_examples=12)
@given(
    merits=merits_of(9, most=10, spread=3),
    unplaced=st.sampled_from((frozenset(), frozenset({3}))),
    finalists=st.sampled_from(((), (1, 2, 5), (9,))),
    asked=st.tuples(st.integers(1, 4), st.integers(5, 9)),
)
def test_two_tables_and_one_who_does_not_play_are_what_all_cases_give(merits, unplaced, finalists, asked):
    merits = {number: (int(number in finalists), *merit[1:]) for number, merit in merits.items()}
    if unplaced:
        del merits[8]  # a substitute is not ranked
    tables = [OpenTable(1, (1, 2, 3, 4)), OpenTable(2, (5, 6, 7, 8), unplaced)]
    found = {each.number: each for each in counted(merits, tables, BY_PLACE)}
    for number in merits.keys() & set(asked):
        cases = list(tried(merits, tables, number))
        strict = [case for case in cases if case[2]]
        assert (number in found) == (min(least for least, _most, _strict in cases) < 3)
        if number not in found:
            continue
        for chance, best in ((found[number].first, 1), (found[number].podium, 3)):
            assert chance.possible == any(least < best for least, _most, _strict in cases)
            assert chance.certain == all(most < best for _least, most, _strict in cases)
            assert chance.most == Fraction(sum(least < best for least, _m, _s in strict), len(strict))
            assert chance.least == Fraction(sum(most < best for _l, most, _s in strict), len(strict))


def test_what_a_leader_needs_is_told_by_rival():
    # One leads by three table points and 10 points; Six is the only rival from another table.
    merits = {1: (0, 12 * PARTS, 30), 2: (0, 3 * PARTS, 0), 3: (0, 2 * PARTS, 0), 4: (0, 0, 0),
              5: (0, 1 * PARTS, 0), 6: (0, 9 * PARTS, 20), 7: (0, 0, 0), 8: (0, 0, 0)}  # fmt: skip
    tables = [OpenTable(1, (1, 2, 3, 4)), OpenTable(2, (5, 6, 7, 8))]
    leader, rival = (next(each for each in counted(merits, tables, BY_PLACE) if each.number == n) for n in (1, 6))
    assert [each.first.certain for each in leader.results] == [True, True, False, False]
    third, last = leader.results[2:]
    assert [(each.number, each.table, each.ahead, each.level) for each in third.rivals] == [(6, 2, 0, 1)]
    assert third.rivals[0].margin == -10
    assert [(each.ahead, each.level) for each in last.rivals] == [(1, None)]
    assert last.podium.certain
    assert rival.first.possible
    assert [each.first.possible for each in rival.results] == [True, False, False, False]
    assert rival.results[1].ahead == 1
    # Six must be first, One third (level) or last: a quarter of the cases for sure, another with the score.
    assert (rival.first.least, rival.first.most) == (Fraction(1, 16), Fraction(2, 16))


def test_a_hundred_tables_are_counted():
    tables = [OpenTable(n, tuple(range(4 * n - 3, 4 * n + 1))) for n in range(1, 101)]
    merits = {number: (0, (number % 27) * PARTS, number % 50) for number in range(1, 401)}
    found = counted(merits, tables, BY_PLACE)
    # Table 20 has players with 23 to 26 points; one of its four finishes with 27 at least: 98 + 7 is more than 4 × 26.
    assert {each.number % 27 for each in found if each.first.possible} == {23, 24, 25, 26}
    assert sum(each.first.least for each in found) <= 1 <= sum(each.first.most for each in found)


def test_scores_that_are_the_table_points_are_not_counted():
    with pytest.raises(ValueError, match="score"):
        counted({}, [], TablePoints(TablePointsKind.SCORE))


def test_a_simulation_is_as_exact_as_it_says():
    """By places the simulation can be compared with the count: scores far apart, so that no case is level."""
    tables = [OpenTable(1, (1, 2, 3, 4)), OpenTable(2, (5, 6, 7, 8))]
    merits = {number: (0, PARTS * number, 1000 * number) for number in range(1, 9)}
    exact = {each.number: each for each in counted(merits, tables, BY_PLACE)}
    times = 4000
    error = simulation_error(times)
    assert error == Fraction(16, 1000)
    found = simulated(merits, tables, BY_PLACE, list(permutations((9, 3, -4, -8)))[:2], times=times)
    assert {each.number for each in found} <= exact.keys()
    assert sum(each.first.least for each in found) == 1
    for each in found:
        assert exact[each.number].first.least - error <= each.first.least <= exact[each.number].first.most + error
        assert exact[each.number].podium.least - error <= each.podium.least <= exact[each.number].podium.most + error
        assert not each.first.certain
