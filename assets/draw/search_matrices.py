"""Finds the difference matrices of base_rounds.json.  Run: python assets/draw/search_matrices.py [order ...]

A matrix has one row a session and four columns, with entries in an abelian group of order n (n tables): the values
of each column are distinct, and so are the differences of each two columns. Products of fields with at least five
elements each give n rows at once. The other orders are searched here in two ways, for as many rows as can be found:

* mirrored: a row of zeros and pairs of rows F, −F. The values and differences of one row of each pair have to be
  distinct up to sign, and none its own opposite. Backtracking over rows finds long ones in a blink.
* plain, for small orders: annealing over single entries.
"""

import json
import math
import random
import sys
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

DATA = Path(__file__).with_name("base_rounds.json")
LINES = list(combinations(range(4), 2))
"""Two columns: their differences have to be distinct."""
Element = tuple[int, ...]
Matrix = list[list[Element]]
Row = tuple[int, int, int, int]

NODES, CANDIDATES, MIRRORED_TRIES = 4_000, 1_200, 60
MOVES, WARM, COLD, PLAIN_TRIES = 600_000, 0.4, 0.25, 8
PLAIN_ORDERS = range(6, 16)
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


def mirrored(group: _Group, pairs: int, chance: random.Random) -> list[Row] | None:
    """A row of zeros, ``pairs`` rows and their opposites."""
    usable = [one for one in range(group.order) if group.opposite[one] != one]
    firsts = [one for one in usable if one < group.opposite[one]]
    candidates = {first: _candidates(group, first, usable, chance) for first in firsts}
    search = _Backtracking(chance)
    rows = search.run(candidates, len(firsts) - pairs, [])
    if rows is None:
        return None
    zeros: Row = (0, 0, 0, 0)
    opposites = [tuple(group.opposite[value] for value in row) for row in rows]
    return [zeros, *rows, *((a, b, c, d) for a, b, c, d in opposites)]


def _candidates(group: _Group, first: int, usable: list[int], chance: random.Random) -> list[tuple[int, Row]]:
    """Rows that begin with ``first``, with the bits of the values and differences (up to sign) that they use."""
    found: dict[Row, int] = {}
    for _ in range(4 * CANDIDATES):
        row = (first, chance.choice(usable), chance.choice(usable), chance.choice(usable))
        used = [*row, *(group.minus[row[one]][row[other]] for one, other in LINES)]
        if all(group.opposite[value] != value for value in used):
            shown = [min(value, group.opposite[value]) for value in used]
            found[row] = sum(1 << (line * group.order + value) for line, value in enumerate(shown))
    return [(bits, row) for row, bits in list(found.items())[:CANDIDATES]]


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
        if not spare:
            return None
        return self.run({value: others for value, others in ways.items() if value != first}, spare - 1, rows)


def plain(group: _Group, rows: int, chance: random.Random) -> list[Row] | None:
    """Any matrix of that many rows, by annealing."""
    following, order = chance.random, group.order
    matrix = [[int(following() * order) for _ in range(4)] for _ in range(rows)]
    used = {(one, other): [0] * order for one in range(4) for other in range(one, 4)}
    """By two columns their differences; by a column and itself its values."""

    def touched(row: list[int], column: int, value: int) -> list[tuple[tuple[int, int], int]]:
        found = [((column, column), value)]
        for other in range(4):
            if other < column:
                found.append(((other, column), group.minus[row[other]][value]))
            elif other > column:
                found.append(((column, other), group.minus[value][row[other]]))
        return found

    cost = 0
    for row in matrix:
        for column in range(4):
            for line, value in touched(row, column, row[column]):
                if line[1] == column:
                    cost += used[line][value]
                    used[line][value] += 1
    accepted = [1.0]
    for move in range(MOVES):
        if move % 1000 == 0:
            accepted = [math.exp(-worse * MOVES / (WARM * (MOVES - move) + COLD * move)) for worse in range(99)]
        row, column, value = matrix[int(following() * rows)], int(following() * 4), int(following() * order)
        if value == row[column]:
            continue
        old, new = touched(row, column, row[column]), touched(row, column, value)
        change = sum(used[line][place] for line, place in new) - sum(used[line][place] - 1 for line, place in old)
        if change > 0 and following() >= accepted[change]:
            continue
        for line, place in old:
            used[line][place] -= 1
        for line, place in new:
            used[line][place] += 1
        row[column] = value
        cost += change
        if not cost:
            return [(a, b, c, d) for a, b, c, d in matrix]
    return None


def longest(order: int) -> tuple[Element, Matrix]:
    """The group and the matrix with the most rows found."""
    best: tuple[Element, Matrix] = ((order,), [])
    for moduli in GROUPS.get(order, [(order,)]):
        group = _Group(moduli)

        def attempt(
            method: Callable[[_Group, int, random.Random], list[Row] | None],
            size: int,
            tries: int,
            group: _Group = group,
            moduli: Element = moduli,
        ) -> Matrix | None:
            for number in range(tries):
                found = method(group, size, random.Random(f"{moduli} {size} {number}"))
                if found:
                    return [[group.elements[value] for value in row] for row in found]
            return None

        for pairs in range(max(2, order // 3), (order - 1) // 2 + 1):
            found = attempt(mirrored, pairs, MIRRORED_TRIES)
            if not found:
                break
            if len(found) > len(best[1]):
                best = (moduli, found)
        if order in PLAIN_ORDERS:
            while len(best[1]) < order and (found := attempt(plain, len(best[1]) + 1, PLAIN_TRIES)):
                best = (moduli, found)
    return best


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
