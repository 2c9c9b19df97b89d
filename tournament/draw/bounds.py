"""The best that any draw could reach, by counting."""


def most_sessions_without_repeats(players: int) -> int:
    """⌊(N − 1) / 3⌋: each session uses up three of a player's possible opponents.

    With two or three tables, four players cannot all come from different ones: one session. Of the others only
    N = 20 is known to fall short (5, not 6: there is no resolvable group divisible design of type 2^10).
    """
    return _SHORT.get(players, (players - 1) // 3)


_SHORT = {8: 1, 12: 1, 20: 5}


def fewest_repeats(players: int, sessions: int) -> int:
    """Repeats that nobody can avoid: a player has three meetings a session and N − 1 others to meet.

    With one, two or three tables each session also has pairs in common with the one before, see ``in_common``.
    """
    too_many = players * max(0, 3 * sessions - (players - 1)) // 2
    return max(too_many, in_common(players) * max(0, sessions - 1))


def in_common(players: int) -> int:
    """Pairs that any two sessions have in common at least: four players of a table come from so few tables."""
    return _IN_COMMON.get(players, 0)


_IN_COMMON = {4: 6, 8: 4, 12: 3}


def fewest_revisits(players: int, sessions: int, *, no_repeats: bool = False) -> int:
    """Returns to a table that nobody can avoid: there are N / 4 tables.

    Without repeats at four tables, each table seats one player from each table of any other session: every two
    sessions bring four players back to where they were. They are counted as spread most evenly: nobody three times
    at one table, but in five sessions four players, the fewest of all 24⁴ ways to place them.
    """
    if no_repeats and players == 16:
        return _AT_FOUR_TABLES[sessions]
    return players * max(0, sessions - players // 4)


_AT_FOUR_TABLES = (0, 0, 4, 12, 24, 36)
"""By sessions."""


def fewest_group_meetings(size: int, *, tables: int, sessions: int) -> int:
    """Meetings inside a group of ``size`` that nobody can avoid, by the pigeonhole principle.

    Every session spreads the group at best evenly: q or q + 1 of them at each table.
    """
    each, left = divmod(size, tables)
    return sessions * (left * _pairs(each + 1) + (tables - left) * _pairs(each))


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
