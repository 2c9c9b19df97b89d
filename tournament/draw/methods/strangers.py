"""Perfect designs with few strangers: pairs of players who neither meet nor have an opponent in common.

In the design of a matrix F over Z_n (:mod:`~tournament.draw.methods.perfect`), D_cd is the set of F[r][c] − F[r][d]
over all rows r. Player x of column c meets the players of column d at the distances D_cd, and reaches those at the
distances D_ce + D_ed through an opponent of column e. So there are few strangers if the differences of the matrix and
their sums are spread over all of Z_n. A constant added to a row changes no difference: constants are chosen last, so
that nobody returns to a table.
"""

from collections.abc import Sequence

from tournament.draw.methods.shipped import shipped_with_few_strangers
from tournament.draw.search import WORST, SearchProgress, SeededRandom, acceptance
from tournament.draw.seating import Design

ROWS = 100_000
"""The maximum number of rows in all matrices that one search tries, which is a second's work."""
_WARM, _COLD = 0.72, 0.135
"""The probability of accepting a step that costs 1, at the beginning and at the end: e^(−1/3) and e^(−2)."""
_REPEAT = 12
"""The cost of a repeated meeting of each player of a column, where the n strangers of two columns cost 2."""
_REPORTED = 100
"""The number of matrices between two progress reports and cooling steps."""
_TRIES = 20
"""How often constants are chosen for the rows before a search gives up."""
_OTHERS = (1, 2, 3)
"""The columns that a search changes. Column 0 stays at 0, since only differences matter."""

_Rows = tuple[tuple[int, int, int, int], ...]
"""The matrix F: one row for each session, with four numbers modulo n."""


def count_strangers(players: int, design: Design) -> int:
    """Return the number of pairs of players who neither meet nor have an opponent in common."""
    known = [1 << player for player in range(players)]
    opponents: list[list[int]] = [[] for _ in range(players)]
    for blocks in design:
        for block in blocks:
            together = sum(1 << player for player in block)
            for player in block:
                known[player] |= together
                opponents[player] += block
    strangers = 0
    for player, met in enumerate(opponents):
        reached = known[player]
        for opponent in met:
            reached |= known[opponent]
        strangers += players - reached.bit_count()
    return strangers // 2


def rows_with_few_strangers(order: int, sessions: int, chance: SeededRandom, progress: SearchProgress) -> _Rows | None:
    """Return a matrix of this many rows over Z_n for n = ``order``, with distinct differences and values.

    It is shipped, or the best that a search finds. None if the search finds no matrix with distinct differences.
    """
    rows = shipped_with_few_strangers(order, sessions)
    if rows is None:
        search = MatrixSearch(order, sessions, chance)
        search.run(progress)
        if search.best is None:
            return None
        rows = tuple(zip(*search.best, strict=True))
    return _with_distinct_values(order, chance.shuffled(rows), chance)


def _with_distinct_values(order: int, rows: Sequence[Sequence[int]], chance: SeededRandom) -> _Rows | None:
    """Add a constant to each row so that no column contains a value twice; return None if that fails."""
    for _ in range(_TRIES):
        taken: tuple[set[int], ...] = (set(), set(), set(), set())
        found: list[tuple[int, int, int, int]] = []
        for a, b, c, d in rows:
            for shift in chance.shuffled(range(order)):
                row = ((a + shift) % order, (b + shift) % order, (c + shift) % order, (d + shift) % order)
                if not any(value in values for value, values in zip(row, taken, strict=True)):
                    break
            else:
                break
            found.append(row)
            for value, values in zip(row, taken, strict=True):
                values.add(value)
        if len(found) == len(rows):
            return tuple(found)
    return None


def least_cost(order: int, sessions: int) -> int:
    """Return the cost that no matrix can avoid, found by counting differences and sums."""
    inside = 3 * sessions * (sessions - 1)
    between = sessions * (2 * sessions - 1)
    return 4 * max(0, order - 1 - inside) + 12 * max(0, order - between)


class MatrixSearch:
    """Simulated annealing of a matrix over Z_n, n = ``order``, that changes one entry at a time.

    The cost is 2 / n times the number of strangers, and 12 / n times the number of repeated meetings. A set of
    differences is a bit mask, so that a sum of two sets is a few shifts of one mask.
    """

    def __init__(self, order: int, sessions: int, chance: SeededRandom) -> None:
        self.order = order
        self.chance = chance
        self.columns = [[0] * sessions, *([chance.below(order) for _ in range(sessions)] for _ in _OTHERS)]
        self._bits = [1 << value for value in range(order)]
        self.least = least_cost(order, sessions)
        self.best: list[list[int]] | None = None
        """The best columns whose differences are distinct; None as long as there were none."""
        self.best_cost = 0
        """Their cost."""
        self._cost, repeats = self.cost()
        self._keep(repeats)

    def run(self, progress: SearchProgress) -> None:
        """Search until the bound is reached, all matrices were tried, or ``progress`` stops the search."""
        sessions = len(self.columns[0])
        matrices = ROWS // sessions
        for start in range(0, matrices, _REPORTED):
            if not progress.goes_on(start / matrices):
                return
            chances = acceptance(start / matrices, warm=_WARM, cold=_COLD)
            for _ in range(_REPORTED):
                if self.best is not None and self.best_cost <= self.least:
                    return
                column, row = self.columns[1 + self.chance.below(3)], self.chance.below(sessions)
                before = column[row]
                column[row] = self.chance.below(self.order)
                cost, repeats = self.cost()
                change = cost - self._cost
                if change > 0 and (change > WORST or self.chance.next() >= chances[change]):
                    column[row] = before
                    continue
                self._cost = cost
                self._keep(repeats)

    def _keep(self, repeats: int) -> None:
        if not repeats and (self.best is None or self._cost < self.best_cost):
            self.best, self.best_cost = [list(column) for column in self.columns], self._cost

    def cost(self) -> tuple[int, int]:
        """Return the cost of the current matrix, and the number of differences that are not distinct."""
        order, bits, columns = self.order, self._bits, self.columns
        whole = (1 << order) - 1
        shifts = [[[0]] * 4 for _ in range(4)]
        """For columns c and d, how far a doubled mask must be shifted to add each difference of D_cd."""
        masks = [[0] * 4 for _ in range(4)]
        repeats = 0
        for one in range(4):
            for other in range(one + 1, 4):
                there = [(a - b) % order for a, b in zip(columns[one], columns[other], strict=True)]
                mask = back = 0
                for value in there:
                    mask |= bits[value]
                    back |= bits[-value]
                masks[one][other], masks[other][one] = mask | mask << order, back | back << order
                shifts[one][other], shifts[other][one] = [order - value for value in there], there
                repeats += len(there) - mask.bit_count()
        unreached = 0
        for one in range(4):
            for other in range(one, 4):
                seen = masks[one][other] if one != other else 1
                for between in range(4):
                    if between not in (one, other):
                        mask = masks[between][other]
                        for shift in shifts[one][between]:
                            seen |= mask >> shift
                missing = order - (seen & whole).bit_count()
                unreached += missing if one == other else 2 * missing
        return unreached + _REPEAT * repeats, repeats
