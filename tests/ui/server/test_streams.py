"""Streams of desks, driven as uvicorn drives them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ui.server import streams
from ui.server.streams import Streams


class Reader:
    """A desk at its end of a stream. It reads while it is not ``stuck``."""

    def __init__(self, open_streams: Streams, desk: str = "north") -> None:
        self.said: list[bytes] = []
        self.stuck, self.leaving = asyncio.Event(), asyncio.Event()
        self.whole = False
        self.task = asyncio.create_task(self._run(open_streams.open(desk)))

    async def _run(self, app: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        await app({"type": "http"}, self._receive, self._send)

    async def _receive(self) -> dict[str, object]:
        await self.leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        if self.stuck.is_set():
            await asyncio.Event().wait()
        if message["type"] == "http.response.body":
            self.said += [message["body"]] if message["body"] else []
            self.whole = not message["more_body"]

    async def ended(self) -> None:
        async with asyncio.timeout(5):
            await self.task


def event(entries: int) -> bytes:
    return f'event: end\ndata: {{"entries": {entries}, "hash": "ab"}}\n\n'.encode()


async def pause() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(10):
            await test()
            await pause()
        assert asyncio.all_tasks() == {asyncio.current_task()}, "nothing is left behind"

    asyncio.run(limited())


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PAUSE", 0.05)
    monkeypatch.setattr(streams, "_PATIENCE", 0.1)


def test_a_stream_sends_the_end_at_once_and_on_change_with_comments_between() -> None:
    async def test() -> None:
        end = 7
        hall = Streams(lambda: event(end))
        north, south = Reader(hall), Reader(hall, "south")
        await pause()
        assert north.said == south.said == [event(7)]
        for end in (8, 9):  # noqa: B007  # what the desks are told
            hall.notify()
        await pause()
        assert north.said == south.said == [event(7), event(9)]
        await asyncio.sleep(0.08)
        assert north.said[2:] == [b":\n\n"]
        hall.finish("north")
        await north.ended()
        assert north.whole
        assert not south.task.done()
        hall.finish_all()
        await south.ended()

    run(test)


def test_a_desk_that_leaves_or_reads_nothing_is_dropped_and_the_others_go_on() -> None:
    async def test() -> None:
        hall = Streams(lambda: event(7))
        left, stuck, other = Reader(hall, "left"), Reader(hall, "stuck"), Reader(hall, "other")
        await pause()
        left.leaving.set()
        stuck.stuck.set()
        await left.ended()
        await stuck.ended()
        assert not stuck.whole
        before = len(other.said)
        hall.notify()
        await pause()
        assert other.said[before:] == [event(7)]
        hall.finish_all()
        await other.ended()

    run(test)


def test_who_comes_when_the_server_ends_does_not_hold_it_up() -> None:
    async def test() -> None:
        hall = Streams(lambda: event(1))
        first = Reader(hall)
        await pause()
        hall.finish_all()
        late = Reader(hall, "south")
        await first.ended()
        await late.ended()
        assert late.whole

    run(test)


def test_the_newest_streams_of_a_desk_remain() -> None:
    async def test() -> None:
        hall = Streams(lambda: event(7))
        readers = [Reader(hall) for _ in range(4)]
        await pause()
        assert [reader.task.done() for reader in readers] == [True, True, False, False]
        hall.finish("north", "unknown")
        for reader in readers:
            await reader.ended()

    run(test)
