"""A scoring pattern as a row of data: names, points, and which patterns it excludes according to which text."""

from collections.abc import Callable
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

FactsT = TypeVar("FactsT")


class ExclusionScope(Enum):
    """How much of another pattern an exclusion removes."""

    ALL = "all"
    SAME_SETS = "same sets"
    """Only instances made by the same sets."""
    ONE = "one"
    """A single count."""


class Source(Enum):
    """The text according to which a pattern excludes another."""

    FFMJ = "FFMJ"
    """The rules of the French federation."""
    WMO = "WMO 2006"
    """The list in the rule book of the WMO."""
    INCLUSION = "inclusion"
    """A pattern that cannot be made without the other one (FFMJ, "Principe de non-répétition")."""
    CHINESE = "Chinese practice"


class Exclusion(NamedTuple):
    """A pattern that is not added to another one that counts."""

    slug: str
    """The slug of the pattern that is not added."""
    source: Source
    scope: ExclusionScope = ExclusionScope.ALL
    beside: str = ""
    """The slug of a third pattern that must also be present; empty if none must."""


class Stage(Enum):
    """The step of counting in which a pattern is searched for, since later steps need the results of earlier ones."""

    HAND = "hand"
    """In the tiles and the situation, which are the same in every reading."""
    READING = "reading"
    JOIN = "join"
    """Among the combinations of several sets (see ``rules.selection``)."""


class MarkKind(Enum):
    """The meaning of the bits of a pattern's mark."""

    HAND = "hand"
    """The hand as a whole; the mark is 0 or 1."""
    SETS = "sets"
    """One bit for each set by its place; the pair is at 4, anything else at 5."""
    TILES = "tiles"
    """One bit for each kind of tile, in the layout of ``tiles.packed``."""
    NUMBER = "number"
    """The mark is the number of counts."""


class Names(NamedTuple):
    """A text in the three languages of the program."""

    en: str
    fr: str
    zh: str = ""

    def of(self, language: str) -> str:
        """Return the text in ``en``, ``fr`` or ``zh``; in English if the language has none."""
        return {"fr": self.fr, "zh": self.zh or self.en}.get(language, self.en)


class Pattern(NamedTuple, Generic[FactsT]):
    """One row of a table of patterns."""

    number: int | None
    """Its number in the rule book; None if it has none."""
    slug: str
    """Its name in files: the English name in lower case with hyphens."""
    points: int
    name: Names
    description: Names
    stage: Stage
    mark: Callable[[FactsT], int]
    """Return a mark: an integer that says what makes the pattern, 0 if it is absent. ``made`` says how to read it."""
    made: MarkKind = MarkKind.HAND
    each: bool = False
    """Whether it counts once for each bit of its mark instead of once in all."""
    excludes: tuple[Exclusion, ...] = ()
    joins: int = 0
    """The number of sets that it combines; 0 for other patterns."""
    needs: int = 0
    """The traits, as bits, without which no hand contains the pattern. The search skips it then, which saves time."""
