"""The pages in the order of the rail; each is imported when it is first shown."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController


@dataclass(frozen=True, slots=True)
class PageInfo:
    """What the window has to know of a page before it makes it."""

    id: str
    """What ``navigation.page_wanted`` names it by."""
    title: Text
    icon: str
    """Name of its line icon."""
    shortcut: str
    """In Qt's portable form, such as ``Alt+4``; empty for none."""
    make: Callable[[EventController], QWidget]
    """Makes it; called when it is first shown."""
    needs_event: bool = True
    """False for what can be used without an open event."""
    on_rail: bool = True
    """False for what is reached otherwise."""


def _page(
    id: str,
    title: Text,
    shortcut: str,
    *,
    icon: str = "",
    package: str = "",
    needs_event: bool = True,
    on_rail: bool = True,
) -> PageInfo:
    """A page that is made in ``package``, by default the one of its own name; its icon has its name too."""
    made_in = package or f"ui.desktop.pages.{id}"

    def make(controller: EventController) -> QWidget:
        built: QWidget = import_module(made_in).make(controller)
        return built

    return PageInfo(id, title, icon or id, shortcut, make, needs_event, on_rail)


def _beside(id: str, title: Text, shortcut: str, icon: str, package: str) -> PageInfo:
    """A page for which no event is needed, reached otherwise than by the rail."""
    return _page(id, title, shortcut, icon=icon, package=package, needs_event=False, on_rail=False)


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


def page_info(id: str) -> PageInfo:
    """The page of ``id``; KeyError for an unknown one."""
    return {page.id: page for page in PAGES}[id]
