"""The list of the shared events that are announced in the local network."""

from collections.abc import Callable
from contextlib import closing
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.language import mark, verbatim
from ui.desktop import preferences
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import aligned, column, stretched

if TYPE_CHECKING:
    from ui.joining.discovery import FoundEvent, LocalNetwork

_LOWEST = 96
"""Height of the list in pixels where there is little room: its heads and a row, or two."""
_PREFERENCE = "find-shared-events"


def looks_around() -> bool:
    """Whether this computer searches for shared events and announces its own."""
    return preferences.value(_PREFERENCE) != "no"


def keep_looks_around(wanted: bool) -> None:
    """Save ``wanted`` for the next time."""
    preferences.keep_value(_PREFERENCE, "" if wanted else "no")


class FoundEvents(QWidget):
    """A list of the events announced in the local network, and a box to turn the search off."""

    chosen = Signal(object)
    """The user chose this :class:`FoundEvent`."""
    changed = Signal()
    _heard = Signal(object)
    """Emitted from another thread: a tuple of the events found, or a Problem."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wanted = CheckBox(mark("Look for shared events in the local network"))
        self.wanted.setChecked(looks_around())
        self.events: TableView[FoundEvent] = TableView(
            mark("Shared events in the local network"),
            (
                TableColumn(mark("Event"), lambda each: verbatim(each.name)),
                TableColumn(mark("Computer"), lambda each: verbatim(each.computer)),
                TableColumn(mark("Address"), lambda each: verbatim(each.addresses[0])),
            ),
            key=lambda each: (each.event, each.addresses),
        )
        self._problem = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._problem.hide()
        self._network: LocalNetwork | None = None
        self._heard_of: tuple[FoundEvent, ...] = ()
        """Those that are announced."""
        self._typed: tuple[FoundEvent, ...] = ()
        """Those at an address that the user typed."""
        top = aligned(self.wanted, Qt.AlignmentFlag.AlignTop)
        column(top, stretched(self.events), self._problem, spacing=6, on=self)
        self.wanted.toggled.connect(self._want)
        self._heard.connect(self.show_found)
        self.events.row_chosen.connect(self.chosen)
        self.events.clicked.connect(lambda _index: self.chosen.emit(self.events.current_row))
        self.events.setMinimumHeight(_LOWEST)
        self.events.setVisible(False)

    @property
    def found(self) -> "tuple[FoundEvent, ...]":
        """The events in the list."""
        return tuple(self.events.rows)

    def look(self, browse: "Callable[..., LocalNetwork] | None" = None) -> None:
        """Start the search, unless the user turned it off. ``browse`` defaults to `ui.joining.discovery.browse`."""
        if self._network is None and self.wanted.isChecked():
            from ui.joining import discovery

            self._network = (browse or discovery.browse)(self._heard.emit, self._heard.emit)

    def end(self) -> None:
        """Stop the search, in another thread because that takes a moment."""
        network, self._network = self._network, None
        if network is not None:
            Thread(target=closing(network).__exit__, args=(None, None, None), daemon=True).start()

    def _want(self, wanted: bool) -> None:
        keep_looks_around(wanted)
        if wanted:
            self.look()
        else:
            self.end()
            self.show_found(())

    def add_typed(self, events: "tuple[FoundEvent, ...]") -> None:
        """Show these ``events`` of one address, which the user typed, above those that are announced."""
        self._typed = events
        self.show_found(self._heard_of)

    def show_found(self, heard: "tuple[FoundEvent, ...] | Problem") -> None:
        """Show the events that were found, or why none can be found."""
        self._problem.setVisible(isinstance(heard, Problem))
        if isinstance(heard, Problem):
            self._problem.set_text(heard.text)
            return
        self._heard_of = heard
        rows = tuple(dict.fromkeys((*self._typed, *heard)))
        self.events.show_rows(rows)
        self.events.setVisible(bool(rows))
        if twice := _shared_twice(heard):
            self._problem.set_text(
                mark("Two computers share “{event}”: ask at both which of them is the host.", event=twice)
            )
            self._problem.show()
        self.changed.emit()


def _shared_twice(found: "tuple[FoundEvent, ...]") -> str:
    """The name of an event that two computers announce; empty if there is none."""
    computers = {(each.event, each.fingerprint_begin): each.name for each in found}
    events = [event for event, _ in computers]
    return next((name for (event, _), name in computers.items() if events.count(event) > 1), "")
