"""Riichi: who deals, what lies on the table, when the game is over, and what its end moves."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tournament.rules.payment import NO_NET, Net, Outcome
from tournament.rules.question import defaults_of
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState
from tournament.rulesets.riichi.options import EMA_2016, EMA_2025, OPTIONS_2025, RiichiOptions
from tournament.rulesets.riichi.ruleset import RIICHI_2025, advance, at_end, riichi_2025, start
from tournament.tiles.wind import Wind

EAST_WINS, SOUTH_WINS = Outcome(0, 1, 3), Outcome(1, 0, 3)


def drawn(**answers: tuple[int, ...]) -> Outcome:
    return Outcome(None, answers=tuple(sorted(answers.items())))


def after(*outcomes: Outcome, options: RiichiOptions = EMA_2025) -> TableState:
    state = start(options)
    for outcome in outcomes:
        state = advance(state, outcome, NO_NET, options)
    return state


@pytest.mark.parametrize(
    ("outcomes", "dealer", "counters", "sticks"),
    [
        ((EAST_WINS,), 0, 1, 0),
        ((EAST_WINS, EAST_WINS), 0, 2, 0),
        ((EAST_WINS, SOUTH_WINS), 1, 0, 0),
        ((drawn(tenpai=(0, 2)),), 0, 1, 0),
        ((drawn(tenpai=(2,)),), 1, 1, 0),
        ((drawn(riichi=(0,)),), 0, 1, 1),
        ((drawn(riichi=(1, 3)), drawn(riichi=(3,))), 2, 2, 3),
        ((drawn(riichi=(1, 3)), Outcome(1, 0, 3, answers=(("riichi", (2,)),))), 1, 2, 0),
        ((drawn(abortive_draw="four-winds"),), 0, 1, 0),  # type: ignore[arg-type]
        ((Outcome(1, 2, 5, answers=(("second", 0), ("second_han", 5))),), 0, 1, 0),
    ],
)
def test_east_counters_and_sticks(outcomes: tuple[Outcome, ...], dealer: int, counters: int, sticks: int) -> None:
    state = after(*outcomes)
    assert (state.dealer, state.counters, state.sticks) == (dealer, counters, sticks)
    assert state.stakes == (dealer, counters, sticks)


def passing(state: TableState) -> Outcome:
    return Outcome((state.dealer + 1) % 4, None, 5)


def last_hand(options: RiichiOptions) -> TableState:
    """Before the last hand of the South round."""
    state = start(options)
    while state.passed < 7:
        state = advance(state, passing(state), NO_NET, options)
    assert (state.prevalent, state.dealer) == (Wind.SOUTH, 3)
    return state


def test_a_game_has_an_east_and_a_south_round() -> None:
    state = last_hand(EMA_2025)
    assert advance(state, Outcome(3, None, 5), (0, 0, 0, 0), EMA_2025).over is False
    assert advance(state, passing(state), NO_NET, EMA_2025).over


@pytest.mark.parametrize(
    ("options", "totals", "over"),
    [
        (replace(EMA_2025, agari_yame=True), (0, 0, 0, 100), True),
        (replace(EMA_2025, agari_yame=True), (100, 0, 0, 100), False),
        (replace(EMA_2025, agari_yame=True, start=25_000), (0, 0, 0, 4_900), False),
        (EMA_2025, (0, 0, 0, 100), False),
    ],
)
def test_a_leading_east_may_end_the_last_hand(options: RiichiOptions, totals: Net, over: bool) -> None:
    state = last_hand(options)
    for outcome in (Outcome(3, None, 5), drawn(tenpai=(3,))):
        assert advance(state, outcome, totals, options).over is over
    assert not advance(state, drawn(abortive_draw="four-winds"), totals, options).over  # type: ignore[arg-type]


def test_a_west_round_goes_on_until_somebody_has_the_goal() -> None:
    options = replace(EMA_2025, start=25_000, west_round=True)
    state = last_hand(options)
    below, reached = (4_900, 0, 0, -4_900), (5_000, 0, 0, -5_000)
    assert advance(state, passing(state), reached, options).over
    west = advance(state, passing(state), below, options)
    assert (west.over, west.prevalent, west.dealer) == (False, Wind.WEST, 0)
    assert advance(west, Outcome(0, None, 5), reached, options).over
    while not west.over:
        west = advance(west, passing(west), below, options)
    assert west.passed == 12


def test_below_zero_ends_the_game_by_option_only() -> None:
    broke = (-30_100, 30_100, 0, 0)
    assert not advance(start(EMA_2025), SOUTH_WINS, broke, EMA_2025).over
    options = replace(EMA_2025, bankruptcy=True)
    assert advance(start(options), SOUTH_WINS, broke, options).over
    assert not advance(start(options), SOUTH_WINS, (-30_000, 30_000, 0, 0), options).over


@pytest.mark.parametrize(
    ("options", "totals", "sticks", "left"),
    [
        (EMA_2025, (-1000, 0, 0, 0), 1, (0, 300, 300, 300)),
        (EMA_2025, (500, 0, 500, -2000), 1, (500, 0, 500, 0)),
        (EMA_2016, (500, 0, 500, -3000), 2, (1000, 0, 1000, 0)),
        (replace(EMA_2016, leftover="first"), (500, 0, 500, -3000), 2, (2000, 0, 0, 0)),
        (replace(EMA_2025, leftover="lost"), (500, 0, 500, -2000), 1, NO_NET),
        (EMA_2025, (500, 0, 500, -1000), 0, NO_NET),
    ],
)
def test_sticks_left_on_the_table(options: RiichiOptions, totals: Net, sticks: int, left: Net) -> None:
    assert at_end(totals, TableState(sticks=sticks), options) == left


def rules(**chosen: int | str) -> RuleSet:
    return riichi_2025({**defaults_of(OPTIONS_2025), **chosen})


@pytest.mark.parametrize(
    ("found", "scores", "points"),
    [
        (RIICHI_2025, (10_000, 2_000, -4_000, -8_000), (25_000, 7_000, -9_000, -23_000)),
        (RIICHI_2025, (5_000, 5_000, -5_000, -5_000), (15_000, 15_000, -15_000, -15_000)),
        (RIICHI_2025, (3_000, 1_000, 1_000, -5_000), (18_000, 1_000, 1_000, -20_000)),
        (RIICHI_2025, (4_000, -1_000, 4_000, -7_000), (14_000, -6_000, 14_000, -22_000)),
        (RIICHI_2025, (-300, 100, 100, 100), (-15_300, Fraction(15_300, 3), Fraction(15_300, 3), Fraction(15_300, 3))),
        (rules(uma_second=5_100), (-300, 100, 100, 100), (-15_300, 5_100, 5_100, 5_100)),
        (rules(uma_first=10_000, uma_second=0), (0, 0, 0, 0), (0, 0, 0, 0)),
        (rules(ties="seat"), (5_000, 5_000, -5_000, -5_000), (20_000, 10_000, -10_000, -20_000)),
        (rules(start=25_000), (10_000, 2_000, -4_000, -8_000), (40_000, 2_000, -14_000, -28_000)),
    ],
)  # fmt: skip
def test_uma_and_oka(found: RuleSet, scores: Net, points: tuple[int | Fraction, ...]) -> None:
    assert found.table_points.of(scores) == tuple(map(Fraction, points))


def test_thirds_of_uma_are_exact() -> None:
    shared = rules(uma_first=10_000, uma_second=5_000).table_points.of((100, 100, 100, -300))
    assert shared == (*[Fraction(10_300, 3)] * 3, Fraction(-10_300))


def test_who_has_no_points_leaves_the_first_places_to_the_others() -> None:
    assert RIICHI_2025.table_points.of((10_000, 2_000, -4_000, -8_000), {0}) == tuple(
        map(Fraction, (0, 17_000, 1_000, -13_000))
    )
