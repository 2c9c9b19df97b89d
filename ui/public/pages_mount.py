"""Serves the public pages of an event. Browsers are notified when a page has changed.

No request reads the event: pages are made when something public changes, and kept in memory.
"""

import time
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tournament.ledger.entry import is_phones_stream, table_of
from tournament.use_cases import View
from ui.public.mounts import Answers, StreamingMount, path_below, version_event
from ui.public.pages import FILES, MISSING, PublicPages
from ui.public.reader_language import keep_choice, language_choice, reader_language
from ui.public.resources import Resource, sent, sent_file

_MOST_STREAMS = 2800
"""Open streams at most; further browsers ask again from time to time."""
_AT_ONCE = 10
"""Streams that are written to before other requests are answered."""
_SPREAD, _MOST_SPREAD = 2, 4000
"""Milliseconds over which browsers spread their requests for a new page: for each browser, and at most."""
_LOOK = 0.25
"""Seconds between two checks whether the event has changed."""
_ANEW = 20.0
"""Seconds after which pages are made again because the time may have changed them."""


class PagesMount(StreamingMount):
    """The public pages of an event, and the files of the program that all pages use, at every address that is left."""

    def __init__(
        self,
        view: Callable[[], View],
        now: Callable[[], datetime],
        answers: Answers,
        base: str,
    ) -> None:
        """``view`` returns the current event, ``now`` the time; ``base`` is put before every path in links."""
        super().__init__("public", _LOOK, answers, self._event, _MOST_STREAMS)
        self._view, self._now, self._base = view, now, base
        self._seen = view()
        """The event at the last check."""
        self.pages = PublicPages(self._seen, now(), base)
        """The current public pages."""
        self._looked = time.monotonic()
        self.routes = [
            Route("/events", answers.of(self.listen), methods=["GET"]),
            Route("/{path:path}", answers.of(self._page), methods=["GET"]),
        ]

    async def look(self) -> None:
        """Make new pages if something public has changed."""
        view = self._view()
        if not self._may_show(view) and time.monotonic() - self._looked < _ANEW:
            return
        self._looked = time.monotonic()
        pages = await self.in_thread(lambda: self._changed(view))
        if pages is not None:
            self.pages = pages
            await self._streams.notify_in_turn(_AT_ONCE)

    async def missing(self, request: Request) -> Response:
        """The page for an address without a page."""
        found = await self._resource(self.pages, MISSING, reader_language(request).code)
        return keep_choice(request, sent(request, found, HTTPStatus.NOT_FOUND))

    def _may_show(self, view: View) -> bool:
        """Whether an entry since the last check may be public. Hands of sessions that are not public never are."""
        seen, journal = len(self._seen.journal), view.journal
        if view is self._seen:
            return False
        new = (journal[position].record.stream for position in range(min(seen, len(journal)), len(journal)))
        if len(journal) < seen or any(_is_public(stream, self.pages.public_session) for stream in new):
            return True
        self._seen = view
        return False

    def _changed(self, view: View) -> PublicPages | None:
        """The pages of ``view``; None if they show the same as the current ones."""
        pages = PublicPages(view, self._now(), self._base)
        self._seen = view
        return pages if pages.state != self.pages.state else None

    def _event(self) -> bytes:
        # Browsers wait a random part of this time, so that two thousand phones do not ask in the same moment.
        spread = min(_SPREAD * self._streams.count, _MOST_SPREAD)
        return f"event: spread\ndata: {spread}\n\n".encode() + version_event(self.pages.version)

    async def _page(self, request: Request) -> Response:
        pages, path = self.pages, path_below(request)
        if (file := await sent_file(request, path)) is not None:
            return file
        if not pages.has(path):
            return await self.missing(request)
        choice = language_choice(request, f"{self._base}{path}") if path not in FILES else None
        if choice is not None:
            return choice
        return sent(request, await self._resource(pages, path, reader_language(request).code))

    async def _resource(self, pages: PublicPages, path: str, code: str) -> Resource:
        """The resource at ``path``, which must exist."""
        found = pages.known(path, code)
        if found is None:
            found = await self.in_thread(lambda: pages.answer(path, code))
        assert found is not None, "it is there"
        return found


def _is_public(stream: str, last: int) -> bool:
    """Whether entries of ``stream`` may be public if ``last`` is the last session with public results."""
    table = table_of(stream)
    return table is None or (table[0] <= last and not is_phones_stream(stream))
