"""Going through the ledger from its end, a slice at a time, so that the window never waits for it."""

from datetime import date
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.language import Text, mark, mark_count
from tournament.ledger.facts import HandRecorded
from tournament.use_cases import View
from ui.desktop.pages.history.entry_filter import EntryFilter
from ui.desktop.pages.history.model import HistoryModel
from ui.desktop.pages.history.told import told
from ui.desktop.translation import translator

_SLICE = 0.008
"""Seconds that one slice may take."""


class Sieve(QObject):
    """Fills a model with the entries that are wanted, newest first."""

    stepped = Signal()
    """Some more are in, or all are."""

    def __init__(self, model: HistoryModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._view: View | None = None
        self._wanted = EntryFilter()
        self._next = 0
        self.found = 0
        """Entries shown so far."""
        self.hidden = 0
        """Hands left out by their kind alone, so far."""
        self._texts: dict[int, str] = {}
        translator.changed.connect(self._forget)
        self._timer = QTimer(self, interval=2)
        self._timer.timeout.connect(self._slice)

    @property
    def running(self) -> bool:
        """Whether older entries are still to be looked at."""
        return self._timer.isActive()

    @property
    def counted(self) -> Text:
        """How many entries there are to see, and how many hands the filter hides."""
        if self.running:
            return mark("Searching …")
        found = mark_count("{count} entry", "{count} entries", self.found)
        if not self.hidden:
            return mark("{found} · times of this computer", found=found)
        hidden = mark_count("{count} hand hidden by the filter", "{count} hands hidden by the filter", self.hidden)
        return mark("{found}, {hidden} · times of this computer", found=found, hidden=hidden)

    def begin(self, view: View | None, wanted: EntryFilter) -> None:
        """Look for what is ``wanted`` in the ledger of ``view``; the first slice is taken at once."""
        if view is not self._view:
            self._forget()
        self._view, self._wanted = view, wanted
        self._next = len(view.journal) if view is not None else 0
        self.found = self.hidden = 0
        self._model.clear(view)
        self._timer.start()
        self._slice()

    def _slice(self) -> None:
        ends, rows, day = perf_counter() + _SLICE, list[int | date](), self._model.last_day
        while self._next > 0 and perf_counter() < ends:
            position, self._next = self._next, self._next - 1
            found = self._look(position)
            if found is not None and found != day:
                day = found
                rows.append(found)
            if found is not None:
                rows.append(position)
                self.found += 1
        self._model.add(rows)
        if self._next <= 0:
            self._timer.stop()
        self.stepped.emit()

    def _look(self, position: int) -> date | None:
        """The day of the entry if it is wanted."""
        view, wanted = self._view, self._wanted
        assert view is not None
        entry = view.journal[position - 1]
        if not wanted.takes(view, entry):
            return None
        if not wanted.kinds.keeps(entry.fact.category):
            self.hidden += isinstance(entry.fact, HandRecorded)
            return None
        if wanted.words and not self._says(view, position, wanted.words):
            return None
        return entry.time.astimezone().date()

    def _says(self, view: View, position: int, words: str) -> bool:
        """Whether all ``words`` stand in what is shown; what was folded once is kept for the next words."""
        text = self._texts.get(position)
        if text is None:
            text = self._texts[position] = told(view, view.journal[position - 1]).haystack
        return all(word in text for word in words.split())

    def _forget(self) -> None:
        self._texts.clear()
