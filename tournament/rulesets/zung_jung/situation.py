"""The questions of Zung Jung about a won hand besides its tiles."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion

DEAL, DISCARD = "deal", "discard"


@dataclass(frozen=True, slots=True)
class ZungJungSituation:
    """How a hand was won, as far as its tiles do not show it."""

    first: str | None = None
    """``DEAL`` if East won with the fourteen tiles dealt, ``DISCARD`` if another player won on East's very first
    discard; None otherwise."""
    mixed: bool = False
    """Whether the winner mixed the drawn tile with the others before showing it. Nine Gates then does not count (World
    Series v1.03)."""


SITUATION = (
    RuleQuestion(
        "first",
        mark("Won at once"),
        QuestionKind.CHOICE,
        None,
        (
            Choice(DEAL, mark("East, with the tiles dealt")),
            Choice(DISCARD, mark("on East's first discard")),
        ),
    ),
    RuleQuestion("mixed", mark("Nine Gates: the drawn tile was not shown apart")),
)
"""The questions in the order in which a referee answers them."""
