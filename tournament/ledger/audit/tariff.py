"""What a game is for the second count: what a hand moves, who is East in the next one, when it is over.

A hand is the content of its entry; columns are 0 to 3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Hand = Mapping[str, Any]
Options = Mapping[str, Any]
"""What the event chose; what it left at its default is not there."""
Moves = Iterator[tuple[int, int, int]]
"""From whom, to whom, how much."""


class Game(NamedTuple):
    """How far a table is."""

    hands: int
    """Rows behind it, played or not."""
    deals: int
    """How often the deal has passed."""
    totals: Sequence[int]
    east: int = 0
    """Who was East in the last hand."""
    stayed: bool = False
    """Whether East is East again."""
    hand: Hand | None = None
    """The last one; None: not played."""


class Lies(NamedTuple):
    """What lies on the table between two hands."""

    counters: int = 0
    sticks: int = 0


TableMoves = Iterator[tuple[int | None, int | None, int]]
"""From whom, to whom, how much; None is the table."""


class OnTable(NamedTuple):
    """What a game with riichi sticks and counters has besides."""

    pay: Callable[[Hand, int, Lies, Options], TableMoves]
    after: Callable[[Hand | None, bool, Lies], Lies]
    """What lies there after a hand; the second argument: whether East is East again."""
    left: Callable[[Sequence[int], Lies, Options], TableMoves]
    """What becomes of it when the game ends with these scores."""
    final: Callable[[Sequence[int], Options], tuple[Fraction, ...]]
    """The scores with what the places add."""
    afterwards: frozenset[str]
    """Faults whose points are taken from that."""


class Tariff(NamedTuple):
    """One rule set."""

    pay: Callable[[Hand, int, Options], Moves]
    """What a hand moves; the second argument is East's column."""
    keeps: Callable[[Hand | None, int, Options], bool] | None = None
    """Whether East stays after a hand (None: not played). None: the deal passes after every hand."""
    over: Callable[[Game, Options], bool] | None = None
    """Whether the game has ended. None: a session has its hands, whatever happens."""
    step: Callable[[Options], int] = lambda _options: 1
    """How many columns on the next East is when the deal passes."""
    on_table: OnTable | None = None
    """Of a game with sticks and counters; ``pay`` is not asked then."""
    points: str = "4-2-1-0"
    """What the places are worth unless the event chose; ``match`` for the square root of the score."""
