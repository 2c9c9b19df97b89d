"""The screens of the hall for browsers: what each shows now, and which browsers show it.

The hall is the one that the desk stores on this computer. A page has all slides of its screen: a browser turns them
and counts by itself, asks again only when something else is to be shown, and continues while the server is away.
Slides are computed in one thread, never in the event loop, and only while a browser shows a screen.
"""

import asyncio
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from http import HTTPStatus
from itertools import count
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never
from unicodedata import east_asian_width
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from reports.code_matrix import QUIET, matrix_of
from reports.writers.site_page import template
from reports.writers.wording import one_line
from tournament.event.problem import Refused
from tournament.language import Language, Text, apart_parts, fraction_text, language_of, mark
from tournament.use_cases import View
from ui.hall.browsers import KEPT_AT_LEAST, KEPT_EVERY, SeenBrowser, ServedScreens, forget_browsers, keep_browsers
from ui.hall.countdown import hour_text
from ui.hall.event_time import EventTime
from ui.hall.gongs import audible_signals
from ui.hall.hall_folder import sponsors_folder
from ui.hall.hall_state import SCREENS, USUAL_SOUNDS, HallScreen, HallState, screen_address
from ui.hall.hall_store import hall_signature, load_hall
from ui.hall.slide_builder import HallSlides, public_mark
from ui.hall.slides import (
    MOST_NAMES,
    BlankSlide,
    CountdownSlide,
    DrawSlide,
    FigureSlide,
    Frame,
    ListSlide,
    MessageSlide,
    PictureSlide,
    RevealSlide,
    Slide,
    TableMinutes,
    drawn_list,
    places_list,
)
from ui.public.mounts import Answers, Endpoint, StreamingMount, path_below, version_event
from ui.public.reader_language import reader_language
from ui.public.resources import HTML, Resource, resource, sent, stamps

if TYPE_CHECKING:
    from markupsafe import Markup


_SPONSORS = "/sponsors/"
_MOST_DOTS = 12
"""Pages that are shown as dots; if there are more, the number is written."""
_MOST_TABLES = 7
"""Tables with extra minutes that are listed; of more, only the number is shown."""
_MOST_NAMED = 100
"""Letters that two lines below the clock certainly have room for; if there are more, players are called by number."""
_MESSAGE_SIZES = (128, 112, 96, 84, 72, 64, 56, 48, 42, 36, 32, 28)
"""Type sizes of a message, where the screen is 1080 high; screen.css has a class for each."""
_MESSAGE_WIDE, _MESSAGE_HIGH = 1300, 780
"""The room for a message on the narrowest screen."""
_LETTER, _WIDE_LETTER, _LINE = 0.58, 1.02, 1.25
"""Width and height of letters as shares of the type size."""
_UNBROKEN = re.compile(r"[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")
"""Text without a place for a line break."""
_LONG = {3: 48, 2: 24, 1: 12}
"""Widths in type sizes above which a name is set in smaller type, by the number of its CSS class."""
_CODE_HIGH = 340
_WORDS = {
    "rehearsal": mark("Rehearsal"), "allow": mark("Tap to allow sound"),
    "allowed": mark("Sound is on: tap to turn it off"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _BrowserScreen:
    """Everything that a browser shows of a screen."""

    screen: HallScreen
    slides: tuple[Slide, ...]
    frame: Frame
    zone: int
    """Seconds by which local time is ahead of UTC."""
    signals: tuple[tuple[float, str], ...]
    """When sounds are due, in seconds since 1970, and which; of several at the same time, the first is played."""
    named: bool = False
    """Whether it shows its name and the number of the browser."""


def browser_screen(
    slides: HallSlides, screen: HallScreen, state: HallState, now: datetime, *, old_news: Text | None = None
) -> _BrowserScreen:
    """All slides of ``screen``, and which of them it shows ``now``. Raises Refused if the event cannot be computed."""
    place = (now + slides.ahead).astimezone().utcoffset() or timedelta()
    sounds = USUAL_SOUNDS | dict(state.sounds)
    due = audible_signals(slides.view.state.clocks.values(), now)
    return _BrowserScreen(
        screen,
        slides.slides(screen, state, now),
        slides.frame(now, old_news=old_news),
        round((place + slides.ahead).total_seconds()),
        tuple((time.timestamp(), sounds[kind]) for time, kind in due),
        state.shows_names(now),
    )


def standing(shown: _BrowserScreen) -> _BrowserScreen:
    """``shown`` without the values that a browser advances by itself: while it is equal, no new page is needed."""
    return replace(shown, frame=replace(shown.frame, time=""), slides=tuple(map(_standing, shown.slides)))


_Drawn = dict[tuple[ListSlide, bool, str], "Markup"]
"""Lists as HTML, by the list, whether it is large, and the language."""


def screen_page(
    shown: _BrowserScreen,
    now: datetime,
    version: int,
    language: Language,
    drawn: _Drawn,
    *,
    base: str = "",
) -> bytes:
    """The HTML of the screen at the time ``now``.

    ``drawn`` keeps lists as HTML, so that none is made twice.
    ``base`` is put before every path in links.
    """
    language = language.for_readers

    def say(text: Text | str) -> str:
        return one_line(language.render(text))

    def fraction(cell: Fraction) -> tuple[str, str]:
        return apart_parts(cell, language.code)

    def rows(slide: ListSlide, large: bool) -> "Markup":
        key = slide, large, language.code
        if key not in drawn:
            drawn[key] = parts.rows(slide, large)
        return drawn[key]

    def clock(slide: CountdownSlide) -> "Markup":
        alone = replace(slide, beside=None)
        if alone not in clocks:
            clocks[alone] = parts.clock(slide)
        return clocks[alone]

    clocks: dict[CountdownSlide, Markup] = {}
    parts: Any = template("screen_parts.html").make_module({
        "say": say, "fraction": fraction, "is_fraction": lambda cell: isinstance(cell, Fraction),
        "has_rest": lambda slide, column: _has_rest(slide, column, language.code), "length": _length,
        "most_dots": _MOST_DOTS, "most_tables": _MOST_TABLES, "most_named": _MOST_NAMED,
        "table": lambda each: mark("Table {table}", table=each.table),
        "seconds": lambda moment: f"{moment.timestamp():.3f}", "thousandths": lambda part: round(part * 1000),
    })  # fmt: skip
    screen, address = shown.screen, shown.frame.address
    current = screen.page_number(now) % len(shown.slides)
    kinds = [_kind(slide) + (_code_class(slide) if address else "") for slide in shown.slides]
    values = {
        "shown": shown, "screen": screen, "frame": shown.frame, "code": language.code, "version": version,
        "slides": list(zip(kinds, shown.slides, strict=True)), "current": current, "kind": kinds[current],
        "signals": " ".join(f"{time:.3f} {sound}" for time, sound in shown.signals),
        "base": base, "stamps": stamps(), "words": _WORDS, "say": say, "worth": fraction_text, "text": language.render,
        "rows": rows, "name": parts.name, "clock": clock, "places": places_list, "drawn": drawn_list,
        "most_names": MOST_NAMES,
        "code_path": _code_path(address) if address else None,
        "address": one_line(address.removeprefix("https://").removeprefix("http://")),
        "offline": mark("Not connected since {time}: this may be out of date", time="{time}"),
        "browser": mark("This is browser {number}", number="{number}"), "quote": quote, "sponsors": _SPONSORS,
        "message_size": lambda words: message_size(words, beside_code=bool(address)),
    }  # fmt: skip
    return template("screen.html").render(values).encode()


def message_size(words: str, *, beside_code: bool) -> int:
    """The largest type size at which ``words`` certainly fit, or else the smallest."""
    high = _MESSAGE_HIGH - (_CODE_HIGH if beside_code else 0)
    for size in _MESSAGE_SIZES:
        lines = sum(max(1, ceil(_wide(line) * size / _MESSAGE_WIDE)) for line in words.split("\n"))
        longest = max(map(_wide, _UNBROKEN.findall(words)), default=0)
        if lines * size * _LINE <= high and longest * size <= _MESSAGE_WIDE:
            return size
    return _MESSAGE_SIZES[-1]


def _code_path(address: str) -> tuple[int, str]:
    """The QR code of ``address``: its modules per side including the margin, and the dark ones as an SVG path."""
    rows = matrix_of(address)
    dark = (f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(rows) for x, on in enumerate(row) if on)
    return len(rows) + 2 * QUIET, "".join(dark)


def _wide(text: str) -> float:
    """The width of ``text``, in type sizes."""
    return sum(_WIDE_LETTER if east_asian_width(letter) in "WF" else _LETTER for letter in text)


def _kind(slide: Slide) -> str:
    """The name of the template's macro for ``slide``, which is also the CSS class of its section."""
    match slide:
        case CountdownSlide():
            return "countdown"
        case ListSlide():
            return "list"
        case MessageSlide():
            return "message"
        case PictureSlide():
            return "picture"
        case RevealSlide():
            return "reveal"
        case FigureSlide():
            return "figure"
        case DrawSlide():
            return "draw"
        case BlankSlide():
            return "blank"
        case _:
            assert_never(slide)


def _code_class(slide: Slide) -> str:
    """The CSS class of a slide with room for the QR code of the event's page: beside it, or in the upper corner."""
    match slide:
        case ListSlide() if slide.blocks > 1:
            return " coded corner"
        case ListSlide():
            return " coded" if sum(column.name for column in slide.columns) == 1 else ""
        case MessageSlide():
            return " coded"
        case _:
            return ""


def _length(name: str) -> str:
    """The CSS class of a name for browsers without scripts, which cannot measure it; empty if it is short."""
    wide = _wide(name)
    return next((f"long-{place}" for place, least in _LONG.items() if wide > least), "")


def _standing(slide: Slide) -> Slide:
    if not isinstance(slide, CountdownSlide) or slide.running is None:
        return slide
    return replace(slide, remaining="", elapsed=Fraction(0), tables=_unnumbered(slide.tables))


def _unnumbered(tables: Iterable[TableMinutes]) -> tuple[TableMinutes, ...]:
    return tuple(replace(each, remaining="") for each in tables)


def _has_rest(slide: ListSlide, column: int, code: str) -> bool:
    cells = (row[column].text for row in slide.rows)
    return any(isinstance(cell, Fraction) and apart_parts(cell, code)[1] for cell in cells)


_PICTURES = {".png": "image/png", ".jpg": "image/jpeg"}
_LOOK = 0.25
"""Seconds between two checks of what to show, while a browser shows a screen."""
_OLD = 2.0
"""Seconds after which the last check is too old to answer a browser."""
_MOST_STREAMS, _MOST_BROWSERS = 300, 300
_FORGOTTEN = 1800.0
"""Seconds after which a lost browser is forgotten."""
_NEVER_KEPT = {"Cache-Control": "no-store"}
_BROWSER = re.compile(r"[0-9a-z]{6,40}")
_NOT_COMPUTED = mark("the event cannot be computed, see the desk")


class _ServedScreen(NamedTuple):
    """A screen at the last check."""

    shown: _BrowserScreen
    version: int


class _ShownHall:
    """What every screen showed at the last check. To be used in one thread at a time."""

    def __init__(self, view: Callable[[], View], language: Language, base: str = "") -> None:
        """``language`` is that of screens without one of their own; ``base`` is put before every path in links."""
        self._view, self._language, self._base = view, language, base
        self._time = EventTime(view, writes=False)
        self._now = datetime.now(UTC)
        self._kept: object = None
        self._looked: tuple[View, object, int] | None = None
        self._state = HallState("")
        self._mark: object = None
        self._slides: HallSlides | None = None
        self._drawn: _Drawn = {}
        self._old_since: datetime | None = None
        self._screens: dict[str, _ServedScreen] = {}
        self._resources: dict[str, tuple[int, int, Resource]] = {}
        """The latest page of each screen, with its version and second."""
        self.version = int(time.time())
        self.seen_at = 0.0, -_OLD
        """When it was checked: in seconds since 1970 by the clock of the event, and by ``time.monotonic``."""

    def look(self) -> bool:
        """Check event, hall and time; return whether any screen has changed."""
        slides = self._follow()
        if slides is None:
            return False
        before, next_one = self._screens, self.version + 1
        found = {each.name: self._shown(slides, each) for each in self._state.shown_screens}
        self._screens = {name: _ServedScreen(shown, next_one) for name, shown in found.items()}
        for name, shown in found.items():
            if name in before and standing(before[name].shown) == standing(shown):
                self._screens[name] = _ServedScreen(shown, before[name].version)
        changed = self._screens.keys() != before.keys() or any(
            each.version == next_one for each in self._screens.values()
        )
        self.version += changed
        return changed

    def name_of(self, called: str) -> str | None:
        """The name of the screen with this name in its address; None if there is none. Any thread may ask."""
        screen = self._state.screen_called(called)
        return screen.name if screen is not None and screen.name in self._screens else None

    def _follow(self) -> HallSlides | None:
        """Read event, hall and time; None if none of them has changed, in the same second."""
        view = self._view()
        kept = hall_signature(view.journal[0].id)
        if kept != self._kept or not self._state.event:
            self._kept, self._state = kept, load_hall(view.journal[0].id).state
        self._now = self._time()
        self.seen_at = self._now.timestamp(), time.monotonic()
        looked, self._looked = self._looked, (view, kept, int(self._now.timestamp()))
        if looked is not None and looked[0] is view and looked[1:] == self._looked[1:]:
            return None
        seen = public_mark(view), self._time.ahead
        if self._slides is None or seen != self._mark:
            self._slides, self._mark, self._drawn = HallSlides(view, self._time.ahead), seen, {}
        self._slides.whole = view
        return self._slides

    def _shown(self, slides: HallSlides, screen: HallScreen) -> _BrowserScreen:
        folder = sponsors_folder(self._state.event)
        there = tuple(name for name in self._state.sponsors if (folder / name).is_file())
        try:
            shown = browser_screen(slides, screen, replace(self._state, sponsors=there), self._now)
        except Refused:  # entries from which nothing can be computed: what was seen stays, and says so
            self._old_since = self._old_since or self._now
            since = hour_text(self._old_since, slides.ahead)
            frame = slides.frame(self._now, old_news=mark("As of {time}: {why}", time=since, why=_NOT_COMPUTED))
            known = self._screens.get(screen.name)
            before = known.shown if known is not None else _BrowserScreen(screen, (BlankSlide(),), frame, 0, ())
            return replace(before, frame=frame)
        self._old_since = None
        return shown

    def page(self, called: str) -> Resource | None:
        """The page of a screen, made again at most once a second, which only matters to browsers without scripts."""
        name = self.name_of(called)
        if name is None:
            return None
        (shown, version), second = self._screens[name], int(self._now.timestamp())
        known = self._resources.get(name)
        if known is None or known[:2] != (version, second):
            language = language_of(shown.screen.language) if shown.screen.language else self._language
            assert self._slides is not None, "it was looked at"
            words = language.with_words(self._slides.view.words)
            page = screen_page(shown, self._now, version, words, self._drawn, base=self._base)
            known = version, second, resource(page, HTML)
            self._resources[name] = known
        return known[2]

    def choice(self, code: str) -> Resource:
        """The page with links to all screens."""
        language, state = language_of(code).for_readers, self._state
        values = {
            "code": language.code, "title": mark("Screens"), "event": self._view().settings.name,
            "base": self._base, "stamps": stamps(),
            "say": lambda text: one_line(language.render(text)),
            "screens": [(each.name, screen_address(state, each)) for each in state.shown_screens],
        }  # fmt: skip
        return resource(template("screens.html").render(values).encode(), HTML)

    def picture(self, name: str) -> Resource | None:
        """A sponsor's picture; None if there is none with this name."""
        path = sponsors_folder(self._state.event) / name
        kind = _PICTURES.get(path.suffix)
        if name not in self._state.sponsors or kind is None:
            return None
        try:
            return resource(path.read_bytes(), kind)
        except OSError:
            return None


class ScreensMount(StreamingMount):
    """Serves the screens to browsers. ``addresses`` returns where, as ``host:port``, once the server listens."""

    def __init__(
        self,
        view: Callable[[], View],
        answers: Answers,
        missing: Endpoint,
        addresses: Callable[[], tuple[str, ...]],
        language: Language,
        base: str,
    ) -> None:
        """``missing`` answers for addresses without a screen. ``language`` is that of screens without one of their own;
        ``base`` is put before every path in links."""
        super().__init__("screens", _LOOK, answers, lambda: version_event(self._hall.version), _MOST_STREAMS)
        self._hall, self._missing, self._addresses = _ShownHall(view, language, base), missing, addresses
        self._event_id = view().journal[0].id
        self._browsers: dict[str, SeenBrowser] = {}
        self._numbers = count(1)
        self._news, self._kept = True, -KEPT_AT_LEAST
        """Whether a browser reported since the last time they were stored, and when that was, by ``time.monotonic``."""
        self.routes = [
            Route(f"{SCREENS}-events", answers.of(self.listen), methods=["GET"]),
            Route(f"{SCREENS}-beat", answers.of(self._beat), methods=["POST"]),
            Route(SCREENS, answers.of(self._choice), methods=["GET"]),
            Mount(
                SCREENS,
                routes=[
                    Route("/", answers.of(self._choice), methods=["GET"]),
                    Route("/{path:path}", answers.of(self._page), methods=["GET"]),
                ],
            ),
            Mount(_SPONSORS, routes=[Route("/{path:path}", answers.of(self._picture), methods=["GET"])]),
        ]

    async def look(self) -> None:
        """Look at the hall while a browser shows it, and store which browsers do."""
        if self._streams.count and await self.in_thread(self._hall.look):
            self._streams.notify()
        silent = time.monotonic() - self._kept
        if silent >= KEPT_AT_LEAST or (self._news and silent >= KEPT_EVERY):
            await self._keep()

    def close(self) -> None:
        """Wait until the page that is being made is finished; the desk learns that screens are no longer served."""
        super().close()
        with suppress(OSError):
            forget_browsers(self._event_id)

    async def _choice(self, request: Request) -> Response:
        code = reader_language(request).code
        return await self._sent(request, lambda: self._hall.choice(code))

    async def _page(self, request: Request) -> Response:
        name = path_below(request).removeprefix("/")
        return await self._sent(request, lambda: self._hall.page(name))

    async def _picture(self, request: Request) -> Response:
        name = path_below(request).removeprefix("/")
        return await self._sent(request, lambda: self._hall.picture(name))

    async def _sent(self, request: Request, find: Callable[[], Resource | None]) -> Response:
        """The response with what ``find`` returns, after a look at the hall."""

        def look_and_find() -> tuple[bool, Resource | None]:
            return self._hall.look(), find()

        changed, found = await self.in_thread(look_and_find)
        if changed:
            self._streams.notify()
        return sent(request, found) if found is not None else await self._missing(request)

    async def _beat(self, request: Request) -> Response:
        """Note that a browser shows a screen, or left it; answer with the time of the event, in seconds since 1970."""
        if time.monotonic() - self._hall.seen_at[1] > _OLD:
            await self.in_thread(self._hall.look)
        asked = request.query_params
        name, key = self._hall.name_of(asked.get("screen", "")), asked.get("browser", "")
        if name is None or not _BROWSER.fullmatch(key):
            unknown = {"unknown": asked.get("screen", "")}  # a screen does not believe the 404 of another program
            return JSONResponse(unknown, HTTPStatus.NOT_FOUND, headers=_NEVER_KEPT)
        if asked.get("gone"):
            self._browsers.pop(key, None)
            self._news = True
            return Response(status_code=HTTPStatus.NO_CONTENT)
        known = self._browsers.get(key)
        number = known.number if known is not None else next(self._numbers)
        if known is None and len(self._browsers) >= _MOST_BROWSERS:
            del self._browsers[min(self._browsers, key=lambda each: self._browsers[each].seen)]
        self._browsers[key] = SeenBrowser(name, number, time.time(), asked.get("sound") == "1")
        self._news = True
        said, at = self._hall.seen_at
        answer = {"now": said + time.monotonic() - at, "version": self._hall.version}
        return JSONResponse(answer | {"number": number}, headers=_NEVER_KEPT)

    async def _keep(self) -> None:
        """Store which browsers show screens, for the desk."""
        self._news, self._kept, now = False, time.monotonic(), time.time()
        self._browsers = {key: each for key, each in self._browsers.items() if now - each.seen < _FORGOTTEN}
        address = next(iter(self._addresses()), "")
        if address:
            served = ServedScreens(self._event_id, f"http://{address}", now, tuple(self._browsers.values()))
            with suppress(OSError):  # tried again
                await asyncio.to_thread(keep_browsers, served)
