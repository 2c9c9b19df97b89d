"""A server on a thread of its own, as a window runs it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from tournament.event.problem import Problem


class _Runs(Protocol):
    def run(self, ready: Callable[[], None]) -> None: ...

    def stop(self) -> None: ...


Server = TypeVar("Server", bound=_Runs)


@contextmanager
def running(make: Callable[[Callable[[Exception], None], Callable[[Problem], None]], Server]) -> Iterator[Server]:
    """The server that ``make`` makes, given what takes its faults and its remarks: there are none of both."""
    faults, remarks = list[Exception](), list[Problem]()
    server = make(faults.append, remarks.append)
    ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(ready.set,))
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
