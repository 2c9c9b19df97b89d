"""What the tiles of a hand do not show: the wins before play has begun, and how the winning tile was shown."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion

DEAL, DISCARD = "deal", "discard"


@dataclass(frozen=True, slots=True)
class ZungJungSituation:
    """The situation of a hand that won."""

    first: str | None = None
    """``DEAL``: East with the fourteen tiles dealt. ``DISCARD``: another player on East's very first discard."""
    mixed: bool = False
    """The drawn tile was mixed with the others before it was seen: no Nine Gates (World Series v1.03)."""


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
"""In the order in which a referee answers."""
