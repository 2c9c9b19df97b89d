"""The worth of tiles in MCR, for a sheet: winds and self-draw are the sheet's."""

from dataclasses import replace

from tournament.hand.notation import HandProblems, format_hand, parse
from tournament.rules.worth import Seated, Worth
from tournament.rulesets.mcr.scoring import NotComplete, score


def worth(text: str, seated: Seated, *, profile: str) -> Worth:
    """Count the notation ``text`` in the place of ``seated``."""
    try:
        written = parse(text)
        stated = written.situation
        situation = stated._replace(prevalent=seated.prevalent, seat=seated.own, self_drawn=seated.self_drawn)
        hand = replace(written, situation=situation)
        counted = score(hand, profile=profile)
    except HandProblems as error:
        return Worth(text, faults=tuple(problem.message for problem in error.problems))
    except NotComplete as error:
        return Worth(text, faults=(error.text,))
    restated = "|" in text and stated != situation
    return Worth(format_hand(hand), counted.points, counted.minimum_met, restated)
