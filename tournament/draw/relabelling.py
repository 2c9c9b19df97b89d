"""Which player takes which place of a design: by chance, or so that wishes come true.

The design stays as it is: whatever it promises (no repeats, no returns to a table) holds for any order of players.
"""

from collections.abc import Iterable, Sequence

from tournament.draw.bounds import fewest_group_meetings
from tournament.draw.chance import Chance
from tournament.draw.cooling import WORST, acceptance
from tournament.draw.seating import Design, meeting_counts
from tournament.draw.watch import Watch
from tournament.draw.wishes import Group, Wishes

MOVES = 1_000_000
"""Exchanges tried at most."""
PACKINGS = 60
"""Ways tried to pack whole groups into quarters."""
REPORTED = 2_000
"""Exchanges between two reports and coolings."""


def relabelled(design: Design, *, players: int, wishes: Wishes, chance: Chance, watch: Watch) -> Design:
    """Give every place of the design a player, 0 … players − 1."""
    apart = [group for group in wishes.groups if len(group.members) > 1]
    apart += [Group("", (pair.one, pair.other), pair.weight) for pair in wishes.pairs]
    if apart:
        taken = _apart(design, apart, players=players, chance=chance, watch=watch)
    else:
        taken = chance.shuffled(range(players))
    return tuple(tuple((taken[a], taken[b], taken[c], taken[d]) for a, b, c, d in blocks) for blocks in design)


def _apart(design: Design, groups: Sequence[Group], *, players: int, chance: Chance, watch: Watch) -> list[int]:
    met = meeting_counts(players, design)
    search = _Search(met, groups, _first_guess(met, groups, chance), chance)
    least = sum(
        group.weight * fewest_group_meetings(len(group.members), tables=players // 4, sessions=len(design))
        for group in groups
    )
    search.run(watch, least)
    return search.best


def _first_guess(met: Sequence[Sequence[int]], groups: Iterable[Group], chance: Chance) -> list[int]:
    """Groups in as few quarters of the places as possible: in a perfect design nobody meets within a quarter."""
    players = len(met)
    quarter = players // 4
    free: set[int] = set(range(players))
    parts: list[list[int]] = []
    for group in sorted(groups, key=lambda group: (-group.weight, -len(group.members), group.members)):
        members = [number - 1 for number in group.members if number - 1 in free]
        free.difference_update(members)
        parts += [members[start : start + quarter] for start in range(0, len(members), quarter)]
    columns, left = _packed(parts, quarter, chance)
    left += chance.shuffled(sorted(free))
    taken: list[int] = []
    for column in columns:
        missing = quarter - len(column)
        taken += chance.shuffled(column + left[:missing])
        del left[:missing]
    return taken


def _packed(parts: list[list[int]], room: int, chance: Chance) -> tuple[list[list[int]], list[int]]:
    """Whole parts in four columns, as many players as can be, and the players whose part found no room."""
    best: tuple[list[list[int]], list[int]] = ([[], [], [], []], [player for part in parts for player in part])
    for _ in range(PACKINGS):
        left = chance.shuffled(parts)
        columns = [[player for part in _fullest(left, room) for player in part] for _ in range(4)]
        over = [player for part in left for player in part]
        if len(over) < len(best[1]):
            best = columns, over
        if not over:
            break
    return best


def _fullest(parts: list[list[int]], room: int) -> list[list[int]]:
    """Take the largest part out of the list, and others that fill ``room`` with it as far as possible."""
    if not parts:
        return []
    largest = max(parts, key=len)
    parts.remove(largest)
    ways: dict[int, tuple[int, ...]] = {len(largest): ()}
    for index, part in enumerate(parts):
        for size, chosen in sorted(ways.items(), reverse=True):
            if size + len(part) <= room:
                ways.setdefault(size + len(part), (*chosen, index))
    chosen = ways[max(ways)]
    taken = [largest, *(parts[index] for index in chosen)]
    for index in reversed(chosen):
        del parts[index]
    return taken


class _Search:
    """Places, who takes them, and how often every place meets every group."""

    def __init__(self, met: Sequence[Sequence[int]], groups: Sequence[Group], taken: list[int], chance: Chance) -> None:
        self.met = met
        self.known = [[(other, times) for other, times in enumerate(row) if times] for row in met]
        self.weights = [group.weight for group in groups]
        self.groups_of: list[frozenset[int]] = _memberships(groups, len(met))
        self.taken = taken
        self.chance = chance
        self.meets = [[0] * len(groups) for _ in met]
        """For each place and group: meetings with members, wherever they are."""
        for place, player in enumerate(taken):
            for group in self.groups_of[player]:
                self._spread(place, group, 1)
        self.cost = (
            sum(
                self.weights[group] * self.meets[place][group]
                for place, player in enumerate(taken)
                for group in self.groups_of[player]
            )
            // 2
        )
        self.best = list(taken)
        self.best_cost = self.cost

    def run(self, watch: Watch, least: int) -> None:
        """Exchange players until the bound is reached, the moves are used up or the watch says stop."""
        for start in range(0, MOVES, REPORTED):
            if self.best_cost <= least or not watch.goes_on(start / MOVES):
                return
            chances = acceptance(start / MOVES, warm=0.4, cold=0.01)
            for _ in range(REPORTED):
                self._try(chances)
            if self.best_cost <= least:
                return

    def _try(self, chances: list[float]) -> None:
        here, there = self.chance.below(len(self.taken)), self.chance.below(len(self.taken))
        mine, theirs = self.groups_of[self.taken[here]], self.groups_of[self.taken[there]]
        if mine == theirs:
            return
        change = self._gain(here, there, mine - theirs) + self._gain(there, here, theirs - mine)
        if change > 0 and (change > WORST or self.chance.next() >= chances[change]):
            return
        for group in sorted(mine - theirs):
            self._spread(here, group, -1)
            self._spread(there, group, 1)
        for group in sorted(theirs - mine):
            self._spread(there, group, -1)
            self._spread(here, group, 1)
        self.taken[here], self.taken[there] = self.taken[there], self.taken[here]
        self.cost += change
        if self.cost < self.best_cost:
            self.best, self.best_cost = list(self.taken), self.cost

    def _gain(self, leaving: int, coming: int, groups: frozenset[int]) -> int:
        """Change of cost for the groups of a player who goes from one place to another."""
        old, new, between = self.meets[leaving], self.meets[coming], self.met[leaving][coming]
        return sum(self.weights[group] * (new[group] - between - old[group]) for group in groups)

    def _spread(self, place: int, group: int, times: int) -> None:
        for other, count in self.known[place]:
            self.meets[other][group] += times * count


def _memberships(groups: Sequence[Group], players: int) -> list[frozenset[int]]:
    of_player: list[set[int]] = [set() for _ in range(players)]
    for index, group in enumerate(groups):
        for number in group.members:
            of_player[number - 1].add(index)
    return [frozenset(found) for found in of_player]
