"""The entries as a table, newest first, with a band for each day. The text of a row is made when it is shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from reports.column import Emphasis
from reports.vocabulary import REASON, TIME, WHAT, WHO
from tournament.language import folded, mark
from tournament.ledger.entry import Entry
from tournament.ledger.fact import Category
from tournament.use_cases import View
from tournament.use_cases.entry_words import described
from ui.desktop.dates import weekday_text
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.theme import Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, DrawnCell, Index, Role, TextDelegate


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The texts shown for an entry."""

    time: str
    author: str
    what: str
    where: str
    old: str
    new: str
    reason: str
    counts: bool
    """False if it was undone later."""

    @property
    def change(self) -> str:
        """Old and new value on one line."""
        return f"{self.old or '–'} → {self.new or '–'}" if self.old or self.new else "–"

    @property
    def folded(self) -> str:
        """The whole text, folded for searching."""
        return folded(f"{self.time} {self.author} {self.what} {self.where} {self.old} {self.new} {self.reason}")


def words_of(view: View, entry: Entry) -> EntryWords:
    """Describe ``entry`` as it is shown now."""
    words = described(view, entry)
    return EntryWords(
        time=f"{entry.time.astimezone():%H:%M:%S}",
        author=entry.author,
        what=translator.translate(words.what),
        where=translator.translate(words.where),
        old=translator.translate(words.old),
        new=translator.translate(words.new),
        reason=words.reason,
        counts=view.journal.counts(entry),
    )


_CHANGE = 3
_CHANGE_SHARE, _LEAST_CHANGE, _MOST_CHANGE = 0.66, 120, 640
"""Share of the old and new value in the width left for them and the reason; its limits in pixels."""
_BAND = 30
"""Height of the band of a day."""
CATEGORY_ICONS = {
    Category.EVENT: "event",
    Category.PLAYERS: "players",
    Category.DRAW: "draw",
    Category.SEATING: "swap",
    Category.SESSION: "half",
    Category.HAND: "tables",
    Category.CORRECTION: "pen",
    Category.PENALTY: "flag",
    Category.CANCELLATION: "cross",
    Category.SHEET: "tick",
    Category.UNDO: "undo",
    Category.REDO: "redo",
}


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of the ledger."""

    position: int
    """Position in the ledger, from 1."""
    entry: Entry


@dataclass(frozen=True, slots=True)
class DayRow:
    """The band with the date of the rows below it."""

    day: date


HistoryRow = EntryRow | DayRow

_DAY = CellStyle(selectable=False)
_COUNTS = CellStyle()
_TAKEN_BACK = CellStyle(tone=Tone.TEXT3)
_TAKEN_BACK_CHANGE = CellStyle(tone=Tone.TEXT3, struck=True)


class EntryTable(TableView[HistoryRow]):
    """A table to which older entries are appended as they are found."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._words = lru_cache(maxsize=512)(self._words_at)
        self._what_styles = lru_cache(maxsize=512)(self._what_style_at)
        cell, style = self._cell, self._style
        columns = (
            TableColumn.showing(TIME, self._time, emphasis=Emphasis.PLAIN, width=88, style=style,
                                delegate=lambda: _EntryDelegate(figures=True)),
            TableColumn.showing(WHO, cell(lambda of: of.author), emphasis=Emphasis.PLAIN, width=136, style=style,
                                delegate=_EntryDelegate),
            TableColumn.showing(WHAT, cell(lambda of: of.what), width=236, style=self._what_style,
                                delegate=_EntryDelegate),
            TableColumn(mark("Old → new"), cell(lambda of: of.change), width=_LEAST_CHANGE, style=self._change_style,
                        delegate=_EntryDelegate),
            TableColumn.showing(REASON, cell(lambda of: of.reason or "–"), style=style, delegate=_EntryDelegate),
        )  # fmt: skip
        super().__init__(mark("History"), columns, tall=True)
        translator.changed.connect(self._forget_words)

    def clear_for(self, view: View | None) -> None:
        """Clear the table for the ledger of ``view``."""
        self.clearSpans()
        self.rows_model.set_rows(())  # together with their own ledger, because Qt asks about rows while it removes them
        self._view = view
        self._forget_words()

    def append(self, rows: Sequence[HistoryRow]) -> None:
        """Add older rows at the bottom."""
        first = len(self.rows)
        self.rows_model.append_rows(rows)
        for number, row in enumerate(rows, start=first):
            if isinstance(row, DayRow):
                self.setSpan(number, 0, 1, len(self.rows_model.columns))
                self.setRowHeight(number, _BAND)

    def line_of(self, position: int) -> int | None:
        """The line of the entry at ``position`` of the ledger, or None if it is not shown."""
        lines = enumerate(self.rows)
        return next((index for index, row in lines if isinstance(row, EntryRow) and row.position == position), None)

    def share_width(self) -> None:
        """Distribute the width between old and new value and the reason."""
        header = self.horizontalHeader()
        left = self.width() - sum(header.sectionSize(place) for place in range(_CHANGE)) - 16
        change = min(max(round(left * _CHANGE_SHARE), _LEAST_CHANGE), _MOST_CHANGE)
        header.resizeSection(_CHANGE, change)
        super().share_width()

    def _forget_words(self) -> None:
        self._words.cache_clear()
        self._what_styles.cache_clear()

    def _words_at(self, position: int) -> EntryWords:
        assert self._view is not None
        return words_of(self._view, self._view.journal[position - 1])

    def _cell(self, part: Callable[[EntryWords], str]) -> Callable[[HistoryRow], str]:
        return lambda row: part(self._words(row.position)) if isinstance(row, EntryRow) else ""

    def _time(self, row: HistoryRow) -> str:
        return weekday_text(row.day) if isinstance(row, DayRow) else self._words(row.position).time

    def _style(self, row: HistoryRow) -> CellStyle:
        if isinstance(row, DayRow):
            return _DAY
        return _COUNTS if self._words(row.position).counts else _TAKEN_BACK

    def _change_style(self, row: HistoryRow) -> CellStyle:
        style = self._style(row)
        return _TAKEN_BACK_CHANGE if style is _TAKEN_BACK else style

    def _what_style(self, row: HistoryRow) -> CellStyle:
        return _DAY if isinstance(row, DayRow) else self._what_styles(row.position)

    def _what_style_at(self, position: int) -> CellStyle:
        words = self._words(position)
        taken_back = "" if words.counts else translator.translate(mark("undone"))
        return CellStyle(
            second=" · ".join(filter(None, (words.where, taken_back))),
            type=Type.NAME,
            tone=None if words.counts else Tone.TEXT3,
            accessible_text=", ".join(filter(None, (words.what, words.where, words.change, words.reason))),
        )


class _EntryDelegate(TextDelegate):
    """Dense text after an icon for what was done. The band of a day spans the whole width."""

    def __init__(self, *, figures: bool = False) -> None:
        super().__init__()
        self.kind = Type.DENSE
        self._figures = figures

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell or the band."""
        if not isinstance(index.data(Role.ROW), DayRow):
            super().paint(painter, option, index)
            return
        rect, tokens = QRectF(option.rect), theme.tokens
        painter.save()
        painter.fillRect(rect, QColor(tokens.surface2))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.line))
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        painting.words(painter, rect.adjusted(PAD, 0, 0, -1), text, colour=tokens.text2, kind=Type.CAPTION_STRONG)
        painter.restore()

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the text, after the icon if the cell says what was done."""
        row = cell.row
        if isinstance(row, EntryRow) and cell.kind is Type.NAME:
            icon = QRectF(rect.left(), rect.center().y() - 8, 16, 16)
            icons.paint(painter, CATEGORY_ICONS[row.entry.fact.category], icon, theme.tokens.text2)
            rect = rect.adjusted(28, 0, 0, 0)
        super().contents(painter, rect, cell)

    def line(self, painter: QPainter, rect: QRectF, text: str, cell: DrawnCell, *, figures: bool = False) -> None:
        """Write one line; times have digits of equal width."""
        super().line(painter, rect, text, cell, figures=figures or self._figures)
