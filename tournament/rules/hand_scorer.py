"""The functions with which a rule set counts the tiles of a hand: points, reasons and waits."""

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
    """The functions that count tiles by one rule set. The modules behind them are loaded with the first hand."""

    name: Text
    """The rules in a few words, such as ``rules of 2006``."""
    minimum: int
    """The least points, without flowers, that win a hand."""
    score: "Callable[[Hand], Score]"
    """Return the score of the best reading of a hand. Raise NotComplete if it is not a winning hand."""
    explain: "Callable[[Hand], Explanation]"
    """Return the score with its reasons. Raise NotComplete if it is not a winning hand."""
    waits: "Callable[[Waiting], tuple[Wait, ...]]"
    """Return every tile that completes thirteen tiles, in tile order; empty if they are not ready."""
    random_win: "Callable[[Random], Hand]"
    """Return a legal hand that reaches the minimum. The same state of the generator gives the same hand."""
    below_minimum: FalseWin
    """The penalty for declaring a win with too few points."""
    no_win: FalseWin
    """The penalty for declaring a win with tiles that do not win."""
