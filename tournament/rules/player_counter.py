"""How the tiles of any player are counted by rules that look at more than the winner's, or count otherwise than fan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.hand.player_hand import PlayerHand
from tournament.rules.item import HandCount
from tournament.rules.question import Answers, Chosen, RuleQuestion


def _nothing(_counts: Sequence[HandCount], _winner: int | None) -> Chosen:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class PlayerCounter:
    """Counts one player's tiles as one rule set does, under the options of an event."""

    questions: tuple[RuleQuestion, ...]
    """What is asked of a hand beyond its tiles, in the order in which a referee answers."""
    count: Callable[[PlayerHand, Answers], HandCount]
    """The dearest reading, with an answer to every question; NotComplete when a winner's tiles make nothing,
    HandProblems for what cannot be."""
    members: Callable[[HandCount, Answers], dict[str, object]]
    """The same for scripts: plain numbers, texts and lists."""
    losers: bool = False
    """Hands that did not win are counted too."""
    any_size: bool = False
    """Such a hand may have too many tiles or too few."""
    answers: Callable[[Sequence[HandCount], int | None], Chosen] = _nothing
    """What the four hands of a table, by seat from East on, answer of the questions about the hand as a whole; the
    second argument is the winner's seat."""
