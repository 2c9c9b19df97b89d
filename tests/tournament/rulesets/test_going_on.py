"""Every system goes from hand to hand whatever is recorded, also behind the end of a game that was corrected since."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tournament.catalogue import IDS, rule_set
from tournament.rules.payment import NO_NET, Outcome, add
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState

HANDS = st.lists(st.sampled_from((None, 0, 1, 2, 3)), max_size=70)


def known(id: str) -> RuleSet:
    rules = rule_set(id)
    assert rules is not None
    return rules


def played(rules: RuleSet, winners: list[int | None]) -> list[TableState]:
    """The states before each hand and after the last: every win takes ten from a neighbour."""
    state, totals = rules.table.start, NO_NET
    states = [state]
    for winner in winners:
        if winner is not None:
            moved = [0, 0, 0, 0]
            moved[winner], moved[winner - 1] = 10, -10
            totals = add(totals, (moved[0], moved[1], moved[2], moved[3]))
        state = rules.table.advance(state, Outcome(winner), totals)
        states.append(state)
    return states


@pytest.mark.parametrize("id", IDS)
@settings(max_examples=40)
@given(winners=HANDS)
@example(winners=[1, 2, 3, 0] * 10)
def test_a_table_goes_on_and_a_game_that_is_over_stays_over(id: str, winners: list[int | None]) -> None:
    states = played(known(id), winners)
    assert [state.hand for state in states] == list(range(1, len(winners) + 2))
    assert all(sorted(state.winds) == [0, 1, 2, 3] for state in states)
    over = [state.over for state in states]
    assert over == sorted(over)


@pytest.mark.parametrize("id", IDS)
def test_a_game_of_a_known_length_is_over_behind_its_last_hand(id: str) -> None:
    rules = known(id)
    if rules.table.hands is not None:
        states = played(rules, [0] * rules.table.hands)
        assert [state.over for state in states] == [False] * rules.table.hands + [True]


def test_which_games_have_a_known_length_and_which_the_players_end() -> None:
    lengths = {id: (known(id).table.hands, known(id).table.players_stop) for id in IDS}
    assert lengths == {
        "mcr": (16, False),
        "guobiao": (16, False),
        "blank": (16, False),
        "french-classical-simple": (None, True),
        "french-classical-advanced": (None, True),
        "zung-jung": (16, False),
        "quebec-classical": (None, False),
        "hong-kong": (None, False),
        "riichi-ema-2025": (None, False),
        "riichi-ema-2016": (None, False),
    }
    with_wind = rule_set("french-classical-simple", (("round_wind", True),))
    assert with_wind is not None
    assert (with_wind.table.hands, with_wind.table.players_stop) == (16, False)
    assert known("hong-kong").table.starting_points == 300
