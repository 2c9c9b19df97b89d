"""How often a search accepts to get worse for a while."""

WORST = 24
"""Steps that get worse by more are never accepted."""


def acceptance(done: float, *, warm: float = 0.45, cold: float = 0.02) -> list[float]:
    """Probabilities of accepting a step that costs 0, 1, 2 … more, once ``done`` (0 … 1) of the search is over.

    Simulated annealing with a power in place of the exponential: a step that costs d is taken with p^d, p going
    from ``warm`` to ``cold``. Only multiplied, so that every platform computes the same bits.
    """
    base = warm + (cold - warm) * done
    chances = [1.0]
    for _ in range(WORST):
        chances.append(chances[-1] * base)
    return chances
