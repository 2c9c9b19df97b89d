"""MERS counted a second time, by its own reading of EMA's “Basics of the ranking” (25 May 2017).

A base rank from 1000 to 0; an event weighs its days (at most three), its players (½ from 41, 1 from 81), its countries
(½ from 6, 1 from 10) and 1 for a championship; results count whole for a year, half for a second one. Two results are
needed; up to five, zeros of weight 1 are added. Half of the value is the weighted mean of the best five and of 80 % of
the others, rounded up; half that of the best four.
"""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


def base_rank(place, players):
    """Return the base rank of a place among at least two players."""
    exact = Decimal(1000) * (players - place) / (players - 1)
    return int(exact.quantize(Decimal(1), ROUND_HALF_UP))


def weight(days, players, countries, championship):
    """Return the weight of an event in halves."""
    halves = 2 * (min(days, 3))
    if players > 80:
        halves += 2
    elif players > 40:
        halves += 1
    if countries >= 10:
        halves += 2
    elif countries >= 6:
        halves += 1
    return halves + (2 if championship else 0)


def quarters(halves, ended, day):
    """Return the weight of a result on a day in quarters; 0 if it is older than two years."""
    later = [(day.year - ended.year, (day.month, day.day) > (ended.month, ended.day))]
    ((years, beyond),) = later
    if (ended.month, ended.day) == (2, 29) and (day.month, day.day) == (2, 29):
        beyond = False
    full_years = years if not beyond else years + 1  # years that have begun
    if full_years <= 1:
        return 2 * halves
    return halves if full_years == 2 else 0


def value(results):
    """Return the value of a player with ``results``, each a base rank, a weight in quarters and a day; None if too few.

    The order is that of the program where the rules leave it open: of equal base ranks the heavier, then the later.
    """
    alive = [each for each in results if each[1]]
    if len(alive) < 2:
        return None
    alive.sort(key=lambda each: (each[0], each[1], each[2]), reverse=True)
    more = len(alive) - 5
    eighty = 0
    while more > 0 and eighty * 5 < more * 4:
        eighty += 1
    first = [(rank, heavy) for rank, heavy, _ in alive[: 5 + eighty]]
    first += [(0, 4)] * (5 - len(first))
    second = [(rank, heavy) for rank, heavy, _ in alive[:4]]
    second += [(0, 4)] * (4 - len(second))
    halves = [Fraction(sum(r * w for r, w in part), sum(w for _, w in part)) for part in (first, second)]
    return sum(halves) / 2


def ranking(events, day):
    """Return the value by number of everybody who is ranked on ``day``.

    An event is a day, days, players, countries, whether it is a championship, and its places by number; numbers that
    are empty are not members.
    """
    found: dict[str, list[tuple[int, int, date]]] = {}
    for ended, days, players, countries, championship, places in events:
        if ended > day:
            continue
        heavy = quarters(weight(days, players, countries, championship), ended, day)
        for number, place in places:
            if number:
                found.setdefault(number, []).append((base_rank(place, len(places)), heavy, ended))
    values = {number: value(results) for number, results in found.items()}
    return {number: each for number, each in values.items() if each is not None}


assert base_rank(2, 4) == 667
assert quarters(2, date(2024, 2, 29), date(2025, 2, 28)) == 4
