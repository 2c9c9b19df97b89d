"""Penalties of other programs, which keep only what each score changes by, and the players of their lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.foreign.event import ForeignEvent, ForeignHand, ForeignPenalty, ForeignTable, penalties_of
from tournament.event.foreign.event import players_of as players_in_rows
from tournament.event.problem import Refused
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.language import ENGLISH, mark
from tournament.rules.payment import Net

AMOUNTS = st.tuples(*[st.integers(-60, 60)] * 4)


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ((0, 0, 0, 0), ()),
        ((-20, 0, 0, 0), (ForeignPenalty(0, 20),)),
        ((-10, 0, 0, -5), (ForeignPenalty(0, 10), ForeignPenalty(3, 5))),
        ((-30, 10, 10, 10), (ForeignPenalty(0, 10, to=(1, 2, 3)),)),
        ((8, 0, -8, 0), (ForeignPenalty(2, 8, to=(0,)),)),
    ],
)
def test_what_one_player_pays_or_several_lose_is_certain(amounts: Net, expected: object) -> None:
    found = penalties_of(amounts, None)
    assert found is not None
    assert (found.penalties, found.uneven) == (expected, 0)


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ((-30, 20, 10, 0), (ForeignPenalty(0, 20, 3, (1,)), ForeignPenalty(0, 10, 3, (2,)))),
        ((-10, -20, 30, 0), (ForeignPenalty(0, 10, 3, (2,)), ForeignPenalty(1, 20, 3, (2,)))),
        ((-5, -5, 5, 5), (ForeignPenalty(0, 5, 3, (2,)), ForeignPenalty(1, 5, 3, (3,)))),
        ((-31, 10, 10, 10), (*(ForeignPenalty(0, 10, 3, (to,)) for to in (1, 2, 3)), ForeignPenalty(0, 1, 3))),
    ],
)
def test_who_paid_whom_is_chosen_where_amounts_do_not_say_it(amounts: Net, expected: object) -> None:
    found = penalties_of(amounts, 3)
    assert found is not None
    assert (found.penalties, found.uneven) == (expected, 1)


@given(amounts=AMOUNTS, hand=st.none() | st.integers(1, 16))
def test_penalties_change_the_scores_by_the_amounts(amounts: Net, hand: int | None) -> None:
    found = penalties_of(amounts, hand)
    assert (found is None) == (sum(amounts) > 0), "points come from somebody"
    if found is not None:
        scores = [0, 0, 0, 0]
        for penalty in found.penalties:
            assert penalty.points > 0
            assert penalty.hand == hand
            scores[penalty.column] -= penalty.points * max(1, len(penalty.to))
            for column in penalty.to:
                scores[column] += penalty.points
        assert tuple(scores) == amounts


def test_players_have_their_numbers_in_the_order_of_the_rows() -> None:
    rows = [("Ada Sample", "Sweden", "10990001", "North"), ("Ben Sample", "France", "", "")]
    players, _ = players_in_rows(rows, name="list", how=mark("East"))
    assert [(each.number, each.name, each.country, each.ema_number, each.team) for each in players] == [
        (1, "Ada Sample", "SE", "10990001", "North"),
        (2, "Ben Sample", "FR", "", ""),
    ]


def test_a_row_that_would_be_left_out_is_refused_by_its_line() -> None:
    rows = [(f"{name} Sample", "Sweden", "", "") for name in ("Ada", "Ben", "Ada")]
    with pytest.raises(Refused) as refused:
        players_in_rows(rows, name="list", how=mark("East"))
    (problem,) = refused.value.problems
    assert ENGLISH.render(problem.text).startswith("Line 4 of “list” is not a player, or repeats")


def test_an_event_counts_its_hands_and_knows_who_sits_where() -> None:
    hands = (ForeignHand(1, 0, 1, 8), ForeignHand(2, None, None, 0))
    first, second = ForeignTable(1, 1, hands), ForeignTable(2, 1, hands[:1])
    seating = Seating((((4, 3, 2, 1),),))
    event = ForeignEvent(mark("East"), Settings("Cup"), (), seating, (first, second))
    assert event.hands == 3
    assert event.seats(first) == (4, 3, 2, 1)
    assert event.seats(second) is None
    assert ForeignEvent(mark("East"), Settings("Cup"), (), None, (first,)).seats(first) is None
