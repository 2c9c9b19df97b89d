"""What the tiles of a hand are worth at a table, where the sheet knows the winds and the way to win."""

from dataclasses import replace
from typing import NamedTuple

from tournament.language import Text
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.score import NotComplete
from tournament.tiles.wind import Wind


class Seated(NamedTuple):
    """What the sheet says of a win, and the tiles therefore need not."""

    prevalent: Wind
    own: Wind
    """The winner's wind in this hand."""
    self_drawn: bool


class Worth(NamedTuple):
    """The value of tiles, or why they have none."""

    tiles: str
    """The notation in its usual form, with what the sheet says; as written when it cannot be read."""
    points: int = 0
    """With flowers."""
    minimum_met: bool = False
    restated: bool = False
    """The notation said another wind, or another way to win, than the sheet."""
    faults: tuple[Text, ...] = ()
    """Everything wrong with the notation; then there are no points."""


def worth_of(scorer: HandScorer, text: str, seated: Seated) -> Worth:
    """Count the public notation ``text`` (docs/cli.md) in the place of ``seated``; the reader is loaded here."""
    from tournament.hand.notation import HandProblems, format_hand, parse

    try:
        written = parse(text)
        stated = written.situation
        situation = stated._replace(prevalent=seated.prevalent, seat=seated.own, self_drawn=seated.self_drawn)
        hand = replace(written, situation=situation)
        counted = scorer.score(hand)
    except HandProblems as error:
        return Worth(text, faults=tuple(problem.message for problem in error.problems))
    except NotComplete as error:
        return Worth(text, faults=(error.text,))
    restated = "|" in text and stated != situation
    return Worth(format_hand(hand), counted.points, counted.minimum_met, restated)
