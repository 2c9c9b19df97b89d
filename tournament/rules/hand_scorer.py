"""How the tiles of a hand are counted by one rule set: the points, the reasons, the tiles waited for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament.language import Text
from tournament.rules.fault import FalseWin

if TYPE_CHECKING:
    from random import Random

    from tournament.hand.hand import Hand, Waiting
    from tournament.rules.explanation import Explanation
    from tournament.rules.score import Score
    from tournament.rules.wait import Wait


@dataclass(frozen=True, slots=True, eq=False)
class HandScorer:
    """Counts tiles as one rule set does; the code that counts is loaded with the first hand."""

    name: Text
    """The rules in a few words, such as ``rules of 2006``."""
    minimum: int
    """Points without flowers that a hand needs."""
    score: "Callable[[Hand], Score]"
    """The dearest reading of a hand; NotComplete when it has none."""
    explain: "Callable[[Hand], Explanation]"
    """The same with its reasons."""
    waits: "Callable[[Waiting], tuple[Wait, ...]]"
    """Every tile that completes thirteen, in tile order; nothing when they are not ready."""
    random_win: "Callable[[Random], Hand]"
    """A legal hand that reaches the minimum; the same state of chance gives the same hand."""
    below_minimum: FalseWin
    """A win declared with too few points."""
    no_win: FalseWin
    """A win declared with tiles that make none."""
