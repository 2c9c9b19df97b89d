"""The state of the hall of one event on this computer: its screens, what each shows, and the arrangements of them.

Screens belong to a computer and its projectors, so this is kept beside the user's settings, never in the event file.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum


class ScreenContent(StrEnum):
    """What a screen shows; the value is its name in files and on the command line."""

    CLOCK = "clock"
    """The countdown of the session, and beside it the public standings, or the seats before the session begins."""
    STANDINGS = "standings"
    TEAMS = "teams"
    SEATING = "seating"
    NEXT_SESSION = "next-session"
    MESSAGE = "message"
    SPONSORS = "sponsors"
    FIGURES = "figures"
    """Figures of the event as far as they are public: biggest hand, most wins."""
    CEREMONY = "ceremony"
    DRAW = "draw"
    """The live draw of teams or lots."""
    BLANK = "blank"


class Scheme(StrEnum):
    """The colours of a screen: dark, or light for bright halls."""

    DARK = "dark"
    LIGHT = "light"


LEAST_SECONDS, USUAL_SECONDS, MOST_SECONDS = 4, 12, 120
"""How long a page of a screen stands."""


@dataclass(frozen=True, slots=True)
class HallScreen:
    """One screen of the hall; its name is its identity."""

    name: str
    contents: tuple[ScreenContent, ...] = (ScreenContent.CLOCK,)
    """Shown one after another, each with all its pages."""
    seconds: int = USUAL_SECONDS
    """How long each page stands."""
    scheme: Scheme = Scheme.DARK
    language: str = ""
    """Code of its language; empty: that of the window."""
    monitor: str = ""
    """Name of the monitor that it fills; empty: a window of its own."""
    open: bool = False
    """It is to be on show: opened again after a restart, and when its monitor comes back."""


@dataclass(frozen=True, slots=True)
class ScreenArrangement:
    """Screens as they were laid out together, under a name."""

    name: str
    screens: tuple[HallScreen, ...]


class DrawKind(StrEnum):
    """What is drawn live; the value is its name in files."""

    LOTS = "lots"
    """Each player draws a number of the plan."""
    TEAMS = "teams"
    """Each player draws a team."""
    NAMES = "names"
    """Names are drawn one after another."""
    SEATS = "seats"
    """The seats of a session are told, a table at a time."""


class KeptApart(StrEnum):
    """Who do not come into one team where that can be; the value is its name in files."""

    NOBODY = ""
    COUNTRY = "country"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class DrawnEntry:
    """What one draws."""

    lot: int
    """The number, the team (from 1), the place among the names, or the table."""
    player: int = 0
    """Number of the player; 0: a name, or a table."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class LiveDraw:
    """A draw in the hall: what chance drew, kept before anything is shown, and how much of it is shown."""

    kind: DrawKind
    seed: int
    attempt: int = 1
    """1; more where earlier draws of the kind were given up after something was shown."""
    apart: KeptApart = KeptApart.NOBODY
    order: tuple[DrawnEntry, ...] = ()
    """In the order in which they are told."""
    teams: tuple[str, ...] = ()
    """Their names, by number."""
    session: int = 0
    shown: int = 0
    """How many are told; one more than there are: all together."""
    furthest: int = 0
    """How many were told before somebody went back."""
    covered: bool = False
    """The screens show nothing of it for a moment."""
    applied: bool = False
    """It was written into the event."""


@dataclass(frozen=True, slots=True)
class CeremonyPlan:
    """What is told in a ceremony."""

    categories: tuple[str, ...] = ("players",)
    """Keys of the categories, in the order in which they are told."""
    first_place: int = 10
    """From which place up."""
    figures: bool = True
    """Whether figures of the event are told between."""


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A ceremony on its way: what is told so far.

    Kept by what was told and not by a count of steps, so that a correction in the middle never tells more than that.
    """

    plan: CeremonyPlan = CeremonyPlan()
    category: str = ""
    """Key of the category in view; empty: nothing has begun."""
    told: int = 0
    """The best place of it that is told; 0: none yet."""
    figure: int = 0
    """Which figure is in view after it, from 1; 0: the places themselves."""
    covered: bool = False
    """The screen shows nothing of it for a moment."""
    seen: str = ""
    """What the ranking was when the last step was told."""


@dataclass(frozen=True, slots=True)
class HallState:
    """The hall of the event of this id."""

    event: str
    screens: tuple[HallScreen, ...] = ()
    arrangements: tuple[ScreenArrangement, ...] = ()
    message: str = ""
    """What the screens that show a message say; lines as typed."""
    sponsors: tuple[str, ...] = field(default=())
    """File names of the sponsors' pictures in the folder of this event's hall, in their order."""
    draw: LiveDraw | None = None
    """The live draw that is on its way, if one is."""
    given_up: tuple[DrawKind, ...] = ()
    """The draws given up after something of them was shown."""

    ceremony: Ceremony | None = None
    """The ceremony that is on its way, if one is."""

    def screen(self, name: str) -> HallScreen | None:
        """The screen of this name, if there is one."""
        return next((each for each in self.screens if each.name == name), None)

    def with_screen(self, screen: HallScreen) -> "HallState":
        """With this screen in the place of the one of its name, or after the others."""
        if self.screen(screen.name) is None:
            return replace(self, screens=(*self.screens, screen))
        return replace(self, screens=tuple(screen if each.name == screen.name else each for each in self.screens))

    def without_screen(self, name: str) -> "HallState":
        """Without the screen of this name."""
        return replace(self, screens=tuple(each for each in self.screens if each.name != name))

    def keeping_arrangement(self, name: str) -> "HallState":
        """With the screens as they are saved under ``name``, in the place of what had it."""
        others = tuple(each for each in self.arrangements if each.name != name)
        return replace(self, arrangements=(*others, ScreenArrangement(name, self.screens)))
