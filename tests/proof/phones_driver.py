"""Phones in the hall: ``python -m tests.proof.phones_driver ORDER``, where ORDER is a line of JSON.

Each phone has a page, listens, and when there is a new version waits as long as chance says, as ``assets/site/live.js``
does, and asks again with the tag of what it has. Slow ones read a byte now and then, dripping ones send a byte now and
then. What they saw is noted in the log, a line each, in the time of this computer. The phones of a hall have processors
of their own; here the server and the desks go first.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any

_PATIENCE = 30.0
_AGAIN = 2.0
"""Seconds after which somebody who was refused comes again, at least."""

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Phone:
    """One that behaves."""

    def __init__(self, order: dict[str, Any], number: int, note: Callable[..., None]) -> None:
        self._host, self._port, self._note = order["host"], order["port"], note
        self._chance = Random(f"{order['seed']}/{number}")
        self._path = self._chance.choice(order["paths"])
        self._language = self._chance.choice(("en", "fr", "zh"))
        self._kept: Connection | None = None
        self._tag, self._version, self._wanted, self._told = "", -1, -1, 0.0
        self._spread = 0.0
        self._asking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Look and listen for ever."""
        await asyncio.sleep(self._chance.random() * 8)
        while True:
            with suppress(OSError, EOFError, TimeoutError):
                await self._look(0.0)
                await self._listen()
            self._note("lost")
            await asyncio.sleep(_AGAIN + self._chance.random() * _AGAIN)

    async def _listen(self) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            writer.write(b"GET /events HTTP/1.1\r\nHost: hall\r\nAccept: text/event-stream\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.partition(b"\r\n")[0]:
                self._note("refused", head=head.partition(b"\r\n")[0].decode())
                return
            self._note("listening")
            event = b""
            async with asyncio.timeout(None) as limit:
                loop = asyncio.get_running_loop()
                while line := await reader.readline():
                    limit.reschedule(loop.time() + _PATIENCE)
                    if line.startswith(b"event: "):
                        event = line[7:].strip()
                    elif line.startswith(b"data: "):
                        self._hear(event, int(line[6:]))
        finally:
            writer.close()

    def _hear(self, event: bytes, value: int) -> None:
        if event == b"spread":
            self._spread = value / 1000
            return
        if self._version < 0:
            self._version = self._wanted = value  # the page that it has is this one, or one that is newer
        if value == self._wanted:
            return
        self._wanted, self._told = value, time.time()
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask_later(self._chance.random() * self._spread))

    async def _ask_later(self, delay: float) -> None:
        await asyncio.sleep(delay)
        while self._version != self._wanted:
            wanted, told = self._wanted, self._told
            with suppress(OSError, EOFError, TimeoutError):
                await self._look(delay, wanted, told)
                self._version = wanted
                continue
            self._note("failed", version=wanted)
            await asyncio.sleep(_AGAIN)

    async def _look(self, delay: float, wanted: int = -1, told: float = 0.0) -> None:
        """Get the page, over the connection that is kept if it still is."""
        began, kept = time.time(), self._kept is not None
        try:
            status, size = await self._get()
        except (OSError, EOFError):
            self._kept = None
            if not kept:
                raise
            status, size = await self._get()
        self._note("seen", version=wanted, told=told, delay=delay, began=began, status=status, bytes=size,
                   tag=self._tag, page=f"{self._path} {self._language}")  # fmt: skip

    async def _get(self) -> tuple[int, int]:
        if self._kept is None:
            self._kept = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._kept
        async with asyncio.timeout(_PATIENCE):
            asked = (f"GET {self._path} HTTP/1.1", "Host: hall", "Accept-Encoding: gzip",
                     f"Accept-Language: {self._language}", f"If-None-Match: {self._tag}")  # fmt: skip
            writer.write("\r\n".join((*asked, "", "")).encode())
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            status = int(lines[0].split()[1])
            told = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
            size = int(told.get("content-length", "0")) if status == 200 else 0
            await reader.readexactly(size)
        if status not in (200, 304):
            raise OSError(f"answered {status}")
        self._tag = told["etag"]
        return status, size


async def read_slowly(order: dict[str, Any], number: int, note: Callable[..., None]) -> None:
    """Ask for pages, and take hardly anything of them, as long as the connection lasts."""
    chance = Random(f"slow/{order['seed']}/{number}")
    await asyncio.sleep(chance.random() * 2)
    with suppress(OSError):
        reader, writer = await asyncio.open_connection(order["host"], order["port"], limit=1)
        paths = ("/",) if chance.random() < 0.5 else ("/", "/sessions.json", "/standings.json") * 20
        writer.write("".join(f"GET {path} HTTP/1.1\r\nHost: hall\r\n\r\n" for path in paths).encode())
        note("began", kind="slow reader")
        while await reader.read(1):  # noqa: ASYNC110  # it is not waited for anything
            await asyncio.sleep(0.2)
        writer.close()


async def drip(order: dict[str, Any], number: int, note: Callable[..., None]) -> None:
    """Send headers or a body a byte at a time, at once or after a request that was answered."""
    chance = Random(f"drip/{order['seed']}/{number}")
    whole = b"GET / HTTP/1.1\r\nHost: hall\r\nX-Long: "
    body = b"POST /t/none HTTP/1.1\r\nHost: hall\r\nContent-Length: 999\r\n\r\n"
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(order["host"], order["port"])
            if chance.random() < 0.3:
                writer.write(b"GET /page.css HTTP/1.1\r\nHost: hall\r\n\r\n")
            if chance.random() < 0.5:
                writer.write(body)
            began, place = time.time(), 0
            taking = asyncio.create_task(_all_of(reader))
            while not taking.done():
                writer.write((whole + b"x" * 10_000)[place : place + 1])
                place += 1
                await asyncio.sleep(0.3)
            note("dropped", kind="slow sender", lasted=time.time() - began)
            writer.close()
        await asyncio.sleep(1)


async def _all_of(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass


async def main(order: dict[str, Any]) -> None:
    """Be all of them until standard input ends."""
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(what: str, **more: object) -> None:
        os.write(log, (json.dumps({"what": what, "at": time.time(), **more}) + "\n").encode())

    everybody: list[Coroutine[Any, Any, None]] = [
        *(Phone(order, number, note).run() for number in range(order["readers"])),
        *(read_slowly(order, number, note) for number in range(order["slow"])),
        *(drip(order, number, note) for number in range(order["dripping"])),
    ]
    tasks = [asyncio.create_task(each) for each in everybody]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    os.nice(5)
    asyncio.run(main(json.loads(sys.argv[1])))
