"""Finds the difference matrices of base_rounds.json.  Run: python assets/draw/search_matrices.py [order ...]

A matrix has one row a session and four columns, with entries in an abelian group of order n (n tables): the values
of each column are distinct, and so are the differences of each two columns. Products of fields with at least five
elements each give n rows at once. The other orders are searched here in two ways, for as many rows as can be found:

* plain: a row of zeros, and other rows by backtracking;
* mirrored: besides the zeros pairs of rows F, −F, so that one row of each pair has to be found: its values and
  differences have to be distinct up to sign from the others', and none its own opposite.

Holed matrices: no difference lies in a subgroup H, the last factors of the group. Then the players of a coset of H,
in all four columns, never meet: room for clubs that the columns do not fit.

Banded matrices: no difference modulo n is nearer to 0 than ``width``, so that nobody meets whose numbers, in whatever
columns, are nearer than that: room for clubs of any sizes one behind the other. They are mirrored, without the zeros.
"""

import json
import random
import sys
from collections.abc import Collection
from itertools import combinations, product
from pathlib import Path

DATA = Path(__file__).with_name("base_rounds.json")
LINES = list(combinations(range(4), 2))
"""Two columns: their differences have to be distinct."""
Element = tuple[int, ...]
Matrix = list[list[Element]]
Row = tuple[int, int, int, int]

NODES = 1_500
CANDIDATES = 1_400
"""Rows considered for each first value, chosen at random."""
TRIES = 40
PLAIN_ORDERS = range(6, 25)
MOST_HOLED, HOLED_TRIES, HOLED_ORDERS = 12, 40, range(12, 29)
HOLED_GROUPS: dict[tuple[int, int], tuple[int, Element]] = {(16, 4): (2, (2, 2, 2, 2))}
"""By order and hole: how many of the first factors are outside the hole, and all factors."""
BANDED_ORDERS, BANDED_SESSIONS, BANDED_TRIES = range(13, 26), (8, 10, 12), 30
GROUPS: dict[int, list[Element]] = {12: [(2, 6)], 18: [(3, 6)], 24: [(24,), (2, 12)], 36: [(36,), (3, 12)]}
"""Groups to search where the cyclic group is not the best one."""


def orders() -> list[int]:
    """Numbers of tables, 6 … 44, without a product of large enough fields."""
    return [order for order in range(6, 45) if any(_part(order, prime) in (2, 3, 4) for prime in (2, 3))]


def _part(order: int, prime: int) -> int:
    part = 1
    while order % (part * prime) == 0:
        part *= prime
    return part


class _Group:
    """An abelian group by its moduli, its elements numbered."""

    def __init__(self, moduli: Element) -> None:
        self.elements = list(product(*(range(modulus) for modulus in moduli)))
        number = {element: index for index, element in enumerate(self.elements)}

        def minus(one: Element, other: Element) -> int:
            return number[tuple((a - b) % m for a, b, m in zip(one, other, moduli, strict=True))]

        self.minus = [[minus(one, other) for other in self.elements] for one in self.elements]
        self.opposite = self.minus[0]
        self.order = len(self.elements)


def search(group: _Group, rows: int, *, mirrored: bool, chance: random.Random) -> list[Row] | None:
    """A matrix of that many rows, an odd number if it is mirrored; None if this attempt finds none."""
    shown = [min(one, group.opposite[one]) if mirrored else one for one in range(group.order)]
    usable = [one for one in range(1, group.order) if not mirrored or group.opposite[one] != one]
    firsts = [one for one in usable if shown[one] == one]
    ways = {first: _candidates(group, first, usable, shown, chance) for first in firsts}
    wanted = rows // 2 if mirrored else rows - 1
    found = _Backtracking(chance).run(ways, len(firsts) - wanted, [])
    if found is None:
        return None
    if mirrored:
        found += _opposites(group, found)
    return [(0, 0, 0, 0), *found]


def search_holed(group: _Group, rows: int, factors: int, chance: random.Random) -> list[Row] | None:
    """Rows whose differences are not 0 in all of the first factors; None if this attempt finds none."""
    everything = list(range(group.order))
    outside = {one for one, element in enumerate(group.elements) if any(element[:factors])}
    ways = {first: _candidates(group, first, everything, everything, chance, outside) for first in everything}
    return _Backtracking(chance).run(ways, group.order - rows, [])


def search_banded(group: _Group, rows: int, width: int, chance: random.Random) -> list[Row] | None:
    """An even number of rows whose differences modulo the order are ``width`` or more from 0; None if none is found."""
    shown = [min(one, group.opposite[one]) for one in range(group.order)]
    usable = [one for one in range(1, group.order) if group.opposite[one] != one]
    apart = {one for one in usable if shown[one] >= width}
    firsts = [one for one in usable if shown[one] == one]
    ways = {first: _candidates(group, first, usable, shown, chance, apart) for first in firsts}
    found = _Backtracking(chance).run(ways, len(firsts) - rows // 2, [])
    return found and found + _opposites(group, found)


def _opposites(group: _Group, rows: list[Row]) -> list[Row]:
    opposites = ([group.opposite[value] for value in row] for row in rows)
    return [(a, b, c, d) for a, b, c, d in opposites]


def _candidates(
    group: _Group,
    first: int,
    usable: list[int],
    shown: list[int],
    chance: random.Random,
    differences: Collection[int] | None = None,
) -> list[tuple[int, Row]]:
    """Rows that begin with ``first``, with the bits of the values and differences that they use."""
    rows = list(product((first,), usable, usable, usable))
    most = (4 if differences is None else 12) * CANDIDATES
    if len(rows) > most:
        rows = chance.sample(rows, most)
    found = []
    for row in rows:
        apart = [group.minus[row[one]][row[other]] for one, other in LINES]
        if all(value in (differences or usable) for value in apart):
            used = [shown[value] for value in (*row, *apart)]
            found.append((sum(1 << (line * group.order + value) for line, value in enumerate(used)), row))
    if differences is not None:
        chance.shuffle(found)
    return found[:CANDIDATES]


class _Backtracking:
    """Chooses rows one by one, next the one with the fewest ways left; gives up after so many nodes."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.nodes = 0

    def run(self, ways: dict[int, list[tuple[int, Row]]], spare: int, rows: list[Row]) -> list[Row] | None:
        """Complete ``rows``; ``spare`` first values may stay without a row."""
        if not ways:
            return rows
        self.nodes += 1
        first = min(ways, key=lambda value: len(ways[value]))
        choices = list(ways[first])
        self.chance.shuffle(choices)
        for bits, row in choices:
            left = {
                value: [choice for choice in others if not choice[0] & bits]
                for value, others in ways.items()
                if value != first
            }
            open_ways = {value: others for value, others in left.items() if others}
            if len(left) - len(open_ways) <= spare:
                found = self.run(open_ways, spare - len(left) + len(open_ways), [*rows, row])
                if found or self.nodes > NODES:
                    return found
        if not spare or self.nodes > NODES:
            return None
        return self.run({value: others for value, others in ways.items() if value != first}, spare - 1, rows)


def longest(order: int) -> tuple[Element, Matrix]:
    """The group and the matrix with the most rows found."""
    best: tuple[Element, Matrix] = ((order,), [])
    for moduli in GROUPS.get(order, [(order,)]):
        group = _Group(moduli)
        for mirrored in (True, False) if order in PLAIN_ORDERS else (True,):
            rows = max(order * 2 // 3, len(best[1])) + 1
            rows += mirrored and rows % 2 == 0
            while rows <= order and (found := _attempts(group, moduli, rows, mirrored)):
                best = (moduli, found)
                rows += 1 + mirrored
    return best


def _attempts(group: _Group, moduli: Element, rows: int, mirrored: bool) -> Matrix | None:
    for number in range(TRIES):
        found = search(group, rows, mirrored=mirrored, chance=random.Random(f"{moduli} {rows} {number}"))
        if found:
            return [[group.elements[value] for value in row] for row in found]
    return None


def longest_holed(order: int, hole: int) -> tuple[Element, Matrix]:
    """The group and the matrix with the most rows found, MOST_HOLED at most."""
    quotient, moduli = HOLED_GROUPS.get((order, hole), (1, (order // hole, hole)))
    group = _Group(moduli)
    for rows in range(min(MOST_HOLED, order - hole), 3, -1):
        for number in range(HOLED_TRIES):
            found = search_holed(group, rows, quotient, random.Random(f"{moduli} {rows} holed {number}"))
            if found:
                return moduli, [[group.elements[value] for value in row] for row in found]
    return moduli, []


def widest_banded(order: int, rows: int) -> Matrix:
    """The matrix with so many rows and the widest band found; none if there is none of width 2."""
    group = _Group((order,))
    for width in range((order - rows + 1) // 2, 1, -1):
        for number in range(BANDED_TRIES):
            found = search_banded(group, rows, width, random.Random(f"{order} {rows} {width} banded {number}"))
            if found:
                return [[group.elements[value] for value in row] for row in found]
    return []


def main() -> None:
    """Search for the orders named on the command line, or for all."""
    for order in [int(argument) for argument in sys.argv[1:]] or [*orders(), *HOLED_ORDERS]:
        if order in orders():
            moduli, rows = longest(order)
            _report(f"{order} tables: {len(rows)} rows over {moduli}")
            _write("matrices", order, {"moduli": moduli, "rows": rows})
        if order in HOLED_ORDERS:
            holed = []
            for hole in [hole for hole in range(2, order // 4 + 1) if order % hole == 0]:
                moduli, rows = longest_holed(order, hole)
                _report(f"{order} tables, hole of {hole}: {len(rows)} rows")
                if rows:
                    holed.append({"moduli": moduli, "rows": rows})
            _write("holed", order, holed)
        if order in BANDED_ORDERS:
            banded: list[dict[str, object]] = []
            for sessions in BANDED_SESSIONS:
                rows = widest_banded(order, sessions)
                _report(f"{order} tables, {sessions} sessions, banded: {'found' if rows else 'not found'}")
                if rows and (not banded or rows != banded[-1]["rows"]):
                    banded.append({"moduli": (order,), "rows": rows})
            _write("banded", order, banded)


def _report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _write(kind: str, order: int, value: object) -> None:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    data.setdefault(kind, {})[str(order)] = value
    DATA.write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    main()
