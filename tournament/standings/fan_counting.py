"""The value of the tiles of an event's hands. Results are cached, so that each hand is counted only once."""

from functools import lru_cache, partial

from tournament.catalogue import SCORERS
from tournament.rules.score import NotComplete, Score
from tournament.standings.fan_statistics import Counting

_KEPT = 1 << 15
"""How many hands are cached: those of four hundred players in twelve sessions, and as many corrections."""


def counting_by(rules: str) -> Counting:
    """Return how the rules with this id count tiles; the result is None for tiles that do not win and for rules without
    a scorer."""
    return partial(_score, rules)


@lru_cache(_KEPT)
def _score(rules: str, tiles: str) -> Score | None:
    """Count the tiles. The reader of the notation is imported here, since many events have no tiles."""
    from tournament.hand.notation import HandProblems, parse

    scorer = SCORERS.get(rules)
    if scorer is None:
        return None
    try:
        return scorer.score(parse(tiles))
    except (HandProblems, NotComplete):
        return None
