"""The public pages of a shared event over plain HTTP. Browsers are notified when a page has changed.

No request reads the event: pages are made when something public changes, and kept in memory.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from itertools import count
from pathlib import Path
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from tournament.language import ENGLISH, Language
from tournament.ledger.entry import is_phones_stream, table_of
from tournament.use_cases import View
from ui.public.overlays import OverlayServer
from ui.public.pages import MISSING, PublicPages, Resource, shipped
from ui.public.screens import SCREEN_PATHS, PublicScreens
from ui.public.table_entry import PhoneHost, TableEntryServer
from ui.server.app import asked_language
from ui.server.streams import Streams
from ui.server.throttle import Rate

_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; font-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NO_THEMES: Mapping[str, Path] = MappingProxyType({})
_KEPT = "public, max-age=31536000, immutable"
_ASKED_AGAIN = "no-cache"
_PAUSE = 15.0
"""Seconds of silence on a stream after which a comment keeps it open."""
_MOST_STREAMS = 2800
"""Open streams at most; further browsers ask again from time to time."""
_AT_ONCE = 10
"""Streams that are written to before other requests are answered."""
_SPREAD, _MOST_SPREAD = 2, 4000
"""Milliseconds over which browsers spread their requests for a new page: for each browser, and at most."""
_PER_SECOND, _BURST = 20, 100
"""Requests over one connection, per second and at once."""
_LOOK = 0.25
"""Seconds between two checks whether the event has changed."""
_ANEW = 20.0
"""Seconds after which pages are made again because the time may have changed them."""


class PublicServer:
    """Shows the public part of an event, and the screens of its hall.

    ``view`` returns the current event, ``now`` the time; both may be called in any thread.
    """

    def __init__(
        self,
        view: Callable[[], View],
        now: Callable[[], datetime],
        fault: Callable[[Exception], None],
        phones: PhoneHost | None = None,
        *,
        base: str = "",
        themes: Mapping[str, Path] = NO_THEMES,
        addresses: Callable[[], tuple[str, ...]] = tuple,
        language: Language = ENGLISH,
    ) -> None:
        """``phones`` carries out the commands of phones at the tables; None if phones are not served.

        ``base`` is put before every path in links; requests arrive without it. ``themes`` are the organiser's style
        sheets for overlays, by name. ``addresses`` returns where this is served, as ``host:port``; ``language`` is used
        for screens without a language of their own.
        """
        self._view, self._now, self._fault, self._base = view, now, fault, base
        self._seen = view()
        """The event at the last check."""
        self._pages = PublicPages(self._seen, now(), base)
        self._making = ThreadPoolExecutor(1, "public")
        self._streams = Streams(self._event, _PAUSE)
        self._numbers = count()
        self._tables: TableEntryServer | None = None
        if phones is not None:
            seen = len(self._seen.journal)
            self._tables = TableEntryServer(phones, seen, fault, base=base, missing=self._missing)
        self._overlays = OverlayServer(view, lambda: self._pages, themes, fault)
        self._screens = PublicScreens(view, fault, addresses, language, base)
        self._rates = Rate(_PER_SECOND, _BURST)
        self.app = Router(
            routes=[
                Route("/events", self._listen, methods=["GET"]),
                Route("/overlay/events", self._listen_to_tables, methods=["GET"]),
                Route("/overlay/{path:path}", _Answering(self._overlay, fault), methods=["GET"]),
                *(self._tables.routes if self._tables is not None else ()),
                *self._screens.routes,
                Route("/{path:path}", _Answering(self._page, fault), methods=["GET"]),
            ]
        )

    @property
    def pages(self) -> PublicPages:
        """The current public pages."""
        return self._pages

    async def follow(self) -> None:
        """Follow the event until this task is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._overlays.follow())
            group.create_task(self._screens.follow())
            group.create_task(self._follow_pages())

    async def _follow_pages(self) -> None:
        looked = time.monotonic()
        while True:
            await asyncio.sleep(_LOOK)
            view = self._view()
            await self._look_at_tables(view)
            if not self._may_show(view) and time.monotonic() - looked < _ANEW:
                continue
            looked = time.monotonic()
            try:
                pages = await asyncio.get_running_loop().run_in_executor(self._making, self._changed, view)
            except Exception as error:  # noqa: BLE001  # the pages stay as they are, and desks go on
                self._fault(error)
                continue
            if pages is not None:
                self._pages = pages
                await self._streams.notify_in_turn(_AT_ONCE)

    async def _look_at_tables(self, view: View) -> None:
        if self._tables is not None:
            try:
                await self._tables.look(view)
            except Exception as error:  # noqa: BLE001  # phones ask again by themselves
                self._fault(error)

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        self._streams.finish_all()
        self._overlays.finish_streams()
        self._screens.finish_streams()
        if self._tables is not None:
            self._tables.finish_streams()

    def close(self) -> None:
        """Wait until the page that is being made is finished."""
        self._making.shutdown()
        self._overlays.close()
        self._screens.close()
        if self._tables is not None:
            self._tables.close()

    def _may_show(self, view: View) -> bool:
        """Whether an entry since the last check may be public. Hands of sessions that are not public never are."""
        seen, journal = len(self._seen.journal), view.journal
        if view is self._seen:
            return False
        new = (journal[position].record.stream for position in range(min(seen, len(journal)), len(journal)))
        if len(journal) < seen or any(_is_public(stream, self._pages.public_session) for stream in new):
            return True
        self._seen = view
        return False

    def _changed(self, view: View) -> PublicPages | None:
        """The pages of ``view``; None if they show the same as the current ones."""
        pages = PublicPages(view, self._now(), self._base)
        self._seen = view
        return pages if pages.state != self._pages.state else None

    def _event(self) -> bytes:
        # Browsers wait a random part of this time, so that two thousand phones do not ask in the same moment.
        spread = min(_SPREAD * self._streams.count, _MOST_SPREAD)
        return f"event: spread\ndata: {spread}\n\nevent: version\ndata: {self._pages.version}\n\n".encode()

    async def _listen(self, _request: Request) -> Response:
        if self._streams.count >= _MOST_STREAMS:
            return _too_many()
        return self._streams.open(str(next(self._numbers)))

    async def _listen_to_tables(self, _request: Request) -> Response:
        return self._overlays.open_stream() or _too_many()

    async def _page(self, request: Request) -> Response:
        await self._wait_for_its_turn(request)
        pages, path, code = self._pages, request.scope["path"], asked_language(request).code
        if (file := shipped(path)) is not None:
            return sent(request, file, _KEPT if request.scope["query_string"] else _ASKED_AGAIN)
        if path.startswith(SCREEN_PATHS):
            screen = await self._screens.answer(path, code)
            return sent(request, screen, _ASKED_AGAIN) if screen is not None else await self._missing(request)
        if not pages.has(path):
            return await self._missing(request)
        return sent(request, await self._resource(pages, path, code), _ASKED_AGAIN)

    async def _overlay(self, request: Request) -> Response:
        code = asked_language(request).code
        found = await self._overlays.answer(request.scope["path"], request.query_params, code)
        return sent(request, found, _ASKED_AGAIN) if found is not None else await self._missing(request)

    async def _missing(self, request: Request) -> Response:
        found = await self._resource(self._pages, MISSING, asked_language(request).code)
        return sent(request, found, _ASKED_AGAIN, HTTPStatus.NOT_FOUND)

    async def _resource(self, pages: PublicPages, path: str, code: str) -> Resource:
        """The resource at ``path``, which must exist."""
        found = pages.known(path, code)
        if found is None:
            found = await asyncio.get_running_loop().run_in_executor(self._making, pages.answer, path, code)
        assert found is not None, "it is there"
        return found

    async def _wait_for_its_turn(self, request: Request) -> None:
        """Delay a request if its connection sends too many.

        Requests are counted by connection, since a whole hall may have one address. A proxy, which reports no
        port, does this itself.
        """
        if (client := request.client) is not None and client.port:
            connection = f"{client.host} {client.port}"
            if wait := self._rates.taken(connection, time.monotonic()):
                await asyncio.sleep(wait)
                self._rates.taken(connection, time.monotonic())


@dataclass(frozen=True, slots=True)
class _Answering:
    """An ASGI application that calls ``endpoint`` for each request, without the layers of a framework.

    In a full hall two thousand phones ask at once.
    """

    endpoint: Callable[[Request], Awaitable[Response]]
    fault: Callable[[Exception], None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await self.endpoint(Request(scope))
        except Exception as error:  # noqa: BLE001  # one request must not harm the others
            self.fault(error)
            response = Response(status_code=HTTPStatus.INTERNAL_SERVER_ERROR, headers=HEADERS)
        await response(scope, receive, send)


def _is_public(stream: str, last: int) -> bool:
    """Whether entries of ``stream`` may be public if ``last`` is the last session with public results."""
    table = table_of(stream)
    return table is None or (table[0] <= last and not is_phones_stream(stream))


def _too_many() -> Response:
    return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={**HEADERS, "Retry-After": "30"})


def sent(request: Request, found: Resource, kept: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """The response with ``found``, compressed if the client accepts that; ``kept`` is its Cache-Control."""
    headers = {**HEADERS, "ETag": found.tag, "Cache-Control": kept, "Vary": "Accept-Encoding, Accept-Language"}
    # “W/”: a proxy that compressed the page itself marked the tag as weak.
    if status is HTTPStatus.OK and found.tag in (
        each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")
    ):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    small = found.compressed and "gzip" in request.headers.get("accept-encoding", "").lower()
    if small:
        headers["Content-Encoding"] = "gzip"
    content = found.compressed if small else found.content
    return Response(content, status, headers, media_type=found.kind)
