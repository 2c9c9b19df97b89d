"""Draw the remaining sessions of an event again, after some have been played and cannot change."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from tournament.draw.placing import with_table_variety
from tournament.draw.search import WORST, SearchProgress, SeededRandom, acceptance
from tournament.draw.seating import Design, Session, four
from tournament.draw.winds import with_fair_winds
from tournament.draw.wishes import Wishes

MOVES = 400_000
"""The maximum number of swaps in one search."""
REPEAT, WISH = 4, 3
"""The costs of a repeated meeting and of the weightiest wish."""
WARM, COLD = 0.5, 0.15
"""The probability of accepting a step that costs 1, at the beginning and at the end."""
QUIET = 0.1
"""The probability of moving a player who has no unwanted meetings."""
REPORTED = 2_000
"""The number of swaps between two progress reports and cooling steps."""

Tables = list[list[list[int]]]


def draw_rest(
    rosters: Sequence[Sequence[int]],
    *,
    played: Sequence[Sequence[Sequence[int]]],
    seed: int,
    wishes: Wishes,
    planned: Sequence[Session] = (),
    progress: Callable[[float], bool] | None = None,
) -> tuple[Session, ...]:
    """Seat one session after the ``played`` ones for each of ``rosters``, the players of that session.

    Few repeats come first, counting the played sessions; then wishes, then few returns to a table. Start winds are as
    even as the played sessions allow. If the result has repeats or returns, the search runs a second time from the
    tables ``planned`` so far for these sessions, so that the result is not worse than a draw that had none.
    ``progress`` is called with the part of the search that is done and returns whether to continue; when it returns
    False, the best result so far is returned. The same seed and input give the same tables.
    """
    chance, search_progress = SeededRandom(seed), SearchProgress(progress)
    starts = [[_in_fours(chance.shuffled(roster)) for roster in rosters]]
    if len(planned) == len(rosters):
        kept = [_kept(tables, roster) for tables, roster in zip(planned, rosters, strict=True)]
        starts.append(chance.shuffled(kept) if _alike(rosters) else kept)
    found: list[tuple[int, int, Design]] = []
    for turn, rounds in enumerate(starts):
        part = search_progress.stretch(0.45 * turn, 0.45 * (turn + 1))
        search = _Search(rounds, played, wishes, chance)
        search.run(part.stretch(0.0, 0.8))
        design = tuple(tuple(map(four, tables)) for tables in search.best)
        design = with_table_variety(design, played=played, chance=chance, progress=part.stretch(0.8, 1.0))
        found.append((search.least, _returns((*played, *design)), design))
        if not sum(found[-1][:2]):
            break
    best = min(found, key=lambda one: one[:2])[2]
    seated = with_fair_winds(best, played, chance, search_progress.stretch(0.9, 1.0))
    search_progress.goes_on(1.0)
    return seated


def _returns(sessions: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return how often players return to a table."""
    visits = Counter(
        (player, table_index) for tables in sessions for table_index, table in enumerate(tables) for player in table
    )
    return sum(times - 1 for times in visits.values())


def _in_fours(players: Sequence[int]) -> list[list[int]]:
    return [list(players[start : start + 4]) for start in range(0, len(players), 4)]


def _alike(rosters: Sequence[Sequence[int]]) -> bool:
    return len({frozenset(roster) for roster in rosters}) == 1


def _kept(tables: Session, roster: Sequence[int]) -> list[list[int]]:
    """Return the tables of which every player still plays, and new tables of the other players."""
    seats = set(roster)
    whole = [list(table) for table in tables if seats.issuperset(table)]
    seats.difference_update(player for table in whole for player in table)
    return whole + _in_fours(sorted(seats))


class _Search:
    """Simulated annealing that swaps two players of one session."""

    def __init__(
        self, rounds: Tables, played: Sequence[Sequence[Sequence[int]]], wishes: Wishes, chance: SeededRandom
    ) -> None:
        self.chance = chance
        self.rounds = rounds
        count = 1 + max(player for tables in (*played, *rounds) for table in tables for player in table)
        self.price = [[0] * count for _ in range(count)]
        """The cost of one more meeting of two players."""
        for (one, other), price in _wished(wishes).items():
            if other < count:
                self.price[one][other] = self.price[other][one] = price
        for tables in played:
            self._meet(tables)
        self.cost = sum(self._meet(tables) for tables in rounds)
        """The cost of the remaining sessions beyond that of the played ones."""
        self.best = self._copy()
        self.least = self.cost

    def run(self, search_progress: SearchProgress) -> None:
        """Search until nothing can be improved or the moves are used up."""
        if max(map(len, self.rounds), default=0) < 2:
            return
        for start in range(0, MOVES, REPORTED):
            if not self.least or not search_progress.goes_on(start / MOVES):
                return
            self._try_many(acceptance(start / MOVES, warm=WARM, cold=COLD))

    def _meet(self, tables: Sequence[Sequence[int]]) -> int:
        """Count the meetings of one more session and return their cost."""
        price, cost = self.price, 0
        for table in tables:
            for one, other in combinations(table, 2):
                cost += price[one][other]
                price[one][other] += REPEAT
                price[other][one] += REPEAT
        return cost

    def _try_many(self, chances: list[float]) -> None:
        following, price, rounds = self.chance.next, self.price, self.rounds
        for _ in range(REPORTED):
            tables = rounds[int(following() * len(rounds))]
            one, other = tables[int(following() * len(tables))], tables[int(following() * len(tables))]
            if one is other:
                continue
            seat, place = int(following() * 4), int(following() * 4)
            leaving, coming = one[seat], other[place]
            mine, theirs = price[leaving], price[coming]
            a, b, c, d = one
            there = mine[a] + mine[b] + mine[c] + mine[d]
            if there == 3 * REPEAT and following() > QUIET:
                continue
            change = 6 * REPEAT - 2 * mine[coming] - there + theirs[a] + theirs[b] + theirs[c] + theirs[d]
            a, b, c, d = other
            change += mine[a] + mine[b] + mine[c] + mine[d] - theirs[a] - theirs[b] - theirs[c] - theirs[d]
            if change > 0 and (change > WORST or following() >= chances[change]):
                continue
            self._exchange(one, seat, other, place)
            self.cost += change
            if self.cost < self.least:
                self.least, self.best = self.cost, self._copy()
                if not self.cost:
                    return

    def _exchange(self, one: list[int], seat: int, other: list[int], place: int) -> None:
        price, leaving, coming = self.price, one[seat], other[place]
        one[seat], other[place] = coming, leaving
        for table, player, gone in ((one, coming, leaving), (other, leaving, coming)):
            for mate in table:
                if mate != player:
                    price[mate][gone] -= REPEAT
                    price[gone][mate] -= REPEAT
                    price[mate][player] += REPEAT
                    price[player][mate] += REPEAT

    def _copy(self) -> Tables:
        return [[list(table) for table in tables] for tables in self.rounds]


def _wished(wishes: Wishes) -> dict[tuple[int, int], int]:
    """Return the cost of a meeting by pair of players, according to the wishes."""
    weights: Counter[tuple[int, int]] = Counter()
    for group in wishes.groups:
        weights.update(dict.fromkeys(combinations(sorted(group.members), 2), group.weight))
    for avoided in wishes.pairs:
        weights[min(avoided.one, avoided.other), max(avoided.one, avoided.other)] += avoided.weight
    heaviest = max(weights.values(), default=1)
    return {pair: max(1, WISH * weight // heaviest) for pair, weight in weights.items()}
