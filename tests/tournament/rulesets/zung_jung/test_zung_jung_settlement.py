"""Zung Jung pays its gold, and what a session becomes."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.second_count import zung_jung as second_count
from tests.second_count.zung_jung_lines import settle_lines
from tests.tournament.rulesets.zung_jung.engine import at_the_table, cases, settled
from tournament.language import ENGLISH
from tournament.ledger.checks import value_problems
from tournament.rules.fault import Measure
from tournament.rules.payment import NO_NET, Outcome, net_of
from tournament.rules.question import answer_problem
from tournament.rules.table_points import match_points
from tournament.rulesets.zung_jung.options import OPTIONS, ZungJungOptions
from tournament.rulesets.zung_jung.ruleset import ZUNG_JUNG, advance, faults, start, zung_jung
from tournament.rulesets.zung_jung.settlement import outcome_problems, settle

columns = st.integers(0, 3)
_DEFAULTS = {option.question.name: option.question.default for option in OPTIONS}


@pytest.mark.parametrize(
    "case", [case for case in cases("settle.jsonl") if at_the_table(case)], ids=lambda case: str(case["name"])
)
def test_gold(case: dict[str, Any]) -> None:
    assert settled(case["in"], **case.get("options", {})) == case["out"]


def test_it_agrees_with_the_second_count() -> None:
    for line in settle_lines(7, 300):
        assert settled(line) == second_count.settle(line), line


@given(
    st.none() | columns,
    st.none() | columns,
    st.none() | columns,
    st.sampled_from((1, 5, 25, 30, 155, 320, 400, 480)),
    st.builds(ZungJungOptions, st.sampled_from((1, 5)), st.integers(1, 320), st.booleans()),
)
def test_points_are_moved_and_none_made(
    winner: int | None, discarder: int | None, liable: int | None, points: int, options: ZungJungOptions
) -> None:
    outcome = Outcome(winner, discarder, 0 if winner is None else points, liable=liable)
    if outcome_problems(outcome, 0, options):
        return
    net = net_of(settle(outcome, 0, options))
    assert sum(net) == 0
    if winner is not None:
        assert net[winner] == 3 * points
        assert all(each < 0 for column, each in enumerate(net) if column != winner)


DEFAULTS = ZungJungOptions()


def fields(outcome: Outcome, options: ZungJungOptions = DEFAULTS) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in outcome_problems(outcome, 0, options)]


def test_what_cannot_be_is_named_at_its_field() -> None:
    assert fields(Outcome(0, 1, 1)) == [("below-minimum", "points")]
    assert fields(Outcome(0, 1, 1), ZungJungOptions(minimum=1)) == []
    assert fields(Outcome(0, 1, 330)) == [("value-above-limit", "points")]
    (problem,) = outcome_problems(Outcome(0, 1, 330), 0, DEFAULTS)
    assert dict(problem.text.values) == {"limit": 320, "second": 400, "most": 480}
    assert fields(Outcome(0, 0, 30)) == [("discarder-is-winner", "discarder")]
    assert fields(Outcome(0, None, 30, liable=1)) == [("self-draw-with-responsible", "liable")]
    assert fields(Outcome(None, None, 30)) == [("drawn-with-points", "points")]


@pytest.mark.parametrize("case", cases("match_points.jsonl"), ids=lambda case: str(case["name"]))
def test_match_points_of_the_gold(case: dict[str, Any]) -> None:
    assert match_points(case["in"]["score"]) == Fraction(case["out"]["match_points"])


@pytest.mark.parametrize(
    ("score", "points"), [(900, "30"), (-50, "-7.07"), (0, "0"), (1, "1"), (2, "1.41"), (3, "1.73"), (-1390, "-37.28")]
)
def test_match_points(score: int, points: str) -> None:
    """docs/rules.md, Z4: 900 is 30, -50 is -7.07."""
    assert match_points(score) == Fraction(points)


@given(st.integers(-100_000, 100_000))
def test_match_points_are_the_nearest_hundredth(score: int) -> None:
    points = abs(match_points(score))
    half = Fraction(1, 200)
    assert max(points - half, Fraction(0)) ** 2 <= abs(score) <= (points + half) ** 2
    assert match_points(-score) == -match_points(score)


def test_a_session_may_keep_its_scores() -> None:
    scores = (900, -50, -850, 0)
    kept = zung_jung({**_DEFAULTS, "table_points": "score"}).table_points
    assert [int(points) for points in kept.of(scores)] == list(scores)
    assert ZUNG_JUNG.table_points.of(scores)[0] == 30


def test_east_passes_after_every_hand_and_no_wind_prevails() -> None:
    state = start(DEFAULTS)
    dealers, opening = [], []
    for outcome in [Outcome(0, 1, 30), None, Outcome(None), Outcome(0, None, 5)] * 4:
        assert not state.over
        dealers.append(state.dealer)
        opening.append(state.opens)
        assert state.prevalent is None
        state = advance(state, outcome, NO_NET, DEFAULTS)
    assert dealers == [0, 1, 2, 3] * 4
    assert opening == [True, False, False, False] * 4
    assert (state.over, state.hand, state.passed) == (True, 17, 16)


def test_a_false_win_costs_what_the_event_says() -> None:
    assert [faults(ZungJungOptions(false_win=points))[0].points for points in (25, 40)] == [25, 40]
    slugs = [fault.slug for fault in faults(ZungJungOptions())]
    assert len(set(slugs)) == len(slugs)


def test_no_fault_climbs_a_ladder() -> None:
    """Zung Jung has none: only what is fixed, or what is noted without points, can be given."""
    assert {fault.measure for fault in faults(DEFAULTS)} == {Measure.FIXED, Measure.NONE}


def test_the_options_have_their_defaults() -> None:
    defaults = {option.question.name: option.question.default for option in OPTIONS}
    assert defaults == {name: getattr(ZungJungOptions(), name) for name in ZungJungOptions.__dataclass_fields__}


def test_the_minimum_is_with_or_without_a_pattern() -> None:
    """World Series 2007 and 2008: 5; Zung Jung and later years: 1. Nothing between them has a meaning."""
    question = next(option.question for option in OPTIONS if option.question.name == "minimum")
    assert [answer for answer in range(8) if answer_problem(question, answer) is None] == [1, 5]
    assert ENGLISH.render(answer_problem(question, 3) or "") == "“minimum” must be one of 1, 5."


@pytest.mark.parametrize(("points", "asks"), [(5, []), (30, []), (320, []), (480, ["points-improbable"]),
                                              (33, ["points-improbable"]), (7, ["points-improbable"]),
                                              (321, ["value-above-limit"])])  # fmt: skip
def test_values_that_no_patterns_add_up_to_ask_once(points: int, asks: list[str]) -> None:
    assert [each.code for each in value_problems(ZUNG_JUNG, Outcome(0, 1, points), 0)] == asks


def test_a_hand_without_a_pattern_asks_nothing_where_it_wins() -> None:
    assert value_problems(zung_jung(_DEFAULTS | {"minimum": 1}), Outcome(0, 1, 1), 0) == ()
