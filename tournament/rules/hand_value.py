"""The value of the tiles of a win on a sheet.

The sheet already states the winds and the way of winning, so the notation of the tiles need not repeat them.
"""

from dataclasses import replace
from typing import NamedTuple

from tournament.language import Text
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.score import NotComplete
from tournament.tiles.wind import Wind


class WinContext(NamedTuple):
    """What a sheet states about a win, so that the notation of its tiles need not repeat it."""

    prevalent: Wind
    own: Wind
    """The winner's wind in this hand."""
    self_drawn: bool


class HandValue(NamedTuple):
    """The value of tiles, or why they could not be counted."""

    tiles: str
    """The notation in its usual form, completed from the sheet; unchanged if it cannot be read."""
    points: int = 0
    """The points, flowers included."""
    minimum_met: bool = False
    restated: bool = False
    """Whether the notation contradicts the sheet about a wind or the way of winning. The sheet counts."""
    faults: tuple[Text, ...] = ()
    """The faults of the notation; if there are any, there are no points."""


def value_of_hand(scorer: HandScorer, text: str, win: WinContext) -> HandValue:
    """Count the public notation ``text`` (docs/cli/hands.md) of the ``win`` on a sheet; the reader is loaded here."""
    from tournament.hand.notation import HandProblems, format_hand, parse

    try:
        written = parse(text)
        stated = written.situation
        situation = stated._replace(prevalent=win.prevalent, seat=win.own, self_drawn=win.self_drawn)
        hand = replace(written, situation=situation)
        counted = scorer.score(hand)
    except HandProblems as error:
        return HandValue(text, faults=tuple(problem.message for problem in error.problems))
    except NotComplete as error:
        return HandValue(text, faults=(error.text,))
    restated = "|" in text and stated != situation
    return HandValue(format_hand(hand), counted.points, counted.minimum_met, restated)
