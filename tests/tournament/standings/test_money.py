"""Balances of a club sum to zero and are close to the exact ones; nobody settles them with fewer payments."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.test_season import tallies
from tournament.event.money import ClubMoney, Stake
from tournament.standings.money import CLUB, MOST_EXACT, Accounts, ClubPayment, accounts, payments

SCORES = st.lists(st.none() | st.integers(-400, 400), min_size=4, max_size=4)
"""Of one evening, by player; None for who is away. They need not sum to zero: penalties may take points."""
MONEY = st.builds(
    ClubMoney,
    st.builds(Stake, st.integers(0, 500), st.integers(1, 300)),
    st.integers(0, 900),
    st.just("EUR"),
    st.sampled_from((1, 5, 7, 50, 100)),
)
FEW = st.lists(st.integers(-6, 6), min_size=1, max_size=6)
"""Small values, so that some of them sum to zero."""


def by_number(amounts: Sequence[int]) -> dict[int, int]:
    """Of players 1, 2, … and the club, which has the rest."""
    return {**dict(enumerate(amounts, start=1)), CLUB: -sum(amounts)}


def least(amounts: Sequence[int]) -> int:
    """The fewest payments: whoever is first pays or is paid by anybody with the other sign, all ways are tried."""
    if not amounts:
        return 0
    first, *others = amounts
    if not first:
        return least(others)
    return min(
        1 + least([other + first if place == at else other for place, other in enumerate(others)])
        for at, value in enumerate(others)
        if value * first < 0
    )


def settled(amounts: dict[int, int], paid: Sequence[ClubPayment]) -> bool:
    after = dict(amounts)
    for each in paid:
        assert each.amount > 0
        after[each.payer] += each.amount
        after[each.payee] -= each.amount
    return not any(after.values())


@given(FEW)
def test_no_fewer_payments_settle_everything(amounts: list[int]) -> None:
    owed = by_number(amounts)
    paid = payments(owed)
    assert settled(owed, paid)
    assert len(paid) == least(list(owed.values()))
    assert payments(dict(sorted(owed.items(), reverse=True))) == paid


def test_groups_of_three_are_found_among_sixteen() -> None:
    """A greedy division pays the most to the most, 15 times; five groups of their own need eleven payments."""
    groups = ((700, -300, -400), (510, -200, -310), (90, 33, -123), (1000, -1, -999), (60, 11, -20, -51))
    owed = dict(enumerate((amount for group in groups for amount in group), start=1))
    assert len(owed) == MOST_EXACT
    assert len(payments(owed)) == len(owed) - len(groups)


@given(st.lists(st.integers(-900, 900), min_size=MOST_EXACT + 1, max_size=40))
def test_many_people_never_need_more_payments_than_they_are_less_one(amounts: list[int]) -> None:
    owed = by_number(amounts)
    paid = payments(owed)
    assert settled(owed, paid)
    assert len(paid) <= max(sum(map(bool, owed.values())) - 1, 0)


@given(st.lists(SCORES, max_size=5), MONEY)
def test_balances_sum_to_zero_and_are_near_the_exact_ones(evenings: list[list[int | None]], money: ClubMoney) -> None:
    found = accounts(tallies(evenings), money)
    assert sum(each.amount for each in found.balances) == 0
    assert settled({each.player: each.amount for each in found.balances}, found.payments)
    lost = 0
    for number in range(1, 5):
        scores = [score for evening in evenings if (score := evening[number - 1]) is not None]
        own = next((each for each in found.balances if each.player == number), None)
        assert (own is None) is (not scores)
        if own is not None:
            exact = Fraction(sum(scores) * money.stake.amount, money.stake.points) - len(scores) * money.fee
            assert own.amount % money.round_to == 0
            assert abs(own.amount - exact) < money.round_to
            lost -= sum(scores)
    club = next((each for each in found.balances if each.player == CLUB), None)
    fees = money.fee * sum(score is not None for evening in evenings for score in evening)
    exact = lost * Fraction(money.stake.amount, money.stake.points) + fees
    assert abs((club.amount if club is not None else 0) - exact) < money.round_to


def test_an_amount_that_needs_no_rounding_is_kept() -> None:
    """Three points at 1 for 3 are exactly 1; the others lose 2 and 1 thirds of a hundredth to get there."""
    found = accounts(tallies([[3, -1, -1, -1]]), ClubMoney(Stake(100, 3)))
    assert [each.amount for each in found.balances] == [100, -33, -33, -34]
    assert [each.player for each in found.balances] == [1, 2, 3, 4]


def test_points_that_nobody_won_go_to_the_club() -> None:
    found = accounts(tallies([[10, -10, 0, -30]]), ClubMoney(Stake(10)))
    assert [(each.player, each.points, each.amount) for each in found.balances][-1] == (CLUB, 30, 300)


def test_without_a_game_nobody_owes_anything() -> None:
    assert accounts([], ClubMoney(Stake(10), fee=100)) == Accounts()
