"""Documents refuse what no writer could write."""

import pytest

from reports.document import Column, Emphasis, Field, Kind, Table, table_of
from tournament.language import mark


def test_every_row_has_a_cell_for_every_column() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        Table((Column(mark("Rank")), Column(mark("Player"))), ((1, "Ada"), (2,)))


def test_fields_make_a_table() -> None:
    fields: tuple[Field[tuple[int, str]], ...] = (
        Field(mark("Rank"), lambda row: row[0], Kind.INTEGER, Emphasis.STRONG, once=True),
        Field(mark("Player"), lambda row: row[1], emphasis=Emphasis.NAME, flexible=True),
    )
    assert table_of(fields, [(1, "Ada"), (2, "Bo")], group=4, together=True) == Table(
        (
            Column(mark("Rank"), Kind.INTEGER, Emphasis.STRONG, once=True),
            Column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
        ),
        ((1, "Ada"), (2, "Bo")),
        group=4,
        together=True,
    )


def test_a_field_of_what_is_part_of_a_row() -> None:
    name: Field[str] = Field(mark("Player"), str.upper, emphasis=Emphasis.NAME, flexible=True, once=True)
    inner: Field[tuple[int, str]] = name.within(lambda row: row[1])
    assert table_of([inner], [(1, "Ada")]) == Table((name.column,), (("ADA",),))
