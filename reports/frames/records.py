"""The rows of a table as data: records without pandas, and frames, each column with the dtype of its kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any, assert_never

from reports.column import Column, Kind, Row
from tournament.language import exact_text

if TYPE_CHECKING:
    from pandas import DataFrame, Series


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of a frame without pandas, for tables and for files that other programs read."""

    columns: tuple[Column[Any], ...]
    rows: tuple[tuple[Any, ...], ...]
    """The values of each row, None where one is missing."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def frame(self) -> "DataFrame":
        """The same as a frame."""
        return make_frame([column.of(itemgetter(n)) for n, column in enumerate(self.columns)], self.rows)

    def only(self, **wanted: object) -> "Records":
        """The rows whose columns have the given values; None allows any value."""
        places = [(self.names.index(name), value) for name, value in wanted.items() if value is not None]
        return Records(self.columns, tuple(row for row in self.rows if all(row[n] == value for n, value in places)))


def make_records(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> Records:
    """The records of ``rows`` with ``columns``."""
    return Records(
        tuple(columns), tuple(tuple(_plain(column, column.value(row)) for column in columns) for row in rows)
    )


def _plain(column: Column[Any], value: Any) -> Any:
    """``value`` as it is in the frame."""
    if value is None:
        return None
    match column.kind:
        case Kind.TEXT | Kind.CODE:
            return value or None
        case Kind.POINTS | Kind.AVERAGE | Kind.AMOUNT:
            return Fraction(value)
        case Kind.MOMENT:
            # Cut to milliseconds as the column of a frame is, so that both forms of a row are equal.
            return value.astimezone(UTC).replace(microsecond=value.microsecond // 1000 * 1000)
        case Kind.INTEGER | Kind.SIGNED | Kind.MOVEMENT | Kind.CHOICE | Kind.YES_NO:
            return value
        case _:
            assert_never(column.kind)


def json_rows(records: Records) -> list[dict[str, Any]]:
    """The rows as JSON, by the names of the columns."""
    return [dict(zip(records.names, map(json_value, row), strict=True)) for row in records.rows]


def json_value(value: object) -> object:
    """``value`` of a row as JSON and CSV for programs have it: exact numbers as text, moments in ISO 8601."""
    if isinstance(value, Fraction):
        return exact_text(value)
    return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ") if isinstance(value, datetime) else value


def make_frame(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> "DataFrame":
    """The frame of ``rows`` with ``columns``."""
    from pandas import DataFrame

    rows = tuple(rows)
    return DataFrame({column.name: _values(column, [column.value(row) for row in rows]) for column in columns})


def _values(column: Column[Row], values: list[Any]) -> Any:
    """``values`` as an array of the column's dtype: quicker than a Series, which has an index to compare as well."""
    from pandas import Categorical, array, to_datetime

    match column.kind:
        case Kind.CHOICE:
            return Categorical(values, categories=list(column.labels))
        case Kind.MOMENT:
            return to_datetime(values, utc=True).as_unit("ms")
        case _:
            dtype: Any = column.kind.dtype  # the stubs of pandas have an overload for each
            return array([_plain(column, value) for value in values], dtype=dtype)


def with_exact_parts(frame: "DataFrame") -> "DataFrame":
    """``frame`` with two Int64 columns, ``…_numerator`` and ``…_denominator``, for each column of fractions."""
    from pandas import Series

    parts: dict[str, Series[Any]] = {}
    for name in frame.columns:
        column = frame[name]
        if column.dtype != Kind.POINTS.dtype:
            parts[name] = column
            continue
        fractions = [value if isinstance(value, Fraction) else None for value in column]
        for part in ("numerator", "denominator"):
            whole = [None if value is None else getattr(value, part) for value in fractions]
            parts[f"{name}_{part}"] = Series(whole, dtype=Kind.INTEGER.dtype, index=frame.index)
    return _framed(parts, frame)


def _framed(columns: "Mapping[str, Series[Any]]", like: "DataFrame") -> "DataFrame":
    from pandas import DataFrame

    return DataFrame(dict(columns), index=like.index)
