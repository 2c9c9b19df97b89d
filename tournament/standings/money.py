"""Who owes whom in a club: balances that sum to zero with the club, and the fewest payments that settle them.

A player's balance is the result of all their games times the stake, less the fee of each evening on which they played;
whether an evening counts in the ranking does not matter. The club has the rest: the fees, and points that a penalty
took and gave to nobody. So the exact balances sum to zero. Each is rounded down to a multiple of what balances are
rounded to; the multiples that are then missing in all go one each to the balances that lost most by it, of equal ones
to the players listed first. Each balance is thus less than one multiple from the exact one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tournament.event.money import ClubMoney
from tournament.standings.season import results_by_player
from tournament.standings.tally import Tally

CLUB = 0
"""Has this place among the numbers of players."""
MOST_EXACT = 16
"""Up to so many who do not settle in pairs, no set of payments is smaller."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What one player, or the club, gets or owes."""

    player: int
    """The number, or CLUB."""
    points: int | Fraction
    """The result of all games, as the ranking counts it; of the club the points that nobody won, mostly 0."""
    evenings: int
    """On how many the player played; of the club the number of fees."""
    amount: int
    """In hundredths of the currency, rounded; negative if it is owed."""


@dataclass(frozen=True, slots=True)
class ClubPayment:
    """What one pays another, in hundredths of the currency."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Accounts:
    """The money of some evenings."""

    balances: tuple[Balance, ...] = ()
    """The players by number, then the club if it gets or owes anything."""
    payments: tuple[ClubPayment, ...] = ()
    """By payer, then by payee; the club is last."""


def accounts(tallies: Sequence[Tally], money: ClubMoney) -> Accounts:
    """The balances of everybody who played in ``tallies``, and how they are settled."""
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
    """Multiples of ``unit`` instead of the ``exact`` amounts, which sum to zero: so do they, in the same order."""
    wholes = {number: amount // unit for number, amount in exact.items()}
    most_lost = sorted(exact, key=lambda number: wholes[number] - exact[number] / unit)
    for number in most_lost[: -sum(wholes.values())]:
        wholes[number] += 1
    return {number: whole * unit for number, whole in wholes.items()}


def payments(amounts: Mapping[int, int]) -> tuple[ClubPayment, ...]:
    """Payments after which nobody of ``amounts``, which sum to zero, gets or owes anything.

    People whose amounts sum to zero settle among themselves, with one payment less than they are. So payments are
    fewest when such groups are most. Two with opposite amounts are always a group of some best division; that of the
    others is found exactly for up to MOST_EXACT of them. More of them are one group: never more payments than people
    less one.
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
    """Whoever owes most pays whoever gets most, until all is settled: each payment settles at least one of them."""
    while any(open_amounts.values()):
        payer = min(open_amounts, key=lambda number: open_amounts[number])
        payee = max(open_amounts, key=lambda number: open_amounts[number])
        amount = min(-open_amounts[payer], open_amounts[payee])
        open_amounts[payer] += amount
        open_amounts[payee] -= amount
        yield ClubPayment(payer, payee, amount)


def _most_groups(amounts: Sequence[int]) -> list[list[int]]:
    """The places of ``amounts``, which ascend and sum to zero, divided into as many groups of sum zero as there can be.

    A set of places is a number with their bits. Of equal amounts a group has the first ones that are left.
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
        """The most groups of these places, whose sum is zero."""
        found = by_first.get(places & -places, ())
        own = (group for group in found if group & places == group and not (places ^ group) << 1 & group & same)
        return max(((group, *best(places ^ group)) for group in own), key=len, default=())

    everybody = len(sums) - 1
    return [[place for place in range(len(amounts)) if group >> place & 1] for group in best(everybody)]
