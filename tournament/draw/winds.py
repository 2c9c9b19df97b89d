"""Start winds: the same number of each for every player, as nearly as whole numbers allow."""

from collections.abc import Sequence

from tournament.draw.seating import Design

Seat = tuple[int, int]
"""A player and one of the tables (numbered through all sessions) where they sit."""


def with_winds(design: Design) -> Design:
    """Order each block by starting wind so that everyone has each wind ⌊R/4⌋ or ⌈R/4⌉ times.

    Seats are the edges of a graph between players and tables. An Euler split halves every degree (up to one for odd
    ones). Splitting twice leaves four parts, one for each wind, each with one seat of every table and a quarter of the
    sessions of every player.
    """
    tables = [block for tables in design for block in tables]
    seats = [(player, table) for table, block in enumerate(tables) for player in block]
    winds: list[dict[int, int]] = []
    for half in _euler_split(seats):
        winds.extend({table: player for player, table in part} for part in _euler_split(half))
    seated = iter(range(len(tables)))
    return tuple(
        tuple((winds[0][t], winds[1][t], winds[2][t], winds[3][t]) for t in (next(seated) for _ in tables_now))
        for tables_now in design
    )


def _euler_split(seats: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
    """Split the seats into two halves: every table has half its seats in each, and so does every player, up to one.

    Every table has an even number of seats. Players with an odd number are joined to one additional table, −1, to make
    all degrees even; a closed walk over all edges alternates between the halves.
    """
    edges = list(seats)
    odd: dict[int, bool] = {}
    for player, _ in seats:
        odd[player] = not odd.get(player, False)
    edges.extend((player, -1) for player, is_odd in odd.items() if is_odd)
    halves: tuple[list[Seat], list[Seat]] = ([], [])
    for turn, edge in _alternating_walks(edges):
        if edge[1] >= 0:
            halves[turn].append(edge)
    return halves


def _alternating_walks(edges: Sequence[Seat]) -> list[tuple[int, Seat]]:
    """Every edge once, with the half it belongs to: 0 if walked from player to table, 1 from table to player."""
    of_player: dict[int, list[int]] = {}
    of_table: dict[int, list[int]] = {}
    for number, (player, table) in enumerate(edges):
        of_player.setdefault(player, []).append(number)
        of_table.setdefault(table, []).append(number)
    used = [False] * len(edges)
    walked: list[tuple[int, Seat]] = []

    def step(waiting: list[int]) -> int | None:
        while waiting:
            number = waiting.pop()
            if not used[number]:
                used[number] = True
                return number
        return None

    for start in of_player:
        player = start
        while (there := step(of_player[player])) is not None:
            table = edges[there][1]
            back = step(of_table[table])
            if back is None:
                raise AssertionError("a table has an odd number of seats")
            walked += [(0, edges[there]), (1, edges[back])]
            player = edges[back][0]
    return walked
