"""What is to be said of the tiles laid out: their value, what they wait for, or how far they are."""

from dataclasses import dataclass
from functools import lru_cache

from tournament.hand.hand import Hand, Waiting
from tournament.hand.legality import situation_problems
from tournament.hand.problem import HandProblem
from tournament.hand.shanten import Distance, distances
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import Text
from tournament.rules.explanation import Explanation
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.score import NotComplete
from tournament.rules.wait import Wait
from ui.desktop.hand_editor.laid import WHOLE, Laid, Read, read


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that is known of what is typed."""

    laid: Laid
    scorer: HandScorer
    faults: tuple[HandProblem, ...] = ()
    pending: bool = False
    """Something at the end is half typed."""
    restated: bool = False
    """The line says other winds, or another way to win, than the sheet: the sheet's hold."""
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


def judge(typed: str, given: Situation, scorer: HandScorer, *, fixed: bool = False) -> Verdict:
    """Judge what is typed; see :func:`ui.desktop.hand_editor.laid.read` for ``given`` and ``fixed``."""
    found = read(typed, given, fixed=fixed)
    laid = found.laid
    if found.faults or laid.held < WHOLE - 1 or (laid.held == WHOLE - 1 and laid.winning is not None):
        return Verdict(laid, scorer, found.faults, found.pending, found.restated)
    waiting = Waiting(laid.melds, laid.tiles, laid.situation, len(laid.flowers))
    ready = scorer.waits(waiting)
    far = () if ready else tuple(sorted(distances(waiting), key=lambda distance: distance.shanten))
    hand, explanation = _counted(found, scorer)
    return Verdict(laid, scorer, (), found.pending, found.restated, hand, explanation, ready, far)


@lru_cache
def warm_up(scorer: HandScorer) -> None:
    """Load what judging needs and fill its tables, before the first key waits for them."""
    for typed in ("1479m258p369sESW", "1379m258p47sESWN"):
        judge(typed, EAST_BY_DISCARD, scorer)


def _counted(found: Read, scorer: HandScorer) -> tuple[Hand | None, Explanation | None]:
    laid = found.laid
    if laid.winning is None:
        return None, None
    hand = Hand(laid.melds, laid.tiles, laid.winning, laid.situation, len(laid.flowers))
    try:
        return hand, scorer.explain(hand)
    except NotComplete:
        return hand, None


def barred(laid: Laid, situation: Situation) -> Text | None:
    """Why the tiles that lie there cannot have been won in this ``situation``; None when they can."""
    winning = -1 if laid.winning is None else int(laid.winning)
    return next((each.message for each in situation_problems(laid.melds, laid.tiles, winning, situation)), None)
