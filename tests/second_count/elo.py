"""Elo for four players counted a second time, from its formula alone.

Rated R against S, a player is expected to have 1 ÷ (1 + 10^((S − R) ÷ 400)) of a game of two. A game of four is six
games of two. In each, the one gains a third of K times result less expectation, to two decimals; the other loses it.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from itertools import combinations


def ratings_after(games, start=1500, scale=400, k=20) -> dict[str, Decimal]:
    """Return the rating of everybody after ``games``, each a list of four pairs of a player and a score."""
    with localcontext() as context:
        context.prec = 60
        rating: dict[str, Decimal] = {}
        for game in games:
            gains = dict.fromkeys((player for player, _score in game), Decimal(0))
            for (one, own), (other, theirs) in combinations(game, 2):
                behind = rating.get(other, Decimal(start)) - rating.get(one, Decimal(start))
                expected = 1 / (1 + (behind / scale * Decimal(10).ln()).exp())
                result = Decimal((own > theirs) + (own >= theirs)) / 2
                gain = (k * (result - expected) / 3).quantize(Decimal("0.01"), ROUND_HALF_UP)
                gains[one] += gain
                gains[other] -= gain
            for player, gain in gains.items():
                rating[player] = rating.get(player, Decimal(start)) + gain
        return rating
