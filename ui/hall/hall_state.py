"""The state of the hall of one event on this computer: its screens, what each shows, and the arrangements of them.

Screens belong to a computer and its projectors, so this is stored beside the user's settings, never in the event file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from urllib.parse import quote

from tournament.language import Text, listed, mark, mark_in
from tournament.language.text import LabelledEnum


class SoundKind(StrEnum):
    """The kinds of sounds in the hall; the value is the name in settings."""

    GONG = "gong"
    """The time of the session is over."""
    TABLE_GONG = "table-gong"
    """The time of a single table with extra minutes is over."""
    WARNING = "warning"


USUAL_SOUNDS = {SoundKind.GONG: "gong", SoundKind.TABLE_GONG: "hand-bell", SoundKind.WARNING: "two-tones"}
"""The default sound of each kind, by its file name in ``assets.sounds``."""


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
"""For how many seconds a page of a screen is shown: the minimum, the default and the maximum."""
NAMED_SECONDS = 6
"""Seconds for which screens show their names when they identify themselves."""


@dataclass(frozen=True, slots=True)
class HallScreen:
    """One screen of the hall; its name is its identity."""

    name: str
    contents: tuple[ScreenContent, ...] = (ScreenContent.CLOCK,)
    """Shown one after another, each with all its pages."""
    seconds: int = USUAL_SECONDS
    """For how many seconds each page is shown."""
    scheme: Scheme = Scheme.DARK
    language: str = ""
    """Code of its language; empty for the language of the window."""
    monitor: str = ""
    """Name of the monitor that it fills; empty if it is shown in a window."""
    open: bool = False
    """Whether it is open: it opens again after a restart, and when its monitor is connected again."""
    monitor_serial: str = ""
    """Maker, model and serial number of the monitor, where known. They identify it after it is plugged in elsewhere."""
    monitor_area: str = ""
    """Size and position of the monitor, such as ``1920x1080+1366+0``. They tell apart two monitors of one name."""
    message: str = ""
    """A message sent to this screen: it replaces everything else until it is removed."""
    turned: int = 0
    """By how many pages it was turned forward at the desk; negative if it was turned back."""
    held: int | None = None
    """When its page was held, in seconds since 1970; None while pages turn by themselves."""
    former: tuple[str, ...] = ()
    """Earlier names of the screen; browsers that were opened with one of them still use it."""

    def page_number(self, now: datetime) -> int:
        """How many pages have turned by ``now``. A screen of n pages shows the page with this number modulo n."""
        second = int(now.timestamp()) if self.held is None else self.held
        return second // self.seconds + self.turned

    def turned_on(self, pages: int) -> "HallScreen":
        """The screen turned forward by ``pages``; back if negative."""
        return replace(self, turned=self.turned + pages)

    def held_at(self, now: datetime) -> "HallScreen":
        """The screen held at the page that it shows ``now``."""
        return replace(self, held=int(now.timestamp()))

    def released(self, now: datetime) -> "HallScreen":
        """The screen whose pages turn by themselves again, beginning with the held one."""
        going = replace(self, held=None)
        return going.turned_on(self.page_number(now) - going.page_number(now))


@dataclass(frozen=True, slots=True)
class ScreenArrangement:
    """An arrangement of screens, saved under a name."""

    name: str
    screens: tuple[HallScreen, ...]
    """Without temporary settings: messages, pages turned and held."""


class DrawKind(StrEnum):
    """What is drawn live; the value is the name in files."""

    LOTS = "lots"
    """Each player draws a number of the plan."""
    TEAMS = "teams"
    """Each player draws a team."""
    NAMES = "names"
    """Names are drawn one after another."""
    SEATS = "seats"
    """The seats of a session are shown, a table at a time."""


class KeptApart(StrEnum):
    """Which players a draw of teams separates where possible; the value is the name in files."""

    NOBODY = ""
    COUNTRY = "country"
    CLUB = "club"


@dataclass(frozen=True, slots=True)
class DrawnEntry:
    """One lot of a live draw, and who drew it."""

    lot: int
    """The number drawn, the team (from 1), the place among the names, or the table."""
    player: int = 0
    """The number of the player; 0 if a name or a table was drawn."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class LiveDraw:
    """A live draw: the whole result, stored before anything is shown, and how much of it the screens show."""

    kind: DrawKind
    seed: int
    attempt: int = 1
    """1 for the first draw of this kind; higher if earlier ones were abandoned after something was shown."""
    apart: KeptApart = KeptApart.NOBODY
    order: tuple[DrawnEntry, ...] = ()
    """All lots in the order in which they are shown."""
    teams: tuple[str, ...] = ()
    """The names of the teams; the first one is the name of team 1."""
    session: int = 0
    shown: int = 0
    """How many lots are shown. One more than there are lots: all together, page by page."""
    furthest: int = 0
    """The largest value that ``shown`` has had."""
    covered: bool = False
    """Whether the screens are blank for a moment."""
    applied: bool = False
    """Whether the result was entered in the event."""


@dataclass(frozen=True, slots=True)
class CeremonyPlan:
    """What a ceremony announces."""

    categories: tuple[str, ...] = ("players",)
    """Keys of the categories, in the order in which they are announced."""
    first_place: int = 10
    """The lowest place that is announced."""
    figures: bool = True
    """Whether figures of the event are shown between the places."""


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A ceremony in progress: what was announced so far.

    It stores what was announced instead of a count of steps, so that a correction in the middle never announces more.
    """

    plan: CeremonyPlan = CeremonyPlan()
    category: str = ""
    """Key of the current category; empty before the first step."""
    told: int = 0
    """The best place of the category that was announced; 0 if none was yet."""
    figure: int = 0
    """The number of the figure that is shown after that place, from 1; 0 if the places are shown."""
    covered: bool = False
    """Whether the screens are blank for a moment."""
    seen: str = ""
    """The :func:`~ui.hall.ceremony.ranking_mark` at the last step."""
    could_win: tuple[int, ...] = ()
    """The numbers of the players who could win before the last session, the best first: shown before the first step.
    Empty if the organiser does not show it."""


@dataclass(frozen=True, slots=True)
class HallState:
    """The state of the hall of the event with the id ``event``."""

    event: str
    screens: tuple[HallScreen, ...] = ()
    arrangements: tuple[ScreenArrangement, ...] = ()
    message: str = ""
    """The message on all screens that show the content “message”, with line breaks as typed."""
    sponsors: tuple[str, ...] = field(default=())
    """File names of the pictures of sponsors, in the order in which they are shown."""
    draw: LiveDraw | None = None
    """The live draw in progress; None if there is none."""
    given_up: tuple[DrawKind, ...] = ()
    """The kinds of the draws that were abandoned after something was shown, one for each draw."""

    ceremony: Ceremony | None = None
    """The ceremony in progress; None if there is none."""

    prospects: bool = False
    """Whether the organiser shows what it takes to win in the last session."""

    sounds: tuple[tuple[SoundKind, str], ...] = ()
    """The sounds that differ from the default ones, by file name; screens in browsers play them."""
    named: int = 0
    """When the screens were asked to show their names, in seconds since 1970."""

    @property
    def shown_screens(self) -> tuple[HallScreen, ...]:
        """The screens of the hall; a single clock if none was set up."""
        return self.screens or (HallScreen("1"),)

    def screen_called(self, name: str) -> HallScreen | None:
        """The screen with this name, or else with this number (from 1), or else the one that had this name before."""
        shown = self.shown_screens
        found = next((each for each in shown if each.name == name), None)
        numbered = (each for number, each in enumerate(shown, start=1) if str(number) == name.lstrip("0"))
        if found is None and name.isascii() and name.isdecimal():
            found = next(numbered, None)
        return found or next((each for each in shown if name in each.former), None)

    def shows_names(self, now: datetime) -> bool:
        """Whether the screens show their names at the moment instead of anything else."""
        return 0 <= now.timestamp() - self.named < NAMED_SECONDS

    def screen(self, name: str) -> HallScreen | None:
        """The screen with this name; None if there is none."""
        return next((each for each in self.screens if each.name == name), None)

    def with_screen(self, screen: HallScreen) -> "HallState":
        """The hall with ``screen`` in place of the one of the same name, or else added at the end."""
        if self.screen(screen.name) is None:
            return replace(self, screens=(*self.screens, screen))
        return replace(self, screens=tuple(screen if each.name == screen.name else each for each in self.screens))

    def without_screen(self, name: str) -> "HallState":
        """The hall without the screen of this name."""
        return replace(self, screens=tuple(each for each in self.screens if each.name != name))

    def all_closed(self) -> "HallState":
        """The hall with all screens closed."""
        return replace(self, screens=tuple(replace(each, open=False) for each in self.screens))

    def renaming_screen(self, name: str, new: str) -> "HallState":
        """The hall with a screen renamed, also in every arrangement that has no screen with the new name."""
        arrangements = tuple(replace(each, screens=_renamed(each.screens, name, new)) for each in self.arrangements)
        return replace(self, screens=_renamed(self.screens, name, new), arrangements=arrangements)

    def showing_only(self, content: ScreenContent) -> "HallState":
        """The hall with every screen showing only ``content``, and no message."""
        return replace(self, message="", screens=tuple(
            replace(each, contents=(content,), message="", held=None) for each in self.screens
        ))  # fmt: skip

    def with_message(self, text: str, names: frozenset[str]) -> "HallState":
        """The hall with ``text`` on the screens of these names; if that is all, also as the message of the hall."""
        everywhere = names.issuperset(each.name for each in self.screens)
        return replace(self, message=text if everywhere else self.message, screens=tuple(
            replace(each, message=text) if each.name in names else each for each in self.screens
        ))  # fmt: skip

    def without_messages(self) -> "HallState":
        """The hall without any message."""
        return replace(self, message="", screens=tuple(replace(each, message="") for each in self.screens))

    def arrangement(self, name: str) -> ScreenArrangement | None:
        """The arrangement with this name; None if there is none."""
        return next((each for each in self.arrangements if each.name == name), None)

    def keeping_arrangement(self, name: str) -> "HallState":
        """The hall with its screens saved as the arrangement ``name``, which replaces one of that name."""
        saved = tuple(_lasting(each) for each in self.screens)
        others = tuple(each for each in self.arrangements if each.name != name)
        return replace(self, arrangements=(*others, ScreenArrangement(name, saved)))

    def without_arrangement(self, name: str) -> "HallState":
        """The hall without the arrangement of this name; its screens do not change."""
        return replace(self, arrangements=tuple(each for each in self.arrangements if each.name != name))

    def renaming_arrangement(self, name: str, new: str) -> "HallState":
        """The hall with an arrangement renamed."""
        return replace(self, arrangements=tuple(
            replace(each, name=new) if each.name == name else each for each in self.arrangements
        ))  # fmt: skip

    def arranged(self, arrangement: ScreenArrangement) -> "HallState":
        """The hall with the screens of ``arrangement``. Other screens are closed, and messages stay."""
        messages = {each.name: each.message for each in self.screens}
        screens = tuple(replace(each, message=messages.get(each.name, "")) for each in arrangement.screens)
        kept = {each.name for each in screens}
        others = tuple(replace(each, open=False) for each in self.screens if each.name not in kept)
        return replace(self, screens=(*screens, *others))

    def with_sponsor(self, name: str) -> "HallState":
        """The hall with a picture of a sponsor added at the end."""
        return replace(self, sponsors=(*self.sponsors, name))

    def without_sponsor(self, name: str) -> "HallState":
        """The hall without this picture of a sponsor."""
        return replace(self, sponsors=tuple(each for each in self.sponsors if each != name))

    def moving_sponsor(self, name: str, step: int) -> "HallState":
        """The hall with the picture of a sponsor moved by ``step`` places; towards the beginning if negative."""
        if name not in self.sponsors:
            return self
        order = [each for each in self.sponsors if each != name]
        order.insert(min(max(self.sponsors.index(name) + step, 0), len(order)), name)
        return replace(self, sponsors=tuple(order))


def _lasting(screen: HallScreen) -> HallScreen:
    return replace(screen, message="", turned=0, held=None)


def _renamed(screens: tuple[HallScreen, ...], name: str, new: str) -> tuple[HallScreen, ...]:
    """Rename one of ``screens``, unless another has the new name already."""
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
    """The path of ``screen`` in a browser: its name, or its number if the name, such as “..”, cannot be used."""
    name = screen.name
    if name in (".", "..", ""):
        name = str(state.shown_screens.index(screen) + 1)
    return f"{SCREENS}/{quote(name, safe='')}"
