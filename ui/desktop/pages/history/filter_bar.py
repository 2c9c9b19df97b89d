"""The filters. Each shows its name with its value, so that it can be read alone."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Search, Text, folded, mark, verbatim
from tournament.use_cases import View
from ui.desktop.pages.history.entry_filter import EntryFilter, KindFilter
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.layouts import row

_ALL = ""
_PLAYER = 210
"""Width in pixels that prevents a long name from squeezing the other boxes."""


class FilterBar(QWidget):
    """Kind, author, session, table, player. :meth:`entry_filter` combines them."""

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
