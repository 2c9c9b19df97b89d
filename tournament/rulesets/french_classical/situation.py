"""The questions about a hand of French classical besides its tiles and winds."""

from dataclasses import dataclass
from functools import cache, partial

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion
from tournament.rules.wall_break import WallBreak
from tournament.tiles.wind import Wind

READY, SERVED = "ready", "served"
DEAL, DISCARD = "deal", "discard"
WIND_LETTERS = tuple(wind.letter for wind in Wind)


@dataclass(frozen=True, slots=True)
class FrenchSituation:
    """The answers to the questions of :func:`situation`."""

    dominant: str | None = None
    """The letter of the wind that East's dice chose; None while it is not known."""
    ready: str | None = None
    """``ready`` if the hand was declared ready, ``served`` if that was after the first draw; None otherwise."""
    first: str | None = None
    """``deal``: won with the tiles dealt; ``discard``: won on East's first discard; None for any other win."""
    void: bool = False
    """Whether only flowers and seasons count, because the hand had too many tiles or was changed after it was declared
    ready."""
    drawn: bool = False
    """Whether nobody won this hand."""
    own_hand: str | None = None
    """The name of the special hand that the event added and the winner has."""

    @property
    def dominant_wind(self) -> Wind | None:
        """The dominant wind."""
        return Wind(WIND_LETTERS.index(self.dominant)) if self.dominant in WIND_LETTERS else None


DOMINANT = "dominant"


def dominant(stacks: int) -> RuleQuestion:
    """Return the question about the dominant wind.

    If it is answered by dice, a second throw also gives the break of walls of ``stacks`` stacks.
    """
    return RuleQuestion(
        DOMINANT,
        mark("Dominant wind: its letter, or the sum of East’s dice"),
        QuestionKind.CHOICE,
        None,
        tuple(Choice(wind.letter, wind.label, wind.key, numbers=sums_to(wind)) for wind in Wind),
        label=mark("Dominant wind"),
        key="M",
        wall_break=partial(wall_break, stacks=stacks),
    )


_OF_TILES = (
    RuleQuestion("ready", mark("Ready hand"), QuestionKind.CHOICE, None,
             (Choice(READY, mark("Called ready")), Choice(SERVED, mark("Served: ready after the first draw")))),
    RuleQuestion("first", mark("Won at once"), QuestionKind.CHOICE, None,
             (Choice(DEAL, mark("With the tiles dealt")), Choice(DISCARD, mark("On East's first discard")))),
    RuleQuestion("void", mark("Void: only flowers and seasons count")),
    RuleQuestion("drawn", mark("Nobody won")),
)  # fmt: skip


@cache
def situation(stacks: int) -> tuple[RuleQuestion, ...]:
    """Return all questions in the order in which a referee answers them."""
    return (dominant(stacks), *_OF_TILES)


_SUMS = range(2, 13)
"""The possible sums of two dice."""


def _wall_of(total: int) -> Wind:
    """Return the wall that the sum ``total`` of East's dice opens.

    East counts the sides to the right, beginning with their own, so that 5 and 9 are East's wall.
    """
    return Wind((total - 1) % 4)


def sums_to(wind: Wind) -> tuple[int, ...]:
    """Return the sums of the dice that make ``wind`` dominant."""
    return tuple(total for total in _SUMS if _wall_of(total) is wind)


def wall_break(east: int, dominant: int, *, stacks: int) -> WallBreak:
    """Return where the wall breaks after East threw the sum ``east`` and the player of the dominant wind ``dominant``.

    The stacks are counted from the left end of the wall that East's dice open, if necessary on into the next wall.
    """
    beyond, before = divmod(east + dominant - 1, stacks)
    return WallBreak(Wind((_wall_of(east) + beyond) % 4), before + 1)
