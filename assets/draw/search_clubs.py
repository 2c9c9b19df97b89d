"""Finds the rounds made for clubs of club_rounds.json.  Run: python assets/draw/search_clubs.py [players ...]

The places are one or two orbits of an abelian group G, and each table takes every player at most once. A base block,
turned by all of G, gives as many blocks as G has elements. The turns by a subgroup H keep it in its round, the turns by
a subgroup K at its table; H and K have only 0 in common. So the base blocks of some rounds have to cover each coset
of H in each orbit once, their differences have to be distinct, and so have (table − place) modulo K within each orbit.

Made for clubs: the places stand in an order in which stretches of the clubs' size never meet, because the differences
inside them are forbidden. The orders tried go through the factors of the group in turn, or through cosets.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).with_name("club_rounds.json")
TARGETS: dict[int, tuple[tuple[int, int, int], ...]] = {
    48: ((10, 5, 9), (10, 7, 6), (10, 8, 6)),
    52: ((8, 8, 6),),
    56: ((12, 8, 7), (8, 9, 6)),
    60: ((12, 8, 7), (12, 10, 6), (12, 12, 5)),
    76: ((12, 10, 7), (12, 12, 6)),
    84: ((12, 14, 6), (12, 16, 5)),
    88: ((12, 12, 7), (12, 14, 6)),
}
"""By players: sessions, the clubs' size, and how many clubs."""
SHAPES = 8
"""Choices of round subgroups tried for one group and one way to cut the sessions."""
CANDIDATES, TURNS, LIMIT, GROWTH = 100, 7, 40.0, 1.5
"""How many shapes and orders are searched; how often each; at most how long at first, and how much longer each time."""
Subgroup = tuple[int, ...]
Pairs = list[tuple[int, int]]


class Group:
    """An abelian group by its moduli, its elements numbered."""

    def __init__(self, moduli: tuple[int, ...]) -> None:
        self.moduli = moduli
        self.elements = list(product(*(range(modulus) for modulus in moduli)))
        self.order = len(self.elements)
        number = {element: index for index, element in enumerate(self.elements)}

        def minus(one: int, other: int) -> int:
            values = zip(self.elements[one], self.elements[other], moduli, strict=True)
            return number[tuple((a - b) % modulus for a, b, modulus in values)]

        everything = range(self.order)
        self.minus = [[minus(one, other) for other in everything] for one in everything]
        self.opposite = self.minus[0]
        self.plus = [[self.minus[one][self.opposite[other]] for other in everything] for one in everything]
        cyclic = {self._multiples(element) for element in everything}
        self.subgroups = sorted({self.sum(one, other) for one in cyclic for other in cyclic})

    def sum(self, one: Subgroup, other: Subgroup) -> Subgroup:
        """The subgroup that two generate."""
        return tuple(sorted({self.plus[a][b] for a in one for b in other}))

    def cosets(self, subgroup: Subgroup) -> list[int]:
        """For each element the number of its coset."""
        numbers = [-1] * self.order
        count = 0
        for element in range(self.order):
            if numbers[element] < 0:
                for turn in subgroup:
                    numbers[self.plus[element][turn]] = count
                count += 1
        return numbers

    def _multiples(self, element: int) -> Subgroup:
        found = [0]
        while (following := self.plus[found[-1]][element]) != 0:
            found.append(following)
        return tuple(sorted(found))


class Shape(NamedTuple):
    """A group on so many orbits, and its subgroups: those that keep a round, one for each part of the sessions."""

    group: Group
    orbits: int
    tables: Subgroup
    rounds: tuple[Subgroup, ...]


class Base(NamedTuple):
    """A base block: the part of the sessions it belongs to, its places (orbit · order + element) and its table."""

    part: int
    places: tuple[int, ...]
    table: int


def difference(group: Group, one: int, other: int) -> tuple[int, int, int]:
    """The orbits of two places and their difference, the same for all pairs that the group turns into this one."""
    (here, x), (there, y) = sorted((divmod(one, group.order), divmod(other, group.order)))
    apart = group.minus[x][y]
    return here, there, min(apart, group.opposite[apart]) if here == there else apart


class Search:
    """Base blocks for a shape, by backtracking in random order, without meetings of the pairs forbidden."""

    def __init__(self, shape: Shape, forbidden: Pairs) -> None:
        self.shape, self.group = shape, shape.group
        self.table_of = self.group.cosets(shape.tables)
        self.round_of = [self.group.cosets(kept) for kept in shape.rounds]
        self.slot_of = [self.group.cosets(self.group.sum(kept, shape.tables)) for kept in shape.rounds]
        places = range(shape.orbits * self.group.order)
        banned = {difference(self.group, one, other) for one, other in forbidden}
        self.bits: dict[tuple[int, int, int], int] = {}
        self.words = [[self._word(one, other, banned) for other in places] for one in places]
        self.needed = sum(shape.orbits * (max(rounds) + 1) // 4 for rounds in self.round_of) * 6

    def _word(self, one: int, other: int, banned: set[tuple[int, int, int]]) -> int:
        here, there, apart = found = difference(self.group, one, other)
        if found in banned or (here == there and self.group.opposite[apart] == apart):
            return 0
        return self.bits.setdefault(found, 1 << len(self.bits))

    def run(self, chance: random.Random, limit: float) -> list[Base] | None:
        """Base blocks for all parts, or None when there are none or the limit is spent."""
        self.chance, self.left = chance, limit
        open_cosets: list[tuple[int, int, int]] = []
        self.members: dict[tuple[int, int, int], list[int]] = {}
        for part, rounds in enumerate(self.round_of):
            cosets = [(part, orbit, coset) for orbit in range(self.shape.orbits) for coset in range(max(rounds) + 1)]
            chance.shuffle(cosets)
            open_cosets += cosets
            for place in range(self.shape.orbits * self.group.order):
                orbit, element = divmod(place, self.group.order)
                self.members.setdefault((part, orbit, rounds[element]), []).append(place)
        return self._cover(open_cosets, 0, 0, frozenset())

    def _cover(
        self, cosets: list[tuple[int, int, int]], words: int, visits: int, slots: frozenset[tuple[int, int]]
    ) -> list[Base] | None:
        if not cosets:
            return []
        part = cosets[0][0]
        self.left -= 1
        first = self.chance.choice(self.members[cosets[0]])
        for places, used in self._blocks([first], [coset for coset in cosets[1:] if coset[0] == part], words):
            for table, seen in self._tables(part, places, visits, slots):
                covered = {(part, *self._coset(part, place)) for place in places}
                taken = slots | {(part, self.slot_of[part][table])}
                rest = [coset for coset in cosets if coset not in covered]
                found = self._cover(rest, used, seen, taken)
                if found is not None:
                    return [Base(part, places, table), *found]
                if self.left < 0:
                    return None
            self.left -= 0.02
            if self.left < 0:
                return None
        return None

    def _coset(self, part: int, place: int) -> tuple[int, int]:
        orbit, element = divmod(place, self.group.order)
        return orbit, self.round_of[part][element]

    def _blocks(
        self, block: list[int], cosets: Sequence[tuple[int, int, int]], words: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """The block completed from some of the cosets, with the differences used by then."""
        if len(block) == 4:
            yield tuple(block), words
            return
        for position in self.chance.sample(range(len(cosets)), len(cosets)):
            for place in self.chance.sample(self.members[cosets[position]], len(self.members[cosets[position]])):
                used = words
                for other in block:
                    word = self.words[place][other]
                    if not word or used & word:
                        break
                    used |= word
                else:
                    yield from self._blocks([*block, place], cosets[position + 1 :], used)

    def _tables(
        self, part: int, places: tuple[int, ...], visits: int, slots: frozenset[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """Turns that bring the block to tables where none of its players has been, with the visits made by then."""
        count = max(self.table_of) + 1
        firsts = [self.table_of.index(table) for table in range(count)]
        for table in self.chance.sample(firsts, count):
            seen = visits
            for place in places:
                orbit, element = divmod(place, self.group.order)
                visit = 1 << orbit * count + self.table_of[self.group.minus[table][element]]
                if seen & visit:
                    break
                seen |= visit
            else:
                if (part, self.slot_of[part][table]) not in slots:
                    yield table, seen


def developed(shape: Shape, base: Sequence[Base], order: Sequence[int]) -> list[list[int]]:
    """All rounds, table after table four places, numbered by their position in ``order``."""
    group = shape.group
    number = {place: position for position, place in enumerate(order)}
    table_of = group.cosets(shape.tables)
    rounds = []
    for part, kept in enumerate(shape.rounds):
        round_of = group.cosets(kept)
        seats = [[-1] * len(order) for _ in range(max(round_of) + 1)]
        for _, places, table in (block for block in base if block.part == part):
            for turn in range(group.order):
                position = 4 * table_of[group.plus[table][turn]]
                turned = (place - place % group.order + group.plus[place % group.order][turn] for place in places)
                seats[round_of[turn]][position : position + 4] = [number[place] for place in turned]
        rounds += seats
    return rounds


def shapes(players: int, sessions: int, chance: random.Random) -> list[Shape]:
    """Groups, subgroups and ways to cut the sessions that fit so many players."""
    found = []
    for orbits in (1, 2):
        for group in (Group(moduli) for moduli in _moduli(players // orbits)):
            parts = [r for r in range(4 // orbits, sessions + 1, 4 // orbits) if group.order % r == 0]
            for tables in (kept for kept in group.subgroups if len(kept) == 4 // orbits):
                for cut in _cuts(sessions, parts):
                    fitting = [_keeping(group, group.order // part, tables) for part in cut]
                    if all(fitting):
                        chosen = {tuple(chance.choice(choices) for choices in fitting) for _ in range(SHAPES)}
                        found += [Shape(group, orbits, tables, rounds) for rounds in sorted(chosen)]
    return found


def _moduli(order: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [(order,)]
    found += [(factor, order // factor) for factor in (2, 3, 4) if order % factor**2 == 0]
    return found + ([(2, 2, order // 4)] if order % 8 == 0 else [])


def _cuts(sessions: int, parts: Sequence[int]) -> list[list[int]]:
    if not sessions:
        return [[]]
    fitting = [part for part in parts if part <= sessions]
    return [[part, *rest] for part in fitting for rest in _cuts(sessions - part, [p for p in parts if p <= part])]


def _keeping(group: Group, order: int, tables: Subgroup) -> list[Subgroup]:
    return [kept for kept in group.subgroups if len(kept) == order and len({*kept, *tables}) == order + len(tables) - 1]


def orders(group: Group, orbits: int) -> list[list[int]]:
    """Ways to number the places."""
    places = range(orbits * group.order)
    keys: list[list[tuple[int, ...]]] = []
    for turned in permutations(range(len(group.moduli) + 1)):
        keys.append([])
        for place in places:
            orbit, element = divmod(place, group.order)
            parts = (orbit, *group.elements[element])
            keys[-1].append(tuple(parts[position] for position in turned))
    for subgroup in group.subgroups:
        coset = group.cosets(subgroup)
        keys.append([(coset[place % group.order], place // group.order, place) for place in places])
        keys.append([(place // group.order, coset[place % group.order], place) for place in places])
    return [sorted(places, key=key.__getitem__) for key in keys]


def search(players: int, sessions: int, size: int, clubs: int) -> list[list[int]] | None:
    """Rounds in which so many clubs, one after the other, never meet; None if none are found."""
    chance = random.Random(f"{players} {sessions} {size} {clubs}")
    strides = [stride for stride in range(size, players // clubs + 1) if stride == size or players % stride == 0]
    stretches: dict[tuple[tuple[int, ...], int], list[tuple[int, list[int], Pairs]]] = {}
    candidates = []
    for shape in shapes(players, sessions, chance):
        key = shape.group.moduli, shape.orbits
        if key not in stretches:
            ways = [
                _stretched(order, stride, size, clubs)
                for order in orders(shape.group, shape.orbits)
                for stride in strides
            ]
            stretches[key] = [(spent(shape, pairs), order, pairs) for order, pairs in ways]
        candidates += [(share, shape, order, pairs) for share, order, pairs in stretches[key]]
    chance.shuffle(candidates)
    candidates.sort(key=lambda candidate: candidate[0])
    searches = [(Search(shape, pairs), shape, order) for _, shape, order, pairs in candidates[: 4 * CANDIDATES]]
    possible = sorted(
        (one for one in searches if len(one[0].bits) >= one[0].needed),
        key=lambda one: one[0].needed / len(one[0].bits),
    )
    for turn in range(TURNS):
        for number, (attempt, shape, order) in enumerate(possible[:CANDIDATES]):
            base = attempt.run(random.Random(f"{turn} {number}"), LIMIT * GROWTH**turn)
            if base is not None:
                return developed(shape, base, order)
    return None


def _stretched(order: list[int], stride: int, size: int, clubs: int) -> tuple[list[int], Pairs]:
    """The order, and the pairs of the clubs that sit along it."""
    members = [order[stride * club :][:size] for club in range(clubs)]
    return order, [(one, other) for club in members for one in club for other in club if one < other]


def spent(shape: Shape, forbidden: Pairs) -> int:
    """How many differences the pairs forbid, counted for both orbits as for one."""
    return shape.orbits * len({difference(shape.group, one, other) for one, other in forbidden})


def main() -> None:
    """Search for the numbers of players named on the command line, or for all."""
    for players in [int(argument) for argument in sys.argv[1:]] or list(TARGETS):
        made = []
        for sessions, size, clubs in TARGETS[players]:
            found = search(players, sessions, size, clubs)
            sys.stdout.write(f"{players} players, {sessions} sessions, {clubs} clubs of {size}: ")
            sys.stdout.write("found\n" if found else "not found\n")
            sys.stdout.flush()
            if found:
                made.append(found)
        data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
        data[str(players)] = made
        DATA.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
