"""The tables of the window have the headings of papers and data frames."""

import pytest
from PySide6.QtCore import QAbstractTableModel

from reports.frames import COLUMNS
from tests.reports.test_vocabulary import assert_one_heading
from tests.ui.desktop.accessibility.test_pages import SHOWN, come_to
from ui.desktop.kit.table import TableModel
from ui.desktop.window import Window


@pytest.mark.thorough
def test_the_window_calls_the_same_thing_the_same(sample: Window) -> None:
    for page in SHOWN:
        come_to(sample, page)
    models = [model for model in sample.findChildren(QAbstractTableModel) if isinstance(model, TableModel)]
    shown = [column for model in models for column in model.columns]
    assert sum(bool(column.name) for column in shown) > 40
    assert_one_heading((*(column for columns in COLUMNS.values() for column in columns), *shown))
