"""The server of an event that this computer shares: a process of its own, so that neither ends with the other."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import decode

from tournament.language import mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.use_cases import StoreUnavailable

ALL_ADDRESSES = "0.0.0.0"
_ENDS_WITHIN = 15.0
"""Seconds in which the server answers what it was asked and lets go of the file."""
PIN_VARIABLE = "QUATRE_VENTS_PIN"
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


class Ready(Struct, frozen=True):
    """What the server says when desks can join."""

    desks: str
    invitation: str
    fingerprint: str


class HostProcess:
    """The server of the event file ``path``, which nobody has open. Raises StoreUnavailable when it does not start."""

    def __init__(self, path: Path, *options: str, host: str = ALL_ADDRESSES, pin: str = "") -> None:
        """``options`` are those of ``serve``, ``pin`` opens the role in which it takes over."""
        words = [sys.executable, "-m", "ui.cli", "serve", str(path), "--host", host, "--json", *options]
        self._told = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the server
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._told,
                env={**os.environ, PIN_VARIABLE: pin},
                start_new_session=True,
                creationflags=_NO_WINDOW,
            )
        except OSError as error:
            self._told.close()
            raise StoreUnavailable(mark("The event cannot be shared: {reason}.", reason=str(error))) from error
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        try:
            self.ready = decode(line, type=Ready)
        except DecodeError as error:
            self._process.wait(_ENDS_WITHIN)
            self._told.seek(0)
            said = self._told.read().decode(errors="replace").strip().splitlines() or [""]
            self.stop()
            text = mark("The event cannot be shared. {reason}", reason=verbatim(harmless_line(said[-1])))
            raise StoreUnavailable(text) from error

    @property
    def running(self) -> bool:
        """Whether it still serves."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End it, and return when it has let go of the file. May be repeated."""
        self._process.terminate()
        try:
            self._process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for each in (self._process.stdout, self._told):
            if each is not None:
                each.close()
