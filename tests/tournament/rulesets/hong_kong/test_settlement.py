"""Hong Kong old style: what a hand moves, and what cannot be."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.second_count import hong_kong
from tests.second_count.hong_kong_lines import gold, settle_lines
from tests.tournament.rulesets.hong_kong.lines import settled
from tournament.rules.payment import Outcome, net_of
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.settlement import outcome_problems, settle

COLUMNS = st.none() | st.integers(0, 3)


@pytest.mark.parametrize("case", gold("settle.jsonl"), ids=lambda case: case["name"])
def test_gold(case: dict[str, Any]) -> None:
    assert settled(case["in"]) == (None if "error" in case["out"] else case["out"])


def test_the_second_count_agrees() -> None:
    for line in settle_lines(3, 300):
        assert settled(line) == hong_kong.settle(line), line


@given(COLUMNS, COLUMNS, st.integers(-1, 12), COLUMNS, st.builds(Options, minimum=st.integers(0, 3)))
def test_what_is_accepted_sums_to_zero(
    winner: int | None, discarder: int | None, fan: int, liable: int | None, options: Options
) -> None:
    outcome = Outcome(winner, discarder, fan, liable=liable)
    if not outcome_problems(outcome, 0, options):
        net = net_of(settle(outcome, 0, options))
        assert sum(net) == 0
        assert winner is None or net[winner] > 0
        assert liable is None or [column for column in range(4) if net[column] < 0] == [liable]


def test_the_whole_is_the_same_with_a_liable_player() -> None:
    for outcome, liable in ((Outcome(0, 1, 8), 1), (Outcome(0, None, 8), 2)):
        together = Outcome(0, outcome.discarder, 8, liable=liable)
        assert net_of(settle(outcome, 0, Options()))[0] == net_of(settle(together, 0, Options()))[0]


@pytest.mark.parametrize(
    ("outcome", "options", "codes"),
    [
        (Outcome(0, 1, 2), Options(minimum=3), ["below-minimum"]),
        (Outcome(0, 1, 3), Options(minimum=3), []),
        (Outcome(0, 1, 11), Options(), ["fan-limit"]),
        (Outcome(None, None, 3), Options(), ["drawn-points"]),
        (Outcome(0, None, 8, liable=1), Options(nine_and_twelve_pieces=False), ["liable-option"]),
        (Outcome(0, 1, 8, liable=1), Options(nine_and_twelve_pieces=False), []),
        (Outcome(0, 1, 8, liable=1), Options(nine_and_twelve_pieces=False, last_five=False), ["liable-option"]),
        (Outcome(0, 1, 2, liable=1), Options(last_five=False), ["liable-not-pure"]),
        (Outcome(0, 1, 8, answers=(("liability", "nine-pieces"),)), Options(), ["liable-missing"]),
        (Outcome(0, 1, 5, liable=1, answers=(("liability", "nine-pieces"),)), Options(), ["liable-not-pure"]),
        (Outcome(0, 1, 6, liable=1, answers=(("liability", "nine-pieces"),)), Options(), []),
        (Outcome(0, 1, 8, liable=1, answers=(("liability", "twelve-pieces"),)), Options(), ["liability-discard"]),
        (Outcome(0, 1, 1, liable=1, answers=(("liability", "last-five"),)), Options(), []),
        (Outcome(0, 1, 1, liable=1, answers=(("liability", "last-five"),)), Options(last_five=False),
         ["liable-option"]),
        (Outcome(0, None, 8, liable=1, answers=(("liability", "twelve-pieces"),)), Options(), []),
        (Outcome(0, None, 8, liable=1, answers=(("liability", "last-five"),)), Options(), ["liability-self-draw"]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(outcome: Outcome, options: Options, codes: list[str]) -> None:
    assert [problem.code for problem in outcome_problems(outcome, 0, options)] == codes
