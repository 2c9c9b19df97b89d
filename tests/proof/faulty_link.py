"""A link between computers that is slow, loses connections and can be cut."""

import asyncio
from contextlib import suppress
from random import Random
from threading import Thread

LOST = 0.2
"""The share of connections that end before they are used, or at some moment later."""
SLOW = 0.3
"""Seconds that anything sent may take at most."""


class FaultyLink:
    """Passes on what arrives at `port` to the port ``there`` in a thread of its own, as badly as ``chance`` says."""

    def __init__(self, there: int, chance: Random) -> None:
        self._there, self._chance = there, chance
        self._open = set[asyncio.StreamWriter]()
        self._cut = False
        self.faulty = True
        """Whether connections are slow and lost. A link that is cut passes on nothing all the same."""
        self.lost = 0
        """Connections that were."""
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._pass_on, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """End all connections, and refuse others until `mend`."""
        self._cut = True
        self._loop.call_soon_threadsafe(self._end_all)

    def mend(self) -> None:
        """Let connections through again."""
        self._cut = False

    def close(self) -> None:
        """End the thread."""
        self.cut()
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _finish(self) -> None:
        self._server.close()
        passing = [each for each in asyncio.all_tasks() if each is not asyncio.current_task()]
        for each in passing:
            each.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    def _end_all(self) -> None:
        for each in tuple(self._open):
            each.transport.abort()

    async def _pass_on(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        loses = self.faulty and self._chance.random() < LOST
        self.lost += loses
        after = self._chance.expovariate(1.0) if loses else None
        if self._cut:
            back.transport.abort()
            return
        self._open.add(back)
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", self._there)
            self._open.add(writer)
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(after):
                    await asyncio.gather(self._copy(here, writer), self._copy(reader, back))
            writer.transport.abort()
            self._open.discard(writer)
        back.transport.abort()
        self._open.discard(back)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65536):
            if self.faulty:
                await asyncio.sleep(self._chance.random() * SLOW)
            writer.write(piece)
            await writer.drain()
        writer.close()
