"""The public pages of many events, each at ``/e/ID/``, with a list of them at ``/``. Any event may be added later."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from reports.writers.site_page import template
from tournament.language import mark
from tournament.use_cases import View
from ui.public.app import HEADERS, PublicServer, sent
from ui.public.pages import resource, shipped, stamps
from ui.public.table_entry import PhoneHost
from ui.server.app import asked_language

_LOOK = 0.25
"""Seconds between two checks for added events."""
_WORDS = {"events": mark("Events"), "missing": mark("There is no such page")}


class PublicEvents:
    """Shows the public part of several events. ``now`` returns the time, in any thread."""

    def __init__(self, now: Callable[[], datetime], fault: Callable[[Exception], None]) -> None:
        self._now, self._fault = now, fault
        self._servers: dict[str, PublicServer] = {}

    def add(self, event: str, view: Callable[[], View], phones: PhoneHost) -> None:
        """Add the event with this id. ``view`` returns its current state, and ``phones`` carries out the commands of
        phones. Any thread may call it."""
        server = PublicServer(view, self._now, self._fault, phones, base=f"/e/{event}")
        self._servers = {**self._servers, event: server}

    async def follow(self) -> None:
        """Follow all events until this task is cancelled."""
        async with asyncio.TaskGroup() as following:
            followed = set[str]()
            while True:
                for event in self._servers.keys() - followed:
                    following.create_task(self._servers[event].follow())
                    followed.add(event)
                await asyncio.sleep(_LOOK)

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        for server in self._servers.values():
            server.finish_streams()

    def close(self) -> None:
        """Wait until the pages that are being made are finished."""
        for server in self._servers.values():
            server.close()

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request about an event, or with the list of them."""
        parts = scope["path"].split("/", 3)
        server = self._servers.get(parts[2]) if len(parts) == 4 and parts[1] == "e" else None
        if server is not None:
            await server.app({**scope, "path": f"/{parts[3]}"}, receive, send)
        else:
            await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        path = request.scope["path"]
        found = shipped(path)
        if request.method not in ("GET", "HEAD"):
            return Response(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers=HEADERS)
        if found is not None:
            return sent(request, found, "no-cache")
        if path.removeprefix("/e/") in self._servers:
            return RedirectResponse(f"{path}/", headers=HEADERS)
        if len(self._servers) == 1 and not path.startswith("/e/"):
            return RedirectResponse(f"/e/{next(iter(self._servers))}{path}", headers=HEADERS)
        language = asked_language(request).for_readers
        shown = sorted(
            (each.pages.in_list(language.code) for each in self._servers.values()), key=lambda each: each["name"]
        )
        words = {name: language.render(text) for name, text in _WORDS.items()}
        values = {"code": language.code, "words": words, "events": shown, "stamp": stamps(), "missing": path != "/"}
        page = resource(template("events.html").render(values).encode(), "text/html; charset=utf-8")
        if path != "/":
            return Response(page.content, HTTPStatus.NOT_FOUND, HEADERS, media_type=page.kind)
        return sent(request, page, "no-cache")
