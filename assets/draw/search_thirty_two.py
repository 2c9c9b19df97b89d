"""Finds the ten rounds of 32 players in base_rounds.json.  Run: python assets/draw/search_thirty_two.py

The places are four orbits of the quaternion group Q, which multiplies each from the left. A base round, whose blocks
use no orbit of pairs twice, gives eight rounds; what is left are seven companions for everybody, among whom two more
rounds may be found. To keep the search small the base round is kept by a map x of orbit i → α(x) · c of orbit π(i),
with an automorphism α of Q, elements c and a permutation π chosen at random so that the map has order four.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from pathlib import Path

DATA = Path(__file__).with_name("base_rounds.json")
MAPS = 4_000
"""Maps tried at most."""
BASES = 200
"""Base rounds tried for one map."""
NODES = 3_000
"""Steps of one search for base rounds."""
Quaternion = tuple[int, int]
Block = tuple[int, ...]
ELEMENTS: list[Quaternion] = list(product(range(4), range(2)))
"""i^a j^b as (a, b)."""
EVERYBODY = (1 << 32) - 1


def times(one: Quaternion, other: Quaternion) -> Quaternion:
    """Multiply: i⁴ = 1, j² = i², j i = i⁻¹ j."""
    turns = one[0] + (-other[0] if one[1] else other[0]) + 2 * (one[1] and other[1])
    return turns % 4, (one[1] + other[1]) % 2


def power(base: Quaternion, exponent: int) -> Quaternion:
    """A quaternion multiplied by itself."""
    return reduce(times, [base] * exponent, (0, 0))


def automorphisms() -> list[dict[Quaternion, Quaternion]]:
    """All 24, by the images of i and j."""
    found = []
    for image_i, image_j in product(ELEMENTS, repeat=2):
        image = {(a, b): times(power(image_i, a), power(image_j, b)) for a, b in ELEMENTS}
        if len(set(image.values())) == 8 and all(
            image[times(one, other)] == times(image[one], image[other]) for one, other in product(ELEMENTS, repeat=2)
        ):
            found.append(image)
    return found


def place(orbit: int, element: Quaternion) -> int:
    """Its number, 0 … 31."""
    return 8 * orbit + ELEMENTS.index(element)


TURNS = [[place(orbit, times(g, x)) for orbit in range(4) for x in ELEMENTS] for g in ELEMENTS]
"""Where each element of the group takes every place."""


def pair_words() -> dict[tuple[int, int], int]:
    """For every two places the bit of the orbit of their pair; 0 for an orbit that meets a pair twice."""
    words: dict[tuple[int, int], int] = {}
    number = 0
    for pair in combinations(range(32), 2):
        if pair not in words:
            orbit = {(min(turn[pair[0]], turn[pair[1]]), max(turn[pair[0]], turn[pair[1]])) for turn in TURNS}
            words.update(dict.fromkeys(orbit, 1 << number if len(orbit) == 8 else 0))
            number += 1
    return words


WORDS = pair_words()


def used(block: Sequence[int]) -> int:
    """The orbits of pairs of a block as bits; 0 if one comes twice or may not be used."""
    word = 0
    for pair in combinations(sorted(block), 2):
        bit = WORDS[pair]
        if not bit or word & bit:
            return 0
        word |= bit
    return word


def seats(block: Sequence[int]) -> int:
    """The places of a block as bits."""
    return sum(1 << one for one in block)


def base_rounds(image: Sequence[int], good: Sequence[Block]) -> Iterator[list[Block]]:
    """Base rounds that the map keeps, made of whole orbits of blocks."""
    ways: dict[frozenset[Block], tuple[int, int]] = {}
    for block in good:
        orbit: list[Block] = []
        current = block
        while current not in orbit:
            orbit.append(current)
            current = tuple(sorted(image[one] for one in current))
        places, words = [seats(each) for each in orbit], [used(each) for each in orbit]
        if sum(places).bit_count() == 4 * len(orbit) and sum(words).bit_count() == 6 * len(orbit):
            ways[frozenset(orbit)] = (sum(places), sum(words))
    choices = [(taken, words, sorted(orbit)) for orbit, (taken, words) in ways.items()]
    yield from _covers(EVERYBODY, sorted(choices), [NODES])


def _covers(free: int, choices: list[tuple[int, int, list[Block]]], left: list[int]) -> Iterator[list[Block]]:
    if not free:
        yield []
        return
    left[0] -= 1
    if left[0] < 0:
        return
    counts = [sum(taken >> one & 1 for taken, _, _ in choices) if free >> one & 1 else 99_999 for one in range(32)]
    rarest = counts.index(min(counts))
    for taken, words, blocks in choices:
        if taken >> rarest & 1:
            open_choices = [choice for choice in choices if not choice[0] & taken and not choice[1] & words]
            for others in _covers(free & ~taken, open_choices, left):
                yield blocks + others


def completed(base: Sequence[Block]) -> list[list[Block]] | None:
    """The eight rounds of a base round and two more among those who have not met, or None."""
    rounds = [[tuple(sorted(turn[one] for one in block)) for block in base] for turn in TURNS]
    unmet = [EVERYBODY & ~(1 << one) for one in range(32)]
    for block in (block for blocks in rounds for block in blocks):
        for one in block:
            unmet[one] &= ~seats(block)
    spare: list[Block] = [
        block
        for block in combinations(range(32), 4)
        if all(unmet[one] >> other & 1 for one, other in combinations(block, 2))
    ]
    for ninth in _parallel(EVERYBODY, spare):
        met = {pair for block in ninth for pair in combinations(block, 2)}
        for tenth in _parallel(EVERYBODY, [b for b in spare if not met.intersection(combinations(b, 2))]):
            return [*rounds, ninth, tenth]
    return None


def _parallel(free: int, blocks: list[Block]) -> Iterator[list[Block]]:
    if not free:
        yield []
        return
    first = (free & -free).bit_length() - 1
    for block in blocks:
        if first in block:
            rest = free & ~seats(block)
            for others in _parallel(rest, [other for other in blocks if seats(other) & ~rest == 0]):
                yield [block, *others]


def search(chance: random.Random) -> list[list[Block]] | None:
    """Ten rounds, or None if no map tried gives them."""
    good = [block for block in combinations(range(32), 4) if used(block)]
    images = automorphisms()
    for _ in range(MAPS):
        alpha, turned = chance.choice(images), chance.sample(range(4), 4)
        moved = [chance.choice(ELEMENTS) for _ in range(4)]
        image = [place(turned[orbit], times(alpha[x], moved[orbit])) for orbit in range(4) for x in ELEMENTS]
        if _order(image) != 4:
            continue
        for _, base in zip(range(BASES), base_rounds(image, good), strict=False):
            found = completed(base)
            if found:
                return found
    return None


def _order(image: Sequence[int]) -> int:
    current, order = list(image), 1
    while current != sorted(current):
        current, order = [image[one] for one in current], order + 1
    return order


def main() -> None:
    """Search, and write what is found."""
    found = search(random.Random(1))
    sys.stdout.write(f"32 players, 10 rounds: {'found' if found else 'not found'}\n")
    if found:
        data = json.loads(DATA.read_text(encoding="utf-8"))
        data["starters"]["32"] = {"modulus": 1, "rounds": found}
        DATA.write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    main()
