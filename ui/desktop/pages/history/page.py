"""The page History: the list, its filters, the search through the entries, and the panel of the chosen entry."""

from collections.abc import Callable, Sequence
from datetime import date
from time import perf_counter

from PySide6.QtCore import QModelIndex, QObject, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from tournament.event.role import EventRole
from tournament.language import Search, Text, folded, mark, mark_count, verbatim
from tournament.ledger.entry import Entry
from tournament.ledger.fact import Category
from tournament.use_cases import View
from tournament.use_cases.entry_effect import EntryEffect, effect_of
from tournament.use_cases.entry_words import place_of
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import FULL_PANEL_FROM
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.pages.history.entry_filter import EntryFilter, KindFilter
from ui.desktop.pages.history.entry_table import DayRow, EntryRow, EntryTable, HistoryRow, words_of
from ui.desktop.pages.history.panel import HistoryPanel, slip_of
from ui.desktop.pages.report_dialogs import show_slip, show_table
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.fields import ChoiceBox, SearchField
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
        self.filter = _IncrementalFilter(self)
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.filters = _FilterBar()
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
        """Forget the chosen entry and the search if another event is shown. Another moment of the same event keeps
        them."""
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

    def showEvent(self, event: QShowEvent) -> None:
        """Go to the newest entry, except at an earlier moment, which is that of the chosen entry."""
        if self.controller.past is None:
            self._chosen = 0
            self.table.setCurrentIndex(QModelIndex())
            if self.table.rows and not self._stale:  # otherwise they are listed again now
                self.table.select_line(1)
                self.table.scrollToTop()
        super().showEvent(event)

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
        elif self.table.rows and (not self._chosen or not self.filter.running):
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


_ALL = ""
_PLAYER = 210
"""Width in pixels that prevents a long name from squeezing the other boxes."""


class _FilterBar(QWidget):
    """Filters by kind, author, session, table and player. Each shows its name with its value.

    :meth:`entry_filter` combines them.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.kinds = ChoiceBox(mark("Kind"))
        """The widest box; it is beside the title of the page, so that no other box is cut."""
        self.author = ChoiceBox(mark("Who"))
        self.session = ChoiceBox(mark("Session"))
        self.table = ChoiceBox(mark("Table"))
        self.player = ChoiceBox(mark("Player"))
        self.player.setMaximumWidth(_PLAYER)
        self.boxes = (self.kinds, self.author, self.session, self.table, self.player)
        self.clear_button = LinkButton(mark("Clear"), shortcut="Ctrl+L")
        self.clear_button.clicked.connect(self.clear)
        row(*self.boxes[1:], None, self.clear_button, centred=False, on=self)
        for box in self.boxes:
            box.activated.connect(lambda _index: self._choose())
        self.show_event(None)

    def show_event(self, view: View | None) -> None:
        """Offer the values of this event. A choice is kept if it still exists."""
        self.kinds.set_choices([(kind.value, mark("Kind: {what}", what=kind.label)) for kind in KindFilter])
        authors = sorted({entry.record.author for entry in view.journal}) if view is not None else []
        self.author.set_choices(
            [(_ALL, mark("Who: all")), *((name, mark("Who: {what}", what=name)) for name in authors)]
        )
        seating = view.full_state.seating if view is not None else None  # cancelled sessions have a history too
        sessions = seating.sessions if seating is not None else ()
        tables = max((len(each) for each in sessions), default=0)
        self.session.set_choices(_numbers(len(sessions), mark("Session: all"), lambda n: mark("Session: {n}", n=n)))
        self.table.set_choices(_numbers(tables, mark("Table: all"), lambda n: mark("Table: {n}", n=n)))
        players = sorted(view.players.values(), key=lambda player: folded(player.name)) if view is not None else []
        named = [(str(player.number), verbatim(player.name)) for player in players]
        self.player.set_choices([(_ALL, mark("Player: all")), *named])
        self._show_clear()

    def entry_filter(self, typed: str) -> EntryFilter:
        """The filter chosen here, with the words ``typed`` to find."""
        session, table, player = (int(box.currentData() or 0) for box in (self.session, self.table, self.player))
        kinds = KindFilter(self.kinds.currentData())
        return EntryFilter(kinds, self.author.currentData(), session, table, player, Search(typed))

    def clear(self) -> None:
        """Clear all filters."""
        for box in self.boxes:
            box.setCurrentIndex(0)
        self._choose()

    def _choose(self) -> None:
        self._show_clear()
        self.changed.emit()

    def _show_clear(self) -> None:
        self.clear_button.setEnabled(any(box.currentIndex() > 0 for box in self.boxes))


def _numbers(last: int, every: Text, named: Callable[[int], Text]) -> list[tuple[str, Text | str]]:
    return [(_ALL, every), *((str(number), named(number)) for number in range(1, last + 1))]


_SLICE = 0.008
"""Maximum duration of a slice in seconds."""


class _IncrementalFilter(QObject):
    """Finds the matching entries, newest first, in slices, so that the window stays responsive."""

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
                # Entries come newest first, so a new date begins the band of an earlier day.
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
