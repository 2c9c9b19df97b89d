"""Assign players to the places of a design: by chance, or so that wishes are met.

The design itself stays as it is: what it guarantees (no repeats, no returns to a table) holds for any order of players.

If groups must be kept apart, the search starts from a guess. In every design some stretches of places never meet: the
quarters of a perfect design, the same rows of all columns in a holed or banded one, neighbouring numbers in one made
for clubs. Such a stretch is a *room* for a whole group.
"""

from collections.abc import Iterable, Iterator, Sequence

from tournament.draw.bounds import fewest_group_meetings
from tournament.draw.search import WORST, SearchProgress, SeededRandom, acceptance
from tournament.draw.seating import Design, meeting_counts
from tournament.draw.wishes import ApartGroup, Wishes

MOVES, _MOVES_A_PAIR = 900_000, 1_000
"""The maximum number of swaps in one search: in all, and for each pair of players."""
_EFFORT, _LIGHT = 6_000_000, 3
"""A limit on the work of all searches. Each swap costs ``_LIGHT`` plus the average number of groups of a player."""
_SEARCHES = 6
"""How many designs are searched one after another, unless the bound is reached before."""
_QUIET = 0.05
"""The probability of moving a player who meets nobody from whom they should be kept apart."""
_REPORTED = 2_000
"""The number of swaps between two progress reports and cooling steps."""


_Met = Sequence[Sequence[int]]


def relabelled(
    designs: Sequence[Design], *, players: int, wishes: Wishes, chance: SeededRandom, progress: SearchProgress
) -> Design:
    """Return the player of every place of the first design, or of one that suits the groups better.

    Players are 0 … players − 1.
    """
    apart = [group for group in wishes.groups if len(group.members) > 1]
    apart += [ApartGroup("", (pair.one, pair.other), pair.weight) for pair in wishes.pairs]
    if apart:
        design, taken = _apart(designs, apart, players=players, chance=chance, progress=progress)
    else:
        design, taken = designs[0], chance.shuffled(range(players))
    return tuple(tuple((taken[a], taken[b], taken[c], taken[d]) for a, b, c, d in blocks) for blocks in design)


def _apart(
    designs: Sequence[Design],
    groups: Sequence[ApartGroup],
    *,
    players: int,
    chance: SeededRandom,
    progress: SearchProgress,
) -> tuple[Design, list[int]]:
    """Return a design and its players with few meetings inside groups.

    The search starts from the best guesses over all designs, and improves them one by one.
    """
    met = [meeting_counts(players, design) for design in designs]
    unmet = max(row.count(0) - 1 for square in met for row in square)
    least = sum(group.weight * _fewest(group, players, len(designs[0]), unmet) for group in groups)
    searches = sorted(
        (_best_start(square, groups, chance, index) for index, square in enumerate(met)),
        key=lambda start: start[:2],
    )[:_SEARCHES]
    belonging = sum(len(group.members) for group in groups) // players
    moves = min(MOVES, _MOVES_A_PAIR * players**2, _EFFORT // (_LIGHT + belonging) // len(searches))
    found: list[tuple[int, int, list[int]]] = []
    for turn, (_, index, search) in enumerate(searches):
        search.run(progress.stretch(turn / len(searches), (turn + 1) / len(searches)), least, moves)
        found.append((search.best_cost, index, search.best))
        if search.best_cost <= least:
            break
    _, index, taken = min(found)
    return designs[index], taken


def _fewest(group: ApartGroup, players: int, sessions: int, unmet: int) -> int:
    """Return the meetings inside a group that cannot be avoided if everybody meets all others except ``unmet``."""
    size = len(group.members)
    spread = fewest_group_meetings(size, tables=players // 4, sessions=sessions)
    return max(spread, -(-size * max(0, size - 1 - unmet) // 2))


def _best_start(
    met: _Met, groups: Sequence[ApartGroup], chance: SeededRandom, index: int
) -> tuple[int, int, "_Search"]:
    taken = min(_first_guesses(met, groups, chance), key=lambda guess: _inside(met, groups, guess))
    search = _Search(met, groups, taken, chance)
    return search.cost, index, search


def _inside(met: _Met, groups: Sequence[ApartGroup], taken: Sequence[int]) -> int:
    """Return the weighted number of meetings inside groups."""
    place = {player: index for index, player in enumerate(taken)}
    cost = 0
    for group in groups:
        seats = [place[number - 1] for number in group.members]
        cost += group.weight * sum(sum(map(met[one].__getitem__, seats)) for one in seats)
    return cost // 2


class _Search:
    """A search: the player of each place, and how often every place meets every group."""

    def __init__(self, met: _Met, groups: Sequence[ApartGroup], taken: list[int], chance: SeededRandom) -> None:
        self.met = met
        self.known = [[(other, times) for other, times in enumerate(row) if times] for row in met]
        self.weights = [group.weight for group in groups]
        self.groups_of: list[frozenset[int]] = _memberships(groups, len(met))
        self.taken = taken
        self.chance = chance
        self.meets = [[0] * len(groups) for _ in met]
        """For each place and group: how often the place meets members of the group, wherever they sit."""
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

    def run(self, progress: SearchProgress, least: int, moves: int) -> None:
        """Exchange players until the bound is reached, the moves are used up, or the listener stops the search."""
        for start in range(0, moves, _REPORTED):
            if self.best_cost <= least or not progress.goes_on(start / moves):
                return
            chances = acceptance(start / moves, warm=0.4, cold=0.01)
            for _ in range(_REPORTED):
                self._try(chances)
            if self.best_cost <= least:
                return

    def _try(self, chances: list[float]) -> None:
        here = self.chance.below(len(self.taken))
        mine, meets = self.groups_of[self.taken[here]], self.meets[here]
        if not any(meets[group] for group in mine) and self.chance.next() > _QUIET:
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
        """Return the change of cost, for these groups, if their player moves from one place to another."""
        old, new, between = self.meets[leaving], self.meets[coming], self.met[leaving][coming]
        return sum(self.weights[group] * (new[group] - between - old[group]) for group in groups)

    def _spread(self, place: int, group: int, times: int) -> None:
        for other, count in self.known[place]:
            self.meets[other][group] += times * count


def _memberships(groups: Sequence[ApartGroup], players: int) -> list[frozenset[int]]:
    of_player: list[set[int]] = [set() for _ in range(players)]
    for index, group in enumerate(groups):
        for number in group.members:
            of_player[number - 1].add(index)
    return [frozenset(found) for found in of_player]


_PACKINGS = 60
"""How many ways of packing whole groups into rooms are tried."""
LINES = 8
"""How many orders of the groups are tried."""


def _first_guesses(met: _Met, groups: Sequence[ApartGroup], chance: SeededRandom) -> Iterator[list[int]]:
    """Yield guesses at which player, 0 …, takes each place: groups kept in rooms, or placed one after another."""
    parts = _parts(groups, len(met), chance)
    for columns in range(4, -1, -1):
        order = _order(len(met), columns)
        rooms = _rooms(met, order)
        filled, left = _packed(parts, [len(room) for room in rooms], chance)
        places = [place for room, members in zip(rooms, filled, strict=True) for place in room[: len(members)]]
        yield _completed(dict(zip(places, (player for part in filled for player in part), strict=True)), left, len(met))
        lines = [_line(order, chance.shuffled(parts)) for _ in range(LINES if columns in (0, 4) else 0)]
        if lines:
            yield _completed(min(lines, key=lambda line: _meetings(met, parts, line)), [], len(met))


def _parts(groups: Iterable[ApartGroup], players: int, chance: SeededRandom) -> list[list[int]]:
    """Return the groups split into parts that fit a quarter of the places.

    A player of several groups goes with the one of the highest weight.
    """
    free, parts = set(range(players)), []
    for group in sorted(groups, key=lambda group: (-group.weight, -len(group.members), group.members)):
        members = chance.shuffled(number - 1 for number in group.members if number - 1 in free)
        free.difference_update(members)
        parts += [members[start : start + players // 4] for start in range(0, len(members), players // 4)]
    return parts


def _order(players: int, columns: int) -> list[int]:
    """Return the places: the first ``columns`` quarters one after another, then the others row by row."""
    quarter = players // 4
    across = [column * quarter + row for row in range(quarter) for column in range(columns, 4)]
    return [*range(columns * quarter), *across]


def _rooms(met: _Met, order: Iterable[int]) -> list[list[int]]:
    """Divide the places, in this order, into rooms in which no two places meet."""
    rooms: list[list[int]] = [[]]
    for place in order:
        row = met[place]
        if any(row[other] for other in rooms[-1]):
            rooms.append([])
        rooms[-1].append(place)
    return rooms


def _line(order: Sequence[int], parts: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the player at each place if the parts follow one another."""
    return dict(zip(order, (player for part in parts for player in part), strict=False))


def _meetings(met: _Met, parts: Sequence[Sequence[int]], seated: dict[int, int]) -> int:
    place = {player: index for index, player in seated.items()}
    return sum(
        met[place[one]][place[other]] for part in parts for index, one in enumerate(part) for other in part[:index]
    )


def _completed(seated: dict[int, int], left: Sequence[Sequence[int]], players: int) -> list[int]:
    """Return the player at each place after the remaining players are seated.

    The parts ``left``, which found no room, are spread over the free places; everybody else takes what remains.
    """
    free = [place for place in _order(players, 0) if place not in seated]
    seated |= _line(free, left)
    known = set(seated.values())
    others = iter([player for player in range(players) if player not in known])
    return [seated[place] if place in seated else next(others) for place in range(players)]


def _packed(
    parts: Sequence[list[int]], rooms: Sequence[int], chance: SeededRandom
) -> tuple[list[list[int]], list[list[int]]]:
    """Pack whole parts into rooms of these sizes, as many players as possible; also return the parts that found no
    room."""
    best: tuple[list[list[int]], list[list[int]]] = ([[] for _ in rooms], list(parts))
    fewest = sum(map(len, parts))
    for _ in range(_PACKINGS):
        left = chance.shuffled(parts)
        filled = [[player for part in _fullest(left, room) for player in part] for room in rooms]
        over = sum(map(len, left))
        if over < fewest:
            best, fewest = (filled, left), over
        if not over:
            break
    return best


def _fullest(parts: list[list[int]], room: int) -> list[list[int]]:
    """Remove the largest part from the list, together with others that fill ``room`` as far as possible."""
    fitting = [part for part in parts if len(part) <= room]
    if not fitting:
        return []
    largest = max(fitting, key=len)
    parts.remove(largest)
    ways: dict[int, tuple[int, ...]] = {len(largest): ()}
    for index, part in enumerate(parts):
        if room in ways:
            break
        for size, chosen in sorted(ways.items(), reverse=True):
            if size + len(part) <= room:
                ways.setdefault(size + len(part), (*chosen, index))
    chosen = ways[max(ways)]
    taken = [largest, *(parts[index] for index in chosen)]
    for index in reversed(chosen):
        del parts[index]
    return taken
