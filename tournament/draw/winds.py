"""Start winds: the same number of each for every player, as nearly as whole numbers allow.

:func:`with_winds` distributes the winds of a whole event by splitting. :func:`with_fair_winds` is for the remaining
sessions after some were played. It makes all sessions together fair, by this search.

Take two winds: every table gives one to each of two players, which makes a graph whose edges are tables and whose nodes
are players. Swapping the two winds at all tables along a path changes the counts only for the players at its ends. As
long as some path reduces the sum of squares of the counts, it is taken. When no path does, the two winds are
distributed as well as possible (the sum is convex), and the search moves on to the next two winds.

The sum cannot fall below what each player could reach alone; the search ends there.
"""

from collections.abc import Sequence
from itertools import permutations

from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import Design, Session, four

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
    """Split the seats into two halves, with half the seats of every table, and of every player up to one.

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
    """Yield every edge once, with its half: 0 if walked from player to table, 1 from table to player."""
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


_KICKS = 300
"""How often the winds of a table are shuffled and distributed again while some player could have fairer winds."""


def with_fair_winds(
    rest: Design, played: Sequence[Sequence[Sequence[int]]], chance: SeededRandom, progress: SearchProgress
) -> tuple[Session, ...]:
    """Order each block of ``rest`` by starting wind, counting the winds of the ``played`` tables as well.

    Every player has ⌊s/4⌋ or ⌈s/4⌉ of each wind in their s sessions if the played sessions allow it.
    """
    shares = _Shares(with_winds(rest), played)
    shares.settle()
    best, cost = shares.copy(), shares.cost
    for kick in range(_KICKS):
        if cost <= shares.least or not progress.goes_on(kick / _KICKS):
            break
        shares.upset(chance)
        shares.settle()
        if shares.cost <= cost:
            best, cost = shares.copy(), shares.cost
        else:
            shares.restore(best)
    seated = iter(best)
    return tuple(tuple(four(next(seated)) for _ in blocks) for blocks in rest)


class _Shares:
    """A search with the start winds at every table, and how often each player has each wind."""

    def __init__(self, rest: Design, played: Sequence[Sequence[Sequence[int]]]) -> None:
        self.tables = [list(block) for blocks in rest for block in blocks]
        self.counts: dict[int, list[int]] = {player: [0] * 4 for table in self.tables for player in table}
        for seats in (table for tables in played for table in tables if not self.counts.keys().isdisjoint(table)):
            self._count(seats, 1)
        more: dict[int, int] = dict.fromkeys(self.counts, 0)
        for table in self.tables:
            for player in table:
                more[player] += 1
        self.fairest = {player: _fairest(counts, more[player]) for player, counts in self.counts.items()}
        self.least = sum(self.fairest.values())
        for table in self.tables:
            self._count(table, 1)
        self.cost = sum(map(_squares, self.counts.values()))

    def settle(self) -> None:
        """Distribute the winds two by two until no pair of winds can be distributed better."""
        settled = 0
        while settled < 12 and self.cost > self.least:
            # There are 12 ordered pairs of winds. If none of them has improved anything in a row, nothing can.
            for one, other in permutations(range(4), 2):
                settled = 0 if self._share(one, other) else settled + 1

    def upset(self, chance: SeededRandom) -> None:
        """Rotate the winds at one table of a player who could have fairer winds."""
        unfair = [player for player, counts in self.counts.items() if _squares(counts) > self.fairest[player]]
        player = unfair[chance.below(len(unfair))]
        own = [table_index for table_index, table in enumerate(self.tables) if player in table]
        table_index = own[chance.below(len(own))]
        for one in range(3):
            self.exchange(table_index, one, one + chance.below(4 - one))

    def exchange(self, table_index: int, one: int, other: int) -> None:
        """Swap the winds of two players at a table."""
        table = self.tables[table_index]
        if one == other:
            return
        for player, lost, won in ((table[one], one, other), (table[other], other, one)):
            counts = self.counts[player]
            # The difference of the squares: (w + 1)² − w² + (l − 1)² − l².
            self.cost += 2 * (counts[won] - counts[lost] + 1)
            counts[lost] -= 1
            counts[won] += 1
        table[one], table[other] = table[other], table[one]

    def copy(self) -> list[list[int]]:
        """Return the tables as they are now."""
        return [list(table) for table in self.tables]

    def restore(self, tables: Sequence[Sequence[int]]) -> None:
        """Return to the tables of a copy."""
        for own, wanted in zip(self.tables, tables, strict=True):
            self._count(own, -1)
            own[:] = wanted
            self._count(own, 1)
        self.cost = sum(map(_squares, self.counts.values()))

    def _count(self, seats: Sequence[int], times: int) -> None:
        for wind, player in enumerate(seats):
            if player in self.counts:
                self.counts[player][wind] += times

    def _share(self, one: int, other: int) -> bool:
        """Swap two winds along paths as long as that helps. Return whether it did."""
        unfair = [player for player, counts in self.counts.items() if counts[one] - counts[other] > 1]
        leaving: dict[int, list[int]] = {}
        for table_index, table in enumerate(self.tables if unfair else ()):
            leaving.setdefault(table[one], []).append(table_index)
        helped = False
        for player in unfair:
            while self._surplus(player, one, other) > 1 and (path := self._path(player, one, other, leaving)):
                for table_index in path:
                    leaving[self.tables[table_index][one]].remove(table_index)
                    leaving.setdefault(self.tables[table_index][other], []).append(table_index)
                    self.exchange(table_index, one, other)
                helped = True
        return helped

    def _surplus(self, player: int, one: int, other: int) -> int:
        return self.counts[player][one] - self.counts[player][other]

    def _path(self, player: int, one: int, other: int, leaving: dict[int, list[int]]) -> list[int]:
        """Return the tables on a path from a player with too much of ``one`` to a player with too little of it.

        Empty if there is none.
        """
        came: dict[int, tuple[int, int]] = {}
        # The swap lowers the surplus of the first player by 2 and raises that of the last one by 2. The sum of squares
        # only falls if they differ by at least 3.
        waiting, enough = [player], self._surplus(player, one, other) - 3
        for current in waiting:
            for table_index in leaving.get(current, ()):
                following = self.tables[table_index][other]
                if following == player or following in came:
                    continue
                came[following] = (table_index, current)
                if self._surplus(following, one, other) <= enough:
                    path = []
                    while following != player:
                        table_index, following = came[following]
                        path.append(table_index)
                    return path
                waiting.append(following)
        return []


def _fairest(counts: Sequence[int], more: int) -> int:
    """Return the least sum of squares, if each of ``more`` further sessions goes to the wind with the lowest count."""
    shares = list(counts)
    for _ in range(more):
        shares[shares.index(min(shares))] += 1
    return _squares(shares)


def _squares(counts: Sequence[int]) -> int:
    return sum(times * times for times in counts)
