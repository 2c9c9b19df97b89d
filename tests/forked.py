"""Servers in processes of their own, forked from one that has loaded what they need: loading it takes half a second.

The process that forks them is this module. Each call comes with three pipes: standard output, standard error, and one
on which the id of the new process is reported and, once it has ended, its exit code. Where nothing can be forked, and
where the start itself is tested, the program is started as usual.
"""

import atexit
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from select import select
from typing import IO, Protocol

ROOT = Path(__file__).parent.parent
_LOADED = (
    "cryptography.x509",
    "psycopg",
    "tournament.use_cases.coherence",
    "ui.cli.serve",
    "ui.cli.serve",
    "ui.public.event",
    "ui.public.overlays",
)
"""What ``serve`` loads when it is called."""


class Started(Protocol):
    """What tests use of a process."""

    stdout: IO[bytes] | None

    def kill(self) -> None: ...

    def send_signal(self, signal: int, /) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def communicate(self, *, timeout: float | None = None) -> tuple[bytes, bytes]: ...


def start(words: Sequence[object], *, fresh: bool = False) -> Started:
    """Start the program with ``words``; ``fresh``: with nothing loaded. Servers take any port by default."""
    call = [str(word) for word in words]
    if call[0] == "serve" and "--port" not in call:  # tests that run at once would share the fixed ones
        call += ["--port", "0"]
    if fresh or not hasattr(os, "fork"):
        return subprocess.Popen(
            [sys.executable, "-m", "ui.cli", *call],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    return Forked(call)


class Forked:
    """A program that was forked, used like a :class:`subprocess.Popen` with pipes."""

    def __init__(self, call: Sequence[str]) -> None:
        pipes = [os.pipe() for _ in range(3)]
        request = json.dumps({"call": call, "folder": str(Path.cwd()), "environment": dict(os.environ)}).encode()
        socket.send_fds(_forks(), [len(request).to_bytes(4, "big")], [theirs for _, theirs in pipes])
        _forks().sendall(request)
        for _, theirs in pipes:
            os.close(theirs)
        self.stdout: IO[bytes] | None
        self.stdout, self._stderr, self._reports = (os.fdopen(ours, "rb", buffering=0) for ours, _ in pipes)
        self._code: int | None = None
        self._id = int(self._reports.readline())

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def send_signal(self, signal: int, /) -> None:
        if self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self._id, signal)

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit code, or raise subprocess.TimeoutExpired."""
        if self._code is None:
            if not select([self._reports], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("ui.cli", timeout or 0)
            self._code = int(self._reports.readline())
            self._reports.close()
        return self._code

    def communicate(self, *, timeout: float | None = None) -> tuple[bytes, bytes]:
        """Wait for its end; what is left of its streams, which must fit into a pipe."""
        self.wait(timeout)
        assert self.stdout is not None
        if self.stdout.closed:
            return b"", b""
        with self.stdout, self._stderr:
            return self.stdout.read(), self._stderr.read()


@cache
def _forks() -> socket.socket:
    """The connection to the process that forks; it ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", "tests.forked"], stdin=theirs.fileno(), cwd=ROOT)

    def end() -> None:
        ours.close()
        process.wait(10)

    atexit.register(end)
    return ours


def main() -> None:
    """Fork one program after the other, until the tests have ended."""
    from ui.cli.__main__ import main as program

    for name in _LOADED:
        importlib.import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    tests = socket.socket(fileno=os.dup(0))
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    while (received := socket.recv_fds(tests, 4, 3))[0]:
        size, (out, err, reports), *_ = received
        call = json.loads(tests.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL))
        if os.fork() == 0:
            tests.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            if process := os.fork():
                _report(process, reports, (out, err))
            os.close(reports)
            for source, target in ((out, 1), (err, 2)):
                os.dup2(source, target)
                os.close(source)
            # what Python opened at its own start may be a file, in which it would look for the end
            sys.stdout, sys.stderr = (os.fdopen(target, "w", closefd=False) for target in (1, 2))
            os.chdir(call["folder"])
            os.environ.clear()
            os.environ.update(call["environment"])
            sys.argv = ["quatre-vents", *call["call"]]
            program()
        for pipe in (out, err, reports):
            os.close(pipe)


def _report(process: int, reports: int, others: Sequence[int]) -> None:
    """Report the id of ``process`` and, once it has ended, its exit code; then end."""
    try:
        for pipe in others:
            os.close(pipe)
        os.write(reports, f"{process}\n".encode())
        _, status = os.waitpid(process, 0)
        os.write(reports, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
