"""The types of which a seating consists."""

from collections.abc import Iterable, Sequence

Table = tuple[int, int, int, int]
"""Player numbers (1 …) by starting seat: East, South, West, North."""

Session = tuple[Table, ...]
"""The tables of one session, table 1 first."""

Block = tuple[int, int, int, int]
"""Four places of a design, numbered from 0, that sit together. Their order has no meaning yet."""

Round = tuple[Block, ...]
"""One session of a design: the block at each table."""

Design = tuple[Round, ...]
"""A seating before players, winds and chance: who meets whom, and at which table."""


def four(places: Iterable[int]) -> Block:
    """Return exactly four places as a block; raise ValueError for another number."""
    one, two, three, last = places
    return one, two, three, last


def meeting_counts(players: int, rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[int]]:
    """Return how often each pair of the places 0 … players − 1 meets, as a symmetric square."""
    counts = [[0] * players for _ in range(players)]
    for tables in rounds:
        for block in tables:
            for one in block:
                row = counts[one]
                for other in block:
                    row[other] += 1
    for place in range(players):
        counts[place][place] = 0
    return counts
