"""How the columns of a list share its width: by what stands in them, names first."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from ui.desktop.theme import Type
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD

_WIDEST = 300
"""A column asks for no more, whatever stands in it."""


class Wish(NamedTuple):
    """What one column wants of the width, in pixels at 100 % scale."""

    least: int
    whole: int
    """With this nothing in it is cut."""
    first: bool = False
    """Served before the others: names."""


def room_for(texts: Iterable[str], kind: Type = Type.BODY, *, least: int = 0) -> int:
    """The width of a cell in which none of ``texts`` is cut, but not above what a column may ask for."""
    widest = max((painting.width_of(text, kind) for text in set(texts)), default=0.0)
    return max(min(ceil(widest) + 2 * PAD + 2, _WIDEST), least)


def shared(room: int, wishes: Sequence[Wish]) -> list[int]:
    """The width of each column: all they want and a part of what is left over, or else each its least and names first.

    They fill ``room``, unless that is less than the sum of what they want at least.
    """
    widths = [float(wish.least) for wish in wishes]
    left = room - sum(widths)
    for first in (True, False):
        missing = [max(wish.whole - wish.least, 0) if wish.first is first else 0 for wish in wishes]
        part = min(max(left, 0) / sum(missing), 1) if sum(missing) else 0
        widths = [width + part * lack for width, lack in zip(widths, missing, strict=True)]
        left -= part * sum(missing)
    whole = sum(wish.whole for wish in wishes)
    if left > 0 and whole:
        widths = [width + left * wish.whole / whole for width, wish in zip(widths, wishes, strict=True)]
    return [int(width) for width in widths]
