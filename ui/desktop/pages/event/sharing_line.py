"""How the event is shared, in a line that leads to the page Desks, on the part Today."""

from functools import partial

from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop.controller import EventController
from ui.desktop.sharing.joined_event import DESKS, JoinedEvent, joined_event_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched


class SharingLine(Card):
    """Whether others work on the event, and where."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._joined = joined_event_of(controller)
        self.desks = LinkButton(mark("Desks"), hint="Ctrl+Shift+D")
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        words = column(TextLabel(mark("Sharing"), kind=Type.PANEL_TITLE), self._state, spacing=4)
        add(self.body, row(stretched(words), self.desks))
        self.desks.clicked.connect(partial(controller.navigation.page_wanted.emit, DESKS))
        self._joined.changed.connect(self.show_state)
        self.show_state()

    def told(self) -> str:
        """The text about how the event is shared."""
        return self._state.text()

    def show_state(self) -> None:
        """Show how the event is shared now."""
        self._state.set_text(_sharing_text(self._joined))


def _sharing_text(joined: JoinedEvent) -> Text:
    if joined.book is None:
        return mark("Only this computer works on the event. Others can join when you share it.")
    if joined.server_ended:
        return mark("Sharing has ended by itself.")
    if joined.away is not None:
        return joined.away
    if joined.hosting is None:
        return mark("This desk is joined to {host}.", host=verbatim(joined.host))
    return mark_count(
        "Shared from this computer; {count} other desk has joined.",
        "Shared from this computer; {count} other desks have joined.",
        joined.other_desks,
    )
