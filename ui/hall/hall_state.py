"""The state of the hall of one event on this computer: its screens, what each shows, and the arrangements of them.

Screens belong to a computer and its projectors, so this is kept beside the user's settings, never in the event file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from urllib.parse import quote

from tournament.language import Text, listed, mark, mark_in
from tournament.language.text import LabelledEnum


class SoundKind(StrEnum):
    """What is sounded in the hall; the value is its name in settings."""

    GONG = "gong"
    """The time of the session is over."""
    TABLE_GONG = "table-gong"
    """The time of a single table is over, which had extra minutes."""
    WARNING = "warning"


USUAL_SOUNDS = {SoundKind.GONG: "gong", SoundKind.TABLE_GONG: "hand-bell", SoundKind.WARNING: "two-tones"}
"""By file name of ``assets.sounds``."""


class ScreenContent(LabelledEnum):
    """What a screen shows; the value is its name in files and on the command line."""

    CLOCK = "clock", mark_in("screen", "Clock")
    """The countdown of the session, and beside it the public standings, or the seats before the session begins."""
    STANDINGS = "standings", mark("Standings")
    TEAMS = "teams", mark("Teams")
    SEATING = "seating", mark("Seats")
    NEXT_SESSION = "next-session", mark("Next session")
    MESSAGE = "message", mark("Message to all")
    SPONSORS = "sponsors", mark("Sponsors")
    FIGURES = "figures", mark("Figures of the event")
    """Figures of the event as far as they are public: biggest hand, most wins."""
    CEREMONY = "ceremony", mark("Ceremony")
    DRAW = "draw", mark("Live draw")
    """The live draw of teams or lots."""
    BLANK = "blank", mark_in("screen", "Blank")


class Scheme(StrEnum):
    """The colours of a screen: dark, or light for bright halls."""

    DARK = "dark"
    LIGHT = "light"


LEAST_SECONDS, USUAL_SECONDS, MOST_SECONDS = 4, 12, 120
"""How long a page of a screen is shown."""
NAMED_SECONDS = 6
"""Seconds for which screens show their names when they identify themselves."""


@dataclass(frozen=True, slots=True)
class HallScreen:
    """One screen of the hall; its name is its identity."""

    name: str
    contents: tuple[ScreenContent, ...] = (ScreenContent.CLOCK,)
    """Shown one after another, each with all its pages."""
    seconds: int = USUAL_SECONDS
    """How long each page is shown."""
    scheme: Scheme = Scheme.DARK
    language: str = ""
    """Code of its language; empty: that of the window."""
    monitor: str = ""
    """Name of the monitor that it fills; empty: a window of its own."""
    open: bool = False
    """Whether it is open: it opens again after a restart, and when its monitor is connected again."""
    monitor_serial: str = ""
    """Maker, model and serial number of that monitor, as far as known: they identify it at another socket too."""
    monitor_area: str = ""
    """Size and position of that monitor, such as ``1920x1080+1366+0``: they distinguish two of one name."""
    message: str = ""
    """A message sent to this screen: it replaces everything else until it is removed."""
    turned: int = 0
    """Pages that it was turned forward at the desk; negative if back."""
    held: int | None = None
    """When its pages were held, in seconds since 1970; None if they turn by themselves."""
    former: tuple[str, ...] = ()
    """Names that it had, by which browsers still ask for it."""

    def page_number(self, now: datetime) -> int:
        """The number of the page that is its turn ``now``: of n pages the one of this number modulo n."""
        second = int(now.timestamp()) if self.held is None else self.held
        return second // self.seconds + self.turned

    def turned_on(self, pages: int) -> "HallScreen":
        """The screen turned ``pages`` forward; back if negative."""
        return replace(self, turned=self.turned + pages)

    def held_at(self, now: datetime) -> "HallScreen":
        """The screen with its page of ``now`` held."""
        return replace(self, held=int(now.timestamp()))

    def released(self, now: datetime) -> "HallScreen":
        """The screen with pages that turn by themselves again, from the held one on."""
        going = replace(self, held=None)
        return going.turned_on(self.page_number(now) - going.page_number(now))


@dataclass(frozen=True, slots=True)
class ScreenArrangement:
    """An arrangement of screens, saved under a name."""

    name: str
    screens: tuple[HallScreen, ...]
    """Without temporary settings: messages, pages turned and held."""


class DrawKind(StrEnum):
    """What is drawn live; the value is its name in files."""

    LOTS = "lots"
    """Each player draws a number of the plan."""
    TEAMS = "teams"
    """Each player draws a team."""
    NAMES = "names"
    """Names are drawn one after another."""
    SEATS = "seats"
    """The seats of a session are shown, a table at a time."""


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

    sounds: tuple[tuple[SoundKind, str], ...] = ()
    """The sounds chosen at the desk where they are not the usual ones, by file name, for screens in browsers."""
    named: int = 0
    """The second, since 1970, at which every screen was asked for its name."""

    @property
    def shown_screens(self) -> tuple[HallScreen, ...]:
        """All screens that can be shown: a single clock if none was set up."""
        return self.screens or (HallScreen("1"),)

    def screen_called(self, name: str) -> HallScreen | None:
        """The screen of this name, or else of this number, from 1, or else the one that had this name."""
        shown = self.shown_screens
        found = next((each for each in shown if each.name == name), None)
        if found is None and name.isascii() and name.isdecimal() and 1 <= int(name) <= len(shown):
            return shown[int(name) - 1]
        return found or next((each for each in shown if name in each.former), None)

    def tells_names(self, now: datetime) -> bool:
        """Whether screens show their names instead of all else."""
        return 0 <= now.timestamp() - self.named < NAMED_SECONDS

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

    def all_closed(self) -> "HallState":
        """The hall with all screens closed."""
        return replace(self, screens=tuple(replace(each, open=False) for each in self.screens))

    def renaming_screen(self, name: str, new: str) -> "HallState":
        """With another name for a screen, at its place, here and in every arrangement that has none of that name."""
        arrangements = tuple(replace(each, screens=_renamed(each.screens, name, new)) for each in self.arrangements)
        return replace(self, screens=_renamed(self.screens, name, new), arrangements=arrangements)

    def showing_only(self, content: ScreenContent) -> "HallState":
        """With every screen showing ``content`` alone, and no message."""
        return replace(self, message="", screens=tuple(
            replace(each, contents=(content,), message="", held=None) for each in self.screens
        ))  # fmt: skip

    def with_message(self, text: str, names: frozenset[str]) -> "HallState":
        """With ``text`` on the screens of these names; sent to all it is the message of the hall too."""
        everywhere = names.issuperset(each.name for each in self.screens)
        return replace(self, message=text if everywhere else self.message, screens=tuple(
            replace(each, message=text) if each.name in names else each for each in self.screens
        ))  # fmt: skip

    def without_messages(self) -> "HallState":
        """With no message anywhere."""
        return replace(self, message="", screens=tuple(replace(each, message="") for each in self.screens))

    def arrangement(self, name: str) -> ScreenArrangement | None:
        """The arrangement of this name, if there is one."""
        return next((each for each in self.arrangements if each.name == name), None)

    def keeping_arrangement(self, name: str) -> "HallState":
        """With the screens as they are saved under ``name``, in the place of what had it."""
        saved = tuple(_lasting(each) for each in self.screens)
        others = tuple(each for each in self.arrangements if each.name != name)
        return replace(self, arrangements=(*others, ScreenArrangement(name, saved)))

    def without_arrangement(self, name: str) -> "HallState":
        """Without the arrangement of this name; the screens stay."""
        return replace(self, arrangements=tuple(each for each in self.arrangements if each.name != name))

    def renaming_arrangement(self, name: str, new: str) -> "HallState":
        """With another name for an arrangement."""
        return replace(self, arrangements=tuple(
            replace(each, name=new) if each.name == name else each for each in self.arrangements
        ))  # fmt: skip

    def arranged(self, arrangement: ScreenArrangement) -> "HallState":
        """With the screens of ``arrangement``; one that is not in it stays, closed. Messages stay."""
        messages = {each.name: each.message for each in self.screens}
        screens = tuple(replace(each, message=messages.get(each.name, "")) for each in arrangement.screens)
        kept = {each.name for each in screens}
        others = tuple(replace(each, open=False) for each in self.screens if each.name not in kept)
        return replace(self, screens=(*screens, *others))

    def with_sponsor(self, name: str) -> "HallState":
        """With a sponsor's picture after the others."""
        return replace(self, sponsors=(*self.sponsors, name))

    def without_sponsor(self, name: str) -> "HallState":
        """Without this picture of a sponsor."""
        return replace(self, sponsors=tuple(each for each in self.sponsors if each != name))

    def moving_sponsor(self, name: str, step: int) -> "HallState":
        """With a sponsor's picture this many places further on."""
        if name not in self.sponsors:
            return self
        order = [each for each in self.sponsors if each != name]
        order.insert(min(max(self.sponsors.index(name) + step, 0), len(order)), name)
        return replace(self, sponsors=tuple(order))


def _lasting(screen: HallScreen) -> HallScreen:
    return replace(screen, message="", turned=0, held=None)


def _renamed(screens: tuple[HallScreen, ...], name: str, new: str) -> tuple[HallScreen, ...]:
    """As they are where another of them has the new name."""
    if any(each.name == new for each in screens):
        return screens
    return tuple(
        replace(each, name=new, former=(*each.former, name)) if each.name == name else each for each in screens
    )


def changes_text(state: HallState, arrangement: ScreenArrangement) -> Text:
    """The sentence that says what applying ``arrangement`` changes."""
    found = tuple(_changes(state, state.arranged(arrangement)))
    if not found:
        return mark("The screens are already arranged like this.")
    return mark("It changes: {changes}.", changes=listed(found))


def contents_text(screen: HallScreen) -> Text:
    """“Clock”; “Standings, Teams”."""
    return listed(content.label for content in screen.contents)


def _changes(now: HallState, then: HallState) -> Iterator[Text]:
    for screen in then.screens:
        before = now.screen(screen.name)
        if before is None:
            yield mark("{screen} is added", screen=screen.name)
        elif before.open and not screen.open:
            yield mark("{screen} closes", screen=screen.name)
        elif screen.open and not before.open:
            yield mark("{screen} opens", screen=screen.name)
        if before is None or before.contents != screen.contents:
            yield mark("{screen} shows {contents}", screen=screen.name, contents=contents_text(screen))
        if before is None:
            continue
        if before.monitor != screen.monitor:
            where = screen.monitor or mark("a separate window")
            yield mark("{screen} moves to {monitor}", screen=screen.name, monitor=where)
        if before.seconds != screen.seconds:
            yield mark("{screen} turns its pages after {seconds} s", screen=screen.name, seconds=screen.seconds)
        if (before.scheme, before.language) != (screen.scheme, screen.language):
            yield mark("{screen} changes its colours or language", screen=screen.name)


SCREENS = "/screen"


def screen_address(state: HallState, screen: HallScreen) -> str:
    """The path of ``screen``: with its name, or with its number if no address can have the name."""
    name = screen.name
    if name in (".", "..", ""):
        name = str(state.shown_screens.index(screen) + 1)
    return f"{SCREENS}/{quote(name, safe='')}"
