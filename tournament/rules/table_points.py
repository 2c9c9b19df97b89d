"""Table points: what the places of one table are worth in the standings."""

from collections.abc import Sequence
from fractions import Fraction


def share_places(scores: Sequence[int], worth: Sequence[int]) -> tuple[Fraction, ...]:
    """Give each score what its place is worth; equal scores share their places equally.

    ``scores`` and ``worth`` have one item a player, ``worth`` best place first. The answer is in
    the order of ``scores`` and sums to the sum of ``worth``. Source: FFMJ, "Points de table".

    >>> [str(points) for points in share_places((50, 20, 20, -90), (4, 2, 1, 0))]
    ['4', '3/2', '3/2', '0']
    """
    ordered = sorted(scores, reverse=True)
    shared: dict[int, Fraction] = {}
    for score in set(scores):
        first = ordered.index(score)
        tied = ordered.count(score)
        shared[score] = Fraction(sum(worth[first : first + tied]), tied)
    return tuple(shared[score] for score in scores)
