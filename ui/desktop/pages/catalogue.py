"""The pages in the order of the rail; each is imported when it is first shown."""

from importlib import import_module

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.pages.page import Page


def _page(
    id: str,
    title: Text,
    shortcut: str,
    *,
    icon: str = "",
    room: str = "",
    needs_event: bool = True,
    on_rail: bool = True,
) -> Page:
    """A page that is built by ``room``, the package of its own name, and whose icon has its name."""
    built_by = room or f"ui.desktop.pages.{id}"

    def make(controller: EventController) -> QWidget:
        built: QWidget = import_module(built_by).make(controller)
        return built

    return Page(id, title, icon or id, shortcut, make, needs_event, on_rail)


def _beside(id: str, title: Text, shortcut: str, icon: str, room: str) -> Page:
    """A page for which no event is needed, reached otherwise than by the rail."""
    return _page(id, title, shortcut, icon=icon, room=room, needs_event=False, on_rail=False)


START = _beside("start", mark("Start"), "", "event", "ui.desktop.pages.start")
"""What is seen while no event is open."""
NEW = _beside("new", mark("New event"), "Ctrl+N", "plus", "ui.desktop.dialogs.new_event")
"""The steps that make an event."""
SCORER = _beside("scorer", mark("Count a hand"), "Ctrl+J", "tick", "ui.desktop.scorer")
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
