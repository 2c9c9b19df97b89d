"""Finds the difference matrices of base_rounds.json.  Run: python assets/draw/search_matrices.py [order ...]

A matrix has one row a session and four columns, with entries in an abelian group of order n (n tables): the values
of each column are distinct, and so are the differences of each two columns. Products of fields with at least five
elements each give n rows at once. The other orders are searched here in two ways, for as many rows as can be found:

* plain: a row of zeros, and other rows by backtracking;
* mirrored: besides the zeros pairs of rows F, −F, so that one row of each pair has to be found: its values and
  differences have to be distinct up to sign from the others', and none its own opposite.
"""

import json
import random
import sys
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
GROUPS: dict[int, list[Element]] = {12: [(2, 6)], 18: [(3, 6)], 24: [(24,), (2, 12)], 36: [(36,), (3, 12)]}
"""Groups to search where the cyclic group is not the best one."""


def orders() -> list[int]:
    """Numbers of tables, 6 … 60, without a product of large enough fields."""
    return [order for order in range(6, 61) if any(_part(order, prime) in (2, 3, 4) for prime in (2, 3))]


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
        opposites = [[group.opposite[value] for value in row] for row in found]
        found += [(a, b, c, d) for a, b, c, d in opposites]
    return [(0, 0, 0, 0), *found]


def _candidates(
    group: _Group, first: int, usable: list[int], shown: list[int], chance: random.Random
) -> list[tuple[int, Row]]:
    """Rows that begin with ``first``, with the bits of the values and differences that they use."""
    rows = list(product((first,), usable, usable, usable))
    if len(rows) > 4 * CANDIDATES:
        rows = chance.sample(rows, 4 * CANDIDATES)
    found = []
    for row in rows:
        used = [*row, *(group.minus[row[one]][row[other]] for one, other in LINES)]
        if all(value in usable for value in used):
            found.append((sum(1 << (line * group.order + shown[value]) for line, value in enumerate(used)), row))
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


def main() -> None:
    """Search for the orders named on the command line, or for all."""
    for order in [int(argument) for argument in sys.argv[1:]] or orders():
        moduli, rows = longest(order)
        sys.stdout.write(f"{order} tables: {len(rows)} rows over {moduli}\n")
        sys.stdout.flush()
        data = json.loads(DATA.read_text(encoding="utf-8"))
        data["matrices"][str(order)] = {"moduli": moduli, "rows": rows}
        DATA.write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    main()
