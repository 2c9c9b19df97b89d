"""What Québec classical asks about a hand that its tiles do not show."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion

FIRST_DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Situation:
    """How a hand ended, beyond what :class:`~tournament.hand.player_hand.PlayerHand` holds."""

    ready: bool = False
    """Declared “Main fixe”; counts in a winner's hand alone."""
    first: str | None = None
    """``discard``: won on East's first discard."""
    own_hand: str | None = None
    """The name of the special hand that the event added and the winner has."""


PLAIN = Situation()
"""A hand without any of this."""

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
"""In the order in which a referee answers."""
