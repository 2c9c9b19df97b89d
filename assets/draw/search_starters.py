"""Finds the base rounds of base_rounds.json.  Run: python assets/draw/search_starters.py [players ...]

N players: three orbits of Z_m and f = N − 3m fixed points. The base round keeps its shape under the map
(orbit i, x) → (orbit i + 1, u x) with u³ = 1 mod m. So it is given by one choice for each class
{(0, x), (1, u x), (2, u² x)}, x in Z_m: a class sits whole with a fixed point (or three fixed points turn with
the orbits, each with one place of three classes), the others form blocks of four classes, one place of each, named
by its orbit. A block with class x in orbit i and class y in

* the same orbit uses up the pure difference ± (x − y), which must not be m / 2;
* the next orbit uses up the mixed difference u y − x.

All differences of the base round have to be distinct; then the m rounds made by adding t = 0 … m − 1 let nobody
meet twice. The search seats the fixed points at random and chooses the blocks by backtracking among all that use no
difference twice: an exact cover of the classes (and of the differences, once none of them is left to spare), each
block a word of bits for its classes and one for its differences.
"""

import json
import random
import sys
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).with_name("base_rounds.json")
NODES = 20_000
RESTARTS = 400
Place = tuple[int, int]
"""A class and an orbit."""
Words = np.ndarray[Any, np.dtype[np.uint64]]


def sizes() -> list[tuple[int, int]]:
    """Players and modulus for N up to 100: the bound ⌊(N − 1)/3⌋, or the next below it that can have such a starter."""
    below = {68: 21, 92: 28}
    return [
        (players, below.get(players, (players - 1) // 3)) for players in range(16, 101, 4) if players not in (20, 32)
    ]


def search(players: int, modulus: int) -> list[list[int]] | None:
    """A base round, or None if no restart finds one."""
    fixed = players - 3 * modulus
    shapes = [
        _Shape(modulus, fixed, multiplier, turning)
        for multiplier in range(1, modulus)
        if pow(multiplier, 3, modulus) == 1
        for turning in ((False, True) if fixed >= 3 else (False,))
        if len({(multiplier - 1) * x % modulus for x in range(modulus)}) >= fixed - 3 * turning
    ]
    for restart in range(RESTARTS if shapes else 0):
        found = shapes[restart % len(shapes)].attempt(random.Random(f"{players} {restart}"))
        if found is not None:
            return found
    return None


class _Shape:
    """One multiplier and one way of seating the fixed points, with all blocks that they allow."""

    def __init__(self, modulus: int, fixed: int, multiplier: int, turning: bool) -> None:
        self.modulus, self.fixed, self.multiplier, self.turning = modulus, fixed, multiplier, turning
        self.blocks: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        classes, differences = [], []
        for chosen in combinations(range(modulus), 4):
            word = sum(1 << x for x in chosen)
            for orbits in product((0,), range(3), range(3), range(3)):
                used = self._used(tuple(zip(chosen, orbits, strict=True)))
                if used is not None:
                    self.blocks.append((chosen, orbits))
                    classes.append(word)
                    differences.append(used)
        self.classes: Words = np.array(classes, dtype=np.uint64)
        self.differences: Words = np.array(differences, dtype=np.uint64)
        self.nodes = 0

    def attempt(self, chance: random.Random) -> list[list[int]] | None:
        """Seat the fixed points at random and look for blocks, up to so many nodes."""
        seated = self._fixed_blocks(chance)
        if seated is None:
            return None
        classes = sum(1 << x for block in seated for x, _ in block)
        differences = sum(self._with_fixed_point(block) for block in seated)
        free = np.flatnonzero(
            (self.classes & np.uint64(classes) == 0) & (self.differences & np.uint64(differences) == 0)
        )
        self.nodes = 0
        open_classes = [x for x in range(self.modulus) if not classes >> x & 1]
        found = self._cover(open_classes, free, self.classes[free], self.differences[free], chance)
        if found is None:
            return None
        return self._written(seated, [tuple(zip(*self.blocks[index], strict=True)) for index in found])

    def _cover(
        self, open_classes: list[int], free: Any, classes: Words, differences: Words, chance: random.Random
    ) -> list[int] | None:
        """Blocks among the free ones that cover the open classes; what the fewest of them can cover is next."""
        if not open_classes:
            return []
        self.nodes += 1
        if len(free) * 4 < len(open_classes) or self.nodes > NODES:
            return None
        usable = int(np.bitwise_or.reduce(differences))
        spare = usable.bit_count() - 6 * (len(open_classes) // 4)
        if spare < 0:
            return None
        must = [(classes, 1 << x) for x in open_classes]
        if not spare:
            must += [(differences, 1 << bit) for bit in range(usable.bit_length()) if usable >> bit & 1]
        ways = [np.count_nonzero(words & np.uint64(bit)) for words, bit in must]
        words, bit = must[min(range(len(must)), key=ways.__getitem__)]
        choices = np.flatnonzero(words & np.uint64(bit)).tolist()
        chance.shuffle(choices)
        for choice in choices:
            keep = np.flatnonzero((classes & classes[choice] == 0) & (differences & differences[choice] == 0))
            left = [x for x in open_classes if not int(classes[choice]) >> x & 1]
            found = self._cover(left, free[keep], classes[keep], differences[keep], chance)
            if found is not None:
                return [int(free[choice]), *found]
            if self.nodes > NODES:
                return None
        return None

    def _fixed_blocks(self, chance: random.Random) -> list[tuple[Place, ...]] | None:
        """The places that sit with each fixed point; the three turning ones share one entry."""
        classes = list(range(self.modulus))
        chance.shuffle(classes)
        blocks: list[tuple[Place, ...]] = []
        if self.turning:
            blocks.append(tuple((classes.pop(), orbit) for orbit in range(3)))
        blocks += [((classes.pop(), 0),) for _ in range(self.fixed - 3 * self.turning)]
        words = [self._with_fixed_point(block) for block in blocks]
        if sum(words).bit_count() < sum(len(block) for block in blocks):
            return None
        return blocks

    def _with_fixed_point(self, block: tuple[Place, ...]) -> int:
        if len(block) == 1:
            return self._mixed(self.multiplier * block[0][0] - block[0][0])
        return self._used(block) or 0

    def _used(self, block: tuple[Place, ...]) -> int | None:
        """The differences of a block as bits; None if it uses one twice or a forbidden one."""
        m, u, word = self.modulus, self.multiplier, 0
        for (x, i), (y, j) in combinations(block, 2):
            if i == j:
                pure = min((x - y) % m, (y - x) % m)
                bit = 0 if 2 * pure == m else 1 << (pure - 1)
            else:
                bit = self._mixed(u * y - x if (j - i) % 3 == 1 else u * x - y)
            if not bit or word & bit:
                return None
            word |= bit
        return word

    def _mixed(self, difference: int) -> int:
        return 1 << ((self.modulus - 1) // 2 + difference % self.modulus)

    def _written(self, seated: list[tuple[Place, ...]], covered: list[tuple[Place, ...]]) -> list[list[int]]:
        """Blocks of places: orbit · m + x, fixed points last."""

        def place(chosen: Place, turn: int) -> int:
            orbit = (chosen[1] + turn) % 3
            return orbit * self.modulus + pow(self.multiplier, orbit, self.modulus) * chosen[0] % self.modulus

        blocks, last = [], 3 * self.modulus
        for block in seated:
            if len(block) == 1:
                blocks.append([last, *(place(block[0], turn) for turn in range(3))])
                last += 1
            else:
                blocks += [[last + turn, *(place(chosen, turn) for chosen in block)] for turn in range(3)]
                last += 3
        return blocks + [[place(chosen, turn) for chosen in block] for block in covered for turn in range(3)]


def main() -> None:
    """Search for the sizes named on the command line, or for all."""
    wanted = {int(argument) for argument in sys.argv[1:]}
    for players, modulus in sizes():
        if wanted and players not in wanted:
            continue
        found = search(players, modulus)
        sys.stdout.write(f"{players} players, {modulus} rounds: {'found' if found else 'not found'}\n")
        sys.stdout.flush()
        if found:
            data = json.loads(DATA.read_text(encoding="utf-8"))
            data["starters"][str(players)] = {"modulus": modulus, "rounds": [found]}
            DATA.write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    main()
