"""The pages in the order of the rail; each is imported when it is first shown."""

from importlib import import_module

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.desk import Desk
from ui.desktop.pages.page import Page


def _page(id: str, title: Text, shortcut: str, *, needs_event: bool = True, on_rail: bool = True) -> Page:
    def make(desk: Desk) -> QWidget:
        built: QWidget = import_module(f"ui.desktop.pages.{id}").make(desk)
        return built

    return Page(id, title, id, shortcut, make, needs_event, on_rail)


START = Page(
    "start",
    mark("Start"),
    "event",
    "",
    lambda desk: import_module("ui.desktop.pages.start").make(desk),
    needs_event=False,
    on_rail=False,
)
"""What is seen while no event is open."""
NEW = Page(
    "new",
    mark("New event"),
    "plus",
    "Ctrl+N",
    lambda desk: import_module("ui.desktop.dialogs.new_event").make(desk),
    needs_event=False,
    on_rail=False,
)
"""The steps that make an event."""
SCORER = Page(
    "scorer",
    mark("Count a hand"),
    "tick",
    "Ctrl+J",
    lambda desk: import_module("ui.desktop.scorer").make(desk),
    needs_event=False,
    on_rail=False,
)
"""The hand editor without an event."""
PAGES = (
    _page("event", mark("Event"), "Alt+1"),
    _page("players", mark("Players"), "Alt+2"),
    _page("draw", mark("Draw"), "Alt+3"),
    _page("tables", mark("Tables"), "Alt+4"),
    _page("standings", mark("Standings"), "Alt+5"),
    _page("fouls", mark("Fouls"), "Alt+6"),
    _page("reports", mark("Reports"), "Alt+7"),
    _page("settings", mark("Settings"), "Alt+9", needs_event=False),
    _page("history", mark("History"), "Ctrl+H", on_rail=False),
    NEW,
    SCORER,
)
