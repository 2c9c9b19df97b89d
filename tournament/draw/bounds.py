"""Bounds of the figures of a draw, found by counting: no draw can be better."""

from collections import Counter
from collections.abc import Collection, Sequence


def most_sessions_without_repeats(players: int) -> int:
    """Return ⌊(N − 1) / 3⌋: each session uses up three of a player's possible opponents.

    With two or three tables, four players cannot all come from different ones, so it is one session. Of the other
    numbers only N = 20 is known to fall short (5, not 6: there is no resolvable group divisible design of type 2^10).
    """
    return _SHORT.get(players, (players - 1) // 3)


_SHORT = {8: 1, 12: 1, 20: 5}


def fewest_repeats(players: int, sessions: int) -> int:
    """Return the number of repeats that cannot be avoided if everybody plays in every session."""
    return fewest_repeats_of([frozenset(range(players))] * sessions)


def fewest_repeats_of(rosters: Sequence[frozenset[int]]) -> int:
    """Return the number of repeats that cannot be avoided, given the players of each session.

    A player has three meetings in a session, and can only meet players who share a session with them. With few tables,
    two sessions also have pairs in common: each session repeats at least the pairs that it must share with an earlier
    one.
    """
    meetings, company = Counter[int](), dict[int, set[int]]()
    for roster in rosters:
        for player in roster:
            meetings[player] += 3
    for roster in set(rosters):
        for player in roster:
            company.setdefault(player, set()).update(roster)
    too_many = sum(max(0, meetings[player] - (len(company[player]) - 1)) for player in meetings)
    again = sum(
        max((_pairs_in_common(before, roster) for before in set(rosters[:index])), default=0)
        for index, roster in enumerate(rosters)
    )
    return max(-(-too_many // 2), again)


def in_common(players: int) -> int:
    """Return the least number of pairs that meet in both of any two sessions, since there are so few tables."""
    roster = frozenset(range(players))
    return _pairs_in_common(roster, roster)


def _pairs_in_common(one: frozenset[int], other: frozenset[int]) -> int:
    """Return the least number of pairs that share a table both in a session of ``one`` and in a session of ``other``.

    Those who play in both are spread over the tables of the first session, and each table's over those of the second.
    """
    return pairs_in_common(len(one & other), len(one) // 4, len(other) // 4)


def pairs_in_common(players: int, tables: int, later: int) -> int:
    """Return the least number of pairs of ``players`` that share one of ``tables`` in one session and one of ``later``
    tables in another."""
    return max(_spread(players, tables, later), _spread(players, later, tables))


def _spread(players: int, tables: int, later: int) -> int:
    """Return the least number of pairs of ``players`` that share one of ``tables`` and then one of ``later`` tables."""
    if not tables or not later:
        return 0
    each, left = divmod(players, tables)
    again, more = (fewest_group_meetings(size, tables=later, sessions=1) for size in (each, each + 1))
    return (tables - left) * again + left * more


def fewest_revisits(players: int, sessions: int) -> int:
    """Return the number of returns to a table that cannot be avoided if everybody plays in every session.

    There are N / 4 tables.
    """
    return players * max(0, sessions - players // 4)


def fewest_revisits_of(
    rosters: Sequence[frozenset[int]],
    fixed: Collection[int] = (),
    tables: Sequence[frozenset[int]] | None = None,
) -> int:
    """Return the number of returns to a table that cannot be avoided, given the players of each session.

    ``tables`` are the tables of each session, by default 1, 2 and so on; tables that are left out are missing. Nobody
    can sit at more different tables than their sessions have. The tables besides any few have only so many seats: a
    player who plays more sessions than these few and gets none of those seats returns to one of the few. ``fixed`` are
    the players who keep a table.
    """
    if tables is None:
        tables = [frozenset(range(1, len(roster) // 4 + 1)) for roster in rosters]
    here: dict[int, list[frozenset[int]]] = {}
    for roster, each in zip(rosters, tables, strict=True):
        for player in roster:
            here.setdefault(player, []).append(each)
    alone = sum(len(own) - (1 if player in fixed else _different_tables(own)) for player, own in here.items())
    often = sorted(Counter(table for each in tables for table in each).values(), reverse=True)
    together = (
        sum(max(0, len(own) - few) for own in here.values()) - 4 * sum(often[few:]) for few in range(len(often) + 1)
    )
    return max(alone, *together)


def _different_tables(sessions: Sequence[frozenset[int]]) -> int:
    """Return a number that a player's different tables cannot exceed, given the tables of their ``sessions``.

    It is exact if the tables of each session are among those of every larger one.
    """
    found, seen = 0, frozenset[int]()
    for tables in sorted(sessions, key=len):
        seen |= tables
        found = min(found + 1, len(seen))
    return found


def revisits_aimed_at(players: int, sessions: int) -> int:
    """Return how often players return to a table in the draws that the search aims at.

    These are the draws with the fewest repeats. Without repeats at four tables, each table seats one player from each
    table of any other session, so every two sessions bring four players back to a table. The counts assume the most
    even distribution: nobody sits three times at one table, except four players in five sessions. That is the minimum
    over all 24⁴ ways to place them. This is not a bound: a draw with repeated meetings, or with four players who stay
    where they are, can have fewer returns.
    """
    if players == 16 and sessions < len(_AT_FOUR_TABLES):
        return _AT_FOUR_TABLES[sessions]
    return fewest_revisits(players, sessions)


_AT_FOUR_TABLES = (0, 0, 4, 12, 24, 36)
"""The returns with four tables, indexed by the number of sessions."""


def fewest_meetings_inside(members: Sequence[int], rosters: Sequence[frozenset[int]]) -> int:
    """Return the number of meetings inside a group that cannot be avoided, given the players of each session."""
    inside = frozenset(members)
    return sum(
        fewest_group_meetings(len(inside & roster), tables=len(roster) // 4, sessions=1) for roster in rosters if roster
    )


def fewest_strangers(players: int, rosters: Sequence[frozenset[int]]) -> int:
    """Return the number of pairs without a common opponent that no draw can avoid.

    In R sessions a player has at most 3R opponents, and through each of them three more in each other session.
    """
    sessions = len(rosters)
    played = Counter(player for roster in rosters for player in roster)
    left = (players - 1 - 3 * times - 9 * times * (sessions - 1) for times in played.values())
    return -(-sum(max(0, pairs) for pairs in left) // 2)


def fewest_group_meetings(size: int, *, tables: int, sessions: int) -> int:
    """Return the number of meetings inside a group of ``size`` players that cannot be avoided.

    By the pigeonhole principle, the most even split puts q or q + 1 members of the group at each table in every
    session.
    """
    each, left = divmod(size, tables)
    return sessions * (left * _pairs(each + 1) + (tables - left) * _pairs(each))


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
