"""The streams of a host: each tells its desk how far the journal goes, whenever the desk should ask for news.

A stream has no queue. A desk that reads slowly gets only the latest news, and one that reads nothing is disconnected.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from itertools import count

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

PAUSE = 1.0
"""Seconds of silence after which a comment shows that the host is alive."""
_PATIENCE = 10.0
"""Seconds in which a desk must take what is sent."""
_MOST_OF_A_DESK = 2
"""The most streams of a desk; the newest ones remain. While a desk reconnects, its old stream may still seem open."""


class Streams:
    """The open streams by desk. All methods but `notify` must be called in the event loop."""

    def __init__(self, event: Callable[[], bytes], pause: float | None = None, most: int = sys.maxsize) -> None:
        """``event`` returns the message to send; a comment follows after ``pause`` seconds of silence (by default
        `PAUSE`). There may be ``most`` of them."""
        self._event, self._pause, self._most = event, PAUSE if pause is None else pause, most
        self._numbers = count()
        self._open: dict[str, list[_Stream]] = {}
        self._from = defaultdict[str, dict[_Stream, str]](dict)
        """The streams of each address, oldest first, with the desk that each is for."""
        self.count = 0
        """The number of open streams."""
        self._ended = False
        self._loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the streams; None until the first one is opened."""

    @property
    def names(self) -> frozenset[str]:
        """The names of the desks that have a stream open."""
        return frozenset(self._open)

    @property
    def names_here(self) -> frozenset[str]:
        """The names of those that are on this computer."""
        return frozenset(name for name, streams in self._open.items() if any(each.here for each in streams))

    @property
    def desks(self) -> int:
        """The number of desks of other computers that have a stream open."""
        return sum(any(not each.here for each in streams) for streams in self._open.values())

    def has_room_for(self, address: str) -> bool:
        """Whether a browser at ``address`` may have a stream. If there are too many, one of the address with most gives
        way, unless it has hardly more than this one."""
        if self.count < self._most:
            return True
        most = max(self._from, key=lambda each: len(self._from[each]), default=address)
        if len(self._from.get(most, ())) <= len(self._from.get(address, ())) + 1:
            return False
        stream, desk = next(iter(self._from[most].items()))
        stream.finish()
        self._closed(desk, stream)
        return True

    def open(self, desk: str = "", *, here: bool = False, address: str = "") -> Response:
        """Open a stream for ``desk``, which is on this computer if ``here``; or for a browser at this ``address``,
        which has no name."""
        desk = desk or str(next(self._numbers))
        self._loop = asyncio.get_running_loop()
        stream = _Stream(self._event, self._pause, lambda closed: self._closed(desk, closed), address, here=here)
        streams = self._open.setdefault(desk, [])
        streams.append(stream)
        self._from[address][stream] = desk
        self.count += 1
        for old in streams[:-_MOST_OF_A_DESK]:
            old.finish()
        if self._ended:
            stream.finish()
        return stream

    def notify(self) -> None:
        """Make all desks ask for news. Any thread may call it while the event loop runs."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake_all)

    async def notify_in_turn(self, at_once: int) -> None:
        """The same for ``at_once`` streams at a time, so that other requests are answered in between."""
        for number, stream in enumerate(self._all()):
            stream.wake()
            if number % at_once == at_once - 1:
                # Lets the event loop send these and answer other requests before the next ones wake.
                await asyncio.sleep(0)

    def finish(self, *desks: str) -> None:
        """Close the streams of ``desks``."""
        for desk in desks:
            for stream in self._open.get(desk, ()):
                stream.finish()

    def finish_all(self) -> None:
        """Close all streams, and any that are opened later."""
        self._ended = True
        self.finish(*self._open)

    def _wake_all(self) -> None:
        for stream in self._all():
            stream.wake()

    def _all(self) -> "list[_Stream]":
        return [stream for streams in self._open.values() for stream in streams]

    def _closed(self, desk: str, stream: "_Stream") -> None:
        streams = self._open.get(desk, [])
        if stream in streams:
            streams.remove(stream)
            self.count -= 1
            del self._from[stream.address][stream]
            if not self._from[stream.address]:
                del self._from[stream.address]
        if not streams:
            self._open.pop(desk, None)


class _Stream(Response):
    """A response that proxies pass on at once: nginx by a header, others by the media type."""

    media_type = "text/event-stream"

    def __init__(
        self, event: Callable[[], bytes], pause: float, closed: Callable[["_Stream"], None], address: str, *, here: bool
    ) -> None:
        # X-Accel-Buffering makes nginx pass on each part at once; “no-store” keeps other proxies from collecting it.
        super().__init__(headers={"Cache-Control": "no-store", "Connection": "close", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._event, self._pause, self._closed = event, pause, closed
        self.address, self.here = address, here
        self._woken = asyncio.Event()
        self._finished = False

    def wake(self) -> None:
        self._woken.set()

    def finish(self) -> None:
        self._finished = True
        self._woken.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  # ASGI
        leaving = asyncio.create_task(self._wait_until_it_leaves(receive))
        try:
            with suppress(TimeoutError, OSError):  # a desk that does not read is dropped: nothing more is sent
                await self._send(send, type="http.response.start", status=HTTPStatus.OK, headers=self.raw_headers)
                await self._run(send)
                await self._send(send, type="http.response.body", body=b"", more_body=False)
        finally:
            leaving.cancel()
            self._closed(self)

    async def _run(self, send: Send) -> None:
        said = self._event()
        while not self._finished:
            await self._send(send, type="http.response.body", body=said, more_body=True)
            try:
                async with asyncio.timeout(self._pause):
                    await self._woken.wait()
            except TimeoutError:
                said = b":\n\n"
            else:
                self._woken.clear()
                said = self._event()

    async def _send(self, send: Send, **message: object) -> None:
        found: Message = message
        async with asyncio.timeout(_PATIENCE):
            await send(found)

    async def _wait_until_it_leaves(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.finish()
