"""What the tiles of a hand are worth at a table, where the sheet knows the winds and the way to win."""

from dataclasses import replace
from typing import NamedTuple

from tournament.language import Text
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.score import NotComplete
from tournament.tiles.wind import Wind


class WinContext(NamedTuple):
    """What the sheet says about a win, so that the notation of its tiles need not repeat it."""

    prevalent: Wind
    own: Wind
    """The winner's wind in this hand."""
    self_drawn: bool


class HandValue(NamedTuple):
    """The value of tiles, or why they have none."""

    tiles: str
    """The notation in its usual form, with what the sheet says; as written if it cannot be read."""
    points: int = 0
    """With flowers."""
    minimum_met: bool = False
    restated: bool = False
    """The notation has another wind, or another way to win, than the sheet has."""
    faults: tuple[Text, ...] = ()
    """The faults of the notation; if there are any, there are no points."""


def value_of_hand(scorer: HandScorer, text: str, win: WinContext) -> HandValue:
    """Count the public notation ``text`` (docs/cli.md) of the ``win`` on a sheet; the reader is loaded here."""
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
