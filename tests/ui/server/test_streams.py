"""Streams of desks, driven as uvicorn drives them."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ui.server import streams
from ui.server.streams import Streams


class Reader:
    """A desk at its end of a stream. It reads while it is not ``stuck``."""

    def __init__(self, open_streams: Streams, desk: str = "north", address: str = "") -> None:
        self.said: list[bytes] = []
        self.stuck, self.leaving = asyncio.Event(), asyncio.Event()
        self.whole = False
        self.task = asyncio.create_task(self._run(open_streams.open(desk, address=address)))

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


class Browsers:
    """Browsers that listen at addresses, as far as there is room."""

    def __init__(self, most: int) -> None:
        self.streams = Streams(lambda: event(7), most=most)
        self.open: list[tuple[str, Reader]] = []

    async def listen(self, address: str) -> bool:
        """Whether one more browser at ``address`` may listen."""
        if not self.streams.has_room_for(address):
            return False
        self.open.append((address, Reader(self.streams, "", address)))
        await pause()
        return True

    async def left(self) -> Counter[str]:
        """How many still listen at each address."""
        await pause()
        return Counter(address for address, reader in self.open if not reader.task.done())


def test_one_address_cannot_take_all_streams_and_a_hall_behind_one_has_no_limit() -> None:
    async def test() -> None:
        hall = Browsers(most=10)
        assert [await hall.listen("flood") for _ in range(12)] == [True] * 10 + [False] * 2
        for number in range(4):
            assert await hall.listen(f"phone {number}")
        assert await hall.left() == Counter({"flood": 6, **{f"phone {number}": 1 for number in range(4)}})
        first = [reader.task.done() for address, reader in hall.open if address == "flood"]
        assert first == [True] * 4 + [False] * 6, "the oldest gave way"
        assert not await hall.listen("flood"), "nobody has more"
        assert [await hall.listen("hall") for _ in range(6)] == [True] * 3 + [False] * 3
        assert await hall.left() == Counter({"flood": 3, "hall": 3, **{f"phone {number}": 1 for number in range(4)}})
        assert hall.streams.count == 10
        hall.streams.finish_all()
        for _, reader in hall.open:
            await reader.ended()
        assert hall.streams.count == 0

    run(test)


def test_no_stream_gives_way_to_another_of_a_full_house_with_one_each() -> None:
    async def test() -> None:
        hall = Browsers(most=3)
        assert [await hall.listen(f"phone {number}") for number in range(5)] == [True] * 3 + [False] * 2
        hall.open[0][1].leaving.set()
        await hall.open[0][1].ended()
        assert await hall.listen("phone 4")
        hall.streams.finish_all()
        for _, reader in hall.open:
            await reader.ended()

    run(test)


def test_desks_elsewhere_are_counted_once_each_and_those_here_are_named() -> None:
    async def test() -> None:
        hall = Streams(lambda: event(7))
        assert (hall.desks, hall.count, hall.names) == (0, 0, frozenset())
        for desk, here in (("north", False), ("north", False), ("south", True), ("west", True), ("west", False)):
            hall.open(desk, here=here)
        assert hall.names == {"north", "south", "west"}
        assert hall.names_here == {"south", "west"}
        assert (hall.desks, hall.count) == (2, 5), "the desk in the west has a stream from elsewhere, too"
        hall.open("east")
        assert hall.names_here == {"south", "west"}, "unless somebody says so, a desk is elsewhere"
        assert hall.desks == 3

    run(test)


def test_browsers_have_no_names_and_each_is_another_one() -> None:
    async def test() -> None:
        hall = Streams(lambda: event(7))
        readers = [Reader(hall, "") for _ in range(3)]
        await pause()
        assert (hall.count, len(hall.names)) == (3, 3)
        assert not any(reader.task.done() for reader in readers)
        readers[0].leaving.set()
        await readers[0].ended()
        assert (hall.count, len(hall.names)) == (2, 2)
        hall.finish_all()
        for reader in readers[1:]:
            await reader.ended()
        assert (hall.count, hall.names, hall._from) == (0, frozenset(), {})

    run(test)


def test_many_are_woken_in_turn_so_that_others_are_answered_in_between() -> None:
    async def test() -> None:
        end, steps = 7, list[int]()
        hall = Streams(lambda: event(end))
        readers = [Reader(hall, str(number)) for number in range(7)]
        await pause()
        end = 8
        notified = asyncio.create_task(hall.notify_in_turn(3))
        for _ in range(3):
            await asyncio.sleep(0)
            steps.append(sum(stream._woken.is_set() for stream in hall._all()))
        await pause()
        assert notified.done()
        await pause()
        assert [reader.said for reader in readers] == [[event(7), event(8)]] * 7
        assert steps[0] == max(steps) == 3, "three at a time"
        hall.finish_all()
        for reader in readers:
            await reader.ended()

    async def no_pause() -> None:
        hall = Streams(lambda: event(7))
        readers = [Reader(hall, str(number)) for number in range(2)]
        await pause()
        notified = hall.notify_in_turn(3)
        with pytest.raises(StopIteration):
            notified.send(None)  # so few are woken at once
        hall.finish_all()
        for reader in readers:
            await reader.ended()

    run(test)
    run(no_pause)


def test_nothing_is_woken_before_the_first_stream_is_opened() -> None:
    Streams(lambda: event(7)).notify()


def test_a_pause_of_another_length_may_be_chosen() -> None:
    async def test() -> None:
        slow, quick = Streams(lambda: event(7), 3600), Streams(lambda: event(7), 0.01)
        readers = [Reader(slow), Reader(quick)]
        await asyncio.sleep(0.2)
        assert readers[0].said == [event(7)]
        assert set(readers[1].said[1:]) == {b":\n\n"}
        for hall, reader in zip((slow, quick), readers, strict=True):
            hall.finish_all()
            await reader.ended()

    run(test)
