"""One column of a table, described once for every place that shows it.

A :class:`Column` has the name by which programs know it, the heading that people read, the kind of its values, what it
means, and how its value is read from the subject of a row. Window, papers, workbooks, CSV, JSON, the terminal and data
frames are made of it; each leaves out what it does not need.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, TypeVar, cast

from tournament.language import Text, mark
from tournament.rules.pattern import Names


class OtherNames(Names):
    """The names in the languages that a page is not written in."""

    def besides(self, languages: Iterable[str]) -> str:
        """The names in none of ``languages``; beside Chinese alone, the English one."""
        shown = tuple(languages)
        names = {"en": self.en} if shown == ("zh",) else {"en": self.en, "fr": self.fr, "zh": self.zh}
        return " · ".join(dict.fromkeys(name for code, name in names.items() if name and code not in shown))


class NotCounted(int):
    """A score that does not count: in brackets for a reader, a plain number in data."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether it is a score of the same kind: a score that counts is written without brackets."""
        return isinstance(other, NotCounted) and int(self) == int(other)

    def __hash__(self) -> int:
        return hash((NotCounted, int(self)))


class NotCountedPoints(Fraction):
    """Points that do not count and may be fractions; written like :class:`NotCounted`."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether they are points of the same kind."""
        return isinstance(other, NotCountedPoints) and Fraction(self) == Fraction(other)

    def __hash__(self) -> int:  # type: ignore[override]  # typeshed has Complex without it
        return hash((NotCountedPoints, Fraction(self)))


Cell = str | int | Fraction | Text | Names | None
"""A string is the user's own words, a Text is a message, Names are those of a fan; None is an empty cell."""
Value = Cell | datetime
"""What is read from a row: a cell, a moment, a truth value, or one of a closed set by its name for programs."""
Row = TypeVar("Row")
"""What one row of a table is about: a player's standing, a penalty."""
Other = TypeVar("Other")
"""The subject of a row in another table."""


def not_counted(points: int | Fraction) -> Cell:
    """``points`` as a cell for what does not count."""
    return NotCounted(points.numerator) if points.denominator == 1 else NotCountedPoints(points)


class Kind(Enum):
    """What the values of a column are, and so how its cells are written."""

    TEXT = "text"
    """Words, aligned left."""
    CODE = "code"
    """Digits that are not a number, such as an EMA number: zeros are kept."""
    INTEGER = "integer"
    """A whole number, ``12``."""
    SIGNED = "signed"
    """A score or a change, ``+12``, ``0``, ``−12``."""
    POINTS = "points"
    """Table points, exact: the whole parts are aligned, and the fraction has its own space."""
    AVERAGE = "average"
    """A mean or a share, exact: shown with one decimal."""
    AMOUNT = "amount"
    """Money, exact: ``150``, or ``150.50`` with hundredths."""
    MOVEMENT = "movement"
    """Places gained (positive) or lost since the session before, with an arrow; 0 is a dash."""
    CHOICE = "choice"
    """One of a closed set, the same in every event: a name for programs, and a label for people."""
    YES_NO = "yes-no"
    """True or false."""
    MOMENT = "moment"
    """A date with a time, in the time zone of the event."""

    @property
    def dtype(self) -> str:
        """The dtype of such a column in a data frame."""
        return _DTYPES[self]

    @property
    def is_number(self) -> bool:
        """Whether the cells are numbers, which are aligned right."""
        return _DTYPES[self] in (_WHOLE, _EXACT) and self is not Kind.MOVEMENT

    @property
    def is_words(self) -> bool:
        """Whether the cells are words, which may be wrapped."""
        return not self.is_number and self not in (Kind.CODE, Kind.MOVEMENT)


_WHOLE, _EXACT = "Int64", "object"
"""Whole numbers that may be missing, and fractions."""
_DTYPES = {
    Kind.TEXT: "string",
    Kind.CODE: "string",
    Kind.INTEGER: _WHOLE,
    Kind.SIGNED: _WHOLE,
    Kind.POINTS: _EXACT,
    Kind.AVERAGE: _EXACT,
    Kind.AMOUNT: _EXACT,
    Kind.MOVEMENT: _WHOLE,
    Kind.CHOICE: "category",
    Kind.YES_NO: "boolean",
    Kind.MOMENT: "datetime64[ms, UTC]",
}


class Emphasis(Enum):
    """How prominent a column is."""

    PLAIN = "plain"
    NAME = "name"
    """Who the row is about: slightly stronger than plain."""
    STRONG = "strong"
    """The main figure of the page."""
    MUTED = "muted"
    """Detail: grey."""


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column of a table whose rows are about a ``Row``."""

    heading: Text
    """For people, in their language."""
    value: Callable[[Row], Value] = field(compare=False)
    """Its value in a row; None if it is missing."""
    kind: Kind = Kind.TEXT
    emphasis: Emphasis = Emphasis.PLAIN
    flexible: bool = False
    """Takes the space that the other columns leave, and wraps if there is too little."""
    once: bool = False
    """On paper, only written where it differs from the row above."""
    name: str = ""
    """For programs: in data frames, JSON and files; the same in every language. Empty if only people read it."""
    meaning: str = ""
    """What it means, with its unit, for those who analyse an event."""
    labels: Mapping[str, Text] = field(default_factory=dict, hash=False)
    """Of a choice: every value in order, with its words for people."""

    def cell(self, row: Row) -> Cell:
        """Its cell in ``row``, for people."""
        return self.shown(self.value(row))

    def shown(self, value: Value) -> Cell:
        """``value`` as people see it: a choice by its label, a truth value as a word."""
        match self.kind:
            case Kind.CHOICE if value is not None:
                return self.labels[str(value)]
            case Kind.YES_NO if value is not None:
                return mark("yes") if value else mark("no")
            case Kind.MOMENT if isinstance(value, datetime):
                return Text("{moment}", (("moment", value),))
            case _:
                return cast("Cell", value)

    def of(self, value: Callable[[Other], Value], **changes: Any) -> "Column[Other]":
        """The same column in a table of other rows, with ``changes`` of how it is shown."""
        return cast("Column[Other]", replace(cast("Any", self), value=value, **changes))

    def within(self, part: "Callable[[Other], Row]", **changes: Any) -> "Column[Other]":
        """The same column for a row that has this column's subject as its ``part``."""
        return self.of(lambda row: self.value(part(row)), **changes)
