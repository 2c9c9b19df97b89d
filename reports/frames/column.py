"""A column of a frame, described once: its name, its dtype, what it means, and how it is read from a row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from enum import Enum
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tournament.language import Text

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


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of a frame without pandas, for tables and for files that other programs read."""

    columns: tuple[FrameColumn[Any], ...]
    rows: tuple[tuple[Any, ...], ...]
    """The values of each row, None where one is missing."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def frame(self) -> "DataFrame":
        """The same as a frame."""
        return make_frame([replace(column, value=itemgetter(n)) for n, column in enumerate(self.columns)], self.rows)

    def only(self, **wanted: object) -> "Records":
        """The rows whose columns have the given values; None allows any value."""
        places = [(self.names.index(name), value) for name, value in wanted.items() if value is not None]
        return Records(self.columns, tuple(row for row in self.rows if all(row[n] == value for n, value in places)))


def make_records(columns: Sequence[FrameColumn[Row]], rows: Iterable[Row]) -> Records:
    """The records of ``rows`` with ``columns``."""
    return Records(
        tuple(columns), tuple(tuple(_plain(column, column.value(row)) for column in columns) for row in rows)
    )


def _plain(column: FrameColumn[Any], value: Any) -> Any:
    """``value`` as it is in the frame."""
    if value is None:
        return None
    match column.type:
        case ColumnType.TEXT:
            return value or None
        case ColumnType.EXACT:
            return Fraction(value)
        case ColumnType.MOMENT:
            # Cut to milliseconds as the column of a frame is, so that both forms of a row are equal.
            return value.astimezone(UTC).replace(microsecond=value.microsecond // 1000 * 1000)
        case ColumnType.CHOICE | ColumnType.WHOLE | ColumnType.YES_NO:
            return value


def make_frame(columns: Sequence[FrameColumn[Row]], rows: Iterable[Row]) -> "DataFrame":
    """The frame of ``rows`` with ``columns``. Raise ModuleNotFoundError in the packed program, which has no pandas."""
    try:
        from pandas import DataFrame
    except ModuleNotFoundError as error:
        text = "Data frames need the library pandas, which is not installed: install quatre-vents with pip."
        raise ModuleNotFoundError(text, name="pandas") from error

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


def _framed(columns: "Mapping[str, Series[Any]]", like: "DataFrame") -> "DataFrame":
    from pandas import DataFrame

    return DataFrame(dict(columns), index=like.index)
