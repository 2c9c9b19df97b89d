"""A window with everything that the program makes when it is first needed."""

from tournament.language import mark
from ui.desktop.message_bars import ReadOnlyBar, RehearsalBar
from ui.desktop.pages.event.page import EventPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window


def make_whole(window: Window) -> None:
    """Make the bars, the line of the clock, the settings of the event and the forms of Tables, without using them."""
    window.messages.show_message(mark("Players"))
    for rehearsal in window.findChildren(RehearsalBar):
        rehearsal._lay_out()
    event, tables = window.page("event"), window.page("tables")
    assert window.clock is not None
    assert isinstance(event, EventPage)
    assert isinstance(tables, TablesPage)
    panel = tables.panel
    made: list[object] = [read_only._parts for read_only in window.findChildren(ReadOnlyBar)]
    made += [window.clock.line, event.setup]
    made += [panel.penalty_shown, panel.penalty, panel.repair, panel.signing.difference._parts]
    assert None not in made
