"""Documents refuse what no writer could write."""

import pytest

from reports.column import Column, Emphasis, Kind
from reports.document import Table, table_of
from tests.reports.documents import column
from tournament.language import mark


def test_every_row_has_a_cell_for_every_column() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        Table((column(mark("Rank")), column(mark("Player"))), ((1, "Ada"), (2,)))


def test_fields_make_a_table() -> None:
    fields: tuple[Column[tuple[int, str]], ...] = (
        Column(mark("Rank"), lambda row: row[0], Kind.INTEGER, Emphasis.STRONG, once=True),
        Column(mark("Player"), lambda row: row[1], emphasis=Emphasis.NAME, flexible=True),
    )
    assert table_of(fields, [(1, "Ada"), (2, "Bo")], group=4, together=True) == Table(
        (
            column(mark("Rank"), Kind.INTEGER, Emphasis.STRONG, once=True),
            column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
        ),
        ((1, "Ada"), (2, "Bo")),
        group=4,
        together=True,
    )


def test_a_field_of_what_is_part_of_a_row() -> None:
    name: Column[str] = Column(mark("Player"), str.upper, emphasis=Emphasis.NAME, flexible=True, once=True)
    inner: Column[tuple[int, str]] = name.within(lambda row: row[1])
    assert table_of([inner], [(1, "Ada")]) == Table((name,), (("ADA",),))
