"""Counting a seating by brute force: no code of the draw."""

from collections import Counter
from itertools import combinations


def repeats(sessions):
    met = Counter(frozenset(pair) for tables in sessions for table in tables for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def revisits(sessions):
    visits = Counter((player, at) for tables in sessions for at, table in enumerate(tables) for player in table)
    return sum(times - 1 for times in visits.values())


def most_visits(sessions):
    visits = Counter((player, at) for tables in sessions for at, table in enumerate(tables) for player in table)
    return max(visits.values())


def everyone_once(players, sessions):
    return all(
        sorted(player for table in tables for player in table) == list(range(1, players + 1))
        and all(len(table) == 4 for table in tables)
        for tables in sessions
    )


def wind_counts(players, sessions):
    starts = Counter((player, wind) for tables in sessions for table in tables for wind, player in enumerate(table))
    return [[starts[player, wind] for wind in range(4)] for player in range(1, players + 1)]


def winds_even(players, sessions):
    few, many = len(sessions) // 4, -(-len(sessions) // 4)
    return all(few <= count <= many for counts in wind_counts(players, sessions) for count in counts)


def meetings_inside(sessions, members):
    return sum(
        one in members and other in members
        for tables in sessions
        for table in tables
        for one, other in combinations(table, 2)
    )


def strangers(players, sessions):
    met = {player: {player} for player in range(1, players + 1)}
    for tables in sessions:
        for table in tables:
            for player in table:
                met[player].update(table)
    return sum(not met[one] & met[other] for one, other in combinations(met, 2))
