"""Table variety: which block of a session sits at which table."""

from tournament.draw.chance import Chance
from tournament.draw.cooling import WORST, acceptance
from tournament.draw.seating import Block, Design
from tournament.draw.watch import Watch

MOVES = 100_000
"""Exchanges tried."""
FREQUENT = 4
"""What a visit above the usual number costs more than a plain return; four times as much the second, and so on."""


def with_table_variety(design: Design, *, players: int, chance: Chance, watch: Watch) -> Design:
    """Permute the blocks of each session among its tables so that players return to tables as little as possible.

    Simulated annealing by exchanging two tables of one session; nobody's opponents change.
    """
    tables = players // 4
    if tables < 2 or not design:
        return design
    search = _Placing(design, players=players, chance=chance)
    best, kept = search.cost, [list(blocks) for blocks in search.rounds]
    chances = acceptance(0)
    for move in range(MOVES):
        if best <= search.least:
            break
        if move % 500 == 0:
            if not watch.goes_on(move / MOVES):
                break
            chances = acceptance(move / MOVES, warm=0.5, cold=0.01)
        search.exchange(chances)
        if search.cost < best:
            best, kept = search.cost, [list(blocks) for blocks in search.rounds]
    return tuple(tuple(blocks) for blocks in kept)


class _Placing:
    """The visits of everyone to every table, and what they cost."""

    def __init__(self, design: Design, *, players: int, chance: Chance) -> None:
        self.rounds: list[list[Block]] = [chance.shuffled(blocks) for blocks in design]
        self.tables = players // 4
        self.chance = chance
        self.visits = [[0] * self.tables for _ in range(players)]
        for blocks in self.rounds:
            for place, block in enumerate(blocks):
                for player in block:
                    self.visits[player][place] += 1
        usual, over = divmod(len(design), self.tables)
        most = usual + bool(over)
        self.price = [
            times + FREQUENT * max(0, times + 1 - most) ** 2 if times else 0 for times in range(len(design) + 1)
        ]
        """What one more visit costs, by the number of visits so far."""
        total = [sum(self.price[:times]) for times in range(len(design) + 1)]
        self.cost = sum(total[times] for row in self.visits for times in row)
        self.least = (
            players * (over * total[usual + 1] + (self.tables - over) * total[usual])
            if over
            else (players * self.tables * total[usual])
        )

    def exchange(self, chances: list[float]) -> None:
        """Try one exchange of two blocks, and keep it if it is good enough."""
        blocks = self.rounds[self.chance.below(len(self.rounds))]
        here, there = self.chance.below(self.tables), self.chance.below(self.tables)
        if here == there:
            return
        visits, price = self.visits, self.price
        change = 0
        for player in blocks[here]:
            row = visits[player]
            change += price[row[there]] - price[row[here] - 1]
        for player in blocks[there]:
            row = visits[player]
            change += price[row[here]] - price[row[there] - 1]
        if change > 0 and (change > WORST or self.chance.next() >= chances[change]):
            return
        for player in blocks[here]:
            visits[player][here] -= 1
            visits[player][there] += 1
        for player in blocks[there]:
            visits[player][there] -= 1
            visits[player][here] += 1
        blocks[here], blocks[there] = blocks[there], blocks[here]
        self.cost += change
