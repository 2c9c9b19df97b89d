"""The streams of a host: to each desk that listens, the end of the journal whenever it should ask for news.

A stream has no queue. A desk that reads slowly gets only the latest news, and one that reads nothing is disconnected.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

PAUSE = 1.0
"""Seconds of silence after which a comment shows that the host is alive."""
_PATIENCE = 10.0
"""Seconds in which a desk must take what is sent."""
_MOST_OF_A_DESK = 2
"""Streams that a desk may have: while it reconnects, the old one may seem open. The newest remain."""


class Streams:
    """The open streams by desk. Used in one event loop, but for `tell`."""

    def __init__(self, event: Callable[[], bytes], pause: float | None = None) -> None:
        """``event`` is what is sent now, after ``pause`` seconds without news (by default `PAUSE`) a comment."""
        self._event, self._pause = event, PAUSE if pause is None else pause
        self._open: dict[str, list[_Stream]] = {}
        self.count = 0
        """How many are open."""
        self._ended = False
        self._loop: asyncio.AbstractEventLoop | None = None
        """The one in which they are open; None: none was ever opened."""

    def open(self, desk: str) -> Response:
        """A new stream of ``desk``."""
        self._loop = asyncio.get_running_loop()
        stream = _Stream(self._event, self._pause, lambda closed: self._closed(desk, closed))
        streams = self._open.setdefault(desk, [])
        streams.append(stream)
        self.count += 1
        for old in streams[:-_MOST_OF_A_DESK]:
            old.finish()
        if self._ended:
            stream.finish()
        return stream

    def tell(self) -> None:
        """Tell all desks to ask for news. Any thread may call it while the event loop runs."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake_all)

    async def tell_in_turn(self, at_once: int) -> None:
        """The same, ``at_once`` at a time, so that everybody else is answered in between."""
        for number, stream in enumerate(self._all()):
            stream.wake()
            if number % at_once == at_once - 1:
                await asyncio.sleep(0)

    def finish(self, *desks: str) -> None:
        """Close the streams of ``desks``."""
        for desk in desks:
            for stream in self._open.get(desk, ()):
                stream.finish()

    def finish_all(self) -> None:
        """Close all, and from now on each as soon as it is opened."""
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
        if not streams:
            self._open.pop(desk, None)


class _Stream(Response):
    """nginx passes it on at once, since it is asked to; other proxies know its media type."""

    media_type = "text/event-stream"

    def __init__(self, event: Callable[[], bytes], pause: float, closed: Callable[["_Stream"], None]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "Connection": "close", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._event, self._pause, self._closed = event, pause, closed
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
                await self._tell(send)
                await self._send(send, type="http.response.body", body=b"", more_body=False)
        finally:
            leaving.cancel()
            self._closed(self)

    async def _tell(self, send: Send) -> None:
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
