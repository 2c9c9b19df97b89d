"""The way from the sheet to the tiles of a hand and back."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import Command
from ui.desktop.controller import EventController
from ui.desktop.pages.papers import show_slip
from ui.desktop.pages.tables.draft import Draft
from ui.desktop.pages.tables.entry import HandEntry
from ui.desktop.pages.tables.tiles import HandTiles
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.widgets.entry_field import EntryState

Carry = Callable[[Command, bool], tuple[Problem, ...]]


class TilesDoor(QObject):
    """Lays the tiles over ``sheet`` and takes them away again; ``back`` puts the cursor where it was."""

    def __init__(
        self,
        controller: EventController,
        carry: Carry,
        sheet: QWidget,
        entry: HandEntry,
        back: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._controller, self._carry, self._sheet, self._entry, self._back = controller, carry, sheet, entry, back
        self._page = parent
        self.tiles: HandTiles | None = None
        """The tiles, made when they are first wanted."""
        for gone in (controller.opened, controller.session_changed, controller.navigation.table_wanted):
            gone.connect(self._close)

    @property
    def is_open(self) -> bool:
        """Tiles lie over the sheet."""
        return self.tiles is not None and not self.tiles.isHidden()

    def open(self, at: TableSheet) -> None:
        """Lay out the tiles of the hand that is typed, if they can be counted."""
        if at.rules.scorer is None:
            words = mark("Tiles cannot be counted by the rules of this event.")
            self._entry.winner.set_state(EntryState.REFUSED, words)
            return
        if self.tiles is None:
            self.tiles = HandTiles(self._controller, self._carry)
            self.tiles.finished.connect(self._finished)
            column = self._page.layout()
            assert isinstance(column, QVBoxLayout)
            column.addWidget(self.tiles)
        self._sheet.hide()
        self.tiles.show()
        self.tiles.begin(at, self._entry.draft)

    def print_slip(self) -> None:
        """Open the ruling slip of the hand in the entry."""
        at = self._entry.at
        if at is not None:
            show_slip(self._controller, at.view, at.sheet, self._entry.draft.hand, self._page)

    def _finished(self, draft: Draft | None) -> None:
        self._close()
        if draft is not None:
            self._entry.take(draft)
        self._back()

    def _close(self) -> None:
        if self.is_open and self.tiles is not None:
            self.tiles.hide()
            self._sheet.show()
