"""Table variety: assign the blocks of a session to tables."""

from collections import Counter
from collections.abc import Sequence, Set

from tournament.draw.search import WORST, SearchProgress, SeededRandom, acceptance
from tournament.draw.seating import Block, Design, Session

MOVES, MOVES_A_SEAT = 100_000, 1_000
"""The maximum number of swaps: in all, and for each player in each session."""
REPORTED = 500
"""The number of moves between two progress reports."""
FREQUENT = 4
"""How much more a visit above the usual number costs than an ordinary return.

The cost grows with the square of the number of such visits, so that nobody gets many of them.
"""


def with_table_variety(
    design: Design,
    *,
    chance: SeededRandom,
    progress: SearchProgress,
    played: Sequence[Sequence[Sequence[int]]] = (),
    kept: Set[int] = frozenset(),
) -> Design:
    """Permute the blocks of each session among its tables so that players return to tables as little as possible.

    This is simulated annealing that swaps two tables of one session; nobody's opponents change. The visits of the
    ``played`` sessions count as well. The blocks at the ``kept`` tables, counted from 0, stay where they are.
    """
    if max(map(len, design), default=0) < 2:
        return design
    given = _Placing(design, played, chance, kept)
    if given.cost <= given.least:
        return design
    search = _Placing([_shuffled(blocks, chance, kept) for blocks in design], played, chance, kept)
    if given.cost <= search.cost:
        search.best, search.best_cost = list(map(tuple, design)), given.cost
    moves = min(MOVES, MOVES_A_SEAT * sum(4 * len(blocks) for blocks in design))
    for start in range(0, moves, REPORTED):
        if search.best_cost <= search.least or not progress.goes_on(start / moves):
            break
        search.run(min(REPORTED, moves - start), acceptance(start / moves, warm=0.5, cold=0.01))
    return tuple(search.best)


def _shuffled(blocks: Sequence[Block], chance: SeededRandom, kept: Set[int]) -> list[Block]:
    """Return the blocks in random order, apart from those at the ``kept`` tables."""
    others = iter(chance.shuffled(block for place, block in enumerate(blocks) if place not in kept))
    return [block if place in kept else next(others) for place, block in enumerate(blocks)]


class _Placing:
    """A search: every player's visits to every table, and their cost."""

    def __init__(
        self,
        design: Sequence[Sequence[Block]],
        played: Sequence[Sequence[Sequence[int]]],
        chance: SeededRandom,
        kept: Set[int],
    ) -> None:
        self.kept = kept
        self.rounds = [list(blocks) for blocks in design]
        self.chance = chance
        players = 1 + max(player for blocks in (*design, *played) for block in blocks for player in block)
        tables = max(map(len, (*design, *played)))
        self.visits = [[0] * tables for _ in range(players)]
        most = -(-(len(design) + len(played)) // tables)
        self.price = [
            times + FREQUENT * max(0, times + 1 - most) ** 2 if times else 0
            for times in range(len(design) + len(played) + 1)
        ]
        """The cost of one more visit, by the number of visits so far."""
        self.more, self.less = ([[0] * players for _ in range(tables)] for _ in range(2))
        """The cost of one more visit, and of the last one, by table and player."""
        self._visit(played)
        more = Counter(player for blocks in design for block in blocks for player in block)
        self.least = sum(self._fewest(self.visits[player], sessions) for player, sessions in more.items())
        self.cost = self.best_cost = self._visit(self.rounds)
        self.best: list[Session] = list(map(tuple, self.rounds))

    def _visit(self, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
        """Count the visits of these rounds and return their cost."""
        cost = 0
        for blocks in rounds:
            for place, block in enumerate(blocks):
                cost += sum(self.more[place][player] for player in block)
                self._reach(block, place)
        return cost

    def _reach(self, block: Sequence[int], place: int) -> None:
        """Count one more visit of a block's players to a table."""
        more, less, visits, price = self.more[place], self.less[place], self.visits, self.price
        for player in block:
            visits[player][place] = times = visits[player][place] + 1
            # What the visit cost before it was counted is what it gives back if it is removed.
            more[player], less[player] = price[times], more[player]

    def _leave(self, block: Block, place: int) -> None:
        """Remove one visit of a block's players to a table."""
        more, less, visits, price = self.more[place], self.less[place], self.visits, self.price
        for player in block:
            visits[player][place] = times = visits[player][place] - 1
            more[player], less[player] = less[player], price[times - 1]

    def _fewest(self, visits: Sequence[int], sessions: int) -> int:
        """Return the least cost of ``sessions`` more visits of a player: each at the table with the fewest so far."""
        tables, cost = list(visits), 0
        for _ in range(sessions):
            place = tables.index(min(tables))
            cost += self.price[tables[place]]
            tables[place] += 1
        return cost

    def run(self, moves: int, chances: list[float]) -> None:
        """Try ``moves`` swaps of two blocks, keep those that are good enough, and remember the best state of all.

        The code is written for speed, since most of the time of a draw is spent here.
        """
        rounds, chance, dear, cheap, kept = self.rounds, self.chance.next, self.more, self.less, self.kept
        count = len(rounds)
        for _ in range(moves):
            blocks = rounds[int(chance() * count)]
            tables = len(blocks)
            here, there = int(chance() * tables), int(chance() * tables)
            if here == there or here in kept or there in kept:
                continue
            a, b, c, d = blocks[here]
            more, less = dear[there], cheap[here]
            change = more[a] + more[b] + more[c] + more[d] - less[a] - less[b] - less[c] - less[d]
            a, b, c, d = blocks[there]
            more, less = dear[here], cheap[there]
            change += more[a] + more[b] + more[c] + more[d] - less[a] - less[b] - less[c] - less[d]
            if change > 0 and (change > WORST or chance() >= chances[change]):
                continue
            for block, left, reached in ((blocks[here], here, there), (blocks[there], there, here)):
                self._leave(block, left)
                self._reach(block, reached)
            blocks[here], blocks[there] = blocks[there], blocks[here]
            self.cost += change
            if self.cost < self.best_cost:
                self.best, self.best_cost = list(map(tuple, rounds)), self.cost
                if self.cost <= self.least:
                    return
