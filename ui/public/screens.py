"""The screens of the hall for browsers: what each shows now, pushed to whoever shows it, and who that is.

The hall is the one that the desk keeps on this computer. What is public is computed in one thread, never in the event
loop, and only while somebody looks.
"""

import asyncio
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import assets
from assets import sounds
from reports.writers.site_page import template
from reports.writers.wording import one_line
from tournament.event.problem import Refused
from tournament.language import Language, language_of, mark
from tournament.use_cases import View
from ui.hall.browsers import KEPT_AT_LEAST, KEPT_EVERY, SeenBrowser, ServedScreens, forget_browsers, keep_browsers
from ui.hall.countdown import hour_text
from ui.hall.event_time import EventTime
from ui.hall.hall_folder import sponsors_folder
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.hall_store import hall_signature, load_hall
from ui.hall.screen_address import SCREENS, screen_address
from ui.hall.slide_builder import HallSlides, public_mark
from ui.hall.slides import BlankSlide
from ui.public.pages import Made, made
from ui.public.screen_page import SPONSORS, BrowserScreen, Drawn, browser_screen, screen_page, standing
from ui.server.streams import Streams

_HTML = "text/html; charset=utf-8"
SCREEN_PATHS = (SCREENS, SPONSORS, "/fonts/", "/sounds/")
"""With what all addresses of screens begin."""
_SITE = {"screen.css": "text/css; charset=utf-8", "screen.js": "text/javascript; charset=utf-8"}
_PICTURES = {".png": "image/png", ".jpg": "image/jpeg"}
Result = TypeVar("Result")
_LOOK = 0.25
"""Seconds between two looks at what is to be shown, while somebody looks at a screen."""
_OLD = 2.0
"""Seconds after which a look is too old to answer a browser."""
_PAUSE = 15.0
_MOST_STREAMS, _MOST_BROWSERS = 300, 300
_FORGOTTEN = 1800.0
"""Seconds after which a browser that is lost is forgotten."""
_NEVER_KEPT = {"Cache-Control": "no-store"}
_BROWSER = re.compile(r"[0-9a-z]{6,40}")
_NOT_COMPUTED = mark("the event cannot be computed, see the desk")


@cache
def _files() -> dict[str, tuple[Path, str]]:
    """The files of the program that screens use, by address, with their media types."""
    fonts = assets.path("fonts")
    return {
        **{f"/{name}": (assets.path("site", name), kind) for name, kind in _SITE.items()},
        **{f"/sounds/{name}.wav": (sounds.path_of(name), "audio/wav") for name in sounds.NAMES},
        **{f"/fonts/{path.relative_to(fonts).as_posix()}": (path, "font/ttf") for path in fonts.rglob("*.ttf")},
    }


@cache
def _shipped(address: str) -> Made:
    path, kind = _files()[address]
    return made(path.read_bytes(), kind)


def shipped_file(address: str) -> Made | None:
    """A file of the program that screens use: style, script, fonts and sounds; None: there is none at this address."""
    return _shipped(address) if address in _files() else None


@cache
def stamps() -> dict[str, str]:
    """What tells apart the files of this program from those of another version."""
    return {name: _shipped(f"/{name}").tag.strip('"')[:8] for name in _SITE}


class ServedScreen(NamedTuple):
    """A screen as it was looked at last."""

    shown: BrowserScreen
    version: int


class ShownHall:
    """What every screen shows, as of the last look. One thread at a time looks and asks for answers."""

    def __init__(self, view: Callable[[], View], language: Language, base: str = "") -> None:
        """``language`` is that of screens which have none of their own; ``base`` stands before every path in links."""
        self._view, self._language, self._base = view, language, base
        self._time = EventTime(view, writes=False)
        self._now = datetime.now(UTC)
        self._kept: object = None
        self._looked: tuple[View, object, int] | None = None
        self._state = HallState("")
        self._mark: object = None
        self._slides: HallSlides | None = None
        self._drawn: Drawn = {}
        self._old_since: datetime | None = None
        self._screens: dict[str, ServedScreen] = {}
        self._made: dict[str, tuple[int, int, Made]] = {}
        """The page of each screen that was made last, with its version and second."""
        self.version = int(time.time())
        self.seen_at = 0.0, -_OLD
        """When it was looked at: in seconds since 1970 by the clock of the event, and by ``time.monotonic``."""

    def look(self) -> bool:
        """Look at event, hall and time; whether any screen shows something else than before."""
        slides = self._follow()
        if slides is None:
            return False
        before, next_one = self._screens, self.version + 1
        found = {each.name: self._shown(slides, each) for each in self._state.shown_screens}
        self._screens = {name: ServedScreen(shown, next_one) for name, shown in found.items()}
        for name, shown in found.items():
            if name in before and standing(before[name].shown) == standing(shown):
                self._screens[name] = ServedScreen(shown, before[name].version)
        changed = self._screens.keys() != before.keys() or any(
            each.version == next_one for each in self._screens.values()
        )
        self.version += changed
        return changed

    def answer(self, path: str, code: str) -> Made | None:
        """What is at ``path`` now; None: nothing."""
        if path in (SCREENS, f"{SCREENS}/"):
            return self._choice(code)
        if path.startswith(SPONSORS):
            return self._picture(path.removeprefix(SPONSORS))
        name = self.name_of(path.removeprefix(f"{SCREENS}/"))
        return self._page(name) if name is not None else None

    def name_of(self, called: str) -> str | None:
        """The name of the screen that an address calls so; None: there is none. Any thread may ask."""
        screen = self._state.screen_called(called)
        return screen.name if screen is not None and screen.name in self._screens else None

    def _follow(self) -> HallSlides | None:
        """Read what is new of event, hall and time; None: nothing is, in the same second."""
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

    def _shown(self, slides: HallSlides, screen: HallScreen) -> BrowserScreen:
        folder = sponsors_folder(self._state.event)
        there = tuple(name for name in self._state.sponsors if (folder / name).is_file())
        try:
            shown = browser_screen(slides, screen, replace(self._state, sponsors=there), self._now)
        except Refused:  # entries from which nothing can be computed: what was seen stays, and says so
            self._old_since = self._old_since or self._now
            since = hour_text(self._old_since, slides.ahead)
            frame = slides.frame(self._now, old_news=mark("As of {time}: {why}", time=since, why=_NOT_COMPUTED))
            known = self._screens.get(screen.name)
            before = known.shown if known is not None else BrowserScreen(screen, (BlankSlide(),), frame, 0, ())
            return replace(before, frame=frame)
        self._old_since = None
        return shown

    def _page(self, name: str) -> Made:
        """Made again each second at most, which matters to browsers without scripts alone."""
        (shown, version), second = self._screens[name], int(self._now.timestamp())
        known = self._made.get(name)
        if known is None or known[:2] != (version, second):
            language = language_of(shown.screen.language) if shown.screen.language else self._language
            assert self._slides is not None, "it was looked at"
            words = language.with_words(self._slides.view.words)
            page = screen_page(shown, self._now, version, words, stamps(), self._drawn, base=self._base)
            known = version, second, made(page, _HTML)
            self._made[name] = known
        return known[2]

    def _choice(self, code: str) -> Made:
        """The screens as links."""
        language, state = language_of(code).for_readers, self._state
        values = {
            "code": language.code, "title": mark("Screens"), "event": self._view().settings.name,
            "base": self._base, "stamps": stamps(),
            "say": lambda text: one_line(language.render(text)),
            "screens": [(each.name, screen_address(state, each)) for each in state.shown_screens],
        }  # fmt: skip
        return made(template("screens.html").render(values).encode(), _HTML)

    def _picture(self, name: str) -> Made | None:
        """A sponsor's picture."""
        path = sponsors_folder(self._state.event) / name
        kind = _PICTURES.get(path.suffix)
        if name not in self._state.sponsors or kind is None:
            return None
        try:
            return made(path.read_bytes(), kind)
        except OSError:
            return None


class PublicScreens:
    """The screens in browsers. ``addresses`` says where they are served, as ``host:port``, as soon as they are."""

    def __init__(
        self,
        view: Callable[[], View],
        fault: Callable[[Exception], None],
        addresses: Callable[[], tuple[str, ...]],
        language: Language,
        base: str = "",
    ) -> None:
        self._hall, self._fault, self._addresses = ShownHall(view, language, base), fault, addresses
        self._event_id = view().journal[0].id
        self._making = ThreadPoolExecutor(1, "screens")
        self._streams = Streams(self._version_event, _PAUSE)
        self._browsers: dict[str, SeenBrowser] = {}
        self._numbers, self._keys = count(1), count()
        self._news, self._kept = True, -KEPT_AT_LEAST
        """Whether a browser said anything since it was kept, and when that was, by ``time.monotonic``."""
        self.routes = [
            Route(f"{SCREENS}-events", self._listen, methods=["GET"]),
            Route(f"{SCREENS}-beat", self._beat, methods=["POST"]),
        ]

    async def follow(self) -> None:
        """Notice what changes and which browsers are there, until it is cancelled."""
        while True:
            try:
                if self._streams.count and await self._in_thread(self._hall.look):
                    self._streams.tell()
                silent = time.monotonic() - self._kept
                if silent >= KEPT_AT_LEAST or (self._news and silent >= KEPT_EVERY):
                    await self._keep()
            except Exception as error:  # noqa: BLE001  # screens stay as they are, and desks go on
                self._fault(error)
            await asyncio.sleep(_LOOK)

    async def answer(self, path: str, code: str) -> Made | None:
        """What is at ``path``; None: nothing."""

        def look_and_answer() -> tuple[bool, Made | None]:
            shipped = shipped_file(path)
            if shipped is not None:
                return False, shipped
            return self._hall.look(), self._hall.answer(path, code)

        changed, found = await self._in_thread(look_and_answer)
        if changed:
            self._streams.tell()
        return found

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        self._streams.finish_all()

    def close(self) -> None:
        """Return when what is being made is done; the desk learns that screens are not served any more."""
        self._making.shutdown()
        with suppress(OSError):
            forget_browsers(self._event_id)

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._making, work)

    def _version_event(self) -> bytes:
        return f"event: version\ndata: {self._hall.version}\n\n".encode()

    async def _listen(self, _request: Request) -> Response:
        if self._streams.count >= _MOST_STREAMS:
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "30"})
        return self._streams.open(str(next(self._keys)))

    async def _beat(self, request: Request) -> Response:
        """A browser shows a screen, or leaves it; the answer has the time of the event, in seconds since 1970."""
        if time.monotonic() - self._hall.seen_at[1] > _OLD:
            await self._in_thread(self._hall.look)
        asked = request.query_params
        name, key = self._hall.name_of(asked.get("screen", "")), asked.get("browser", "")
        if name is None or not _BROWSER.fullmatch(key):
            return Response(status_code=HTTPStatus.NOT_FOUND)
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
        told = {"now": said + time.monotonic() - at, "version": self._hall.version}
        return JSONResponse(told | {"number": number}, headers=_NEVER_KEPT)

    async def _keep(self) -> None:
        """Keep which browsers there are, for the desk."""
        self._news, self._kept, now = False, time.monotonic(), time.time()
        self._browsers = {key: each for key, each in self._browsers.items() if now - each.seen < _FORGOTTEN}
        address = next(iter(self._addresses()), "")
        if address:
            served = ServedScreens(self._event_id, f"http://{address}", now, tuple(self._browsers.values()))
            with suppress(OSError):  # tried again
                await asyncio.to_thread(keep_browsers, served)
