"""The seats of a championship counted a second time, by its own reading of EMA's “Basics for EMA Quotas”.

A seat for each member country, one for each with a player above 700, one for each of the three best; the rest one at a
time by the mean of two shares, that of players and that of players above 700. No country keeps more seats than it has
players above the mean of all, but each keeps one; what is over goes down the ranking of the countries.
"""

from fractions import Fraction


def seats(players, total):
    """Return the seats by country, and how many nobody can have.

    ``players`` are pairs of a country and a value. A country is as good as its three best, where a missing one is 0.
    """
    best: dict[str, list[int]] = {}
    for country, value in players:
        best.setdefault(country, []).append(value)
    strength = {country: sum(sorted(values)[-3:]) for country, values in best.items()}
    order: list[str] = []
    while len(order) < len(best):
        rest = sorted(country for country in best if country not in order)
        order.append(next(country for country in rest if strength[country] == max(strength[each] for each in rest)))
    have = dict.fromkeys(order, 0)
    wishes = list(order)
    wishes += [country for country in order if max(best[country]) > 700]
    wishes += order[:3]
    left = total
    for country in wishes:
        if left:
            have[country] += 1
            left -= 1
    for country in _shared(players, best, order, left):
        have[country] += 1
        left -= 1
    everything = sum(value for _, value in players)
    most = {}
    for country in order:
        most[country] = len([value for value in best[country] if value * len(players) > everything]) or 1
        while have[country] > most[country]:
            have[country] -= 1
            left += 1
    while left and any(have[country] < most[country] for country in order):
        for country in order:
            if left and have[country] < most[country]:
                have[country] += 1
                left -= 1
    return have, left


def _shared(players, best, order, left):
    """Return the countries of the seats that are given by share, in their order."""
    high = [country for country, value in players if value > 700]
    shared = dict.fromkeys(order, 0)
    found = []
    for number in range(1, left + 1 if players else 1):
        lacks = []
        for country in order:
            own = len(best[country])
            due = Fraction(own, len(players))
            if high:
                due = Fraction(own * len(high) + high.count(country) * len(players), 2 * len(players) * len(high))
            lacks.append(number * due - shared[country])
        first = order[lacks.index(max(lacks))]
        shared[first] += 1
        found.append(first)
    return found


assert seats([("A", 900), ("A", 100), ("B", 500)], 4) == ({"A": 1, "B": 1}, 2)
