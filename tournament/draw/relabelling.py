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

MOVES = 900_000
"""Exchanges tried at most."""
PACKINGS = 60
"""Ways tried to pack whole groups into quarters."""
QUIET = 0.05
"""How often a player who meets nobody to be kept apart from is moved all the same."""
REPORTED = 2_000
"""Exchanges between two reports and coolings."""


def relabelled(designs: Sequence[Design], *, players: int, wishes: Wishes, chance: Chance, watch: Watch) -> Design:
    """Give a player, 0 … players − 1, to every place of the first design, or of one that suits the groups better."""
    apart = [group for group in wishes.groups if len(group.members) > 1]
    apart += [Group("", (pair.one, pair.other), pair.weight) for pair in wishes.pairs]
    if apart:
        design, taken = _apart(designs, apart, players=players, chance=chance, watch=watch)
    else:
        design, taken = designs[0], chance.shuffled(range(players))
    return tuple(tuple((taken[a], taken[b], taken[c], taken[d]) for a, b, c, d in blocks) for blocks in design)


def _apart(
    designs: Sequence[Design], groups: Sequence[Group], *, players: int, chance: Chance, watch: Watch
) -> tuple[Design, list[int]]:
    """Start from the guess that brings groups together least, of all designs, and improve it."""
    starts: list[tuple[int, int, Design, _Search]] = []
    for design in designs:
        met = meeting_counts(players, design)
        for columns, slab in _shapes(met):
            search = _Search(met, groups, _first_guess(players, groups, chance, columns, slab), chance)
            starts.append((search.cost, len(starts), design, search))
    least = sum(
        group.weight * fewest_group_meetings(len(group.members), tables=players // 4, sessions=len(designs[0]))
        for group in groups
    )
    _, _, design, search = min(starts, key=lambda start: start[:2])
    search.run(watch, least)
    return design, search.best


def _shapes(met: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """How to fill the places: so many of the four columns whole, and the rest by slabs of so many rows each.

    A slab is a stretch of the same rows in all columns in which nobody meets; 0: there are none.
    """
    quarter = len(met) // 4
    for rows in range(quarter // 2, 1, -1):
        if quarter % rows == 0 and _slabs_are_free(met, quarter, rows):
            return [(4, 0), *((columns, rows) for columns in range(4))]
    return [(4, 0)]


def _slabs_are_free(met: Sequence[Sequence[int]], quarter: int, rows: int) -> bool:
    for start in range(0, quarter, rows):
        slab = [column * quarter + row for column in range(4) for row in range(start, start + rows)]
        if any(met[one][other] for one in slab for other in slab):
            return False
    return True


def _first_guess(players: int, groups: Iterable[Group], chance: Chance, columns: int, slab: int) -> list[int]:
    """Whole groups in the columns (quarters of the places: in a perfect design nobody meets within one) and slabs."""
    quarter = players // 4
    free: set[int] = set(range(players))
    parts: list[list[int]] = []
    for group in sorted(groups, key=lambda group: (-group.weight, -len(group.members), group.members)):
        members = chance.shuffled(number - 1 for number in group.members if number - 1 in free)
        free.difference_update(members)
        parts += [members[start : start + quarter] for start in range(0, len(members), quarter)]
    seats = [chance.shuffled(range(column * quarter, (column + 1) * quarter)) for column in range(columns)]
    if slab:
        across = range(3, columns - 1, -1)
        seats += [
            [column * quarter + row for column in across for row in range(start, start + slab)]
            for start in range(0, quarter, slab)
        ]
    filled, left = _packed(parts, [len(room) for room in seats], chance)
    left += chance.shuffled(sorted(free))
    taken = [-1] * players
    for room, members in zip(seats, filled, strict=True):
        for place, player in zip(room, members, strict=False):
            taken[place] = player
    remaining = iter(left)
    return [next(remaining) if player < 0 else player for player in taken]


def _packed(parts: list[list[int]], rooms: Sequence[int], chance: Chance) -> tuple[list[list[int]], list[int]]:
    """Whole parts in rooms of these sizes, as many players as can be, and the players whose part found no room."""
    best: tuple[list[list[int]], list[int]] = ([[] for _ in rooms], [player for part in parts for player in part])
    for _ in range(PACKINGS):
        left = chance.shuffled(parts)
        filled = [[player for part in _fullest(left, room) for player in part] for room in rooms]
        over = [player for part in left for player in part]
        if len(over) < len(best[1]):
            best = filled, over
        if not over:
            break
    return best


def _fullest(parts: list[list[int]], room: int) -> list[list[int]]:
    """Take the largest part out of the list, and others that fill ``room`` with it as far as possible."""
    fitting = [part for part in parts if len(part) <= room]
    if not fitting:
        return []
    largest = max(fitting, key=len)
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
        here = self.chance.below(len(self.taken))
        mine, meets = self.groups_of[self.taken[here]], self.meets[here]
        if not any(meets[group] for group in mine) and self.chance.next() > QUIET:
            return
        there = self.chance.below(len(self.taken))
        theirs = self.groups_of[self.taken[there]]
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
