"""How the columns of a list share its width: according to their contents, names first."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from ui.desktop.theme import Type
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD

_USUAL = 300
"""Maximum width that a column gets before every other column has what it asks for."""


class Wish(NamedTuple):
    """The width that one column asks for, in pixels at 100 % scale."""

    least: int
    whole: int
    """The width at which nothing is cut."""
    first: bool = False
    """Whether it is served before the others, for names."""

    @property
    def usual(self) -> int:
        """What it asks for at first. Only what all others leave makes room for longer texts."""
        return max(min(self.whole, _USUAL), self.least)


def room_for(texts: Iterable[str], kind: Type = Type.BODY, *, least: int = 0) -> int:
    """The width at which none of ``texts`` is cut."""
    widest = max((painting.width_of(text, kind) for text in set(texts)), default=0.0)
    return max(ceil(widest) + 2 * PAD + 2, least)


def shared(room: int, wishes: Sequence[Wish]) -> list[int]:
    """The width of each column: all it asks for plus a share of the rest, or less, with names first.

    If space is short, each gets its minimum first, then its usual width, then that of its longest text. The widths
    fill ``room``, unless it is less than the sum of the minimum widths.
    """
    widths = [float(wish.least) for wish in wishes]
    left = room - sum(widths)
    for first, long in ((True, False), (False, False), (True, True), (False, True)):
        steps = ((wish.usual, max(wish.whole, wish.usual)) if long else (wish.least, wish.usual) for wish in wishes)
        missing = [
            most - least if wish.first is first else 0 for wish, (least, most) in zip(wishes, steps, strict=True)
        ]
        part = min(max(left, 0) / sum(missing), 1) if sum(missing) else 0
        widths = [width + part * lack for width, lack in zip(widths, missing, strict=True)]
        left -= part * sum(missing)
    whole = sum(wish.whole for wish in wishes)
    if left > 0 and whole:
        widths = [width + left * wish.whole / whole for width, wish in zip(widths, wishes, strict=True)]
    return [int(width) for width in widths]
