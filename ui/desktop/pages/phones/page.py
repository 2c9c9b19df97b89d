"""The page Phones: at which address phones show the results, and what players may do on theirs."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.pages.phones.address_card import AddressCard
from ui.desktop.pages.phones.check_in_card import CheckInCard
from ui.desktop.pages.phones.table_entry_card import TableEntryCard
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Type
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, boxed, column

_MARGIN = 24


class PhonesPage(Page):
    """Answers where phones show the results, what players may do there, and which tables call a referee."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self.results = AddressCard(controller)
        self.table_entry = TableEntryCard(controller)
        title = TextLabel(mark("Phones"), kind=Type.PAGE_TITLE)
        self.check_in = CheckInCard(controller)
        content = column(title, self.results, self.table_entry, self.check_in, None, spacing=16, margins=(_MARGIN, 20))
        self.lay_out(Scrolled(boxed(content)))
        joined_event_of(controller).changed.connect(self.invalidate)

    def refresh(self) -> None:
        """Show what phones find now."""
        view = self.view
        if view is not None:
            self.results.show_event()
            self.table_entry.show_event(view)
            self.check_in.show_event(view)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions of the buttons, and those that every table has."""
        calls = self.table_entry.calls
        buttons = entries_of(self.results.copy, self.results.begin)
        allowed = entries_of(*self.table_entry.buttons, *self.check_in.buttons)
        return [buttons, allowed, [] if calls.isHidden() else table_entries(calls)]

    def focus_target(self) -> QWidget | None:
        """The calls if there are any, otherwise the first button that can be used."""
        if not self.table_entry.calls.isHidden():
            return self.table_entry.calls
        buttons = (self.results.copy, self.results.begin, *self.table_entry.buttons, *self.check_in.buttons)
        return next((each for each in buttons if not each.isHidden() and each.isEnabled()), None)
