"""The tables of the window have the headings of papers, files and data frames."""

from typing import Any

from PySide6.QtWidgets import QApplication

from reports.column import Column
from reports.frames import COLUMNS
from tests.reports.test_vocabulary import assert_one_heading
from ui.desktop.kit.table import TableView
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.window import Window


def test_tables_of_the_window_call_the_same_thing_as_papers_and_frames_do(window: Window) -> None:
    found = list[Column[Any]]()
    for page in PAGES:
        window.show_page(page.id)
        QApplication.processEvents()
        for table in window.page(page.id).findChildren(TableView):
            found.extend(table.rows_model.columns)
    named = {column.name for column in found if column.name}
    frames = [column for columns in COLUMNS.values() for column in columns]
    assert len(named & {column.name for column in frames}) >= 10, "most lists are made of the vocabulary"
    assert_one_heading((*frames, *found))
