"""Documents refuse what no writer could write."""

import pytest

from reports.document import Column, Section, Table
from tests.reports.documents import COLUMNS, document
from tournament.language import mark


def test_every_row_has_a_cell_for_every_column() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        Table((Column(mark("Rank")), Column(mark("Player"))), ((1, "Ada"), (2,)))


def test_sections_have_the_same_columns() -> None:
    with pytest.raises(ValueError, match="same columns"):
        document(Section(Table(COLUMNS, ())), Section(Table(COLUMNS[:2], ())))
