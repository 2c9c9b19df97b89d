"""Perfect designs: nobody meets twice, and nobody returns to a table.

The N players form four columns of n = N/4. An abelian group of order n numbers the players of each column and the
tables. In session r, player x of column c sits at table x + F[r][c]. Two players of different columns meet in the
sessions in which F[r][c] − F[r][d] is the difference of their numbers: at most once if those differences are distinct.
A player returns to a table only if a value occurs twice in a column of F. Players of one column never meet.
"""

from functools import lru_cache
from itertools import combinations, product
from math import gcd

from tournament.draw.methods.method import Method, Task
from tournament.draw.methods.shipped import shipped_banded, shipped_for_clubs, shipped_holed, shipped_matrix
from tournament.draw.methods.strangers import count_strangers, rows_with_few_strangers
from tournament.draw.seating import Design, four
from tournament.language import mark

_Element = tuple[int, ...]
"""An element of an abelian group Z_a × Z_b × …: one residue for each factor."""


_CHOICES_FOR = 480
"""The number of choices of rounds that are tried for a draw, times the number of players."""
_Matrix = tuple[tuple[_Element, ...], ...]
"""The matrix F: one row for each session, one group element for each of the four columns."""


def most_sessions(players: int) -> int:
    """Return the number of rows of the longest known matrix for this many players."""
    return len(longest_matrix(players // 4)[1]) if players >= 4 else 0


def build(task: Task) -> Design:
    """Return the design of randomly chosen rows of the matrix, or one that leaves fewer strangers."""
    order = task.players // 4
    moduli, matrix = longest_matrix(order)
    known = develop(moduli, tuple(task.chance.shuffled(matrix)[: task.sessions]))
    strangers = count_strangers(task.players, known)
    if task.sessions < 2 or not strangers:
        return known
    rows = rows_with_few_strangers(order, task.sessions, task.chance, task.progress)
    if rows is None:
        return known
    found = develop((order,), tuple(tuple((value,) for value in row) for row in rows))
    return found if count_strangers(task.players, found) < strangers else known


def _designs_for_clubs(task: Task) -> tuple[Design, ...]:
    """Return equally perfect designs that leave other pairs unmet than those of one column.

    If there are more rounds than sessions, a few choices of rounds are made: each leaves other pairs unmet.
    """
    quarter = task.players // 4
    matrices = (longest_matrix(quarter), *shipped_holed(quarter), *shipped_banded(quarter))
    known = [develop(moduli, _widest(moduli, rows)[: task.sessions]) for moduli, rows in matrices[:1]]
    known += [develop(moduli, rows) for moduli, rows in matrices]
    known += [tuple(tuple(map(four, blocks)) for blocks in rounds) for rounds in shipped_for_clubs(task.players)]
    choices = max(1, _CHOICES_FOR // task.players)
    return tuple(
        tuple(task.chance.shuffled(design)[: task.sessions])
        for design in known
        for _ in range(choices if len(design) > task.sessions else len(design) == task.sessions)
    )


def _widest(moduli: _Element, rows: _Matrix) -> _Matrix:
    """Return the matrix with the rows first whose differences are far from 0.

    In a design of these rows alone, neighbours of other columns never meet.
    """

    def width(row: tuple[_Element, ...]) -> int:
        apart = (_difference(moduli, one, other) for one, other in combinations(row, 2))
        return min(max(min(part, modulus - part) for part, modulus in zip(each, moduli, strict=True)) for each in apart)

    return tuple(sorted(rows, key=width, reverse=True))


def develop(moduli: _Element, matrix: _Matrix) -> Design:
    """Return the design of a matrix: number x of column c is place c · n + (number of x)."""
    group = elements(moduli)
    number = {element: index for index, element in enumerate(group)}
    return tuple(
        tuple(
            four(column * len(group) + number[_difference(moduli, table, shift)] for column, shift in enumerate(row))
            for table in group
        )
        for row in matrix
    )


def _difference(moduli: _Element, one: _Element, other: _Element) -> _Element:
    return tuple((a - b) % modulus for a, b, modulus in zip(one, other, moduli, strict=True))


@lru_cache(maxsize=128)
def longest_matrix(order: int) -> tuple[_Element, _Matrix]:
    """Return the group of this order and its longest known matrix, with ``order`` rows at most."""
    candidates = [_over_fields(order), _over_integers(order)]
    shipped = shipped_matrix(order)
    if shipped:
        candidates.append(shipped)
    return max(candidates, key=lambda candidate: len(candidate[1]))


def _over_fields(order: int) -> tuple[_Element, _Matrix]:
    """Return F[r][c] = a_c · r over a product of finite fields.

    No rows if one of the fields has fewer than five elements: the multipliers and their differences must be invertible,
    so each field needs four nonzero elements.
    """
    factors = prime_powers(order)
    moduli = tuple(prime for prime, exponent in factors for _ in range(exponent))
    if not factors or any(prime**exponent < 5 for prime, exponent in factors):
        return moduli, ()
    columns = []
    for column in range(4):
        values: list[_Element] = [()]
        for prime, exponent in factors:
            powers = powers_of_a_generator(prime, exponent)
            zero = (0,) * exponent
            products = [zero, *(powers[(index + column) % len(powers)] for index in range(len(powers)))]
            values = [value + part for value in values for part in products]
        columns.append(values)
    return moduli, tuple(zip(*columns, strict=True))


def _over_integers(order: int) -> tuple[_Element, _Matrix]:
    """Return F[r][c] = a_c · r modulo n with four small multipliers, as long as no value or difference repeats."""
    best: tuple[int, tuple[int, ...]] = (0, (1, 2, 3, 4))
    for multipliers in combinations(range(1, min(order, 8)), 4):
        steps = [*multipliers, *(b - a for a, b in combinations(multipliers, 2))]
        best = max(best, (min(order // gcd(step, order) for step in steps), multipliers))
    rows = best[0] if order >= 5 else 0
    return (order,), tuple(tuple((factor * row % order,) for factor in best[1]) for row in range(rows))


PERFECT = Method(
    id="perfect",
    label=mark("Perfect design"),
    most_sessions=most_sessions,
    build=build,
    places_tables=True,
    variants=_designs_for_clubs,
)


def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    """Return the prime factors of ``number`` as (prime, exponent), smallest prime first."""
    found = []
    prime = 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return tuple(found)


@lru_cache(maxsize=64)
def powers_of_a_generator(prime: int, degree: int) -> tuple[_Element, ...]:
    """Return the nonzero elements of the field of prime^degree elements as 1, g, g², … for a generator g.

    Elements are polynomials over Z_prime, constant term first; they are added component by component. The polynomial by
    which they are reduced is the first for which x (or, in a prime field, its root) is a generator.
    """
    size = prime**degree
    for tail in product(range(prime), repeat=degree):
        powers = _orbit_of_x(prime, tail)
        if len(powers) == size - 1:
            return powers
    raise ValueError(f"{prime} is not a prime number")


def _orbit_of_x(prime: int, tail: _Element) -> tuple[_Element, ...]:
    """Return 1, x, x², … modulo the polynomial x^degree − tail.

    It ends before 1 occurs again, or if 0 or a cycle without 1 is reached.
    """
    one = (1, *(0,) * (len(tail) - 1))
    found = [one]
    seen = {one}
    current = one
    while True:
        last = current[-1]
        current = tuple((below + last * part) % prime for below, part in zip((0, *current[:-1]), tail, strict=True))
        if current in seen or not any(current):
            return tuple(found)
        seen.add(current)
        found.append(current)


def elements(moduli: _Element) -> tuple[_Element, ...]:
    """Return all elements of the group, in the order of their numbers."""
    return tuple(product(*(range(modulus) for modulus in moduli)))
