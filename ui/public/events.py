"""The public pages of many events, each at ``/e/ID/``, with a list of them at ``/``. Any event may be added later."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Router

from reports.writers.site_page import template
from tournament.language import LANGUAGES, mark
from tournament.use_cases import View
from ui.public.event import PublicEvent
from ui.public.mounts import Answers, HostWork
from ui.public.reader_language import language_choice, reader_language
from ui.public.resources import HEADERS, HTML, resource, sent, sent_file, stamps

_LOOK = 0.25
"""Seconds between two checks for added events."""
_WORDS = {"events": mark("Events"), "missing": mark("There is no such page"),
          "language": mark("Language")}  # fmt: skip


class PublicEvents:
    """Shows the public part of several events. ``now`` returns the time, in any thread."""

    def __init__(self, now: Callable[[], datetime], fault: Callable[[Exception], None]) -> None:
        self._now, self._fault = now, fault
        self._events: dict[str, PublicEvent] = {}
        self.app = Router(redirect_slashes=False, default=Answers(fault).of(self._answer))
        """The ASGI application."""

    def add(self, event: str, view: Callable[[], View], phones: HostWork) -> None:
        """Add the event with this id. ``view`` returns its current state, and ``phones`` carries out the commands of
        phones. Any thread may call it."""
        shown = PublicEvent(view, self._now, self._fault, phones, base=f"/e/{event}")
        self._events = {**self._events, event: shown}
        # Replaced, not changed, since the event loop may be looking for a route.
        self.app.routes = [Mount(f"/e/{event}", shown.app), *self.app.routes]

    async def follow(self) -> None:
        """Follow all events until this task is cancelled."""
        async with asyncio.TaskGroup() as following:
            followed = set[str]()
            while True:
                for event in self._events.keys() - followed:
                    following.create_task(self._events[event].follow())
                    followed.add(event)
                await asyncio.sleep(_LOOK)

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        for event in self._events.values():
            event.finish_streams()

    def close(self) -> None:
        """Wait until the pages that are being made are finished."""
        for event in self._events.values():
            event.close()

    async def _answer(self, request: Request) -> Response:
        path = request.scope["path"]
        if request.method not in ("GET", "HEAD"):
            return Response(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers=HEADERS)
        if (file := await sent_file(request, path)) is not None:
            return file
        if path.removeprefix("/e/") in self._events:
            return RedirectResponse(f"{path}/", headers=HEADERS)
        if len(self._events) == 1 and not path.startswith("/e/"):
            return RedirectResponse(f"/e/{next(iter(self._events))}{path}", headers=HEADERS)
        if (choice := language_choice(request, "/")) is not None:
            return choice
        language = reader_language(request).for_readers
        shown = sorted(
            (each.pages.in_list(language.code) for each in self._events.values()), key=lambda each: each["name"]
        )
        words = {name: language.render(text) for name, text in _WORDS.items()}
        values = {"code": language.code, "words": words, "events": shown, "stamp": stamps(), "missing": path != "/",
                  "languages": LANGUAGES}  # fmt: skip
        page = resource(template("events.html").render(values).encode(), HTML)
        if path != "/":
            return Response(page.content, HTTPStatus.NOT_FOUND, HEADERS, media_type=page.kind)
        return sent(request, page)
