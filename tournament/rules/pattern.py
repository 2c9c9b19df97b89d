"""A scoring pattern as a row of data: names, points, what it excludes, and which text says so."""

from collections.abc import Callable
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

FactsT = TypeVar("FactsT")


class ExclusionScope(Enum):
    """How much of another pattern an exclusion removes."""

    ALL = "all"
    SAME_SETS = "same sets"
    """Only what the same sets make."""
    ONE = "one"
    """A single count."""


class Source(Enum):
    """The text that says that a pattern excludes another."""

    FFMJ = "FFMJ"
    """Said by the rule text of the French federation."""
    WMO = "WMO 2006"
    """Listed in the WMO rule book."""
    INCLUSION = "inclusion"
    """It cannot be made without the other (FFMJ, "Principe de non-répétition")."""
    CHINESE = "Chinese practice"


class Exclusion(NamedTuple):
    """A pattern that is not added to a counted one."""

    slug: str
    """The pattern that is not added."""
    source: Source
    scope: ExclusionScope = ExclusionScope.ALL
    beside: str = ""
    """Only when this third pattern is present too."""


class Stage(Enum):
    """Where a pattern is searched for."""

    HAND = "hand"
    """Tiles and situation: the same in every reading."""
    READING = "reading"
    JOIN = "join"
    """Several sets that it joins (see ``rules.selection``)."""


class MarkKind(Enum):
    """What the bits of a pattern's mark stand for."""

    HAND = "hand"
    """The hand as a whole; the mark is 0 or 1."""
    SETS = "sets"
    """Sets by their place, the pair at 4, anything else at 5."""
    TILES = "tiles"
    """Kinds of tile, in the layout of ``tiles.packed``."""
    NUMBER = "number"
    """The mark is itself the count."""


class Names(NamedTuple):
    """One text in the three languages of the table."""

    en: str
    fr: str
    zh: str = ""

    def of(self, language: str) -> str:
        """The text in ``en``, ``fr`` or ``zh``; English where there is none."""
        return {"fr": self.fr, "zh": self.zh or self.en}.get(language, self.en)


class Pattern(NamedTuple, Generic[FactsT]):
    """One row of a table of patterns."""

    number: int | None
    """Its number in the rule book, or None when it has none."""
    slug: str
    """Its name in files: the English name in lower case with hyphens."""
    points: int
    name: Names
    description: Names
    stage: Stage
    mark: Callable[[FactsT], int]
    """Finds it: a mark of what makes it, 0 when absent; ``made`` is how to read the mark."""
    made: MarkKind = MarkKind.HAND
    each: bool = False
    """Whether it counts once for each bit of its mark, or once in all."""
    excludes: tuple[Exclusion, ...] = ()
    joins: int = 0
    """How many sets it joins; 0 for a pattern that joins none."""
    needs: int = 0
    """Traits of the facts without which it cannot be there, so that it need not be looked for."""
