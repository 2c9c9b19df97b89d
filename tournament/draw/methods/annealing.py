"""Simulated annealing, for sizes without a construction and for more sessions than the bound allows.

The search starts from the longest known design, adds rounds, and swaps players between two tables of an added round (of
any round if there is no design). A pair that meets m times costs m (m − 1) / 2. The sum is least when everybody has met
and nobody more than twice, so the search also reaches the counting minimum where repeats cannot be avoided.
"""

from collections.abc import Sequence

from tournament.draw.bounds import in_common
from tournament.draw.methods import perfect, starter
from tournament.draw.methods.method import Method, Task
from tournament.draw.methods.shipped import shipped_cover, shipped_seating
from tournament.draw.search import WORST, SearchProgress, SeededRandom, acceptance
from tournament.draw.seating import Design, four, meeting_counts
from tournament.language import mark

MOVES, MOVES_A_PAIR = 800_000, 500
"""The maximum number of swaps in one search: in all, and for each pair of players in each session."""
WARM, COLD = 0.2, 0.02
"""The probability of accepting a step that adds one repeat, at the beginning and at the end."""
REPORTED = 2_000
"""The number of swaps between two progress reports and cooling steps."""


def build(task: Task) -> Design:
    """Extend the longest known design. If that leaves avoidable repeats, also search from scratch."""
    seating = shipped_seating(task.players, task.sessions)
    if seating:
        return _frozen(seating)
    known = longest_design(task.players, task.sessions)
    search = _search_from(known, task)
    moves = min(MOVES, MOVES_A_PAIR * task.players**2 * task.sessions)
    search.run(task.progress.stretch(0.0, 0.5), moves=moves)
    if search.best_cost > search.least and known:
        other = _search_from((), task)
        other.run(task.progress.stretch(0.5, 1.0), moves=moves)
        search = min(search, other, key=lambda found: found.best_cost)
    return _frozen(search.best)


def longest_design(players: int, sessions: int) -> Design:
    """Return the longest known design from which a search can start.

    It is a cover in which all players meet, or the most rounds without repeats.
    """
    cover = shipped_cover(players)
    if cover and len(cover) <= sessions:
        return _frozen(cover)
    if starter.most_sessions(players) >= perfect.most_sessions(players):
        return starter.develop(players)
    moduli, matrix = perfect.longest_matrix(players // 4)
    return perfect.develop(moduli, matrix)


def _search_from(known: Design, task: Task) -> "AnnealingSearch":
    rounds = [list(map(list, blocks)) for blocks in task.chance.shuffled(known)[: task.sessions]]
    fixed = len(rounds)
    while len(rounds) < task.sessions:
        places = task.chance.shuffled(range(task.players))
        rounds.append([places[start : start + 4] for start in range(0, task.players, 4)])
    return AnnealingSearch(task.players, rounds, fixed=fixed, chance=task.chance)


def _frozen(rounds: Sequence[Sequence[Sequence[int]]]) -> Design:
    return tuple(tuple(four(block) for block in blocks) for blocks in rounds)


class AnnealingSearch:
    """A search with its current rounds, how often all pairs meet in them, and the best rounds so far."""

    def __init__(self, players: int, rounds: list[list[list[int]]], *, fixed: int, chance: SeededRandom) -> None:
        self.rounds = rounds
        self.free = range(fixed, len(rounds))
        """The rounds that may change."""
        self.chance = chance
        self.met = meeting_counts(players, rounds)
        self.cost = sum(times * (times - 1) // 2 for row in self.met for times in row) // 2
        self.least = _least_cost(players, len(rounds))
        self.best = [list(map(list, blocks)) for blocks in rounds]
        self.best_cost = self.cost

    def run(self, progress: SearchProgress, *, moves: int) -> None:
        """Search until the bound is reached, ``moves`` swaps were tried, or ``progress`` stops the search."""
        if not self.free or len(self.rounds[0]) < 2:
            return
        for start in range(0, moves, REPORTED):
            if self.best_cost <= self.least or not progress.goes_on(start / moves):
                return
            self._try_many(acceptance(start / moves, warm=WARM, cold=COLD))

    def _try_many(self, chances: list[float]) -> None:
        following, met, rounds = self.chance.next, self.met, self.rounds
        first, free, tables = self.free.start, len(self.free), len(self.rounds[0])
        for _ in range(REPORTED):
            blocks = rounds[first + int(following() * free)]
            one, other = blocks[int(following() * tables)], blocks[int(following() * tables)]
            if one is other:
                continue
            seat, place = int(following() * 4), int(following() * 4)
            leaving, coming = one[seat], other[place]
            mine, theirs = met[leaving], met[coming]
            change = 6 - 2 * mine[coming]
            for player in one:
                change += theirs[player] - mine[player]
            for player in other:
                change += mine[player] - theirs[player]
            if change > 0 and (change > WORST or following() >= chances[change]):
                continue
            self._exchange(one, seat, other, place)
            self.cost += change
            if self.cost < self.best_cost:
                self.best_cost = self.cost
                self.best = [list(map(list, blocks)) for blocks in rounds]
                if self.cost <= self.least:
                    return

    def _exchange(self, one: list[int], seat: int, other: list[int], place: int) -> None:
        leaving, coming = one[seat], other[place]
        self._meet(leaving, one, -1)
        self._meet(coming, other, -1)
        one[seat], other[place] = coming, leaving
        self._meet(coming, one, 1)
        self._meet(leaving, other, 1)

    def _meet(self, player: int, block: list[int], times: int) -> None:
        met, row = self.met, self.met[player]
        for companion in block:
            if companion != player:
                row[companion] += times
                met[companion][player] += times


def _least_cost(players: int, sessions: int) -> int:
    """Return the cost that no seating can avoid, found by counting pairs or sessions.

    Each pair meets ⌊3R / (N − 1)⌋ times or once more; with fewer than four tables, any two sessions have pairs in
    common because four players come from so few tables.
    """
    often, more = divmod(3 * sessions, players - 1)
    per_player = (players - 1 - more) * (often * (often - 1) // 2) + more * (often * (often + 1) // 2)
    return max(players * per_player // 2, in_common(players) * sessions * (sessions - 1) // 2)


ANNEALING = Method(
    id="annealing",
    label=mark("Search by annealing"),
    most_sessions=lambda _players: None,
    build=build,
)
