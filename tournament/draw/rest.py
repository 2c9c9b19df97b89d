"""Drawing again the sessions that are left, when others are played and stand."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from tournament.draw.chance import Chance
from tournament.draw.cooling import WORST, acceptance
from tournament.draw.ranking import straight_tables
from tournament.draw.seating import Session
from tournament.draw.watch import Watch
from tournament.draw.wishes import Wishes

MOVES = 80_000
"""Exchanges tried at most."""
REPEAT, RETURN, WISH = 4, 1, 3
"""What a repeated meeting, a return to a table and the weightiest wish cost."""
REPORTED = 1_000
"""Exchanges between two reports and coolings."""
AIMED = 4
"""How many seats are looked at for one that costs something."""
TURNS = 3
"""How often start winds are given anew."""

Tables = list[list[list[int]]]


def draw_rest(
    rosters: Sequence[Sequence[int]],
    *,
    played: Sequence[Session],
    seed: int,
    wishes: Wishes,
    progress: Callable[[float], bool] | None = None,
) -> tuple[Session, ...]:
    """Seat one session after the ``played`` ones for each of ``rosters``: the players of that session.

    Few repeats, with the played sessions too, come first; then wishes, then few returns to a table. Start winds go to
    those who had them least. ``progress`` hears how far it has come and answers whether to go on; after a no the
    best found so far is returned. The same seed and input give the same tables.
    """
    search = _Search(rosters, played, wishes, Chance(seed))
    search.run(Watch(progress))
    return _with_winds(search.best, played)


def _with_winds(rest: Tables, played: Sequence[Session]) -> tuple[Session, ...]:
    """Start winds to those who have them least in all other sessions, gone through a few times."""
    flat = [[player for table in tables for player in table] for tables in rest]
    seated = list(played)
    for players in flat:
        seated.append(straight_tables(players, seated))
    for _ in range(TURNS):
        for at, players in enumerate(flat, start=len(played)):
            seated[at] = straight_tables(players, seated[:at] + seated[at + 1 :])
    return tuple(seated[len(played) :])


class _Search:
    """Simulated annealing: two players of one session exchange their seats."""

    def __init__(
        self, rosters: Sequence[Sequence[int]], played: Sequence[Session], wishes: Wishes, chance: Chance
    ) -> None:
        self.chance = chance
        self.tables: Tables = []
        for roster in rosters:
            order = chance.shuffled(roster)
            self.tables.append([order[start : start + 4] for start in range(0, len(order), 4)])
        self.wish = _wished(wishes)
        self.met: Counter[tuple[int, int]] = Counter()
        self.visits: Counter[tuple[int, int]] = Counter()
        for seated in played:
            self._seat(seated)
        self.cost = sum(self._seat(tables) for tables in self.tables)
        """What the sessions that are left cost more than those played."""
        self.best = self._copy()
        self.least = self.cost

    def run(self, watch: Watch) -> None:
        """Search until nothing is left to better, or the moves are spent."""
        chances = acceptance(0)
        for move in range(MOVES):
            if move % REPORTED == 0:
                if not watch.goes_on(move / MOVES):
                    break
                chances = acceptance(move / MOVES)
            if not self.least:
                break
            self._exchange(chances)
            if self.cost < self.least:
                self.least, self.best = self.cost, self._copy()
        watch.goes_on(1.0)

    def _seat(self, tables: Sequence[Sequence[int]]) -> int:
        """Count the meetings and visits of one more session; what they cost."""
        cost = 0
        for place, table in enumerate(tables):
            for one, other in combinations(table, 2):
                self.met[one, other] += 1
                self.met[other, one] += 1
                cost += self._price((one, other))
            for player in table:
                cost += RETURN * (self.visits[player, place] > 0)
                self.visits[player, place] += 1
        return cost

    def _exchange(self, chances: list[float]) -> None:
        tables, here, seat = self._aim()
        there, place = self.chance.below(len(tables)), self.chance.below(4)
        if here == there:
            return
        one, other = tables[here][seat], tables[there][place]
        mates = [player for player in tables[here] if player != one]
        others = [player for player in tables[there] if player != other]
        change = self._turn(one, other, mates, others, here, there)
        if change > 0 and (change > WORST or self.chance.next() >= chances[change]):
            self._turn(other, one, mates, others, here, there)
            return
        tables[here][seat], tables[there][place] = other, one
        self.cost += change

    def _aim(self) -> tuple[list[list[int]], int, int]:
        """A seat whose player costs something there, if one of a few looked at does."""
        looks = AIMED
        while True:
            tables = self.tables[self.chance.below(len(self.tables))]
            here, seat = self.chance.below(len(tables)), self.chance.below(4)
            looks -= 1
            if not looks or self._hurts(tables[here], seat, here):
                return tables, here, seat

    def _hurts(self, table: Sequence[int], seat: int, place: int) -> bool:
        player = table[seat]
        return self.visits[player, place] > 1 or any(self._price((player, mate)) for mate in table if mate != player)

    def _turn(self, one: int, other: int, mates: Sequence[int], others: Sequence[int], here: int, there: int) -> int:
        """Let ``one`` leave ``mates`` for ``others``, and ``other`` come the other way; what that costs more."""
        change = 0
        for player, left, joined in ((one, mates, others), (other, others, mates)):
            for mate in left:
                change -= self._price((player, mate))
                self.met[player, mate] -= 1
                self.met[mate, player] -= 1
            for mate in joined:
                self.met[player, mate] += 1
                self.met[mate, player] += 1
                change += self._price((player, mate))
        for player, left_table, joined_table in ((one, here, there), (other, there, here)):
            self.visits[player, left_table] -= 1
            change += RETURN * ((self.visits[player, joined_table] > 0) - (self.visits[player, left_table] > 0))
            self.visits[player, joined_table] += 1
        return change

    def _price(self, pair: tuple[int, int]) -> int:
        """What the last meeting of two players costs."""
        return REPEAT * (self.met[pair] - 1) + self.wish.get(pair, 0)

    def _copy(self) -> Tables:
        return [[list(table) for table in tables] for tables in self.tables]


def _wished(wishes: Wishes) -> dict[tuple[int, int], int]:
    """What a meeting of two players costs by the wishes."""
    weights: Counter[tuple[int, int]] = Counter()
    for group in wishes.groups:
        for pair in combinations(group.members, 2):
            weights[pair] += group.weight
    for avoided in wishes.pairs:
        weights[avoided.one, avoided.other] += avoided.weight
    heaviest = max(weights.values(), default=1)
    return {
        pair: max(1, WISH * weight // heaviest)
        for (one, other), weight in weights.items()
        for pair in ((one, other), (other, one))
    }
