"""A server on a thread of its own, as a window runs it."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import httpx
import pytest
from uvicorn import server as uvicorn_server

from tournament.event.problem import Problem


class _Runs(Protocol):
    def run(self, ready: Callable[[], None]) -> None: ...

    def stop(self) -> None: ...


Server = TypeVar("Server", bound=_Runs)


class _Quicker:
    """asyncio for uvicorn, which looks ten times a second whether it is to end: a hundred times."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


@contextmanager
def running(make: Callable[[Callable[[Exception], None], Callable[[Problem], None]], Server]) -> Iterator[Server]:
    """The server that ``make`` makes, given what takes its faults and its remarks: there are none of both."""
    faults, remarks = list[Exception](), list[Problem]()
    server = make(faults.append, remarks.append)
    ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(ready.set,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn_server, "asyncio", _Quicker())
        thread.start()
        try:
            assert ready.wait(10)
            yield server
        finally:
            server.stop()
            thread.join(20)
    assert not thread.is_alive()
    assert not faults
    assert not remarks


def plain_client(address: str | None, **how: Any) -> httpx.Client:
    """A client of ``address``, as ``host:port``, over plain HTTP: it need not read the certificates of the system."""
    return httpx.Client(base_url=f"http://{address}", verify=False, **how)
