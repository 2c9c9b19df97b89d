"""The shared events that announce themselves in the local network, in a list."""

from collections.abc import Callable
from contextlib import closing
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.language import mark, verbatim
from ui.desktop import preferences
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, stretched

if TYPE_CHECKING:
    from ui.joining.discovery import FoundEvent, LocalNetwork

_PREFERENCE = "find-shared-events"


def looks_around() -> bool:
    """Whether this computer looks for shared events, and announces its own; the user may not want that."""
    return preferences.value(_PREFERENCE) != "no"


def keep_looks_around(wanted: bool) -> None:
    """Save ``wanted`` for the next time."""
    preferences.keep_value(_PREFERENCE, "" if wanted else "no")


class FoundEvents(QWidget):
    """A list of events, which stays empty when nothing is announced or the user does not want to look."""

    chosen = Signal(object)
    """The user chose this :class:`FoundEvent`."""
    changed = Signal()
    _heard = Signal(object)
    """What the network says, in a thread of its own: a tuple of events, or a Problem."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wanted = CheckBox(mark("Look for shared events in the local network"))
        self.wanted.setChecked(looks_around())
        self.events: TableView[FoundEvent] = TableView(
            mark("Shared events in the local network"),
            (
                TableColumn(mark("Event"), lambda each: verbatim(each.name)),
                TableColumn(mark("Address"), lambda each: verbatim(each.addresses[0])),
            ),
            key=lambda each: (each.event, each.addresses),
        )
        self._problem = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._problem.hide()
        self._network: LocalNetwork | None = None
        column(self.wanted, stretched(self.events), self._problem, spacing=6, on=self)
        self.wanted.toggled.connect(self._want)
        self._heard.connect(self._show)
        self.events.row_chosen.connect(self.chosen)
        self.events.clicked.connect(lambda _index: self.chosen.emit(self.events.current_row))
        self.events.setVisible(False)

    @property
    def found(self) -> "tuple[FoundEvent, ...]":
        """The events in the list."""
        return tuple(self.events.rows)

    def look(self, browse: "Callable[..., LocalNetwork] | None" = None) -> None:
        """Begin to look, if the user wants that; ``browse`` is `ui.joining.discovery.browse`."""
        if self._network is None and self.wanted.isChecked():
            from ui.joining import discovery

            self._network = (browse or discovery.browse)(self._heard.emit, self._heard.emit)

    def end(self) -> None:
        """Stop looking; taking that back needs a moment, in another thread."""
        network, self._network = self._network, None
        if network is not None:
            Thread(target=closing(network).__exit__, args=(None, None, None), daemon=True).start()

    def _want(self, wanted: bool) -> None:
        keep_looks_around(wanted)
        if wanted:
            self.look()
        else:
            self.end()
            self._show(())

    def _show(self, heard: "tuple[FoundEvent, ...] | Problem") -> None:
        self._problem.setVisible(isinstance(heard, Problem))
        if isinstance(heard, Problem):
            self._problem.set_text(heard.text)
            return
        self.events.show_rows(heard)
        self.events.setVisible(bool(heard))
        self.changed.emit()
