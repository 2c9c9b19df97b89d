"""The most valuable choice among patterns that combine sets, where sets may not be combined in a circle.

FFMJ, "Principe de comptage unique" and "Principe de non-identique" as a rule of graphs: sets are vertices, and a
pattern made of several sets joins them. Larger joins are taken first. A join is allowed only if it links at least two
parts not yet linked, and if none of its sets is already used by the same pattern.

Three-set and four-set joins on four sets share at most one set with one another unless they are the same pattern, so
this rule gives the account-once principle in every case.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Join(NamedTuple):
    """A pattern found among sets."""

    pattern: int
    """The index of the pattern in its table. A smaller one is preferred."""
    points: int
    sets: int
    """The sets, one bit for each place."""


Choice = tuple[Join, ...]


def choose(joins: Sequence[Join]) -> Choice:
    """Return the allowed choice with the most points.

    Of equal choices it is the one with the dearest pattern, compared in order, then that with the smaller places in the
    table, then that with the first sets.
    """
    if len(joins) < 2:
        return tuple(joins)
    # Larger joins come first, because whether a join is allowed depends on those chosen before it.
    ordered = sorted(joins, key=lambda join: (-join.sets.bit_count(), join.pattern, join.sets))
    best: list[Choice] = [()]
    most = 0
    pending: list[tuple[int, int, Choice]] = [(0, 0, ())]
    while pending:
        start, points, chosen = pending.pop()
        if start < len(ordered):
            join = ordered[start]
            # Leaving a join out is a choice too: a cheaper join may allow two others.
            pending.append((start + 1, points, chosen))
            if allowed(join, chosen):
                pending.append((start + 1, points + join.points, (*chosen, join)))
        elif points >= most:
            best = [chosen] if points > most else [*best, chosen]
            most = points
    return max(best, key=_rank)


def allowed(join: Join, chosen: Choice) -> bool:
    """Return whether ``join`` may be added to the joins ``chosen`` so far."""
    return not repeats(join, chosen) and links(join, chosen)


def repeats(join: Join, chosen: Choice) -> bool:
    """Return whether one of the sets of ``join`` is already used by the same pattern."""
    return any(join.pattern == other.pattern and join.sets & other.sets for other in chosen)


def links(join: Join, chosen: Choice) -> bool:
    """Return whether ``join`` links sets that are not all linked yet."""
    linked = join.sets & -join.sets
    # Grow the part of the graph that contains the first set of the join, until nothing more is linked to it.
    before = 0
    while linked != before:
        before = linked
        for other in chosen:
            if other.sets & linked:
                linked |= other.sets
    return bool(join.sets & ~linked)


def _rank(chosen: Choice) -> tuple[object, ...]:
    """Return the sort key of a choice. Among choices with the same points the greatest is the best."""
    dearest_first = sorted(chosen, key=lambda join: (-join.points, join.pattern, join.sets))
    return (
        [join.points for join in dearest_first],
        [-join.pattern for join in dearest_first],
        [-join.sets for join in dearest_first],
    )
