"""The questions of Québec classical about a hand besides its tiles."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion

FIRST_DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Situation:
    """How a hand ended, as far as :class:`~tournament.hand.player_hand.PlayerHand` does not say it."""

    ready: bool = False
    """Whether the hand was declared “Main fixe”, which only counts for the winner."""
    first: str | None = None
    """``discard`` if the hand was won on East's first discard; None otherwise."""
    own_hand: str | None = None
    """The name of the special hand that the event added and the winner has."""


PLAIN = Situation()
"""A situation in which every answer is the default."""

SITUATION = (
    RuleQuestion("ready", mark("Main fixe declared")),
    RuleQuestion(
        "first",
        mark("Won at once"),
        QuestionKind.CHOICE,
        None,
        (Choice(FIRST_DISCARD, mark("on East's first discard")),),
    ),
)
"""The questions in the order in which a referee answers them."""
