"""Finite fields and their products, from which the perfect designs are made."""

from functools import lru_cache
from itertools import product

Element = tuple[int, ...]
"""An element of an abelian group Z_a × Z_b × …, one residue for each factor."""


def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    """Factorise: (prime, exponent), smallest prime first."""
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
def powers_of_a_generator(prime: int, degree: int) -> tuple[Element, ...]:
    """The nonzero elements of the field of prime^degree elements, as 1, g, g², … for a generator g.

    Elements are polynomials over Z_prime, constant term first; they are added component by component. The
    polynomial by which they are reduced is the first for which x (or, in a prime field, its root) generates.
    """
    size = prime**degree
    for tail in product(range(prime), repeat=degree):
        powers = _orbit_of_x(prime, tail)
        if len(powers) == size - 1:
            return powers
    raise ValueError(f"{prime} is not a prime number")


def _orbit_of_x(prime: int, tail: Element) -> tuple[Element, ...]:
    """1, x, x², … modulo the polynomial x^degree − tail, until 1 comes back (or 0 or a cycle without 1 begins)."""
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


def elements(moduli: Element) -> tuple[Element, ...]:
    """All elements of the group, in the order of their numbers."""
    return tuple(product(*(range(modulus) for modulus in moduli)))
