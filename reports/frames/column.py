"""A column of a frame, described once: its name, its dtype, what it means, and how it is read from a row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tournament.language import Text, exact_text

if TYPE_CHECKING:
    from pandas import DataFrame, Series

Row = TypeVar("Row")
"""What a row of a frame is about: a seat, a penalty."""


class ColumnType(Enum):
    """The type of a column; the value is its dtype."""

    WHOLE = "Int64"
    """Whole numbers; may be missing."""
    TEXT = "string"
    """Text; missing if there is none. Numbers that are names (an EMA number) keep their zeros."""
    CHOICE = "category"
    """One of a closed set, the same in every event."""
    YES_NO = "boolean"
    """True or false; may be missing."""
    MOMENT = "datetime64[ms, UTC]"
    """A moment, in UTC; may be missing."""
    EXACT = "object"
    """An exact number, a ``Fraction``; None if it is missing."""


@dataclass(frozen=True, slots=True)
class FrameColumn(Generic[Row]):
    """One column of a frame."""

    name: str
    """Name in the frame and in files for programs."""
    heading: Text
    """For people, in their language."""
    type: ColumnType
    value: Callable[[Row], object]
    """Its value in a row; None if it is missing."""
    meaning: str
    """What it means, with its unit."""
    labels: Mapping[str, Text] = field(default_factory=dict)
    """For a category: every value in order, with its displayed words."""


def make_frame(columns: Sequence[FrameColumn[Row]], rows: Iterable[Row]) -> "DataFrame":
    """The frame of ``rows`` with ``columns``."""
    from pandas import DataFrame

    rows = tuple(rows)
    return DataFrame({column.name: _values(column, [column.value(row) for row in rows]) for column in columns})


def _values(column: FrameColumn[Row], values: list[Any]) -> Any:
    """``values`` as an array of the column's dtype: quicker than a Series, which has an index to compare as well."""
    from pandas import Categorical, array, to_datetime

    match column.type:
        case ColumnType.CHOICE:
            return Categorical(values, categories=list(column.labels))
        case ColumnType.MOMENT:
            return to_datetime(values, utc=True).as_unit("ms")
        case ColumnType.TEXT:
            return array([value or None for value in values], dtype=column.type.value)
        case ColumnType.EXACT:
            return array([None if value is None else Fraction(value) for value in values], dtype=column.type.value)
        case ColumnType.WHOLE | ColumnType.YES_NO:
            return array(values, dtype=column.type.value)


def with_exact_parts(frame: "DataFrame") -> "DataFrame":
    """``frame`` with two Int64 columns, ``…_numerator`` and ``…_denominator``, for each column of fractions."""
    from pandas import Series

    parts: dict[str, Series[Any]] = {}
    for name in frame.columns:
        column = frame[name]
        if column.dtype != ColumnType.EXACT.value:
            parts[name] = column
            continue
        fractions = [value if isinstance(value, Fraction) else None for value in column]
        for part in ("numerator", "denominator"):
            whole = [None if value is None else getattr(value, part) for value in fractions]
            parts[f"{name}_{part}"] = Series(whole, dtype=ColumnType.WHOLE.value, index=frame.index)
    return _framed(parts, frame)


def with_exact_text(frame: "DataFrame") -> "DataFrame":
    """``frame`` with exact text, ``13/2``, instead of fractions."""
    from pandas import Series

    told: dict[str, Series[Any]] = {}
    for name in frame.columns:
        column = frame[name]
        if column.dtype == ColumnType.EXACT.value:
            texts = [exact_text(value) if isinstance(value, Fraction) else None for value in column]
            column = Series(texts, dtype=ColumnType.TEXT.value, index=frame.index)
        told[name] = column
    return _framed(told, frame)


def _framed(columns: "Mapping[str, Series[Any]]", like: "DataFrame") -> "DataFrame":
    from pandas import DataFrame

    return DataFrame(dict(columns), index=like.index)
