"""The History page: the list, its filters, and the panel of the chosen entry."""

from PySide6.QtCore import QModelIndex, QTimer
from PySide6.QtGui import QFocusEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import mark
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.long_work import Work
from ui.desktop.pages.history.delegates import EntryDelegate
from ui.desktop.pages.history.effect import Effect, effect_of
from ui.desktop.pages.history.entry_filter import place_of
from ui.desktop.pages.history.filters import Filters
from ui.desktop.pages.history.model import CHANGE, REASON, WHAT, WHEN, WHO, HistoryModel
from ui.desktop.pages.history.panel import Panel, slip_of
from ui.desktop.pages.history.sieve import Sieve
from ui.desktop.pages.report_dialogs import show_slip
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.list_table import ListTable

_WIDTHS = {WHEN: 88, WHO: 112, WHAT: 236}
_REASON_SHARE = 0.34
"""Of what is left over for old and new and the reason."""
_BAND, _PAUSE = 30, 150
"""Height of a day's band; milliseconds that a choice or a word must stand before it is followed."""


class HistoryPage(QWidget):
    """Shows the whole ledger, also while the past is looked at: from here one goes from moment to moment."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._stale = True
        self._chosen = 0
        self._work: Work | None = None
        self.model = HistoryModel(self)
        self.sieve = Sieve(self.model, self)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.filters = Filters()
        self.list = ListTable(mark("History"), tall=True)
        self.foot = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.panel = Panel()
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._typed = QTimer(self, interval=_PAUSE, singleShot=True)
        self._furnish()
        self._lay_out()
        self._listen()

    def _furnish(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(EntryDelegate(figures=False))
        self.list.set_delegate(WHEN, EntryDelegate(figures=True))
        for column in (WHO, WHAT, CHANGE, REASON):
            self.list.set_delegate(column, EntryDelegate())
        for column, width in _WIDTHS.items():
            self.list.setColumnWidth(column, width)
        self.setFocusProxy(self.list)

    def _lay_out(self) -> None:
        self.search.setFixedWidth(190)
        foot = row(self.foot, None, TextLabel(mark("Nothing here can be changed or removed"), kind=Type.DENSE,
                                              tone=Tone.TEXT2))  # fmt: skip
        left = QVBoxLayout()
        left.setContentsMargins(0, Size.PAGE_MARGIN, 0, 12)
        left.setSpacing(12)
        left.addLayout(row(TextLabel(mark("History"), kind=Type.PAGE_TITLE), 8, self.filters.kinds, None, self.search))
        left.addWidget(self.filters)
        left.addWidget(self.list, 1)
        left.addLayout(foot)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(Size.PAGE_MARGIN, 0, 0, 0)
        whole.setSpacing(Size.PAGE_MARGIN)
        whole.addLayout(left, 1)
        whole.addWidget(self.panel)
        self.setTabOrder(self.filters.kinds, self.search)
        self.setTabOrder(self.search, self.filters.author)

    def _listen(self) -> None:
        self._controller.opened.connect(self._grown)
        self._controller.changed.connect(self._grown)
        self.sieve.stepped.connect(self._stepped)
        self.filters.changed.connect(self._sift)
        self.search.textChanged.connect(lambda _text: self._typed.start())
        self._typed.timeout.connect(self._sift)
        self.search.returnPressed.connect(self.list.setFocus)
        self._pause.timeout.connect(self._count)
        self.list.selectionModel().currentChanged.connect(self._turned)
        self.list.activated.connect(lambda _index: self._go())
        self.panel.asked.connect(self._go)
        self.panel.slip.clicked.connect(self._print)
        translator.changed.connect(self._retranslate)
        search = QShortcut(QKeySequence("Ctrl+F"), self)
        search.activated.connect(self.search.setFocus)

    @property
    def view(self) -> View | None:
        """The whole ledger, whatever moment the window looks at."""
        return self._controller.book.view if self._controller.view is not None else None

    def showEvent(self, event: QShowEvent) -> None:
        """Read what was written meanwhile."""
        super().showEvent(event)
        if self._stale:
            QTimer.singleShot(0, self, self._read)  # the page first, then its contents

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the list."""
        super().focusInEvent(event)
        self.list.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Part the width between old and new and the reason; a narrow window takes it from the panel first."""
        super().resizeEvent(event)
        self.panel.setFixedWidth(400 if self.width() >= 1240 else 340)
        left = self.width() - self.panel.width() - 2 * Size.PAGE_MARGIN - sum(_WIDTHS.values()) - 16
        self.list.setColumnWidth(CHANGE, max(round(left * (1 - _REASON_SHARE)), 120))

    def _retranslate(self) -> None:
        self._show(self._chosen)

    def _grown(self) -> None:
        self._stale = True
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        self._stale = False
        self.filters.show_event(self.view)
        self._sift()

    def _sift(self) -> None:
        self.list.clearSpans()
        self.sieve.begin(self.view, self.filters.wanted(self.search.text()))

    def _stepped(self) -> None:
        _dress(self.list, self.model)
        self.foot.set_text(self.sieve.counted)
        if self.list.currentIndex().isValid():
            return
        at = self.model.row_of(self._chosen)
        if at < 0 and not self.sieve.running:
            at = 1
        if 0 <= at < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(at, 0))
        elif not self.sieve.running:
            self._show(0)

    def _turned(self, index: QModelIndex) -> None:
        position = self.model.position(index.row()) if index.isValid() else 0
        if position:
            self._show(position)

    def _show(self, position: int) -> None:
        self._chosen = position
        view = self.view
        if view is None or not position:
            self.panel.show_entry(None, None, None)
            return
        entry = view.journal[position - 1]
        self.panel.show_entry(view, entry, None, waits=place_of(entry.stream) is not None)
        self._pause.start()

    def _count(self) -> None:
        """Ask what the chosen entry did, off the GUI thread."""
        view, position = self.view, self._chosen
        if self._work is not None:
            self._work.cancel()
        if view is None or not position or place_of(view.journal[position - 1].stream) is None:
            return
        self._work = Work(lambda _step: (position, effect_of(view, position)))
        self._work.done.connect(self._counted_out)
        self._work.start()

    def _counted_out(self, result: tuple[int, Effect | None]) -> None:
        position, effect = result
        view = self.view
        if view is not None and position == self._chosen:
            self.panel.show_entry(view, view.journal[position - 1], effect)

    def _go(self) -> None:
        """Show the event as it stood right after the chosen entry."""
        view, position = self.view, self._chosen
        if view is None or not position:
            return
        work = Work(lambda _step: _as_it_stood(view, position))
        work.done.connect(self._went)
        work.start()

    def _print(self) -> None:
        """Show the slip of the hand that the chosen entry wrote, as the hand stands now."""
        view, position = self.view, self._chosen
        slip = slip_of(view, view.journal[position - 1]) if view is not None and position else None
        if view is not None and slip is not None:
            show_slip(self._controller, view, *slip, self)

    def _went(self, past: View) -> None:
        view = self.view
        if view is None or len(past.journal) > len(view.journal):
            return
        place = place_of(past.journal[len(past.journal) - 1].stream)
        self._controller.look_at(past)
        if place is not None and past.seating is not None:
            self._controller.navigation.table_wanted.emit(*place)


def _as_it_stood(view: View, position: int) -> View:
    past = view.at(position)
    past.standings()  # counted here, so that the window need not
    return past


def _dress(table: ListTable, model: HistoryModel) -> None:
    """Give the bands of days their height and the whole width."""
    for at in model.days:
        if table.columnSpan(at, 0) == 1:
            table.setSpan(at, 0, 1, model.columnCount())
            table.setRowHeight(at, _BAND)
