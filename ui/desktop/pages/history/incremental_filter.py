"""Searches the ledger from its end in slices, so that the window stays responsive."""

from datetime import date
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.language import Text, mark, mark_count
from tournament.ledger.fact import Category
from tournament.use_cases import View
from ui.desktop.pages.history.entry_filter import EntryFilter
from ui.desktop.pages.history.entry_table import DayRow, EntryRow, HistoryRow
from ui.desktop.pages.history.entry_words import words_of
from ui.desktop.translation import translator

_SLICE = 0.008
"""Maximum duration of a slice in seconds."""


class IncrementalFilter(QObject):
    """Finds the matching entries, newest first."""

    stepped = Signal(object)
    """The rows found in the last slice, possibly none."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._wanted = EntryFilter()
        self._next = 0
        self._day: date | None = None
        self.found = 0
        """Number of entries found so far."""
        self.hidden = 0
        """Number of entries so far that only the kind filter hides: hands."""
        self._folded: dict[int, str] = {}
        translator.changed.connect(self._forget_words)
        self._timer = QTimer(self, interval=2)
        self._timer.timeout.connect(self._look_through_slice)

    @property
    def running(self) -> bool:
        """Whether older entries remain to be searched."""
        return self._timer.isActive()

    @property
    def counted(self) -> Text:
        """How many entries are shown, and how many hands the filter hides."""
        if self.running:
            return mark("Searching …")
        found = mark_count("{count} entry", "{count} entries", self.found)
        if not self.hidden:
            return mark("{found} · times of this computer", found=found)
        hidden = mark_count("{count} hand hidden by the filter", "{count} hands hidden by the filter", self.hidden)
        return mark("{found}, {hidden} · times of this computer", found=found, hidden=hidden)

    def begin(self, view: View | None, wanted: EntryFilter) -> None:
        """Search the ledger of ``view`` for ``wanted``. The first slice is done at once."""
        if view is not self._view:
            self._forget_words()
        self._view, self._wanted, self._day = view, wanted, None
        self._next = len(view.journal) if view is not None else 0
        self.found = self.hidden = 0
        self._timer.start()
        self._look_through_slice()

    def _look_through_slice(self) -> None:
        ends, rows = perf_counter() + _SLICE, list[HistoryRow]()
        while self._view is not None and self._next > 0 and perf_counter() < ends:
            row = EntryRow(self._next, self._view.journal[self._next - 1])
            self._next -= 1
            if self._is_wanted(self._view, row):
                self.found += 1
                day = row.entry.time.astimezone().date()
                rows.extend((row,) if day == self._day else (DayRow(day), row))
                self._day = day
        if self._next <= 0:
            self._timer.stop()
        self.stepped.emit(rows)

    def _is_wanted(self, view: View, row: EntryRow) -> bool:
        wanted, category = self._wanted, row.entry.fact.category
        if not wanted.takes(view, row.entry):
            return False
        if not wanted.kinds.keeps(category):
            self.hidden += category is Category.HAND
            return False
        if not wanted.search:
            return True
        if row.position not in self._folded:  # kept for the next search
            self._folded[row.position] = words_of(view, row.entry).folded
        return wanted.search.finds_folded(self._folded[row.position])

    def _forget_words(self) -> None:
        self._folded.clear()
