"""How often a search accepts a step that makes things worse."""

WORST = 24
"""Steps that cost more than this are never accepted."""


def acceptance(done: float, *, warm: float = 0.45, cold: float = 0.02) -> list[float]:
    """Return the probabilities of accepting a step that costs 0, 1, 2 … when ``done`` (0 … 1) of the search is over.

    This is simulated annealing with a power instead of the exponential: a step that costs d is accepted with
    probability p^d, where p falls from ``warm`` to ``cold``. It only multiplies, so every platform computes the same
    bits.
    """
    base = warm + (cold - warm) * done
    chances = [1.0]
    for _ in range(WORST):
        chances.append(chances[-1] * base)
    return chances
