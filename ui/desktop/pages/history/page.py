"""The page History: the list, its filters, and the panel of the chosen entry."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.event.role import EventRole
from tournament.language import mark
from tournament.ledger.entry import Entry
from tournament.use_cases import View
from tournament.use_cases.entry_effect import EntryEffect, effect_of
from tournament.use_cases.entry_words import place_of
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import FULL_PANEL_FROM
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.pages.history.entry_table import EntryRow, EntryTable, HistoryRow
from ui.desktop.pages.history.filter_bar import FilterBar
from ui.desktop.pages.history.incremental_filter import IncrementalFilter
from ui.desktop.pages.history.panel import HistoryPanel, slip_of
from ui.desktop.pages.report_dialogs import show_slip, show_table
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched

_PANEL, _NARROW_PANEL = 400, 340
_PAUSE = 150
"""Delay in milliseconds before a choice or a search takes effect."""


class HistoryPage(Page):
    """Shows the whole ledger, even while the window shows an earlier moment, so that the user can go to any moment."""

    reads_ahead = False

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._chosen = 0
        """The position of the chosen entry; 0 for none."""
        self._event = ""
        """The id of the event's first entry."""
        self._computing = CurrentWork(self)
        self.filter = IncrementalFilter(self)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.filters = FilterBar()
        self.table = EntryTable()
        self.foot = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.fingerprint = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.panel = HistoryPanel(width=_PANEL)
        self._pause = QTimer(self, interval=_PAUSE, singleShot=True)
        self._typed = QTimer(self, interval=_PAUSE, singleShot=True)
        self.search.setFixedWidth(190)
        content = column(
            row(TextLabel(mark("History"), kind=Type.PAGE_TITLE), 8, self.filters.kinds, None, self.search),
            self.filters,
            stretched(self.table),
            row(self.foot, None, self.fingerprint),
            spacing=12,
            margins=(Size.PAGE_MARGIN, Size.PAGE_MARGIN, Size.PAGE_MARGIN, 12),
        )
        self.lay_out(boxed(content), panel=self.panel, sides=(mark("Entries"), mark("Selected entry")))
        self._connect()

    def _connect(self) -> None:
        self.filter.stepped.connect(self._show_found)
        self.filters.changed.connect(self._look_for_entries)
        self.search.textChanged.connect(lambda _text: self._typed.start())
        self._typed.timeout.connect(self._look_for_entries)
        self.search.returnPressed.connect(self.table.setFocus)
        self.table.row_changed.connect(self._row_changed)
        self.table.row_chosen.connect(lambda _row: self._look_at_chosen())
        self._pause.timeout.connect(self._compute_effect)
        self._computing.done.connect(self._show_effect)
        self.panel.button.clicked.connect(self._look_at_chosen)
        self.panel.slip.clicked.connect(self._show_slip)
        translator.changed.connect(self._retranslate)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)

    @property
    def view(self) -> View | None:
        """The whole ledger, whatever moment the window shows."""
        return self.controller.book.view if self.controller.view is not None else None

    def forget(self) -> None:
        """Drop what was chosen and searched for in another event; another moment of the same one keeps it."""
        view = self.view
        event = view.journal[0].id if view is not None else ""
        if event != self._event:
            self._event, self._chosen = event, 0
            self.search.clear()
            self.filters.clear()

    def refresh(self) -> None:
        """Set the filters for the event and search its ledger."""
        view = self.view
        self.filters.show_event(view)
        if view is not None:
            self.fingerprint.set_text(
                mark("The history cannot be changed · fingerprint {fingerprint}", fingerprint=str(view.fingerprint))
            )
        self._look_for_entries()

    def print_view(self) -> None:
        """Print the entries found so far."""
        view = self.view
        if view is None or not self.table.rows:
            self.controller.messages.noted.emit(mark("No matching entries."))
        else:
            show_table(self.controller, view, mark("History"), self.table, self)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current entry and for the list."""
        entry = entries_of(self.panel.button, self.panel.slip) if self._entry is not None else []
        whole = [
            MenuEntry(mark("Search"), self.search.setFocus, "Ctrl+F"),
            *entries_of(self.filters.clear_button),
        ]
        return [entry, whole, table_entries(self.table)]

    def fit(self, room: Room) -> None:
        """In a narrow window make the panel narrower first."""
        self.panel.set_width(_PANEL if room.width >= FULL_PANEL_FROM else _NARROW_PANEL)

    def focus_target(self) -> QWidget:
        """The list."""
        return self.table

    @property
    def _entry(self) -> Entry | None:
        """The chosen entry."""
        view = self.view
        return view.journal[self._chosen - 1] if view is not None and 0 < self._chosen <= len(view.journal) else None

    def _look_for_entries(self) -> None:
        self.table.clear_for(self.view)
        self.filter.begin(self.view, self.filters.entry_filter(self.search.text()))

    def _show_found(self, rows: list[HistoryRow]) -> None:
        self.table.append(rows)
        self.foot.set_text(self.filter.counted)
        if not self.filter.running:
            self.search.show_found(self.filter.counted)
        if self.table.currentIndex().isValid():
            return
        line = self.table.line_of(self._chosen)
        if line is not None:
            self.table.select_line(line)
        elif not self.filter.running and self.table.rows:
            self.table.select_line(1)  # below the band of the newest day
        elif not self.filter.running:
            self._choose(0)

    def _row_changed(self, row: HistoryRow | None) -> None:
        if isinstance(row, EntryRow):
            self._choose(row.position)

    def _choose(self, position: int) -> None:
        self._chosen = position
        entry = self._entry
        if entry is None:
            self.panel.show_entry(None, None, None)
            return
        waits = place_of(entry.stream) is not None
        self.panel.show_entry(self.view, entry, None, waits=waits, organiser=self._is_organiser)
        self._pause.start()

    def _retranslate(self) -> None:
        self._choose(self._chosen)

    def _compute_effect(self) -> None:
        """Compute the effect of the chosen entry off the GUI thread."""
        view, entry, position = self.view, self._entry, self._chosen
        self._computing.forget()
        if view is None or entry is None or place_of(entry.stream) is None:
            return
        self._computing.start(Work(lambda _step: (position, effect_of(view, position))))

    def _show_effect(self, result: tuple[int, EntryEffect | None]) -> None:
        position, effect = result
        if position == self._chosen and self._entry is not None:
            held = effect is not None and self._is_held(effect)
            self.panel.show_entry(self.view, self._entry, effect, held=held, organiser=self._is_organiser)

    @property
    def _is_organiser(self) -> bool:
        return self.controller.user.role is EventRole.ORGANISER

    def _is_held(self, effect: EntryEffect) -> bool:
        """Whether the standings that it changed are held for the ceremony."""
        publication = self.controller.book.view.state.publication
        return publication.held is not None and effect.after > publication.session

    def _look_at_chosen(self) -> None:
        """Show the event as it was right after the chosen entry."""
        view, position = self.view, self._chosen
        if view is not None and self._entry is not None:
            work = Work(lambda _step: _as_it_stood(view, position))
            work.done.connect(self._look_at)
            work.start()

    def _look_at(self, past: View) -> None:
        view = self.view
        if view is None or len(past.journal) > len(view.journal):
            return
        place = place_of(past.journal[len(past.journal) - 1].stream)
        self.controller.look_at(past)
        if place is not None and past.seating is not None:
            self.controller.navigation.table_wanted.emit(*place)

    def _show_slip(self) -> None:
        """Show the slip of the hand that the chosen entry recorded, with the hand as it is now."""
        view, entry = self.view, self._entry
        slip = slip_of(view, entry) if view is not None and entry is not None else None
        if view is not None and slip is not None:
            show_slip(self.controller, view, *slip, self)


def _as_it_stood(view: View, position: int) -> View:
    past = view.at(position)
    past.standings()  # counted here, off the GUI thread
    return past
