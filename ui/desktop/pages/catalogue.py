"""The pages in the order of the rail. Each is imported when it is first shown."""

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, mark_in
from ui.desktop.controller import EventController


@dataclass(frozen=True, slots=True)
class PageInfo:
    """What the window knows about a page before creating it."""

    id: str
    """The id that ``navigation.page_wanted`` carries."""
    title: Text
    icon: str
    """Name of its line icon."""
    shortcut: str
    """In Qt's portable form, such as ``Alt+4``; empty if it has none."""
    make: Callable[[EventController], QWidget]
    """Creates the page when it is first shown."""
    needs_event: bool = True
    """False if the page can be used without an open event."""
    on_rail: bool = True
    """False if the page is reached in another way."""
    only_shared: bool = False
    """Whether the page is on the rail only while the event is shared, and reached in another way before."""
    drawn: bool | None = None
    """True for a page of events with a draw, False for one of events whose games are opened singly, None for all."""

    def fits(self, drawn: bool) -> bool:
        """Whether an event has this page, given whether it has a draw."""
        return self.drawn is None or self.drawn is drawn


def _page(
    id: str,
    title: Text,
    shortcut: str,
    made_by: str,
    *,
    icon: str = "",
    needs_event: bool = True,
    on_rail: bool = True,
    only_shared: bool = False,
    drawn: bool | None = None,
) -> PageInfo:
    """Return a page of the class ``made_by`` (``module:class``), imported when it is first shown.

    Its icon has its id as name unless ``icon`` is given.
    """

    def make(controller: EventController) -> QWidget:
        page: QWidget = resolve_name(made_by)(controller)
        return page

    return PageInfo(id, title, icon or id, shortcut, make, needs_event, on_rail, only_shared, drawn)


def _beside(id: str, title: Text, shortcut: str, made_by: str, icon: str) -> PageInfo:
    """Return a page that needs no event and is not on the rail."""
    return _page(id, title, shortcut, made_by, icon=icon, needs_event=False, on_rail=False)


START = _beside("start", mark("Start"), "", "ui.desktop.pages.start.page:StartPage", "event")
"""Shown while no event is open."""
NEW = _beside("new", mark("New event"), "Ctrl+N", "ui.desktop.dialogs.new_event:NewEventPage", "plus")
"""The steps that create an event."""
SCORER = _beside("scorer", mark("Count a hand"), "Ctrl+J", "ui.desktop.scorer:Scorer", "tick")
"""The hand editor without an event."""
PAGES = (
    _page("event", mark("Event"), "Alt+1", "ui.desktop.pages.event.page:EventPage"),
    _page("players", mark("Players"), "Alt+2", "ui.desktop.pages.players.page:PlayersPage"),
    _page("draw", mark("Draw"), "Alt+3", "ui.desktop.pages.draw.page:DrawPage", drawn=True),
    _page(
        "games", mark_in("evening", "Games"), "Alt+3", "ui.desktop.pages.games.page:GamesPage", icon="draw", drawn=False
    ),
    _page("tables", mark("Tables"), "Alt+4", "ui.desktop.pages.tables.page:TablesPage"),
    _page("standings", mark("Standings"), "Alt+5", "ui.desktop.pages.standings.page:StandingsPage", drawn=True),
    _page(
        "season", mark("Standings"), "Alt+5", "ui.desktop.pages.season.page:SeasonPage", icon="standings", drawn=False
    ),
    _page("fouls", mark("Fouls"), "Alt+6", "ui.desktop.pages.fouls.page:FoulsPage"),
    _page("reports", mark("Reports"), "Alt+7", "ui.desktop.pages.reports.page:ReportsPage"),
    _page("display", mark("Display"), "Alt+8", "ui.desktop.pages.display.page:DisplayPage"),
    _page("settings", mark("Settings"), "Alt+9", "ui.desktop.pages.settings.page:SettingsPage", needs_event=False),
    _page("desks", mark("Desks"), "Ctrl+Shift+D", "ui.desktop.pages.desks.page:DesksPage", only_shared=True),
    _page("phones", mark("Phones"), "Ctrl+Shift+M", "ui.desktop.pages.phones.page:PhonesPage", on_rail=False),
    _page("hall", mark("All tables"), "Alt+0", "ui.desktop.pages.hall.page:HallPage", icon="tables", on_rail=False),
    _page(
        "registration",
        mark("Registration desk"),
        "Ctrl+Shift+I",
        "ui.desktop.pages.registration.page:RegistrationPage",
        icon="players",
        on_rail=False,
    ),
    _beside("members", mark("Members"), "Ctrl+Shift+F", "ui.desktop.pages.members.page:MembersPage", "players"),
    _beside("rankings", mark("Rankings"), "Ctrl+Shift+V", "ui.desktop.pages.rankings.page:RankingsPage", "trophy"),
    _page("history", mark("History"), "Ctrl+H", "ui.desktop.pages.history.page:HistoryPage", on_rail=False),
    NEW,
    SCORER,
)


def page_info(id: str) -> PageInfo:
    """Return the page with ``id``. Raises KeyError for an unknown id."""
    return {page.id: page for page in PAGES}[id]
