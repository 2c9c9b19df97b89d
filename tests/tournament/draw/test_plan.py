"""Drawing from first to last, recounted by brute force."""

import hashlib

import pytest

from tests.tournament.draw import recount
from tournament.draw import METHODS, ApartGroup, DrawProblem, Wishes, make_plan


@pytest.mark.parametrize(
    ("players", "sessions"), [(20, 5), (28, 7), (32, 8), (36, 9), (44, 11), (52, 13), (64, 16), (100, 25)]
)
def test_perfect_sizes_have_no_repeats_and_no_returns_to_a_table(players, sessions):
    plan = make_plan(players=players, sessions=sessions, seed=3)
    assert len(plan.sessions) == sessions
    assert recount.everyone_once(players, plan.sessions)
    assert recount.repeats(plan.sessions) == 0
    assert recount.revisits(plan.sessions) == 0
    assert recount.winds_even(players, plan.sessions)
    quality = plan.quality
    assert (quality.repeats, quality.fewest_repeats) == (0, 0)
    assert quality.table_revisits <= quality.table_revisits_aimed_at
    assert quality.wind_imbalance == 0
    assert (quality.groups, quality.pairs) == ((), ())


@pytest.mark.parametrize("sessions", range(1, 12))
def test_start_winds_are_even_after_any_number_of_sessions(sessions):
    plan = make_plan(players=44, sessions=sessions, seed=sessions)
    assert recount.winds_even(44, plan.sessions)
    assert plan.quality.wind_imbalance == 0
    assert [list(counts) for counts in plan.quality.winds] == recount.wind_counts(44, plan.sessions)


def test_the_same_seed_draws_the_same():
    assert make_plan(players=28, sessions=5, seed=12) == make_plan(players=28, sessions=5, seed=12)


def test_another_seed_draws_otherwise():
    assert make_plan(players=28, sessions=5, seed=12).sessions != make_plan(players=28, sessions=5, seed=13).sessions


def test_a_thrown_seed_is_named_and_draws_the_same_again():
    plan = make_plan(players=20, sessions=3)
    assert make_plan(players=20, sessions=3, seed=plan.seed) == plan


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (14, "14 players: 2 substitutes are needed to fill the last table."),
        (15, "15 players: 1 substitute is needed to fill the last table."),
        (2, "2 players: 2 substitutes are needed to fill the last table."),
    ],
)
def test_tables_that_cannot_be_filled_say_how_many_are_missing(players, said):
    with pytest.raises(DrawProblem) as problem:
        make_plan(players=players, sessions=4, seed=1)
    assert str(problem.value) == said


def test_no_sessions_is_refused():
    with pytest.raises(DrawProblem, match="at least one session"):
        make_plan(players=16, sessions=0, seed=1)


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(DrawProblem, match="auto, perfect, starter, annealing"):
        make_plan(players=16, sessions=2, seed=1, method="genetic")


def test_a_method_out_of_its_reach_says_how_far_it_goes():
    with pytest.raises(DrawProblem, match="at most 5 sessions"):
        make_plan(players=20, sessions=6, seed=1, method="perfect")


def test_demanding_no_repeats_beyond_the_bound_is_refused_with_the_longest_draw():
    with pytest.raises(DrawProblem, match="for 5 sessions"):
        make_plan(players=20, sessions=6, seed=1, wishes=Wishes(no_repeats=True), progress=lambda _done: False)


def test_a_stopped_search_still_gives_a_whole_draw():
    plan = make_plan(players=20, sessions=6, seed=1, progress=lambda _done: False)
    assert recount.everyone_once(20, plan.sessions)
    assert recount.winds_even(20, plan.sessions)
    assert recount.repeats(plan.sessions) == plan.quality.repeats > 0


def test_progress_grows_to_the_end():
    heard: list[float] = []

    def listener(done):
        heard.append(done)
        return True

    make_plan(players=16, sessions=6, seed=1, progress=listener)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_methods_have_distinct_ids_and_the_last_takes_every_size():
    assert len({method.id for method in METHODS}) == len(METHODS)
    assert METHODS[-1].most_sessions(20) is None


@pytest.mark.parametrize("players", [4, 8, 12])
def test_small_clubs_are_drawn_with_the_repeats_they_need(players):
    plan = make_plan(players=players, sessions=3, seed=5)
    assert recount.everyone_once(players, plan.sessions)
    assert recount.repeats(plan.sessions) == plan.quality.repeats >= plan.quality.fewest_repeats


@pytest.mark.parametrize(
    ("players", "sessions", "groups", "digest"),
    [
        (28, 6, (), "032b1c25e8ec746a"),
        (24, 7, (), "0d3c1fa5971f486b"),
        (16, 7, (), "7bd518acb4ac80ce"),
        (24, 6, (ApartGroup("A", (1, 2, 3, 4, 5)), ApartGroup("B", (6, 7, 8, 9))), "721d761d9cc90309"),
    ],
)
def test_a_seed_draws_the_same_on_every_platform(players, sessions, groups, digest):
    """The digests change only when a method does: a published seed then needs its old version."""
    plan = make_plan(players=players, sessions=sessions, seed=2026, wishes=Wishes(groups=groups))
    assert hashlib.sha256(repr(plan.sessions).encode()).hexdigest()[:16] == digest
