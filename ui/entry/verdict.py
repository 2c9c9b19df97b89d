"""What the tiles of a line are worth, what they wait for, or how far they are."""

from dataclasses import dataclass
from functools import lru_cache

from tournament.catalogue import DEFAULT_SCORER
from tournament.hand.hand import Hand, Waiting
from tournament.hand.legality import situation_problems
from tournament.hand.problem import HandProblem
from tournament.hand.shanten import Distance, distances
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import Text, mark
from tournament.rules.explanation import Explanation
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.score import NotComplete
from tournament.rules.wait import Wait
from ui.entry.arrangement import HAND_SIZE, Arrangement
from ui.entry.hand_line import parse_line

Sources = tuple[Text | str, Text | str, Text | str]
"""The previous player, the one opposite, the next one."""


@dataclass(frozen=True, slots=True)
class HandContext:
    """What is known before the first tile."""

    situation: Situation = EAST_BY_DISCARD
    fixed: bool = False
    """Winds and self-draw are a sheet's."""
    scorer: HandScorer = DEFAULT_SCORER
    sources: Sources = (mark("the left"), mark("opposite"), mark("the right"))
    """From whom a tile may come: names, where they are known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that is known of what is typed."""

    arrangement: Arrangement
    scorer: HandScorer
    faults: tuple[HandProblem, ...] = ()
    restated: bool = False
    """The line has other winds, or another way to win, than the sheet: the sheet's count."""
    hand: Hand | None = None
    """The fourteen tiles, when they are legal."""
    explanation: Explanation | None = None
    """What they are worth and why; None when they are no winning hand."""
    waits: tuple[Wait, ...] = ()
    """What the thirteen without the winning tile wait for."""
    distances: tuple[Distance, ...] = ()
    """How far the thirteen are, the nearest shape first, when they wait for nothing."""

    @property
    def points(self) -> int | None:
        """The value with flowers; None when nothing is won."""
        return self.explanation.score.points if self.explanation is not None else None


def judge(typed: str, context: HandContext) -> Verdict:
    """Judge what is typed."""
    line, scorer = parse_line(typed, context.situation, fixed=context.fixed), context.scorer
    found = line.arrangement
    if line.faults or len(found.tiles) + 3 * len(found.melds) < HAND_SIZE - 1:
        return Verdict(found, scorer, line.faults, line.restated)
    waiting = Waiting(found.melds, found.tiles, found.situation, len(found.flowers))
    waits = scorer.waits(waiting)
    far = () if waits else tuple(sorted(distances(waiting), key=lambda distance: distance.shanten))
    hand = explanation = None
    if found.winning is not None:
        hand = Hand(found.melds, found.tiles, found.winning, found.situation, len(found.flowers))
        explanation = _explained(hand, scorer)
    return Verdict(found, scorer, (), line.restated, hand, explanation, waits, far)


def _explained(hand: Hand, scorer: HandScorer) -> Explanation | None:
    try:
        return scorer.explain(hand)
    except NotComplete:
        return None


@lru_cache
def warm_up(scorer: HandScorer) -> None:
    """Load what judging needs and fill its tables, before the first key waits for them."""
    for typed in ("1479m258p369sESW", "1379m258p47sESWN"):
        judge(typed, HandContext(scorer=scorer))


def why_impossible(arrangement: Arrangement, situation: Situation) -> Text | None:
    """Why these tiles cannot have been won in this ``situation``; None when they can."""
    winning = -1 if arrangement.winning is None else int(arrangement.winning)
    problems = situation_problems(arrangement.melds, arrangement.tiles, winning, situation)
    return next((each.message for each in problems), None)
