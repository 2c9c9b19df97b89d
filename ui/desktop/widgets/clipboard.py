"""Copying the selection of a table as tab-separated text and as HTML, so that it can be pasted into a spreadsheet."""

import csv
import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from io import StringIO
from typing import NamedTuple

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QTableView

from reports.column import Cell
from reports.writers.wording import exact_field
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role

_SIGNED = re.compile(r"[+\N{MINUS SIGN}]\d+")
_AS_TEXT = """ style="mso-number-format:'\\@'" sdnum="1033;0;@\""""
"""HTML attributes that mark a cell as text: a spreadsheet would make a date of 1/2, and drop leading zeros."""


class CopiedTable(NamedTuple):
    """Rows of cells with the headings of their columns."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def text(self) -> str:
        """One line per row with tabs between cells; several rows are preceded by a line of headings."""
        lines = StringIO()
        writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
        if len(self.rows) > 1:
            writer.writerow(_field(head) for head in self.heads)
        writer.writerows([_field(cell) for cell in row] for row in self.rows)
        return lines.getvalue()

    @property
    def html(self) -> str:
        """The same as an HTML table."""
        heads = "".join(f"<th>{escape(head)}</th>" for head in self.heads) if len(self.rows) > 1 else ""
        rows = "".join(f"<tr>{''.join(_html_cell(cell) for cell in row)}</tr>" for row in self.rows)
        return f'<meta charset="utf-8"><table>{f"<tr>{heads}</tr>" if heads else ""}{rows}</table>'


def copy_selection(view: QTableView) -> None:
    """Copy the selection of ``view`` or its current row. If there is neither, the clipboard keeps its contents."""
    copied = selected_cells(view)
    if copied.rows:
        data = QMimeData()
        data.setText(copied.text)
        data.setHtml(copied.html)
        QGuiApplication.clipboard().setMimeData(data)


def selected_cells(view: QTableView) -> CopiedTable:
    """The selection of ``view``: rows from the top, columns from the left, without hidden ones."""
    chosen = {(index.row(), index.column()) for index in view.selectionModel().selectedIndexes()}
    here, header = view.currentIndex(), view.horizontalHeader()
    if not chosen and here.isValid():
        chosen = {(here.row(), column) for column in range(header.count())}
    # whole rows include the cells that the cursor skips
    if view.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows:
        chosen = {(row, column) for row, _ in chosen for column in range(header.count())}
    columns = [header.logicalIndex(place) for place in range(header.count())]
    columns = [each for each in columns if not view.isColumnHidden(each) and any(each == c for _, c in chosen)]
    model = view.model()
    heads = [_cells(model.headerData(column, Qt.Orientation.Horizontal, Role.COPIED)
                    or model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole))
             for column in columns]  # fmt: skip
    rows = []
    for row in sorted({row for row, _ in chosen}):
        cells: list[Cell] = []
        for column, head in zip(columns, heads, strict=True):
            index = model.index(row, column)
            found = _cells(
                index.data(Role.COPIED) if index.data(Role.COPIED) is not None else _value(view, row, column)
            )
            cells += found if (row, column) in chosen else [None] * len(head)
        rows.append(tuple(cells))
    return CopiedTable(tuple(str(text or "") for head in heads for text in head), tuple(rows))


def _value(view: QTableView, row: int, column: int) -> object:
    index = view.model().index(row, column)
    value = index.data(Role.VALUE)
    return value if value is not None else index.data(Qt.ItemDataRole.DisplayRole)


def _cells(data: object) -> Sequence[Cell]:
    """The cells of one column: one, or several where the model returns a tuple."""
    if isinstance(data, tuple):
        return [cell for each in data for cell in _cells(each)]
    if isinstance(data, int | Fraction) and not isinstance(data, bool):
        return [data]
    text = str(data) if data is not None else ""
    return [int(text.replace("\N{MINUS SIGN}", "-")) if _SIGNED.fullmatch(text) else text]


def _field(cell: Cell) -> str:
    """A cell as text. Line ends become ``\\n``, because some readers treat ``\\r`` as the end of the row."""
    return exact_field(cell, translator.language).replace("\r\n", "\n").replace("\r", "\n")


def _html_cell(cell: Cell) -> str:
    return f"<td{'' if isinstance(cell, int) else _AS_TEXT}>{escape(_field(cell))}</td>"
