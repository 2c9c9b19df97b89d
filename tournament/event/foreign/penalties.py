"""Amounts added to the four scores, as penalties: who pays, and to whom."""

from typing import NamedTuple

from tournament.event.foreign.event import ForeignPenalty
from tournament.rules.payment import Net


class FoundPenalties(NamedTuple):
    """The penalties that amounts come to."""

    penalties: tuple[ForeignPenalty, ...]
    uneven: int
    """1 when who paid whom is not in the amounts, so that it was chosen."""


def penalties_of(amounts: Net, hand: int | None) -> FoundPenalties | None:
    """The penalties that change the scores by ``amounts``; None when more is given than taken.

    One player who pays others the same each is one penalty; players who only lose have one each. Otherwise what is
    given is taken from those who lose, in the order of the columns, and the rest is lost to nobody.
    """
    losers = [column for column in range(4) if amounts[column] < 0]
    gainers = [column for column in range(4) if amounts[column] > 0]
    if sum(amounts) > 0:
        return None
    if not gainers:
        return FoundPenalties(tuple(ForeignPenalty(column, -amounts[column], hand) for column in losers), 0)
    gains = {amounts[column] for column in gainers}
    if len(losers) == 1 and len(gains) == 1 and sum(amounts) == 0:
        return FoundPenalties((ForeignPenalty(losers[0], gains.pop(), hand, tuple(gainers)),), 0)
    found: list[ForeignPenalty] = []
    owed = {column: -amounts[column] for column in losers}
    for gainer in gainers:
        left = amounts[gainer]
        for loser in losers:
            paid = min(left, owed[loser])
            if paid:
                found.append(ForeignPenalty(loser, paid, hand, (gainer,)))
                owed[loser] -= paid
                left -= paid
    found.extend(ForeignPenalty(loser, points, hand) for loser, points in owed.items() if points)
    return FoundPenalties(tuple(found), 1)
