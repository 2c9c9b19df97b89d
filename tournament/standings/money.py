"""Who owes whom in a club: balances that sum to zero with the club, and the fewest payments that settle them.

A player's balance is the result of all their games times the stake, less the fee of each evening on which they played.
That an evening does not count in the ranking makes no difference. The club gets the rest: the fees, and points that a
penalty took and gave to nobody. So the exact balances sum to zero. Each is rounded down to a multiple of the smallest
unit that is paid. The units that are then missing go, one each, to the balances that lost most by rounding, and among
equal ones to the players listed first. Each balance thus differs from the exact one by less than one unit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tournament.event.money import ClubMoney
from tournament.standings.season import results_by_player
from tournament.standings.tally import Tally

CLUB = 0
"""The number that stands for the club among the numbers of players."""
MOST_EXACT = 16
"""Maximum number of people, besides those who settle in pairs, for whom the fewest payments are found exactly."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The money that one player, or the club, gets or owes."""

    player: int
    """The number, or CLUB."""
    points: int | Fraction
    """The result of all games, as the ranking counts it. For the club the points that nobody received, usually 0."""
    evenings: int
    """The number of evenings on which the player played; for the club the number of fees."""
    amount: int
    """The amount in hundredths of the currency, rounded. Negative if the player owes it."""


@dataclass(frozen=True, slots=True)
class ClubPayment:
    """One payment, in hundredths of the currency."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Accounts:
    """The balances and payments of some evenings together."""

    balances: tuple[Balance, ...] = ()
    """The players by number, then the club if it gets or owes anything."""
    payments: tuple[ClubPayment, ...] = ()
    """By payer, then by payee; the club is last."""


def accounts(tallies: Sequence[Tally], money: ClubMoney) -> Accounts:
    """Return the balances of everybody who played in ``tallies``, and the payments that settle them."""
    results = sorted(results_by_player(tallies).items())
    points = {number: sum(result.worth for result in own.values()) for number, own in results}
    evenings = {number: len(own) for number, own in results}
    points[CLUB], evenings[CLUB] = -sum(points.values()), sum(evenings.values())
    stake = Fraction(money.stake.amount, money.stake.points)
    exact = {number: score * stake - evenings[number] * money.fee for number, score in points.items()}
    exact[CLUB] = points[CLUB] * stake + evenings[CLUB] * money.fee
    amounts = _rounded(exact, money.unit)
    balances = (Balance(number, points[number], evenings[number], amount) for number, amount in amounts.items())
    return Accounts(tuple(each for each in balances if each.player != CLUB or each.amount), payments(amounts))


def _rounded(exact: Mapping[int, Fraction], unit: int) -> dict[int, int]:
    """Return the ``exact`` amounts, which sum to zero, rounded to multiples of ``unit`` that also sum to zero."""
    wholes = {number: amount // unit for number, amount in exact.items()}
    most_lost = sorted(exact, key=lambda number: wholes[number] - exact[number] / unit)
    for number in most_lost[: -sum(wholes.values())]:
        wholes[number] += 1
    return {number: whole * unit for number, whole in wholes.items()}


def payments(amounts: Mapping[int, int]) -> tuple[ClubPayment, ...]:
    """Return payments that settle ``amounts``, which sum to zero.

    A group of people whose amounts sum to zero can settle among themselves with one payment fewer than there are
    people. So the more such groups there are, the fewer payments are needed. Two people with opposite amounts can
    always be a group without making the result worse. For up to MOST_EXACT others the best division is found exactly;
    if there are more, they are one group.
    """
    rest = sorted((number for number, amount in amounts.items() if amount), key=lambda each: (each == CLUB, each))
    groups: list[Sequence[int]] = []
    for number in tuple(rest):
        other = next((each for each in rest if amounts[each] == -amounts[number]), None)
        if number in rest and other is not None:
            groups.append((number, other))
            rest = [each for each in rest if each not in (number, other)]
    if len(rest) > MOST_EXACT:
        groups.append(rest)
    else:
        rest.sort(key=amounts.__getitem__)
        division = _most_groups([amounts[number] for number in rest])
        groups.extend([rest[place] for place in group] for group in division)
    found = (payment for group in groups for payment in _within({each: amounts[each] for each in group}))
    return tuple(sorted(found, key=lambda each: (each.payer == CLUB, each.payer, each.payee == CLUB, each.payee)))


def _within(open_amounts: dict[int, int]) -> Iterable[ClubPayment]:
    """Yield payments that settle the amounts of one group.

    Each goes from the person who owes most to the one who gets most, and settles at least one of the two.
    """
    while any(open_amounts.values()):
        payer = min(open_amounts, key=lambda number: open_amounts[number])
        payee = max(open_amounts, key=lambda number: open_amounts[number])
        amount = min(-open_amounts[payer], open_amounts[payee])
        open_amounts[payer] += amount
        open_amounts[payee] -= amount
        yield ClubPayment(payer, payee, amount)


def _most_groups(amounts: Sequence[int]) -> list[list[int]]:
    """Return the indices of ``amounts`` in as many groups with the sum zero as possible.

    The ``amounts`` ascend and sum to zero. Internally a set of indices is a number with their bits. Of equal amounts a
    group takes the first ones that are left, so that equivalent divisions are tried only once.
    """
    sums = [0]
    for amount in amounts:
        sums += [before + amount for before in sums]
    by_first: dict[int, list[int]] = {}
    for places, amount in enumerate(sums):
        if places and not amount:
            by_first.setdefault(places & -places, []).append(places)

    same = sum(1 << place for place in range(1, len(amounts)) if amounts[place] == amounts[place - 1])

    @cache
    def best(places: int) -> tuple[int, ...]:
        """Return the largest number of groups of these indices, whose sum is zero."""
        found = by_first.get(places & -places, ())
        # A group that passes over an equal amount is the same division with two people exchanged, so it is left out.
        own = (group for group in found if group & places == group and not (places ^ group) << 1 & group & same)
        return max(((group, *best(places ^ group)) for group in own), key=len, default=())

    everybody = len(sums) - 1
    return [[place for place in range(len(amounts)) if group >> place & 1] for group in best(everybody)]
