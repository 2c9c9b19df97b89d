"""Table variety: which block of a session sits at which table."""

from tournament.draw.chance import Chance
from tournament.draw.seating import Design
from tournament.draw.watch import Watch

MOVES = 60_000
"""Exchanges tried: under a second."""
FREQUENT = 6
"""What a visit above the usual number costs, in plain returns."""


def with_table_variety(design: Design, *, players: int, chance: Chance, watch: Watch) -> Design:
    """Permute the blocks of each session among its tables so that players return to a table as little as possible.

    Simulated annealing by exchanging two tables of one session. The acceptance of a worse exchange is a power
    computed by multiplication alone: no library function rounds differently elsewhere.
    """
    search = _Placing(design, players=players, chance=chance)
    return search.run(watch)


class _Placing:
    def __init__(self, design: Design, *, players: int, chance: Chance) -> None:
        self.rounds = [chance.shuffled(tables) for tables in design]
        self.tables = players // 4
        self.chance = chance
        self.visits = [[0] * self.tables for _ in range(players)]
        for tables in self.rounds:
            for place, block in enumerate(tables):
                for player in block:
                    self.visits[player][place] += 1
        usual = -(-len(design) // self.tables)
        self.price = [_price(times, usual) for times in range(len(design) + 2)]
        """What one more visit costs, by the visits so far."""
        self.cost = sum(sum(self.price[:times]) for row in self.visits for times in row)
        self.least = players * sum(_price(time, usual) for time in range(0)) + players * _least(
            len(design), self.tables, self.price
        )

    def run(self, watch: Watch) -> Design:
        best, kept = self.cost, [list(tables) for tables in self.rounds]
        for move in range(MOVES):
            if self.cost <= self.least:
                break
            if move % 500 == 0:
                if not watch.goes_on(move / MOVES):
                    break
                accepted = _acceptance(move / MOVES)
            self._move(accepted)
            if self.cost < best:
                best, kept = self.cost, [list(tables) for tables in self.rounds]
        return tuple(tuple(tables) for tables in kept)
